/** RIS, the lines `TY  - JOUR` of reference managers → items of CSL. */

import type { Json } from '../../model/values/json.ts'
import type { TextRecord } from '../../model/rows/source-row.ts'
import { byWord, words } from '../../model/values/collections.ts'
import { byName } from '../../model/conversion/json.ts'
import { doiOf } from '../../model/conversion/ids.ts'

const types = byWord({
  'article-journal': 'JOUR JFULL ABST EJOUR',
  article: 'INPR',
  manuscript: 'UNPB',
  'article-magazine': 'MGZN',
  'article-newspaper': 'NEWS',
  book: 'BOOK EBOOK EDBOOK',
  chapter: 'CHAP ECHAP',
  'paper-conference': 'CONF CPAPER',
  thesis: 'THES',
  report: 'RPRT GOVDOC',
  dataset: 'DATA',
  software: 'COMP',
  'entry-encyclopedia': 'ENCYC',
  'entry-dictionary': 'DICT',
  standard: 'STAND',
  patent: 'PAT',
  webpage: 'ELEC',
  'post-weblog': 'BLOG',
  map: 'MAP',
  figure: 'FIGURE',
})

/** Tags of the title; a second one begins another entry. */
const TITLES = ['TI', 'T1', 'CT']

/** The title of a book; of all else, that of the book in which it stands. */
const BOOK_TITLE = 'BT'
const wholeBooks = ['book', 'manuscript']

/** Tags that hold one value → members of an item; of several with one member, the first that is there. */
const single = byName<readonly string[]>({
  title: TITLES,
  'container-title': ['T2', 'JO', 'JF', 'JA', 'J2'],
  'collection-title': ['T3'],
  abstract: ['AB', 'N2'],
  DOI: ['DO'],
  URL: ['UR', 'L2'],
  publisher: ['PB'],
  'publisher-place': ['CY', 'PP'],
  volume: ['VL'],
  issue: ['IS'],
  edition: ['ET'],
  language: ['LA'],
  number: ['M1'],
  note: ['N1'],
})

const AUTHORS = ['AU', 'A1']
const EDITORS = ['ED', 'A2']

/** Tags that are read; others have no place. */
const knownTags = new Set([
  ...words('TY ER ID KW SN SP EP PY Y1 DA AN'),
  ...[BOOK_TITLE, ...AUTHORS, ...EDITORS, ...Object.values(single).flat()],
])

type Tags = ReadonlyMap<string, readonly string[]>

/** `Family, Given, Suffix`; a name without comma is that of an organisation. */
function nameOf(text: string): Json {
  const [family, given, suffix] = text.split(',').map((part) => part.trim())
  return given === undefined ? { literal: text } : { family, given, ...(suffix && { suffix }) }
}

/** Of `2013/08/05/summer` the numbers; a date that does not begin with a year is a text. */
function dateOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  const parts = text.split(/[/-]/, 3).map((part) => part.trim())
  if (!/^\d{4}$/.test(parts[0] as string)) return { literal: text }
  return { 'date-parts': [parts.filter((part) => /^\d+$/.test(part))] }
}

/** The tags that hold the values of a member, for a type of CSL. */
const tagsOf = (member: string, names: readonly string[], type: string): readonly string[] =>
  member === (wholeBooks.includes(type) ? 'title' : 'container-title') ? [...names, BOOK_TITLE] : names

/** Values that have no place, by names that say what they are. */
function leftOver(tags: Tags): Json {
  const singleTags = new Set(Object.values(single).flat())
  return Object.fromEntries(
    [...tags].flatMap(([tag, values]) =>
      !knownTags.has(tag)
        ? [[`tag ${tag}`, values]]
        : singleTags.has(tag) && values.length > 1
          ? [[`further value of tag ${tag}`, values.slice(1)]]
          : [],
    ),
  )
}

const isIssn = (text: string): boolean => /^\s*(?:ISSN:?\s*)?\d{4}-?\d{3}[\dxX]\b/i.test(text)

function itemOf(tags: Tags): Json {
  const valuesOf = (...names: readonly string[]): string[] => names.flatMap((name) => tags.get(name) ?? [])
  const dates = valuesOf('DA', 'PY', 'Y1')
  const [start, end] = [valuesOf('SP')[0], valuesOf('EP')[0]]
  const type = types[valuesOf('TY')[0]?.toUpperCase() ?? ''] ?? 'document'
  const numbers = valuesOf('SN').flatMap((text) => text.split(/[;,]|\s{2,}/))
  const members = Object.entries(single).flatMap(([member, names]) => {
    const values = valuesOf(...tagsOf(member, names, type))
    const value = (member === 'URL' ? values.find((one) => doiOf(one)) : undefined) ?? values[0]
    return value === undefined ? [] : [[member, value] as const]
  })
  return {
    type,
    ...Object.fromEntries<unknown>(members),
    ...leftOver(tags),
    author: valuesOf(...AUTHORS).map(nameOf),
    editor: valuesOf(...EDITORS).map(nameOf),
    keyword: valuesOf('KW'),
    ISSN: numbers.filter(isIssn).map((text) => text.replace(/\s*\(.*$/, '')),
    ISBN: numbers
      .filter((text) => !isIssn(text))
      .map((text) => text.replace(/\s*\(.*$/, '').replace(/[\s-]/g, '')),
    page:
      start === undefined ? undefined : end === undefined || start.includes('-') ? start : `${start}-${end}`,
    issued: dateOf(dates.find((date) => /^\d{4}\b/.test(date)) ?? dates[0]),
  }
}

/** Some write one blank before the hyphen, or small letters. */
const TAG = /^([A-Z][A-Z\d]) {1,2}-(?: (.*))?$/i

const NO_TYPE = 'has no type; a line «TY  - » is expected; it is read as a document'
const NO_END = 'has no end; a line «ER  - » is expected'

/** The lines of one entry. */
function createEntry(line: number) {
  const tags = new Map<string, string[]>()
  let last: string[] | undefined
  return {
    has: (tag: string): boolean => tags.has(tag),
    add(tag: string, value: string): void {
      last = tags.get(tag) ?? []
      tags.set(tag, last)
      if (value !== '') last.push(value)
    },
    /** A long value goes on in the next line. */
    continue(text: string): void {
      if (text !== '') last?.push(`${last.pop() ?? ''} ${text}`)
    },
    /** Takes back the last value, which may be half of one. */
    dropLast(): void {
      last?.pop()
    },
    /** @param faults what is wrong with how it ends */
    end(...faults: readonly string[]): TextRecord[] {
      if (tags.size === 0) return []
      const all = tags.has('TY') ? faults : [NO_TYPE, ...faults]
      return [{ line, record: itemOf(tags), ...(all.length > 0 && { warning: all.join('; ') }) }]
    },
  }
}

export async function* readRis(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  let line = 0
  let entry = createEntry(1)
  /** What is read of a line that has not ended. */
  let unread: string[] = []

  /** Reads a line. @returns the record that ends there, or before */
  function readLine(text: string): TextRecord[] {
    line++
    const [, tagText, value = ''] = TAG.exec(text.replace(/^\uFEFF/, '').trimEnd()) ?? []
    const tag = tagText?.toUpperCase()
    if (tag === undefined) {
      entry.continue(text.trim())
      return []
    }
    const ended = entry
    const isNext = tag === 'TY' || (TITLES.includes(tag) && ended.has(tag))
    if (tag === 'ER' || isNext) entry = createEntry(tag === 'ER' ? line + 1 : line)
    if (tag === 'ER') return ended.end()
    entry.add(tag, value.trim())
    return isNext ? ended.end(NO_END) : []
  }

  for await (const piece of pieces) {
    unread.push(piece)
    if (!/[\r\n]/.test(piece)) continue
    const lines = unread.join('').split(/\r\n|\n|\r(?!$)/)
    unread = [lines.pop() ?? '']
    yield lines.flatMap(readLine)
  }
  const rest = unread.join('')
  const before = rest === '' ? [] : readLine(rest)
  if (rest !== '') entry.dropLast()
  yield [...before, ...entry.end(`is the last record and ${NO_END}`)]
}
