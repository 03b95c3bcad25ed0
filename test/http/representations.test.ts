/** Every form of entities and lists, read back by another parser: all say the triples of the documents. */

import { expect } from 'chai'
import { offersOf, type MediaName, type MediaType } from '../../src/config/media.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { canonical, lean, parse } from '../record/graphs.ts'
import { canonicalText, expandJson, linesOf, rdfForms, readForm, type RdfForm } from '../support/forms.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { openGraphOf, startServer, type Json } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'
import { demoServer } from '../support/shared.ts'
import { DEMO } from '../support/endpoint.ts'

const { graph, server } = await demoServer()

const isRdf = (name: MediaName): name is RdfForm => (rdfForms as readonly string[]).includes(name)

/** What Accept must say for a form, and nothing else gives it. */
const accepting = (name: MediaName): Record<string, string> => ({
  accept: offersOf('entity', 'list', 'citation').find((offer) => offer.name === name)!.type,
})

describe('the forms of entities and lists', () => {
  /** The triples that a list must say: its documents, and its `meta` as the contexts expand it. */
  async function expectedOf(path: string): Promise<string> {
    const {
      '@context': context,
      meta,
      '@graph': records,
    } = (await (await fetch(`${server.api}/${path}`, { headers: accepting('jsonld') })).json()) as Json
    const metaTriples = meta ? await expandJson({ '@context': context, meta }) : ''
    return (
      linesOf(await graph.documents(records.map(({ local_identifier }: Json) => local_identifier))) +
      metaTriples.replaceAll('_:', '_:meta')
    )
  }

  interface RequestedResource {
    readonly resource: 'entity' | 'list'
    readonly path: string
    readonly offer: MediaType
  }
  type Check = (text: string, requested: RequestedResource) => Promise<void> | void
  const recordsAt = async (path: string): Promise<Json[]> =>
    ((await (await fetch(`${server.api}/${path}`)).json()) as Json)['@graph']
  const named =
    (...names: readonly MediaName[]) =>
    ({ name }: MediaType): boolean =>
      names.includes(name)
  const hasEach =
    (pattern: RegExp): Check =>
    (text, { resource }) => {
      expect(text.match(pattern)).to.have.length(resource === 'entity' ? 1 : 3)
    }
  const includesEach =
    (idOf: (iri: string) => string): Check =>
    async (text, { path }) => {
      for (const { local_identifier: iri } of await recordsAt(path)) expect(text).to.include(idOf(iri))
    }

  /** What a form must say: the first row that covers it. */
  const checks: readonly [covers: (offer: MediaType) => boolean, check: Check][] = [
    [
      ({ name }) => isRdf(name),
      async (text, { path, offer }) => {
        const expected = await canonicalText(await expectedOf(path))
        for (const found of await readForm(offer.name as RdfForm, text)) expect(found).to.equal(expected)
      },
    ],
    [
      ({ meta }) => meta !== undefined,
      async (text, { resource, path, offer }) => {
        const answer = JSON.parse(text) as Json
        const { '@context': context, '@graph': records } = answer
        const withoutMeta = resource === 'entity' ? { '@context': context, '@graph': records } : answer
        expect(await canonical(lean(parse(await expandJson(withoutMeta), true)))).to.equal(
          await canonical(lean(parse(await expectedOf(path), true))),
        )
        expect('meta' in answer).to.equal(offer.meta?.[resource])
      },
    ],
    [named('bibtex'), hasEach(/^@\w+\{/gm)],
    [named('ris'), hasEach(/^TY {2}- /gm)],
    [
      ({ type }) => type.startsWith('text/x-bibliography'),
      async (text, { path }) => {
        const lines = text.trimEnd().split('\n')
        const records = await recordsAt(path)
        expect(lines).to.have.length(records.length)
        for (const [i, { titles }] of records.entries())
          expect(lines[i]).to.include(Object.values(titles as Json).flat()[0])
      },
    ],
    [named('linkset'), (text, { path }) => void expect(text).to.include(`"anchor":"${server.api}/${path}"`)],
    [named('csv', 'csl'), includesEach((iri) => iri)],
    [
      named('atom'),
      async (text, { path }) => {
        const records = await recordsAt(path)
        expect([...text.matchAll(/<entry>/g)]).to.have.length(records.length)
      },
    ],
    [named('html', 'embed'), includesEach((iri) => encodeURIComponent(iri.split('/').at(-1) as string))],
  ]

  const resources: readonly [resource: 'entity' | 'list', path: string][] = [
    ['entity', 'products/product-fair-principles'],
    ['list', 'products?skeg_sort=title&page=2&page_size=3'],
    ['list', 'topics?filter=cf.search.labels:data'],
    ['list', 'topics?page=99'],
  ]
  for (const [resource, path] of resources) {
    for (const offer of offersOf(resource, ...(path.startsWith('products') ? (['citation'] as const) : []))) {
      it(`${offer.name} of ${path}`, async () => {
        const response = await fetch(`${server.api}/${path}`, { headers: accepting(offer.name) })
        const text = await response.text()
        expect(response.status).to.equal(path.endsWith('=99') ? 404 : 200)
        expect(response.headers.get('content-type')).to.equal(offer.type)
        expect(response.headers.get('vary')).to.equal('Accept-Encoding, Accept')
        const [, check] = checks.find(([covers]) => covers(offer))!
        await check(text, { resource, path, offer })
      })
    }
  }

  /** All RDF forms of records are the same RDF. */
  async function checkAll(of: Graph, records: readonly (readonly [EntityType, string])[]): Promise<void> {
    const { api, close } = await startServer(of)
    try {
      for (const [type, iri] of records) {
        const expected = await canonicalText(linesOf(await of.documents([iri])))
        for (const name of rdfForms) {
          const response = await fetch(`${api}/${type.path}/${encodeURIComponent(iri)}?format=${name}`)
          for (const found of await readForm(name, await response.text()))
            expect(found === expected, `${name} of ${iri}`).to.equal(true)
        }
      }
    } finally {
      await close()
    }
  }
  const recordsOf = (of: Graph, most: number): (readonly [EntityType, string])[] =>
    model.types.flatMap((type) => {
      const count = of.count(type)
      const step = Math.max(1, Math.floor(count / most))
      return Array.from(
        { length: Math.min(most, count) },
        (_, i) => [type, of.list(type, i * step, 1)[0] as string] as const,
      )
    })

  it('are the same RDF for some records of each type of the demo graph, for all in a full run', () =>
    checkAll(graph, recordsOf(graph, isFullEffort ? Infinity : 2)))

  it('are the same RDF for 200 records of the snapshot', async function () {
    if (!hasSnapshot()) return this.skip()
    await using snapshot = (await openSnapshot()).graph
    await checkAll(snapshot, recordsOf(snapshot, 50).slice(0, 200))
  })

  it('do not change between requests, servers and loadings', async () => {
    await using again = await openGraphOf([DEMO])
    await using other = await startServer(again, { settings: { publicUrl: server.root, cache: 0 } })
    for (const { name } of offersOf('list', 'citation')) {
      const paths = ['/skg-if/api/products?page_size=5', '/skg-if/api/products/product-fair-principles'].map(
        (path) => `${path}${path.includes('?') ? '&' : '?'}format=${name}`,
      )
      for (const path of paths) {
        const texts = await Promise.all(
          [server.port, server.port, other.port].map(async (port) =>
            (await fetch(`http://127.0.0.1:${port}${path}`)).text(),
          ),
        )
        expect(texts[1], path).to.equal(texts[0])
        expect(texts[2], path).to.equal(texts[0])
      }
    }
  })

  it('cite what can be cited, and nothing else', async () => {
    const get = (path: string): Promise<Response> => fetch(`${server.api}/${path}`)
    expect(
      ((await (await get('products/product-fair-principles?format=csl')).json()) as Json)['citation-key'],
    ).to.equal('wilkinson2016fair')
    expect(await (await get('products?format=csl&page_size=2')).json())
      .to.be.an('array')
      .with.lengthOf(2)
    for (const path of [
      'persons?format=bibtex',
      'persons/person-heather-piwowar?format=csl',
      'venues?format=csl',
    ])
      expect((await get(path)).status, path).to.equal(406)
    expect((await get('products/none?format=bibtex')).status).to.equal(404)
  })

  const names: readonly [path: string, name: string | null][] = [
    ['products/product-fair-principles?format=bibtex', 'product-fair-principles.bib'],
    ['products/product-fair-principles?format=csl', 'product-fair-principles.json'],
    [
      'products/https%3A%2F%2Fdoi.org%2F10.7717%2Fpeerj-cs.86?format=bibtex',
      'https-doi.org-10.7717-peerj-cs.86.bib',
    ],
    ['products?format=bibtex', 'products.bib'],
    ['products?format=csl&page=2', 'products-2.json'],
    ['venues?format=csv', 'venues.csv'],
    ['venues?format=csv&page=2&page_size=3', 'venues-2.csv'],
    ['products/product-fair-principles?format=turtle', null],
    ['products', null],
  ]
  for (const [path, name] of names) {
    it(`name the file of ${path}, again from the cache: ${name}`, async () => {
      for (const accept of ['*/*', 'a/b, */*', '*/*'])
        expect(
          (await fetch(`${server.api}/${path}`, { headers: { accept } })).headers.get('content-disposition'),
        ).to.equal(name && `attachment; filename="${name}"`)
    })
  }
})
