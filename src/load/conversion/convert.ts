/** Records of other sources → the records that they become, with what is lost on the way. */

import { isObject, type Json } from '../../model/values/json.ts'
import { isListOfRecords, recordsOf, SourceFault } from '../../model/rows/source-fault.ts'
import type { RecordOrigin, Source, SourceNotes } from '../../model/rows/source-row.ts'

type ArgumentsOf<K extends keyof SourceNotes> = Parameters<SourceNotes[K]>

export interface Conversion extends RecordOrigin {
  readonly records: readonly Json[]
  /** What has no place in them, by kinds. */
  readonly losses: readonly ArgumentsOf<'drop'>[]
  /** What the record says of other entities, which may have records of their own. */
  readonly additions: readonly Json[]
  /** Ids by which other records call the entities. */
  readonly aliases: readonly ArgumentsOf<'alias'>[]
  /** Names that entities have within others. */
  readonly scopedNames: readonly ArgumentsOf<'scopedName'>[]
  /** Why the record cannot be read; then there is nothing else. */
  readonly fault?: string
  /** It is the code of the source that has failed. */
  readonly isSourceFault?: boolean
}

const failed = (fault: string, isSourceFault = false): Conversion => ({
  records: [],
  losses: [],
  additions: [],
  aliases: [],
  scopedNames: [],
  fault,
  isSourceFault,
})

/** Reads a record of a source. What the source stumbles over spoils this record and no other. */
export function convertRecord(source: Source, foreign: unknown): Conversion {
  if (!isObject(foreign)) return failed(`is no record of ${source.label}; a JSON object is expected`)
  const losses: ArgumentsOf<'drop'>[] = []
  const additions: Json[] = []
  const aliases: ArgumentsOf<'alias'>[] = []
  const scopedNames: ArgumentsOf<'scopedName'>[] = []
  const faults: string[] = []
  let origin: RecordOrigin = {}
  let records: readonly Json[]
  try {
    const notes: SourceNotes = {
      drop: (...loss) => losses.push(loss),
      add: (record) => additions.push(record),
      alias: (...ids) => aliases.push(ids),
      scopedName: (...name) => scopedNames.push(name),
      origin: (given) => {
        origin = given
      },
      refuse: (message) => faults.push(message),
    }
    records = recordsOf(source, foreign, notes)
    if (!isListOfRecords(additions)) throw new SourceFault(source, 'add', 'was given what is no record')
  } catch (error) {
    return failed((error as Error).message, true)
  }
  if (faults.length > 0) return failed(faults.join('; '))
  return { records, losses, additions, aliases, scopedNames, ...origin }
}
