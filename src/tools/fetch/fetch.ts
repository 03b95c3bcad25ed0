/** Records of a list of identifiers, asked of the services that have them, one request at a time. */

import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { BudgetExceeded, Unanswered, type HttpAnswer, type HttpClient } from '../shared/http-client.ts'
import type { Model } from '../../model/model.ts'
import { type Json, isObject, parseJson } from '../../model/values/json.ts'
import type { ListedId } from './list.ts'
import { services as publicServices, type Service } from './services.ts'
import { convertRecord } from '../../load/conversion/convert.ts'
import { recordsIn } from '../../load/conversion/recognise.ts'
import { identifiedAs } from '../../model/conversion/ids.ts'

export interface FetchOptions {
  readonly model: Model
  readonly client: HttpClient
  /** Absent: those that everybody can ask. */
  readonly services?: readonly Service[]
  /** Address of whoever asks, which services want. */
  readonly mail: string | undefined
  readonly out: string
  /** Takes what is wrong, as a sentence. */
  readonly onFault: (message: string) => void
  readonly onProgress: (done: number, all: number) => void
}

export interface FetchResult {
  readonly fetched: number
  /** Requests that were not necessary, as the file has the record. */
  readonly cached: number
  /** Identifiers that no service knows. */
  readonly unknown: readonly string[]
  /** Requests that failed; the same command sends them again. */
  readonly failed: number
}

const RETRIED = [429, 500, 502, 503, 504]
const UNKNOWN = [404, 410]

/** Failures of a service in a row after which it is not asked any more. */
const MAX_FAILURES = 3

type Outcome =
  | { readonly kind: 'record'; readonly record: Json }
  | { readonly kind: 'unknown' }
  /** @property isOfService others would fail alike */
  | { readonly kind: 'failed'; readonly message: string; readonly isOfService: boolean }

/** What an answer is: a record of what was asked for, or what is wrong with it. */
function outcomeOf({ status, text, type }: HttpAnswer, service: Service, key: string, model: Model): Outcome {
  if (UNKNOWN.includes(status)) return { kind: 'unknown' }
  if (status !== 200)
    return {
      kind: 'failed',
      message: `answers with the status ${status}`,
      isOfService: RETRIED.includes(status),
    }
  const found = identify(text, model)
  if (!found || (service.source !== undefined && found.source !== service.source)) {
    const message = `gives no record that can be read, but ${text === '' ? 'nothing' : type || 'bytes without a type'}`
    return { kind: 'failed', message, isOfService: false }
  }
  if (!found.ids.includes(key))
    return { kind: 'failed', message: `gives another record: ${found.ids.join(', ')}`, isOfService: false }
  return { kind: 'record', record: JSON.parse(text) as Json }
}

/** @throws Error if the file cannot be written */
export async function fetchRecords(list: readonly ListedId[], options: FetchOptions): Promise<FetchResult> {
  const { model, client, services = publicServices, mail, out, onFault, onProgress } = options
  const output = openFetched(out, model)
  // What no service has as its source comes from the one that has any.
  const serviceOf = (found: string): Service | undefined =>
    services.find(({ source }) => source === found) ?? services.find(({ source }) => source === undefined)
  const known = new Set(
    output.known.flatMap(({ source, ids }) => ids.map((id) => `${serviceOf(source)?.url} ${id}`)),
  )
  const failures = new Map<Service, number>()
  const unknown: string[] = []
  let [fetched, cached, failed] = [0, 0, 0]

  async function ask(service: Service, { value }: ListedId, key: string): Promise<Outcome> {
    const url = `${service.url}/${service.path(value, mail)}`
    try {
      const { accept } = service
      const answer = await client.get(url, { accept, retryOn: RETRIED, toAnyHost: true })
      const outcome = outcomeOf(answer, service, key, model)
      return outcome.kind === 'failed' ? { ...outcome, message: `${url} ${outcome.message}` } : outcome
    } catch (error) {
      if (!(error instanceof Unanswered) && !(error instanceof BudgetExceeded)) throw error
      return { kind: 'failed', message: error.message, isOfService: true }
    }
  }

  /** Asks the services that know a scheme, unless the file has their record. */
  async function fetchOne(id: ListedId): Promise<void> {
    const key = `${id.kind} ${id.value}`
    let isKnown = false
    let hasFailed = false
    for (const service of services.filter(({ kind }) => kind === id.kind)) {
      if (known.has(`${service.url} ${key}`)) {
        cached++
        isKnown = true
        continue
      }
      const before = failures.get(service) ?? 0
      if (before >= MAX_FAILURES) {
        failed++
        hasFailed = true
        continue
      }
      const outcome = await ask(service, id, key)
      const isDown = outcome.kind === 'failed' && outcome.isOfService
      failures.set(service, isDown ? before + 1 : 0)
      if (outcome.kind === 'record') {
        output.add(outcome.record)
        fetched++
        isKnown = true
      } else if (outcome.kind === 'failed') {
        failed++
        hasFailed = true
        onFault(outcome.message)
        if (isDown && before + 1 === MAX_FAILURES) onFault(`${service.url} is not asked any more`)
      }
    }
    if (!isKnown && !hasFailed) unknown.push(key)
  }

  try {
    for (const [i, id] of list.entries()) {
      await fetchOne(id)
      onProgress(i + 1, list.length)
    }
  } finally {
    output.close()
  }
  return { fetched, cached, unknown, failed }
}

/** A record as a service gives it. */
interface Fetched {
  readonly source: string
  /** Its own identifiers, as `scheme value`. */
  readonly ids: readonly string[]
}

/** What a JSON text is a record of, as load would read it; undefined if it is of no source. */
function identify(text: string, { sources }: Model): Fetched | undefined {
  const value = parseJson(text)
  const [found] = (isObject(value) && recordsIn(sources, value)) || []
  if (!found) return undefined
  const [record] = convertRecord(found.source, found.record).records
  return record && { source: found.source.name, ids: identifiedAs(record) }
}

const NEWLINE = 10

/** @throws Error if what is there is no such file, or it cannot be written */
function openFetched(file: string, model: Model) {
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
