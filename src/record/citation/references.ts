/**
 * References as text in the style of the APA, made from CSL JSON: the forms that its manual has for articles, parts of
 * books, books, theses, reports, data and software. Titles keep their capitals: no program knows which of them
 * are names.
 */

import { plainTitle } from '../../model/conversion/plain-title.ts'
import { citedType, pagesOf, singleLine, type CslDate, type CslItem, type CslName } from './csl.ts'

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

/** What a reference has to say, each empty where the item does not say it. */
interface Parts {
  readonly title: string
  readonly container: string
  readonly publisher: string
  readonly volume: string
  readonly issue: string
  readonly edition: string
  readonly number: string
  readonly version: string
  readonly year: string
  /** With an en dash between the first and the last. */
  readonly pages: string
  readonly isRange: boolean
  /** The address of the DOI, else another one. */
  readonly url: string
  readonly authors: readonly CslName[]
  readonly editors: readonly CslName[]
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
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `2nd ed.`; the first is not worth a word. */
const editionOf = (edition: string): string =>
  edition === '1'
    ? ''
    : /^\d+$/.test(edition)
      ? `${edition}${endings[ordinals.select(Number(edition))] ?? 'th'} ed.`
      : edition && (/\bed(?:\.|ition|n)/i.test(edition) ? edition : `${edition} ed.`)

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
  const [year] = dates?.[0] ?? []
  const pages = pagesOf(item).map(singleLine)
  const isArticleNumbered = formOf(item) === 'article' && pages.length === 0
  return {
    title: plainTitle(text('title')).replace(/(?<!\.)\.$/, ''),
    container: text('container-title'),
    publisher: text('publisher'),
    volume: text('volume'),
    issue: text('issue'),
    edition: editionOf(text('edition')),
    number: text('number'),
    version: text('version').replace(/^version\s+/i, ''),
    year: year === undefined ? singleLine(literal) : String(year),
    pages: isArticleNumbered ? text('number') : pages.join('–'),
    isRange: pages.length > 1,
    url: wrap('https://doi.org/', text('DOI')) || text('URL'),
    authors: names('author'),
    editors: names('editor'),
  }
}

/** A longer list is cut: the last name stands behind three points. */
const MAX_NAMES = 20

/** Letters that have initials; other scripts have none. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u

/** `Jean-Paul` is J.-P.; a word such as `van` stays as it is. */
const initialOf = (word: string): string =>
  ALPHABETIC.test(word) && /^\p{Lu}/u.test(word)
    ? word
        .split('-')
        .flatMap((part) => ([...part][0] === undefined ? [] : [`${[...part][0]!.toUpperCase()}.`]))
        .join('-')
    : word

const initialsOf = (given: string): string =>
  given
    .replaceAll('.', '. ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => initialOf(word.replace(/^-/, '')))
    .join(' ')

function writeName({ family, given = '', literal = '' }: CslName, isInverted: boolean): string {
  if (family === undefined) return literal
  const first = initialsOf(given)
  if (first === '') return family
  return isInverted ? `${family}, ${first}` : `${first} ${family}`
}

/** The names in a line; empty for none. @param isInverted whether family names stand first, a comma behind them */
function writeNames(names: readonly CslName[], isInverted = false): string {
  const texts = names.map((name) => writeName(name, isInverted))
  const last = texts.pop() ?? ''
  if (texts.length >= MAX_NAMES) return `${texts.slice(0, MAX_NAMES - 1).join(', ')}, . . . ${last}`
  if (texts.length === 0) return last
  // The comma of a family name that stands first asks for one behind the name as well.
  return `${texts.join(', ')}${texts.length > 1 || isInverted ? ',' : ''} & ${last}`
}

/** The year; `n.d.` where a reference has something to date but no year. */
const yearOf = ({ year, title, authors, editors }: Parts): string =>
  year || (title !== '' || authors.length + editors.length > 0 ? 'n.d.' : '')

/** What stands in brackets behind a title that is not printed. */
const kinds: Partial<Readonly<Record<Form, string>>> = {
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
function write(form: Form, parts: Parts): string {
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
    kinds[form] ?? '',
  )
  const editors = writeNames(parts.editors)
  const editorMark = parts.editors.length > 1 ? '(Eds.)' : '(Ed.)'
  const makers =
    writeNames(parts.authors, true) ||
    (isWithin ? '' : list(' ', writeNames(parts.editors, true), editors && editorMark))
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

/** A reference in pieces, as pages show it. */
export function referenceRuns(item: CslItem): Run[] {
  return write(formOf(item), partsOf(item))
    .concat(wrap(' (', singleLine((item['note'] as string | undefined) ?? ''), ')'))
    .split(/(\u0002[^\u0003]*\u0003)/)
    .filter((text) => text !== '')
    .map((text) => ({ text: text.replace(/[\u0002\u0003]/g, ''), isItalic: text.startsWith(ITALIC) }))
}

/** A list of references, each on a line of its own, in the order of the items; of what has none, no line. */
export const writeReferences = (items: readonly CslItem[]): string =>
  items
    .map((item) =>
      referenceRuns(item)
        .map(({ text }) => text)
        .join(''),
    )
    .flatMap((text) => (text === '' ? [] : `${text}\n`))
    .join('')
