/** What is wrong with an identifier, and what would be right. */

import { checkDigits } from './check-digits.ts'
import type { IdentifierForms } from './forms.ts'
import type { IdentifierScheme } from './row.ts'

export interface IdentifierFault {
  readonly kind: 'bad-identifier' | 'bad-check-digit'
  readonly message: string
  readonly expected: string
}

/** A scheme: its row, and what reads its identifiers. */
export interface Entry {
  readonly name: string
  readonly row: IdentifierScheme
  readonly forms: IdentifierForms
  readonly isValid: (identifier: string) => boolean
}

/** Characters of other text in which an identifier is looked for: at any place, which takes long in long text. */
export const SEARCHED = 500

/** @param entries of all schemes: the text may be an identifier of another one */
export function identifierFault(
  scheme: string,
  text: string,
  entry: Entry,
  entries: readonly Entry[],
): IdentifierFault | undefined {
  const read = entry.forms.read(text)
  if (!read || !entry.isValid(read.identifier)) return formFault(scheme, text, entry, entries)
  const { checkDigit } = entry.row
  const right = checkDigit && checkDigits[checkDigit](read.identifier)
  if (right === undefined || right === read.identifier) return undefined
  const start = read.stored.slice(0, read.stored.length - read.identifier.length)
  return {
    kind: 'bad-check-digit',
    message: `is no ${scheme}, as its check digit does not fit: ${text}`,
    expected: `If only the check digit is wrong, ${start}${right}.`,
  }
}

function formFault(scheme: string, text: string, { row }: Entry, entries: readonly Entry[]): IdentifierFault {
  const likelyScheme = certainScheme(text, entries)
  const [inner] =
    (row.unambiguous && new RegExp(row.valid ?? row.pattern).exec(text.slice(0, SEARCHED))) || []
  return {
    kind: 'bad-identifier',
    message: `is no ${scheme}: ${text}`,
    expected: likelyScheme
      ? `The scheme ${likelyScheme}, whose form it has.`
      : inner
        ? `${inner}, if that is meant.`
        : `A value such as ${row.example}.`,
  }
}

/** Another scheme of which the text is certainly an identifier, check digit and all. */
const certainScheme = (text: string, entries: readonly Entry[]): string | undefined =>
  entries.find(({ row: { unambiguous, checkDigit }, forms, isValid }) => {
    const read = unambiguous && forms.read(text)
    return (
      read &&
      isValid(read.identifier) &&
      (!checkDigit || checkDigits[checkDigit](read.identifier) === read.identifier)
    )
  })?.name
