/** Texts with mark-up of JATS and HTML → plain text; names and codes of languages → language keys. */

import { decodeHTMLStrict } from 'entities/decode'
import { replaceScripts } from './scripts.ts'
import { languageNamed, NO_LANGUAGE, readLanguage } from '../values/languages.ts'
import type { Json } from '../values/json.ts'

/** Elements that end a paragraph. */
const BLOCKS = new Set(
  `p sec title list-item list li ul ol tr table div br h1 h2 h3 h4 h5 h6 section disp-formula dd dt dl
  blockquote hr`.split(/\s+/),
)

/** Elements between which a blank stands. */
const CELLS = new Set(['td', 'th'])

/** Elements that leave nothing between the letters; those with a colon in their name are known as such. */
const INLINE = new Set(
  `abstract a b bold caption cite code def-item disp-quote em emph ext-link fig font graphic i img inline-formula
  inline-graphic italic kbd label mark math monospace named-content overline pre q roman s sans-serif sc scp
  small span strike strong styled-content sub sup table-wrap tbody tex-math tfoot thead tt u underline
  uri var xref alternatives`.split(/\s+/),
)

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w{1,30}));/g

const characterAt = (point: number): string | undefined =>
  point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    ? String.fromCodePoint(point)
    : undefined

/** Resolves character references, once; those that HTML does not have stay. */
export const resolveReferences = (text: string): string =>
  text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeHTMLStrict(whole)
    return characterAt(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)) ?? whole
  })

/** What stands between paragraphs until the text is whole. */
const PARAGRAPH = '\u2029'

/** A tag that begins or ends a paragraph: with such tags, the line breaks of the source mean nothing. */
const HAS_BLOCKS = /<\/?(?:jats:|ns\d:)?(?:p|sec|title|list|li|ul|ol|table|div|br|h\d)\b[^<>]*>/i

const TAG = /<\/?([A-Za-z][\w:.-]*)(?:\s[^<>]*)?\/?>/g

/** Takes out the elements that are known; what else stands in angle brackets is text. */
const removeTags = (text: string): string =>
  text.replace(TAG, (tag, name: string) => {
    const local = name.replace(/^(?:jats|mml|m|xhtml|ns\d):/i, '').toLowerCase()
    if (BLOCKS.has(local)) return PARAGRAPH
    if (CELLS.has(local)) return ' '
    return local !== name.toLowerCase() || INLINE.has(local) ? '' : tag
  })

/** A heading that says no more than that an abstract follows. */
const ABSTRACT_HEADING =
  /<((?:jats:)?title)>\s*(?:abstract|summary|r[ée]sum[ée]|zusammenfassung|resumen)\W*<\/\1>/gi

const CDATA = /<!\[CDATA\[|\]\]>/g

/** Takes out comments, in time linear to the text; one without end stays. */
function removeComments(text: string): string {
  const parts: string[] = []
  let done = 0
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', done)) {
    const end = text.indexOf('-->', start + 4)
    if (end === -1) break
    parts.push(text.slice(done, start))
    done = end + 3
  }
  return [...parts, text.slice(done)].join('').replace(CDATA, '')
}

/** A formula in TeX beside the same in MathML. */
const TEX = /<(jats:)?tex-math[^<>]*>[^<]*(?:<!\[CDATA\[[^<]*\]\]>)?[^<]*<\/\1?tex-math>/gi

/** Letters, digits and marks of ASCII in one line, as most names and titles are: nothing is to be resolved. */
const PLAIN = /^[ !-%'-;=-~]*$/

/** Where mark-up may begin, or end. */
const MARKUP = /[<&]|\]\]>/

const markParagraphs = (text: string): string => text.replace(/\n[^\S\n]*\n\s*/g, PARAGRAPH)

/** Resolves references and takes out mark-up; twice, as some is escaped twice. */
function resolveMarkup(markup: string, isTitle: boolean): string {
  const hasMathMl = /<mml:math\b/i.test(markup)
  let text = (hasMathMl ? markup.replace(TEX, '') : markup).replace(ABSTRACT_HEADING, '')
  if (!HAS_BLOCKS.test(text)) text = markParagraphs(text)
  for (let round = 0; round < 3; round++) {
    const before = text
    const whole = removeComments(text)
    text = resolveReferences(removeTags(isTitle ? replaceScripts(whole) : whole))
    if (text === before) break
  }
  return text
}

/** What stands for one blank, but for one blank itself. */
const BLANKS = / [\t\r\n\f\v \u200b\ufeff]+|[\t\r\n\f\v\u200b\ufeff][\t\r\n\f\v \u200b\ufeff]*/g

/** A line break as its escape of JSON, which is no command of TeX: `\nu`, `\neq`, `\nolimits` and the like. */
const ESCAPED_BREAK =
  /(?<=\s|&#13;)\\n(?!(?:u|abla|eq?|eg|i|ot|otin|[gl]eq|mid|sim|o[lnir]\w+|ew\w+)(?![A-Za-z]))/g

/** A text without mark-up, each paragraph on a line. */
function plainText(given: string, isTitle = false): string {
  const markup = given.includes('\\n') ? given.replace(ESCAPED_BREAK, ' ') : given
  if (PLAIN.test(markup)) return (markup.includes('  ') ? markup.replace(/ {2,}/g, ' ') : markup).trim()
  const text = MARKUP.test(markup) ? resolveMarkup(markup, isTitle) : markParagraphs(markup)
  return text
    .normalize('NFC')
    .split(PARAGRAPH)
    .map((line) => line.replace(BLANKS, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A text of one line without mark-up, or a number as text; undefined if nothing is left. */
export function plainLine(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  const text = plainText(value, true).replaceAll('\n', ' ')
  return text === '' ? undefined : text
}

/** A text of paragraphs without mark-up; undefined if nothing is left. */
export function plainParagraphs(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = plainText(value)
  return text === '' ? undefined : text
}

/** The two letters of a language that is given as a code, a tag or a name; `none` where there are none. */
export function languageKey(language: unknown, drop: (what: string) => void): string {
  if (typeof language !== 'string' || ['', NO_LANGUAGE].includes(language.trim())) return NO_LANGUAGE
  const { tag, fault } = readLanguage(language)
  const [code = NO_LANGUAGE] = tag.split('-')
  if (code.length === 2) return code
  const named = languageNamed(language)
  if (named?.length === 2) return named
  if (fault !== 'no-language')
    drop(`language ${language.trim().slice(0, 40)}, which has no code of two letters`)
  return NO_LANGUAGE
}

export interface KeyedText {
  readonly key: string
  readonly text: string
}

/** Texts by the keys of their languages, each text once. */
export function languageMap(texts: readonly KeyedText[]): Json {
  const map: Record<string, string[]> = {}
  for (const { key, text } of texts) if (!(map[key] ??= []).includes(text)) map[key].push(text)
  return map
}

/** The same where there is one text by language. @param between what stands between several */
export const languageMapOfOne = (texts: readonly KeyedText[], between: string): Json =>
  Object.fromEntries(
    Object.entries(languageMap(texts)).map(([key, several]) => [key, (several as string[]).join(between)]),
  )
