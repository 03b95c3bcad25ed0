/** Codes of standards that rows name: which texts are codes, by the tables that the runtime brings along. */

interface Codes {
  /** Whether the text, in upper case, is a code. */
  has(code: string): boolean
  /** What such codes look like. */
  readonly right: string
}

const names = (type: 'region' | 'currency'): Intl.DisplayNames =>
  new Intl.DisplayNames('en', { type, fallback: 'none' })
const regions = names('region')
const currencies = names('currency')

/** Codes that were given up or never given (UK, AN) have another one that is right. */
const isCurrent = (region: string): boolean =>
  Intl.getCanonicalLocales(`und-${region}`)[0] === `und-${region}`

/** Texts remembered. */
const KEPT = 1000

/** The tables answer slowly, and few texts come again and again. */
function remembering(has: (code: string) => boolean): (code: string) => boolean {
  const known = new Map<string, boolean>()
  return (code) => {
    let is = known.get(code)
    if (is === undefined) {
      if (known.size >= KEPT) known.clear()
      known.set(code, (is = has(code)))
    }
    return is
  }
}

export const codes = {
  'ISO 3166-1': {
    has: remembering(
      (code) => /^(?!ZZ|QO)[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && isCurrent(code),
    ),
    right: 'Two letters of ISO 3166-1, such as NL.',
  },
  'ISO 4217': {
    has: remembering((code) => /^[A-Z]{3}$/.test(code) && currencies.of(code) !== undefined),
    right: 'Three letters of ISO 4217, such as EUR.',
  },
} as const satisfies Record<string, Codes>

export type CodeList = keyof typeof codes
