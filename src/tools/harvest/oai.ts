/** All records that a repository gives by OAI-PMH, or those that have changed, into one file. */

import { UsageError } from '../../config/errors.ts'
import { isOaiAnswer, readOaiAnswer, type OaiAnswer, type OaiRecord } from '../../model/conversion/oai-pmh.ts'
import { elementsIn, parseXml, textIn, type XmlElement } from '../../model/conversion/xml.ts'
import { element, text, type Xml } from '../../record/xml.ts'
import { withParameters } from '../shared/find-lists.ts'
import { RETRY, Unanswered, type HttpAnswer, type HttpClient } from '../shared/http-client.ts'
import { newList, openOutput, type HarvestOutput, type HarvestState, type ListState } from './output.ts'

export interface OaiOptions {
  readonly client: HttpClient
  /** File that gets the records: .jsonl or .jsonl.gz. */
  readonly out: string
  /** Prefix of the metadata; absent: of those that there are, the one that says most of what load reads. */
  readonly format?: string | undefined
  /** Sets, with commas between; absent: all records. */
  readonly set?: string | undefined
  /** Day or moment, or days before today (7d), from which on records have changed. */
  readonly since?: string | undefined
  readonly onPage: (list: ListState) => void
  /** Takes what is to be said. */
  readonly say: (message: string) => void
}

/** A repository, by what Identify says. */
export interface Repository {
  /** Where it answers, which may be somewhere else than it says. */
  readonly endpoint: string
  readonly baseURL: string
  readonly hasTimes: boolean
}

/** How often a list is begun anew whose tokens are not taken any more. */
const MAX_RESTARTS = 3

const ACCEPT = 'text/xml, application/xml;q=0.9, */*;q=0.1'

/** What stands in a request beside what belongs to the address. */
const ARGUMENTS = ['verb', 'metadataPrefix', 'set', 'from', 'until', 'identifier', 'resumptionToken']

function withoutArguments(url: string): string {
  const target = new URL(url)
  for (const name of ARGUMENTS) target.searchParams.delete(name)
  target.hash = ''
  return target.href
}

/** The root of an answer; else what is wrong with it, and where. */
function rootOf({ status, type, text: body }: HttpAnswer): XmlElement | string {
  const { root, fault } = parseXml(body)
  const what = `is answered with ${status} and ${type || 'no media type'}`
  if (!root || !isOaiAnswer(root)) return `${what}, and not as OAI-PMH`
  return fault ? `${what}, which is no whole XML: ${fault.message}, in line ${fault.line}` : root
}

/** An answer of the server. @throws Unanswered if it does not answer, or is too busy */
async function answerOf(client: HttpClient, url: string, toAnyHost = false): Promise<HttpAnswer> {
  const answer = await client.get(url, { accept: ACCEPT, retryOn: RETRY, toAnyHost })
  if (!RETRY.includes(answer.status)) return answer
  throw new Unanswered(`${url} is answered with ${answer.status}, however often it is asked`)
}

/** @throws Unanswered, which says what is wrong with the answer, and where, if it is so twice */
async function ask({ client, say }: Pick<OaiOptions, 'client' | 'say'>, url: string): Promise<OaiAnswer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await answerOf(client, url)
    const root = rootOf(answer)
    if (typeof root !== 'string') {
      if (answer.text.includes('\uFFFD'))
        say(`${url} has letters that cannot be read, and are lost: OAI-PMH is UTF-8, and it is not`)
      return readOaiAnswer(root)
    }
    if (attempt > 0) throw new Unanswered(`${url} ${root}`)
  }
}

/** @returns undefined for what is no repository @throws Unanswered */
export async function identify(client: HttpClient, url: string): Promise<Repository | undefined> {
  const request = withParameters(withoutArguments(url), { verb: 'Identify' })
  const answer = await answerOf(client, request, true)
  const root = rootOf(answer)
  if (typeof root === 'string') return undefined
  const { verb } = readOaiAnswer(root)
  const valueOf = (name: string): string | undefined => textIn(elementsIn(verb, name)[0])
  const endpoint = withoutArguments(answer.url)
  return {
    endpoint,
    baseURL: valueOf('baseURL') ?? endpoint,
    hasTimes: /hh/i.test(valueOf('granularity') ?? ''),
  }
}

/** Formats that load reads, those that say most first. */
const KNOWN_FORMATS = [
  /schema\.datacite\.org\/oai\/|datacite\.org\/schema\/kernel-[234]/,
  /namespace\.openaire\.eu\/schema\/oaire/,
  /OAI\/2\.0\/oai_dc/,
]

async function bestFormat(options: OaiOptions, { endpoint }: Repository): Promise<string> {
  const { verb } = await ask(options, withParameters(endpoint, { verb: 'ListMetadataFormats' }))
  const formats = elementsIn(verb, 'metadataFormat').map((one) => {
    const valueOf = (name: string): string => textIn(elementsIn(one, name)[0]) ?? ''
    return { prefix: valueOf('metadataPrefix'), namespace: valueOf('metadataNamespace') }
  })
  for (const known of KNOWN_FORMATS) {
    const found = formats.find(({ namespace }) => known.test(namespace))
    if (found) return found.prefix
  }
  return 'oai_dc'
}

/** A moment as the repository takes it. @throws UsageError */
function momentOf(given: string, { hasTimes }: Repository): string {
  const [, days] = /^(\d{1,5})d$/.exec(given) ?? []
  const moment =
    days === undefined ? given : new Date(Date.now() - Number(days) * 86_400_000).toISOString().slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(moment) || Number.isNaN(Date.parse(moment)))
    throw new UsageError(
      `--since must be a day, a moment or a number of days: 2026-11-01, 2026-11-01T12:00:00Z, 7d`,
    )
  if (!hasTimes) return moment.slice(0, 10)
  return moment.includes('T') ? moment : `${moment}T00:00:00Z`
}

const xmlOf = ({ qualifiedName, content }: XmlElement, attributes: XmlElement['attributes']): Xml =>
  element(
    qualifiedName,
    attributes,
    content.map((one) => (typeof one === 'string' ? text(one) : xmlOf(one, one.attributes))),
  )

/** A record as a line of the file; metadata that are missing are an empty text, which load refuses. */
const lineOf = ({ oai, metadata }: OaiRecord, { baseURL }: Repository, prefix: string): unknown => ({
  oai: { ...oai, baseURL, prefix },
  ...(!oai.deleted && {
    metadata: metadata ? xmlOf(metadata, { ...metadata.declarations, ...metadata.attributes }) : '',
  }),
})

interface OaiHarvest extends OaiOptions {
  readonly repository: Repository
  readonly prefix: string
  readonly output: HarvestOutput
  readonly state: HarvestState
}

/** Takes back what is written from a place on; the state goes first, as it must not name more than there is. */
function cutBack(bytes: number, { output, state }: OaiHarvest): void {
  state.bytes = bytes
  output.save(state)
  output.truncate(bytes)
}

/** Begins a list anew. */
function restart(list: ListState, harvest: OaiHarvest): void {
  delete list.next
  Object.assign(list, { pages: 0, records: 0 })
  cutBack(list.start, harvest)
}

/** The records of a list, page by page. @throws Unanswered; Error that says what of the list is wrong */
async function harvestRecords(list: ListState, harvest: OaiHarvest): Promise<void> {
  const { output, state, repository, prefix, say, onPage } = harvest
  const visited = new Set<string>()
  for (let restarts = 0; !list.done;) {
    const url = list.next?.url ?? list.url
    const { errors, records, resumptionToken, total } = await ask(harvest, url)
    const [error] = errors
    if (error?.code === 'badResumptionToken' && list.next && restarts++ < MAX_RESTARTS) {
      say(
        `${list.url} is begun anew: the token with which it went on is not taken any more (${error.message})`,
      )
      restart(list, harvest)
      visited.clear()
      continue
    }
    if (error && error.code !== 'noRecordsMatch')
      throw new Error(`${url} is answered with ${error.code}: ${error.message}`)
    list.pages++
    list.records += records.length
    if (total !== undefined) list.total = total
    state.bytes += output.write(records.map((one) => lineOf(one, repository, prefix)))
    visited.add(url)
    const next = withParameters(repository.endpoint, {
      verb: 'ListRecords',
      resumptionToken: resumptionToken ?? '',
    })
    if (resumptionToken !== undefined && visited.has(next))
      throw new Error(`${url} leads back to a page that was read before; the list does not end`)
    list.done = resumptionToken === undefined
    list.next = { url: next, number: list.pages + 1, isCounted: false, emptyPages: 0 }
    output.save(state)
    onPage(list)
  }
}

/** From when on a list was asked for; of one without beginning, from the first record on. */
const fromOf = ({ url }: ListState): string => new URL(url).searchParams.get('from') ?? ''

export interface OaiHarvested {
  readonly records: number
  readonly prefix: string
  readonly isResumed: boolean
}

/**
 * Writes the records of a repository. What is there already of a harvest of the same records is gone on with, be it
 * that it was begun with an earlier day.
 */
export async function harvestOai(repository: Repository, options: OaiOptions): Promise<OaiHarvested> {
  const { out, format, set, since } = options
  const prefix = format ?? (await bestFormat(options, repository))
  const from = since === undefined ? '' : momentOf(since, repository)
  const lists = (set ?? '').split(',').map((spec) => ({
    verb: 'ListRecords',
    metadataPrefix: prefix,
    ...(spec.trim() !== '' && { set: spec.trim() }),
  }))
  const urls = lists.map((one) => withParameters(repository.endpoint, one))
  const output = openOutput(out, urls.join(' '))
  try {
    const { earlier } = output
    const isResumed = earlier !== undefined && earlier.lists.every((list) => fromOf(list) <= from)
    const state: HarvestState = isResumed
      ? earlier
      : {
          url: urls.join(' '),
          bytes: 0,
          findings: [],
          lists: urls.map((url) => newList(from === '' ? url : withParameters(url, { from }))),
        }
    const harvest = { ...options, repository, prefix, output, state }
    if (!isResumed) cutBack(0, harvest)
    for (const list of state.lists) {
      if (list.done) continue
      if (list.pages === 0) list.start = state.bytes
      await harvestRecords(list, harvest)
    }
    output.finish()
    const records = state.lists.reduce((sum, list) => sum + list.records, 0)
    return { records, prefix, isResumed }
  } finally {
    output.close()
  }
}
