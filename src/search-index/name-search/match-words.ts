/** Which records have the words of a query, in their names, in names to which they refer, in their texts. */

import type { LRUCache } from 'lru-cache'
import { fits, type Fit, type WordMatches } from '../query/name-search.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import type { Positions } from '../query/matches.ts'
import { isShort, type WordQuery } from '../../model/values/word-query.ts'
import { eachAscending, packAscending } from '../tables/keys.ts'
import { exactly, type WordReader, PLACES } from '../tables/words.ts'
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
  /** Where the words of the last queries stand: what is found nowhere is looked for several times. */
  readonly places: LRUCache<string, readonly Found[]>
}

/** Packed positions, and how well records with the word there fit. */
export type Found = readonly [fit: number, packed: readonly Buffer[]]

const numberOf = (fit: Fit): number => fits.indexOf(fit)
const ALL = { words: Infinity }

const beginning = (words: WordReader, word: string): Buffer[] =>
  words.startingWith(Buffer.from(word), ALL) ?? []

/** Where a word stands, the best places first. */
function* placesOf(sources: WordSources, word: string): Generator<Found> {
  const places = sources.places.get(word) ?? [...findWord(sources, word)]
  sources.places.set(word, places)
  yield* places
}

function* findWord({ names, texts }: WordSources, word: string): Generator<Found> {
  yield [numberOf('words'), exactly(names.words, word)]
  yield [numberOf('word prefixes'), beginning(names.words, word)]
  if (!isShort(word))
    yield [numberOf('inside'), names.words.containing(Buffer.from(word), { ...ALL, isInside: true }) ?? []]
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

type Terms = Pick<WordQuery, 'words' | 'phrases'>

const placesOfTerms = (sources: WordSources, { words, phrases }: Terms, task: Task): Generator<Found>[] => [
  ...words.map((word) => placesOf(sources, word)),
  ...phrases.map((phrase) => placesOfPhrase(sources, phrase, task)),
]

/** Gives zeroes, in the same memory each time: new memory of each search would be most of what is thrown away. */
function reusedZeroes(): (count: number) => Uint16Array {
  let memory = new Uint16Array()
  return (count) => {
    if (memory.length < count) memory = new Uint16Array(count)
    return memory.subarray(0, count).fill(0)
  }
}
const marksFor = reusedZeroes()
const fitsFor = reusedZeroes()

/**
 * The positions of records that have all terms, in any order; later terms are not looked up where none has those
 * before.
 * @param count of all records
 * @returns with the worst of the fits of each record, until the next call
 */
export function withAllTerms(
  terms: Iterable<Iterable<Found>>,
  count: number,
  task?: Task,
): { readonly positions: readonly number[]; readonly fitAt: Uint16Array } {
  /** How many of the terms in front a position has. */
  const [marks, fitAt] = [marksFor(count), fitsFor(count)]
  let [positions, i]: [number[], number] = [[], 0]
  for (const places of terms) {
    positions = []
    for (const [fit, lists] of places)
      for (const packed of lists) {
        if (task) checkpoint(task)
        eachAscending(packed, (position) => {
          if (marks[position] !== i) return
          marks[position] = i + 1
          positions.push(position)
          if ((fitAt[position] as number) < fit) fitAt[position] = fit
        })
      }
    if (positions.length === 0) break
    i++
  }
  return { positions, fitAt }
}

/** Any whole words of the name of a person fit as its beginning does; where none are whole, beginnings of words. */
function improveNamesOfPersons(positions: Positions, fitAt: Uint16Array): void {
  const best = [numberOf('words'), numberOf('word prefixes')].find((fit) =>
    positions.some((position) => fitAt[position] === fit),
  )
  for (const position of positions) if (fitAt[position] === best) fitAt[position] = numberOf('prefix')
}

/** The records that have all words and phrases, in the order of their positions, each with its fit. */
export function matchWords(sources: WordSources, query: WordQuery, task: Task): WordMatches {
  const { names, count, hasPersonNames } = sources
  const { positions: found, fitAt } = withAllTerms(placesOfTerms(sources, query, task), count, task)
  const positions = new Uint32Array(found).sort()
  if (positions.length > 0) {
    const improve = (some: Iterable<number>, fit: number): void => {
      for (const position of some) fitAt[position] = fit
    }
    if (hasPersonNames) improveNamesOfPersons(positions, fitAt)
    else improve(names.withNameStarting(query.foldedText), numberOf('prefix'))
    improve(names.withName(query.foldedText), numberOf('exact'))
  }
  const fitsOfFound = new Uint8Array(positions.length)
  for (let i = 0; i < positions.length; i++) fitsOfFound[i] = fitAt[positions[i] as number] as number
  return { positions, fits: fitsOfFound }
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
  const masks = new Uint32Array(sources.count)
  for (const [i, places] of placesOfTerms(sources, query, task).entries())
    for (const [, lists] of places)
      for (const packed of lists) {
        checkpoint(task)
        eachAscending(packed, (position) => {
          masks[position]! |= 1 << i
        })
      }
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

/** Where a word stands by several readers, ascending. */
function occurrencesOf(readers: readonly WordReader[], word: string): Float64Array {
  const lists = readers
    .map((reader) => reader.occurrences(Buffer.from(word)))
    .filter(({ length }) => length > 0)
  const [only] = lists
  if (lists.length === 1 && only) return only
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all.sort()
}

/** Those of the places that have the word so many places behind them. */
function followedBy(places: Float64Array, word: Float64Array, distance: number): Float64Array {
  let [count, at] = [0, 0]
  for (const place of places) {
    while (at < word.length && (word[at] as number) < place + distance) at++
    if (word[at] === place + distance) places[count++] = place
  }
  return places.subarray(0, count)
}

/** The positions at which words stand one behind the other in one text, ascending. */
function positionsOfPhrase(readers: readonly WordReader[], words: readonly string[], task: Task): number[] {
  const occurrences = new Map<string, Float64Array>()
  for (const word of words) {
    if (occurrences.has(word)) continue
    checkpoint(task)
    const found = occurrencesOf(readers, word)
    if (found.length === 0) return []
    occurrences.set(word, found)
  }
  let starts = (occurrences.get(words[0] as string) as Float64Array).slice() as Float64Array
  for (const [distance, word] of words.entries()) {
    if (distance === 0) continue
    checkpoint(task)
    starts = followedBy(starts, occurrences.get(word) as Float64Array, distance)
    if (starts.length === 0) return []
  }
  return [...new Set(Array.from(starts, (start) => Math.floor(start / PLACES)))]
}
