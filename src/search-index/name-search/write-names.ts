/** The names of records → the tables in which searches find them. */

import { isObject, itemsOf, type Json, valuesAt } from '../../model/values/json.ts'
import { foldWords } from '../../model/values/word-query.ts'
import { collectWords, movedUses, writeWords } from '../tables/words.ts'
import { block, keyOf, numberInKey, numberKey, NUMBER_BYTES, packAscending, within } from '../tables/keys.ts'
import type { NamePlaces } from './name-places.ts'
import type { NameColumn } from '../tables/meta.ts'
import { createSorter, groupsOf, keyBytes, type Sorted, type Sorter } from '../tables/sorter.ts'
import type { TablesSink } from '../tables/tables.ts'
import { GONE, type OpenReuse } from '../tables/reuse.ts'

/** Records in a block of names: a power of two. */
export const NAME_BLOCK = 32

/** Stand between the names of a record and between records; no folded name has them. */
export const NAME_END = '\t'
export const RECORD_END = '\n'

/** Bytes that wait in memory, for each type twice. */
const MAX_BYTES = 1_000_000

const textsOf = (value: unknown): string[] =>
  itemsOf(value).flatMap((one) =>
    isObject(one) ? Object.values(one).flatMap(textsOf) : typeof one === 'string' ? [one] : [],
  )

/** The different names of a record, folded, the one first by which readers know it. */
const namesOf = (record: Json, { fields }: NamePlaces): string[] => [
  ...new Set(
    fields
      .flatMap((key) => textsOf(record[key]))
      .map(foldWords)
      .filter(Boolean),
  ),
]

/** Many records that are framed at load share the references to one entity. */
const namesOfReference = new WeakMap<Json, readonly string[]>()

function namesShown(reference: Json, places: NamePlaces): readonly string[] {
  let names = namesOfReference.get(reference)
  if (!names) namesOfReference.set(reference, (names = namesOf(reference, places)))
  return names
}

/** The names of the entities to which a record refers, by which it is found too. */
const referencedNames = (
  record: Json,
  references: readonly (readonly string[])[],
  placesOf: (type: string) => NamePlaces | undefined,
): string[] =>
  references.flatMap((path) =>
    valuesAt(record, path).flatMap((value) => {
      const places = isObject(value) ? placesOf(String(value.entity_type)) : undefined
      return places ? namesShown(value as Json, places) : []
    }),
  )

/** The years of a record by which it is found. */
const yearsOf = (record: Json, { years }: NamePlaces): string[] =>
  years
    .flatMap((path) => valuesAt(record, path))
    .flatMap(textsOf)
    .map((date) => foldWords(date.slice(0, YEAR_LENGTH)))
    .filter(Boolean)

const YEAR_LENGTH = 4

/** The names of a record, folded, with NAME_END between them. */
export interface RecordNames {
  readonly names: string
  /** Those of the entities to which it refers, and years; absent where none count. */
  readonly referenced?: string | undefined
}

/** Gives the names of records. */
export function nameReader({
  types,
  names: namePlaces,
}: NamePlan): (type: number, record: Json) => RecordNames {
  const placesOf = new Map(namePlaces.map((places, number) => [types[number], places] as const))
  return (type, record) => {
    const places = namePlaces[type] as NamePlaces
    const { references } = places
    const others = references && [
      ...referencedNames(record, references, (name) => placesOf.get(name)),
      ...yearsOf(record, places),
    ]
    return {
      names: namesOf(record, places).join(NAME_END),
      ...(others && { referenced: [...new Set(others)].join(NAME_END) }),
    }
  }
}

/** Collects words of the names of records. */
function createWordWriter(tables: TablesSink, folder: string, number: number) {
  const words = createSorter(folder, `name-words-${number}`, MAX_BYTES)
  const collector = collectWords(words)
  return {
    /** Takes the names of positions in ascending order. */
    add(position: number, names: string): void {
      let place = 0
      // One place more between two names: no phrase stands in both.
      for (const name of keyBytes(names).split(NAME_END)) {
        for (const word of name.split(' ')) if (word !== '') collector.add(position, word, place++)
        place++
      }
    },
    /** @param blocks of words of the index before @returns the number of blocks of words */
    write(type: number, before: OpenReuse | undefined, blocks = 0): number {
      collector.finish()
      const source = before && {
        words: before.tables.table('nameWords'),
        postings: before.tables.table('namePostings'),
      }
      const uses = source && movedUses(source, number, blocks, before.positions[type] as Int32Array)
      return writeWords(wordTables(tables, number), number, words, uses)
    },
    close: () => words.close(),
  }
}

interface NamePlan {
  /** Names of the types. */
  readonly types: readonly string[]
  /** For each type. */
  readonly names: readonly NamePlaces[]
}

export interface NameCollector {
  /** Takes those of the records of a type in the order of their positions. @param type its number */
  add(type: number, position: number, names: RecordNames): void
  /** @param before what stays of the index before */
  write(before?: OpenReuse): readonly NameColumn[]
  close(): void
}

/** The number of the column of the names to which the records of a type refer. */
export const referencedColumn = (number: number, types: number): number => types + number

export function collectNames(
  { folder, types, names: namePlaces }: NamePlan & { readonly folder: string },
  tables: TablesSink,
): NameCollector {
  const columns = namePlaces.map(({ references }, number) => ({
    lines: createSorter(folder, `names-${number}`, MAX_BYTES),
    own: createWordWriter(tables, folder, number),
    referenced: references && createWordWriter(tables, folder, referencedColumn(number, types.length)),
    whole: createSorter(folder, `whole-names-${number}`, MAX_BYTES),
  }))
  return {
    add(type, position, { names, referenced: others }) {
      const { lines, own, referenced } = columns[type] as (typeof columns)[number]
      lines.add(numberKey(position), Buffer.from(names))
      own.add(position, names)
      referenced?.add(position, others ?? '')
    },
    write(before) {
      return columns.map(({ lines, own, referenced, whole }, number) => {
        const { wordBlocks, referencedBlocks } = before?.meta.names[number] ?? {}
        writeLines(tables, number, lines.sorted(before && linesBefore(before, number)), whole)
        writeWhole(tables, number, whole.sorted())
        return {
          type: types[number] as string,
          wordBlocks: own.write(number, before, wordBlocks),
          ...(referenced && { referencedBlocks: referenced.write(number, before, referencedBlocks) }),
        }
      })
    },
    close() {
      for (const { lines, own, referenced, whole } of columns) {
        lines.close()
        own.close()
        referenced?.close()
        whole.close()
      }
    },
  }
}

/** Writes names in blocks. @param sorted positions and their names @param whole takes each name, NUL and a position */
function writeLines(tables: TablesSink, number: number, sorted: Iterable<Sorted>, whole: Sorter): void {
  let lines: string[] = []
  let start = 0
  const flush = (): void => {
    if (lines.some(Boolean))
      tables
        .table('names', number)
        .put(within(number, block(start / NAME_BLOCK)), Buffer.from(lines.join(RECORD_END)))
    lines = []
  }
  for (const [key, line] of sorted) {
    const position = numberInKey(key, 0)
    if (position >= start + NAME_BLOCK) {
      flush()
      start = position - (position % NAME_BLOCK)
    }
    const names = line.toString()
    lines[position - start] = names
    if (names !== '') for (const name of names.split(NAME_END)) whole.add(`${keyBytes(name)}\0${key}`)
  }
  flush()
}

/** The positions now of the records of a type that stay, and their names. */
function* linesBefore({ tables, positions }: OpenReuse, type: number): Generator<Sorted> {
  const table = tables.table('names')
  let lines: string[] = []
  for (const [before, now] of positions[type]?.entries() ?? []) {
    if (before % NAME_BLOCK === 0)
      lines =
        table
          .peek(within(type, block(before / NAME_BLOCK)))
          ?.toString()
          .split(RECORD_END) ?? []
    if (now !== GONE) yield [numberKey(now), Buffer.from(lines[before % NAME_BLOCK] ?? '')]
  }
}

/**
 * The tables of the words of names, under the names that the tables of the words of texts have. Columns come in any
 * order: each is a part, so that the index is written in the order of its keys, which fills its pages.
 */
const wordTables = (tables: TablesSink, number: number): TablesSink => ({
  table: (name) => tables.table(name === 'words' ? 'nameWords' : 'namePostings', number),
})

function writeWhole(
  tables: TablesSink,
  number: number,
  sorted: Iterable<readonly [key: string, value: Buffer]>,
): void {
  const table = tables.table('wholeNames')
  for (const [name, entries] of groupsOf(sorted, ([key]) => key.slice(0, -NUMBER_BYTES - 1))) {
    const positions = entries.map(([key]) => numberInKey(key, key.length - NUMBER_BYTES))
    table.put(within(number, keyOf(name)), packAscending(positions))
  }
}
