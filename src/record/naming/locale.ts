/** A language in which records are told of: the words of rows, numbers, and names of languages and codes. */

import type { InterfaceLanguage } from '../../config/about.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Field } from '../../model/rows/row.ts'
import { codeName } from '../../model/values/codes.ts'
import { memoize } from '../../model/values/collections.ts'
import { englishTexts, type NamingLanguage, type NamingTexts } from './name-of-record.ts'

/** What is said of records, whoever says it. */
export interface RecordTexts extends NamingTexts {
  counted(count: string, noun: string): string
  readonly list: { citations(count: number, text: string): string }
  readonly record: {
    readonly yes: string
    readonly no: string
    readonly noLanguage: string
    named(title: string): string
  }
}

/** @template T with more texts, for pages */
export interface Locale<T extends RecordTexts = RecordTexts> extends NamingLanguage {
  readonly language: InterfaceLanguage
  readonly texts: T
  number(value: number): string
  /** `1 product`, `1,204 products` */
  count(count: number, type: Pick<EntityType, 'label' | 'plural'>): string
  /** What people call a field. */
  labelOf(key: string, field: Field): string
  /** Name of a language; its code where it is none. */
  languageName(code: string): string
}

export const recordTexts: Readonly<Record<InterfaceLanguage, RecordTexts>> = {
  en: {
    counted: (count, noun) => `${count} ${noun.toLowerCase()}`,
    ...englishTexts,
    list: { citations: (count, text) => (count === 1 ? 'Cited once' : `Cited ${text} times`) },
    record: {
      yes: 'yes',
      no: 'no',
      noLanguage: 'language not stated',
      named: (title) => `named in “${title}”`,
    },
  },
  de: {
    counted: (count, noun) => `${count} ${noun}`,
    unnamed: (isPerson, label) =>
      label === undefined
        ? isPerson
          ? 'Ohne Namen'
          : 'Ohne Titel'
        : `${label} ohne ${isPerson ? 'Namen' : 'Titel'}`,
    at: (host, label) => `${label} bei ${host}`,
    andMore: (count, isOfPeople) =>
      count === '1' ? `und 1 ${isOfPeople ? 'weitere Person' : 'weiteres'}` : `und ${count} weitere`,
    list: { citations: (count, text) => (count === 1 ? 'Einmal zitiert' : `${text}-mal zitiert`) },
    record: {
      yes: 'ja',
      no: 'nein',
      noLanguage: 'Sprache nicht angegeben',
      named: (title) => `genannt in „${title}“`,
    },
  },
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** @param translations English text of a row → text */
function createLocale<T extends RecordTexts>(
  language: InterfaceLanguage,
  texts: T,
  translations: ReadonlyMap<string, string>,
): Locale<T> {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' })
  const translate = (text: string): string => translations.get(text) ?? text
  return {
    language,
    texts,
    translate,
    unnamed: texts.unnamed,
    at: texts.at,
    andMore: texts.andMore,
    number: (value) => numbers.format(value),
    count(count, { label, plural }) {
      // Funding is a heading, and no noun that can be counted.
      const several = translations.get(`${plural} (counted)`) ?? translate(plural)
      return texts.counted(numbers.format(count), count === 1 ? translate(label) : several)
    },
    labelOf: (key, { label }) => translate(upperFirst(label ?? key.replaceAll('_', ' '))),
    languageName(code) {
      if (code === 'none') return texts.record.noLanguage
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
export const english = createLocale('en', recordTexts.en, new Map())

/** What the extensions of a model say in a language; where several do, the last. */
const translationsIn = ({ extensions }: Model, language: InterfaceLanguage): ReadonlyMap<string, string> =>
  new Map(extensions.flatMap(({ translations }) => Object.entries(translations?.[language] ?? {})))

/** Gives the locale of each model and language, with some texts. */
export function createLocales<T extends RecordTexts>(
  texts: Readonly<Record<InterfaceLanguage, T>>,
): (model: Model, language: InterfaceLanguage) => Locale<T> {
  const localesOf = memoize(
    (model: Model) =>
      memoize((language: InterfaceLanguage) =>
        createLocale(language, texts[language], translationsIn(model, language)),
      ),
    10,
  )
  return (model, language) => localesOf(model)(language)
}
