/** Who names an IRI, and by which predicate: the newest owners first, in blocks. */

import { sortableDate, sortCodePoints } from '../../model/values/sorting.ts'
import { RDF_TYPE } from '../../model/context/iri.ts'
import { isIri, isLiteral, iriOf, lexicalForm, type TripleIndex } from '../../record/rdf/triples.ts'
import { block, keyOf, keyOfText } from '../tables/keys.ts'
import { keyBytes, textOfKey, type Sorter } from '../tables/sorter.ts'
import type { Table, TablesSink } from '../tables/tables.ts'
import { termsFrom, type ValuePath } from './value-path.ts'

/** An entity that names an IRI, itself or by a node of its, once for each predicate. */
interface Reference {
  readonly owner: string
  readonly predicate: string
}

export interface References {
  /** How many entities name the IRI. */
  readonly owners: number
  /** How many references there are. */
  readonly total: number
  /**
   * The first references: by the dates of their owners, the newest first and those without a date last; of one
   * date by the code point order of the owners, then of the predicates.
   */
  first(count: number): readonly Reference[]
}

/** References in a block. */
const BLOCK = 500

const separator = '\0'

/** Where the records of a type have the date by which their lists are sorted. */
export interface DatePath {
  readonly class: string
  readonly path: ValuePath
}

/** Makes what gives the first date of an entity, as text that sorts as its bytes do. */
export const dateReader =
  (dates: readonly DatePath[]) =>
  (iri: string, nodes: TripleIndex): string | undefined => {
    const classes = nodes.get(`<${iri}>`)?.get(RDF_TYPE) ?? []
    const own = dates.find((date) => classes.includes(`<${date.class}>`))
    const terms = own ? termsFrom(iri, nodes)(own.path).filter(isLiteral) : []
    return sortCodePoints(terms.flatMap((term) => sortableDate(lexicalForm(term)) ?? []))[0]
  }

/** Stands for a date of a fixed length, and sorts behind all of them. */
const NO_DATE = '\u00ff'

const DATE_LENGTH = new Date(0).toISOString().length

/** Characters of `sortableDate`, complemented so that later ones sort first. */
const newestFirst = (date: string): string =>
  String.fromCharCode(...Array.from(date, (character) => 0xff - character.charCodeAt(0)))

/** Adds what a named graph refers to. @param date of the graph's entity, from a date reader */
export function addReferences(
  sorter: Sorter,
  iri: string,
  date: string | undefined,
  nodes: TripleIndex,
): void {
  const owner = separator + (date === undefined ? NO_DATE : newestFirst(date)) + keyBytes(iri) + separator
  const keys = new Set<string>()
  for (const node of nodes.values()) {
    for (const [predicate, objects] of node) {
      const end = owner + keyBytes(predicate)
      for (const object of objects) {
        if (!isIri(object)) continue
        const key = keyBytes(iriOf(object)) + end
        if (keys.has(key)) continue
        keys.add(key)
        sorter.add(key)
      }
    }
  }
}

/** The key of a block of an IRI's references, or of how many there are. */
const blockKey = (iri: Buffer, number: number): Buffer => Buffer.concat([iri, Buffer.of(0), block(number)])

const TOTALS = 0xffff_ffff

/** Writes the references. @returns their predicates, by the numbers that stand for them */
export function writeReferences(tables: TablesSink, sorter: Sorter): string[] {
  const table = tables.table('references')
  const numbers = new Map<string, number>()
  let target: string | undefined
  let key: Buffer = Buffer.alloc(0)
  let [owner, owners, total, blocks] = ['', 0, 0, 0]
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) table.put(blockKey(key, blocks++), Buffer.from(lines.join('\n')))
    lines = []
  }
  const finish = (): void => {
    if (target === undefined) return
    flush()
    table.put(blockKey(key, TOTALS), Buffer.from(JSON.stringify({ owners, total })))
  }
  for (const [entry] of sorter.sorted()) {
    const [first, second] = [entry.indexOf(separator), entry.lastIndexOf(separator)]
    const to = entry.slice(0, first)
    const from = entry.slice(
      first + 1 + (entry[first + 1] === NO_DATE ? NO_DATE.length : DATE_LENGTH),
      second,
    )
    const predicate = entry.slice(second + 1)
    if (to !== target) {
      finish()
      target = to
      key = keyOf(to)
      ;[owner, owners, total, blocks] = ['', 0, 0, 0]
    }
    if (from !== owner) owners++
    owner = from
    total++
    let number = numbers.get(predicate)
    if (number === undefined) numbers.set(predicate, (number = numbers.size))
    if (lines.push(`${number} ${textOfKey(from)}`) === BLOCK) flush()
  }
  finish()
  return [...numbers.keys()].map(textOfKey)
}

/** @param predicates by their numbers */
export function readReferences(table: Table, predicates: readonly string[], iri: string): References {
  const key = keyOfText(iri)
  const totals = table.get(blockKey(key, TOTALS))
  if (!totals) return { owners: 0, total: 0, first: () => [] }
  const { owners, total } = JSON.parse(totals.toString()) as { owners: number; total: number }
  return {
    owners,
    total,
    first(count) {
      const references: Reference[] = []
      for (let number = 0; references.length < Math.min(count, total); number++) {
        const value = table.require(blockKey(key, number), 'a part of the references')
        for (const line of value.toString().split('\n')) {
          const blank = line.indexOf(' ')
          references.push({
            owner: line.slice(blank + 1),
            predicate: predicates[Number(line.slice(0, blank))] as string,
          })
        }
      }
      return references.slice(0, count)
    },
  }
}
