/**
 * References as text in three styles, made from CSL JSON: the forms that the manuals have for articles, parts of
 * books, books, theses, reports, data and software. Titles keep their capitals: no program knows which of them
 * are names.
 */

import { citedType, pagesOf, singleLine, type CslDate, type CslItem, type CslName } from './csl.ts'
import { writeNames, type NameRule } from './reference-names.ts'

/** A piece of a reference. */
export interface Run {
  readonly text: string
  readonly isItalic: boolean
}

/** Forms of references; what has no form of its own is a work. */
type Form = 'article' | 'part' | 'book' | 'thesis' | 'report' | 'data' | 'software' | 'work'

const forms: Readonly<Record<string, Form>> = {
  'article-journal': 'article',
  'article-magazine': 'article',
  'article-newspaper': 'article',
  'paper-conference': 'part',
  chapter: 'part',
  'entry-encyclopedia': 'part',
  'entry-dictionary': 'part',
  book: 'book',
  thesis: 'thesis',
  report: 'report',
  dataset: 'data',
  software: 'software',
}

const formOf = (item: CslItem): Form => forms[citedType(item)] ?? 'work'

/** What a style has to say, each empty where the item does not say it. */
interface Parts {
  readonly title: string
  readonly container: string
  readonly publisher: string
  readonly volume: string
  readonly issue: string
  readonly edition: string
  readonly number: string
  readonly version: string
  /** `2011`, and `Oct. 2011` where the month is known. */
  readonly year: string
  readonly month: string
  /** With an en dash between the first and the last. */
  readonly pages: string
  readonly isRange: boolean
  readonly doi: string
  /** The address of the DOI, else another one. */
  readonly url: string
  readonly authors: readonly CslName[]
  readonly editors: readonly CslName[]
}

interface Style {
  /** What readers call it. */
  readonly label: string
  readonly write: (form: Form, parts: Parts) => string
}

/** They stand around what is italic; `singleLine` takes them out of what items say. */
const ITALIC = '\u0002'
const ROMAN = '\u0003'
const italic = (text: string): string => text && ITALIC + text + ROMAN

const list = (separator: string, ...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(separator)
const wrap = (before: string, text: string, after = ''): string => text && before + text + after

/** What ends with a full stop, question or exclamation mark needs no other, whatever quotes it. */
const hasEnd = (text: string): boolean => /[.?!…][”"’\u0003]*$/.test(text)
const sentence = (text: string): string => (text === '' || hasEnd(text) ? text : `${text}.`)
const sentences = (...texts: readonly string[]): string => list(' ', ...texts.map(sentence))
/** Quoted, with the mark that follows inside. */
const quoted = (text: string, mark: string): string =>
  text && `“${text.replaceAll('“', '‘').replaceAll('”', '’')}${/[?!]$/.test(text) ? '' : mark}”`

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `2nd ed.`; the first is not worth a word. */
const editionOf = (edition: string): string =>
  edition === '1'
    ? ''
    : /^\d+$/.test(edition)
      ? `${edition}${endings[ordinals.select(Number(edition))] ?? 'th'} ed.`
      : edition && (/\bed(?:\.|ition|n)/i.test(edition) ? edition : `${edition} ed.`)

const months = 'Jan. Feb. Mar. Apr. May June July Aug. Sept. Oct. Nov. Dec.'.split(' ')

/** The parts of a name that say something; undefined if none does. */
function cleanName(name: CslName): CslName | undefined {
  const [family, given, literal] = [name.family, name.given, name.literal].map((part = '') =>
    singleLine(part),
  )
  if (family) return { family, ...(given && { given }) }
  return given || literal ? { literal: literal || (given as string) } : undefined
}

function partsOf(item: CslItem): Parts {
  const text = (name: string): string => singleLine((item[name] as string | undefined) ?? '')
  const names = (name: string): readonly CslName[] =>
    ((item[name] ?? []) as readonly CslName[]).flatMap((one) => cleanName(one) ?? [])
  const { 'date-parts': dates, literal = '' } = (item.issued ?? {}) as CslDate
  const [year, month = 0] = dates?.[0] ?? []
  const pages = pagesOf(item).map(singleLine)
  const isArticleNumbered = formOf(item) === 'article' && pages.length === 0
  return {
    title: text('title').replace(/(?<!\.)\.$/, ''),
    container: text('container-title'),
    publisher: text('publisher'),
    volume: text('volume'),
    issue: text('issue'),
    edition: editionOf(text('edition')),
    number: text('number'),
    version: text('version').replace(/^version\s+/i, ''),
    year: year === undefined ? singleLine(literal) : String(year),
    month: months[month - 1] ?? '',
    pages: isArticleNumbered ? text('number') : pages.join('–'),
    isRange: pages.length > 1,
    doi: text('DOI'),
    url: wrap('https://doi.org/', text('DOI')) || text('URL'),
    authors: names('author'),
    editors: names('editor'),
  }
}

const apaNames: NameRule = {
  inverted: 'all',
  hasInitials: true,
  and: '&',
  maxNames: 20,
  shownNames: 19,
  keepsLast: true,
}

/** The year; `n.d.` where a reference has something to date but no year. */
const yearOf = ({ year, title, authors, editors }: Parts): string =>
  year || (title !== '' || authors.length + editors.length > 0 ? 'n.d.' : '')

/** What stands in brackets behind a title that is not printed. */
const apaKinds: Partial<Readonly<Record<Form, string>>> = {
  thesis: '[Thesis]',
  data: '[Data set]',
  software: '[Computer software]',
}

/** Whether what stands for the pages is the number of an article. */
const isArticleNumber = ({ pages, number, isRange }: Parts): boolean =>
  !isRange && pages !== '' && (pages === number || /^[^\d]/.test(pages))

/** Whether an item is a part of a journal or book that has a title. */
const isPart = (form: Form, { container }: Parts): boolean =>
  (form === 'article' || form === 'part') && container !== ''

/** https://apastyle.apa.org/style-grammar-guidelines/references */
function writeApa(form: Form, parts: Parts): string {
  const { title, container, publisher, volume, issue, edition, number, version, pages, url } = parts
  const isWithin = isPart(form, parts)
  const shownTitle = list(
    ' ',
    isWithin ? title : italic(title),
    wrap(
      '(',
      list(
        '; ',
        isWithin ? '' : edition,
        form === 'report' ? wrap('Report No. ', number) : '',
        wrap('Version ', version),
      ),
      ')',
    ),
    apaKinds[form] ?? '',
  )
  const editors = writeNames(parts.editors, { ...apaNames, inverted: 'none' })
  const editorMark = parts.editors.length > 1 ? '(Eds.)' : '(Ed.)'
  const makers =
    writeNames(parts.authors, apaNames) ||
    (isWithin ? '' : list(' ', writeNames(parts.editors, apaNames), editors && editorMark))
  const year = wrap('(', yearOf(parts), ')')
  const head = makers === '' ? [shownTitle, year] : [makers, year, shownTitle]
  const page = pages && (parts.isRange ? 'pp. ' : 'p. ') + pages
  const source =
    form === 'article'
      ? list(
          ', ',
          italic(container),
          list('', italic(volume), wrap('(', issue, ')')),
          isArticleNumber(parts) ? `Article ${pages}` : pages,
        )
      : list(
          ' ',
          'In',
          wrap('', editors, ` ${editorMark},`),
          italic(container),
          wrap('(', list(', ', edition, wrap('Vol. ', volume), page), ')'),
        )
  return list(
    ' ',
    sentences(
      ...head,
      isWithin ? source : form === 'work' ? container : '',
      form === 'article' ? '' : publisher,
    ),
    url,
  )
}

const ieeeNames: NameRule = { inverted: 'none', hasInitials: true, and: 'and', maxNames: 6, shownNames: 1 }

/** IEEE Reference Guide, https://journals.ieeeauthorcenter.ieee.org */
function writeIeee(form: Form, parts: Parts): string {
  const { title, container, publisher, volume, issue, edition, number, version, pages, year, month } = parts
  const isWithin = isPart(form, parts)
  const authors = writeNames(parts.authors, ieeeNames)
  const editors = wrap(
    '',
    writeNames(parts.editors, ieeeNames),
    parts.editors.length > 1 ? ', Eds.' : ', Ed.',
  )
  const makers = authors || (isWithin ? '' : editors)
  const date = form === 'part' || form === 'book' ? year : list(' ', month, year)
  const page = isArticleNumber(parts)
    ? `Art. no. ${pages}`
    : pages && (parts.isRange ? 'pp. ' : 'p. ') + pages
  const kinds: Partial<Readonly<Record<Form, string>>> = {
    thesis: 'thesis',
    data: 'data set',
    software: 'software',
  }
  const rest = list(
    ', ',
    form === 'part' && isWithin ? `in ${italic(container)}` : isWithin ? italic(container) : '',
    isWithin ? editors : '',
    isWithin ? edition : '',
    kinds[form] ?? '',
    wrap('version ', version),
    isWithin && form === 'article' ? '' : publisher,
    form === 'work' ? container : '',
    form === 'report' ? wrap('Rep. ', number) : '',
    wrap('vol. ', volume),
    wrap('no. ', issue),
    form === 'article' ? page : '',
    date,
    form === 'article' ? '' : page,
    wrap('doi: ', parts.doi),
  )
  const head =
    form === 'book'
      ? sentence(list(', ', makers, italic(title), edition))
      : list(', ', makers, quoted(title, rest === '' ? '.' : ','))
  const online = parts.doi === '' ? wrap('[Online]. Available: ', parts.url) : ''
  return list(' ', head, sentence(rest), online)
}

const chicagoNames: NameRule = { inverted: 'first', and: 'and', maxNames: 6, shownNames: 3 }

/** 1818–1859 is 1818–59 (The Chicago Manual of Style, 9.63). */
function shortenRange(pages: string): string {
  const [, first = '', last = ''] = /^(\d+)–(\d+)$/.exec(pages) ?? []
  if (first.length < 3 || first.length !== last.length || first.endsWith('00')) return pages
  const changed = [...first].findIndex((digit, i) => digit !== last[i])
  if (changed < 0) return first
  const least = first.at(-2) === '0' ? 1 : 2
  return `${first}–${last.slice(Math.min(changed, last.length - least))}`
}

/** The Chicago Manual of Style, 18th edition: the reference list beside author and date. */
function writeChicago(form: Form, parts: Parts): string {
  const { title, container, publisher, volume, issue, edition, number, version, url } = parts
  const isWithin = isPart(form, parts)
  const isItalic = form === 'book' || form === 'report'
  const shownTitle = isItalic ? italic(title) : quoted(title, '.')
  const editors = writeNames(parts.editors, { ...chicagoNames, inverted: 'none' })
  const makers =
    writeNames(parts.authors, chicagoNames) ||
    (isWithin
      ? ''
      : wrap('', writeNames(parts.editors, chicagoNames), parts.editors.length > 1 ? ', eds.' : ', ed.'))
  const year = yearOf(parts)
  const head = makers === '' ? [shownTitle, year] : [makers, year, shownTitle]
  const pages = shortenRange(parts.pages)
  const place = list(' ', italic(container), volume, wrap('(', issue, ')'))
  const kinds: Partial<Readonly<Record<Form, string>>> = {
    thesis: list(', ', 'Thesis', publisher),
    data: list(', ', 'Data set', wrap('version ', version)),
    software: list(', ', 'Software', wrap('version ', version)),
    report: wrap('No. ', number),
    work: container,
  }
  const source = !isWithin
    ? (kinds[form] ?? '')
    : form === 'article'
      ? list(volume || issue ? ': ' : ', ', place, pages)
      : list(
          ', ',
          `In ${italic(container)}`,
          edition,
          wrap('vol. ', volume),
          wrap('edited by ', editors),
          pages,
        )
  return sentences(
    ...head,
    isWithin ? '' : edition,
    source,
    form === 'article' || form === 'thesis' ? '' : publisher,
    url,
  )
}

/** The first is the one that readers get who ask for no other. */
export const styles = {
  apa: { label: 'APA', write: writeApa },
  ieee: { label: 'IEEE', write: writeIeee },
  chicago: { label: 'Chicago', write: writeChicago },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof styles

/** A reference in pieces, as pages show it. */
export function referenceRuns(item: CslItem, style: StyleName): Run[] {
  return styles[style]
    .write(formOf(item), partsOf(item))
    .concat(wrap(' (', singleLine((item['note'] as string | undefined) ?? ''), ')'))
    .split(/(\u0002[^\u0003]*\u0003)/)
    .filter((text) => text !== '')
    .map((text) => ({ text: text.replace(/[\u0002\u0003]/g, ''), isItalic: text.startsWith(ITALIC) }))
}

/** A reference as plain text. */
export const writeReference = (item: CslItem, style: StyleName): string =>
  referenceRuns(item, style)
    .map(({ text }) => text)
    .join('')

/** A list of references, each on a line of its own, in the order of the items; of what has none, no line. */
export const writeReferences = (items: readonly CslItem[], style: StyleName): string =>
  items
    .map((item) => writeReference(item, style))
    .flatMap((text) => (text === '' ? [] : `${text}\n`))
    .join('')
