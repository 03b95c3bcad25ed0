/**
 * Links of answers: other forms, pages that stay in a form, and FAIR Signposting, all within what clients
 * read of headers.
 */

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataFactory, Parser } from 'n3'
import { bareType, mediaTypes, offersOf, type MediaName } from '../../src/media.ts'
import type { Graph } from '../../src/store/graph.ts'
import { getRaw, openGraphOf, startServer, type Json, type TestServer } from '../support/server.ts'

const BASE = 'https://links.example/graph/'
const AS = 'http://www.w3.org/ns/activitystreams#'
const LICENCE = 'https://creativecommons.org/licenses/by/4.0/'

const author = (i: number): object => ({
  rank: i + 1,
  role: 'author',
  by: {
    local_identifier: `author-${i}`,
    entity_type: 'person',
    name: `Author ${i}`,
    ...(i < 2 && { identifiers: [{ scheme: 'orcid', value: `0000-0002-1825-009${i}` }] }),
  },
})

const records = [
  {
    local_identifier: 'paper',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['A paper'] },
    identifiers: [
      { scheme: 'arxiv', value: '2101.00001' },
      { scheme: 'doi', value: '10.1234/(A)b' },
    ],
    contributions: [
      author(0),
      author(1),
      author(2),
      { rank: 4, role: 'editor', by: { local_identifier: 'editor', entity_type: 'person', name: 'Ed' } },
    ],
    manifestations: [
      {
        licence: LICENCE,
        identifiers: [
          { scheme: 'url', value: 'https://files.example/paper.pdf' },
          { scheme: 'doi', value: '10.1234/other' },
        ],
      },
      { licence: LICENCE, identifiers: [{ scheme: 'url', value: 'ftp://files.example/paper.ps' }] },
      { identifiers: [{ scheme: 'url', value: 'https://files.example/ü b>\r\nX: "y"' }] },
    ],
  },
  {
    local_identifier: 'crowd',
    entity_type: 'product',
    product_type: 'research data',
    titles: { en: ['By many'] },
    contributions: Array.from({ length: 500 }, (_, i) => author(i)),
  },
  {
    local_identifier: 'urn:x-example:bare',
    entity_type: 'product',
    product_type: 'research software',
    titles: { en: ['Without an address'] },
  },
  { local_identifier: `long-${'x'.repeat(1200)}`, entity_type: 'product', titles: { en: ['Long'] } },
  {
    local_identifier: 'person',
    entity_type: 'person',
    name: 'Ada',
    identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }],
  },
]

interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string | undefined
}

/**
 * As RFC 8288 has it: targets are relative to the URL of the answer, and a link may have several relations.
 */
const linksIn = (header: string | undefined, url: string): Link[] =>
  [...(header ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?/g)].flatMap(
    ([, href = '', rels = '', type]) =>
      rels
        .split(' ')
        .map((rel) => ({ href: href.startsWith('?') ? new URL(href, url).href : href, rel, type })),
  )

describe('links of answers', () => {
  let graph: Graph
  let server: TestServer
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
    writeFileSync(
      join(folder, 'records.json'),
      JSON.stringify({ '@context': [{ '@base': BASE }], '@graph': records }),
    )
    graph = await openGraphOf([folder])
    server = await startServer(graph)
    rmSync(folder, { recursive: true })
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  const headOf = async (
    path: string,
    accept = '*/*',
  ): Promise<{ links: Link[]; headers: Readonly<Record<string, string>> }> => {
    const { headers } = await getRaw(
      server.port,
      `/skg-if/api/${path}`,
      'GET',
      `Host: x\r\nAccept: ${accept}`,
    )
    return { headers, links: linksIn(headers.link, `${server.api}/${path}`) }
  }
  const hrefs = (links: readonly Link[], rel: string): string[] =>
    links.filter((link) => link.rel === rel).map(({ href }) => href)

  for (const [resource, path] of [
    ['entity', 'products/paper'],
    ['list', 'products?page=1&page_size=2'],
  ] as const) {
    it(`lead from each form of the ${resource} to all others, each of which answers in its own`, async () => {
      for (const form of offersOf(resource, 'citation')) {
        const { links, headers } = await headOf(path, form.type)
        const mark = resource === 'list' ? '&' : '?'
        const url = `${server.api}/${path}`
        expect(links.filter(({ rel }) => rel === 'alternate')).to.deep.equal(
          offersOf(resource, 'citation')
            .filter((other) => other !== form)
            .map((other) => ({
              href: `${url}${mark}format=${other.name}`,
              rel: 'alternate',
              type: bareType(other),
            })),
        )
        expect(hrefs(links, 'canonical')).to.deep.equal([url])
        expect(headers['content-location']).to.equal(
          form.name === 'json' ? url : `${url}${mark}format=${form.name}`,
        )
      }
      for (const form of offersOf(resource, 'citation')) {
        const { headers } = await headOf(
          `${path}${resource === 'list' ? '&' : '?'}format=${form.name}`,
          'image/png',
        )
        expect(headers['content-type']).to.equal(form.type)
      }
    })
  }

  const signposts: readonly [title: string, path: string, rel: string, expected: readonly string[]][] = [
    ['the resolver address of its identifier', 'products/paper', 'cite-as', ['https://doi.org/10.1234/(a)b']],
    ['its own IRI where it has no other', 'products/crowd', 'cite-as', [`${BASE}crowd`]],
    ['nothing where it has no address', 'products/urn%3Ax-example%3Abare', 'cite-as', []],
    ['an ORCID', 'persons/person', 'cite-as', ['https://orcid.org/0000-0002-1825-0097']],
    [
      'its authors, by ORCID or IRI, and no editors',
      'products/paper',
      'author',
      ['https://orcid.org/0000-0002-1825-0090', 'https://orcid.org/0000-0002-1825-0091', `${BASE}author-2`],
    ],
    ['its licence, once', 'products/paper', 'license', [LICENCE]],
    [
      'its files on the web',
      'products/paper',
      'item',
      ['https://files.example/paper.pdf', 'https://files.example/%C3%BC%20b%3E%0D%0AX:%20%22y%22'],
    ],
    [
      'what it is',
      'products/paper',
      'type',
      ['https://schema.org/AboutPage', 'https://schema.org/ScholarlyArticle'],
    ],
    [
      'that it is data',
      'products/crowd',
      'type',
      ['https://schema.org/AboutPage', 'https://schema.org/Dataset'],
    ],
    [
      'that it is software',
      'products/urn%3Ax-example%3Abare',
      'type',
      ['https://schema.org/AboutPage', 'https://schema.org/SoftwareSourceCode'],
    ],
    [
      'that it is a person',
      'persons/person',
      'type',
      ['https://schema.org/AboutPage', 'https://schema.org/Person'],
    ],
    ['no authors where it has none', 'persons/person', 'author', []],
  ]
  for (const [title, path, rel, expected] of signposts) {
    it(`with rel ${rel} tell of an entity ${title}`, async () => {
      for (const accept of ['*/*', 'text/html', 'text/turtle']) {
        const found = hrefs((await headOf(path, accept)).links, rel)
        if (rel === 'cite-as' && path.endsWith('paper')) expect(found).to.have.length(1)
        expect(found).to.deep.equal(expected)
      }
    })
  }

  it('with rel describedby lead from the page to its metadata', async () => {
    const { links } = await headOf('products/paper', 'text/html')
    expect(links.filter(({ rel }) => rel === 'describedby')).to.deep.equal(
      (['jsonld', 'turtle', 'rdfxml'] as const).map((name) => ({
        href: `${server.api}/products/paper?format=${name}`,
        rel: 'describedby',
        type: bareType({ name, ...mediaTypes[name] }),
      })),
    )
  })

  it('stay within what clients read of headers', async () => {
    for (const path of ['products/crowd', `products/long-${'x'.repeat(1200)}`]) {
      const { links, headers } = await headOf(path)
      expect(Object.entries(headers).join('\r\n').length).to.be.below(12_000)
      expect(hrefs(links, 'canonical')).to.deep.equal([`${server.api}/${path}`])
      expect(hrefs(links, 'cite-as')).to.have.length(1)
    }
    expect(hrefs((await headOf('products/crowd')).links, 'author')).to.deep.equal([
      ...[0, 1].map((i) => `https://orcid.org/0000-0002-1825-009${i}`),
      ...Array.from({ length: 8 }, (_, i) => `${BASE}author-${i + 2}`),
    ])
  })

  it('in the answer are of a class that is there, in RDF and in the context', async () => {
    const text = async (url: string): Promise<string> => (await fetch(url)).text()
    expect(await text(`${server.api}/products?format=ntriples`))
      .to.include('<http://www.w3.org/ns/activitystreams#Link>')
      .and.not.match(/#type> <[^>]*\/link>/)
    expect(await text(`${server.root}/contexts/api.json`)).to.include('"link":"as:Link"')
  })

  it('stay within that where the URLs are long, from the first link on', async () => {
    const { links, headers } = await headOf(`topics?filter=cf.search.labels:${'x'.repeat(1200)}`)
    expect(headers['link']!.length).to.be.within(2000, 8000)
    expect(links[0]?.rel).to.equal('canonical')
  })

  it('to pages stay in the form that was asked for by name, in headers and in the answer', async () => {
    const turtle = async (url: string): Promise<{ links: Link[]; next: string[] }> => {
      const response = await fetch(url)
      const text = await response.text()
      expect(response.headers.get('content-type')).to.equal(mediaTypes.turtle.type)
      const next = new Parser()
        .parse(text)
        .filter(({ predicate }) => predicate.equals(DataFactory.namedNode(`${AS}next`)))
        .map(({ object }) => object.value)
      return { links: linksIn(response.headers.get('link') ?? '', url), next }
    }
    let pages = 0
    let url: string | undefined = `${server.api}/products?page_size=1&format=turtle`
    while (url !== undefined) {
      const { links, next } = await turtle(url)
      expect(hrefs(links, 'next')).to.deep.equal(next)
      url = next[0]
      pages++
    }
    expect(pages).to.equal(4)
  })

  it('to pages say the same of themselves, with a format and without', async () => {
    for (const format of ['json', 'jsonld', 'skgif'] as const) {
      const { meta } = (await (
        await fetch(`${server.api}/products?page_size=2&format=${format}`)
      ).json()) as Json
      expect(meta.local_identifier).to.equal(`${server.api}/products?page=1&page_size=2&format=${format}`)
      expect(meta.part_of.local_identifier).to.equal(`${server.api}/products`)
      const next = (await (await fetch(meta.next_page.local_identifier)).json()) as Json
      expect(next.meta.local_identifier).to.equal(meta.next_page.local_identifier)
      expect(next.meta.prev_page.local_identifier).to.equal(meta.local_identifier)
    }
    const { links } = await headOf('products?page_size=2', 'text/turtle')
    expect(hrefs(links, 'next')).to.deep.equal([`${server.api}/products?page=2&page_size=2`])
  })

  const absent: readonly [form: MediaName, problem: boolean][] = [
    ['json', false],
    ['jsonld', false],
    ['turtle', true],
    ['expanded', true],
    ['html', true],
  ]
  for (const [form, problem] of absent) {
    it(`lead to where an id of another type is, also in ${form}, which is a problem: ${problem}`, async () => {
      const { status, headers, body } = await getRaw(
        server.port,
        `/skg-if/api/products/person?format=${form}`,
      )
      expect(status).to.equal(404)
      expect(headers.link).to.equal(`<${server.api}/persons/person>; rel="alternate"`)
      if (problem)
        expect(JSON.parse(body)).to.include({
          status: '404',
          detail: 'No product has this id.',
        })
      else expect(JSON.parse(body)['@graph']).to.deep.equal([])
    })
  }
})
