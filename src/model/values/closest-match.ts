/** The nearest of known names, for messages that suggest what was meant. */

/** Mistakes that are forgiven in a word of so many bytes. */
export const allowedMistakes = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** A bit for each letter of a word, so that most words that differ are passed over at a glance. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31)
  return letters
}

export function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * The letters to insert, delete, replace, or swap with their neighbours to make one word the other (optimal
 * string alignment); `limit + 1` where there are more than the limit.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      if (cost < smallest) smallest = cost
    }
    if (smallest > limit) return limit + 1
    ;[before, last] = [last, row]
  }
  return Math.min(last[b.length] as number, limit + 1)
}

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
