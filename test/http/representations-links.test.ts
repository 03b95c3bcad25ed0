/**
 * Links of answers: other forms, pages that stay in a form, and FAIR Signposting, all within what proxies
 * take of headers.
 */

import { expect } from 'chai'
import { DataFactory, Parser } from 'n3'
import { bareType, mediaTypes, offersOf, type MediaName } from '../../src/config/media.ts'
import { getRaw, sendRaw, type Json, serveRecords } from '../support/server.ts'

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
  const server = serveRecords(records, BASE)

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
    it(`lead from each form of the ${resource} to others, each of which answers in its own`, async () => {
      const forms = offersOf(resource, 'citation')
      // Accept cannot tell it from the page.
      for (const form of forms.filter(({ name }) => name !== 'embed')) {
        const { links, headers } = await headOf(path, form.type)
        const mark = resource === 'list' ? '&' : '?'
        const url = `${server.api}/${path}`
        // Feeds have the newest first.
        const order = resource === 'list' ? '&skeg_sort=publication_date:desc' : ''
        const linkTo = (other: (typeof forms)[number]): Link => ({
          href: `${url}${other.name === 'atom' ? order : ''}${mark}format=${other.name}`,
          rel: 'alternate',
          type: bareType(other),
        })
        const alternates = links.filter(({ rel }) => rel === 'alternate')
        const others = forms.filter((other) => other !== form)
        expect(others.map(linkTo)).to.deep.include.members(alternates)
        const first = others.filter(({ name }) => ['turtle', 'html'].includes(name))
        expect(alternates).to.deep.include.members(first.map(linkTo))
        // The others of a record stand in its linkset, those of a list on its page.
        if (resource === 'list') expect(alternates).to.have.length(first.length)
        else expect(alternates.length).to.be.below(5)
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

  it('lead from a list to the same forms, whatever the length of its filter is', async () => {
    const typesOf = async (filter: string): Promise<(string | undefined)[]> => {
      const { links } = await headOf(`products?filter=cf.search.title:${filter}&page_size=1`)
      return links.filter(({ rel }) => rel === 'alternate').map(({ type }) => type)
    }
    expect(await typesOf('b')).to.deep.equal(['text/turtle', 'text/html'])
    expect(await typesOf('b'.repeat(200))).to.deep.equal(['text/turtle', 'text/html'])
  })

  const signposts: readonly [path: string, rel: string, expected: readonly string[]][] = [
    ['products/paper', 'cite-as', ['https://doi.org/10.1234/(a)b']],
    ['products/crowd', 'cite-as', [`${BASE}crowd`]],
    ['products/urn%3Ax-example%3Abare', 'cite-as', []],
    ['persons/person', 'cite-as', ['https://orcid.org/0000-0002-1825-0097']],
    [
      'products/paper',
      'author',
      ['https://orcid.org/0000-0002-1825-0090', 'https://orcid.org/0000-0002-1825-0091', `${BASE}author-2`],
    ],
    ['products/paper', 'license', [LICENCE]],
    [
      'products/paper',
      'item',
      ['https://files.example/paper.pdf', 'https://files.example/%C3%BC%20b%3E%0D%0AX:%20%22y%22'],
    ],
    ['products/paper', 'type', ['https://schema.org/AboutPage', 'https://schema.org/ScholarlyArticle']],
    ['products/crowd', 'type', ['https://schema.org/AboutPage', 'https://schema.org/Dataset']],
    [
      'products/urn%3Ax-example%3Abare',
      'type',
      ['https://schema.org/AboutPage', 'https://schema.org/SoftwareSourceCode'],
    ],
    ['persons/person', 'type', ['https://schema.org/AboutPage', 'https://schema.org/Person']],
    ['persons/person', 'author', []],
  ]
  for (const [path, rel, expected] of signposts) {
    it(`with rel ${rel} of ${path} are ${expected.join() || 'none'}`, async () => {
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

  it('stay within what proxies take of headers', async () => {
    for (const path of ['products/crowd', `products/long-${'x'.repeat(1200)}`])
      expect(hrefs((await headOf(path)).links, 'canonical')).to.deep.equal([`${server.api}/${path}`])
    expect(hrefs((await headOf('products/crowd')).links, 'cite-as')).to.have.length(1)
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

  const long = (length: number): string => encodeURIComponent('x'.repeat(length))
  const values = Array(100).fill(long(300)).join('|')
  const requests: readonly [target: string, accept?: string][] = [
    ['/skg-if/api/products/crowd'],
    ['/skg-if/api/products/crowd', 'text/html'],
    [`/skg-if/api/products/long-${'x'.repeat(1200)}`],
    ['/skg-if/api/products?filter=product_type:literature'],
    ['/skg-if/api/products?filter=product_type:literature', 'text/html'],
    [`/skg-if/api/products?page=2&page_size=1&skeg_facets=cf.publication_year`],
    [`/skg-if/api/products?page_size=1&filter=cf.search.title:${long(400)}`],
    [`/skg-if/api/products?page_size=1&page=2&filter=${'product_type:literature,'.repeat(30)}`],
    [`/skg-if/api/products?filter=identifiers.value:${values}`],
    [`/skg-if/api/products?filter=identifiers.value:${values}`, 'text/html'],
    [`/skg-if/api/products/${long(30_000)}`],
    [`/id/${long(30_000)}`],
    [`/search/products?cf.search.title=${long(30_000)}`],
    [`/search?q=${long(4000)}`],
    [`/skg-if/api/products?${long(30_000)}=1`],
    [`/${long(30_000)}`],
    [`/sparql?query=${long(30_000)}`],
  ]
  for (const [target, accept = '*/*'] of requests) {
    it(`stay below 2.5 kB with all other headers: ${target.slice(0, 80)} ${accept}`, async () => {
      const headers = `Host: x\r\nAccept: ${accept}\r\nConnection: close`
      const answer = await sendRaw(server.port, `GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`)
      expect(answer.indexOf('\r\n\r\n')).to.be.within(100, 2500)
    })
  }

  it('lead to the next page before all else, where there is room for few', async () => {
    const by = ['name', 'given_name', 'family_name', 'local_identifier', 'entity_type', 'identifiers.value']
    const fields = ['titles', 'identifiers.value', ...by.map((key) => `contributions.by.${key}`)].join()
    const { links } = await headOf(
      `products?page_size=1&skeg_fields=${fields}&skeg_facets=product_type,cf.publication_year`,
    )
    expect(links[0]?.rel).to.equal('next')
    expect((await fetch(links[0]?.href ?? '')).status).to.equal(200)
    expect(links.length).to.be.below(8)
  })

  it('lead from metadata back to the page, whose signposts they do not repeat', async () => {
    const url = `${server.api}/products/paper`
    const { links } = await headOf('products/paper?format=turtle')
    expect(links.filter(({ rel }) => rel === 'describes')).to.deep.equal([
      { href: url, rel: 'describes', type: 'text/html' },
    ])
    for (const rel of ['cite-as', 'author', 'item', 'license', 'type'])
      expect(hrefs(links, rel), rel).to.deep.equal([])
    expect(hrefs((await headOf('products/paper?format=html')).links, 'describes')).to.deep.equal([])
  })

  const linksetOf = async (path: string): Promise<Json[]> => {
    const { links } = await headOf(path, 'text/html')
    const [found, more] = links.filter(({ rel }) => rel === 'linkset')
    expect([found?.type, more]).to.deep.equal(['application/linkset+json', undefined])
    const response = await fetch(found?.href ?? '')
    expect(response.headers.get('content-type')).to.equal('application/linkset+json')
    const negotiated = await fetch(`${server.api}/${path}`, {
      headers: { Accept: 'application/linkset+json' },
    })
    const document = (await response.json()) as Json
    expect(await negotiated.json()).to.deep.equal(document)
    expect(Object.keys(document)).to.deep.equal(['linkset'])
    return document['linkset'] as Json[]
  }

  it('stand all in the linkset, those of the content and of the metadata too', async () => {
    const url = `${server.api}/products/paper`
    const [page, ...others] = await linksetOf('products/paper')
    expect(page?.['anchor']).to.equal(url)
    const { links } = await headOf('products/paper', 'text/html')
    for (const { href, rel } of links)
      if (rel !== 'linkset')
        expect(
          (page?.[rel] as Json[]).map((one) => one['href']),
          rel,
        ).to.include(href)
    const back = (anchor: string, rel: string): Json => ({
      anchor,
      [rel]: [{ href: url, type: 'text/html' }],
    })
    expect(others).to.deep.equal([
      ...hrefs(links, 'item').map((href) => back(href, 'collection')),
      ...hrefs(links, 'describedby').map((href) => back(href, 'describes')),
    ])
    const [crowd] = await linksetOf('products/crowd')
    expect(crowd?.['author']).to.have.length(500)
    const targets = [page, ...others].flatMap((one) =>
      Object.values(one ?? {})
        .filter(Array.isArray)
        .flat(),
    )
    for (const { href } of targets as Json[])
      expect(URL.canParse(href as string), String(href)).to.equal(true)
  })

  it('tell apart the forms of one media type', async () => {
    const [crowd] = await linksetOf('products/crowd')
    expect(crowd?.['alternate']).to.deep.include({
      href: `${server.api}/products/crowd?format=expanded`,
      type: 'application/ld+json',
      profile: ['http://www.w3.org/ns/json-ld#expanded'],
    })
    const { headers: ofList } = await headOf('products/bare?format=apa')
    expect(ofList['link'] ?? '').not.to.match(/rel="alternate"; type="text\/x-bibliography",/)
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
