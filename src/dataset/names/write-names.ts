/** The names of records → the tables in which searches find them. */

import type { Model } from '../../model/model.ts'
import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { selectValues } from '../../record/citation/field-values.ts'
import { foldName } from '../../store/names/name-text.ts'
import { collectWords, writeWords } from '../content/words.ts'
import { block, keyOf, numberInKey, numberKey, NUMBER_BYTES, packAscending, within } from '../tables/keys.ts'
import { createSorter, keyBytes } from '../tables/sorter.ts'
import type { TablesSink, TablesWriter } from '../tables/tables.ts'

/** The names of the records of one type. */
export interface NameColumn {
  readonly type: string
  /** Blocks of words. */
  readonly wordBlocks: number
  /** Blocks of words of the names of entities to which its records refer; absent where none count. */
  readonly referencedBlocks?: number
}

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
const namesOf = (record: Json, { labelFields, searchFields = labelFields }: EntityType): string[] => [
  ...new Set(
    searchFields
      .flatMap((key) => textsOf(record[key]))
      .map(foldName)
      .filter(Boolean),
  ),
]

/** The names of the entities to which a record refers, by which it is found too. */
const referencedNames = (
  record: Json,
  { fields, searchReferences = [] }: EntityType,
  model: Model,
): string[] =>
  searchReferences.flatMap((path) =>
    [...selectValues(record, fields, { path: path.split('.') })].flatMap(({ value }) => {
      const type = isObject(value) ? model.typeNamed(String(value.entity_type)) : undefined
      return type ? namesOf(value as Json, type) : []
    }),
  )

/** The names of records, in blocks, and their words. */
interface LineWriter {
  /** Takes the names of positions in ascending order. */
  add(position: number, names: readonly string[]): void
  /** @returns the number of blocks of words */
  write(tables: TablesWriter): number
  close(): void
}

function createLineWriter(tables: TablesWriter, folder: string, number: number): LineWriter {
  const words = createSorter(folder, `name-words-${number}`, MAX_BYTES)
  const collector = collectWords(words)
  let lines: string[] = []
  let start = 0
  const flush = (): void => {
    if (lines.some(Boolean))
      tables
        .table('names')
        .put(within(number, block(start / NAME_BLOCK)), Buffer.from(lines.join(RECORD_END)))
    lines = []
  }
  return {
    add(position, names) {
      if (position >= start + NAME_BLOCK) {
        flush()
        start = position - (position % NAME_BLOCK)
      }
      const line = names.join(NAME_END)
      lines[position - start] = line
      collector.add(position, Buffer.from(line).toString('latin1'))
    },
    write(to) {
      flush()
      collector.finish()
      return writeWords(wordTables(to), number, words)
    },
    close: words.close,
  }
}

export interface NameCollector {
  /** Takes the records of a type in the order of their positions. */
  add(type: EntityType, position: number, record: Json): void
  write(tables: TablesWriter): readonly NameColumn[]
  close(): void
}

/** The number of the column of the names to which the records of a type refer. */
export const referencedColumn = (number: number, types: number): number => types + number

export function collectNames(model: Model, tables: TablesWriter, folder: string): NameCollector {
  const columns = model.types.map((type, number) => ({
    type,
    own: createLineWriter(tables, folder, number),
    referenced: type.searchReferences
      ? createLineWriter(tables, folder, referencedColumn(number, model.types.length))
      : undefined,
    whole: createSorter(folder, `names-${number}`, MAX_BYTES),
  }))
  return {
    add(type, position, record) {
      const column = columns.find((one) => one.type === type)
      if (!column) return
      const names = namesOf(record, type)
      column.own.add(position, names)
      for (const name of names) column.whole.add(`${keyBytes(name)}\0${numberKey(position)}`)
      column.referenced?.add(position, [...new Set(referencedNames(record, type, model))])
    },
    write(to) {
      return columns.map(({ type, own, referenced, whole }, number) => {
        const wordBlocks = own.write(to)
        writeWhole(to, number, whole.sorted())
        return {
          type: type.name,
          wordBlocks,
          ...(referenced && { referencedBlocks: referenced.write(to) }),
        }
      })
    },
    close() {
      for (const { own, referenced, whole } of columns) {
        own.close()
        referenced?.close()
        whole.close()
      }
    },
  }
}

/** The tables of the words of names, under the names that the tables of the words of texts have. */
const wordTables = (tables: TablesWriter): TablesSink => ({
  table: (name) => tables.table(name === 'words' ? 'nameWords' : 'namePostings'),
})

function writeWhole(
  tables: TablesWriter,
  number: number,
  sorted: Iterable<readonly [key: string, value: Buffer]>,
): void {
  const table = tables.table('wholeNames')
  let name: string | undefined
  let positions: number[] = []
  const flush = (): void => {
    if (name !== undefined) table.put(within(number, keyOf(name)), packAscending(positions))
    positions = []
  }
  for (const [key] of sorted) {
    const next = key.slice(0, -NUMBER_BYTES - 1)
    if (next !== name) flush()
    name = next
    positions.push(numberInKey(key, key.length - NUMBER_BYTES))
  }
  flush()
}
