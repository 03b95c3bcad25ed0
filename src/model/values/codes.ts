/** Codes of standards that rows name: which texts are codes, by the tables that the runtime brings along. */

import { memoize } from './memoize.ts'

interface CodeListRow {
  /** Whether the text, in upper case, is a code. */
  has(code: string): boolean
  /** Letters of a code. */
  readonly letters: number
  /** What such codes look like. */
  readonly expected: string
}

const names = (type: 'region' | 'currency'): Intl.DisplayNames =>
  new Intl.DisplayNames('en', { type, fallback: 'none' })
const regions = names('region')
const currencies = names('currency')

/** Codes that were given up or never given (UK, AN) have another one that is right. */
const isCurrent = (region: string): boolean =>
  Intl.getCanonicalLocales(`und-${region}`)[0] === `und-${region}`

export const codeLists = {
  'ISO 3166-1': {
    has: memoize(
      (code) => /^(?!ZZ|QO)[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && isCurrent(code),
    ),
    letters: 2,
    right: 'Two letters of ISO 3166-1, such as NL.',
  },
  'ISO 4217': {
    has: memoize((code) => /^[A-Z]{3}$/.test(code) && currencies.of(code) !== undefined),
    letters: 3,
    right: 'Three letters of ISO 4217, such as EUR.',
  },
} as const satisfies Record<string, CodeListRow>

export type CodeList = keyof typeof codeLists

/** A code in upper case, without blanks around it; other text as it was. */
export function normaliseCode(text: string, list: CodeList): string {
  const code = text.trim()
  return code.length === codeLists[list].letters && /^[a-z]+$/i.test(code) ? code.toUpperCase() : text
}
