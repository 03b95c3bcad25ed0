/** Ids of OpenAlex, a letter for the kind and a number or a path of words, and what is known while a work is read. */

import type { SourceNotes } from '../../model/rows/source-row.ts'
import type { Json } from '../../model/values/json.ts'
import { doiOf, identifier, rorOf } from '../../model/conversion/ids.ts'
import { objectOf, textOf } from '../../model/conversion/json.ts'

/** A work while it is read. */
export interface Reading extends SourceNotes {
  readonly record: Json
  /** What the ids that are made for the record belong to: its DOI, else its id. */
  readonly session: string
}

const IRI = 'https://openalex.org/'
const ADDRESS = /^https?:\/\/(?:api\.|www\.)?openalex\.org\/(?:[a-z]+\/)?([AWISPFTCGV]\d+)\/?$/i

/** The spelling that all records of today have. */
const USUAL = /\/[AWISPFTCGV]\d+$/

/** The id of an entity, such as W2741809807, in any of its spellings; undefined if it is none. */
export function openalexId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith(IRI) && USUAL.test(value)) return value.slice(IRI.length)
  const found = ADDRESS.exec(value)?.[1] ?? /^[AWISPFTCGV]\d+$/i.exec(value)?.[0]
  return found?.toUpperCase()
}

/** The IRI of an entity by its id. */
export const openalexIri = (id: string): string => IRI + id

/** What is not called by a letter and a number: kind and name, as in https://openalex.org/fields/13. */
export const pathOf = (value: unknown): { readonly kind: string; readonly name: string } | undefined => {
  const [, kind, name] =
    typeof value === 'string'
      ? (/^https?:\/\/(?:api\.|www\.)?openalex\.org\/([a-z-]+)\/([^/?#\s]+)$/.exec(value) ?? [])
      : []
  return kind === undefined || name === undefined ? undefined : { kind, name }
}

/** The item of Wikidata in a text or a URL. */
const wikidataOf = (value: unknown): string | undefined => /(?:^|\/)(Q\d+)$/.exec(textOf(value) ?? '')?.[1]

/** What `ids` of an entity, and the members of the same names, say beside its id in OpenAlex. */
export function idsOf(record: Json) {
  const ids = { ...record, ...objectOf(record['ids']) }
  const registry = textOf(ids['crossref'])
  return {
    id: openalexId(record['id']),
    ror: rorOf(ids['ror']),
    doi: doiOf(ids['doi']) ?? (/^\d+$/.test(registry ?? '') ? `10.13039/${registry}` : undefined),
    wikidata: wikidataOf(ids['wikidata']),
    grid: textOf(ids['grid']),
    scopus: /authorID=(\d+)/.exec(textOf(ids['scopus']) ?? '')?.[1],
  }
}

export const byOpenalex = (id: string | undefined): Json[] =>
  id === undefined ? [] : [identifier('openalex', id)]
