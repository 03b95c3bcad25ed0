// From what a thing is called to the document about it, to own documents only; where there is none, to where
// it is named.

import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeIri } from '../../src/model/context/iri.ts'
import { awkwardIds, BASE, DOI, document, ORCID, ROR, SICI } from '../support/records.ts'
import { getJson, getRaw, openGraphOf, startServer, type Json } from '../support/server.ts'
import { openThrough } from '../support/stores.ts'
import { smallServer } from '../support/shared.ts'
import { temporaryFolder } from '../support/folders.ts'

const { graph, server } = await smallServer()

const e = encodeURIComponent

describe('dereferencing', () => {
  const products = (iri: string): string => `/skg-if/api/products/${e(iri)}`

  const found: readonly [target: string, location: string][] = [
    ['/id/prod-1', products('prod-1')],
    ['/id/prod-1/', products('prod-1')],
    ['/id/a/b/c', products('a/b/c')],
    ['/id/a%2Fb%2Fc', products('a/b/c')],
    ['/id/a%252Fb', products('a%2Fb')],
    ['/id/q?x=1&y=2', products('q?x=1&y=2')],
    ['/id/prod-1?utm=1', products('prod-1')],
    ['/id/prod-1?format=jsonld', `${products('prod-1')}?format=jsonld`],
    ['/id/prod-1?format=docx', products('prod-1')],
    [`/id/${e('grün-Ω-日本')}`, products('grün-Ω-日本')],
    ['/id/https://other.example/p', products(`${BASE}https://other.example/p`)],
    ['/id/urn:isbn:9780306406157', products('urn:isbn:9780306406157')],
    ['/id/topic-01', '/skg-if/api/topics/topic-01'],
    [`/resolve?iri=${e(`${BASE}prod-1`)}`, products('prod-1')],
    [`/resolve?iri=${e('https://other.example/p')}`, products('https://other.example/p')],
    ['/resolve?iri=https://other.example/p', products('https://other.example/p')],
    [`/resolve?iri=${e('https://other.example/a%20b')}`, products('https://other.example/a%20b')],
    ['/resolve?iri=urn:isbn:9780306406157', products('urn:isbn:9780306406157')],
    [`/resolve?iri=${e(SICI)}`, products(encodeIri(SICI))],
    [`/resolve?iri=${e(DOI)}`, products('prod-1')],
    [`/resolve?iri=${e(ROR)}`, `/skg-if/api/organisations/${e(ROR)}`],
    [`/resolve?iri=${ORCID}`, '/skg-if/api/persons/pers-1'],
  ]
  for (const [target, location] of found) {
    it(`leads from ${target} to ${location}`, async () => {
      const { status, headers } = await getRaw(server.port, target)
      expect(`${status} ${headers.location}`).to.equal(`303 ${server.root}${location}`)
      expect((await fetch(headers.location as string)).status).to.equal(200)
      const head = await getRaw(server.port, target, 'HEAD')
      expect([head.status, head.headers.location, head.body]).to.deep.equal([303, headers.location, ''])
    })
  }

  it('leads from every id of the graph to its document, encoded or as URLs are written', async () => {
    for (const type of graph.model.types) {
      for (const iri of graph.list(type, 0, 100)) {
        for (const target of [
          ...(iri.startsWith(BASE) ? [`/id/${e(iri.slice(BASE.length))}`] : []),
          `/resolve?iri=${e(iri)}`,
        ]) {
          const { status, headers } = await getRaw(server.port, target)
          expect(status, target).to.equal(303)
          const { body } = await getJson(headers.location as string)
          expect(body['@graph'][0].local_identifier, target).to.equal(iri)
        }
      }
    }
    expect(awkwardIds.length).to.be.greaterThan(15)
  })

  it('tells IRIs apart that differ in what is percent-encoded, where they are requests', async () => {
    const names = ['a%2Fb', 'a/b', 'c%252Fd', 'c%2Fd', 'q?x=1', 'q%3Fx=1']
    const folder = temporaryFolder()
    const publicUrl = 'http://skeg.example'
    writeFileSync(
      join(folder, 'topics.jsonl'),
      names
        .map((name) => JSON.stringify({ local_identifier: name, entity_type: 'topic', labels: { en: name } }))
        .join('\n'),
    )
    const own = await openThrough([folder], `${publicUrl}/g/`)
    const other = await startServer(own, { settings: { publicUrl } })
    try {
      for (const name of names) {
        const { status, headers } = await getRaw(other.port, `/g/${name}`)
        expect(status, name).to.equal(303)
        const { body } = await getJson(
          String(headers['location']).replace(publicUrl, `http://localhost:${other.port}`),
        )
        expect(body['@graph'][0].labels.en, name).to.equal(name)
      }
    } finally {
      await other.close()
      await own.close()
    }
  })

  it('names the other documents of an IRI that has several', async () => {
    const { headers } = await getRaw(server.port, '/id/both')
    expect(headers.location).to.equal(`${server.api}/organisations/both`)
    expect(headers.link).to.equal(`<${server.api}/datasources/both>; rel="alternate"`)
  })

  const refused: readonly [target: string, status: number, detail: RegExp][] = [
    ['/id', 400, /An id must follow/],
    ['/id/', 400, /An id must follow: the part of an IRI after https:\/\/example\.org\/graph\//],
    ['/id/%ff', 400, /percent-encoded UTF-8/],
    ['/id/%zz', 400, /percent-encoded UTF-8/],
    ['/id/a%00b', 400, /control characters/],
    ['/id/../../etc/passwd', 404, /no record/],
    ['/id/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 404, /no record/],
    ['/id/nothing', 404, /identifier is unknown here: no record has it, and no record refers to it/],
    [`/id/${e('<>"{}|\\^`')}`, 404, /no record/],
    ['/resolve', 400, /^iri is missing: the IRI of an entity or an external identifier/],
    ['/resolve?iri=', 400, /^iri is missing/],
    ['/resolve?iri=a:b&iri=c:d', 400, /more than once/],
    ['/resolve?irl=a:b', 400, /did you mean iri\?/],
    ['/resolve?iri=https://a.example/?b=1&c=2', 400, /no parameter c/],
    ['/resolve?iri=../x', 400, /must be an absolute IRI or an external identifier/],
    ['/resolve?iri=prod', 400, /must be an absolute IRI .* there is \/id\//],
    ['/resolve?iri=/prod-1', 400, /must be an absolute IRI/],
    ['/resolve?iri=//evil.example/', 400, /must be an absolute IRI/],
    ['/resolve?iri=javascript:alert(1)', 404, /no record/],
    [`/resolve?iri=${e('https://evil.example/')}`, 404, /no record/],
    [`/resolve?iri=${e('https://a.example/\r\nSet-Cookie: a=b')}`, 400, /control characters/],
    ['/resolve?iri=%ff', 400, /percent-encoded UTF-8/],
    ['/resolve?iri=10.9999/none', 404, /no record/],
    [`/resolve?iri=${e('https://a.example/"}> . ?s ?p ?o . {')}`, 404, /no record/],
  ]
  for (const [target, expected, detail] of refused) {
    it(`refuses ${target.slice(0, 80)} with ${expected}`, async () => {
      const { status, headers, body } = await getRaw(server.port, target)
      expect(status).to.equal(expected)
      expect(headers).not.to.have.property('location')
      expect(headers['content-type']).to.equal('application/problem+json; charset=utf-8')
      expect(JSON.parse(body).detail).to.match(detail)
    })
  }

  const mentions: readonly [title: string, target: string, iri: string][] = [
    ['below the base', '/id/nowhere', `${BASE}nowhere`],
    ['elsewhere', `/resolve?iri=${e(`${BASE}nowhere`)}`, `${BASE}nowhere`],
  ]
  for (const [title, target, iri] of mentions) {
    it(`says where something is named that has no record: ${title}`, async () => {
      const { status, headers, body } = await getJson(server.root + target)
      expect(status).to.equal(404)
      expect(headers.get('content-type')).to.equal('application/problem+json; charset=utf-8')
      expect(body).to.include({
        status: '404',
        title: 'No record',
        iri,
        type: `${server.root}/docs/errors#no-record`,
      })
      expect(body.named_by.total_items).to.equal(1)
      expect(body.named_by.items).to.deep.equal([
        {
          local_identifier: `${BASE}prod-1`,
          entity_type: 'product',
          url: `${server.api}/products/prod-1`,
          by: ['cites'],
        },
      ])
      const html = await getRaw(server.port, target, 'GET', 'Host: x\r\nAccept: text/html')
      expect([html.status, html.headers['content-type']]).to.deep.equal([404, 'text/html; charset=utf-8'])
      expect(html.headers['content-security-policy']).to.include("default-src 'none'")
      expect(html.body)
        .to.include('<a href="/skg-if/api/products/prod-1"><bdi>')
        .and.include('cites')
        .and.include('role="search"')
      expect((await getRaw(server.port, target, 'GET', 'Host: x\r\nAccept: image/png')).status).to.equal(404)
    })
  }

  it('lets the client choose where several have an identifier', async () => {
    const target = '/resolve?iri=9783161484100'
    const { status, headers, body } = await getJson(server.root + target)
    expect(status).to.equal(300)
    expect(headers.has('location')).to.equal(false)
    expect(body.choices.map(({ url }: Json) => url)).to.deep.equal([
      `${server.api}/products/isbn-1`,
      `${server.api}/products/isbn-2`,
    ])
    expect(headers.get('link')).to.include(`<${server.api}/products/isbn-2>; rel="alternate"`)
    expect((await getRaw(server.port, target, 'GET', 'Host: x\r\nAccept: text/html')).body)
      .to.include('href="/skg-if/api/products/isbn-2"')
      .and.include('role="search"')
  })

  it('lists the first 20 of many that name something, in order, and says how many there are', async () => {
    const folder = temporaryFolder()
    const citing = Array.from({ length: 57 }, (_, i) => ({
      local_identifier: `citing-${i}`,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [`${i}`] },
      related_products: { cites: ['famous'] },
    }))
    writeFileSync(join(folder, 'many.json'), JSON.stringify({ ...document, '@graph': citing }))
    await using many = await openGraphOf([folder])
    rmSync(folder, { recursive: true })
    await using other = await startServer(many)
    const { body } = await getJson(`${other.root}/id/famous`)
    expect(body.named_by.total_items).to.equal(57)
    expect(body.named_by.items).to.have.length(20)
    expect(body.named_by.items.map(({ local_identifier }: Json) => local_identifier)).to.deep.equal(
      citing
        .map(({ local_identifier }) => BASE + local_identifier)
        .sort()
        .slice(0, 20),
    )
  })

  const own: readonly [title: string, publicUrl: string, target: string, status: number][] = [
    ['under the public URL', 'https://example.org', '/graph/prod-1', 303],
    ['with an encoded suffix', 'https://example.org', '/graph/a%2Fb%2Fc', 303],
    ['that no record has', 'https://example.org', '/graph/none', 404],
    ['that are the public URL itself', 'https://example.org/graph', '/prod-1', 303],
    ['that are the public URL itself, where there is a route', 'https://example.org/graph', '/health', 200],
    ['with a query that is not part of them', 'https://example.org', '/graph/prod-1?utm=1', 303],
    ['of another host', 'https://other.example', '/graph/prod-1', 404],
  ]
  for (const [title, publicUrl, target, expected] of own) {
    it(`answers IRIs ${title} with ${expected}`, async () => {
      const other = await startServer(graph, { settings: { publicUrl } })
      const { status, headers } = await getRaw(other.port, target)
      await other.close()
      expect(status).to.equal(expected)
      if (status === 303) expect(headers.location).to.match(new RegExp(`^${publicUrl}/skg-if/api/products/`))
    })
  }

  it('says of IRIs under the public URL where they are named', async () => {
    await using other = await startServer(graph, { settings: { publicUrl: 'https://example.org' } })
    const [direct, below] = await Promise.all(
      ['/graph/nowhere', '/id/nowhere'].map((target) => getRaw(other.port, target)),
    )
    expect(JSON.parse(direct!.body).named_by)
      .to.deep.equal(JSON.parse(below!.body).named_by)
      .and.to.include({ total_items: 1 })
  })
})
