/** How pages speak a language: their texts, the words of rows, numbers, and names of languages and codes. */

import type { InterfaceLanguage } from '../../config/about.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { codeName } from '../../model/values/codes.ts'
import { memoize } from '../../model/values/collections.ts'
import type { NamingLanguage } from '../../record/naming/name-of-record.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'

export interface Locale extends NamingLanguage {
  readonly language: InterfaceLanguage
  readonly texts: Texts
  number(value: number): string
  /** `1 product`, `1,204 products` */
  count(count: number, type: Pick<EntityType, 'label' | 'plural'>): string
  /** What pages call a field. */
  labelOf(key: string, field: Field): string
  /** Name of a language; its code where it is none. */
  languageName(code: string): string
}

export const texts = { en, de } as const satisfies Readonly<Record<InterfaceLanguage, Texts>>

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** @param translations English text of a row → text */
function createLocale(language: InterfaceLanguage, translations: ReadonlyMap<string, string>): Locale {
  const own = texts[language]
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' })
  const translate = (text: string): string => translations.get(text) ?? text
  return {
    language,
    texts: own,
    translate,
    unnamed: own.unnamed,
    at: own.at,
    andMore: own.andMore,
    number: (value) => numbers.format(value),
    count(count, { label, plural }) {
      // Funding is a heading, and no noun that can be counted.
      const several = translations.get(`${plural} (counted)`) ?? translate(plural)
      return own.counted(numbers.format(count), count === 1 ? translate(label) : several)
    },
    labelOf: (key, { label }) => translate(upperFirst(label ?? key.replaceAll('_', ' '))),
    languageName(code) {
      if (code === 'none') return own.record.noLanguage
      try {
        return languages.of(code) ?? code
      } catch {
        return code
      }
    },
    codeName: (code, list) => translate(codeName(code, list, language)),
  }
}

/** English without a model: rows as they stand. */
export const english = createLocale('en', new Map())

/** What the extensions of a model say in a language; where several do, the last. */
const translationsIn = ({ extensions }: Model, language: InterfaceLanguage): ReadonlyMap<string, string> =>
  new Map(extensions.flatMap(({ translations }) => Object.entries(translations?.[language] ?? {})))

const localesOf = memoize(
  (model: Model) =>
    memoize((language: InterfaceLanguage): Locale => createLocale(language, translationsIn(model, language))),
  10,
)

export const localeOf = (model: Model, language: InterfaceLanguage): Locale => localesOf(model)(language)
