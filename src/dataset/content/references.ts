/** Who names an IRI, and by which predicate: owners in code point order, in blocks. */

import { isIri, iriOf, type TripleIndex } from '../../record/rdf/triples.ts'
import { block, keyOf, keyOfText } from '../tables/keys.ts'
import { keyBytes, textOfKey, type Sorter } from '../tables/sorter.ts'
import type { Table, TablesSink } from '../tables/tables.ts'

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
  /** The first references in the code point order of their owners, then of their predicates. */
  first(count: number): readonly Reference[]
}

/** References in a block. */
const BLOCK = 500

const separator = '\0'

/** Adds what a named graph refers to. */
export function addReferences(sorter: Sorter, iri: string, nodes: TripleIndex): void {
  const owner = separator + keyBytes(iri) + separator
  const seen = new Set<string>()
  for (const node of nodes.values()) {
    for (const [predicate, objects] of node) {
      const end = owner + keyBytes(predicate)
      for (const object of objects) {
        if (!isIri(object)) continue
        const key = keyBytes(iriOf(object)) + end
        if (seen.has(key)) continue
        seen.add(key)
        sorter.add(key)
      }
    }
  }
}

/** The key of a block of an IRI's references, or of how many there are. */
const blockKey = (iri: Buffer, number: number): Buffer => Buffer.concat([iri, Buffer.of(0), block(number)])

const TOTALS = 0xffff_ffff

/** @returns the predicates, by the numbers that stand for them */
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
    const [to, from] = [entry.slice(0, first), entry.slice(first + 1, second)]
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

/** How many entities name the IRI by one of some predicates. @param predicates by their numbers */
export function countReferrers(
  table: Table,
  predicates: readonly string[],
  iri: string,
  own: readonly string[],
): number {
  const { total, first } = readReferences(table, predicates, iri)
  return new Set(first(total).flatMap(({ owner, predicate }) => (own.includes(predicate) ? [owner] : [])))
    .size
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
      const found: Reference[] = []
      for (let number = 0; found.length < Math.min(count, total); number++) {
        const value = table.require(blockKey(key, number), 'a part of the references')
        for (const line of value.toString().split('\n')) {
          const blank = line.indexOf(' ')
          found.push({
            owner: line.slice(blank + 1),
            predicate: predicates[Number(line.slice(0, blank))] as string,
          })
        }
      }
      return found.slice(0, count)
    },
  }
}
