/** Answers of OAI-PMH 2.0, and their records one by one. */

import { elementsIn, textIn, type XmlElement } from './xml.ts'

/** What the header of a record says, and what was asked for. */
interface OaiHeader {
  readonly baseURL?: string
  readonly identifier?: string
  readonly datestamp?: string
  readonly sets?: readonly string[]
  /** Of the format of its metadata. */
  readonly prefix?: string
  readonly deleted?: true
}

export interface OaiRecord {
  readonly oai: OaiHeader
  /** The root of its metadata; a deleted one has none. */
  readonly metadata?: XmlElement
  readonly line: number
}

export interface OaiAnswer {
  readonly verb?: XmlElement
  readonly errors: readonly { readonly code: string; readonly message: string }[]
  readonly records: readonly OaiRecord[]
  /** With which the list goes on; absent on its last page. */
  readonly resumptionToken?: string
  /** How many records the list has, by what it says. */
  readonly total?: number
}

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/'

/** What holds records, be it that somebody has taken it out of its answer. */
const HOLDERS = ['ListRecords', 'GetRecord', 'records']

/** Whether an element is an answer, or a part of one with records. */
export const isOaiAnswer = ({ name, namespace }: XmlElement): boolean =>
  name === 'OAI-PMH' || (namespace === NAMESPACE && ['record', ...HOLDERS].includes(name))

function recordOf(record: XmlElement, baseURL?: string, prefix?: string): OaiRecord {
  const [header] = elementsIn(record, 'header')
  const valueOf = (name: string): string | undefined => textIn(elementsIn(header, name)[0])
  const identifier = valueOf('identifier')
  const datestamp = valueOf('datestamp')
  const sets = elementsIn(header, 'setSpec').flatMap((one) => textIn(one) ?? [])
  const [metadata] = elementsIn(elementsIn(record, 'metadata')[0])
  const isDeleted = header?.attributes['status'] === 'deleted'
  return {
    oai: {
      ...(baseURL !== undefined && { baseURL }),
      ...(identifier !== undefined && { identifier }),
      ...(datestamp !== undefined && { datestamp }),
      ...(sets.length > 0 && { sets }),
      ...(prefix !== undefined && { prefix }),
      ...(isDeleted && { deleted: true }),
    },
    ...(metadata && !isDeleted && { metadata }),
    line: record.line,
  }
}

/** Reads an answer; a record that is cut off is left out. */
export function readOaiAnswer(root: XmlElement): OaiAnswer {
  const [request] = elementsIn(root, 'request')
  const baseURL = textIn(request)
  const prefix = request?.attributes['metadataPrefix']
  const verb = root.name === 'OAI-PMH' ? elementsIn(root).find(({ name }) => /^[A-Z]/.test(name)) : root
  const records = verb?.name === 'record' ? [verb] : elementsIn(verb, 'record')
  const [token] = elementsIn(verb, 'resumptionToken')
  const [resumptionToken, total] = [textIn(token), Number(token?.attributes['completeListSize'] ?? NaN)]
  return {
    ...(verb && { verb }),
    errors: elementsIn(root, 'error').map((error) => ({
      code: error.attributes['code'] ?? '',
      message: textIn(error) ?? '',
    })),
    records: records.filter(({ isCutOff }) => !isCutOff).map((record) => recordOf(record, baseURL, prefix)),
    ...(resumptionToken !== undefined && { resumptionToken }),
    ...(Number.isSafeInteger(total) && { total }),
  }
}
