/** Records of other sources → the records that they become, with what is lost on the way. */

import { isObject, type Json } from '../model/values/json.ts'
import type { Source, SourceNotes } from '../model/rows/source-row.ts'

type ArgumentsOf<K extends keyof SourceNotes> = Parameters<SourceNotes[K]>

export interface Conversion {
  readonly records: readonly Json[]
  /** What has no place in them, by kinds. */
  readonly losses: readonly string[]
  /** What the record says of other entities, which may have records of their own. */
  readonly additions: readonly Json[]
  /** Ids by which other records call the entities. */
  readonly aliases: readonly ArgumentsOf<'alias'>[]
  /** Names that entities have within others. */
  readonly namesWithin: readonly ArgumentsOf<'within'>[]
  /** Why the record cannot be read; then there is nothing else. */
  readonly fault?: string
}

const failed = (fault: string): Conversion => ({
  records: [],
  losses: [],
  additions: [],
  aliases: [],
  namesWithin: [],
  fault,
})

/** Reads a record of a source. What the source stumbles over spoils this record and no other. */
export function convertRecord(source: Source, foreign: unknown): Conversion {
  if (!isObject(foreign)) return failed(`is no record of ${source.label}; a JSON object is expected`)
  const losses: string[] = []
  const additions: Json[] = []
  const aliases: ArgumentsOf<'alias'>[] = []
  const namesWithin: ArgumentsOf<'within'>[] = []
  const faults: string[] = []
  let records: readonly Json[]
  try {
    records = source.read(foreign, {
      lose: (what) => losses.push(what),
      add: (record) => additions.push(record),
      alias: (...ids) => aliases.push(ids),
      within: (...part) => namesWithin.push(part),
      refuse: (message) => faults.push(message),
    })
  } catch (error) {
    return failed(`cannot be read as ${source.label}, by a fault of its reader: ${(error as Error).message}`)
  }
  if (faults.length > 0) return failed(faults.join('; '))
  return { records, losses, additions, aliases, namesWithin }
}
