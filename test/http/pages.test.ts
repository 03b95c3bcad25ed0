/** The first pages, health, what is said of the graph, and failures of the server itself. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAbout } from '../../src/config/about.ts'
import { createApp } from '../../src/server/app.ts'
import { isFullEffort } from '../support/effort.ts'
import { BASE, document } from '../support/records.ts'
import { getPage } from '../support/html.ts'
import { getJson, openGraphOf, openSmallGraph, startServer, type Answer, serve } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const about = {
  title: 'A <small> graph',
  description: 'Of "everything" & more.',
  licence: 'https://creativecommons.org/publicdomain/zero/1.0/',
}

/** Some two million rows: seconds of work for the store. */
const SLOW = `SELECT (COUNT(*) AS ?n) WHERE {
  { SELECT ?a { ?a ?b ?c } LIMIT 130 } { SELECT ?d { ?d ?e ?f } LIMIT 130 }
  { SELECT ?g { ?g ?h ?i } LIMIT 130 } FILTER(STRLEN(STR(?a)) + STRLEN(STR(?g)) > 0)
}`

describe('the overview', function () {
  const server = serve(() => openSmallGraph(), { about })

  it('says what is where, as JSON', async () => {
    const { body } = await getJson(server.root)
    expect(body).to.include(about)
    expect(body.endpoints.map(({ url }: { url: string }) => url)).to.deep.equal([
      server.api,
      ...[
        '.well-known/void',
        'contexts',
        'docs',
        'openapi.json',
        'dump',
        'oai',
        'changes',
        'docs/errors',
        'health',
      ].map((path) => `${server.root}/${path}`),
    ])
    for (const { url } of body.endpoints) {
      const response = await fetch(url)
      await response.body?.cancel()
      expect(response.status, url).to.equal(200)
    }
  })

  it('says the same as HTML, escaped', async () => {
    for (const path of ['/', '/skg-if/api']) {
      const { html } = await getPage(server.root + path)
      expect(html.text('header')).to.include(about.title)
      expect(html.all('small')).to.deep.equal([])
      expect(html.links.some((href) => href.startsWith('/skg-if/api'))).to.equal(true)
    }
  })

  it('of the API lists the collections with their totals', async () => {
    const { body } = await getJson(server.api)
    expect(body).to.include({ ...about, url: server.api, base: BASE })
    expect(body.collections).to.have.length(server.graph.model.types.length)
    for (const { url, total_items, entity_type } of body.collections) {
      const { body: list } = await getJson(url)
      expect(list.meta.part_of).to.include({ local_identifier: url, total_items })
      if (total_items > 0) expect(list['@graph'][0].entity_type).to.equal(entity_type)
    }
  })

  it('has neutral texts where nothing is said', async () => {
    await using undescribed = await startServer(server.graph)
    const { body } = await getJson(undescribed.root)
    expect(body.title).to.equal('Research knowledge graph')
    expect(body).not.to.have.property('publisher')
  })

  it('is healthy while the graph answers', async () => {
    const { status, body, headers } = await getJson(`${server.root}/health`)
    expect(status).to.equal(200)
    expect(body.status).to.equal('ok')
    expect(headers.get('cache-control')).to.equal('no-store')
  })

  it('serves another graph as soon as it is given', async () => {
    const folder = temporaryFolder()
    const topic = { local_identifier: 'topic-other', entity_type: 'topic', labels: { en: 'another' } }
    writeFileSync(
      join(folder, 'records.json'),
      JSON.stringify({ ...document, '@graph': [...document['@graph'], topic] }),
    )
    await using other = await openGraphOf([folder])
    let now = server.graph
    await using swapping = await startServer(() => now)
    const {
      body: { loaded },
    } = await getJson(`${swapping.root}/health`)
    now = other
    expect((await getJson(`${swapping.root}/health`)).body.loaded).not.to.equal(loaded)
    expect((await getJson(`${swapping.api}/products/prod-1`)).status).to.equal(200)
  })

  const bases: readonly [title: string, publicUrl: string, fits: boolean][] = [
    ['another host', 'https://skeg.example', true],
    ['the host of the base', 'https://example.org', true],
    ['a base that equals the API', 'https://example.org/graph', false],
    ['a base below the API', 'https://example.org', false],
    ['a base below the API by another scheme and port', 'http://EXAMPLE.org:80', false],
  ]
  const baseOf: Readonly<Record<number, string>> = {
    2: 'https://example.org/graph/skg-if/api/',
    3: 'https://example.org/skg-if/api/x/',
    4: 'https://example.org/skg-if/api#',
  }
  bases.forEach(([title, publicUrl, fits], i) => {
    it(`${fits ? 'allows' : 'refuses'} ${title}`, () => {
      const make = (): unknown =>
        createApp({ graph: { ...server.graph, base: baseOf[i] ?? BASE }, settings: { publicUrl } })
      if (fits) expect(make).not.to.throw()
      else expect(make).to.throw(/^The base .* lies under the URL of the API/)
    })
  })
})

describe('a server whose graph has much to do', function () {
  this.timeout(180_000)

  it('is busy at /health, and not ill, however often it is asked', async function () {
    if (!isFullEffort) return this.skip()
    await using graph = await openSmallGraph()
    await using server = await startServer(graph)
    const health = (): Promise<Answer> => getJson(`${server.root}/health`)
    const queue = Promise.all([1, 2, 3].map(() => graph.select(SLOW)))
    let isDone = false
    void queue.then(() => {
      isDone = true
    })
    const states = new Set<string>()
    while (!isDone) {
      for (const { status, body } of await Promise.all([health(), health(), health()])) {
        expect(status).to.equal(200)
        states.add(body.status as string)
      }
    }
    expect([...states]).to.include('busy')
    expect((await health()).body.status).to.equal('ok')
  })
})

describe('a server whose graph is gone', function () {
  it('says so at /health, masks the reason elsewhere, and logs it', async () => {
    const graph = await openSmallGraph()
    const lines: [fields: { err?: Error }, message: string][] = []
    const log = {
      info: () => {},
      error: (fields: object, message: string) => {
        lines.push([fields, message])
      },
    }
    await using server = await startServer(graph, { log })
    await graph.close()
    const health = await getJson(`${server.root}/health`)
    expect(health.status).to.equal(503)
    expect(health.headers.get('retry-after')).to.equal('5')
    expect(health.body).to.include({ type: `${server.root}/docs/errors#not-available`, status: '503' })
    for (const path of ['products', 'products/prod-1']) {
      const { status, body, headers } = await getJson(`${server.api}/${path}`)
      expect(status).to.equal(500)
      expect(headers.get('access-control-allow-origin')).to.equal('*')
      expect(body).to.deep.equal({
        type: `${server.root}/docs/errors#internal-error`,
        title: 'Internal error',
        status: '500',
        detail: 'The server failed. The log of the server says why.',
        instance: `${server.api}/${path}`,
      })
    }
    const messages = lines.map(([{ err }]) => err?.message.replace(/(?:store|index) is closed/, 'closed'))
    expect(messages).to.deep.equal(['The graph does not answer.', 'the closed', 'the closed'])
    const { status, html } = await getPage(`${server.api}/products/prod-1`)
    expect(status).to.equal(500)
    expect(html.text('main')).to.include('The log of the server says why.').and.not.include('closed')
  })
})

describe('a file about the graph', () => {
  const folder = temporaryFolder()

  const rows: readonly [text: string, expected: object | RegExp][] = [
    [
      JSON.stringify({ title: 'T', description: 'D', publisher: 'P', licence: 'L', contact: 'C' }),
      { title: 'T', description: 'D', publisher: { name: 'P' }, licence: 'L', contact: 'C' },
    ],
    [
      '{"title":"T"}',
      {
        title: 'T',
        description: 'Records of research products and of what surrounds them, in the SKG-IF model.',
      },
    ],
    [
      '{"publisher":{"name":"P","url":"U"},"title":"T","description":"D"}',
      { title: 'T', description: 'D', publisher: { name: 'P', url: 'U' } },
    ],
    ['{"publisher":{"url":"U"}}', /publisher of .* must be a name or \{name, url, type\}/],
    [
      '{"name":"x"}',
      /has name; known are title, description, publisher, licence, contact, creator, created, issued, version, .*logo.*$/,
    ],
    ['{"title":1}', /title of .* must be text/],
    ['{"title":{"fr":"T"}}', /title of .* must be text, or one by language: an object with some of en, de$/],
    ['{"title":{"en":"T","de":1}}', /title of .* must be text/],
    ['{"pages":{"imprint":{"en":"none.md"}}}', /pages of .* or such names by language/],
    [
      '{"title":"T","description":"D","links":{"de":"https://uni.example/"}}',
      { title: 'T', description: 'D', links: { de: 'https://uni.example/' } },
    ],
    ['[]', /must hold a JSON object/],
    ['{', /cannot be read/],
  ]
  for (const [text, expected] of rows) {
    it(`with ${text}`, () => {
      const file = join(folder, 'about.json')
      writeFileSync(file, text)
      if (expected instanceof RegExp) expect(() => readAbout(file)).to.throw(expected)
      else expect(readAbout(file)).to.deep.equal(expected)
    })
  }

  it('that is not there', () => {
    expect(() => readAbout(join(folder, 'none.json'))).to.throw(/none.json cannot be read/)
  })
})

describe('the page of problems', () => {
  const server = serve(() => openSmallGraph())

  it('explains the type of a problem where the type says', async () => {
    const { type } = (await (await fetch(`${server.api}/nothing`)).json()) as { type: string }
    const [page, anchor] = type.split('#')
    const { html } = await getPage(page as string)
    expect(html.all('div').find(({ attributes: { id } }) => id === anchor)?.text).to.match(/^404 /)
    const { problems } = (await (await fetch(page as string)).json()) as { problems: { code: string }[] }
    expect(problems.map(({ code }) => code)).to.include(anchor)
  })
})
