/** Readers of values that hold no other field: text, languages, numbers, dates, IRIs. */

import { isObject } from '../../model/values/json.ts'
import type { FieldOf } from '../../model/rows/row.ts'
import { normaliseCode } from '../../model/values/codes.ts'
import { parseDate, parseIsoDate } from '../../model/values/dates.ts'
import { isAbsolute, resolveIri } from '../../model/context/iri.ts'
import { languageNamed, NO_LANGUAGE, readLanguage, type LanguageKey } from '../../model/values/languages.ts'
import { minByCodePoint } from '../../model/values/sorting.ts'
import { toNfc } from '../../model/values/fold.ts'
import { checkCode, checkEnumerated, checkNumber, checkYear } from './validation.ts'
import { isEmpty, listOf, warn, type JsonLocation, type ValueReader } from './read-context.ts'
import { unique, type StoredObject } from '../rdf/stored.ts'

/** Numbers as JSON writes them, and digits that a number keeps. */
const NUMERIC = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i
const DIGITS = 15

/** An IRI of an entity, or of a page. */
const IRI = /^(?:https?:\/\/|urn:)\S+$/i

const USABLE = /^(?!https?:)|^https?:\/\/[^/?#:@]*[^/?#]/i

/** The text as it is stored: in Normalization Form C, without halves of characters. */
function readCharacters(given: string, place: JsonLocation): string {
  const text = toNfc(given)
  if (text !== given)
    warn(place, 'not-nfc', 'is not in Unicode Normalization Form C, in which it is stored', {
      expected: text,
    })
  return text.toWellFormed()
}

export function readText(value: unknown, place: JsonLocation): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : readCharacters(value, place)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isObject(value) && '@value' in value) return readText(value['@value'], place)
  if (isObject(value)) {
    const texts = Object.values(value)
      .flat()
      .filter((text): text is string => typeof text === 'string' && text !== '')
    const effect = texts.length > 0 ? 'the smallest of its strings is kept' : 'it is left out'
    warn(place, 'wrong-value', `is an object where a string is expected; ${effect}`, {
      expected: 'A string.',
    })
    return texts.length > 0 ? readCharacters(minByCodePoint(texts), place) : undefined
  }
  warn(
    place,
    'wrong-value',
    `is ${value === null ? 'null' : typeof value} where a string is expected; it is left out`,
    {
      expected: 'A string.',
    },
  )
  return undefined
}

/** Warns of a value that is stored in another form than the one in which it is written. */
const warnOfForm = (place: JsonLocation, given: string, stored: string, below?: string): void =>
  warn(place, 'form-normalised', `is read as ${stored}, not ${given}`, {
    expected: stored,
    ...(below !== undefined && { keyBelow: below }),
  })

/** Whether a value says which entity is meant, by more than its name. Labels of blank nodes say nothing. */
function isOfEntity(value: unknown): boolean {
  if (!isObject(value)) return typeof value === 'string' && IRI.test(value)
  const id = value['@id'] ?? value['local_identifier']
  return typeof id === 'string' && !id.startsWith('_:')
}

/** A text that stands for a node without id, by its name: what has an id is not linked here. */
const readNameOfNode =
  (name: string): ValueReader =>
  (value, place) => {
    const text = readText(isObject(value) && name in value ? value[name] : value, place)
    if (text !== undefined && isOfEntity(value))
      warn(
        place,
        'wrong-value',
        `has an id where a ${name} is expected; it is kept as text, and links to nothing`,
        {
          expected: `A ${name}; entities are linked by keys for references.`,
        },
      )
    return text
  }

/** A text that is a code of a standard, or one of a list, where the row says so. */
export const readField = ({ codeList, terms, viaNode }: FieldOf<'string'>): ValueReader =>
  codeList === undefined && terms === undefined
    ? viaNode === undefined
      ? readText
      : readNameOfNode(viaNode)
    : (value, place) => {
        const given = readText(value, place)
        if (given === undefined) return undefined
        const text = codeList === undefined ? given : normaliseCode(given, codeList)
        if (text !== given) warnOfForm(place, given, text)
        if (place.context.validate && codeList !== undefined) checkCode(place, text, codeList)
        if (place.context.validate && terms !== undefined) checkEnumerated(place, text, terms)
        return text
      }

export function readIri(value: unknown, place: JsonLocation): string | undefined {
  const text = isObject(value) ? (value['@id'] ?? value['local_identifier']) : value
  if (typeof text !== 'string' || text.trim() === '') {
    warn(place, 'bad-iri', 'is not an IRI; it is left out')
    return undefined
  }
  const { base, canonical } = place.context
  const resolved = resolveIri(text.trim().toWellFormed(), base)
  const iri = canonical?.(resolved) ?? resolved
  const usable = isAbsolute(iri) && USABLE.test(iri)
  if (!usable) warn(place, 'bad-iri', `is not an IRI, and is left out: ${text}`)
  return usable ? iri : undefined
}

/** An IRI of something that is no entity: a page, a licence. */
export const readLink: ValueReader = (value, place) => {
  const iri = readIri(value, place)
  if (iri !== undefined && typeof value === 'string' && !isAbsolute(value.trim()))
    warn(place, 'bad-iri', `is not an absolute IRI: ${value}; it is read as ${iri}`)
  return iri
}

function warnOfLanguage(place: JsonLocation, key: string, tag: string, fault: LanguageKey['fault']): void {
  if (fault === 'form-normalised') {
    warnOfForm(place, key, tag, key)
    return
  }
  const right = fault === 'no-language' ? NO_LANGUAGE : languageNamed(key)
  const what = fault === 'no-language' ? 'names no language' : 'is no language code'
  warn(place, 'bad-language', `${what}; the text is kept under ${NO_LANGUAGE}`, {
    keyBelow: key,
    ...(right !== undefined && { expected: right }),
  })
}

/** Texts by language of a map, a list of maps, or text of which the language is not known. */
export function readLanguages(
  value: unknown,
  multiple: true | undefined,
  place: JsonLocation,
): StoredObject | undefined {
  const texts = new Map<string, string[]>()
  const add = (language: string, text: unknown): void => {
    for (const one of listOf(text)) {
      const found = isEmpty(one) ? undefined : readText(one, place)
      if (found === undefined) continue
      const list = texts.get(language)
      if (list) list.push(found)
      else texts.set(language, [found])
    }
  }
  for (const map of listOf(value)) {
    if (!isObject(map)) {
      add(NO_LANGUAGE, map)
      continue
    }
    for (const [key, text] of Object.entries(map)) {
      const { tag, fault } = readLanguage(key)
      if (fault !== undefined && !isEmpty(text)) warnOfLanguage(place, key, tag, fault)
      add(tag, text)
    }
  }
  if (texts.size === 0) return undefined
  const map: StoredObject = {}
  for (const language of unique([...texts.keys()])) {
    const list = unique(texts.get(language) as string[])
    if (!multiple && list.length > 1)
      warn(place, 'several-values', `has ${list.length} texts where one is expected; the smallest is kept`, {
        keyBelow: language,
      })
    map[language] = multiple ? list : (list[0] as string)
  }
  return map
}

const nameOf = (datatype: FieldOf<'number'>['datatype']): string =>
  datatype === 'integer' ? 'an integer' : 'a number'

export const readNumber =
  (field: FieldOf<'number'>): ValueReader =>
  (given, place) => {
    const { datatype } = field
    const value = isObject(given) && '@value' in given ? given['@value'] : given
    const number =
      typeof value === 'number'
        ? value
        : typeof value === 'string' && NUMERIC.test(value.trim())
          ? Number(value)
          : Number.NaN
    if (typeof value === 'string' && value.replace(/\D/g, '').length > DIGITS)
      warn(place, 'bad-number', `has more digits than are kept: ${value}`, {
        expected: `A number of at most ${DIGITS} digits.`,
      })
    const fits = datatype === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
    if (!fits)
      warn(place, 'bad-number', `is not ${nameOf(datatype)}, and is left out: ${JSON.stringify(value)}`, {
        expected: suggestNumber(value),
      })
    else if (place.context.validate) checkNumber(place, number, field)
    return fits ? (datatype === 'float' ? toFloat(number) : number) : undefined
  }

/** The number that a text with thousands separators means: 1,000,000 is a million. */
function suggestNumber(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\s*\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?\s*$/.test(value)) return undefined
  return `${value.replace(/[,' \s]/g, '')}, if that is meant.`
}

/** The value that a 32-bit float keeps, with the fewest digits. */
function toFloat(value: number): number {
  const float = Math.fround(value)
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === float) return short
  }
  return float
}

export const readBoolean: ValueReader = (value, place) => {
  const text = String(value).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  warn(place, 'bad-boolean', `is neither true nor false, and is left out: ${JSON.stringify(value)}`)
  return undefined
}

export const readDate =
  ({ future }: FieldOf<'date'>): ValueReader =>
  (value, place) => {
    const text = readText(value, place)?.trim()
    if (!text) return undefined
    const whole = parseDate(text)
    const date = whole ?? parseIsoDate(text)
    if (!date)
      warn(place, 'bad-date', `is no date: ${text}; a year, month, day or date-time of ISO 8601 is expected`)
    else if (!whole) warnOfForm(place, text, date.text)
    if (date && place.context.validate) checkYear(place, date.text, future === true)
    return date?.text ?? text
  }
