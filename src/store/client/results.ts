/** SPARQL 1.1 Query Results JSON → rows of terms as N-Triples text, as the embedded store gives them. */

import { StringDecoder } from 'node:string_decoder'
import { iriOf, isIri, quote, XSD } from '../../record/rdf/triples.ts'
import { iriTerm, languageTerm, typedTerm } from '../../record/rdf/write-terms.ts'
import { isIriText, iriText } from '../../sparql/terms.ts'
import type { Row } from '../store.ts'
import type { Engine } from './engines.ts'
import { RemoteFault } from './remote-faults.ts'

interface JsonTerm {
  readonly type: string
  readonly value: string
  readonly datatype?: string
  readonly 'xml:lang'?: string
}

export interface Results {
  /** Names of the variables, in order. */
  readonly variables: readonly string[]
  readonly rows: Row[]
  /** The answer of an ASK. */
  readonly boolean?: boolean
}

export const RESULTS = 'application/sparql-results+json'
export const CSV = 'text/csv'

const STRING = `${XSD}string`

/** A label that every reader of N-Triples takes: Virtuoso writes `nodeID://b10088`. */
const labelOf = (text: string): string => {
  const label = text.replace(/^nodeID:\/\//, '')
  return /^\w+$/.test(label)
    ? label
    : `b${label.replace(/\W/g, (letter) => `x${letter.charCodeAt(0).toString(16)}`)}`
}

/** A literal without language. @param datatype its IRI; absent for a plain string */
function spelledAs(text: string, datatype: string | undefined, { spelling }: Engine): string {
  if (datatype === undefined || datatype === STRING) return quote(text)
  const spelled = datatype.startsWith(XSD) ? spelling?.[datatype.slice(XSD.length)] : undefined
  return typedTerm(spelled ? spelled(text) : text, datatype)
}

const isText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

/** @throws RemoteFault strange */
function termText(term: Partial<JsonTerm> | null | undefined, engine: Engine): string {
  const { type, value, datatype, 'xml:lang': language } = term ?? {}
  if (typeof type !== 'string' || typeof value !== 'string' || !isText(datatype) || !isText(language))
    throw unreadable()
  if (type === 'bnode') return `_:${labelOf(value)}`
  try {
    if (type === 'uri') return iriTerm(value)
    return language ? languageTerm(value, language) : spelledAs(value, datatype, engine)
  } catch (error) {
    throw unreadable(error)
  }
}

/** An IRI of an answer as it stands in a query. @throws RemoteFault strange if it is none */
export function iriInQuery(term: string): string {
  const iri = iriOf(term)
  if (!isIri(term) || !isIriText(iri))
    throw new RemoteFault('unreadable', `It gave ${term} where an IRI stands.`)
  return iriText(iri)
}

/** Reads the one column of a CSV, which are IRIs, piece by piece. */
interface ColumnReader {
  add(piece: Buffer): void
  /** @throws RemoteFault unreadable */
  end(): string[]
}

/** A line each, which some engines put in quotes. */
export function createColumnReader(variable: string): ColumnReader {
  const decoder = new StringDecoder()
  const lines: string[] = []
  let rest = ''
  const addLine = (line: string): void => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text !== '') lines.push(text.startsWith('"') ? text.slice(1, -1) : text)
  }
  return {
    add(piece) {
      const parts = (rest + decoder.write(piece)).split('\n')
      rest = parts.pop() as string
      parts.forEach(addLine)
    },
    end() {
      addLine(rest)
      const [head, ...iris] = lines
      if (head !== variable || iris.some((iri) => !IRI.test(iri)))
        throw new RemoteFault('unreadable', 'It gave no column of IRIs in CSV.')
      return iris
    },
  }
}

const IRI = /^[a-z][a-z0-9+.-]*:[^\s"<>]*$/i

const unreadable = (cause?: unknown): RemoteFault =>
  new RemoteFault('unreadable', 'It gave no SPARQL results in JSON.', { cause })

/** @throws RemoteFault strange */
export function readResults(body: Buffer, engine: Engine): Results {
  let document: { head?: { vars?: unknown }; boolean?: unknown; results?: { bindings?: unknown } } | null
  try {
    document = JSON.parse(body.toString()) as typeof document
  } catch (error) {
    throw unreadable(error)
  }
  if (typeof document?.boolean === 'boolean') return { variables: [], rows: [], boolean: document.boolean }
  const [variables, bindings] = [document?.head?.vars, document?.results?.bindings]
  if (!Array.isArray(variables) || !Array.isArray(bindings)) throw unreadable()
  const rows = (bindings as (Record<string, JsonTerm> | null)[]).map((binding) => {
    if (typeof binding !== 'object' || binding === null) throw unreadable()
    const row: Record<string, string> = {}
    for (const name in binding) row[name] = termText(binding[name], engine)
    return row
  })
  return { variables: variables as string[], rows }
}
