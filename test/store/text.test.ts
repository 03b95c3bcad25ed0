// The index of texts finds what `includes` finds, and searches through it what SPARQL finds.

import { expect } from 'chai'
import fc from 'fast-check'
import { compile } from '../../src/filter/compile.ts'
import { fold } from '../../src/filter/fold.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { openGraph } from '../../src/load/open.ts'
import { iriOf } from '../../src/record/triples.ts'
import { intersect, positionsOf, translate } from '../../src/store/matches.ts'
import { createTexts, type Texts } from '../../src/store/text.ts'
import { gatherTexts } from '../../src/store/text-pieces.ts'
import { sources } from '../support/generated.ts'
import { ignorance } from '../support/ignorance.ts'
import { model } from '../support/model.ts'
import { runs } from '../support/effort.ts'

/** Texts in pieces of a few, their numbers their subjects. */
function indexOf(texts: readonly string[], worthWords: number, each = 7): Texts {
  const gathering = gatherTexts(worthWords)
  for (let from = 0; from === 0 || from < texts.length; from += each) {
    const some = texts.slice(from, from + each)
    gathering.add(
      'p',
      some.map((_, i) => String(from + i)),
      some,
    )
  }
  return createTexts(gathering.finish().arrays.predicates.get('p')!)
}

/** What the texts at these numbers contain, found in both ways: with words and without. */
function findBoth(texts: readonly string[], needle: string): number[][] {
  return [0, Infinity].map((worthWords) => {
    const found = new Set<number>()
    indexOf(texts, worthWords).find(Buffer.from(needle), (text) => found.add(text))
    return [...found].sort((a, b) => a - b)
  })
}

const expectedOf = (texts: readonly string[], needle: string): number[] =>
  texts.flatMap((text, i) => (text.includes(needle) ? [i] : []))

describe('texts in an index', () => {
  const texts = [
    'the ocean',
    'ocean',
    'oceans and seas',
    'a deep-ocean model',
    '',
    'zürich, ocean view',
    'o cean',
    'ende 𝒳 aleph',
    'ocean ocean ocean',
    'the  ocean',
  ]
  const needles: readonly [says: string, needle: string][] = [
    ['a word', 'ocean'],
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
    ['a letter beyond ASCII', 'ü'],
    ['a letter beyond the BMP', '𝒳'],
    ['all of a text', 'oceans and seas'],
    ['more than any text', 'the ocean and more of it'],
    ['the first letter', 't'],
    ['words in another order', 'seas and'],
  ]
  for (const [says, needle] of needles) {
    it(`are found by ${says}`, () => {
      for (const found of findBoth(texts, needle)) expect(found).to.deep.equal(expectedOf(texts, needle))
    })
  }
  it('are found by any of 10,000 random parts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'ab', 'ba ', ' ', '-', 'é', '𝒳', '7'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), text, fc.nat(), fc.nat(11), (all, other, at, length) => {
        const source = all[at % Math.max(1, all.length)] ?? ''
        const part = source.slice(at % 12, (at % 12) + length).toWellFormed()
        for (const needle of [part, other]) {
          const expected = expectedOf(all, needle)
          for (const found of findBoth(all, needle)) expect(found).to.deep.equal(expected)
        }
      }),
      { numRuns: runs(10_000), seed: 3 },
    )
  })
  it('take a quarter of their size at most, the words among it', () => {
    const words = Array.from({ length: 3000 }, (_, i) => (60_000_000 + i * 7919).toString(36))
    const long = Array.from({ length: 2000 }, (_, i) =>
      Array.from({ length: 120 }, (_, j) => words[(i * j + i) % words.length]).join(' '),
    )
    const { size } = indexOf(long, 0)
    expect(size.index / size.text).to.be.below(0.25)
  })
})

describe('positions of records', () => {
  const records = ['a', 'c', 'e', 'g', '\uFFFD', '𝒳']
  it('are found for few IRIs and for many, in order', () => {
    expect([...positionsOf(records, ['𝒳', 'b', 'c'])]).to.deep.equal([1, 5])
    expect([
      ...positionsOf(
        Array.from({ length: 100 }, (_, i) => String(1000 + i)),
        ['1099', '1005', '1'],
      ),
    ]).to.deep.equal([5, 99])
  })
  it('are translated', () =>
    expect([...translate(['a', 'b', 'g', '𝒳', '𝒴'], records)]).to.deep.equal([0, -1, 3, 5, -1]))
  it('are intersected', () =>
    expect([...intersect(Uint32Array.of(1, 3, 5, 9), Uint32Array.of(0, 3, 4, 9, 10))]).to.deep.equal([3, 9]))
})

describe('searches through the index', () => {
  it('find what SPARQL finds', async function () {
    this.timeout(60_000)
    const { graph, store } = await openGraph([sources.demo.path], { model, base: sources.demo.base })
    const needles = [
      'a',
      'e',
      'ing',
      'open',
      'open sc',
      ' the ',
      'the of',
      '.',
      'univers',
      'Σ',
      'é',
      'OPEN',
      'ς',
      '7',
      '-',
      'zz',
    ]
    const keys = model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.filter(({ row }) => row.operator === 'contains')
        .map(({ key }) => ({ type, key })),
    )
    await graph.learn()
    let hits = 0
    for (const { type, key } of keys) {
      for (const needle of needles) {
        const conditions = parseFilter([`,${key}:${encodeURIComponent(needle)}`], type, model)
        const { ids } = compile(type, conditions, { model, base: graph.base, knowledge: ignorance })
        const expected = (await store.select(ids))
          .map(({ entity }) => iriOf(entity as string))
          .filter((iri) => graph.typesOf(iri).includes(type))
          .sort()
        expect((await graph.search(type, conditions)).slice(), `${type.path} ${key} ${needle}`).to.deep.equal(
          expected,
        )
        hits += expected.length
      }
    }
    expect(hits).to.be.above(400)
    expect(fold('ΟΔΟΣ')).to.equal('οδοσ')
    await graph.close()
  })
})
