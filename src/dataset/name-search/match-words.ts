/** Which records have the words of a query, in their names, in names to which they refer, in their texts. */

import { fits, type Fit, type WordMatches } from '../../query/name-search.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { isEmptyQuery, isShort, type WordQuery } from '../../model/values/word-query.ts'
import { eachAscending, packAscending } from '../tables/keys.ts'
import { exactly, type WordReader } from '../tables/words.ts'
import { positionsOfPhrase } from './phrases.ts'
import type { NameReader } from './read-names.ts'

/** What the words of records are looked up in. */
export interface WordSources {
  readonly names: NameReader
  /** Of each of the longer texts the words as they are written, and those with accents as they are without. */
  readonly texts: readonly (readonly WordReader[])[]
  /** Number of records. */
  readonly count: number
  /** Whether names are of persons: they are written in either order, and people look for the family name. */
  readonly hasPersonNames: boolean
}

/** For each record a bit for each word and phrase of the query that it has, and the number of its fit. */
interface Marks {
  readonly masks: Uint32Array
  readonly fits: Uint8Array
}

/** Packed positions, and how well records with the word there fit. */
type Found = readonly [fit: number, packed: readonly Buffer[]]

const numberOf = (fit: Fit): number => fits.indexOf(fit)
const ALL = { words: Infinity }

const beginning = (words: WordReader, word: string): Buffer[] =>
  words.startingWith(Buffer.from(word), ALL) ?? []

/** Where a word stands, the best places first. */
function* placesOf({ names, texts }: WordSources, word: string): Generator<Found> {
  yield [numberOf('words'), exactly(names.words, word)]
  yield [numberOf('word prefixes'), beginning(names.words, word)]
  if (!isShort(word)) yield [numberOf('inside'), names.words.containing(Buffer.from(word), ALL) ?? []]
  if (names.referenced) {
    yield [numberOf('references'), exactly(names.referenced, word)]
    yield [numberOf('reference prefixes'), beginning(names.referenced, word)]
  }
  for (const readers of texts)
    for (const reader of readers)
      yield [numberOf('texts'), isShort(word) ? exactly(reader, word) : beginning(reader, word)]
}

/** Whether a word stands anywhere. */
export function hasWord(sources: WordSources, word: string): boolean {
  for (const [, packed] of placesOf(sources, word)) if (packed.length > 0) return true
  return false
}

/** Where a phrase stands, the best places first. */
function* placesOfPhrase({ names, texts }: WordSources, phrase: string, task: Task): Generator<Found> {
  const packedPositions = (readers: readonly WordReader[]): Buffer[] => [
    packAscending(positionsOfPhrase(readers, phrase.split(' '), task)),
  ]
  yield [numberOf('words'), packedPositions([names.words])]
  if (names.referenced) yield [numberOf('references'), packedPositions([names.referenced])]
  for (const readers of texts) yield [numberOf('texts'), packedPositions(readers)]
}

const allBits = (count: number): number => 2 ** count - 1

type Terms = Pick<WordQuery, 'words' | 'phrases'>

function marksOf(sources: WordSources, { words, phrases }: Terms, task: Task): Marks {
  const marks = { masks: new Uint32Array(sources.count), fits: new Uint8Array(sources.count) }
  const placesOfTerms = [
    ...words.map((word) => placesOf(sources, word)),
    ...phrases.map((phrase) => placesOfPhrase(sources, phrase, task)),
  ]
  for (const [i, places] of placesOfTerms.entries()) {
    const bit = 1 << i
    for (const [fit, lists] of places) {
      for (const packed of lists) {
        checkpoint(task)
        eachAscending(packed, (position) => {
          const mask = marks.masks[position] as number
          if (mask & bit) return
          marks.masks[position] = mask | bit
          if ((marks.fits[position] as number) < fit) marks.fits[position] = fit
        })
      }
    }
  }
  return marks
}

/** Any whole words of the name of a person fit as its beginning does; where none are whole, beginnings of words. */
function improveNamesOfPersons(masks: Uint32Array, fitAt: Uint8Array, all: number): void {
  for (const fit of [numberOf('words'), numberOf('word prefixes')]) {
    let isFound = false
    for (let position = 0; position < masks.length; position++) {
      if (masks[position] !== all || fitAt[position] !== fit) continue
      fitAt[position] = numberOf('prefix')
      isFound = true
    }
    if (isFound) return
  }
}

/** The records that have all words and phrases, in the order of their positions, each with its fit. */
export function matchWords(sources: WordSources, query: WordQuery, task: Task): WordMatches {
  if (isEmptyQuery(query)) return { positions: new Uint32Array(), fits: new Uint8Array() }
  const { masks, fits: fitAt } = marksOf(sources, query, task)
  const { names } = sources
  const all = allBits(query.words.length + query.phrases.length)
  const improve = (positions: Iterable<number>, fit: number): void => {
    for (const position of positions) if (masks[position] === all) fitAt[position] = fit
  }
  if (sources.hasPersonNames) improveNamesOfPersons(masks, fitAt, all)
  else improve(names.withNameStarting(query.foldedText), numberOf('prefix'))
  improve(names.withName(query.foldedText), numberOf('exact'))
  const positions = new Uint32Array(masks.length)
  let length = 0
  for (let position = 0; position < masks.length; position++)
    if (masks[position] === all) positions[length++] = position
  const found = positions.slice(0, length)
  return { positions: found, fits: Uint8Array.from(found, (position) => fitAt[position] as number) }
}

/**
 * The words and phrases, as they are written, of the record that has most of them, the rarest if there are several;
 * undefined where none has any.
 */
export function mostWords(
  sources: WordSources,
  query: Terms,
  task: Task,
): { readonly text: string; readonly count: number } | undefined {
  const { masks } = marksOf(sources, query, task)
  const { words, phrases } = query
  const terms = [...words, ...phrases.map((phrase) => `"${phrase}"`)]
  const recordsByMask = new Map<number, number>()
  for (const mask of masks) if (mask !== 0) recordsByMask.set(mask, (recordsByMask.get(mask) ?? 0) + 1)
  const bitsOf = (mask: number): number[] => terms.flatMap((_, i) => (mask & (1 << i) ? [i] : []))
  const recordsOf = terms.map((_, i) =>
    [...recordsByMask].reduce((sum, [mask, records]) => (mask & (1 << i) ? sum + records : sum), 0),
  )
  const rarity = (mask: number): number =>
    bitsOf(mask).reduce((sum, i) => sum + Math.log(sources.count / (recordsOf[i] as number)), 0)
  const [best] = [...recordsByMask.keys()].sort(
    (a, b) => bitsOf(b).length - bitsOf(a).length || rarity(b) - rarity(a) || a - b,
  )
  if (best === undefined) return undefined
  const bits = bitsOf(best)
  return { text: bits.map((i) => terms[i]).join(' '), count: bits.length }
}
