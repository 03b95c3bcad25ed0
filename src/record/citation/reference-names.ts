/** Names of authors and editors, as the styles of references write them. */

import type { CslName } from './csl.ts'

/** How a style writes a list of names. */
export interface NameRule {
  /** Whose family name stands first, with a comma behind it. */
  readonly inverted: 'all' | 'first' | 'none'
  /** Given names are shortened to initials. */
  readonly hasInitials?: true
  /** The word before the last name. */
  readonly and: string
  /** A longer list is cut to so many names. */
  readonly maxNames: number
  readonly shownNames: number
  /** The last name of a list that is cut stands behind three points; else `et al.` stands for the others. */
  readonly keepsLast?: true
}

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

function writeName({ family, given, literal = '' }: CslName, rule: NameRule, isInverted: boolean): string {
  if (family === undefined) return literal
  const first = rule.hasInitials ? initialsOf(given ?? '') : (given ?? '')
  if (first === '') return family
  return isInverted ? `${family}, ${first}` : `${first} ${family}`
}

/** The names in a line; empty for none. */
export function writeNames(names: readonly CslName[], rule: NameRule): string {
  const { inverted, and, maxNames, shownNames, keepsLast } = rule
  const isCut = names.length > maxNames
  const texts = (isCut ? names.slice(0, shownNames) : names).map((name, i) =>
    writeName(name, rule, inverted === 'all' || (inverted === 'first' && i === 0)),
  )
  const [last = '', ...before] = [...texts].reverse()
  if (isCut && keepsLast) {
    const end = writeName(names.at(-1) as CslName, rule, inverted === 'all')
    return `${texts.join(', ')}, . . . ${end}`
  }
  if (isCut) return `${texts.join(', ')}${texts.length > 1 ? ',' : ''} et al.`
  if (before.length === 0) return last
  // The comma of a family name that stands first asks for one behind the name as well.
  const isFirstInverted = inverted === 'all' || (inverted === 'first' && names[0]?.family !== undefined)
  const comma = before.length > 1 || isFirstInverted ? ',' : ''
  return `${before.reverse().join(', ')}${comma} ${and} ${last}`
}
