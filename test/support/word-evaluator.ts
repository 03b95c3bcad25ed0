/** A second opinion on `cf.search.words`: plain texts of canonical records, without an index. */

import type { Model } from '../../src/model/model.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Json } from './evaluator.ts'

const LETTERS = 'ßss æae œoe øo đd ðd ħh ıi łl ŋn ŧt þth'.split(' ')

const plain = (text: string): string =>
  LETTERS.reduce(
    (all, [letter = '', ...others]) => all.replaceAll(letter, others.join('')),
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ'),
  )

const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

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

/** The texts of a record, by how words are looked for in them. */
interface Texts {
  readonly names: readonly string[]
  readonly references: readonly string[]
  readonly texts: readonly string[]
}

const namesOf = (record: Json, { labelFields, search }: EntityType, shown?: readonly string[]): string[] =>
  (search?.names ?? labelFields)
    .filter((key) => shown === undefined || shown.includes(key))
    .flatMap((key) => textsOf(record[key]))

/** Whether a record has all words and phrases of a text. @param follow gives the records of what a record names */
export function hasWords(
  text: string,
  record: Json,
  type: EntityType,
  model: Model,
  follow: (value: unknown) => readonly Json[],
): boolean {
  const { references = [], texts = [], years = [] } = type.search ?? {}
  const places: Texts = {
    names: namesOf(record, type),
    references: [
      ...references
        .flatMap((path) => along(record, path))
        .flatMap(follow)
        .flatMap((one) => {
          const named = model.typeNamed(one.entity_type as string)
          return named ? namesOf(one, named, named.referenceFields) : []
        }),
      ...years.flatMap((path) => along(record, path)).map((date) => String(date).slice(0, 4)),
    ],
    texts: texts.flatMap((key) => textsOf(record[key])),
  }
  const quoted = /"([^"]*)"|“([^”“]*)”|„([^“”]*)[“”]|«([^»]*)»/g
  const phrases = [...text.matchAll(quoted)]
    .map((match) => wordsIn(match.slice(1).find(Boolean) ?? '').join(' '))
    .filter(Boolean)
  const words = wordsIn(text.replace(quoted, ' '))
  const all = [...places.names, ...places.references, ...places.texts].map(
    (one) => ` ${wordsIn(one).join(' ')} `,
  )
  const begins = (some: readonly string[], word: string): boolean =>
    some.some((one) => wordsIn(one).some((other) => other.startsWith(word)))
  return (
    words.length + phrases.length > 0 &&
    phrases.every((phrase) => all.some((one) => one.includes(` ${phrase} `))) &&
    words.every((word) => {
      const isShort = Buffer.byteLength(word) < 3
      return (
        begins([...places.names, ...places.references], word) ||
        (!isShort && places.names.some((name) => plain(name).includes(word))) ||
        (isShort ? places.texts.some((one) => wordsIn(one).includes(word)) : begins(places.texts, word))
      )
    })
  )
}
