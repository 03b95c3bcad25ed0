/** Data and requests that nobody wants: pages show them as text, and stay whole. */

import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { assetOf } from '../../src/doors/pages/shared/assets.ts'
import { dataOf, getPage, type Html } from '../support/html.ts'
import { serveRecords } from '../support/server.ts'

const BASE = 'https://bad.example/graph/'
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&amp;</title></h1>'
const LONG = 'Very long words about nothing '.repeat(170).trim()
const authors = Array.from({ length: 500 }, (_, i) => ({
  by: { local_identifier: `author-${i}`, entity_type: 'person', name: `Author ${i}` },
  role: 'author',
  rank: i + 1,
}))

/** As many as sign a paper of particle physics, with names that are no easier to compress than theirs. */
const thousands = Array.from({ length: 3000 }, (_, i) => ({
  by: {
    local_identifier: `member-${i}`,
    entity_type: 'person',
    name: createHash('md5').update(String(i)).digest('hex').slice(0, 14),
  },
  declared_affiliations: [{ local_identifier: 'org', entity_type: 'organisation', name: 'House' }],
  role: 'author',
  rank: i + 1,
}))

const product = (local_identifier: string, more: object): object => ({
  local_identifier,
  entity_type: 'product',
  ...more,
})
const records = [
  product('markup', {
    titles: { en: [MARKUP] },
    abstracts: { en: [MARKUP] },
    manifestations: [{ version: MARKUP }],
  }),
  product('nothing', { manifestations: [{ version: '1' }] }),
  product('long', { titles: { en: [LONG] } }),
  product('rtl', { titles: { ar: ['مقدمة في \u202e البيانات'], en: ['Introduction'] } }),
  product('unbroken', { titles: { en: ['x'.repeat(5000)] } }),
  product('crowd', { titles: { en: ['By many'] }, contributions: authors }),
  product('multitude', { titles: { en: ['By thousands'] }, contributions: thousands }),
  product('language', { titles: { 'not a "language"><b>': ['Title'] } }),
  product('j"><b>', { titles: { en: ['Odd id'] } }),
  {
    local_identifier: 'org',
    entity_type: 'organisation',
    name: 'House',
    website: 'javascript:alert(1)',
    identifiers: [
      { scheme: 'url', value: 'javascript:alert(2)' },
      { scheme: 'doi', value: 'no doi "><b>' },
    ],
  },
  { local_identifier: 'javascript:alert(3)', entity_type: 'venue', name: 'Venue' },
  ...[...authors, ...thousands].map(({ by }) => by),
]

/**
 * No element that the pages do not make, no link that runs something, nothing that browsers read in another
 * way than it was meant.
 */
function expectSound(html: Html): void {
  expect(html.faults).to.deep.equal([])
  expect(html.all('b').length + html.all('img').length, 'injected elements').to.equal(0)
  for (const {
    attributes: { type, src },
    text,
  } of html.all('script')) {
    if (src === undefined) expect(type).to.equal('application/ld+json')
    else {
      expect(text).to.equal('')
      expect(src).to.be.oneOf((['suggest', 'copy'] as const).map((key) => `/assets/${assetOf(key).name}`))
    }
  }
  for (const { name, attributes } of html.all()) {
    expect(
      Object.keys(attributes).filter((attribute) => attribute.startsWith('on') || attribute === 'style'),
      name,
    ).to.deep.equal([])
    for (const address of [attributes.href, attributes.src, attributes.action])
      expect(address ?? '').not.to.match(/^\s*(?:javascript|vbscript):|^data:(?!,$)/i)
  }
  const ids = html.all().flatMap(({ attributes: { id } }) => id ?? [])
  expect(ids).to.have.length(new Set(ids).size)
}

describe('pages of bad data', () => {
  const server = serveRecords(records, BASE, {
    about: {
      title: MARKUP,
      description: MARKUP,
      licence: 'javascript:alert(4)',
      contact: 'javascript:alert(5)',
      publisher: { name: MARKUP, url: 'javascript:alert(6)' },
    },
  })

  const entities: readonly [path: string, expected: (html: Html) => void][] = [
    [
      'products/markup',
      (html) => {
        expect(html.text('h1')).to.equal(MARKUP.replace('&amp;', '&'))
        const [schema, record] = dataOf(html)
        expect(schema?.name).to.deep.equal({ '@value': MARKUP, '@language': 'en' })
        expect(record?.['@graph'][0].titles.en).to.deep.equal([MARKUP])
      },
    ],
    ['products/nothing', (html) => expect(html.text('h1')).to.equal('nothing')],
    [
      'products/long',
      (html) => {
        expect(html.text('h1')).to.equal(LONG)
        expect(html.text('title')?.length).to.be.below(300)
      },
    ],
    ['products/unbroken', (html) => expect(html.text('title')).to.match(/^x{120}… – /)],
    [
      'products/rtl',
      (html) => {
        expect(html.text('h1')).to.equal('Introduction')
        expect(html.all('span').find(({ attributes }) => attributes.lang === 'ar')?.attributes.dir).to.equal(
          'auto',
        )
      },
    ],
    [
      'products/crowd',
      (html) => {
        expect(html.classed('p', 'byline')[0]?.text).to.match(/Author 9 and 490 more$/)
        expect(html.classed('details', 'more')[0]?.text)
          .to.match(/^and 480 more/)
          .and.include('Author 499')
        expect(
          html.all('meta').filter(({ attributes: { name } }) => name === 'citation_author'),
        ).to.have.length(100)
      },
    ],
    [
      'products/multitude',
      (html) => {
        expect(html.classed('p', 'byline')[0]?.text).to.match(/and 2,990 more$/)
        expect(html.text('main'))
          .to.include('The first 500 of 3,000; the other formats of this record have all of them.')
          .and.include('For reference managers')
        expect(
          html
            .all('details')
            .find(({ text }) => text.startsWith('Contributors'))
            ?.text.match(/author · affiliation House/g),
        ).to.have.length(500)
      },
    ],
    ['products/language', (html) => expect(html.all('h1')[0]?.attributes).not.to.have.property('lang')],
    [`products/${encodeURIComponent(`${BASE}j"><b>`)}`, (html) => expect(html.text('h1')).to.equal('Odd id')],
    [
      'organisations/org',
      (html) => expect(html.all('dd').map(({ text }) => text)).to.include('javascript:alert(1)'),
    ],
    [
      `venues/${encodeURIComponent('javascript:alert(3)')}`,
      (html) => expect(html.text('h1')).to.equal('Venue'),
    ],
    ['products?page_size=100', (html) => expect(html.all('article')).to.have.length(9)],
  ]
  for (const [path, expected] of entities) {
    it(`of ${path}`, async () => {
      const { status, body, html } = await getPage(`${server.api}/${path}`)
      expect(status).to.equal(200)
      expect(gzipSync(body).length).to.be.below(100_000)
      expectSound(html)
      expected(html)
    })
  }

  it('lists the filters that there are beside the one that is not', async () => {
    const { html, status } = await getPage(`${server.root}/skg-if/api/products?filter=title:x`)
    expect(status).to.equal(422)
    expectSound(html)
    expect(html.text('h1')).to.equal('This list cannot be filtered like that')
    expect(
      html
        .all('p')
        .map(({ text }) => text)
        .join(),
    ).to.match(/; did you mean cf\.search\.title\?/)
    const product = server.graph.model.typeAt('products')!
    expect(html.classed('ul', 'choices').map(({ text }) => text)).to.deep.equal([
      server.graph.model.filtersOf(product).keys.join(''),
    ])
  })

  const requests: readonly [path: string, status: number, text: string][] = [
    [`/skg-if/api/products?filter=cf.search.title:${encodeURIComponent(MARKUP)}`, 200, MARKUP],
    [
      `/skg-if/api/products?filter=cf.search.title:${encodeURIComponent('<b>none')}`,
      404,
      'Title contains “<b>none”',
    ],
    [`/skg-if/api/products?filter=${encodeURIComponent('<b>x')}:1`, 422, '<b>x'],
    [`/skg-if/api/products?${encodeURIComponent('<b>x')}=1`, 400, '<b>x'],
    [`/search?q=${encodeURIComponent('"><b>x')}`, 200, '“"><b>x”'],
    ['/search?q=+', 400, 'parameter q is missing'],
    ['/search/nothing?x=1', 404, 'products'],
    ['/search/products?nothing=1', 422, 'nothing'],
    ['/search/products?cf.search.title=%ff', 400, 'not percent-encoded'],
    ['/skg-if/api/products?page=99', 404, 'There is only one page'],
    ['/skg-if/api/products/%3Cb%3E', 404, 'No product has this id'],
    ['/%3Cb%3Ex', 404, 'There is no page at this path'],
    ['/skg-if/api/products?format=docx', 406, 'docx'],
    ['/assets/style.css', 404, 'no file'],
    ['/assets/style-AAAAAAAAAAAA.css', 404, 'no file'],
    ['/assets/constructor-AAAAAAAAAAAA.js', 404, 'no file'],
    [`/resolve?iri=${encodeURIComponent('https://x.example/<b>')}`, 404, 'identifier is unknown here'],
    ['/', 200, MARKUP],
  ]
  for (const [path, status, text] of requests) {
    it(`answers ${status} to ${path.slice(0, 80)}`, async () => {
      const answer = await getPage(server.root + path)
      expect(answer.status).to.equal(status)
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8')
      expectSound(answer.html)
      expect(
        `${answer.html.text('main')} ${answer.html.text('title')} ${answer.html
          .all('input')
          .map(({ attributes }) => attributes.value)
          .join(' ')}`,
      ).to.include(text)
    })
  }
})
