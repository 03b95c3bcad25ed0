/** The `@string`s of a BibTeX file: those that an entry uses, and those that these use. */

interface Abbreviation {
  readonly text: string
  readonly uses: readonly string[]
  /** Characters of what it stands for. */
  readonly length: number
}

export interface Abbreviations {
  /** @param text of an `@string` */
  add(text: string): void
  /** The texts that an entry needs. @throws Error if they come to too many characters */
  usedIn(entry: string): string[]
}

const DEFINITION = /^@\s*string\s*[{(]\s*([^\s={}(),#"]+)\s*=/i

/** Words that may be abbreviations: they stand behind `=` or `#`. */
const USE = /[=#]\s*([^\s={}(),#"\d][^\s={}(),#"]*)/g

const usesIn = (text: string): string[] =>
  Array.from(text.matchAll(USE), ([, name = '']) => name.toLowerCase())

/** Characters that the abbreviations of one entry may come to: they may hold each other many times. */
const MAX_CHARACTERS = 100_000

export function createAbbreviations(): Abbreviations {
  const known = new Map<string, Abbreviation>()
  const lengthOf = (uses: readonly string[]): number =>
    uses.reduce((sum, name) => sum + (known.get(name)?.length ?? 0), 0)

  function collect(uses: readonly string[], found: Map<string, string>): void {
    for (const name of uses) {
      const one = known.get(name)
      if (!one || found.has(name)) continue
      collect(one.uses, found)
      found.set(name, one.text)
    }
  }

  return {
    add(text) {
      const name = DEFINITION.exec(text)?.[1]?.toLowerCase()
      if (name === undefined) return
      const uses = usesIn(text).filter((used) => used !== name)
      known.set(name, { text, uses, length: text.length + lengthOf(uses) })
    },
    usedIn(entry) {
      const uses = usesIn(entry)
      if (lengthOf(uses) > MAX_CHARACTERS)
        throw new Error(`its abbreviations come to more than ${MAX_CHARACTERS} characters`)
      const found = new Map<string, string>()
      collect(uses, found)
      return [...found.values()]
    },
  }
}
