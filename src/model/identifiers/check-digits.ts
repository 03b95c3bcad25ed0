/**
 * Check digits: what the last characters of an identifier must be, by those before them. Each takes and gives
 * the bare characters.
 */

const digitsOf = (text: string): number[] => [...text].map(Number)
const weighted = (text: string, weight: (i: number) => number): number =>
  digitsOf(text).reduce((sum, digit, i) => sum + digit * weight(i), 0)
const eleventh = (rest: number): string => (rest === 10 ? 'X' : String(rest))

/** ISO/IEC 7064 MOD 11-2 over 15 digits: ORCID and ISNI. */
const mod11Of2 = (digits: string): string =>
  eleventh((12 - (digitsOf(digits).reduce((sum, digit) => (sum + digit) * 2, 0) % 11)) % 11)

/** ISO 3297 over 7 digits: ISSN. */
const issnDigit = (digits: string): string => eleventh((11 - (weighted(digits, (i) => 8 - i) % 11)) % 11)

/** ISO 2108 over 9 digits: ISBN of ten characters. */
const isbn10Digit = (digits: string): string => eleventh((11 - (weighted(digits, (i) => 10 - i) % 11)) % 11)

/** ISO 2108 over 12 digits: ISBN of thirteen. */
const isbn13Digit = (digits: string): string =>
  String((10 - (weighted(digits, (i) => (i % 2 === 0 ? 1 : 3)) % 10)) % 10)

/** Digits of base 32 as Crockford defines them. */
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** ISO/IEC 7064 MOD 97-10 of a number in base 32, as two digits: ROR. */
const rorDigits = (number: string): string =>
  String(
    98 - (([...number].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0) * 100) % 97),
  ).padStart(2, '0')

/** The identifier with its last characters computed from the digits before them. */
const withLast =
  (digit: (rest: string) => string, length = 1) =>
  (identifier: string): string => {
    const rest = identifier.slice(0, -length)
    return rest + digit(rest.replaceAll('-', ''))
  }

/** By the names that rows have for them: an identifier in its one spelling → the same with the right digit. */
export const checkDigits: { readonly [C in CheckDigit]: (identifier: string) => string } = {
  'MOD 11-2': withLast(mod11Of2),
  ISSN: withLast(issnDigit),
  ISBN: (text) => withLast(text.length === 10 ? isbn10Digit : isbn13Digit)(text),
  ROR: withLast(rorDigits, 2),
}

/** The same book number in its other length; undefined where it has none, or a wrong check digit. */
function isbnOfOtherLength(isbn: string): string | undefined {
  if (checkDigits.ISBN(isbn) !== isbn) return undefined
  if (isbn.length === 10) return checkDigits.ISBN(`978${isbn}`)
  return isbn.startsWith('978') ? checkDigits.ISBN(isbn.slice(3)) : undefined
}

/** By the same names: another identifier that says the same as one in its one spelling. */
export const equivalents: { readonly [C in CheckDigit]?: (identifier: string) => string | undefined } = {
  ISBN: isbnOfOtherLength,
}

export type CheckDigit = 'MOD 11-2' | 'ISSN' | 'ISBN' | 'ROR'
