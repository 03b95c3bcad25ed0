/** Records that people can tell apart by one line, the years of a series, marked words, and what is only cited. */

import { expect } from 'chai'
import { summarise } from '../../src/record/naming/record-summary.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const BASE = 'https://example.org/apart/'

const organisation = (id: string, name: string): Json => ({
  local_identifier: id,
  entity_type: 'organisation',
  name,
  country: 'CH',
})
const venue = (id: string, name: string, acronym: string, year?: number): Json => ({
  local_identifier: id,
  entity_type: 'venue',
  type: 'conference',
  name,
  acronym,
  ...(year !== undefined && { creation_date: `${year}-01-01T00:00:00` }),
})

/** A paper of one person, of the affiliations that stand there. */
const paper = (
  n: number,
  year: number | undefined,
  by: string,
  affiliations: readonly string[] = [],
): Json => ({
  local_identifier: `paper-${n}`,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Grasping ${n} things with Łukasz`] },
  manifestations: [
    {
      ...(n === 1 && { type: { class: 'https://example.org/types/journal-article' } }),
      ...(year !== undefined && { dates: { publication: [`${year}-05-01T00:00:00`] } }),
      biblio: { in: { local_identifier: 'venue-2001', entity_type: 'venue' } },
      ...(n < 4 && {
        licence: `https://creativecommons.org/licenses/${['by/4.0/', 'by/4.0/legalcode', 'by-nc/4.0/'][n - 1]}`,
      }),
    },
  ],
  contributions: [
    {
      rank: 1,
      role: 'author',
      by: { local_identifier: by, entity_type: 'person' },
      declared_affiliations: affiliations.map((id) => ({
        local_identifier: id,
        entity_type: 'organisation',
      })),
    },
    {
      rank: 2,
      role: 'author',
      by: { local_identifier: 'person-other', entity_type: 'person' },
      declared_affiliations: [{ local_identifier: 'org-b', entity_type: 'organisation' }],
    },
  ],
})

const cited = (id: string): Json => ({
  local_identifier: id,
  entity_type: 'product',
  titles: { none: ['An older grasping'] },
})

const records: readonly Json[] = [
  { local_identifier: 'person-1', entity_type: 'person', name: 'Anna Meier' },
  {
    local_identifier: 'person-2',
    entity_type: 'person',
    name: 'Anna Meier',
  },
  {
    local_identifier: 'person-3',
    entity_type: 'person',
    name: 'Anna Meierhofer',
    affiliations: [{ affiliation: { local_identifier: 'org-b', entity_type: 'organisation' } }],
  },
  {
    local_identifier: 'person-other',
    entity_type: 'person',
    name: 'Bela Kiss',
    given_name: 'Bela',
    family_name: 'Kiss',
  },
  {
    local_identifier: 'person-more',
    entity_type: 'person',
    name: 'C. Maior',
    given_name: 'Cora',
    family_name: 'Maior',
  },
  organisation('org-a', 'Alpine Institute'),
  organisation('org-b', 'Basel Laboratory'),
  venue('venue-2001', 'Proceedings of Robots 2001', 'ROBO', 2001),
  venue('venue-2000', 'Proceedings of Robots 2000', 'ROBO', 2000),
  venue('venue-2002', 'Proceedings of Robots 2002', 'ROBO', 2002),
  venue('venue-alone', 'Journal of One', 'ALONE'),
  paper(1, 2004, 'person-1', ['org-a']),
  paper(2, 2007, 'person-1', ['org-a']),
  paper(3, 2006, 'person-1', ['org-b']),
  paper(4, undefined, 'person-1'),
  { ...paper(5, 1999, 'person-2'), related_products: { cites: [cited('old-1'), cited('old-2')] } },
  {
    ...paper(6, 2001, 'person-3', ['org-a']),
    manifestations: [2001, 2000].flatMap((year) => paper(6, year, 'person-3').manifestations as Json[]),
    contributions: [
      ...(paper(6, 2001, 'person-3', ['org-a']).contributions as Json[]),
      ...['Uwe Erster', 'Uta Zweite', 'Udo Dritter', 'Karl Zuletzt'].map((name, i) => ({
        rank: 3 + i,
        role: 'author',
        by: { local_identifier: `person-u-${i}`, entity_type: 'person', name },
      })),
      { rank: 9, role: 'author', by: { local_identifier: 'person-3', entity_type: 'person' } },
    ],
  },
]

describe('records that people tell apart', () => {
  const server = serveRecords(records, BASE)

  const page = (path: string): Promise<Html> => getPage(server.root + path).then(({ html }) => html)
  const lines = (html: Html): string[] =>
    html.classed('p', 'where').map(({ text }) => text.replaceAll('\u00a0', ' '))

  const MEIERS = [
    ['person-1', 'Person · Alpine Institute · 2004–2007 · 4 works'],
    ['person-2', 'Person · 1999 · 1 work'],
    ['person-3', 'Person · Basel Laboratory · 2000–2001 · 1 work'],
  ]

  it('have of several identifiers the one by which they are known', () => {
    const iri = 'https://orcid.org/0000-0002-1825-0097'
    const record = {
      local_identifier: iri,
      name: 'Anna Meier',
      identifiers: [
        { scheme: 'openalex', value: 'A5069389160' },
        { scheme: 'orcid', value: '0000-0002-1825-0097' },
      ],
    }
    const { description } = summarise(record, model.typeNamed('person')!, { model })
    expect(description).to.equal('Person · 0000-0002-1825-0097')
  })

  it('have affiliation, years and number of works in suggestions', async () => {
    const { body } = await getJson(`${server.root}/suggest?q=meier`)
    const found = (body.suggestions as Json[]).map((one) => [
      String(one.local_identifier).replace(BASE, ''),
      one.description,
    ])
    expect(found).to.deep.equal(MEIERS)
  })
  it('have them in a search', async () => {
    const { body } = await getJson(`${server.root}/search?q=meier&types=persons`)
    const items = (body.results as Json[]).flatMap(({ items: some }) => some as Json[])
    expect(items.map((one) => one.description)).to.deep.equal(MEIERS.map(([, text]) => text))
    expect((await page('/search?q=meier')).text('main')).to.match(/Alpine Institute\s· 2004–2007\s· 4 works/)
  })
  it('have them in a list, and each count is the length of a list', async () => {
    const html = await page('/skg-if/api/persons')
    expect(lines(html).slice(0, 3)).to.deep.equal(MEIERS.map(([, text]) => text!.replace('Person · ', '')))
    for (const [id, text = ''] of MEIERS) {
      const { body } = await getJson(`${server.api}/products?filter=cf.contributor:${id}`)
      expect(text).to.match(new RegExp(` ${body.meta.part_of.total_items} works?$`))
    }
  })
  it('have them in the head of their page, and in previews of links', async () => {
    const html = await page('/skg-if/api/persons/person-1')
    const head = html.classed('p', 'meta-line')[0]
    expect(head?.text.replaceAll('\u00a0', ' ')).to.equal('Alpine Institute · 2004–2007 · 4 works')
    const preview = html.all('meta').find(({ attributes }) => attributes.property === 'og:description')
    expect(preview?.attributes.content).to.equal(MEIERS[0]![1])
  })
  it('have them among candidates of reconciliation, and in its preview', async () => {
    const queries = encodeURIComponent(JSON.stringify({ q0: { query: 'Anna Meier', type: 'person' } }))
    const { body } = await getJson(`${server.root}/reconcile?queries=${queries}`)
    const found = (body.q0.result as Json[]).map(({ description }) => description)
    expect(found).to.include.members([MEIERS[0]![1], MEIERS[1]![1]])
    const { html } = await getPage(`${server.root}/reconcile/preview?id=${BASE}person-1`)
    expect(html.text('p')).to.equal(MEIERS[0]![1])
  })
  it('have the place of an organisation, by its name, and how many works it has', async () => {
    const { body } = await getJson(`${server.root}/suggest?q=alpine`)
    expect((body.suggestions as Json[])[0]?.description).to.equal('Organisation · Switzerland · 3 works')
  })
  it('have series and years of a venue', async () => {
    const { body } = await getJson(`${server.root}/suggest?q=robots+2001`)
    expect((body.suggestions as Json[])[0]?.description).to.equal(
      'Journal or conference · conference · ROBO · 1999–2007 · 6 works',
    )
  })

  it('of one series are linked to one another, in the order of their years', async () => {
    const html = await page('/skg-if/api/venues/venue-2001')
    const years = html.all('a').filter(({ text }) => /^200\d$/.test(text))
    expect(years.map(({ text }) => text)).to.deep.equal(['2000', '2001', '2002'])
    expect(years.map(({ attributes }) => attributes['aria-current'])).to.deep.equal([
      undefined,
      'page',
      undefined,
    ])
    for (const { attributes } of years)
      expect((await fetch(server.root + attributes.href)).status).to.equal(200)
    const list = html.all('a').find(({ text }) => text === 'ROBO')?.attributes.href
    const { body } = await getJson(server.root + list)
    expect(body.meta.part_of.total_items).to.equal(3)
    const alone = await page('/skg-if/api/venues/venue-alone')
    expect(alone.classed('nav', 'siblings')).to.be.empty
  })

  it('have the words marked that somebody looked for, whatever their accents', async () => {
    for (const path of ['/skg-if/api/products?filter=cf.search.words:grasp%20lukasz']) {
      const marks = (await page(path)).all('mark').map(({ text }) => text)
      expect(new Set(marks), path).to.deep.equal(new Set(['Grasping', 'Łukasz']))
    }
    expect((await page('/skg-if/api/products')).all('mark')).to.be.empty
  })
  it('name who is searched for, be it the last of many, and whoever has two roles once', async () => {
    const html = await page('/skg-if/api/products?filter=cf.search.words:zuletzt')
    const makers = html.classed('p', 'makers')[0]
    expect(makers?.text).to.equal(
      'Anna Meierhofer, Bela Kiss, Uwe Erster, Uta Zweite, Udo Dritter, Karl Zuletzt',
    )
  })
  it('have names of contributors marked, and no short word inside of others', async () => {
    const html = await page('/skg-if/api/products?filter=cf.search.words:kiss%204')
    expect(html.all('mark').map(({ text }) => text)).to.deep.equal(['4', 'Kiss'])
  })

  const fromForm: readonly [query: string, list: string][] = [
    ['products?cf.contributor=bela+kiss', 'products?filter=cf.contributor:person-other'],
    ['products?cf.venue=proceedings+of+robots+2001', 'products?filter=cf.venue:venue-2001'],
    ['products?cf.contributor=person-1', 'products?filter=cf.contributor:person-1'],
    ['products?cf.contributor=Anna+Meier+[person-2]', 'products?filter=cf.contributor:person-2'],
    ['organisations?country=switzerland', 'organisations?filter=country:CH'],
    ['organisations?country=ch', 'organisations?filter=country:ch'],
    ['products?cf.contributor=Qqqq', 'products?filter=cf.contributor:Qqqq'],
  ]
  for (const [query, list] of fromForm)
    it(`are found by ${query} in the form of a list`, async () => {
      const response = await fetch(`${server.root}/search/${query}`, { redirect: 'manual' })
      expect(response.status).to.equal(303)
      const order = list.startsWith('products') ? 'publication_date:desc' : 'works:desc'
      expect(response.headers.get('location')).to.equal(`/skg-if/api/${list}&skeg_sort=${order}&page_size=20`)
    })
  it('are taken for a name that others have too with a note, and a link to all of these', async () => {
    const search = `${server.root}/search/products?cf.contributor=meier`
    const { headers } = await fetch(search, { redirect: 'manual' })
    const list = '/skg-if/api/products?filter=cf.contributor:person-1'
    expect(headers.get('location')).to.equal(
      `${list}&skeg_named=meier&skeg_sort=publication_date:desc&page_size=20`,
    )
    const html = await page(headers.get('location')!)
    expect(html.text('main')).to.include('Shown for Anna Meier: the best match for “meier” among 3 people.')
    const href = html.all('a').find(({ text }) => text === '3 people')?.attributes.href
    expect((await page(href!)).text('h1')).to.equal('3 people')
    expect((await page(`${list}&skeg_named=kiss`)).text('main')).to.not.include('Shown for')
    expect((await getJson(`${server.root}${list}&skeg_named=meier`)).body).to.deep.equal(
      (await getJson(server.root + list)).body,
    )
  })
  it('are taken with that note in a form that has many other names, and records of an earlier answer', async () => {
    const names = ['Bela Kiss', 'Cora Maior', 'Anna Meierhofer', 'Uwe Erster', 'Uta Zweite']
    const earlier = records.slice(0, 9).map(({ name, local_identifier: id }) => `${name} [${id}]`)
    const query = new URLSearchParams([...names, ...earlier, 'meier'].map((name) => ['cf.contributor', name]))
    const { headers } = await fetch(`${server.root}/search/products?${query}`, { redirect: 'manual' })
    expect(headers.get('location')).to.match(/&skeg_named=meier&/)
  })
  it('are looked for in as many conditions as a list may have', async () => {
    const status = async (count: number): Promise<number> => {
      const query = Array(count).fill('cf.contributor=meier').join('&')
      return (await fetch(`${server.root}/search/products?${query}`, { redirect: 'manual' })).status
    }
    expect(await status(32)).to.equal(303)
    expect(await status(33)).to.equal(422)
  })
  it('stand in the form by their names, with ids in brackets', async () => {
    const html = await page('/skg-if/api/products?filter=cf.contributor:person-1')
    const field = html.all('input').find(({ attributes }) => attributes.name === 'cf.contributor')
    expect(field?.attributes).to.include({
      value: 'Anna Meier [person-1]',
      'data-types': 'persons,organisations,agents',
    })
  })
  it('come the newest first where pages lead, venues by the number of their works, and each link says so', async () => {
    const titles = (html: Html): string[] =>
      html.all('a').flatMap(({ attributes, text }) => (attributes.dir === 'auto' ? [text] : []))
    const home = await page('/')
    const listOf = (path: string): string => home.links.find((one) => one.includes(`/${path}?`)) as string
    const products = await page(listOf('products'))
    expect(
      titles(products)
        .slice(0, 3)
        .map((text) => text.match(/\d/)![0]),
    ).to.deep.equal(['2', '3', '1'])
    expect(
      products.links.some(
        (href) => href.includes('skeg_sort=publication_date:desc') && href.includes('format=json'),
      ),
    ).to.equal(true)
    const venues = listOf('venues')
    expect(venues).to.match(/skeg_sort=works:desc&page_size=20$/)
    expect(titles(await page(venues)).slice(0, 2)).to.deep.equal([
      'Proceedings of Robots 2001',
      'Journal of One',
    ])
    const { body } = await getJson(`${server.api}/products`)
    const ids = (body['@graph'] as Json[]).map(({ local_identifier: iri }) => String(iri))
    expect(ids).to.deep.equal([...ids].sort())
  })

  it('are all in lists, which can leave out what is only cited', async () => {
    const total = async (filter: string): Promise<unknown> =>
      (await getJson(`${server.api}/products${filter}`)).body.meta.part_of.total_items
    expect(await total('')).to.equal(8)
    expect(await total('?filter=cf.only_cited:false')).to.equal(6)
    expect(await total('?filter=cf.only_cited:true')).to.equal(2)
    expect(await total('?filter=cf.only_cited:true|false')).to.equal(8)
  })
  it('are all among the references of a record', async () => {
    expect((await page('/skg-if/api/products?filter=cf.cited_by:paper-5')).text('h1')).to.equal('2 works')
  })
  it('are counted and offered without what is only cited', async () => {
    const home = await page('/')
    expect(home.all('a').some(({ text }) => text === '6 works')).to.equal(true)
    const { headers } = await getPage(`${server.root}/search?q=grasping`)
    expect((await page(headers.get('location')!)).text('h1')).to.equal('6 works')
    const sitemap = await (await fetch(`${server.root}/sitemaps/products-1.xml`)).text()
    expect(sitemap.match(/<loc>/g)).to.have.length(6)
    const href = home.links.find((one) => one.includes('/products?')) as string
    const download = (await page(href)).links.find((one) => /^\/download.*bibtex/.test(one))
    const bibtex = await (await fetch(server.root + download)).text()
    expect(bibtex.match(/^@/gm)).to.have.length(6)
  })
  for (const filter of ['', ',cf.only_cited:true|false', ',cf.publication_year:2001'])
    it(`have one number in the tab and the heading of a search with the filters “${filter}”`, async () => {
      const list = await page(`/skg-if/api/products?filter=cf.search.words:robots${filter}`)
      const [tab] = list.all('a').filter(({ text }) => /^Works \d/.test(text))
      expect(/^\d+/.exec(list.text('h1') ?? '')).to.deep.equal(/\d+$/.exec(tab!.text))
    })
  it('are all in downloads without a filter', async () => {
    const records = async (format: string): Promise<number | undefined> => {
      const text = await (await fetch(`${server.root}/download/products?format=${format}`)).text()
      return text.match(format === 'jsonl' ? /\n/g : /^@/gm)?.length
    }
    expect(await records('jsonl')).to.equal(8)
    expect(await records('bibtex')).to.equal(8)
  })
  it('have their venue linked in the head, and their kind in words', async () => {
    const html = await (await fetch(`${server.root}/skg-if/api/products/paper-1?format=html`)).text()
    const [, line] = /<p class="?meta-line"?>(.*?)<\/p>/s.exec(html) ?? []
    expect(line).to.match(/<a [^>]*href=\S*venues\/venue-2001/)
    expect((await page('/skg-if/api/products/paper-1')).text('main')).to.include('Work · Journal article')
  })
  it('have the parts of their name only where these say more than it', async () => {
    const main = async (id: string): Promise<string | undefined> =>
      (await page(`/skg-if/api/persons/${id}`)).text('main')
    expect(await main('person-other')).to.not.include('Family name')
    expect(await main('person-more')).to.include('Given name')
  })
  it('have the search by fields above the facets', async () => {
    const html = await (await fetch(`${server.root}/skg-if/api/products?format=html`)).text()
    expect(html).to.match(/<details class="?advanced.*<nav class="?facets/s)
  })
  it('have one value for the pages of one licence, and lead to all that have it', async () => {
    const html = await page('/skg-if/api/products')
    const links = html.all('a').filter(({ text }) => /CC BY/.test(text))
    expect(links.map(({ text }) => text).sort()).to.deep.equal(['CC BY 4.0 2', 'CC BY-NC 4.0 1'])
    const find = async (licence: string): Promise<number> => {
      const url = `${server.api}/products?filter=cf.licence:${licence}&page_size=1`
      const answer = await fetch(url)
      return ((await answer.json()) as Json).meta.part_of.total_items as number
    }
    for (const spelling of ['by/4.0/', 'by/4.0', 'by/4.0/legalcode', 'by/4.0/deed.de', 'BY/4.0/deed'])
      expect(await find(`http://www.creativecommons.org/licenses/${spelling}`), spelling).to.equal(2)
    expect(await find('https://creativecommons.org/licenses/by-nc/4.0/legalcode')).to.equal(1)
  })
  it('are told apart in the graph, by a term of Dublin Core', async () => {
    const query = `SELECT ?p WHERE { ?p <http://purl.org/dc/terms/isReferencedBy> <${BASE}> }`
    const rows = await server.graph.select(query)
    expect(rows.map(({ p }) => p).sort()).to.deep.equal([`<${BASE}old-1>`, `<${BASE}old-2>`])
  })
})
