/** Codes of standards that rows name: which texts are codes, by the tables that the runtime brings along. */

import { foldToPlainLetters } from './fold.ts'
import { memoize } from './collections.ts'

interface CodeListRow {
  /** What the runtime calls such codes. */
  readonly type: Intl.DisplayNamesType
  /** Whether the text, in upper case, is a code. */
  has(code: string): boolean
  /** Letters of a code. */
  readonly letters: number
  /** What such codes look like. */
  readonly expected: string
}

/** The tables of the runtime are read when the first code is looked up. */
const namesIn = memoize((language) =>
  memoize(
    (type) => new Intl.DisplayNames(language, { type: type as Intl.DisplayNamesType, fallback: 'none' }),
  ),
)
const names = namesIn('en')

/** Codes that were given up or never given (UK, AN) have another one that is right. */
const isCurrent = (region: string): boolean =>
  Intl.getCanonicalLocales(`und-${region}`)[0] === `und-${region}`

export const codeLists = {
  'ISO 3166-1': {
    type: 'region',
    has: memoize(
      (code) => /^(?!ZZ|QO)[A-Z]{2}$/.test(code) && names('region').of(code) !== undefined && isCurrent(code),
    ),
    letters: 2,
    expected: 'Two letters of ISO 3166-1, such as NL.',
  },
  'ISO 4217': {
    type: 'currency',
    has: memoize((code) => /^[A-Z]{3}$/.test(code) && names('currency').of(code) !== undefined),
    letters: 3,
    expected: 'Three letters of ISO 4217, such as EUR.',
  },
} as const satisfies Record<CodeList, CodeListRow>

export type CodeList = 'ISO 3166-1' | 'ISO 4217'

/** A code in upper case, without blanks around it; other text as it was. */
export function normaliseCode(text: string, list: CodeList): string {
  const code = text.trim()
  return code.length === codeLists[list].letters && /^[a-z]+$/i.test(code) ? code.toUpperCase() : text
}

/** Regions that vocabularies have beside countries. */
const OTHER_REGIONS: Readonly<Record<string, string>> = { WW: 'worldwide' }

/** Name of a country or currency, English unless said; the text itself where it is no code. */
export function codeName(code: string, list: CodeList, language = 'en'): string {
  const region = list === 'ISO 3166-1' ? OTHER_REGIONS[code.toUpperCase()] : undefined
  if (region !== undefined) return region
  try {
    return namesIn(language)(codeLists[list].type).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes by what they are called in a language, in small plain letters. */
const codesByName = memoize((language: string) =>
  memoize((list: CodeList): ReadonlyMap<string, string> => {
    const codes = Array.from({ length: codeLists[list].letters - 1 }).reduce<string[]>(
      (starts) => starts.flatMap((start) => LETTERS.map((letter) => start + letter)),
      LETTERS,
    )
    return new Map(
      codes.flatMap((code) =>
        codeLists[list].has(code)
          ? [[foldToPlainLetters(codeName(code, list, language)), code] as const]
          : [],
      ),
    )
  }),
)

/** The code of a country or currency by its name, English unless said; undefined where none is called so. */
export const codeNamed = (name: string, list: CodeList, language = 'en'): string | undefined =>
  codesByName(language)(list).get(foldToPlainLetters(name.trim()))
