/** CSL JSON as RIS, the tagged format that reference managers share. */

import { withoutMarkup } from '../../model/conversion/plain-title.ts'
import { citedType, pagesOf, singleLine, type CslDate, type CslItem, type CslName } from './csl.ts'

/** Types of reference; any other item is generic. */
const types: Readonly<Record<string, string>> = {
  'article-journal': 'JOUR',
  article: 'UNPB',
  'paper-conference': 'CPAPER',
  chapter: 'CHAP',
  book: 'BOOK',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  software: 'COMP',
}

/** Tags of the variables that are text, in the order of the file. */
const textTags: readonly (readonly [tag: string, variable: string])[] = [
  ['T2', 'container-title'],
  ['PB', 'publisher'],
  ['VL', 'volume'],
  ['IS', 'issue'],
  ['M1', 'number'],
  ['ET', 'edition'],
  ['DO', 'DOI'],
  ['SN', 'ISBN'],
  ['UR', 'URL'],
  ['N1', 'note'],
  ['LA', 'language'],
  ['AB', 'abstract'],
]

/** A comma stands between the parts of a name. */
const nameOf = ({ family, given, literal = '' }: CslName): string =>
  [family ?? literal, given].flatMap((part) => (part ? [part.replaceAll(',', ' ')] : [])).join(', ')

/** A date has four parts, the last of which is free text. */
function dateLines({ 'date-parts': dates, literal }: CslDate): [string, string][] {
  const parts = dates?.[0]
  if (!parts) return literal === undefined ? [] : [['Y1', `///${literal}`]]
  const [year = 0, ...rest] = parts
  const date = [String(year), ...rest.map((part) => String(part).padStart(2, '0')), '', '', ''].slice(0, 4)
  return [
    ['PY', String(year)],
    ['DA', date.join('/')],
  ]
}

function linesOf(item: CslItem): [tag: string, value: string][] {
  const text = (name: string): string | undefined => item[name] as string | undefined
  const names = (name: string): readonly CslName[] => (item[name] ?? []) as readonly CslName[]
  const [first, last] = pagesOf(item)
  const tags: readonly (readonly [string, string | undefined])[] = [
    ['TY', types[citedType(item)] ?? 'GEN'],
    ['ID', text('citation-key')],
    ['TI', withoutMarkup(text('title') ?? '')],
    ...names('author').map((name) => ['AU', nameOf(name)] as const),
    ...names('editor').map((name) => ['ED', nameOf(name)] as const),
    ...dateLines((item.issued ?? {}) as CslDate),
    // T2 of a paper is the conference for some programs, and C3 its proceedings.
    ['C3', item.type === 'paper-conference' ? text('container-title') : undefined],
    ['SP', first],
    ['EP', last],
    ...textTags.map(([tag, name]) => [tag, text(name)] as const),
  ]
  return tags.flatMap(([tag, value]) => (value ? [[tag, singleLine(value)] as [string, string]] : []))
}

/** The text of an .ris file. */
export const writeRis = (items: readonly CslItem[]): string =>
  items
    .map((item) => [...linesOf(item), ['ER', ''] as const])
    .map((lines) => lines.map(([tag, value]) => `${tag}  - ${value}\r\n`).join(''))
    .join('\r\n')
