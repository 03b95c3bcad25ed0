// Tables of the index, read in ranges.

import { expect } from 'chai'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keyOfText } from '../../src/search-index/tables/keys.ts'
import { createTables, openTables, type Tables } from '../../src/search-index/tables/tables.ts'
import { flipLastValue } from '../support/damage.ts'
import { temporaryFolder } from '../support/folders.ts'

const ENTRIES = 2000

const keyOf = (number: number): Buffer => Buffer.from(String(number).padStart(6, '0'))
const valueOf = (number: number): Buffer => Buffer.from(`value ${number} `.repeat(1 + (number % 300)))

describe('tables', () => {
  const folder = temporaryFolder()
  let tables: Tables
  const path = join(folder, 'tables.mdb')
  before(async () => {
    const writer = createTables(path)
    for (let number = 0; number < ENTRIES; number++) writer.table('texts').put(keyOf(number), valueOf(number))
    writer.table('words')
    await writer.close()
  })
  beforeEach(() => {
    tables = openTables(path)
  })
  afterEach(() => tables.close())

  const numbersOf = (start?: Buffer, end?: Buffer): number[] =>
    Array.from(tables.table('texts').range(start, end), ({ key }) => Number(key.toString()))
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

  for (const [from, to] of [
    [0, 0],
    [0, 1],
    [63, 127],
    [64, 128],
    [1, 130],
    [1990, ENTRIES],
    [5, 3],
  ] as const)
    it(`gives the entries from ${from} up to ${to}`, () => {
      expect(numbersOf(keyOf(from), keyOf(to))).to.deep.equal(numbers(from, to))
    })

  it('gives all entries without bounds', () => {
    expect(numbersOf()).to.deep.equal(numbers(0, ENTRIES))
  })

  it('reads on after keys that are longer than LMDB takes', () => {
    const table = tables.table('texts')
    for (let length = 1900; length < 8200; length += 7) {
      const key = Buffer.alloc(length, '0')
      expect(table.get(key)).to.equal(undefined)
      expect(
        table.range(key, Buffer.alloc(length, '1')).next().value?.key.equals(keyOf(0)),
        `${length}`,
      ).to.equal(false)
      expect(numbersOf(Buffer.concat([keyOf(3), key]), Buffer.concat([keyOf(5), key]))).to.deep.equal([4, 5])
    }
    expect(numbersOf(keyOf(1), keyOf(3))).to.deep.equal([1, 2])
  })

  it('gives values that further reads leave as they are', () => {
    const table = tables.table('texts')
    const values = [table.get(keyOf(7)), table.require(keyOf(8), 'a value')]
    for (let number = 0; number < ENTRIES; number++)
      expect(table.peek(keyOf(number))?.equals(valueOf(number)), String(number)).to.equal(true)
    expect(values).to.deep.equal([valueOf(7), valueOf(8)])
  })

  it('can be read while the event loop goes on and others read', async () => {
    let count = 0
    for (const { key, value } of tables.table('texts').range()) {
      expect(Number(key.toString())).to.equal(count)
      expect(value.equals(valueOf(count))).to.equal(true)
      if (++count % 150 === 0) await wait(1)
      if (count % 70 === 0) tables.table('words').get(keyOf(count))
    }
    expect(count).to.equal(ENTRIES)
  })

  it('finds each entry of a table in blocks, and none that is not there', async () => {
    const place = join(folder, 'blocks.mdb')
    const writer = createTables(place)
    const random = (bytes: number): Buffer =>
      Buffer.from(Array.from({ length: bytes }, (_, i) => (i * i) % 251))
    // Keys of texts that are so long have a digest in the place of their end.
    const long = Array.from({ length: 40 }, (_, i) => keyOfText(`z${'x'.repeat(1200)}${i}`))
    const values = new Map<Buffer, Buffer>()
    for (let number = 0; number < ENTRIES; number++) values.set(keyOf(2 * number), valueOf(number))
    values.set(keyOf(2 * ENTRIES), random(30_000)).set(keyOf(2 * ENTRIES + 2), Buffer.alloc(0))
    for (const key of long) values.set(key, random(key[999]!))
    const table = writer.table('stamps')
    for (const [key, value] of values) table.put(key, value)
    const beforeLast = writer.table('references')
    beforeLast.put(keyOf(1), valueOf(1))
    writer.commit()
    expect(table.get(keyOf(2))?.equals(valueOf(1))).to.equal(true)
    await writer.close()
    const read = openTables(place)
    const stamps = read.table('stamps')
    for (const key of [...values.keys(), ...[...values.keys()].toReversed()])
      expect(stamps.get(key)?.equals(values.get(key)!), key.toString()).to.equal(true)
    for (let number = 0; number < 2 * ENTRIES + 4; number++)
      expect(stamps.get(keyOf(2 * number + 1)), String(number)).to.equal(undefined)
    for (const key of [Buffer.alloc(0), Buffer.of(0), Buffer.of(255), keyOfText('z'.repeat(1201))])
      expect(stamps.get(key), key.toString()).to.equal(undefined)
    expect([...stamps.range()].length).to.be.lessThan(0.6 * values.size)
    expect(read.table('references').get(keyOf(0))).to.equal(undefined)
    await read.close()
  })

  it('reads one entry from a key on, and none behind it', async () => {
    const place = join(folder, 'neighbours.mdb')
    const writer = createTables(place)
    for (const number of [2, 4, 6]) writer.table('graphs').put(keyOf(number), valueOf(number))
    await writer.close()
    await flipLastValue('graphs', place)
    const damages: Error[] = []
    const read = openTables(place, (damage) => damages.push(damage))
    const graphs = read.table('graphs')
    expect(graphs.peekFrom(keyOf(1))?.equals(valueOf(2))).to.equal(true)
    expect(graphs.peekFrom(keyOf(4))?.equals(valueOf(4))).to.equal(true)
    expect(graphs.peekFrom(keyOf(7))).to.equal(undefined)
    expect(damages).to.deep.equal([])
    expect(() => graphs.peekFrom(keyOf(5))).to.throw(/table graphs/)
    await read.close()
  })

  it('takes the entries of a table in blocks in the order of their keys alone', async () => {
    const writer = createTables(join(folder, 'order.mdb'))
    const table = writer.table('records')
    table.put(keyOf(2), valueOf(2))
    expect(() => table.put(keyOf(1), valueOf(1))).to.throw(/order of their keys/)
    await writer.close()
  })
})
