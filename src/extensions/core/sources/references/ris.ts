/** RIS, the lines `TY  - JOUR` of reference managers → items of CSL. */

import type { Json } from '../../../../model/values/json.ts'
import type { TextRecord } from '../../../../model/rows/source-row.ts'
import { doiOf } from '../shared/ids.ts'

const types: Readonly<Record<string, string>> = {
  JOUR: 'article-journal',
  JFULL: 'article-journal',
  ABST: 'article-journal',
  EJOUR: 'article-journal',
  INPR: 'article',
  UNPB: 'manuscript',
  MGZN: 'article-magazine',
  NEWS: 'article-newspaper',
  BOOK: 'book',
  EBOOK: 'book',
  EDBOOK: 'book',
  CHAP: 'chapter',
  ECHAP: 'chapter',
  CONF: 'paper-conference',
  CPAPER: 'paper-conference',
  THES: 'thesis',
  RPRT: 'report',
  GOVDOC: 'report',
  DATA: 'dataset',
  COMP: 'software',
  ENCYC: 'entry-encyclopedia',
  DICT: 'entry-dictionary',
  STAND: 'standard',
  PAT: 'patent',
  ELEC: 'webpage',
  BLOG: 'post-weblog',
  MAP: 'map',
  FIGURE: 'figure',
}

/** Tags that hold one value → members of an item; of several with one member, the first that is there. */
const single: Readonly<Record<string, readonly string[]>> = {
  title: ['TI', 'T1', 'CT', 'BT'],
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
}

const AUTHORS = ['AU', 'A1']
const EDITORS = ['ED', 'A2']

/** Tags that are read; others have no place. */
const knownTags = new Set([
  'TY',
  'ER',
  'ID',
  'KW',
  'SN',
  'SP',
  'EP',
  'PY',
  'Y1',
  'DA',
  'AN',
  ...AUTHORS,
  ...EDITORS,
])
for (const tag of Object.values(single).flat()) knownTags.add(tag)

type Tags = ReadonlyMap<string, readonly string[]>

/** `Family, Given, Suffix`; a name without comma is that of an organisation. */
function nameOf(text: string): Json {
  const [family, given, suffix] = text.split(/\s*,\s*/)
  return given === undefined ? { literal: text } : { family, given, ...(suffix && { suffix }) }
}

/** Of `2013/08/05/summer` the numbers; a date that does not begin with a year is a text. */
function dateOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  const parts = text.split(/[/-]/, 3).map((part) => part.trim())
  if (!/^\d{4}$/.test(parts[0] as string)) return { literal: text }
  return { 'date-parts': [parts.filter((part) => /^\d+$/.test(part))] }
}

function itemOf(tags: Tags): Json {
  const valuesOf = (...names: readonly string[]): string[] => names.flatMap((name) => tags.get(name) ?? [])
  const dates = valuesOf('DA', 'PY', 'Y1')
  const [start, end] = [valuesOf('SP')[0], valuesOf('EP')[0]]
  const type = valuesOf('TY')[0]?.toUpperCase() ?? ''
  const numbers = valuesOf('SN').flatMap((text) => text.split(/[;,]|\s{2,}/))
  const isIssn = (text: string): boolean => /^\s*(?:ISSN:?\s*)?\d{4}-?\d{3}[\dxX]\b/i.test(text)
  const members = Object.entries(single).flatMap(([member, names]) => {
    const values = valuesOf(...names)
    const value = (member === 'URL' ? values.find((one) => doiOf(one)) : undefined) ?? values[0]
    return value === undefined ? [] : [[member, value] as const]
  })
  const unknownMembers = [...tags.keys()]
    .filter((tag) => !knownTags.has(tag))
    .map((tag) => [`tag ${tag}`, valuesOf(tag)] as const)
  return {
    type: types[type] ?? 'document',
    ...Object.fromEntries<unknown>([...members, ...unknownMembers]),
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

export async function* readRis(pieces: AsyncIterable<string>): AsyncGenerator<TextRecord[]> {
  let tags = new Map<string, string[]>()
  let last: string[] | undefined
  let [line, start] = [0, 1]
  let unread = ''

  /** Reads a line. @returns the record that ends there */
  function readLine(text: string): TextRecord[] {
    line++
    const [, tagText, value = ''] = TAG.exec(text.replace(/^\uFEFF/, '').trimEnd()) ?? []
    const tag = tagText?.toUpperCase()
    if (tag === undefined) {
      // A long value goes on.
      if (text.trim() !== '' && last) last.push(`${last.pop() ?? ''} ${text.trim()}`)
      return []
    }
    if (tag === 'ER') return end()
    const before: TextRecord[] =
      tag === 'TY' && tags.size > 0
        ? end('begins before the record above has ended; a line «ER  - » is expected')
        : []
    if (tag === 'TY') start = line
    last = tags.get(tag) ?? []
    tags.set(tag, last)
    if (value.trim() !== '') last.push(value.trim())
    return before
  }
  function end(fault?: string): TextRecord[] {
    const ended = tags
    tags = new Map()
    last = undefined
    if (ended.size === 0) return []
    if (!ended.has('TY')) return [{ line: start, fault: 'has no type; a line «TY  - » is expected' }]
    return [{ line: start, record: itemOf(ended) }, ...(fault === undefined ? [] : [{ line, fault }])]
  }

  for await (const piece of pieces) {
    const lines = (unread + piece).split(/\r\n|\n|\r(?!$)/)
    unread = lines.pop() ?? ''
    yield lines.flatMap(readLine)
  }
  const before = unread === '' ? [] : readLine(unread)
  // Its last value may be half of one.
  const isCutOff = tags.size > 0
  yield [...before, ...(isCutOff ? [{ line: start, fault: CUT_OFF }] : [])]
}

const CUT_OFF = 'is the last record and has no end; a line «ER  - » is expected'
