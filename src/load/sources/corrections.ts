/** Corrections of records (--correct): members that replace those of the inputs, or remove them. */

import { createReadStream } from 'node:fs'
import { isAbsolute, resolveIri } from '../../model/context/iri.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { readJson } from '../json/json-files.ts'
import type { JsonItem } from '../json/json-items.ts'
import { readJsonLines } from '../json/json-lines.ts'

export interface Corrections {
  /** Each with the IRI of what it corrects. */
  readonly all: readonly (readonly [iri: string, correction: Json])[]
  /** A record with the corrections of all entities in it. @param base against which its ids resolve */
  apply(record: unknown, base: string, canonical?: (iri: string) => string): unknown
  /** Ids of corrections that no record has had. */
  unused(): string[]
}

type Place = { readonly file: string; readonly line?: number }

const placeOf = ({ file, line }: Place): string => (line === undefined ? file : `${file}:${line}`)

/** The members of a record, of which those of a correction replace others, and null removes them. */
function corrected(record: Json, correction: Json): Json {
  const { local_identifier: _, ...members } = correction
  return Object.fromEntries(Object.entries({ ...record, ...members }).filter(([, value]) => value !== null))
}

function correctionOf(item: JsonItem): Json {
  if (!('record' in item))
    throw new Error(`${placeOf(item.at)} ${'message' in item ? item.message : 'is no record of SKG-IF'}`)
  const { record, at } = item
  if (isObject(record) && typeof record['local_identifier'] === 'string') return record
  throw new Error(
    `${placeOf(at)} has no local_identifier; a correction is {"local_identifier": "https://…", …} with the ` +
      'members that replace those of the record, of which null removes one',
  )
}

/**
 * Reads the corrections of a file, JSON or JSON Lines, of which one record has one.
 * @param base of the graph, against which ids resolve
 * @throws Error that names the place
 */
export async function readCorrections(
  file: string,
  base: string,
  sources: readonly Source[],
): Promise<Corrections> {
  const corrections = new Map<string, Json>()
  const read = /\.(?:jsonl|ndjson)$/i.test(file) ? readJsonLines : readJson
  for await (const items of read(createReadStream(file), file, sources))
    for (const item of items) {
      const correction = correctionOf(item)
      const own = 'base' in item && typeof item.base === 'string' ? item.base : base
      const iri = resolveIri(String(correction['local_identifier']), own)
      if (!isAbsolute(iri))
        throw new Error(`${placeOf(item.at)} has a local_identifier that is no IRI: ${iri}`)
      if (corrections.has(iri))
        throw new Error(`${placeOf(item.at)} corrects ${iri} a second time; one is expected`)
      corrections.set(iri, correction)
    }
  return createCorrections([...corrections])
}

export function createCorrections(all: Corrections['all']): Corrections {
  const corrections = new Map(all)
  const unused = new Set(corrections.keys())

  function apply(value: unknown, iriOf: (id: string) => string): unknown {
    if (Array.isArray(value)) return value.map((one) => apply(one, iriOf))
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, apply(one, iriOf)]))
    const id = value['local_identifier']
    const iri = typeof id === 'string' ? iriOf(id) : ''
    const correction = corrections.get(iri)
    if (!correction) return inner
    unused.delete(iri)
    // An entity that is no more than a reference says nothing that could be corrected.
    const isReference = Object.keys(inner).every((key) => key === 'local_identifier' || key === 'entity_type')
    return isReference ? inner : corrected(inner, correction)
  }

  return {
    all,
    apply(record, of, canonical = (iri) => iri) {
      if (corrections.size === 0) return record
      return apply(record, (id) => canonical(resolveIri(id, of)))
    },
    unused: () => [...unused],
  }
}
