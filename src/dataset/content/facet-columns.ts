/**
 * Columns: for each facet of a type the values of its records, by their positions, so that they can be
 * counted.
 */

import { facetsOf, type FacetTerm } from '../../query/count-facet-values.ts'
import type { Model } from '../../model/model.ts'
import { groupBy } from '../../model/values/group-by.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import type { Path } from '../../model/rows/paths.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { iriOf, isIri, isLiteral, languageOf, textOf, type TripleIndex } from '../../record/rdf/triples.ts'
import type { Positions } from '../../query/matches.ts'
import type { FacetValues } from '../../query/conditions-by-facet.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { block, NUMBER_BYTES, numberInKey, numberKey, pack, PackedNumbers, within } from '../tables/keys.ts'
import type { Column } from '../tables/meta.ts'
import { createSorter, keyBytes, textOfKey } from '../tables/sorter.ts'
import type { Table, TablesWriter } from '../tables/tables.ts'
import { termsAt, valuePathOf } from './value-path.ts'

/**
 * Positions in a block: of a value that few have, most blocks need not be unpacked. Values in one: they are long, and
 * several blocks are to fit in a page.
 */
const BLOCK = 512
const VALUE_BLOCK = 32

/** Bytes of values that wait in memory; there are some fifty columns. */
const MAX_BYTES = 500_000

/** Values of which the bytes are looked for in a block before it is unpacked. */
const MAX_SOUGHT = 4

/** The parts of a column in its table. */
const POSITIONS = 0
const VALUES = 1

const partKey = (column: number, part: number, number: number): Buffer =>
  within(column, Buffer.concat([Buffer.of(part), block(number)]))

export interface ColumnCollector {
  /** Adds a record. @param graphOf gives the named graph of another entity */
  add(
    type: EntityType,
    position: number,
    iri: string,
    nodes: TripleIndex,
    graphOf: (iri: string) => TripleIndex,
  ): void
  write(tables: TablesWriter): readonly Column[]
  close(): void
}

function facetTerm(term: string): FacetTerm {
  if (isIri(term)) return { kind: 'iri', value: iriOf(term) }
  if (isLiteral(term)) return { kind: 'literal', value: textOf(term), language: languageOf(term) }
  return { kind: 'blank', value: term }
}

export function collectColumns(model: Model, base: string, folder: string): ColumnCollector {
  const columns = model.types.flatMap((type) =>
    facetsOf(model.filtersOf(type).all, model, base).map((facet, i) => ({
      type,
      facet,
      sorter: createSorter(folder, `column-${type.name}-${i}`, MAX_BYTES),
    })),
  )
  const columnsOf = groupBy(columns, ({ type }) => type)
  return {
    add(type, position, iri, nodes, graphOf) {
      const facetTermsAt = (path: Path): FacetTerm[] =>
        termsAt(valuePathOf(path), iri, nodes, graphOf).map(facetTerm)
      for (const { facet, sorter } of columnsOf.get(type) ?? []) {
        for (const value of facet.valuesOfRecord(facetTermsAt))
          if (!value.includes('\0')) sorter.add(`${keyBytes(value)}\0${numberKey(position)}`)
      }
    },
    write(tables) {
      return columns.map(({ type, facet, sorter }, number) => {
        const byPosition = createSorter(folder, `positions-${number}`)
        try {
          let [value, id] = [undefined as string | undefined, -1]
          const values = blockWriter(tables, number)
          for (const [key] of sorter.sorted()) {
            const next = key.slice(0, -NUMBER_BYTES - 1)
            if (next !== value) {
              ;[value, id] = [next, id + 1]
              values.add(textOfKey(next))
            }
            byPosition.add(`${key.slice(-NUMBER_BYTES)}${numberKey(id)}`)
          }
          values.finish()
          writePositions(tables, number, byPosition.sorted())
          return { type: type.name, key: facet.filter.key, values: id + 1 }
        } finally {
          byPosition.close()
          sorter.close()
        }
      })
    },
    close() {
      for (const { sorter } of columns) sorter.close()
    },
  }
}

function blockWriter(tables: TablesWriter, column: number): { add(value: string): void; finish(): void } {
  let [values, blocks] = [[] as string[], 0]
  const flush = (): void => {
    if (values.length > 0)
      tables.table('columns').put(partKey(column, VALUES, blocks++), Buffer.from(JSON.stringify(values)))
    values = []
  }
  return {
    add(value) {
      if (values.push(value) === VALUE_BLOCK) flush()
    },
    finish: flush,
  }
}

/** In each block: distance to the next position that has values, how many they are, and the values. */
function writePositions(
  tables: TablesWriter,
  column: number,
  sorted: Iterable<readonly [key: string, value: Buffer]>,
): void {
  let [current, last] = [-1, 0]
  let numbers: number[] = []
  let ids: number[] = []
  let position = -1
  const closePosition = (): void => {
    if (ids.length === 0) return
    numbers.push(position - last, ids.length, ...ids)
    last = position
    ids = []
  }
  const flush = (): void => {
    closePosition()
    if (numbers.length > 0) tables.table('columns').put(partKey(column, POSITIONS, current), pack(numbers))
    numbers = []
  }
  for (const [key] of sorted) {
    const next = numberInKey(key, 0)
    if (next !== position) {
      closePosition()
      const number = Math.floor(next / BLOCK)
      if (number !== current) {
        flush()
        ;[current, last] = [number, number * BLOCK]
      }
      position = next
    }
    ids.push(numberInKey(key, NUMBER_BYTES))
  }
  flush()
}

export interface ColumnReader {
  readonly values: number
  /**
   * How many of the records have each value, by the numbers of the values.
   * @param positions of the records; absent: all
   */
  count(positions: Positions | undefined, task: Task): Promise<Uint32Array>
  /** The positions of the records that have one of the values. */
  having(values: FacetValues, task: Task): Promise<Positions>
  /** The text of a value, by its number. */
  valueOf(number: number): string
}

/** @param length number of records of the type */
export function readColumn(table: Table, number: number, { values }: Column, length: number): ColumnReader {
  function countBlock(packed: Buffer, start: number, has: Uint8Array | undefined, counts: Uint32Array): void {
    const numbers = new PackedNumbers(packed)
    for (let position = start; numbers.hasNext();) {
      position += numbers.next()
      const isCounted = has === undefined || has[position] === 1
      for (let remaining = numbers.next(); remaining > 0; remaining--) {
        const id = numbers.next()
        if (isCounted) (counts[id] as number)++
      }
    }
  }

  function valuesIn(at: number): readonly string[] {
    const texts = table.require(partKey(number, VALUES, at), 'a part of the values of a column').toString()
    return JSON.parse(texts) as string[]
  }

  const valueOf = (value: number): string =>
    valuesIn(Math.floor(value / VALUE_BLOCK))[value % VALUE_BLOCK] as string

  /** The numbers of the values that are meant. */
  function numbersMatching(isMatch: (value: string) => boolean): number[] {
    const numbers: number[] = []
    for (let at = 0; at * VALUE_BLOCK < values; at++)
      for (const [i, value] of valuesIn(at).entries()) if (isMatch(value)) numbers.push(at * VALUE_BLOCK + i)
    return numbers
  }

  /** The number of a value, in a list; none where there is none. Values stand in the order of code points. */
  function numberOf(value: string): [] | [number] {
    let [low, high] = [0, Math.ceil(values / VALUE_BLOCK)]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (compareCodePoints(valuesIn(middle)[0] as string, value) <= 0) low = middle
      else high = middle
    }
    const at = values === 0 ? -1 : valuesIn(low).indexOf(value)
    return at === -1 ? [] : [low * VALUE_BLOCK + at]
  }

  /**
   * Adds the positions in a block that have a matching value to those found before.
   * @param isMatch by the number of a value
   * @returns how many have been found
   */
  function addMatching(
    packed: Buffer,
    start: number,
    isMatch: Uint8Array,
    found: Uint32Array,
    count: number,
  ): number {
    const numbers = new PackedNumbers(packed)
    for (let position = start; numbers.hasNext();) {
      position += numbers.next()
      let hasOne = 0
      for (let remaining = numbers.next(); remaining > 0; remaining--)
        hasOne |= isMatch[numbers.next()] as number
      if (hasOne) found[count++] = position
    }
    return count
  }

  return {
    values,
    async having(some, task) {
      const numbers = typeof some === 'function' ? numbersMatching(some) : some.flatMap(numberOf)
      const isMatch = new Uint8Array(values)
      for (const one of numbers) isMatch[one] = 1
      const found = new Uint32Array(numbers.length > 0 ? length : 0)
      const few = numbers.length <= MAX_SOUGHT ? numbers.map((one) => pack([one])) : undefined
      let count = 0
      for (let at = 0; at * BLOCK < found.length; at++) {
        const packed = table.peek(partKey(number, POSITIONS, at))
        const mayMatch = few === undefined || few.some((bytes) => packed?.includes(bytes))
        if (packed && mayMatch) count = addMatching(packed, at * BLOCK, isMatch, found, count)
        checkpoint(task)
      }
      return found.slice(0, count)
    },
    async count(positions, task) {
      const counts = new Uint32Array(values)
      const has = positions && new Uint8Array(length)
      if (has) for (const position of positions) has[position] = 1
      for (let at = 0; at * BLOCK < length; at++) {
        const isCounted = has?.subarray(at * BLOCK, (at + 1) * BLOCK).includes(1) ?? true
        const packed = isCounted ? table.peek(partKey(number, POSITIONS, at)) : undefined
        if (packed) countBlock(packed, at * BLOCK, has, counts)
        checkpoint(task)
      }
      return counts
    },
    valueOf,
  }
}
