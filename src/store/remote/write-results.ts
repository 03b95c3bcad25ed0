/**
 * Rows → the forms of SPARQL results: JSON, XML, CSV and TSV as the recommendations of SPARQL 1.1 have them.
 */

import { datatypeOf, iriOf, isBlank, isIri, languageOf, textOf } from '../../record/rdf/triples.ts'
import type { Results } from './results.ts'

interface Term {
  readonly type: 'uri' | 'bnode' | 'literal'
  readonly value: string
  readonly 'xml:lang'?: string
  readonly datatype?: string
}

function termOf(text: string): Term {
  if (isIri(text)) return { type: 'uri', value: iriOf(text) }
  if (isBlank(text)) return { type: 'bnode', value: text.slice(2) }
  const [language, datatype] = [languageOf(text), datatypeOf(text)]
  return {
    type: 'literal',
    value: textOf(text),
    ...(language !== undefined && { 'xml:lang': language }),
    ...(datatype !== undefined && { datatype }),
  }
}

const json = ({ variables, rows, boolean }: Results): string =>
  JSON.stringify(
    boolean === undefined
      ? {
          head: { vars: variables },
          results: {
            bindings: rows.map((row) =>
              Object.fromEntries(Object.entries(row).map(([name, text]) => [name, termOf(text)])),
            ),
          },
        }
      : { head: {}, boolean },
  )

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (letter) => XML[letter] as string)

function element(text: string): string {
  const { type, value, datatype, 'xml:lang': language } = termOf(text)
  const attribute =
    language !== undefined
      ? ` xml:lang="${escape(language)}"`
      : datatype !== undefined
        ? ` datatype="${escape(datatype)}"`
        : ''
  return `<${type}${attribute}>${escape(value)}</${type}>`
}

function xml({ variables, rows, boolean }: Results): string {
  const head = variables.map((name) => `<variable name="${escape(name)}"/>`).join('')
  const binding = (name: string, term: Results['rows'][number][string] | undefined): string =>
    term === undefined ? '' : `<binding name="${escape(name)}">${element(term)}</binding>`
  const result = (row: Results['rows'][number]): string =>
    `<result>${variables.map((name) => binding(name, row[name])).join('')}</result>`
  const body =
    boolean === undefined
      ? `<results>${rows.map(result).join('')}</results>`
      : `<boolean>${boolean}</boolean>`
  return (
    '<?xml version="1.0"?><sparql ' +
    `xmlns="http://www.w3.org/2005/sparql-results#"><head>${head}</head>${body}</sparql>`
  )
}

function csv({ variables, rows }: Results): string {
  const cell = (text: string | undefined): string => {
    const value = text === undefined ? '' : isBlank(text) ? text : termOf(text).value
    return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  }
  return [variables, ...rows.map((row) => variables.map((name) => cell(row[name])))]
    .map((line) => `${line.join(',')}\r\n`)
    .join('')
}

const tsv = ({ variables, rows }: Results): string =>
  [variables.map((name) => `?${name}`), ...rows.map((row) => variables.map((name) => row[name] ?? ''))]
    .map((line) => `${line.join('\t')}\n`)
    .join('')

const writers: Readonly<Record<string, (results: Results) => string>> = {
  'application/sparql-results+json': json,
  'application/json': json,
  'application/sparql-results+xml': xml,
  'text/csv': csv,
  'text/tab-separated-values': tsv,
}

/** @param type media type without parameters */
export const writeResults = (results: Results, type: string): string => (writers[type] ?? json)(results)
