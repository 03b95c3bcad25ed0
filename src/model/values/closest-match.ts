/** The nearest of known names, for messages that suggest what was meant. */

import { editDistance } from './edit-distance.ts'

/** How many edits a suggestion may be away. */
const mostEdits = (a: string, b: string): number => Math.max(1, Math.floor(Math.max(a.length, b.length) / 3))

/**
 * The known name that differs from the given one by at most a third of its letters; undefined if none does.
 */
export function closestMatch(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined
  const lower = name.toLowerCase()
  const [best] = known
    .map((candidate) => ({
      candidate,
      edits: editDistance(lower, candidate.toLowerCase(), mostEdits(candidate, name)),
    }))
    .filter(({ candidate, edits }) => edits <= mostEdits(candidate, name))
    .sort((x, y) => x.edits - y.edits || (x.candidate < y.candidate ? -1 : 1))
  return best?.candidate
}

/** `did you mean x? `, where a known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const guess = closestMatch(name, [...known])
  return guess === undefined ? '' : `did you mean ${guess}? `
}

/**
 * A sentence about a name that is none of those known, and which was perhaps meant.
 * @param sentence without its full stop
 * @param print the name as it is suggested
 */
export function withSuggestion(
  sentence: string,
  name: string,
  known: readonly string[],
  print: (guess: string) => string = (guess) => guess,
): string {
  const guess = closestMatch(name, known)
  return guess === undefined ? `${sentence}.` : `${sentence}; did you mean ${print(guess)}?`
}

/** `did you mean x? known are …` for a name that is none of those known. */
export const suggestNames = (name: string, known: Iterable<string>): string =>
  `${didYouMean(name, known)}known are ${[...known].join(', ') || 'none'}`
