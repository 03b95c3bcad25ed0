// What an index answers is what SPARQL answers, of the demo graph, of the generated set, and of odd records.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/filter/query/compile.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { openGraph, type Opened } from '../../src/load/open/open.ts'
import { sortCodePoints } from '../../src/model/values/sorting.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { iriOf, lexicalForm } from '../../src/record/rdf/triples.ts'
import { dateOrderOf } from '../../src/search-index/query/relevance.ts'
import { isFullEffort, runs } from '../support/effort.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { ignorance } from '../support/ignorance.ts'
import { model } from '../support/model.ts'
import { createOracle, type Oracle } from '../support/sparql-oracle.ts'
import { temporaryFolder } from '../support/folders.ts'

/** Records of two kinds at once, names that are addresses, identifiers in other graphs, odd letters. */
function writeOdd(folder: string): string {
  const lines = [
    { local_identifier: 'p', entity_type: 'product', titles: { en: ['One "quoted"\n\tİ', 'ὈΔΥΣΣΕΎΣ'] } },
    { local_identifier: 'https://doi.org/10.1234/ABC', entity_type: 'product', titles: { en: ['A'] } },
    {
      local_identifier: 'http://dx.doi.org/10.1234/def',
      entity_type: 'product',
      identifiers: [{ scheme: 'doi', value: '10.1234/def' }],
      related_products: { cites: ['p', 'https://doi.org/10.1234/ABC', `x${'y'.repeat(3000)}`] },
    },
    { local_identifier: `x${'y'.repeat(3000)}`, entity_type: 'product', titles: { en: ['Long'] } },
    { local_identifier: '\u{1d4d0}', entity_type: 'topic', labels: { en: 'Beyond' } },
    { local_identifier: '\uffee', entity_type: 'topic', labels: { en: 'Before' } },
    { local_identifier: 'd', entity_type: 'datasource', name: 'D' },
    { local_identifier: 'd', entity_type: 'organisation', name: 'E', country: 'NL' },
  ]
  writeFileSync(join(folder, 'a.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
  writeFileSync(
    join(folder, 'b.ttl'),
    `@prefix t: <http://purl.org/dc/terms/> . @prefix d: <http://purl.org/spar/datacite/> .
     @prefix f: <http://purl.org/spar/fabio/> . @prefix l: <http://www.essepuntato.it/2010/06/literalreification/> .
     <http://x.example/x> a f:Work ; t:title "Same"@en, "Same"@de, <http://X.example/IRI>, [ t:title "Of a node" ] ;
       d:hasIdentifier <http://x.example/id> ;
<http://x.example/n> 007, "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal> .
     <http://x.example/id> l:hasLiteralValue "outside" .`,
  )
  return folder
}

const sets: readonly [title: string, make: (folder: string) => Promise<string>, base: string][] = [
  ['the demo graph', async () => sources.demo.path, sources.demo.base],
  ['the generated set', generatedIn, sources.demo.base],
  ['odd records', async (folder) => writeOdd(folder), 'https://example.org/graph/'],
]

/** The demo graph, with what it lacks. */
async function generatedIn(folder: string): Promise<string> {
  const options = isFullEffort
    ? { seed: 3, grants: 100, services: 40, citations: 200, folder }
    : { seed: 3, grants: 40, services: 20, citations: 80, folder }
  return (await writeGenerated(sources.demo, options)).path
}

// The generated set holds the demo graph.
for (const [title, make, base] of isFullEffort ? sets : sets.slice(1)) {
  describe(`an index of ${title}`, () => {
    let folder = ''
    let opened: Opened
    let sparql: Oracle
    const iris = (): string[] => [...sparql.entities.keys()]

    before(async () => {
      folder = temporaryFolder()
      opened = await openGraph([await make(folder)], { model, base })
      sparql = await createOracle(opened.store, model, base)
    })
    after(async () => {
      await opened.graph.close()
    })

    it('knows each entity, its types, and the lists of them in order', () => {
      for (const [iri, { types, isRecord }] of sparql.entities)
        expect(opened.graph.typesOf(iri), iri).to.deep.equal(isRecord ? types : [])
      for (const type of model.types) {
        const all = sparql.records(type)
        expect(opened.graph.count(type)).to.equal(all.length)
        expect(opened.graph.list(type, 0, all.length)).to.deep.equal(all)
        const middle = all.length >> 1
        expect(opened.graph.list(type, middle, 3)).to.deep.equal(all.slice(middle, middle + 3))
        expect(opened.graph.list(type, all.length, 3)).to.deep.equal([])
      }
      expect(opened.graph.typesOf('http://none.example/')).to.deep.equal([])
      expect(iris().length).to.be.above(7)
    })

    it('has each record as it is framed from its document', async () => {
      const { graph } = opened
      const frame = createFramer(model, graph.base)
      let records = 0
      for (const type of model.types) {
        for (const document of await graph.documents(graph.list(type, 0, graph.count(type)))) {
          expect(String(graph.answer(type, document.iri)?.text)).to.equal(
            JSON.stringify(frame(document, type)),
          )
          records++
        }
      }
      expect(records).to.be.above(5)
      expect(graph.answer(model.types[0]!, 'http://none.example/')).to.equal(undefined)
    })

    it('has the triples of each graph as the store gives them', async () => {
      const { graph, store } = opened
      const some = iris().filter((_, i) => i % Math.ceil(iris().length / 300) === 0)
      for (const { iri, nodes } of await graph.documents(some)) {
        const rows = await store.select(`SELECT ?p ?o WHERE { GRAPH <${iri}> { <${iri}> ?p ?o } }`)
        const own = nodes.get(`<${iri}>`) ?? new Map<string, string[]>()
        for (const { p, o } of rows)
          if (!o!.startsWith('_:')) expect(own.get(iriOf(p!)), `${iri} ${p} ${o}`).to.include(o)
        const count = [...own.values()].reduce((sum, objects) => sum + objects.length, 0)
        expect(count, iri).to.equal(rows.length)
      }
    })

    it('knows who refers to what', async () => {
      const { graph, store } = opened
      const classes = (await store.select('SELECT DISTINCT ?c WHERE { ?s a ?c }')).map(({ c }) => iriOf(c!))
      const some = iris().filter((_, i) => i % Math.ceil(iris().length / 200) === 0)
      let references = 0
      for (const iri of [...some, ...classes, 'http://none.example/']) {
        const expected = await sparql.referencesTo(iri)
        const { lists, isTruncated } = await graph.referring(iri)
        const found = lists.flatMap(({ type, path, iris: owners, isSelfReferring }) =>
          [...owners, ...(isSelfReferring ? [iri] : [])].map(
            (owner) => `${type.name} ${path.join('.')} ${owner}`,
          ),
        )
        expect(sortCodePoints(found), iri).to.deep.equal(expected.byField)
        expect(isTruncated).to.equal(false)
        const { total, first } = await graph.mentions(iri)
        expect(total, iri).to.equal(expected.owners.size)
        for (const { iri: owner, by } of first)
          expect(sortCodePoints([...by]), `${owner} names ${iri}`).to.deep.equal(expected.owners.get(owner))
        const records = [...expected.owners.keys()].filter((owner) => sparql.entities.get(owner)?.isRecord)
        if (total <= 20)
          expect(sortCodePoints(first.map((one) => one.iri))).to.deep.equal(sortCodePoints(records))
        references += found.length
      }
      expect(references).to.be.above(0)
    })

    it('gives those that refer to a record by their dates, the newest first', async () => {
      const { graph } = opened
      const newestFirst = new Map<string, readonly string[]>()
      for (const type of model.types) {
        const name = dateOrderOf(type)
        const count = graph.count(type)
        newestFirst.set(
          type.name,
          name === undefined
            ? graph.list(type, 0, count)
            : await graph.sorted(type, [], { name, isDescending: true }, 0, count),
        )
      }
      for (const iri of iris().filter((_, i) => i % Math.ceil(iris().length / 200) === 0))
        for (const { type, iris: referrers } of (await graph.referring(iri)).lists) {
          const all = new Set(referrers)
          const expected = newestFirst.get(type.name)!.filter((one) => all.has(one))
          expect(referrers, `${iri} ${type.name}`).to.deep.equal(expected)
        }
    })

    it('finds records by external identifiers in any spelling', async () => {
      const { graph, store } = opened
      const rows = await store.select(
        'SELECT DISTINCT ?v WHERE { ?s <http://purl.org/spar/datacite/hasIdentifier> ?n . ?n ?p ' +
          `?v FILTER(isLiteral(?v)) } LIMIT ${runs(300)}`,
      )
      const values = rows.map(({ v }) => lexicalForm(v!))
      const spellings = values.flatMap((value) => [value, `https://doi.org/${value}`, value.toUpperCase()])
      let found = 0
      for (const value of [...spellings, 'none', model.identifiers.ofEntities[0]!]) {
        const holders = await graph.holders(value)
        expect(holders, value).to.deep.equal(sparql.holders(model.types, value))
        for (const type of model.types) {
          const [only, ...more] = sparql.holders([type], value)
          expect(await graph.find(type, value), value).to.equal(more.length === 0 ? only : undefined)
        }
        found += holders.length
      }
      expect(found).to.be.above(0)
    })

    it('knows every spelling of the IRIs that are identifiers', () => {
      const canonical = iris().flatMap((iri) => model.identifiers.readIri(iri)?.canonical ?? [])
      for (const iri of [...canonical, 'https://doi.org/10.1/none'])
        expect(opened.graph.spellingsOf(iri)).to.deep.equal(sparql.spellingsOf(iri))
    })

    it('counts what SPARQL counts', () => {
      const { triples, subjects, classes, properties } = opened.graph.statistics
      const counted = { triples, subjects, classes: [...classes], properties: [...properties] }
      expect(counted).to.deep.equal(sparql.statistics)
    })

    it('compiles filters as they are compiled from what SPARQL teaches', () => {
      const { graph } = opened
      let filters = 0
      for (const type of model.types) {
        for (const { key, row } of model.filtersOf(type).all) {
          const conditions = parseFilter([`,${key}:${encodeURIComponent(row.example)}`], type, model)
          const { ids } = compile(type, conditions, {
            model,
            base: graph.base,
            statistics: sparql.filterStatistics,
          })
          expect(graph.compile(type, conditions).ids, key).to.equal(ids)
          filters++
        }
      }
      expect(filters).to.be.above(100)
    })

    it('finds the texts that SPARQL finds', async () => {
      const { graph, store } = opened
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
      ]
      const more = ['ς', '7', '-', 'zz', '"', '\n', 'same', 'http://x', 'd x', 'of a']
      let hits = 0
      for (const type of model.types) {
        for (const { key, row } of model.filtersOf(type).all) {
          if (row.operator !== 'contains') continue
          for (const needle of [...needles, ...more]) {
            const conditions = parseFilter([`,${key}:${encodeURIComponent(needle)}`], type, model)
            const { ids } = compile(type, conditions, { model, base: graph.base, statistics: ignorance })
            const expected = sortCodePoints(
              (await store.select(ids))
                .map(({ entity }) => iriOf(entity!))
                .filter((iri) => graph.typesOf(iri).includes(type)),
            )
            const found = (await graph.search(type, conditions)).slice()
            expect(found, `${type.path} ${key} ${needle}`).to.deep.equal(expected)
            hits += expected.length
          }
        }
      }
      expect(hits).to.be.above(5)
    })
  })
}
