// One record read by a source, without a graph: what it becomes, and what is said of it.

import type { RecordOrigin } from '../../src/model/rows/source-row.ts'
import { model } from '../support/model.ts'

export type Json = Record<string, any>

export interface Read {
  readonly records: readonly Json[]
  /** The first of the records. */
  readonly record: Json
  /** What is said of other entities. */
  readonly additions: readonly Json[]
  /** Ids by which other records call the entities, and their own. */
  readonly aliases: readonly (readonly [other: string, id: string])[]
  /** Names that entities have in others: id, id of the other, name. */
  readonly parts: readonly (readonly string[])[]
  /** Which record it is in its source, and as of when. */
  readonly origin: RecordOrigin | undefined
  readonly lost: readonly string[]
  readonly refused: readonly string[]
}

export function readBy(name: string, record: Json): Read {
  const source = model.sources.find((one) => one.name === name)
  if (!source) throw new Error(`there is no source ${name}`)
  const [lost, refused, additions]: [string[], string[], Json[]] = [[], [], []]
  const aliases: [string, string][] = []
  const parts: string[][] = []
  let origin: RecordOrigin | undefined
  const records = source.read(record, {
    drop: (what) => lost.push(what),
    add: (addition) => additions.push(addition),
    alias: (other, id) => aliases.push([other, id]),
    scopedName: (...part) => parts.push(part),
    origin: (given) => {
      origin = given
    },
    refuse: (message) => refused.push(message),
  })
  const [first = {}] = records
  return { records, record: first, additions, aliases, parts, origin, lost, refused }
}

/** The least that a record of a source may be, with more. */
export const minimal: Readonly<Record<string, (given: Json) => Json>> = {
  crossref: (given) => ({ DOI: '10.5555/1', type: 'journal-article', member: '78', ...given }),
  datacite: (given) => ({
    id: '10.5555/1',
    type: 'dois',
    attributes: { doi: '10.5555/1', types: { resourceTypeGeneral: 'Dataset' }, ...given },
  }),
  ror: (given) => ({
    id: 'https://ror.org/00x6h5n95',
    names: [{ value: 'U', types: ['ror_display'] }],
    ...given,
  }),
  openaire: (given) => ({ id: 'a::1', mainTitle: 'T', type: 'publication', instances: [], ...given }),
  opencitations: (given) => ({
    id: 'doi:10.5555/1',
    title: 'T',
    author: '',
    venue: '',
    type: 'book',
    ...given,
  }),
  csl: (given) => ({ DOI: '10.5555/1', type: 'book', ...given }),
}

/** The value at keys with dots between; of a list, that of its first member. */
export function valueAt(value: unknown, keys: string): unknown {
  let inner = value
  for (const key of keys.split('.')) {
    const one: unknown = Array.isArray(inner) && !/^\d+$/.test(key) ? inner[0] : inner
    inner = (one as Json | undefined)?.[key]
  }
  return inner
}
