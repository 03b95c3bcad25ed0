/**
 * RA-SKG, an extension outside of src: all that the core gets from its rows works for it, and nothing of skeg
 * knows it.
 */

import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extensions } from '../../src/extensions/index.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { checkPaths } from '../../src/load/check.ts'
import { openGraph as openOwnGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { buildModel } from '../../src/model/model.ts'
import type { Filter } from '../../src/model/rows/filters.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { recordSchema } from '../../src/record/json/schema.ts'
import { canonical, lean, parse } from '../record/graphs.ts'
import { isFullEffort } from '../support/effort.ts'
import { checkQueries } from '../support/document-queries.ts'
import { canonicalText, expandJson, linesOf, rdfForms, readForm } from '../support/forms.ts'
import { openGraph } from '../support/graphs.ts'
import { getJson, startServer, type Json } from '../support/server.ts'
import { FOLDER, model, RECORDS } from './ra-skg.ts'
import { DEMO } from '../support/endpoint.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

/** Threads load the extension for themselves. */
const THREADS = { threads: { count: 1, extensions: [FOLDER] } }

const BASE = 'https://w3id.org/skg-if/sandbox/skeg/'
const CONTEXT = 'https://w3id.org/skg-if/extension/ra-skg/context/skg-if.json'
const published = new URL('../../../shared/spec/context-ra-skg-1.0.0.json', import.meta.url)
const corpus = new URL('../../../shared/corpus/', import.meta.url)
const here = existsSync(published)

const added = model.types.flatMap((type) =>
  model
    .filtersOf(type)
    .all.flatMap((filter) => (filter.key.includes('ra_') && !filter.isDerived ? [{ type, filter }] : [])),
)

describe('RA-SKG from outside', function () {
  const opened = throughout(() => openGraph([DEMO, RECORDS], { model }))
  const server = throughout(() => startServer(opened.graph, THREADS))

  const record = async (path: string): Promise<Json> =>
    (await getJson(`${server.api}/${path}`)).body['@graph'][0]
  const ids = async (path: string): Promise<string[]> =>
    (await getJson(`${server.api}/${path}`)).body['@graph'].map(({ local_identifier }: Json) =>
      local_identifier.replace(BASE, ''),
    )

  describe('the context', () => {
    it('is the published one, but for the corrections', function () {
      if (!here) return this.skip()
      const { '@context': theirs } = JSON.parse(readFileSync(published, 'utf8')) as {
        '@context': Record<string, unknown>
      }
      const ours = model.contexts.find(({ url }) => url === CONTEXT)!.document['@context']
      const corrected = ['ra_content', 'ra_value']
      for (const term of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
        if (corrected.includes(term)) expect(ours[term]).to.not.deep.equal(theirs[term])
        else expect(ours[term], term).to.deep.equal(theirs[term])
      }
    })
    it('is served, and named wherever one of its values stands, and nowhere else', async () => {
      expect(
        (await getJson(`${server.root}/contexts/ra-skg.json`)).body['@context'].ra_profiles,
      ).to.deep.equal({ '@reverse': 'cv:aboutPerson', '@type': '@vocab' })
      const named = async (path: string): Promise<boolean> =>
        (await getJson(`${server.api}/${path}`)).body['@context'].includes(CONTEXT)
      for (const path of [
        'products/ra-measured',
        'products/ra-badged',
        'persons/ra-person',
        'persons/ra-only-profiled',
        'grants/ra-grant',
        'products?filter=cf.search.title:badges',
      ])
        expect(await named(path), path).to.equal(true)
      for (const path of [
        'products/ra-about-open-data',
        'persons/person-silvio-peroni',
        'topics',
        'services',
        'products?page_size=1',
      ])
        expect(await named(path), path).to.equal(false)
    })
  })

  describe('records', () => {
    it('keep topics and metrics apart, which share their predicates', async () => {
      const measured = await record('products/ra-measured')
      expect(measured.topics.map(({ term }: Json) => term.local_identifier)).to.deep.equal([
        `${BASE}ra-topic-nobody-describes`,
        `${BASE}topic-linked-data`,
      ])
      expect(measured.ra_metrics).to.deep.equal([
        {
          ra_metric: {
            ra_measure: {
              class: 'http://www.wikidata.org/entity/Q5122404',
              labels: { en: 'publication citation count', it: 'conteggio delle citazioni' },
              defined_in: 'http://www.wikidata.org/',
            },
            ra_value: 100,
          },
          ra_provider: 'https://ror.org/00wb4mk85',
          ra_discipline: `${BASE}topic-linked-data`,
          description: 'All citations received by the article.',
        },
        {
          ra_metric: { ra_measure: { labels: { en: 'downloads' } }, ra_value: 12.5 },
          ra_provider: `${BASE}person-silvio-peroni`,
        },
      ])
    })
    it('have badges, which are classes in the place of a node, with labels, without, and without class', async () => {
      const { topics, ra_metrics, identifiers } = await record('products/ra-badged')
      expect(topics.map(({ term }: Json) => term.labels)).to.deep.equal([{ en: 'open data' }])
      expect(identifiers).to.deep.equal([{ scheme: 'ra_github', value: 'opencitations/metadata' }])
      expect(ra_metrics.map(({ ra_metric }: Json) => ra_metric)).to.have.deep.members([
        {
          ra_category: {
            class: 'http://www.wikidata.org/entity/Q309901',
            labels: { en: 'open data' },
            defined_in: 'http://www.wikidata.org/',
          },
        },
        { ra_category: { class: 'https://example.org/badges/unlabelled' } },
        { ra_category: { labels: { en: 'a badge without a class' } } },
        {
          ra_measure: {
            class: 'http://www.wikidata.org/entity/Q5122404',
            labels: { en: 'publication citation count', it: 'conteggio delle citazioni' },
            defined_in: 'http://www.wikidata.org/',
          },
          ra_value: 7,
        },
      ])
    })
    it('have profiles, whose triples point at the person', async () => {
      const { ra_profiles } = await record('persons/ra-person')
      expect(ra_profiles).to.deep.equal([
        { ra_title: 'A second profile', ra_sections: [{ ra_content: 'Short.' }] },
        {
          ra_title: 'CV of Ada Assessed',
          ra_template: 'https://example.org/templates/narrative-cv',
          ra_sections: [
            {
              ra_title: 'Brief biography',
              description: 'At most 500 characters',
              ra_content: 'Ada works on semantic interoperability.',
            },
            { ra_title: 'Publications', cites: [`${BASE}product-fair-principles`, `${BASE}ra-measured`] },
          ],
        },
      ])
      const turtle = await (await fetch(`${server.api}/persons/ra-only-profiled?format=turtle`)).text()
      expect(turtle.replace(/^_:\w+/gm, '_:b')).to.include(
        `_:b\n    dcterms:title "All that is known of somebody" ;\n    cv:aboutPerson <${BASE}ra-only-profiled> .\n`,
      )
    })
    it('have its words in vocabularies of the core', async () => {
      expect((await record('grants/ra-grant')).contributions[0].roles).to.deep.equal(['ra_pi'])
      expect((await record('products/ra-measured')).contributions[0].contribution_types).to.deep.equal([
        'ra_provides_data',
        'software',
      ])
    })
    it('come back from each RDF form, loaded again, as they were', async () => {
      const folder = temporaryFolder()
      for (const [i, form] of ['turtle', 'nquads', 'rdfxml', 'expanded'].entries()) {
        const ending = { turtle: 'ttl', nquads: 'nq', rdfxml: 'rdf', expanded: 'json' }[form]
        for (const path of [
          'products/ra-measured',
          'products/ra-badged',
          'persons/ra-person',
          'persons/ra-only-profiled',
        ].filter((_, j) => isFullEffort || i === j)) {
          writeFileSync(
            join(folder, `one.${ending}`),
            await (await fetch(`${server.api}/${path}?format=${form}`)).text(),
          )
          const again = await openGraph([join(folder, `one.${ending}`)], { model, base: BASE })
          const other = await startServer(again.graph, THREADS)
          try {
            expect((await getJson(`${other.api}/${path}`)).body['@graph'], `${form} ${path}`).to.deep.equal(
              (await getJson(`${server.api}/${path}`)).body['@graph'],
            )
          } finally {
            await other.close()
            await again.graph.close()
          }
          rmSync(join(folder, `one.${ending}`))
        }
      }
    })
    it('say the triples of their documents in every form', async () => {
      for (const path of [
        'products/ra-measured',
        'products/ra-badged',
        'persons/ra-person',
        'persons/ra-only-profiled',
      ]) {
        const lines = linesOf(await opened.graph.documents([BASE + path.split('/')[1]]))
        const expected = await canonicalText(lines)
        for (const form of rdfForms) {
          const text = await (await fetch(`${server.api}/${path}?format=${form}`)).text()
          for (const found of await readForm(form, text)) expect(found, `${form} ${path}`).to.equal(expected)
        }
        const { '@context': context, '@graph': graph } = (
          await getJson(`${server.api}/${path}?format=jsonld`)
        ).body
        const quads = parse(await expandJson({ '@context': context, '@graph': graph }, model), true)
        // Profiles hang on persons by triples that point at them: what is lean by what persons lead to would
        // lose them.
        const form = path.startsWith('persons')
          ? canonical
          : (all: typeof quads): Promise<string> => canonical(lean(all))
        expect(await form(quads), path).to.equal(await form(parse(lines, true)))
      }
    })
  })

  describe('filters', () => {
    const misses: Readonly<Record<string, string>> = { gte: '1e30', lte: '-1' }
    const find = (
      type: EntityType,
      { key, row: { example } }: Filter,
      value = example,
    ): Promise<readonly string[]> =>
      opened.graph
        .search(type, parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model))
        .then((found) => found.slice())

    it('are there for both lists', () =>
      expect(added.filter(({ type }) => type.path === 'products').length).to.equal(10))
    for (const { type, filter } of added) {
      it(`of ${type.path} hit and miss: ${filter.key}`, async () => {
        expect(await find(type, filter)).to.not.be.empty
        expect(await find(type, filter, misses[filter.row.operator] ?? 'https://nothing.example/has-this')).to
          .be.empty
      })
    }
    const rows: [path: string, expected: string[]][] = [
      ['products?filter=ra_metrics.ra_metric.ra_category.labels:open+data', ['ra-badged']],
      [`products?filter=ra_metrics.ra_metric.ra_category.class:${BASE}ra-topic-open-data`, []],
      [
        'products?filter=ra_metrics.ra_metric.ra_category.class:https://example.org/badges/unlabelled',
        ['ra-badged'],
      ],
      [
        'products?filter=ra_metrics.ra_metric.ra_measure.class:http://www.wikidata.org/entity/Q5122404,' +
          'cf.min.ra_metrics.ra_metric.ra_value:12',
        ['ra-measured'],
      ],
      [
        'products?filter=ra_metrics.ra_metric.ra_measure.labels:downloads,cf.min.ra_metrics.ra_metric.ra_value:50',
        [],
      ],
      ['products?filter=ra_metrics.ra_provider:person-silvio-peroni', ['ra-measured']],
      ['products?filter=identifiers.scheme:ra_github', ['ra-badged']],
      ['persons?filter=cf.search.ra_profiles.title:SOMEBODY', ['ra-only-profiled']],
      [
        'persons?filter=ra_profiles.ra_sections.cites:ra-measured,' +
          'ra_profiles.ra_template:https://example.org/templates/narrative-cv',
        ['ra-person'],
      ],
      [
        'products?filter=ra_metrics.ra_metric.ra_measure.defined_id:http://www.wikidata.org/',
        ['ra-badged', 'ra-measured'],
      ],
    ]
    for (const [path, expected] of rows)
      it(`find what they say: ${path}`, async () => expect(await ids(path)).to.deep.equal(expected))

    it('are listed where one is unknown or has a wrong value', async () => {
      const { status, body } = await getJson(`${server.api}/products?filter=ra_metrics.ra_provder:x`)
      expect([status, body.type]).to.deep.equal([422, 'https://skg-if.github.io/api/errors#INVALID_FILTER'])
      expect(body.detail)
        .to.include('ra_metrics.ra_metric.ra_category.labels')
        .and.include('did you mean ra_metrics.ra_provider?')
      expect(
        (await getJson(`${server.api}/products?filter=cf.min.ra_metrics.ra_metric.ra_value:many`)).body
          .detail,
      ).to.include('a number is expected')
    })
  })

  describe('descriptions', () => {
    it('OpenAPI has its fields, marked as its own, and its filters', async () => {
      const { body } = await getJson(`${server.root}/openapi.json`)
      const { Product, Person } = body.components.schemas
      expect([
        Product.properties.ra_metrics['x-extension'],
        Person.properties.ra_profiles['x-extension'],
        Product.properties.titles['x-extension'],
      ]).to.deep.equal(['ra-skg', 'ra-skg', undefined])
      for (const { filter } of added) expect(JSON.stringify(body.paths)).to.include(filter.key)
    })
    it('answers keep to the schema of OpenAPI', async () => {
      const { body } = await getJson(`${server.root}/openapi.json`)
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      ajv.addSchema(body, 'openapi')
      for (const [name, path] of [
        ['Product', 'products/ra-badged'],
        ['Product', 'products/ra-measured'],
        ['Person', 'persons/ra-person'],
      ]) {
        expect(
          ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, await record(path as string)),
          ajv.errorsText(),
        ).to.equal(true)
      }
    })
    it('the documentation, pages and search forms have its labels', async () => {
      const html = async (path: string): Promise<string> =>
        (await fetch(`${server.root}${path}`, { headers: { accept: 'text/html' } })).text()
      expect(await html('/docs')).to.include('cf.search.ra_profiles.title')
      expect(await html('/skg-if/api/persons')).to.include(
        'name="cf.search.ra_profiles.ra_sections.ra_content"',
      )
      const page = await html('/skg-if/api/persons/ra-person')
      for (const text of ['Profiles', 'Brief biography', 'author citation count', '4,771', 'Badge'])
        expect(page).to.include(text)
    })
    it('VoID counts its properties', async () => {
      expect(
        await (await fetch(`${server.root}/.well-known/void`, { headers: { accept: 'text/turtle' } })).text(),
      ).to.include('<http://purl.org/spar/bido/hasNumericValue>')
    })
    it('CSV has its columns', async () => {
      const [header = ''] = (await (await fetch(`${server.api}/persons?format=csv`)).text()).split('\r\n')
      expect(header.split(',')).to.include.members([
        'ra_metrics.ra_metric.ra_category.class',
        'ra_profiles.ra_sections.cites.local_identifier',
      ])
    })
    it('the JSON Schema for checking has its keys', () => {
      expect(JSON.stringify(recordSchema(model, model.typeNamed('person')!)))
        .to.include('"ra_profiles"')
        .and.include('"ra_category"')
    })
  })

  it('the query of a document gives the document', async () =>
    checkQueries(await openGraph([RECORDS], { model }), 10))

  it('a check tells what is wrong with its values', async () => {
    const folder = temporaryFolder()
    const ra_metrics = [
      { ra_metric: { ra_category: { class: 'https://example.org/b' }, ra_value: 3 } },
      { ra_metric: { ra_measure: { label: 'x' }, ra_value: 'many' } },
      { description: 'nothing measured' },
    ]
    writeFileSync(
      join(folder, 'faults.json'),
      JSON.stringify({
        '@graph': [
          {
            local_identifier: `${BASE}x`,
            entity_type: 'product',
            product_type: 'literature',
            titles: { en: ['x'] },
            ra_metrics,
            ra_metric: 1,
          },
        ],
      }),
    )
    const { report } = await checkPaths([folder], {
      model,
      base: BASE,
      report: join(folder, 'findings.jsonl'),
    })
    expect(report.refused).to.equal(0)
    const findings = readFileSync(join(folder, 'findings.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    expect(findings.map(({ kind, path }) => `${kind} ${path}`)).to.include.members([
      'wrong-value ra_metrics.0.ra_metric.ra_value',
      'unknown-key ra_metrics.1.ra_metric.ra_measure.label',
      'bad-number ra_metrics.1.ra_metric.ra_value',
      'missing-key ra_metrics.2.ra_metric',
      'unknown-key ra_metric',
    ])
  })

  it(
    'has one content hash from JSON, and from the N-Quads that were made of it; another profile ' +
      'makes another',
    async () => {
      const folder = temporaryFolder()
      const hashOf = async (path: string): Promise<string> =>
        (await prepareGraph([path], { model, base: BASE, out: join(folder, 'graph') })).manifest.hash
      const json = await hashOf(RECORDS)
      expect(await hashOf(join(folder, 'graph'))).to.equal(json)
      writeFileSync(
        join(folder, 'other.json'),
        readFileSync(RECORDS, 'utf8').replace('All that is known', 'Nearly all'),
      )
      expect(await hashOf(join(folder, 'other.json'))).to.not.equal(json)
    },
  )

  it('reads the published examples', async function () {
    if (!here) return this.skip()
    const { graph, report } = await openOwnGraph(
      ['1', '2'].map((n) => new URL(`raskg__ra-skg_${n}.json`, corpus).pathname),
      { model },
    )
    try {
      expect([
        report.refused,
        report.warned,
        graph.count(model.typeNamed('product')!),
        graph.count(model.typeNamed('person')!),
      ]).to.deep.equal([0, 0, 2, 1])
    } finally {
      await graph.close()
    }
  })

  describe('is outside', () => {
    const root = new URL('../../', import.meta.url)

    it('is named nowhere in what is served, built or shipped', () => {
      const shipped = ['src', 'contexts', 'queries', 'data'].flatMap((folder) =>
        (readdirSync(new URL(`${folder}/`, root), { recursive: true }) as string[]).map(
          (name) => `${folder}/${name}`,
        ),
      )
      const texts = [...shipped, 'package.json']
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }))
      expect(texts.length).to.be.greaterThan(100)
      expect(
        texts.filter(({ text }) => /\bra_[a-z]|ra-?skg/i.test(text)).map(({ name }) => name),
      ).to.deep.equal([])
    })
    it('leaves no trace when it is not loaded', async () => {
      const plain = buildModel(extensions)
      expect(JSON.stringify([...plain.vocabulary.terms.keys(), plain.types])).to.not.match(/\bra_/)
      const { graph, report } = await openOwnGraph([RECORDS], { model: plain })
      const without = await startServer(graph)
      try {
        expect(report.counts.size + report.warned).to.be.greaterThan(0)
        expect(JSON.stringify((await getJson(`${without.api}/products`)).body)).to.not.include('ra_metrics')
        expect((await getJson(`${without.api}/products?filter=ra_metrics.ra_provider:x`)).status).to.equal(
          422,
        )
      } finally {
        await without.close()
        await graph.close()
      }
    })
  })
})
