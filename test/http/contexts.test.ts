// The served contexts: JSON-LD processors read answers with them as skeg's own contexts say.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mediaTypes } from '../../src/config/media.ts'
import { framedRecords } from '../support/framed.ts'
import {
  canonicalJsonLd,
  canonicalTriples,
  createDocumentLoader,
  fetchForm,
  urlsOf,
} from '../support/linked-data.ts'
import { getPage } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, getRaw, type Json } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'
import { temporaryFolder } from '../support/folders.ts'

const { graph, server } = await demoServer()

describe('the contexts', () => {
  it('are a page in a browser, as the description of the graph is, and data elsewhere', async () => {
    const typeOf = async (path: string, accept: string): Promise<string> =>
      (await fetch(server.root + path, { headers: { accept } })).headers.get('content-type')!.split(';')[0]!
    const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
    expect(await typeOf('/contexts', BROWSER)).to.equal('text/html')
    expect(await typeOf('/contexts', '*/*')).to.equal('application/json')
    expect(await typeOf('/.well-known/void', BROWSER)).to.equal('text/html')
    expect(await typeOf('/.well-known/void', '*/*')).to.equal('text/turtle')
    expect(await typeOf('/.well-known/void', 'application/ld+json')).to.equal('application/ld+json')
    const { html } = await getPage(`${server.root}/.well-known/void`)
    const [properties] = [...graph.statistics.properties.entries()]
    expect(html.text('main')).to.include(graph.statistics.triples.toLocaleString('en'))
    expect(html.all('dd').map(({ text }) => text)).to.include(properties![1].toLocaleString('en'))
    const contexts = await getPage(`${server.root}/contexts`)
    for (const { name } of model.contexts) expect(contexts.html.text('main')).to.include(name)
  })
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

  it('are not needed to load the JSON-LD of records: it says what their JSON says', async () => {
    const folder = temporaryFolder()
    const read = async (form: 'json' | 'jsonld'): Promise<[string, unknown][]> => {
      const urls = urlsOf(graph, server).filter((url) => !url.includes('?'))
      for (const [i, url] of urls.entries()) {
        const accept = mediaTypes[form].type
        writeFileSync(join(folder, `${i}.json`), await (await fetch(url, { headers: { accept } })).text())
      }
      return [...(await framedRecords([folder], graph.base))]
    }
    expect(await read('jsonld')).to.deep.equal(await read('json'))
  })

  it('make of the JSON-LD of each record and list the triples that its other forms have', async () => {
    const documentLoader = createDocumentLoader(server)
    const urls = urlsOf(graph, server)
    for (const url of urls) {
      const expected = await canonicalTriples(await fetchForm(url, 'ntriples', server))
      expect(expected.split('\n').length, url).to.be.greaterThan(2)
      // Mostly it is one text of two media types.
      const texts = new Set([await fetchForm(url, 'jsonld', server), await fetchForm(url, 'skgif', server)])
      for (const text of texts) expect(await canonicalJsonLd(text, documentLoader), url).to.equal(expected)
    }
    expect(urls.length).to.be.greaterThan(80)
  })
})
