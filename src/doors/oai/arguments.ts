/** What a harvester asks for, and what is wrong with it (OAI-PMH 2.0, sections 3 and 4). */

import { instantText } from '../../model/values/dates.ts'
import type { Behind } from '../shared/changes.ts'

/** An error of the protocol, which is answered with status 200. */
export class OaiError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const badArgument = (message: string): OaiError => new OaiError('badArgument', message)

/** Arguments by verb: those that must be there, and those that may. A token stands alone. */
const verbs: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  Identify: { required: [], optional: [] },
  ListMetadataFormats: { required: [], optional: ['identifier'] },
  ListSets: { required: [], optional: ['resumptionToken'] },
  ListIdentifiers: { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] },
  ListRecords: { required: ['metadataPrefix'], optional: ['from', 'until', 'set', 'resumptionToken'] },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [] },
}

const NAME = String.raw`[\w\-.!~*'()]+`

/** What the schema of answers, which repeat arguments, takes: a URI has no other characters, and a port of digits. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  metadataPrefix: (text) => new RegExp(`^${NAME}$`).test(text),
  set: (text) => new RegExp(`^${NAME}(?::${NAME})*$`).test(text),
  identifier: (text) =>
    /^(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\da-f]{2})+$/i.test(text) &&
    (!text.includes('//') || URL.canParse(text, 'http://a')),
}

export type Arguments = Readonly<Record<string, string>> & { readonly verb: string }

/** @param query as it stands in a URL or a form @throws OaiError badVerb, badArgument */
export function readArguments(query: string): Arguments {
  const given = new URLSearchParams(query)
  const [verb, ...more] = given.getAll('verb')
  const known = `one of ${Object.keys(verbs).join(', ')}`
  if (verb === undefined) throw new OaiError('badVerb', `There is no verb: verb is ${known}.`)
  const rule = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!rule || more.length > 0)
    throw new OaiError(
      'badVerb',
      `${more.length > 0 ? 'There are several verbs' : `Illegal verb ${verb}`}; ${known}.`,
    )
  const names = [...rule.required, ...rule.optional]
  for (const name of new Set(given.keys())) {
    if (name === 'verb') continue
    if (!names.includes(name))
      throw badArgument(`${verb} has no argument ${name}; it takes ${names.join(', ') || 'none'}.`)
    const [value = '', another] = given.getAll(name)
    if (another !== undefined) throw badArgument(`${name} stands there more than once.`)
    if (forms[name]?.(value) === false)
      throw badArgument(`${name} is ${value}, which has characters that no ${name} has.`)
  }
  if (given.has('resumptionToken')) {
    if (given.size > 2) throw badArgument('resumptionToken stands alone, beside the verb.')
  } else
    for (const name of rule.required)
      if (!given.get(name)) throw badArgument(`${verb} needs the argument ${name}.`)
  return Object.fromEntries(given) as Arguments
}

const DAY = /^\d{4}-\d\d-\d\d$/
const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Seconds of a date of the protocol. @throws OaiError badArgument */
function secondsOf(name: string, value: string, isEnd: boolean): number {
  const whole = DAY.test(value) ? `${value}T${isEnd ? '23:59:59' : '00:00:00'}Z` : value
  const ms = SECOND.test(whole) ? Date.parse(whole) : Number.NaN
  if (Number.isNaN(ms) || instantText(ms / 1000) !== whole)
    throw badArgument(`${name} is ${value}; it must be YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`)
  return ms / 1000
}

/** Which part of a list is asked for. */
export interface OaiRequest {
  readonly prefix: string
  readonly set?: string | undefined
  readonly from: number
  /** Frozen by the first answer: what changes meanwhile is for the next harvest. */
  readonly until: number
  readonly behind?: Behind | undefined
  /** Items before this page. */
  readonly cursor: number
}

/** @param now seconds up to which a harvest goes that does not say @throws OaiError badArgument, badResumptionToken */
export function readRequest(given: Arguments, now: number): OaiRequest {
  const { resumptionToken: token, metadataPrefix: prefix = '', set, from, until } = given
  if (token !== undefined) return readToken(token)
  if (from !== undefined && until !== undefined && DAY.test(from) !== DAY.test(until))
    throw badArgument('from and until must have the same granularity.')
  const start = from === undefined ? 0 : secondsOf('from', from, false)
  const end = until === undefined ? now : secondsOf('until', until, true)
  if (until !== undefined && start > end) throw badArgument('from is later than until.')
  return { prefix, set, from: start, until: end, cursor: 0 }
}

const VERSION = 1

/** A token: all that the next request needs, so that it outlives reloads and restarts. */
export const writeToken = ({ prefix, set = '', from, until, behind, cursor }: OaiRequest): string =>
  Buffer.from(
    JSON.stringify([VERSION, prefix, set, from, until, cursor, behind?.stamp, behind?.list, behind?.iri]),
  ).toString('base64url')

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readToken(token: string): OaiRequest {
  try {
    const values = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    const [version, prefix, set, from, until, cursor, stamp, list, iri] = values
    if (
      version === VERSION &&
      values.length === 9 &&
      [prefix, set, list, iri].every((value) => typeof value === 'string') &&
      [from, until, cursor, stamp].every(isCount)
    )
      return {
        prefix: prefix as string,
        set: (set as string) || undefined,
        from: from as number,
        until: until as number,
        cursor: cursor as number,
        behind: { stamp: stamp as number, list: list as string, iri: iri as string },
      }
  } catch {
    /* said below */
  }
  throw new OaiError('badResumptionToken', 'This is no resumptionToken of this server: begin the list anew.')
}
