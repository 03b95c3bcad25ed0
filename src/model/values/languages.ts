/** Languages of texts: any key of a language map, any tag in RDF → the tag under which the text is kept. */

import { memoize } from './collections.ts'

/** The key of texts whose language is not known. */
export const NO_LANGUAGE = 'none'

/** RFC 5646, section 2.1: language, what may follow it, extensions, private use; or private use alone. */
const LANGUAGE = '[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?'
const VARIANTS = '(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*'
const EXTENSIONS = '(?:-[a-wy-z\\d](?:-[a-z\\d]{2,8})+)*'
const PRIVATE_USE = 'x(?:-[a-z\\d]{1,8})+'
const LANGUAGE_TAG = new RegExp(
  `^(?:${LANGUAGE}${VARIANTS}${EXTENSIONS}(?:-${PRIVATE_USE})?|${PRIVATE_USE})$`,
)

/** Codes of ISO 639-2 for texts of which there is no language to name. */
const WITHOUT_LANGUAGE: ReadonlySet<string> = new Set(['und', 'zxx', 'mul', ''])

/**
 * `Intl` gives these languages the code of the group to which they belong (`cmn` that of Chinese): they have
 * no two-letter code of their own and stay what they are.
 */
const IN_A_GROUP: ReadonlySet<string> = new Set(
  (
    'als arb ayr azj cls cmn cwd ekk esk fat fuc gaz gug ike khk kmr knc kng kpv lvs npi ojg ory ' +
    'pbu pes plt quz src swh uzn ydd zsm zyb'
  ).split(' '),
)
/** Two-letter codes for which `Intl` has another. */
const SHORTER: Readonly<Record<string, string>> = { twi: 'tw', tgl: 'tl' }

/** The two-letter code of ISO 639-1 for a three-letter code, or the code itself. */
function shortestCode(code: string): string {
  if (code.length !== 3 || IN_A_GROUP.has(code)) return code
  const short = SHORTER[code] ?? (Intl.getCanonicalLocales(code)[0] as string)
  return short.length === 2 ? short : code
}

const englishNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

export interface LanguageKey {
  /** The tag in lower case, or `none`. */
  readonly tag: string
  /** Why the key is another: it is read as the tag, it names no language, or it is no language tag. */
  readonly fault?: 'form-normalised' | 'no-language' | 'no-tag'
}

/** ISO 639-1 is known as a whole; of the thousands of three-letter codes `Intl` knows some. */
const isKnown = (code: string): boolean => code.length !== 2 || englishNames.of(code) !== undefined

export const readLanguage: (key: string) => LanguageKey = memoize((key) => {
  const tagText = key.trim().toLowerCase().replaceAll('_', '-')
  if (tagText === NO_LANGUAGE || tagText === '@none') return { tag: NO_LANGUAGE }
  if (WITHOUT_LANGUAGE.has(tagText.split('-', 1)[0] as string))
    return { tag: NO_LANGUAGE, fault: 'no-language' }
  if (!LANGUAGE_TAG.test(tagText)) return { tag: NO_LANGUAGE, fault: 'no-tag' }
  const [primary = '', ...rest] = tagText.split('-')
  const code = shortestCode(primary)
  if (primary !== 'x' && !isKnown(code)) return { tag: NO_LANGUAGE, fault: 'no-tag' }
  const tag = [code, ...rest].join('-')
  return tag === key.toLowerCase() ? { tag } : { tag, fault: 'form-normalised' }
})

let codesByName: ReadonlyMap<string, string> | undefined

/** Names of languages, in English and in themselves → their two-letter codes. */
function readNames(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isKnown)
  return new Map(
    codes.flatMap((code) =>
      [englishNames, new Intl.DisplayNames(code, { type: 'language', fallback: 'none' })].flatMap((names) => {
        const name = names.of(code)
        return name === undefined ? [] : [[name.toLowerCase(), shortestCode(code)] as const]
      }),
    ),
  )
}

/** The code of a language that is called so; undefined if none is. */
export function languageNamed(name: string): string | undefined {
  codesByName ??= readNames()
  return codesByName.get(name.trim().toLowerCase())
}
