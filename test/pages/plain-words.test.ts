/** Titles, names of places and identifiers as people read them: no mark-up, no bare addresses, the best known first. */

import { expect } from 'chai'
import { neutralAbout } from '../../src/config/about.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const work = (id: string, title: string | undefined, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  ...(title !== undefined && { titles: { en: [title] } }),
  ...more,
})

const doi = (value: string): Json => ({ scheme: 'doi', value })

/** In a form of a kind of FaBiO. */
const form = (kind: string, biblio: Json): Json => ({
  type: { class: `http://purl.org/spar/fabio/${kind}` },
  biblio,
})
const host = (name: string): Json => ({
  hosting_data_source: { local_identifier: name.toLowerCase(), entity_type: 'datasource', name },
})
const venue = { in: { local_identifier: 'journal', entity_type: 'venue', name: 'A Journal' } }

const RAW = 'Ionised H<sub>2</sub>O<sup>+</sup> &amp; <i>E. coli</i> with $β$, \\ell_2 and \\iid noise'
const PLAIN = 'Ionised H₂O⁺ & E. coli with β, ℓ₂ and iid noise'

const author = (id: string, name: string): Json => ({
  role: 'author',
  by: { local_identifier: id, entity_type: 'person', name },
})

const press = (id: string): Json => ({
  role: 'publisher',
  by: { local_identifier: id, entity_type: 'organisation', name: 'A Press' },
})
const topic = (id: string, name = 'Social Sciences'): Json => ({
  local_identifier: id,
  entity_type: 'topic',
  labels: { en: name },
})

const TO_COME = new Date().getUTCFullYear() + 2

/** A press publishes more than anybody writes; two records of it, and of a topic, have one name. */
const series = Array.from({ length: 14 }, (_, i) =>
  work(`series-${i}`, `Part ${i} of a series`, {
    contributions: [
      author(`writer-${i % 7}`, i % 7 < 2 ? 'Same Name' : `Writer ${i % 7}`),
      ...(i > 0 ? [press(i % 2 ? 'press' : 'crossref-press')] : []),
    ],
    topics: [
      { term: topic('domain') },
      ...(i % 2 ? [{ term: topic('field') }] : []),
      ...(i % 3 ? [{ term: topic('ethics', 'Ethics') }] : []),
    ],
  }),
)

const records: readonly Json[] = [
  ...series,
  work('water', RAW, {
    titles: { en: [RAW, PLAIN], de: ['Ionisiertes H<sub>2</sub>O'] },
    contributions: ['Ada', 'Bea', 'Cleo', 'Dora', 'Edda', 'Fay'].map((name) =>
      author(name.toLowerCase(), `${name} Alpha`),
    ),
    related_products: {
      cites: [
        'https://openalex.org/W1975884297',
        'https://pubmed.ncbi.nlm.nih.gov/26978244',
        'https://works.example.net/one',
        'https://works.example.net/two',
        'https://works.example.net/with-title',
        'openalex-work',
        'same-doi',
      ].map((id) => ({ local_identifier: id, entity_type: 'product' })),
    },
  }),
  work('https://works.example.net/with-title', 'A cited work', {}),
  work('openalex-work', undefined, {
    identifiers: [{ scheme: 'openalex', value: 'W42' }, doi('10.5555/known')],
    abstracts: { en: ['Something.'] },
  }),
  work('same-doi', undefined, { identifiers: [doi('10.5555/known')] }),
  work('article', 'An article', {
    identifiers: [doi('10.5555/article')],
    manifestations: ['', 'legalcode'].map((end) => ({
      ...form('JournalArticle', { ...venue, ...host('Big Index') }),
      licence: `https://creativecommons.org/licenses/by/4.0/${end}`,
    })),
  }),
  work('preprint', 'A preprint', {
    identifiers: [doi('10.5555/preprint')],
    manifestations: [form('Preprint', host('arXiv'))],
  }),
  work('two-hosts', 'A preprint of two hosts', {
    identifiers: [doi('10.5555/hosts')],
    manifestations: [form('Preprint', host('arXiv')), form('Preprint', host('Zenodo'))],
  }),
  work('first-host', 'A preprint of a host of several', {
    identifiers: [doi('10.5555/first')],
    manifestations: [
      { ...form('Preprint', host('arXiv')), identifiers: [doi('10.5555/first')] },
      form('Preprint', host('Zenodo')),
    ],
  }),
  work('book', 'A book', { identifiers: [doi('10.5555/book')], manifestations: [form('Book', {})] }),
  work('pangaea', 'Data of an archive', {
    product_type: 'research data',
    identifiers: [doi('10.1594/pangaea.842237')],
    manifestations: [
      {
        ...form('Dataset', host('PANGAEA')),
        access_rights: { status: 'open' },
        identifiers: [{ scheme: 'url', value: 'https://doi.pangaea.de/10.1594/PANGAEA.842237' }],
      },
    ],
  }),
  work('web', 'On the web', { identifiers: [{ scheme: 'url', value: 'https://www.example.org/web' }] }),
  work('to-come', 'A work to come', {
    manifestations: [
      {
        type: { class: 'https://openalex.org/types/libguides' },
        dates: { publication: [`${TO_COME}-02-01`] },
      },
    ],
    topics: Array.from({ length: 10 }, (_, i) => ({ term: topic(`topic-${i}`, `Topic ${i}`) })),
  }),
  {
    local_identifier: 'https://ror.org/021nxhr62',
    entity_type: 'organisation',
    name: 'A Foundation',
    identifiers: [doi('10.13039/100000001'), { scheme: 'ror', value: 'https://ror.org/021nxhr62' }],
  },
  {
    local_identifier: 'review',
    entity_type: 'venue',
    name: 'A Review',
    identifiers: [
      { scheme: 'issn', value: '0002-8282' },
      { scheme: 'issn', value: '1944-7981' },
      { scheme: 'lissn', value: '0002-8282' },
    ],
  },
  {
    local_identifier: 'linked',
    entity_type: 'venue',
    name: 'A Linked Review',
    identifiers: [{ scheme: 'lissn', value: '2049-3630' }],
  },
]

describe('pages in plain words', () => {
  const server = serveRecords(records, 'https://example.org/plain/', {
    about: { ...neutralAbout, interfaceLanguages: ['en', 'de'] },
  })

  const page = (path: string, language = 'en'): Promise<Html> =>
    getPage(`${server.api}/${path}`, { 'Accept-Language': language }).then(({ html }) => html)
  const textsOf = (html: Html, name: string, className: string): string[] =>
    html.all(name).flatMap(({ attributes, text }) => (attributes.class === className ? [text] : []))

  it('show titles without mark-up and TeX: heading, window, citations, lists, suggestions', async () => {
    const html = await page('products/water')
    expect(html.text('h1')).to.equal(PLAIN)
    expect(html.text('title')).to.include(PLAIN)
    expect(textsOf(html, 'p', 'also')).to.deep.equal(['Ionisiertes H₂O German'])
    const meta = html.all('meta').find(({ attributes }) => attributes.name === 'citation_title')
    expect(meta?.attributes.content).to.equal(PLAIN)
    const [apa, bibtex] = ['dd', 'pre'].map((name) => html.text(name) ?? '')
    expect(apa).to.include(PLAIN)
    expect(bibtex).to.include('H₂O⁺').and.not.include('<')
    const links = (await page('products?page_size=100')).all('a').map(({ text }) => text)
    expect(links).to.include(PLAIN)
    const { body } = await getJson(`${server.root}/suggest?q=ionised`)
    expect(JSON.stringify(body)).to.include('H₂O⁺').and.not.include('<sub>')
  })
  it('leave the titles in answers for programs as they are', async () => {
    const { body } = await getJson(`${server.api}/products/water`)
    expect(body['@graph'][0].titles.en).to.deep.equal([RAW, PLAIN])
  })

  for (const [language, at] of [
    ['en', 'Work on works.example.net'],
    ['de', 'Publikation bei works.example.net'],
  ] as const)
    it(`name what is cited by its identifier, else by its host: ${language}`, async () => {
      const html = await page('products/water', language)
      const links = html.all('a').map(({ text }) => text)
      expect(links).to.include.members(['OpenAlex W1975884297', 'PMID 26978244', 'DOI 10.5555/known'])
      expect(links.filter((text) => text === at)).to.have.lengthOf(2)
      expect(links.filter((text) => text.startsWith('DOI'))).to.deep.equal(['DOI 10.5555/known'])
      expect(links.filter((text) => text.startsWith('http'))).to.deep.equal([])
    })

  it('name what is cited with a title first', async () => {
    const links = (await page('products/water')).all('a').map(({ text }) => text)
    expect(links.indexOf('A cited work')).to.be.above(-1).and.below(links.indexOf('OpenAlex W1975884297'))
  })

  const places: readonly [id: string, place: string][] = [
    ['article', 'At the publisher'],
    ['book', 'At the publisher'],
    ['preprint', 'arXiv'],
    ['two-hosts', 'doi.org'],
    ['first-host', 'arXiv'],
    ['web', 'example.org'],
  ]
  for (const [id, place] of places)
    it(`say to what the first link leads: ${id} to ${place}`, async () => {
      const [first] = textsOf(await page(`products/${id}`), 'a', 'button primary')
      expect(first).to.equal(place)
    })

  it('lead to a place once, whatever its addresses, and say that it is open', async () => {
    const html = await page('products/pangaea')
    const [card] = html.classed('section', 'card read')
    expect(card?.text)
      .to.match(/PANGAEA open$/)
      .and.not.include('doi.pangaea.de')
  })

  it('name a licence once', async () => {
    const facts = (await page('products/article')).all('dd').map(({ text }) => text)
    expect(facts.filter((text) => text.startsWith('CC BY'))[0]).to.equal('CC BY 4.0')
  })

  const lines: readonly [path: string, line: string][] = [
    ['organisations/https%3A%2F%2Fror.org%2F021nxhr62', 'ROR 021nxhr62 · DOI 10.13039/100000001'],
    ['venues/review', 'ISSN 0002-8282 · ISSN 1944-7981'],
    ['venues/linked', 'ISSN-L 2049-3630'],
  ]
  for (const [path, line] of lines)
    it(`begin with the register of the kind, and have each number once: ${line}`, async () => {
      const [ids = ''] = textsOf(await page(path), 'p', 'ids')
      expect(ids.replaceAll('\u00a0', ' ')).to.equal(line)
    })

  const choices = async (parameters: string): Promise<string[]> =>
    textsOf(await page(`products?${parameters}`), 'a', 'choice').map((text) => text.trim())
  const ofSeries = 'filter=cf.search.title:series'
  it('list persons before those who publish more', async () => {
    const all = await choices(ofSeries)
    const isPerson = (text: string): boolean => /^(?:Same Name|Writer)/.test(text)
    const first = all.findIndex((text) => isPerson(text) || text.startsWith('A Press'))
    expect(all.slice(first, first + 7).every(isPerson), all.join()).to.equal(true)
  })
  it('list things of one name once, and persons of one name all', async () => {
    const all = await choices(ofSeries)
    const named = (name: string): string[] => all.filter((text) => text.startsWith(name))
    expect(named('Same Name')).to.deep.equal(['Same Name 2', 'Same Name 2'])
    expect(named('A Press')).to.deep.equal(['A Press 7'])
    expect(named('Social Sciences')).to.deep.equal(['Social Sciences 14'])
  })
  it('have all values of a facet one step away, and programs have the most frequent first', async () => {
    const all = await choices('skeg_facets=cf.contributor&skeg_facet_size=1000')
    expect(all.filter((text) => text.startsWith('A Press'))).to.have.lengthOf(2)
    const { body } = await getJson(`${server.api}/products?skeg_facets=cf.contributor&skeg_facet_size=2`)
    const [facet] = body.meta.skeg_facets ?? body.skeg_facets
    expect(facet.values.map(({ label }: Json) => label)).to.deep.equal(['A Press', 'A Press'])
  })

  it('have forms that ask in the words of people, not for schemes, classes and ids', async () => {
    for (const type of model.types) {
      const html = await page(type.path)
      const controls = [...html.all('input'), ...html.all('select')].map(
        ({ attributes }) => attributes.name ?? '',
      )
      const labels = html.all('label').map(({ text }) => text)
      expect(controls.filter((name) => /\.(?:scheme|class)$|^local_identifier$/.test(name))).to.deep.equal([])
      expect(
        labels.filter((text) => /\w: |kind of identifier|\bid\b/i.test(text)),
        type.name,
      ).to.deep.equal([])
    }
    const html = await page('products?filter=identifiers.scheme:doi')
    expect(html.all('select').map(({ attributes }) => attributes.name)).to.include('identifiers.scheme')
  })

  it('lead to all values where some of a page have one name', async () => {
    const topics = (await page('products')).all('section').find(({ text }) => text.startsWith('Topic'))
    expect(topics?.text).to.include('Show all').and.to.include('5 more')
  })

  for (const [language, kind, text] of [
    ['en', 'Work', `to appear ${TO_COME}`],
    ['de', 'Publikation', `erscheint ${TO_COME}`],
  ] as const)
    it(`mark a date to come, and say once what a record is: ${language}`, async () => {
      const list = await page('products?filter=local_identifier:to-come', language)
      expect(textsOf(list, 'p', 'where')[0]).to.equal(text)
      const html = await page('products/to-come', language)
      expect(textsOf(html, 'p', 'meta-line')[0]).to.equal(text)
      expect(textsOf(html, 'p', 'kind')[0]).to.equal(language === 'en' ? `${kind} · Publication` : kind)
      expect(html.all('summary').map((one) => one.text)).to.include('Libguides')
    })

  it('count one more author in German as a person', async () => {
    const line = async (language: string): Promise<string | undefined> =>
      textsOf(await page('products?filter=local_identifier:water', language), 'p', 'makers')[0]
    expect(await line('en')).to.match(/Edda Alpha and 1 more$/)
    expect(await line('de')).to.match(/Edda Alpha und 1 weitere Person$/)
  })
})
