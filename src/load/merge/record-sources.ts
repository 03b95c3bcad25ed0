/** Top-level records of one subject, with the triples that came with them. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { canonicalLines } from '../../record/rdf/blank-node-labels.ts'
import {
  fieldsOf,
  mergeFragments,
  reduceBalanced,
  type OnConflict,
  type StoredObject,
  type StoredValue,
  type SubjectFragment,
} from '../../record/rdf/stored.ts'
import { parseGraphQuads, type TripleIndex } from '../../record/rdf/triples.ts'
import type { Part } from './part.ts'

/** Records that came together, and their triples where they came as RDF. */
export interface RecordSource {
  readonly fragments: readonly SubjectFragment[]
  readonly quads?: string
}

export type ToQuads = (fragment: SubjectFragment) => string

export function sourcesOf(parts: readonly Part[]): RecordSource[] {
  const sources: { readonly fragments: SubjectFragment[]; readonly quads?: string }[] = []
  for (const part of parts) {
    if (part.kind === 'triples') sources.push({ fragments: [], quads: part.quads })
    else if (part.kind === 'record' && part.sharesQuads) sources.at(-1)?.fragments.push(part.fragment)
    else if (part.kind === 'record') sources.push({ fragments: [part.fragment], quads: part.quads })
  }
  return sources
}

/**
 * The records of a source. Of several that share their triples, each is without what it reads of the others'
 * in its own way: no such triples are there.
 */
export function ownFragments(
  { fragments, quads }: RecordSource,
  toQuads: ToQuads,
): readonly SubjectFragment[] {
  if (fragments.length < 2 || quads === undefined) return fragments
  const lines = new Set(canonicalLines(parseGraphQuads(quads)))
  return fragments.map((fragment) => {
    const isThere = (key: string, value: StoredValue): boolean =>
      linesOf({ ...fragment, fields: { [key]: value } }, toQuads).every((line) => lines.has(line))
    const fields: StoredObject = {}
    for (const [key, value] of Object.entries(fragment.fields)) {
      if (!Array.isArray(value)) {
        if (isThere(key, value)) fields[key] = value
        continue
      }
      const own = value.filter((one) => isThere(key, [one]))
      if (own.length > 0) fields[key] = own
    }
    return { ...fragment, fields }
  })
}

/** The triples of a source that none of its records holds, as canonical lines. */
export function unmappedLines(
  { quads }: RecordSource,
  fragments: readonly SubjectFragment[],
  toQuads: ToQuads,
): string[] {
  if (quads === undefined) return []
  const mapped = new Set(fragments.flatMap((fragment) => linesOf(fragment, toQuads)))
  return canonicalLines(parseGraphQuads(quads)).filter((line) => !mapped.has(line))
}

const linesOf = (fragment: SubjectFragment, toQuads: ToQuads): string[] =>
  canonicalLines(parseGraphQuads(toQuads(fragment)) as TripleIndex)

/** One fragment of each type, in the order of the model. */
export function mergeByType(
  model: Model,
  fragments: readonly SubjectFragment[],
  onConflict: OnConflict,
): SubjectFragment[] {
  if (fragments.length < 2) return [...fragments]
  const two = (a: SubjectFragment, b: SubjectFragment): SubjectFragment => ({
    ...b,
    fields: mergeFragments(fieldsOf(b.subjectType), a.fields, b.fields, onConflict),
  })
  return model.types.flatMap((type: EntityType) => {
    const same = fragments.filter(({ subjectType }) => subjectType === type)
    return reduceBalanced(same, two) ?? []
  })
}
