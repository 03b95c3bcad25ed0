/** The title of a record: the text by which readers know it, in the language of the page. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { plainTitle } from '../../model/conversion/plain-title.ts'

interface PersonName {
  readonly family: string
  readonly given: string
}

const INVERTED = /^([^,;()\d]+), *([^,;()\d]+)$/u

/** What stands behind a comma and is no given name. */
const SUFFIX = /^(?:jr|sr|junior|senior|i{1,3}|iv|ph\.? ?d|m\.? ?d|dr|prof|msc|bsc|esq|et al|inc|ltd)\.?$/i

/** The two parts of `Fenner, Martin`; undefined for a name that is not inverted. */
function readInvertedName(text: string): PersonName | undefined {
  const [, family = '', given = ''] = INVERTED.exec(text.trim()) ?? []
  return family === '' || SUFFIX.test(given.trim()) ? undefined : { family, given: given.trim() }
}

/** Letters of languages that write the family name last. */
const NATURAL =
  /^(?!.*[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\s.'’‐–-]+$/u

/** What groups call themselves, which some sources take for people. */
const GROUP = new RegExp(
  '^the\\b|\\b(?:collaborat|consorti|group|team|network|committee|council|project|initiative|societ|universi|' +
    'institut|association|organi[sz]ation|study|investigators|department|survey|agency|office|ministry|cent(?:er|re)|' +
    'bureau|foundation)',
  'i',
)

/** With what family names begin in small letters: `van den Berg`. */
const PARTICLE = /^(?:\p{Ll}+['’]?)$/u

/**
 * The two parts of a name of a person: of `Fenner, Martin`, `Martin Fenner`, `Fenner M`. Undefined for a name of one
 * word, and where it is not sure which part is which.
 */
export function readPersonName(text: string): PersonName | undefined {
  const inverted = readInvertedName(text)
  if (inverted) return inverted
  const words = text.trim().split(/\s+/)
  if (words.length < 2 || !NATURAL.test(text) || GROUP.test(text)) return undefined
  const last = words.length - 1
  const isLetter = (word = ''): boolean => /^\p{L}\.?$/u.test(word)
  if (isLetter(words[last]) && !isLetter(words[0]))
    return { family: words.slice(0, last).join(' '), given: words[last] as string }
  let start = last > 1 && SUFFIX.test(words[last] as string) ? last - 1 : last
  while (start > 1 && PARTICLE.test(words[start - 1] as string)) start--
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') }
}

/** Whether a name can only be that of a person: `Fenner, Martin`, `M. Fenner`. */
export const isPersonName = (text: string): boolean =>
  readInvertedName(text) !== undefined ||
  (/^\p{Lu}[.\s].*\b\p{Lu}[^\s.]/u.test(text) && readPersonName(text) !== undefined)

/** `Fenner, Martin` as people write it: `Martin Fenner`. Any other name as it is. */
function naturalName(text: string): string {
  const parts = readInvertedName(text)
  return parts === undefined ? text : `${parts.given} ${parts.family}`
}

/** The first text of a value: of a language map English, else the first language. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return firstText(value[0])
  return typeof value === 'object' && value !== null
    ? firstText((value as Json).en ?? Object.values(value)[0])
    : undefined
}

/** The title of a record or of a reference to one, by the rows of its type; undefined if it has none. */
export function titleOf(record: Json, type: EntityType | undefined): string | undefined {
  for (const key of type?.labelFields ?? []) {
    const text = firstText(record[key])
    if (text) return type?.hasPersonNames ? naturalName(text) : plainTitle(text)
  }
  return undefined
}
