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

/** The value at keys with dots between; of a list, that of its first member. */
export function valueAt(value: unknown, keys: string): unknown {
  let inner = value
  for (const key of keys.split('.')) {
    const one: unknown = Array.isArray(inner) && !/^\d+$/.test(key) ? inner[0] : inner
    inner = (one as Json | undefined)?.[key]
  }
  return inner
}
