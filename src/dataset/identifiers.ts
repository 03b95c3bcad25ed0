/** Who has an external identifier, found by its value as it is stored. */

import { isIri, iriOf, isLiteral, textOf, type TripleIndex } from '../record/rdf/triples.ts'
import { keyOf, keyOfText } from './keys.ts'
import type { IdentifierPath } from './meta.ts'
import { keyBytes, textOfKey, type Sorter } from './sorter.ts'
import type { Table, TablesWriter } from './tables.ts'

const separator = '\0'

/** A literal without language and datatype. */
const isPlain = (object: string): boolean => isLiteral(object) && object.endsWith('"')

export interface IdentifierCollector {
  add(nodes: TripleIndex): void
  /** Adds those whose nodes have graphs of their own. @param graphOf gives the named graph of an IRI */
  finish(graphOf: (iri: string) => TripleIndex): void
}

/** Collects the identifiers of graphs. @param paths where they stand */
export function collectIdentifiers(sorter: Sorter, paths: readonly IdentifierPath[]): IdentifierCollector {
  const elsewhere: { readonly owner: string; readonly number: number; readonly node: string }[] = []

  function addValues(owner: string, number: number, objects: readonly string[]): void {
    for (const object of objects)
      if (isPlain(object) && object !== '""')
        sorter.add([keyBytes(textOf(object)), keyBytes(iriOf(owner)), String(number)].join(separator))
  }

  return {
    add(nodes) {
      for (const [owner, properties] of nodes) {
        if (!isIri(owner)) continue
        paths.forEach(([holds, value], number) => {
          for (const node of properties.get(holds) ?? []) {
            const objects = nodes.get(node)?.get(value)
            if (objects) addValues(owner, number, objects)
            else if (isIri(node)) elsewhere.push({ owner, number, node })
          }
        })
      }
    },
    finish(graphOf) {
      for (const { owner, number, node } of elsewhere)
        addValues(
          owner,
          number,
          graphOf(iriOf(node))
            .get(node)
            ?.get(paths[number]?.[1] as string) ?? [],
        )
    },
  }
}

/** Writes the identifiers: for each value a line for each owner and path. */
export function writeIdentifiers(tables: TablesWriter, sorter: Sorter): void {
  const table = tables.table('owners')
  let value: string | undefined
  let lines = new Set<string>()
  const flush = (): void => {
    if (value !== undefined) table.put(keyOf(value), Buffer.from([...lines].join('\n')))
    lines = new Set()
  }
  for (const [key] of sorter.sorted()) {
    const last = key.lastIndexOf(separator)
    const first = key.lastIndexOf(separator, last - 1)
    const next = key.slice(0, first)
    if (next !== value) flush()
    value = next
    lines.add(`${key.slice(last + 1)} ${textOfKey(key.slice(first + 1, last))}`)
  }
  flush()
  tables.commit()
}

export interface Owner {
  readonly iri: string
  /** Number of the path by which it has the identifier. */
  readonly path: number
}

export function readOwners(table: Table, value: string): Owner[] {
  const lines = value === '' ? undefined : table.get(keyOfText(value))
  return (lines?.toString().split('\n') ?? []).map((line) => {
    const blank = line.indexOf(' ')
    return { iri: line.slice(blank + 1), path: Number(line.slice(0, blank)) }
  })
}
