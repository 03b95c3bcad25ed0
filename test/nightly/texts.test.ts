// Texts of the whole snapshot: 1,000 random fragments find what SPARQL finds.

import { expect } from 'chai'
import { fold } from '../../src/model/values/fold.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { iriOf, lexicalForm } from '../../src/record/rdf/triples.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'
import { foldedBySparql } from '../support/texts.ts'
import { throughout } from '../support/closing.ts'

const FRAGMENTS = 300
const LONGEST = 24

describe('texts in lower case', function () {
  this.timeout(5 * 60_000)

  it('are what the store makes of them, for each character that Node knows', () => {
    let letters = 0
    for (let start = 0; start < 0x11_0000; start += 0x1000) {
      const characters = Array.from({ length: 0x1000 }, (_, i) => start + i)
        .filter((code) => code < 0xd800 || code > 0xdfff)
        .map((code) => String.fromCodePoint(code))
        // What composing changes is in no graph: texts are stored composed.
        .filter((one) => /\P{Cn}/u.test(one) && one === one.normalize('NFC'))
      const folded = characters.map(fold)
      expect(folded).to.deep.equal(foldedBySparql(characters))
      letters += folded.filter((one, i) => one !== characters[i]).length
    }
    expect(letters).to.be.above(1300)
  })
})

describe('texts of 18,877 papers', function () {
  this.timeout(20 * 60_000)
  const opened = throughout(async function () {
    if (!hasSnapshot()) this.skip()
    return openSnapshot()
  })

  it(`are found by ${FRAGMENTS} random fragments as SPARQL finds them`, async () => {
    const { graph, store } = opened
    const random = createRandom(7)
    const rows = await store.select(
      'SELECT ?t WHERE { { SELECT ?t WHERE { ?s <http://purl.org/dc/terms/title> ?t } LIMIT 3000 ' +
        '} UNION { SELECT ?t WHERE { ?s <http://purl.org/dc/terms/abstract> ?t } LIMIT 3000 } }',
    )
    const texts = rows.map(({ t }) => [...lexicalForm(t as string)])
    const lists = [
      ['products', 'cf.search.title'],
      ['products', 'cf.search.title_abstract'],
      ['persons', 'cf.search.name'],
      ['organisations', 'cf.search.name'],
    ] as const
    for (let i = 0; i < FRAGMENTS; i++) {
      const [path, key] = lists[i % 8 < 5 ? 0 : (i % 8) - 4]!
      const type = model.typeAt(path)!
      const text = random.pick(texts)
      const from = random.below(text.length)
      const fragment = text.slice(from, from + 1 + random.below(LONGEST)).join('')
      const conditions = parseFilter([`,${key}:${encodeURIComponent(fragment)}`], type, model)
      const { ids } = await graph.compile(type, conditions)
      const expected = (await store.select(ids))
        .map(({ entity }) => iriOf(entity as string))
        .filter((iri) => graph.typesOf(iri).includes(type))
        .sort()
      expect(
        (await graph.search(type, conditions)).slice(),
        `${key} ${JSON.stringify(fold(fragment))}`,
      ).to.deep.equal(expected)
    }
  })
})
