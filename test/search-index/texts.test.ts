// The index of texts finds what `includes` finds.

import { expect } from 'chai'
import { ownTask } from '../../src/admission/task.ts'
import fc from 'fast-check'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Meta } from '../../src/search-index/tables/meta.ts'
import { createTables, openTables, type Table, type TableName } from '../../src/search-index/tables/tables.ts'
import { collectTexts, textSearch } from '../../src/search-index/content/texts.ts'
import { fold } from '../../src/model/values/fold.ts'
import { quote } from '../../src/record/rdf/triples.ts'
import { foldedBySparql } from '../support/texts.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const type = model.types[0]!
const PREDICATE = 'http://x.example/text'

let folder = ''
let files = 0

/** Writes the texts of records, and searches them. @param use may ask how many blocks of texts were read */
async function searching<A>(
  records: readonly (readonly string[])[],
  use: (find: (text: string) => Promise<number[]>, blocksRead: () => number) => Promise<A>,
): Promise<A> {
  const path = join(folder, `texts-${files++}`)
  const writer = createTables(path)
  const collector = collectTexts(folder, 'some', PREDICATE)
  const iris = records.map((_, position) => `http://x.example/${String(position).padStart(6, '0')}`)
  records.forEach((texts, position) => collector.add(iris[position]!, texts.map(quote)))
  const column = collector.write(
    writer,
    0,
    type.name,
    iris.map((iri) => [iri, Buffer.of()]),
    undefined,
  )
  collector.close()
  await writer.close()
  const tables = openTables(path)
  let blocks = 0
  const counting = (table: Table): Table => ({
    ...table,
    peek: (key) => (blocks++, table.peek(key)),
    peekRequired: (key, what) => (blocks++, table.peekRequired(key, what)),
  })
  const source = {
    table: (name: TableName) => (name === 'texts' ? counting(tables.table(name)) : tables.table(name)),
  }
  const meta = { records: { [type.name]: records.length }, texts: [column] } as unknown as Meta
  const search = textSearch(source, meta)
  try {
    return await use(
      async (text) => [...(await search.find(type, [PREDICATE], text, ownTask))],
      () => blocks,
    )
  } finally {
    await tables.close()
    rmSync(path)
    rmSync(`${path}-lock`, { force: true })
  }
}

const expectedOf = (records: readonly (readonly string[])[], text: string): number[] =>
  records.flatMap((texts, i) => (texts.some((one) => fold(one).includes(fold(text))) ? [i] : []))

describe('texts in an index', () => {
  before(() => {
    folder = temporaryFolder()
  })

  const records = [
    ['the ocean', 'another'],
    ['ocean'],
    ['oceans and seas'],
    ['a deep-ocean model'],
    [''],
    [],
    ['Zürich, ocean view'],
    ['o cean'],
    ['ende 𝒳 aleph'],
    ['ocean ocean ocean'],
    ['the  ocean'],
    ['ΟΔΟΣ "quoted"\n\tİ \\'],
    [`one word of many letters: ${'x'.repeat(3000)}y`, 'the'],
  ]
  const needles: readonly [title: string, needle: string][] = [
    ['a word', 'ocean'],
    ['a word in other letters', 'OCEAN'],
    ['a part of a word', 'cea'],
    ['the end of one word and the start of the next', 'p-oc'],
    ['two words', 'the ocean'],
    ['two blanks', 'the  ocean'],
    ['a blank alone', ' '],
    ['a blank at the end', 'ocean '],
    ['a blank at the start', ' ocean'],
    ['a comma', ', '],
    ['nothing', ''],
    ['what is not there', 'xyz'],
    ['a word that is not there, behind one that is', 'ocean of zzz'],
    ['a letter beyond ASCII', 'ü'],
    ['a letter beyond the BMP', '𝒳'],
    ['a sigma at the end of a word', 'οδος'],
    ['all of a text', 'oceans and seas'],
    ['more than any text', 'the ocean and more of it'],
    ['the first letter', 't'],
    ['words in another order', 'seas and'],
    ['the end of one text and the start of the next', 'oceananother'],
    ['a word longer than any key', 'x'.repeat(3000)],
    ['the start of such a word', `: ${'x'.repeat(2000)}`],
    ['the end of such a word', `${'x'.repeat(2000)}y`],
    ['a whole one', `letters: ${'x'.repeat(3000)}y`],
  ]
  for (const [title, needle] of needles) {
    it(`are found by ${title}`, () =>
      searching(records, async (find) => {
        expect(await find(needle)).to.deep.equal(expectedOf(records, needle))
      }))
  }

  it('are found by any of random parts, be they many', async () => {
    const unit = fc.constantFrom('a', 'b', 'ab', 'ba ', ' ', '-', 'é', '𝒳', '7', 'Σ')
    const text = fc.string({ unit, maxLength: 12 })
    const texts = fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 400 })
    let found = 0
    await fc.assert(
      fc.asyncProperty(texts, fc.array(text, { maxLength: 20 }), fc.nat(), async (all, others, seed) => {
        const parts = all.flat().map((one, i) => one.slice((seed + i) % 5, ((seed + i) % 5) + (i % 7)))
        await searching(all, async (find) => {
          for (const part of [...others, ...parts.slice(0, 40)]) {
            const needle = part.toWellFormed()
            const expected = expectedOf(all, needle)
            expect(await find(needle), JSON.stringify(needle)).to.deep.equal(expected)
            found += expected.length
          }
        })
      }),
      { numRuns: 40, seed: 3 },
    )
    expect(found).to.be.above(500)
  })

  it('are found among so many that not all words are looked up', async () => {
    const all = Array.from({ length: 5000 }, (_, i) => [
      `word${i} a${i % 97} common ${(i * 7919).toString(36)}`,
    ])
    await searching(all, async (find) => {
      for (const needle of ['word', 'common', 'word49', 'mon', 'a9', 'a96 common', 'd4999 a', ' a1', '3'])
        expect(await find(needle), needle).to.deep.equal(expectedOf(all, needle))
    })
  })

  it('are read only where all words stand', async () => {
    const filler = '. '.repeat(3000)
    const all = Array.from({ length: 250 }, (_, i) => [
      `${filler}${i < 110 ? 'cars go one' : ''}${i === 105 ? ' ' : ', '}${i > 99 && i < 200 ? 'two' : ''}${filler}`,
    ])
    await searching(all, async (find, blocksRead) => {
      expect(await find('one two')).to.deep.equal([105])
      expect(blocksRead()).to.equal(10)
    })
  })

  it('are folded as the store does, sigmas wherever they stand', () => {
    const letters = ['Σ', 'σ', 'ς', 'Α', 'a', 'İ', 'ǅ', 'ẞ', 'ﬃ', ' ', '.', "'", '\u0301', '\u{10400}', '1']
    const text = fc
      .string({ unit: fc.constantFrom(...letters), maxLength: 8 })
      .map((found) => found.normalize('NFC'))
    fc.assert(
      fc.property(fc.array(text, { minLength: 200, maxLength: 200 }), (texts) => {
        expect(texts.map(fold)).to.deep.equal(foldedBySparql(texts))
      }),
      { numRuns: 20, seed: 5 },
    )
  })
})
