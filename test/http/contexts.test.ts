// The served contexts: JSON-LD processors read answers with them as skeg's own contexts say.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { fileURLToPath } from 'node:url'
import rdfCanonize from 'rdf-canonize'
import type { Graph } from '../../src/store/graph.ts'
import { model } from '../support/model.ts'
import { getJson, getRaw, openGraphOf, startServer, type Json, type TestServer } from '../support/server.ts'

const data = fileURLToPath(new URL('../../data/', import.meta.url))

describe('the contexts', () => {
  let graph: Graph
  let server: TestServer
  before(async () => {
    graph = await openGraphOf([data])
    server = await startServer(graph)
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  /** Fetches from the server under test alone. */
  const documentLoader = async (url: string): Promise<object> => {
    if (!url.startsWith(server.root)) throw new Error(`${url} is elsewhere`)
    return {
      documentUrl: url,
      document: await (await fetch(url, { headers: { Accept: 'application/ld+json' } })).json(),
    }
  }

  it('are listed with those that they stand for', async () => {
    const { body } = await getJson(`${server.root}/contexts`)
    expect(body.contexts.map(({ name, published }: Json) => [name, published])).to.deep.equal(
      model.contexts.map(({ name, url }) => [name, url]),
    )
    for (const { url } of body.contexts)
      expect((await fetch(url)).headers.get('content-type')).to.equal('application/ld+json')
  })

  it('come as JSON too, and not as anything else', async () => {
    expect(
      (await getRaw(server.port, '/contexts/core.json', 'GET', 'Host: x\r\nAccept: application/json'))
        .headers['content-type'],
    ).to.equal('application/json; charset=utf-8')
    expect(
      (await getRaw(server.port, '/contexts/core.json', 'GET', 'Host: x\r\nAccept: text/turtle')).status,
    ).to.equal(406)
  })

  const missing: readonly [title: string, path: string][] = [
    ['an unknown name', '/contexts/none.json'],
    ['no ending', '/contexts/core'],
    ['a way out', '/contexts/..%2fpackage.json'],
    ['a name of JavaScript', '/contexts/constructor.json'],
  ]
  for (const [title, path] of missing) {
    it(`are not there for ${title}`, async () => {
      const { status, body } = await getRaw(server.port, path)
      expect(status).to.equal(404)
      if (path.endsWith('.json')) expect(JSON.parse(body).detail).to.include('core.json, api.json, srv.json')
    })
  }

  it('hold what those of the model hold, and map each term as these do', async () => {
    for (const { name, document, terms } of model.contexts) {
      const { body } = await getJson(`${server.root}/contexts/${name}.json`)
      expect(body['@context']).to.deep.include(document['@context'])
      for (const term of terms.keys()) {
        const iri = model.vocabulary.iri(term)
        if (iri === undefined) continue
        const [expanded] = (await jsonld.expand({
          '@context': [body['@context'], { '@base': graph.base }],
          '@id': 'x',
          '@type': [term],
        })) as unknown as { '@type': string[] }[]
        expect(expanded?.['@type'], term).to.deep.equal([iri])
      }
    }
  })

  it('give the same RDF as the contexts of the model, for every record', async () => {
    const published = model.contexts.map(({ name }) => `${server.root}/contexts/${name}.json`)
    const own = model.contexts.map(({ document }) => document['@context'])
    let compared = 0
    for (const type of model.types) {
      const { body } = await getJson(`${server.api}/${type.path}?page_size=100`, {
        Accept: 'application/ld+json',
      })
      for (const record of body['@graph'] as Json[]) {
        const rdf = async (contexts: readonly unknown[]): Promise<string> => {
          const quads = await jsonld.toRDF(
            { '@context': [...contexts, { '@base': graph.base }], ...record } as never,
            { documentLoader } as never,
          )
          return await rdfCanonize.canonize(quads as never, { algorithm: 'RDFC-1.0' })
        }
        const text = await rdf(published)
        expect(text.split('\n').length).to.be.greaterThan(2)
        expect(text).to.equal(await rdf(own))
        compared++
      }
    }
    expect(compared).to.equal(model.types.reduce((sum, type) => sum + graph.count(type), 0))
  })
})
