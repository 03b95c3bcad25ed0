/** Phrases in quotes: places of words tell where they stand, as a reading of all texts does. */

import { expect } from 'chai'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownTask } from '../../src/admission/task.ts'
import { openIndex } from '../../src/search-index/open-index.ts'
import { wordsCondition } from '../../src/filter/condition.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { parseWords } from '../../src/model/values/word-query.ts'
import { flipLastValue } from '../support/damage.ts'
import { runs } from '../support/effort.ts'
import { openRecords, preparedGraph } from '../support/graphs.ts'
import { indexFiles } from '../support/index-files.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'
import type { Json } from '../support/server.ts'
import { createWordEvaluator, wordsIn } from '../support/word-evaluator.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const PIECES = [
  ...['the', 'of', 'The', 'a', 'deep', 'sea-level', 'œuvre', 'Größe', 'naïve', 'e\u0301tude', 'x_y', '2016'],
  ...['—', 'em—dash', '“quoted”', '…', '́', '深層学習', 'глубокое', 'ﬁne', '3½', "don't", 'ΟΔΟΣ', '.', '\t'],
]

const BASE = 'https://example.org/phrases/'

const random = createRandom(11)
const text = (): string =>
  Array.from({ length: 1 + random.below(12) }, () => random.pick(PIECES)).join(random.pick([' ', ' ', '']))

const persons = Array.from({ length: 8 }, (_, i): Json => ({
  local_identifier: `person-${i}`,
  entity_type: 'person',
  name: text(),
  given_name: text(),
}))
const products = Array.from({ length: 60 }, (_, i): Json => ({
  local_identifier: `product-${i}`,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [text(), text()], de: text() },
  abstracts: { en: [text(), text()] },
  contributions: [0, 1].map((rank) => ({
    rank: rank + 1,
    by: { local_identifier: `person-${random.below(persons.length)}`, entity_type: 'person' },
  })),
}))

describe('phrases', () => {
  const graph = throughout(
    async () =>
      (
        await openRecords([...persons, ...products], {
          model,
          base: 'https://example.org/phrases/',
        })
      ).graph,
  )

  it(`stand where a reading of the texts finds them, ${runs(2000)} times`, async () => {
    const lists = ['products', 'persons'].map((path) => {
      const type = model.typeAt(path) as EntityType
      const records = graph
        .list(type, 0, graph.count(type))
        .map((iri) => graph.answer(type, iri)!.json as Json)
      return { type, records }
    })
    const byIri = new Map(
      lists.flatMap(({ records }) => records).map((one) => [one['local_identifier'] as string, one]),
    )
    const evaluator = createWordEvaluator(model, (value) => {
      const record = byIri.get((value as Json)['local_identifier'] as string)
      return record ? [record] : []
    })
    const differences: string[] = []
    let found = 0
    for (let i = 0; i < runs(2000); i++) {
      const { type, records } = random.pick(lists)
      const { names, references, texts } = evaluator.wordsOf(random.pick(records), type)
      // Across the ends of texts, too.
      const words = wordsIn(random.pick([names, references, texts, names + references]))
      const from = random.below(Math.max(1, words.length - 1))
      const phrase = words.slice(from, from + 1 + random.below(5))
      if (random.chance(0.2)) phrase.push(random.pick(words) ?? 'none')
      const query = `"${phrase.join(random.pick([' ', ' - ', ', ']))}"`
      const expected = records
        .filter((record) => evaluator.has(query, record, type))
        .map((record) => record['local_identifier'] as string)
      const actual = (await graph.search(type, [wordsCondition(model, type, query)])).slice()
      if (actual.length > 0) found++
      if (actual.join(' ') !== expected.join(' '))
        differences.push(`${type.path} ${query}: ${actual.join(' ')} instead of ${expected.join(' ')}`)
    }
    expect(differences).to.deep.equal([])
    expect(found).to.be.above(runs(2000) / 2)
  })

  it('are found without a look at the texts', async () => {
    const folder = temporaryFolder()
    const [file, copy] = [join(folder, 'records.jsonl'), join(folder, 'index')]
    // Abstracts are the last texts of products.
    const record = {
      ...products[0],
      abstracts: { en: 'Between the deep sea and the devil.' },
      contributions: [],
    }
    writeFileSync(file, JSON.stringify(record))
    const prepared = await preparedGraph([file], { model, base: BASE })
    const { file: whole, quads } = indexFiles(prepared)
    copyFileSync(whole, copy)
    await flipLastValue('texts', copy)
    const index = openIndex({ file: copy, quads }, { model, base: BASE })
    const type = model.typeAt('products') as EntityType
    const lengthOf = (query: string): number =>
      index.reads.names.match(type, parseWords(query), ownTask).positions.length
    expect(['"the deep sea"', '"the sea deep"'].map(lengthOf)).to.deep.equal([1, 0])
    await index.close()
  })

  it('look at each word at a checkpoint, be they found or not', () => {
    const products = model.typeAt('products') as EntityType
    for (const phrase of ['the of the of', 'the nowhere of']) {
      let checks = 0
      const task = { ...ownTask, check: () => void checks++ }
      graph.names.match(products, parseWords(`"${phrase}"`), task)
      expect(checks, phrase).to.be.at.least(new Set(phrase.split(' ')).size)
    }
  })
})
