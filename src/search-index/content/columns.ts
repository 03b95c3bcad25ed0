/** Columns: for each path of a filter the values of the records of a type, by their positions. */

import { LRUCache } from 'lru-cache'
import { columnsOf, graphTerm, type ColumnPath, type ColumnReader } from '../query/columns.ts'
import { kindReader } from '../query/count-facet-values.ts'
import type { EntityIndex } from '../query/entity-index.ts'
import type { Model } from '../../model/model.ts'
import { groupBy, memoize } from '../../model/values/collections.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Path } from '../../model/rows/paths.ts'
import { iriOf, isIri, quote, type TripleIndex } from '../../record/rdf/triples.ts'
import type { Positions } from '../query/matches.ts'
import { checkpoint, type Task } from '../../admission/task.ts'
import { block, NUMBER_BYTES, numberInKey, numberKey, pack, PackedNumbers, within } from '../tables/keys.ts'
import type { Column } from '../tables/meta.ts'
import { createSorter, keyBytes, NOTHING, textOfKey, type Sorted } from '../tables/sorter.ts'
import type { Table, TablesWriter } from '../tables/tables.ts'
import { GONE, type OpenReuse } from '../tables/reuse.ts'
import { createPaths, termsFrom, type MakePath, type ValuePath } from './value-path.ts'

type TermsAtPath = (path: ValuePath) => string[]

/**
 * Positions in a block: of a value that few have, most blocks need not be unpacked. Values in one: they are long, and
 * several blocks are to fit in a page.
 */
const BLOCK = 512
const VALUE_BLOCK = 32

/** Bytes of values that wait in memory; there are some hundred columns. */
const MAX_BYTES = 200_000

/** Values of which the bytes are looked for in a block before it is unpacked. */
const MAX_SOUGHT = 4

/** Values up to which each is looked for by itself, and not among all. */
const MAX_SEARCHED = 50

/** The parts of a column in its table; behind them, for each type, the positions of the records that it names. */
const POSITIONS = 0
const VALUES = 1
const TARGETS = 2

const partKey = (column: number, part: number, number: number): Buffer =>
  within(column, Buffer.concat([Buffer.of(part), block(number)]))

/** A term as it is stored: without the end of an IRI, so that IRIs sort as such. */
const storedTerm = (term: string): string => (isIri(term) ? term.slice(0, -1) : term)
const readTerm = (stored: string): string => (isIri(stored) ? `${stored}>` : stored)

export interface ColumnCollector {
  /** Adds a record. @param graphOf gives the named graph of another entity */
  add(
    type: EntityType,
    position: number,
    iri: string,
    nodes: TripleIndex,
    graphOf: (iri: string) => TripleIndex,
  ): void
  /** @param before what stays of the index before */
  write(
    tables: TablesWriter,
    index: Pick<EntityIndex, 'entryOf' | 'positionIn'>,
    before?: OpenReuse,
  ): readonly Column[]
  close(): void
}

export function collectColumns(model: Model, base: string, folder: string): ColumnCollector {
  const pathOf = createPaths()
  const columns = columnsOf(model).map((column, i) => ({
    ...column,
    termsOf: termReader(column, pathOf, model, base),
    sorter: createSorter(folder, `column-${i}`, MAX_BYTES),
  }))
  const columnsByType = groupBy(columns, ({ type }) => type)
  return {
    add(type, position, iri, nodes, graphOf) {
      const termsAtPath = termsFrom(iri, nodes, graphOf)
      for (const { termsOf, sorter } of columnsByType.get(type) ?? [])
        for (const term of new Set(termsOf(termsAtPath)))
          sorter.add(`${keyBytes(storedTerm(term))}\0${numberKey(position)}`)
    },
    write(tables, index, before) {
      return columns.map(({ type, key, isReference, sorter }, number) => {
        const byPosition = createSorter(folder, `positions-${number}`)
        try {
          let [value, id] = [undefined as string | undefined, -1]
          const values = blockWriter(tables, number)
          const targets = isReference ? collectTargets(model, index) : undefined
          const unchanged = before && linesBefore(before, folder, number, model.types.indexOf(type))
          for (const [line] of sorter.sorted(unchanged)) {
            const next = line.slice(0, -NUMBER_BYTES - 1)
            if (next !== value) {
              ;[value, id] = [next, id + 1]
              const term = textOfKey(next)
              values.add(term)
              targets?.add(readTerm(term), id)
            }
            byPosition.add(`${line.slice(-NUMBER_BYTES)}${numberKey(id)}`)
          }
          values.finish()
          writePositions(tables, number, byPosition.sorted())
          const types = targets?.write(tables, number)
          return { type: type.name, key, values: id + 1, ...(types && { types }) }
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

/** The values of the records that stay, in order, with their positions now. */
function* linesBefore(before: OpenReuse, folder: string, column: number, type: number): Generator<Sorted> {
  const { tables, positions } = before
  const table = tables.table('columns')
  const byValue = createSorter(folder, `values-${column}`)
  const now = positions[type] as Int32Array
  for (let at = 0; at * BLOCK < now.length; at++)
    visitBlock(table.peek(partKey(column, POSITIONS, at)) ?? NOTHING, at * BLOCK, (position, value) => {
      if (now[position] !== GONE) byValue.add(numberKey(value) + numberKey(now[position] as number))
    })
  try {
    let [part, values]: [number, readonly string[]] = [-1, []]
    for (const [entry] of byValue.sorted()) {
      const value = numberInKey(entry, 0)
      const at = Math.floor(value / VALUE_BLOCK)
      if (at !== part) [part, values] = [at, readValues(table, column, at)]
      yield [`${keyBytes(values[value % VALUE_BLOCK] as string)}\0${entry.slice(NUMBER_BYTES)}`, NOTHING]
    }
  } finally {
    byValue.close()
  }
}

/** The values of a block, as they are stored. */
function readValues(table: Table, number: number, at: number): readonly string[] {
  const texts = table.require(partKey(number, VALUES, at), 'a part of the values of a column').toString()
  const [prefix = '', ...rest] = JSON.parse(texts) as string[]
  return prefix === '' ? rest : rest.map((value) => prefix + value)
}

/** Visits each value of the records in a block. */
function visitBlock(
  packed: Buffer,
  start: number,
  visit: (position: number, value: number) => void,
  has?: Uint8Array,
): void {
  const numbers = new PackedNumbers(packed)
  for (let position = start; numbers.hasNext();) {
    position += numbers.next()
    const isMeant = has === undefined || has[position] === 1
    for (let remaining = numbers.next(); remaining > 0; remaining--) {
      const value = numbers.next()
      if (isMeant) visit(position, value)
    }
  }
}

/** Gives the terms of a column. */
function termReader(
  { steps, predicates, ofKinds }: ColumnPath,
  pathOf: MakePath,
  model: Model,
  base: string,
) {
  const path = pathOf(steps, predicates)
  if (!ofKinds) return (termsAtPath: TermsAtPath) => termsAtPath(path)
  const kindOf = kindReader(ofKinds, model, base)
  const pathOfKind = memoize(({ steps: of, target }: Path) => pathOf(of, target.predicates))
  return (termsAtPath: TermsAtPath) => {
    const kind = kindOf((one) => termsAtPath(pathOfKind(one)).map(graphTerm))
    return kind === undefined ? [] : [quote(kind)]
  }
}

/** Which records the values of a reference name. */
function collectTargets(model: Model, index: Pick<EntityIndex, 'entryOf' | 'positionIn'>) {
  const positions = new Map<EntityType, number[]>()
  let hasOthers = false
  return {
    add(term: string, number: number): void {
      const iri = iriOf(term)
      const { types, hasGraph } = index.entryOf(iri)
      if (!isIri(term) || (types.length === 0 && hasGraph)) hasOthers = true
      for (const type of types) {
        let of = positions.get(type)
        if (!of) positions.set(type, (of = []))
        const place = index.positionIn(type, iri) + 1
        if (place === 0) continue
        while (of.length < number) of.push(0)
        of[number] = place
      }
    },
    /** @returns the names of the types */
    write(tables: TablesWriter, column: number): string[] {
      for (const [type, of] of positions)
        tables.table('columns').put(partKey(column, TARGETS, model.types.indexOf(type)), pack(of))
      return [...Array.from(positions.keys(), ({ name }) => name), ...(hasOthers ? [''] : [])]
    },
  }
}

function blockWriter(tables: TablesWriter, column: number): { add(value: string): void; finish(): void } {
  let [values, blocks] = [[] as string[], 0]
  const flush = (): void => {
    const [first = '', last = ''] = [values[0], values.at(-1)]
    let length = 0
    while (length < first.length && first[length] === last[length]) length++
    const all = [first.slice(0, length), ...values.map((value) => value.slice(length))]
    if (values.length > 0)
      tables.table('columns').put(partKey(column, VALUES, blocks++), Buffer.from(JSON.stringify(all)))
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

/** Bytes of the cached targets of references: a search by a name reads those of a whole collection. */
const MAX_TARGET_BYTES = 16_000_000

/** What columns keep of their targets, all of an index together. */
export const createTargetCache = (): LRUCache<string, Uint32Array> =>
  new LRUCache({ maxSize: MAX_TARGET_BYTES, sizeCalculation: ({ byteLength }) => byteLength + 1 })

/**
 * @param length number of records of the type
 * @param numberOfType of a type that a reference leads to
 */
export function readColumn(
  table: Table,
  number: number,
  { values, types = [] }: Column,
  length: number,
  numberOfType: (type: EntityType) => number,
  targetCache: LRUCache<string, Uint32Array>,
): ColumnReader {
  const valuesIn = (at: number): readonly string[] => readValues(table, number, at)

  /** The first value of a block: each search for a value looks at the same few. */
  const firstIn = memoize((at: number) => valuesIn(at)[0] as string)

  const termOf = (value: number): string =>
    readTerm(valuesIn(Math.floor(value / VALUE_BLOCK))[value % VALUE_BLOCK] as string)

  function* terms(task: Task): Generator<string> {
    for (let at = 0; at * VALUE_BLOCK < values; at++) {
      checkpoint(task)
      for (const stored of valuesIn(at)) yield readTerm(stored)
    }
  }

  /** The numbers of the values that are meant. */
  function numbersMatching(isMatch: (value: string) => boolean, task: Task): number[] {
    const numbers: number[] = []
    let number = 0
    for (const term of terms(task)) {
      if (isMatch(term)) numbers.push(number)
      number++
    }
    return numbers
  }

  /** The number of a value, in a list; none where there is none. Values stand in the order of code points. */
  function numberOf(term: string): [] | [number] {
    const value = storedTerm(term)
    let [low, high] = [0, Math.ceil(values / VALUE_BLOCK)]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (compareCodePoints(firstIn(middle), value) <= 0) low = middle
      else high = middle
    }
    const at = values === 0 ? -1 : valuesIn(low).indexOf(value)
    return at === -1 ? [] : [low * VALUE_BLOCK + at]
  }

  /** Visits the values of all records, or of some, where their block may have what is looked for. */
  function visitAll(
    positions: Positions | undefined,
    visit: (position: number, value: number) => void,
    task: Task,
    mayHave = (_packed: Buffer): boolean => true,
  ): void {
    const has = positions && new Uint8Array(length)
    if (has) for (const position of positions) has[position] = 1
    for (let at = 0; at * BLOCK < length; at++) {
      checkpoint(task)
      if (has && !has.subarray(at * BLOCK, (at + 1) * BLOCK).includes(1)) continue
      const packed = table.peek(partKey(number, POSITIONS, at))
      if (packed && mayHave(packed)) visitBlock(packed, at * BLOCK, visit, has)
    }
  }

  return {
    values,
    types,
    termOf,
    terms,
    numbersOf(some, task) {
      if (typeof some === 'function') return numbersMatching((term) => some(graphTerm(term)), task)
      if (some.length <= MAX_SEARCHED) return [...new Set(some)].flatMap(numberOf)
      const meant = new Set(some)
      return numbersMatching((term) => meant.has(term), task)
    },
    having(numbers, task) {
      const meant = new Set(numbers)
      const few = numbers.length <= MAX_SOUGHT ? numbers.map((one) => pack([one])) : undefined
      const found: number[] = []
      const visit = (position: number, value: number): void => {
        if (meant.has(value) && found.at(-1) !== position) found.push(position)
      }
      const mayHave = few && ((packed: Buffer) => few.some((bytes) => packed.includes(bytes)))
      if (numbers.length > 0) visitAll(undefined, visit, task, mayHave)
      return Uint32Array.from(found)
    },
    numbersAt(positions, task) {
      const isThere = new Uint8Array(values)
      const visit = (_position: number, value: number): void => void (isThere[value] = 1)
      visitAll(positions, visit, task)
      return Array.from(isThere.keys()).filter((value) => isThere[value] === 1)
    },
    targets(type) {
      const key = `${number} ${type.name}`
      const known = targetCache.get(key)
      if (known) return known
      const targets = new Uint32Array(values)
      const packed = table.peek(partKey(number, TARGETS, numberOfType(type)))
      const numbers = new PackedNumbers(packed ?? Buffer.alloc(0))
      for (let value = 0; numbers.hasNext(); value++) targets[value] = numbers.next()
      targetCache.set(key, targets)
      return targets
    },
    count(positions, groupOf, groups, task) {
      const counts = new Uint32Array(groups)
      const numbers: number[] = []
      let [records, before] = [0, -1]
      /** The record that was counted last in each group. */
      const last = groupOf && new Int32Array(groups).fill(-1)
      const visit = (position: number, value: number): void => {
        const group = groupOf ? (groupOf[value] as number) : value
        if (group === -1 || last?.[group] === position) return
        if (last) last[group] = position
        if (position !== before) records++
        before = position
        if (++(counts[group] as number) === 1) numbers.push(group)
      }
      visitAll(positions, visit, task)
      return { counts, numbers, records }
    },
  }
}
