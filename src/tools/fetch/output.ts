/** The file of fetched records, JSON Lines: what stands in it is not asked for again. */

import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { convertRecord } from '../../load/conversion/convert.ts'
import { recordsIn } from '../../load/conversion/recognise.ts'
import { identifiedAs } from '../../model/conversion/ids.ts'
import type { Model } from '../../model/model.ts'
import { isObject, parseJson, type Json } from '../../model/values/json.ts'

/** A record as a service gives it. */
export interface Fetched {
  readonly source: string
  /** Its own identifiers, as `scheme value`. */
  readonly ids: readonly string[]
}

/** What a JSON text is a record of, as load would read it; undefined if it is of no source. */
export function identify(text: string, { sources }: Model): Fetched | undefined {
  const value = parseJson(text)
  const [found] = (isObject(value) && recordsIn(sources, value)) || []
  if (!found) return undefined
  const [record] = convertRecord(found.source, found.record).records
  return record && { source: found.source.name, ids: identifiedAs(record) }
}

const NEWLINE = 10

/** @throws Error if what is there is no such file, or it cannot be written */
export function openFetched(file: string, model: Model) {
  const known: Fetched[] = []
  if (existsSync(file)) {
    const bytes = readFileSync(file)
    // A line that was begun when the command was ended is fetched again.
    const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1)
    for (const [i, line] of whole.toString('utf8').split('\n').slice(0, -1).entries()) {
      const record = identify(line, model)
      if (!record)
        throw new Error(`${file}:${i + 1} is no record that fetch has written; name another file in --out`)
      known.push(record)
    }
    if (whole.length < bytes.length) truncateSync(file, whole.length)
  }
  const target = openSync(file, 'a')
  return {
    known,
    add: (record: Json): void => {
      writeSync(target, `${JSON.stringify(record)}\n`)
    },
    close: (): void => closeSync(target),
  }
}
