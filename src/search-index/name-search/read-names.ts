/** The names of the records of one type, as they were written. */

import { memoize } from '../../model/values/collections.ts'
import { lettersOf } from '../../model/values/closest-match.ts'
import { MAX_PREFIX_BYTES, wordReader, type WordReader } from '../tables/words.ts'
import { block, END, keyOfText, uniteAscending, within } from '../tables/keys.ts'
import type { Table, TableName } from '../tables/tables.ts'
import type { NameColumn } from '../tables/meta.ts'
import { NAME_BLOCK, NAME_END, RECORD_END, referencedColumn } from './write-names.ts'

/** The words of a block by their length, with the letters of each. */
interface WordsByLength {
  /** Of all words, in the order of their bytes. */
  readonly first: string
  readonly groups: readonly (
    { readonly words: readonly string[]; readonly letters: readonly number[] } | undefined
  )[]
}

/** @param words each byte a character */
function groupByLength(words: readonly string[]): WordsByLength {
  const groups: { words: string[]; letters: number[] }[] = []
  for (const word of words) {
    const group = (groups[word.length] ??= { words: [], letters: [] })
    group.words.push(word)
    group.letters.push(lettersOf(word))
  }
  return { first: words[0] as string, groups }
}

export interface NameReader {
  readonly words: WordReader
  /** The folded names of a record; fastest for ascending positions. */
  namesAt(position: number): readonly string[]
  /** The words of a block, as corrections look at them. */
  wordsByLength(block: number): WordsByLength
  /** Words of the names of the entities to which records refer, and years; absent where they do not count. */
  readonly referenced?: WordReader
  /** The positions of the records that have a name. */
  withName(name: string): readonly number[]
  /** Positions of the records that have a name which begins so, by name; some may come twice. */
  withNameStarting(start: string): Generator<number>
}

/** The lines of a column, in blocks. */
function lineReader(names: Table, number: number): NameReader['namesAt'] {
  let [current, lines] = [-1, [] as string[]]
  return (position) => {
    const at = Math.floor(position / NAME_BLOCK)
    if (at !== current) {
      const value = names.get(within(number, block(at)))
      lines = value?.toString().split(RECORD_END) ?? []
      current = at
    }
    const line = lines[position - at * NAME_BLOCK]
    return line ? line.split(NAME_END) : []
  }
}

/** Blocks of words of a column that are kept as corrections look at them: some 300 kB each. */
const MAX_BLOCKS = 16

/** @param types how many there are */
export function readNames(
  source: { table(name: TableName): Table },
  number: number,
  { wordBlocks, referencedBlocks }: NameColumn,
  types: number,
): NameReader {
  const [names, wholeNames] = [source.table('names'), source.table('wholeNames')]
  const tables = { words: source.table('nameWords'), postings: source.table('namePostings') }
  const referenced = referencedColumn(number, types)

  function* withNameStarting(start: string): Generator<number> {
    const from = within(number, Buffer.from(start).subarray(0, MAX_PREFIX_BYTES))
    for (const { value } of wholeNames.range(from, Buffer.concat([from, Buffer.of(END)])))
      yield* uniteAscending([value])
  }

  const words = wordReader(tables, number, wordBlocks)
  return {
    words,
    wordsByLength: memoize((at) => groupByLength(words.wordsOf(at)), MAX_BLOCKS),
    namesAt: lineReader(names, number),
    ...(referencedBlocks !== undefined && {
      referenced: wordReader(tables, referenced, referencedBlocks),
    }),
    withName(name) {
      const value = wholeNames.get(within(number, keyOfText(name)))
      return value ? [...uniteAscending([value])] : []
    },
    withNameStarting,
  }
}
