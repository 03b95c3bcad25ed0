/** Who has an external identifier, found by its value as it is stored. */

import { isIri, iriOf, isLiteral, lexicalForm, type TripleIndex } from '../../record/rdf/triples.ts'
import { parseGraph, readGraphEntry } from './graphs.ts'
import { keyOf, keyOfText } from '../tables/keys.ts'
import type { IdentifierPath } from '../tables/meta.ts'
import { groupsOf, keyBytes, textOfKey, type Key, type Sorter } from '../tables/sorter.ts'
import type { Table, TablesSink } from '../tables/tables.ts'

const separator = '\0'

/** A literal without language and datatype. */
export const isPlain = (object: string): boolean => isLiteral(object) && object.endsWith('"')

export interface IdentifierSorters {
  /** Values of identifiers, each with its owner and the number of its path. */
  readonly values: Sorter
  /** The same of nodes that have graphs of their own, by which the values are to be found. */
  readonly elsewhere: Sorter
}

/** Adds values of identifiers of an owner. @param owner its IRI as a key */
function addValues(values: Sorter, owner: Key, number: string, objects: readonly string[]): void {
  for (const object of objects)
    if (isPlain(object) && object !== '""')
      values.add([keyBytes(lexicalForm(object)), owner, number].join(separator))
}

/** Adds the identifiers of a named graph. @param paths where they stand */
export function addIdentifiers(
  { values, elsewhere }: IdentifierSorters,
  paths: readonly IdentifierPath[],
  nodes: TripleIndex,
): void {
  for (const [owner, properties] of nodes) {
    if (!isIri(owner)) continue
    paths.forEach(([holds, value], number) => {
      for (const node of properties.get(holds) ?? []) {
        const objects = nodes.get(node)?.get(value)
        const key = keyBytes(iriOf(owner))
        if (objects) addValues(values, key, String(number), objects)
        else if (isIri(node)) elsewhere.add([keyBytes(iriOf(node)), key, String(number)].join(separator))
      }
    })
  }
}

/**
 * Adds the identifiers of which the nodes have graphs of their own.
 * @param graphs all, in order
 * @param graphOf reads those that are elsewhere
 */
export function addIdentifiersElsewhere(
  { values, elsewhere }: IdentifierSorters,
  paths: readonly IdentifierPath[],
  graphs: Iterable<readonly [iri: Key, entry: Buffer]>,
  graphOf: (iri: string) => TripleIndex = () => new Map(),
): void {
  const waiting = elsewhere.sorted()
  let next = waiting.next()
  if (next.done) return
  for (const [iri, entry] of graphs) {
    while (!next.done && nodeOf(next.value[0]) < iri) next = waiting.next()
    if (next.done) return
    if (nodeOf(next.value[0]) !== iri) continue
    const text = textOfKey(iri)
    const { graph } = readGraphEntry(entry)
    const nodes = graph.length > 0 ? parseGraph(text, graph) : graphOf(text)
    const node = nodes.get(`<${text}>`)
    for (; !next.done && nodeOf(next.value[0]) === iri; next = waiting.next()) {
      const [, owner, number] = next.value[0].split(separator) as [Key, Key, string]
      addValues(values, owner, number, node?.get(paths[Number(number)]?.[1] as string) ?? [])
    }
  }
}

const nodeOf = (key: Key): Key => key.slice(0, key.indexOf(separator))

/** Writes the identifiers: for each value a line for each owner and path. */
export function writeIdentifiers(tables: TablesSink, sorter: Sorter): void {
  const table = tables.table('owners')
  const ownerAt = (key: Key): number => key.lastIndexOf(separator, key.lastIndexOf(separator) - 1)
  for (const [value, entries] of groupsOf(sorter.sorted(), ([key]) => key.slice(0, ownerAt(key)))) {
    const lines = entries.map(([key]) => {
      const [owner, path] = key.slice(ownerAt(key) + 1).split(separator) as [Key, string]
      return `${path} ${textOfKey(owner)}`
    })
    table.put(keyOf(value), Buffer.from([...new Set(lines)].join('\n')))
  }
}

export interface Owner {
  readonly iri: string
  /** Number of the path by which it has the identifier. */
  readonly path: number
}

export function readOwners(table: Table, value: string): Owner[] {
  const lines = value === '' ? undefined : table.peek(keyOfText(value))
  return (lines?.toString().split('\n') ?? []).map((line) => {
    const blank = line.indexOf(' ')
    return { iri: line.slice(blank + 1), path: Number(line.slice(0, blank)) }
  })
}
