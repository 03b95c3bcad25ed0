/** A record as it was read, converted, and not yet linked with others: a line of the log of records. */

import type { Json } from '../../model/values/json.ts'
import { keyBytes, textOfKey, type Key } from '../../search-index/tables/sorter.ts'
import type { Conversion } from '../conversion/convert.ts'
import type { RecordPlace } from '../merge/part.ts'
import type { SubjectRecords } from '../rdf/subjects.ts'
import { utf8Text } from '../text/utf8.ts'

/** What tells whether a record takes the place of another one. */
export interface EntryHead {
  /** What the record is a part of: records of one collection replace each other. */
  readonly collection: string
  /** Its id there. */
  readonly key: string
  /** Name of the source; absent: it is SKG-IF. */
  readonly source?: string | undefined
  /** As of when it is, as its source says; texts that sort by time. */
  readonly date?: string | undefined
  /** The id was made of what the record says, so that a later copy has another one. */
  readonly isMade?: boolean
  /** The source says that the record is gone. */
  readonly isDeleted?: boolean
}

interface StoredHead extends EntryHead {
  /** The load that has read it; the first is 1. */
  readonly generation: number
}

export type EntryBody = { readonly at: RecordPlace } & (
  | {
      /** A record of SKG-IF in JSON. */
      readonly record: unknown
      readonly base?: string | undefined
    }
  | {
      /** It is in the graph since another record names it. */
      readonly isNamed?: boolean | undefined
      /** Undefined: there is no such record, or none that is kept. */
      readonly conversion: Pick<Conversion, 'records' | 'additions' | 'aliases' | 'scopedNames'> | undefined
    }
  | { readonly subject: Pick<SubjectRecords, 'iri' | 'records' | 'quads'> }
)

/** A line of the log, of which the body is read where it is needed. */
export interface Entry {
  readonly head: StoredHead
  readonly line: Buffer
}

type Columns = readonly [
  collection: string,
  key: string,
  generation: number,
  source: string | null,
  date: string | null,
  isMade: 0 | 1,
  isDeleted: 0 | 1,
]

/** Where an entry stands in the order of the log. */
export const sortKey = ({ collection, key }: EntryHead): Key => keyBytes(`${collection}\0${key}`)

/** The id in such a key. */
export const idInKey = (key: Key): string => textOfKey(key.slice(key.indexOf('\0') + 1))

const flag = (is: boolean | undefined): 0 | 1 => (is ? 1 : 0)

/** Two columns: the head and the body, as JSON, which has no tabs. */
export function encodeEntry(head: StoredHead, body: EntryBody): string {
  const { collection, key, generation, source = null, date = null, isMade, isDeleted } = head
  const columns: Columns = [collection, key, generation, source, date, flag(isMade), flag(isDeleted)]
  return `${JSON.stringify(columns)}\t${JSON.stringify(body)}`
}

export function headOf(line: Buffer): StoredHead {
  const columns = JSON.parse(utf8Text(line.subarray(0, line.indexOf('\t')))) as Columns
  const [collection, key, generation, source, date, isMade, isDeleted] = columns
  const head = { collection, key, generation, isMade: isMade === 1, isDeleted: isDeleted === 1 }
  return { ...head, source: source ?? undefined, date: date ?? undefined }
}

export const decodeEntry = (line: Buffer): Entry => ({ head: headOf(line), line })

export const bodyOf = ({ line }: Entry): EntryBody =>
  JSON.parse(utf8Text(line.subarray(line.indexOf('\t') + 1))) as EntryBody

/** The ids of the records that an entry has, as they are written there. */
export function idsOf(entry: Entry): string[] {
  const body = bodyOf(entry)
  if ('subject' in body) return [body.subject.iri]
  const records = 'record' in body ? [body.record] : (body.conversion?.records ?? [])
  return records.flatMap((record) => {
    const id = (record as Json | null)?.['local_identifier']
    return typeof id === 'string' ? [id] : []
  })
}
