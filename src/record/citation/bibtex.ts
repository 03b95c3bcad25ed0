/** CSL JSON as BibTeX, in UTF-8: what TeX would read in texts is escaped, and capitals of titles are kept. */

import { withoutMarkup } from '../../model/conversion/plain-title.ts'
import { replaceTex } from '../../model/conversion/tex-to-text.ts'
import { citedType, pagesOf, type CslDate, type CslItem, type CslName } from './csl.ts'

interface Entry {
  readonly name: string
  readonly container: string
  readonly number: string
}

/**
 * Entry types, and what they call that in which the item appeared and its number therein; any other item is a
 * misc.
 */
const entries: Readonly<Record<string, Entry>> = {
  'article-journal': { name: 'article', container: 'journal', number: 'eid' },
  'paper-conference': { name: 'inproceedings', container: 'booktitle', number: 'eid' },
  chapter: { name: 'incollection', container: 'booktitle', number: 'chapter' },
  book: { name: 'book', container: 'series', number: 'number' },
  thesis: { name: 'phdthesis', container: 'howpublished', number: 'number' },
  report: { name: 'techreport', container: 'howpublished', number: 'number' },
}
const MISC: Entry = { name: 'misc', container: 'howpublished', number: 'number' }

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/** Text that stands between braces; BibTeX counts these whatever is before them. */
const escape = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\{}~^&%$#_]/g, (character) => SPECIAL[character] as string)

/** Stands for a blank inside of a formula, in which no word of a title begins. */
const IN_TEX = '\u0001'

/** A title: what is TeX in it already stays so, but a formula with a line of its own. */
const escapeTitle = (text: string): string =>
  replaceTex(
    withoutMarkup(text)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    (tex) => tex.replaceAll('$$', () => '$').replaceAll(' ', IN_TEX),
    // The blanks around it stay.
    (rest) => rest.replace(/\S+/g, escape),
  )

/** Whether a word, or a part of one with hyphens, has a capital that is not its first character: 3D, LiDAR-based. */
const hasInnerCapital = (word: string): boolean =>
  word.split(/[-–—/]/).some((part) => /.\p{Lu}/u.test(part.replace(/^[^\p{L}\p{N}]+/u, '')))

const startsWithCapital = (word: string): boolean => /^[^\p{L}\p{N}]*\p{Lu}/u.test(word)

/** Letters of a word that is written with a capital in titles. */
const MIN_TITLE_WORD = 4

/** Whether most words of a title have capitals for no other reason than that it is one. */
function isTitleCase(words: readonly string[]): boolean {
  const long = words.slice(1).filter((word) => (word.match(/\p{L}/gu) ?? []).length >= MIN_TITLE_WORD)
  return long.length > 0 && long.filter(startsWithCapital).length > long.length / 2
}

/**
 * Styles write titles in small letters but for what stands in braces: names and abbreviations. In English
 * titles whose words all have capitals, names cannot be distinguished from other words; in other languages, each
 * capital stays.
 */
function titleOf(text: string, language = 'en'): string {
  const words = escapeTitle(text).split(' ')
  const areCapitalsLost = /^en\b/i.test(language) && isTitleCase(words)
  return words
    .map((word, i) => {
      const isFirst = i === 0 || /[:.?!]$/.test(words[i - 1] as string)
      return hasInnerCapital(word) || (startsWithCapital(word) && !areCapitalsLost && !isFirst)
        ? word.replace(/^(.+?)([,.:;!?]*)$/, '{$1}$2')
        : word
    })
    .join(' ')
    .replaceAll(IN_TEX, ' ')
}

/**
 * Addresses are printed as they are: what would end the field, or cannot stand in an address, is
 * percent-encoded.
 */
const address = (text: string): string => text.replace(/[\s\p{Cc}{}\\]/gu, encodeURIComponent)

/** A comma would make two parts of a name, `and` two names. */
const nameText = (text: string, whole: boolean): string =>
  whole || /,|(?:^|\s)and(?:\s|$)/i.test(text) ? `{${escape(text)}}` : escape(text)

const nameOf = ({ family, given, literal = '' }: CslName): string =>
  family === undefined
    ? nameText(literal, true)
    : [family, given].flatMap((text) => (text ? [nameText(text, false)] : [])).join(', ')

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The fields of an entry and their values as they stand in the file, those without one left out. */
function fieldsOf(item: CslItem, { container, number }: Entry): [name: string, value: string][] {
  const text = (name: string, write = escape): string | undefined =>
    item[name] === undefined ? undefined : `{${write(item[name] as string)}}`
  const names = (name: string): string | undefined =>
    item[name] === undefined ? undefined : `{${(item[name] as CslName[]).map(nameOf).join(' and ')}}`
  const { 'date-parts': [[year, month] = []] = [], literal } = (item.issued ?? {}) as CslDate
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['title', text('title', (title) => titleOf(title, item.language as string | undefined))],
    ['author', names('author')],
    ['editor', names('editor')],
    [container, text('container-title')],
    ['publisher', text('publisher')],
    ['year', year === undefined ? literal && `{${escape(literal)}}` : `{${year}}`],
    ['month', month === undefined ? undefined : MONTHS[month - 1]],
    ['volume', text('volume')],
    ['number', text('issue')],
    [number, text('number')],
    ['edition', text('edition')],
    ['version', text('version')],
    ['pages', text('page', () => pagesOf(item).map(escape).join('--'))],
    ['doi', text('DOI', address)],
    ['isbn', text('ISBN')],
    ['note', text('note')],
    ['url', text('URL', address)],
  ]
  return [
    ...new Map(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))),
  ]
}

/** The text of a .bib file. */
export const writeBibtex = (items: readonly CslItem[]): string =>
  items
    .map((item) => {
      const entry = entries[citedType(item)] ?? MISC
      return `@${entry.name}{${item['citation-key'] as string},\n${fieldsOf(item, entry)
        .map(([name, value]) => `  ${name} = ${value},\n`)
        .join('')}}\n`
    })
    .join('\n')
