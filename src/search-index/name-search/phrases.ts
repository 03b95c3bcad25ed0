/** Phrases: words that stand one behind the other in one text. */

import { checkpoint, type Task } from '../../admission/task.ts'
import { PLACES, type WordReader } from '../tables/words.ts'

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
export function positionsOfPhrase(
  readers: readonly WordReader[],
  words: readonly string[],
  task: Task,
): number[] {
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
