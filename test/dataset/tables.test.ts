// Tables of the index, read in ranges.

import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTables, openTables, type Tables } from '../../src/dataset/tables/tables.ts'

const ENTRIES = 2000

const keyOf = (number: number): Buffer => Buffer.from(String(number).padStart(6, '0'))
const valueOf = (number: number): Buffer => Buffer.from(`value ${number} `.repeat(1 + (number % 300)))

describe('tables', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-tables-'))
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
  after(() => rmSync(folder, { recursive: true }))

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
})
