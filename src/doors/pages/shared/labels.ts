/** How pages write dates and names of languages, and make long texts short. */

import type { Locale } from '../texts/locale.ts'

const LANGUAGE_IRI = /^https?:\/\/(?:www\.)?lexvo\.org\/id\/iso639-[1-3]\/([a-z]{2,3})$/

/** Name of the language that an IRI of lexvo.org identifies; undefined for another IRI. */
export function languageOfIri(iri: string, { languageName }: Locale): string | undefined {
  const [, code] = LANGUAGE_IRI.exec(iri) ?? []
  return code && languageName(code)
}

/** A date as the language writes it: the day of a date-time that says midnight; the time of others, no seconds. */
export const dateText = (date: string, { texts }: Locale): string =>
  date
    .replace(/^\d{4}-\d\d(?:-\d\d)?(?=T|$)/, (day) => texts.day(day.split('-')))
    .replace(/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)?$/, '')
    .replace(/T(\d\d:\d\d)(?::[\d.]+)?/, ' $1')
    .replace(/Z$/, ' UTC')

/** Value of a lang attribute. */
export const langOf = (code: string): string | undefined =>
  code !== 'none' && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(code) ? code : undefined
