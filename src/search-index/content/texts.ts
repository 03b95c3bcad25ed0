/**
 * Folded texts by the positions of their records, and which of them contain a text: what CONTAINS finds over
 * LCASE with one small sigma.
 */

import { join } from 'node:path'
import { fold } from '../../model/values/fold.ts'
import { foldWords } from '../../model/values/word-query.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { iriOf, isBlank, isIri, lexicalForm } from '../../record/rdf/triples.ts'
import type { Positions } from '../query/matches.ts'
import { TEXT_FITS, type TextSearch } from '../query/text-search.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { block, eachAscending, END, within } from '../tables/keys.ts'
import type { Meta, TextColumn } from '../tables/meta.ts'
import {
  createRun,
  createSorter,
  joinByKey,
  keyBytes,
  readRun,
  type Positioned,
  type Sorted,
  type Sorter,
  textOfKey,
} from '../tables/sorter.ts'
import type { OpenReuse } from '../tables/reuse.ts'
import type { Table, TableName, TablesSink } from '../tables/tables.ts'
import { isWordByte, packTexts, TextBlock } from '../tables/text-blocks.ts'
import {
  collectWords,
  MAX_PREFIX_BYTES,
  movedUses,
  wordReader,
  writeWords,
  type SearchLimits,
  type WordCollector,
  type WordReader,
} from '../tables/words.ts'

/** Which texts are searched: of records of a type those of a predicate. */
export interface TextPlace {
  readonly type: string
  readonly predicate: string
  /** Records are found by their words too. */
  readonly isInWords: boolean
}

/** Bytes of texts that a block should have. */
const BLOCK_BYTES = 8192
const MAX_SHIFT = 8

/** The texts of one predicate, collected in files, of entities of all types. */
export interface TextCollector {
  /** Adds the texts of an entity; they come in the order of their IRIs. @param objects of the predicate */
  add(iri: string, objects: readonly string[]): void
  /**
   * Writes the texts of the records of a type, and their words.
   * @param records their IRIs, in order
   * @param plainColumn of the words with accents as they are without them; absent: these are not found
   * @param before what stays of the index before: the words of these are taken from there
   */
  write(
    tables: TablesSink,
    column: number,
    type: string,
    records: Iterable<Sorted>,
    plainColumn: number | undefined,
    before?: OpenReuse,
  ): TextColumn
  close(): void
}

const END_BYTE = Buffer.of(END)
const END_CHARACTER = String.fromCharCode(END)

export function collectTexts(folder: string, name: string, predicate: string): TextCollector {
  const path = join(folder, `${name}-texts`)
  const run = createRun(path)
  let [count, bytes] = [0, 0]

  return {
    add(iri, objects) {
      const shown = objects.filter((object) => !isBlank(object))
      if (shown.length === 0) return
      const texts = shown.map((object) => fold(isIri(object) ? iriOf(object) : lexicalForm(object)))
      const value = Buffer.concat(texts.flatMap((text) => [Buffer.from(text), END_BYTE]))
      run.add(keyBytes(iri), value)
      count++
      bytes += value.length
    },
    write(tables, column, type, records, plainColumn, before) {
      run.close()
      const shift = shiftFor(count === 0 ? BLOCK_BYTES : bytes / count)
      const words = createSorter(folder, `${name}-words`)
      const plain = plainColumn === undefined ? undefined : createSorter(folder, `${name}-plain-words`)
      try {
        const moved = before?.positions[before.meta.types.indexOf(type)]
        const known = before?.meta.texts[column]
        const usesBefore = (of: number, blocks = 0): Generator<Sorted> | undefined =>
          before &&
          movedUses(
            { words: before.tables.table('words'), postings: before.tables.table('postings') },
            of,
            blocks,
            moved as Int32Array,
          )
        const texts = joinByKey(records, readRun(path))
        const written = writeTexts(tables, column, shift, texts, words, plain, moved)
        return {
          type,
          predicate,
          shift,
          bytes: written,
          wordBlocks: writeWords(tables, column, words, usesBefore(column, known?.wordBlocks)),
          ...(plain && {
            plainBlocks: writeWords(
              tables,
              plainColumn as number,
              plain,
              usesBefore(plainColumn as number, known?.plainBlocks),
            ),
          }),
        }
      } finally {
        words.close()
        plain?.close()
      }
    },
    close: () => run.close(),
  }
}

/**
 * Words are runs of ASCII letters and digits and of all that is not ASCII; a character is a byte of UTF-8. Beside
 * them: what separates texts, which is in no text.
 */
const WORDS = /[0-9A-Za-z\u0080-\u00fe]+|\u00ff/g

/** What a word without accents has nowhere. */
const NOT_ASCII = /[\u0080-\u00ff]/

const shiftFor = (bytes: number): number =>
  Math.min(MAX_SHIFT, Math.max(0, Math.floor(Math.log2(BLOCK_BYTES / bytes))))

/**
 * @param known ascending positions, and GONE among them, of which the words are not looked for
 * @returns the bytes of the texts
 */
function writeTexts(
  tables: TablesSink,
  column: number,
  shift: number,
  texts: Iterable<Positioned>,
  words: Sorter,
  plain: Sorter | undefined,
  known: Int32Array = new Int32Array(),
): number {
  const collector = collectWords(words)
  const plainCollector = plain && collectWords(plain)
  const table = tables.table('texts')
  let waiting: Positioned[] = []
  let written = 0
  const flush = (): void => {
    const [first] = waiting
    if (first) table.put(within(column, block(first.position >>> shift)), packTexts(waiting))
    waiting = []
  }
  let nextKnown = 0
  for (const text of texts) {
    const [first] = waiting
    if (first && first.position >>> shift !== text.position >>> shift) flush()
    waiting.push(text)
    written += text.value.length
    while ((known[nextKnown] as number) < text.position) nextKnown++
    if (known[nextKnown] !== text.position) addWords(text, collector, plainCollector)
  }
  flush()
  collector.finish()
  plainCollector?.finish()
  return written
}

/** Adds the words of texts, and those with accents as they are without: only these, and plain ones, are in phrases. */
function addWords({ position, value }: Positioned, words: WordCollector, plain?: WordCollector): void {
  let place = 0
  for (const word of value.toString('latin1').match(WORDS) ?? []) {
    if (!NOT_ASCII.test(word)) words.add(position, word, plain && place++)
    else if (word === END_CHARACTER) place++
    else {
      words.add(position, word)
      if (plain)
        for (const one of foldWords(textOfKey(word)).split(' '))
          if (one !== '') plain.add(position, keyBytes(one), place++)
    }
  }
}

/** Above this share of all records, looking at every text is as fast as looking at those that words name. */
const MAX_SHARE = 0.5

/** Parts of a text that are looked up. */
const MAX_PARTS = 6

/** Searches the texts of an index. */
export function textSearch(source: { table(name: TableName): Table }, meta: Meta): TextSearch {
  const tables = {
    texts: source.table('texts'),
    words: source.table('words'),
    postings: source.table('postings'),
  }
  const columns = meta.texts.map((column, number) => ({
    column,
    number,
    words: wordReader(tables, number, column.wordBlocks),
  }))
  const columnOf = (type: EntityType, predicate: string): (typeof columns)[number] | undefined =>
    columns.find(({ column }) => column.type === type.name && column.predicate === predicate)

  /** The block with a number, until the next read; undefined where no record of it has a text. */
  function blockOf(column: number, number: number): TextBlock | undefined {
    const packed = tables.texts.peek(within(column, block(number)))
    return packed && new TextBlock(packed)
  }
  /** A block of which words say that it is there. */
  const requiredBlock = (column: number, number: number): TextBlock =>
    new TextBlock(tables.texts.peekRequired(within(column, block(number)), 'a part of the texts'))

  async function findIn(
    { column: { shift }, number, words }: (typeof columns)[number],
    needle: Buffer,
    count: number,
    marks: Uint8Array,
    task: Task,
  ): Promise<void> {
    const found = needle.length === 0 ? undefined : candidates(words, needle, count)
    if (!found) {
      for (let current = 0; current << shift < count; current++) {
        checkpoint(task)
        // Every entry's text holds END behind it, so that nothing is found across two.
        for (const position of blockOf(number, current)?.find(needle) ?? []) marks[position] = 1
      }
      return
    }
    let [current, texts] = [-1, undefined as TextBlock | undefined]
    for (const position of found.positions) {
      if (!found.whole) {
        if (position >>> shift !== current) {
          checkpoint(task)
          current = position >>> shift
          texts = requiredBlock(number, current)
        }
        if (!texts?.has(position, needle)) continue
      }
      marks[position] = 1
    }
  }

  /** Improves the match quality of positions by that of the texts of a column. */
  async function fitIn(
    { column: { shift }, number }: (typeof columns)[number],
    needle: Buffer,
    positions: Positions,
    best: Uint8Array,
    task: Task,
  ): Promise<void> {
    let [current, texts] = [-1, undefined as TextBlock | undefined]
    for (const [i, position] of positions.entries()) {
      if (position >>> shift !== current) {
        checkpoint(task)
        current = position >>> shift
        texts = blockOf(number, current)
      }
      best[i] = Math.min(best[i] as number, texts?.fit(position, needle) ?? TEXT_FITS - 1)
    }
  }

  return {
    answers: (type, predicates) => predicates.every((predicate) => columnOf(type, predicate) !== undefined),
    async find(type, predicates, text, task) {
      const count = meta.records[type.name] ?? 0
      const needle = Buffer.from(fold(text))
      const marks = new Uint8Array(count)
      for (const predicate of predicates) {
        const column = columnOf(type, predicate)
        if (column) await findIn(column, needle, count, marks, task)
      }
      let found = 0
      for (const mark of marks) found += mark
      return positionsWith(marks, 1, found)
    },
    async fits(type, predicates, text, positions, task) {
      const needle = Buffer.from(fold(text))
      const best = new Uint8Array(positions.length).fill(TEXT_FITS - 1)
      for (const predicate of predicates) {
        const found = columnOf(type, predicate)
        if (found) await fitIn(found, needle, positions, best, task)
      }
      return best
    },
  }
}

/** The positions that have a mark. @param count how many there are */
function positionsWith(marks: Uint8Array, mark: number, count: number): Positions {
  const positions = new Uint32Array(count)
  for (let [length, position] = [0, 0]; length < count; position++)
    if (marks[position] === mark) positions[length++] = position
  return positions
}

interface Part {
  readonly bytes: Buffer
  /** Whether what comes before and behind it is known to end the word. */
  readonly starts: boolean
  readonly ends: boolean
}

/** The words of a text, which at its ends may be parts of words; whole words first, then the longest. */
function partsOf(needle: Buffer): Part[] {
  const parts: Part[] = []
  for (let start = 0; start < needle.length; start++) {
    if (!isWordByte(needle[start] as number)) continue
    let end = start
    while (end < needle.length && isWordByte(needle[end] as number)) end++
    parts.push({ bytes: needle.subarray(start, end), starts: start > 0, ends: end < needle.length })
    start = end
  }
  const rank = ({ starts, ends }: Part): number => (starts && ends ? 0 : starts ? 1 : 2)
  return parts.sort((a, b) => rank(a) - rank(b) || b.bytes.length - a.bytes.length).slice(0, MAX_PARTS)
}

/** The packed positions of the words that a part may be; undefined where there are too many to be of use. */
function positionsOfPart(
  { bytes, starts, ends }: Part,
  words: WordReader,
  most: SearchLimits,
): Buffer[] | undefined {
  if (starts && ends) {
    const packed = words.exact(bytes)
    return packed ? [packed] : []
  }
  if (starts && bytes.length <= MAX_PREFIX_BYTES) return words.startingWith(bytes, most)
  const [before, after] = [starts ? [END] : [], ends ? [END] : []]
  return words.containing(Buffer.from([...before, ...bytes, ...after]), most)
}

/**
 * The positions of which one text must hold all words of a text, ascending; `whole` if each does contain the
 * text. Undefined where every text is to be looked at.
 */
function candidates(
  words: WordReader,
  needle: Buffer,
  count: number,
): { readonly positions: Iterable<number>; readonly whole: boolean } | undefined {
  /** How many of the parts each position has, as far as it has all before. */
  const met = new Uint8Array(count)
  let [parts, left, whole] = [0, count, false]
  for (const part of partsOf(needle)) {
    whole = part.bytes.length === needle.length
    // To look a word up takes as long as to look at a text.
    const most = whole ? {} : { words: left, uses: count * MAX_SHARE }
    const found = positionsOfPart(part, words, most)
    if (!found) continue
    left = 0
    for (const packed of found)
      eachAscending(packed, (position) => {
        if (met[position] !== parts) return
        met[position] = parts + 1
        left++
      })
    parts++
    if (left < FEW) break
  }
  if (parts === 0 || (!whole && left > count * MAX_SHARE)) return undefined
  return { positions: positionsWith(met, parts, left), whole }
}

/** Texts that are looked at in less time than another look among the words takes. */
const FEW = 50
