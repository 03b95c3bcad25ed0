// What is kept with a prepared graph so that it serves at once: the texts and counts that SPARQL gives.

import { expect } from 'chai'
import fc from 'fast-check'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { core } from '../../src/extensions/core/index.ts'
import { fold } from '../../src/filter/fold.ts'
import { createChunkValues } from '../../src/load/chunk-values.ts'
import { MANIFEST, readManifest, writeManifest } from '../../src/load/manifest.ts'
import { openGraph } from '../../src/load/open.ts'
import { createPack } from '../../src/load/pack.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { buildModel } from '../../src/model/model.ts'
import { RDF_TYPE } from '../../src/model/rdf.ts'
import { createAddresses } from '../../src/store/addresses.ts'
import { createIndex } from '../../src/store/entity-index.ts'
import { MOST_VALUES } from '../../src/store/counts.ts'
import { learnGraph, vocabularies } from '../../src/store/knowledge.ts'
import { searchedPredicates } from '../../src/store/texts.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { foldedBySparql, keptTexts, pairsBySparql, pairsOf } from '../support/texts.ts'

const TITLE = 'http://purl.org/dc/terms/title'

let folder = ''
const graph = (): string => join(folder, 'graph')
const prepare = (path: string, base: string, of = model): ReturnType<typeof prepareGraph> =>
  prepareGraph([path], { model: of, base, out: graph() })

/**
 * Records of which some come late, a title on a node without identity, an object that is an IRI and one that
 * is a blank node.
 */
function writeOdd(): string {
  const title = (id: string, ...titles: string[]): string =>
    JSON.stringify({ local_identifier: id, entity_type: 'product', titles: { en: titles } })
  const long = 'ΟΔΟΣ ist LANG '.repeat(300_000)
  writeFileSync(
    join(folder, 'a.jsonl'),
    [
      title('p', 'One "quoted"\n\tİ', 'Two \\ ὈΔΥΣΣΕΎΣ'),
      title('q', 'Q'),
      title('long', long),
      title('r', 'R'),
      title('p', 'Late \u{1d4d0}'),
    ].join('\n'),
  )
  writeFileSync(
    join(folder, 'b.ttl'),
    `@prefix t: <http://purl.org/dc/terms/> . <http://x.example/x> t:title "Same"@en, "Same"@de, <http://X.example/IRI>, [ t:title "Of a node" ] .`,
  )
  return folder
}

describe('texts kept with a prepared graph', function () {
  this.timeout(60_000)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const graphs: [says: string, path: () => string, base: string, least: number][] = [
    ['the demo graph', () => sources.demo.path, sources.demo.base, 150],
    ['odd records, some of them late', writeOdd, 'https://example.org/graph/', 9],
  ]
  for (const [says, path, base, least] of graphs) {
    it(`are those that SPARQL gives, of ${says}`, async () => {
      await prepare(path(), base)
      const kept = keptTexts(graph())
      const { graph: opened, store } = await openGraph([graph()], { model })
      let texts = 0
      for (const predicate of searchedPredicates(model)) {
        const pairs = await pairsBySparql(store, predicate)
        expect(pairsOf(kept, predicate), predicate).to.deep.equal(pairs)
        texts += pairs.length
      }
      expect(texts).to.be.at.least(least)
      expect(kept.subjects).to.deep.equal([...new Set(kept.subjects)].sort())
      await opened.close()
    })
  }

  it('are searched without reading any, as soon as the graph is open', async () => {
    await prepare(writeOdd(), 'https://example.org/graph/')
    const { graph: opened, store } = await openGraph([graph()], { model })
    const { subjects } = keptTexts(graph())
    const found = async (text: string): Promise<string[]> =>
      [...(await store.text!.find([TITLE], fold(text)))].map((number) => subjects[number] as string)
    expect(await found('late')).to.deep.equal(['https://example.org/graph/p'])
    expect(await found('οδος')).to.deep.equal(['https://example.org/graph/long'])
    expect(await found('http://x.example/iri')).to.deep.equal(['http://x.example/x'])
    await opened.close()
  })

  const others: [says: string, make: () => Promise<unknown>][] = [
    [
      'there is none',
      async () => {
        await prepare(writeOdd(), 'https://example.org/graph/')
        const {
          files: { texts, ...files },
          ...manifest
        } = readManifest(graph())
        rmSync(join(graph(), texts!.file))
        writeFileSync(join(graph(), MANIFEST), writeManifest({ ...manifest, files }))
      },
    ],
    [
      'filters search more than was prepared',
      () => prepare(writeOdd(), 'https://example.org/graph/', buildModel([core])),
    ],
  ]
  for (const [says, make] of others) {
    it(`are read from the store where ${says}`, async () => {
      await make()
      const { graph: opened, store } = await openGraph([graph()], { model })
      expect([...(await store.text!.find([TITLE], 'late'))]).to.deep.equal([])
      const type = model.typeNamed('product')!
      const filter = model.filtersOf(type).find('cf.search.title')!
      const search = async (): Promise<readonly string[]> =>
        (await opened.search(type, [{ key: filter.key, filter, value: 'LATE' }])).slice()
      await opened.learn()
      expect(await search()).to.deep.equal(['https://example.org/graph/p'])
      expect(await store.text!.find([TITLE], 'late')).to.have.length(1)
      await opened.close()
    })
  }

  it('are left out of a graph that the embedded store cannot hold', async () => {
    const pack = createPack({ folder, searched: [TITLE], vocabularies: [] }, 2)
    const quads = Buffer.from(
      [1, 2, 3].map((i) => `<http://x.example/x> <${TITLE}> "${i}" <http://x.example/x> .\n`).join(''),
    )
    await pack.take(1, Buffer.from(quads.subarray(0, quads.length / 3)), [quads.length / 3])
    expect(pack.hasTexts()).to.equal(true)
    await pack.take(2, quads, [quads.length])
    expect(pack.hasTexts()).to.equal(false)
    await pack.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('chunk-'))).to.have.length(2)
  })

  it('fail with the file that cannot be written, and with nothing else', async () => {
    const strays: unknown[] = []
    const stray = (error: unknown): void => {
      strays.push(error)
    }
    process.on('unhandledRejection', stray)
    try {
      const pack = createPack({ folder, searched: [TITLE], vocabularies: [] })
      const error = await pack.texts(join(folder, 'none', 'texts')).then(
        () => undefined,
        (one: Error) => one,
      )
      expect(error?.message).to.match(/^ENOENT.*texts/)
      await pack.close()
      await new Promise(setImmediate)
      expect(strays).to.deep.equal([])
    } finally {
      process.off('unhandledRejection', stray)
    }
  })
})

describe('counts kept with a prepared graph', function () {
  this.timeout(60_000)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [says, path, base] of [
    ['the demo graph', () => sources.demo.path, sources.demo.base],
    ['odd records, some of them late', writeOdd, 'https://example.org/graph/'],
  ] as const) {
    it(`teach what SPARQL teaches, of ${says}`, async () => {
      const { manifest } = await prepare(path(), base)
      const { graph: opened, store } = await openGraph([graph()], { model })
      const index = createIndex(model, new Map())
      const addresses = createAddresses(index, model.identifiers)
      const [kept, asked] = [
        await learnGraph({ store, index, addresses, model, base, counted: manifest }),
        await learnGraph({ store, index, addresses, model, base }),
      ]
      const predicates = [
        ...new Set([...Object.keys(manifest.predicates), ...vocabularies(model), 'http://x.example/none']),
      ]
      const order = (values: ReturnType<typeof kept.valuesOf>): string[] | undefined =>
        values?.map((value) => JSON.stringify(value)).sort()
      for (const predicate of predicates.filter((one) => asked.triples(one) > 0))
        expect(kept.triples(predicate), predicate).to.equal(asked.triples(predicate))
      for (const predicate of predicates)
        expect(order(kept.valuesOf(predicate)), predicate).to.deep.equal(order(asked.valuesOf(predicate)))
      expect(kept.valuesOf(RDF_TYPE)).not.to.be.empty
      await opened.close()
    })
  }

  it('are none of a predicate with too many objects, and of a chunk those that it had last', () => {
    const values = createChunkValues(folder, ['p', 'q'])
    const write = (chunk: number, ...objects: string[]): void => {
      const counting = values.chunk(chunk)
      for (const object of objects) {
        counting.add('p', object)
        counting.add('r', object)
      }
      counting.add('q', '"b"')
      counting.end()
    }
    write(1, '"a"', '<i>', '"a"')
    write(2, '"a"')
    expect(values.sum()).to.deep.equal({ p: { '"a"': 3, '<i>': 1 }, q: { '"b"': 2 } })
    write(1, '<i>')
    expect(values.sum()).to.deep.equal({ p: { '"a"': 1, '<i>': 1 }, q: { '"b"': 2 } })
    for (const chunk of [3, 4])
      write(chunk, ...Array.from({ length: MOST_VALUES / 2 }, (_, i) => `"${chunk} ${i}"`))
    expect(values.sum()).to.deep.equal({ p: null, q: { '"b"': 4 } })
  })
})

describe('texts', () => {
  it('are folded as the store does, sigmas wherever they stand', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'Σ',
        'σ',
        'ς',
        'Α',
        'a',
        'İ',
        'ǅ',
        'ẞ',
        'ﬃ',
        ' ',
        '.',
        "'",
        '\u0301',
        '\u{10400}',
        '1',
      ),
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.array(text, { minLength: 200, maxLength: 200 }), (texts) => {
        expect(texts.map(fold)).to.deep.equal(foldedBySparql(texts))
      }),
      { numRuns: 20, seed: 5 },
    )
  })
})
