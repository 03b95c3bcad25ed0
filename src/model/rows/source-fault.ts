/** Calls of the functions of sources: what is wrong with them is an error that names the member. */

import { formatValue, isObject, type Json } from '../values/json.ts'
import { UnreadableText, type Source, type SourceNotes } from './source-row.ts'

/** A function of a source has thrown, or has returned what it may not. */
export class SourceFault extends Error {
  constructor(source: Source, member: string, fault: string) {
    super(`is not read by the source ${source.name}, by a fault of it: ${member} ${fault}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error of a member that has thrown: its own, if it says that the text cannot be read. */
export const thrownBy = (source: Source, member: string, error: unknown): Error =>
  error instanceof UnreadableText || error instanceof SourceFault
    ? error
    : new SourceFault(source, member, `failed: ${messageOf(error)}`)

/** What a function of a source returns. @param expected what it must return @throws SourceFault */
export function resultOf<T>(
  source: Source,
  member: string,
  call: () => T,
  isRight: (value: unknown) => boolean,
  expected: string,
): T {
  let value: T
  try {
    value = call()
  } catch (error) {
    throw thrownBy(source, member, error)
  }
  return checkResult(source, member, value, isRight, expected)
}

/** The value, if it is right. @throws SourceFault */
export function checkResult<T>(
  source: Source,
  member: string,
  value: T,
  isRight: (value: unknown) => boolean,
  expected: string,
): T {
  if (isRight(value)) return value
  throw new SourceFault(source, member, `returned ${formatValue(value)}; ${expected} is expected`)
}

/** Whether a source recognises a JSON object. @throws SourceFault */
export const isRecordOf = (source: Source, record: Json): boolean =>
  resultOf(
    source,
    'recognises',
    () => source.recognises(record),
    () => true,
    'true or false',
  )

export const isListOfRecords = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

/** What a source makes of a JSON object. @throws SourceFault */
export const recordsOf = (source: Source, foreign: Json, notes: SourceNotes): readonly Json[] =>
  resultOf(source, 'read', () => source.read(foreign, notes), isListOfRecords, 'a list of records')
