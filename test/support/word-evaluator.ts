/** A second opinion on `cf.search.words`: plain texts of canonical records, without an index. */

import type { Model } from '../../src/model/model.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Json } from './evaluator.ts'

const LETTERS = 'ßss æae œoe øo đd ðd ħh ıi łl ŋn ŧt þth'.split(' ')

/** A text without case and accents, in plain letters. */
export const plain = (text: string): string =>
  LETTERS.reduce(
    (all, [letter = '', ...others]) => all.replaceAll(letter, others.join('')),
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ'),
  )

/** The words of a text, without case and accents. */
export const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

const textsOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .flatMap((one) =>
      typeof one === 'object'
        ? Object.values(one as Json).flatMap(textsOf)
        : typeof one === 'string'
          ? [one]
          : [],
    )

const along = (node: Json, path: string): any[] =>
  path.split('.').reduce<any[]>((nodes, key) => nodes.flatMap((one) => [one[key] ?? []].flat()), [node])

const namesOf = (record: Json, { labelFields, search }: EntityType, shown?: readonly string[]): string[] =>
  (search?.names ?? labelFields)
    .filter((key) => shown === undefined || shown.includes(key))
    .flatMap((key) => textsOf(record[key]))

/** The texts of a record, a blank around each word and a bar between two, by how words are looked for in them. */
interface RecordWords {
  readonly names: string
  readonly references: string
  readonly texts: string
}

/** Whether records have all words and phrases of a text. */
export interface WordEvaluator {
  wordsOf(record: Json, type: EntityType): RecordWords
  has(text: string, record: Json, type: EntityType): boolean
}

const join = (texts: readonly string[]): string =>
  texts.map((text) => ` ${wordsIn(text).join(' ')} `).join('|')

/** @param follow gives the records of what a record names */
export function createWordEvaluator(
  model: Model,
  follow: (value: unknown) => readonly Json[],
): WordEvaluator {
  const known = new WeakMap<Json, RecordWords>()

  function read(record: Json, type: EntityType): RecordWords {
    const { references = [], texts = [], years = [] } = type.search ?? {}
    const named = references
      .flatMap((path) => along(record, path))
      .flatMap(follow)
      .flatMap((one) => {
        const other = model.typeNamed(one.entity_type as string)
        return other ? namesOf(one, other, other.referenceFields) : []
      })
    const dates = years.flatMap((path) => along(record, path)).map((date) => String(date).slice(0, 4))
    return {
      names: join(namesOf(record, type)),
      references: join([...named, ...dates]),
      texts: join(texts.flatMap((key) => textsOf(record[key]))),
    }
  }

  function wordsOf(record: Json, type: EntityType): RecordWords {
    let words = known.get(record)
    if (!words) known.set(record, (words = read(record, type)))
    return words
  }

  return {
    wordsOf,
    has(text, record, type) {
      const quoted = /"([^"]*)"|“([^”“]*)”|„([^“”]*)[“”]|«([^»]*)»/g
      const phrases = [...text.matchAll(quoted)]
        .map((match) => wordsIn(match.slice(1).find(Boolean) ?? '').join(' '))
        .filter(Boolean)
      const words = wordsIn(text.replace(quoted, ' '))
      const { names, references, texts } = wordsOf(record, type)
      return (
        words.length + phrases.length > 0 &&
        phrases.every((phrase) => [names, references, texts].some((one) => one.includes(` ${phrase} `))) &&
        words.every((word) => {
          const isShort = Buffer.byteLength(word) < 3
          return (
            names.includes(isShort ? ` ${word}` : word) ||
            references.includes(` ${word}`) ||
            texts.includes(isShort ? ` ${word} ` : ` ${word}`)
          )
        })
      )
    },
  }
}
