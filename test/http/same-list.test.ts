// One URL is one list: the same records in the same order in every form, whether it has what is only cited or not.

import { expect } from 'chai'
import { readCsv } from '../support/csv.ts'
import { getPage } from '../support/html.ts'
import { call, connect } from '../support/mcp.ts'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const BASE = 'https://example.org/same/'

const named = (id: string, type: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: type,
  ...(type === 'product' ? { titles: { en: [`Name ${id} of things`] } } : { name: `Name ${id} of things` }),
  ...more,
})

/** Products in another order by date than by id, four of twelve only cited. */
const records = [
  ...Array.from({ length: 8 }, (_, i) =>
    named(`given-${i}`, 'product', {
      product_type: i % 2 === 0 ? 'literature' : 'research data',
      manifestations: [{ dates: { publication: [`${2000 + ((i * 5) % 8)}`] } }],
      contributions: [
        { role: 'author', rank: 1, by: named(`writer-${9 - i}`, 'person') },
        { role: 'publisher', rank: 2, by: named(`press-${i % 3}`, 'organisation') },
      ],
      ...(i < 4 && {
        related_products: {
          cites: [
            named(`cited-${i}`, 'product', {
              manifestations: [{ dates: { publication: [`${1990 + i}`] } }],
            }),
            `given-${i + 1}`,
          ],
        },
      }),
    }),
  ),
  named('venue-b', 'venue'),
  named('venue-a', 'venue'),
]

const idsIn = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, id]) => id as string)

const withoutMarks = (text: string): string => text.replace(/<\/?mark>/g, '')

/** The ids of a list in the order in which a form has them. */
const readers: Readonly<Record<string, (text: string) => string[]>> = {
  json: (text) =>
    ((JSON.parse(text) as Json)['@graph'] as Json[]).map(({ local_identifier: iri }) =>
      String(iri).replace(BASE, ''),
    ),
  csv(text) {
    const [, ...rows] = readCsv(text)
    return rows.flatMap(([iri = '']) => (iri === '' ? [] : [iri.replace(BASE, '')]))
  },
  atom: (text) => idsIn(/<entry><title>Name (\S+) of things/g, text),
  html: (text) =>
    idsIn(
      /<article class="?brief"?>(?:<p class="?kind"?>.*?<\/p>)?<h2><a [^>]*>Name (\S+) of/g,
      withoutMarks(text),
    ),
  embed: (text) => idsIn(/<h2><a [^>]*>Name (\S+) of/g, withoutMarks(text)),
  bibtex: (text) => idsIn(/^ {2}title = \{.*?Name (\S+) of/gm, text),
  ris: (text) => idsIn(/^TI {2}- Name (\S+) of/gm, text),
  csl: (text) => idsIn(/"title":"Name (\S+) of/g, text),
}

const lists: readonly [list: string, count: number][] = [
  ['products', 12],
  ['products?filter=cf.only_cited:false', 8],
  ['products?filter=cf.only_cited:true', 4],
  ['products?filter=cf.only_cited:true|false', 12],
  ['products?skeg_sort=publication_date:desc', 12],
  ['products?filter=cf.only_cited:false&skeg_sort=publication_date:desc', 8],
  ['products?filter=product_type:literature', 4],
  ['products?filter=cf.search.words:things', 12],
  ['products?filter=cf.only_cited:false,cf.search.words:things', 8],
  ['products?filter=cf.search.title:name', 12],
  ['products?filter=cf.cited_by:given-1', 2],
  ['products?filter=cf.publication_year.to:1995', 4],
  ['products?filter=cf.only_cited:false&page=2&page_size=3', 3],
  ['persons', 8],
  ['persons?skeg_sort=name:desc', 8],
  ['organisations?filter=cf.search.words:press', 3],
  ['venues', 2],
]

describe('a list', () => {
  const server = serveRecords(records, BASE, {
    threads: { count: 1 },
  })
  const formsOf = (list: string): string[] =>
    Object.keys(readers).filter((form) => list.startsWith('products') || !/bibtex|ris|csl/.test(form))
  const idsOf = async (list: string, form: string): Promise<string[]> => {
    const size = list.includes('page_size') ? '' : '&page_size=100'
    const url = `${server.api}/${list}${list.includes('?') ? '' : '?'}${size}&format=${form}`
    return readers[form]!(await (await fetch(url)).text())
  }

  for (const [list, count] of lists)
    it(`has the same records in the same order in every form: ${list}`, async () => {
      const inJson = await idsOf(list, 'json')
      expect(inJson).to.have.length(count)
      for (const form of formsOf(list)) expect(await idsOf(list, form), form).to.deep.equal(inJson)
    })

  it('says itself as canonical, and has the query of its records', async () => {
    for (const list of ['products', 'products?filter=cf.only_cited:false']) {
      const { html, headers } = await getPage(`${server.api}/${list}`)
      const canonical = html.all('link').find(({ attributes }) => attributes.rel === 'canonical')
      const url = `${server.api}/${list}${list.includes('?') ? '&' : '?'}page=1&page_size=10`
      expect(canonical?.attributes.href).to.equal(url)
      expect(headers.get('content-location')).to.equal(`${url}&format=html`)
      const query = html.all('pre').find(({ text }) => text.includes('SELECT'))!.text
      const found = new Set((await server.graph.select(query)).map((row) => Object.values(row)[0]))
      const { body } = await getJson(`${server.api}/${list}`)
      expect(found.size).to.equal(body.meta.part_of.total_items)
    }
  })

  it('without what is only cited is where pages lead, and a filter that can be taken away', async () => {
    const given =
      /^\/skg-if\/api\/products\?filter=cf\.only_cited:false&skeg_sort=publication_date:desc&page_size=20$/
    for (const path of ['/', '/skg-if/api/venues', '/skg-if/api/products/given-1', '/docs']) {
      const { html } = await getPage(server.root + path)
      const link = html.all('a').find(({ text }) => /^(?:\d+ )?Works$/.test(text))
      expect(link?.attributes.href, path).to.match(given)
    }
    const { html } = await getPage(`${server.api}/products?filter=cf.only_cited:false`)
    const link = html.all('a').find(({ text }) => text === 'Also show 4 known only from citations')
    const all = await getPage(server.root + link!.attributes.href)
    expect(all.html.text('h1')).to.equal('12 works')
    const form = html.all('input').find(({ attributes }) => attributes.name === 'cf.only_cited')
    expect(form?.attributes.value).to.equal('false')
    const ofForm = await fetch(`${server.root}/search/products?cf.only_cited=false&product_type=literature`)
    expect(ofForm.url).to.include('filter=cf.only_cited:false,product_type:literature&skeg_sort=publication')
    const exports = html.links.filter((href) => href.startsWith('/download/'))
    expect(exports).to.have.length.above(5)
    for (const href of exports) expect(href).to.include('cf.only_cited:false')
    const [feed] = html.all('link').filter(({ attributes: { type } }) => type === 'application/atom+xml')
    expect(feed!.attributes.href).to.match(/only_cited:false.*skeg_sort=publication_date:desc&format=atom/)
  })

  it('of words leaves out what is only cited where others have them too', async () => {
    const { body } = await getJson(`${server.root}/search?q=things`)
    const products = (body.results as Json[]).find(({ entity_type: type }) => type === 'product')!
    expect(products.total_items).to.equal(8)
    expect(products.url).to.include('cf.only_cited:false')
    const { body: alone } = await getJson(`${server.root}/search?q="cited+2"`)
    expect((alone.results as Json[])[0]?.total_items).to.equal(1)
  })

  it('is what sitemaps, agents and harvesters have, who are told how to get all', async () => {
    const sitemap = await (await fetch(`${server.root}/sitemaps/products-1.xml`)).text()
    expect(idsIn(/products\/([\w-]+)</g, sitemap).every((id) => id.startsWith('given-'))).to.equal(true)
    const client = await connect(server.root)
    const tell = async (tool: string, args: Json): Promise<Json> =>
      JSON.parse((await call(client, tool, args)).text) as Json
    const total = async (filter?: Json): Promise<number> => {
      const { meta } = await tell('list', {
        collection: 'products',
        page_size: 50,
        ...(filter && { filter }),
      })
      return meta.part_of.total_items as number
    }
    expect(client.getInstructions()).to.include('- products: 8, and 4 that are only cited')
    expect(await total()).to.equal(8)
    expect(await total({ 'cf.only_cited': true })).to.equal(4)
    expect(await total({ 'cf.cited_by': 'given-1' })).to.equal(2)
    const { results } = await tell('search', { q: 'things', types: 'products' })
    expect(results[0].total_items).to.equal(8)
    await client.close()
    const llms = await (await fetch(`${server.root}/llms.txt`)).text()
    expect(llms).to.include('/products?filter=cf.only_cited:false): 8, and 4 that are only cited.')
    const oai = async (query: string): Promise<string> => (await fetch(`${server.root}/oai?${query}`)).text()
    const headers = await oai('verb=ListIdentifiers&metadataPrefix=oai_datacite')
    expect(idsIn(/<identifier>[^<]*:([\w-]+)</g, headers).sort()).to.deep.equal(
      Array.from({ length: 8 }, (_, i) => `given-${i}`),
    )
    const one = await oai('verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:localhost:cited-1')
    expect(one).to.include('idDoesNotExist')
  })
})
