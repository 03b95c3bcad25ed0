/** The nearest of known names, for messages that suggest what was meant. */

/** Edits (insert, delete, replace, swap of neighbours) that make one text of the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] as number[]
      const replaced = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(replaced, (above[j] as number) + 1, (row[j - 1] as number) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return (rows[a.length] as number[])[b.length] as number
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
    // Names need as many edits as they differ in length: most are out of the question without a closer look.
    .filter((candidate) => Math.abs(candidate.length - name.length) <= mostEdits(candidate, name))
    .map((candidate) => ({ candidate, edits: distance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= mostEdits(candidate, name))
    .sort((x, y) => x.edits - y.edits || (x.candidate < y.candidate ? -1 : 1))
  return best?.candidate
}
