/** By id: every form of id, canonical URLs, the envelope, and what is not there. */

import { expect } from 'chai'
import { encodeIri, isAbsolute } from '../../src/model/context/iri.ts'
import { awkwardIds, BASE, DOI, ROR, SICI } from '../support/records.ts'
import { getJson, getRaw, startServer } from '../support/server.ts'
import { smallServer } from '../support/shared.ts'

const { graph, server } = await smallServer()

const encoded = encodeURIComponent
const SICI_IRI = encodeIri(SICI)
const iriOf = (id: string): string => encodeIri(isAbsolute(id) ? id : BASE + id)

describe('an entity by id', function () {
  const found: readonly [path: string, iri: string][] = [
    ['products/prod-1', `${BASE}prod-1`],
    [`products/${encoded(`${BASE}prod-1`)}`, `${BASE}prod-1`],
    [`products/${BASE}prod-1`, `${BASE}prod-1`],
    ['products/https:/example.org/graph/prod-1', `${BASE}prod-1`],
    ['products/https%3A%2Fexample.org%2Fgraph%2Fprod-1', `${BASE}prod-1`],
    ['products/prod-1/', `${BASE}prod-1`],
    ['products//prod-1', `${BASE}prod-1`],
    ['/skg-if//api///products/prod-1', `${BASE}prod-1`],
    [`products/${SICI}`, SICI_IRI],
    [`products/${SICI_IRI}`, SICI_IRI],
    [`products/${encoded(SICI)}`, SICI_IRI],
    [`products/${encoded(SICI_IRI)}`, SICI_IRI],
    [`products/${SICI.slice('https://doi.org/'.length)}`, SICI_IRI],
    [`products/${DOI}`, `${BASE}prod-1`],
    [`products/https:/doi.org/${DOI}`, `${BASE}prod-1`],
    ['organisations/both', `${BASE}both`],
    ['datasources/both', `${BASE}both`],
    ['organisations/funder', `${BASE}funder`],
    [`products/${encoded('https://other.example/stra%C3%9Fe')}`, 'https://other.example/straße'],
  ]
  for (const [path, iri] of found) {
    it(`finds ${path}`, async () => {
      const { status, body, headers } = await getRaw(
        server.port,
        path.startsWith('/') ? path : `/skg-if/api/${path}`,
      )
      const answer = JSON.parse(body)
      expect(status).to.equal(200)
      expect(answer['@graph']).to.have.length(1)
      expect(answer['@graph'][0].local_identifier).to.equal(iri)
      expect(headers['content-type']).to.equal('application/json; charset=utf-8')
      expect(headers['content-location']).to.equal(answer.meta.local_identifier)
      expect(headers.link).to.include(`<${answer.meta.local_identifier}>; rel="canonical"`)
    })
  }

  for (const id of awkwardIds) {
    it(`finds ${id} by its canonical URL, encoded, and never another`, async () => {
      const iri = iriOf(id)
      for (const url of [`${server.api}/products/${encoded(iri)}`, `${server.api}/products/${encoded(id)}`]) {
        const { status, body } = await getJson(url)
        expect(status, url).to.equal(200)
        expect(body['@graph'][0].local_identifier, url).to.equal(iri)
        const again = await getJson(body.meta.local_identifier)
        expect(again.body.meta.local_identifier).to.equal(body.meta.local_identifier)
        expect(again.body['@graph'][0].local_identifier).to.equal(iri)
      }
    })
  }

  const canonical: readonly [title: string, path: string, url: string][] = [
    ['suffix where the IRI starts with the base', `products/${encoded(`${BASE}prod-1`)}`, 'products/prod-1'],
    ['suffix as one segment', 'products/a/b/c', 'products/a%2Fb%2Fc'],
    ['suffix encoded', 'products/with%20blank', 'products/with%2520blank'],
    ['whole IRI outside the base', `organisations/${ROR}`, `organisations/${encoded(ROR)}`],
    ['whole IRI where the suffix looks like one', `products/${BASE}x:y`, `products/${encoded(`${BASE}x:y`)}`],
  ]
  for (const [title, path, url] of canonical) {
    it(`has as canonical URL the ${title}`, async () => {
      const { body } = await getJson(`${server.api}/${path}`)
      expect(body.meta.local_identifier).to.equal(`${server.api}/${url}`)
    })
  }

  const absent: readonly [title: string, path: string, status: number][] = [
    ['an unknown id', 'products/none', 404],
    ['a mention', 'persons/ghost', 404],
    ['a cited mention', 'products/nowhere', 404],
    ['the last segment of an IRI', 'organisations/0abcdef13', 404],
    ['the last segment of a path', 'products/x/y/prod-1', 404],
    ['an identifier of two records', 'products/9783161484100', 404],
    ['a path out of the collection', 'products/../../products/prod-1', 404],
    ['an encoded path out of the collection', 'products/..%2F..%2Fproducts%2Fprod-1', 404],
    ['an IRI on another host', 'products/https://evil.example/graph/prod-1', 404],
    ['an id of 2,000 characters', `products/${'x'.repeat(2000)}`, 404],
    ['an id of 2,001 characters', `products/${'x'.repeat(2001)}`, 400],
    ['an id of 10 kB of escapes', `products/${'%C3%A9'.repeat(1700)}`, 404],
    ['injection', `products/${encoded('"> . } DROP ALL #\\')}`, 404],
    ['a lone surrogate', 'products/%ED%A0%80', 400],
    ['%00', 'products/prod-1%00', 400],
    ['a line break', 'products/prod-1%0A', 400],
    ['a broken escape', 'products/prod-1%', 400],
    ['an escape that is no hexadecimal', 'products/%zz', 400],
    ['bytes that are no UTF-8', 'products/%FF%FE', 400],
  ]
  for (const [title, path, expected] of absent) {
    it(`answers ${expected} to ${title}`, async () => {
      const { status, body, headers } = await getRaw(server.port, `/skg-if/api/${path}`)
      expect(status).to.equal(expected)
      const answer = JSON.parse(body)
      if (expected === 400) {
        expect(headers['content-type']).to.include('application/problem+json')
        expect(answer).to.include({ status: '400', title: 'Invalid identifier' })
      } else {
        expect(headers['content-type']).to.equal('application/json; charset=utf-8')
        expect(answer['@graph']).to.deep.equal([])
        expect(answer.meta).to.include({ entity_type: 'single_entity' })
      }
    })
  }

  it('says where an id of another type is', async () => {
    const { status, headers, body } = await getJson(`${server.api}/products/pers-1`)
    expect(status).to.equal(404)
    expect(headers.get('link')).to.equal(`<${server.api}/persons/pers-1>; rel="alternate"`)
    expect(body.meta.local_identifier).to.equal(`${server.api}/products/pers-1`)
  })

  it('says both places of an id of two other types', async () => {
    const { headers } = await getJson(`${server.api}/venues/both`)
    expect(headers.get('link')).to.include('/organisations/both>').and.include('/datasources/both>')
  })

  it('names the collections where there is none of that name', async () => {
    const { status, body } = await getJson(`${server.api}/product/prod-1`)
    expect(status).to.equal(404)
    expect(body.detail).to.include('did you mean products?').and.include('datasources')
  })

  it('lists in api_items the entity itself first, then each record that it names, once', async () => {
    const { body } = await getJson(`${server.api}/products/prod-1`)
    expect(
      body.meta.api_items.map((item: { local_identifier: string }) => item.local_identifier),
    ).to.have.members([
      `${BASE}prod-1`,
      `${BASE}pers-1`,
      ROR,
      `${BASE}venue-1`,
      `${BASE}both`,
      `${BASE}grant-1`,
      `${BASE}funder`,
      `${BASE}topic-01`,
      SICI_IRI,
    ])
    expect(body.meta.api_items[0]).to.deep.equal({
      local_identifier: `${BASE}prod-1`,
      urls: [
        { entity_type: 'link', rel: 'self', href: `${server.api}/products/prod-1` },
        {
          entity_type: 'link',
          rel: 'service',
          href: `${server.api}/products/prod-1?format=turtle`,
          media_type: 'text/turtle',
        },
        {
          entity_type: 'link',
          rel: 'service',
          href: `${server.api}/products/prod-1?format=html`,
          media_type: 'text/html',
        },
      ],
    })
  })

  it('finds records behind bare ids', async () => {
    const { body } = await getJson(`${server.api}/services/service-1`)
    expect(
      body.meta.api_items.map((item: { local_identifier: string }) => item.local_identifier),
    ).to.have.members([`${BASE}service-1`, `${BASE}both`, `${BASE}funder`, `${BASE}isbn-1`])
  })

  it('links both kinds of what is named as both', async () => {
    const { body } = await getJson(`${server.api}/products/prod-1`)
    const both = body.meta.api_items.find(
      (item: { local_identifier: string }) => item.local_identifier === `${BASE}both`,
    )
    expect(both.urls.map(({ href }: { href: string }) => href)).to.have.members([
      `${server.api}/organisations/both`,
      `${server.api}/datasources/both`,
    ])
  })

  const contexts: readonly [title: string, path: string, extension: boolean][] = [
    ['three contexts', 'products/prod-1', false],
    ['the context of the extension for its own types', 'services/service-1', true],
    ['the context of the extension for absent services', 'services/none', true],
    ['the context of the extension where its values occur', 'venues/venue-2', true],
    ['three contexts where they do not', 'venues/venue-1', false],
  ]
  for (const [title, path, extension] of contexts) {
    it(`has ${title}`, async () => {
      const { body } = await getJson(`${server.api}/${path}`)
      const core = [
        'https://w3id.org/skg-if/context/1.1.0/skg-if.json',
        'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json',
        { '@base': BASE },
      ]
      expect(body['@context']).to.deep.equal(
        extension ? [...core, 'https://w3id.org/skg-if/extension/srv/context/skg-if.json'] : core,
      )
    })
  }

  it('is answered alike from memory, and where nothing is kept', async () => {
    await using forgetful = await startServer(graph, { settings: { cache: 0, publicUrl: server.root } })
    for (const headers of [{}, { accept: 'application/ld+json' }] as Record<string, string>[]) {
      const answers = await Promise.all(
        [server, server, forgetful].map(async ({ port }) => {
          const response = await fetch(`http://127.0.0.1:${port}/skg-if/api/products/prod-1`, { headers })
          return {
            text: await response.text(),
            link: response.headers.get('link'),
            type: response.headers.get('content-type'),
          }
        }),
      )
      expect(answers[1]).to.deep.equal(answers[0])
      expect(answers[2]).to.deep.equal(answers[0])
    }
  })
})
