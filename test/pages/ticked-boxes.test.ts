/** What people tick, type and read on lists and records: “or” within a facet, ranges of years, reasons, dates. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { neutralAbout } from '../../src/config/about.ts'
import { MAX_CONDITIONS } from '../../src/filter/parse.ts'
import { contrast } from '../../src/doors/pages/shared/brand.ts'
import { getPage, type Html, type Tag } from '../support/html.ts'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const person = (i: number): Json => ({
  local_identifier: `person-${i}`,
  entity_type: 'person',
  name: `Person ${String(i).padStart(4, '0')}`,
})
const by = (i: number, country?: string): Json => ({
  role: 'author',
  by: person(i),
  ...(country !== undefined && {
    declared_affiliations: [
      {
        local_identifier: `org-${encodeURIComponent(country)}`,
        entity_type: 'organisation',
        name: `University of ${country}`,
        country,
      },
    ],
  }),
})
const work = (id: string, year: number, more: Json): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Work ${id}`] },
  manifestations: [{ dates: { publication: [`${year}-03-01`] } }],
  ...more,
})

const PEOPLE = 1005
const records: readonly Json[] = [
  work('german', 2018, { contributions: [by(0, 'DE')] }),
  work('japanese', 2020, { contributions: [by(1, 'JP')] }),
  work('common', 2021, { contributions: [by(0, 'DE'), by(1, 'JP')] }),
  work('french', 2023, {
    contributions: [by(2, 'FR')],
    related_products: {
      cites: [{ local_identifier: 'cited', entity_type: 'product', titles: { en: ['Cited'] } }],
    },
  }),
  work('crowd', 2022, { contributions: Array.from({ length: PEOPLE }, (_, i) => by(i)) }),
  work('early', 2010, {
    contributions: [by(3, 'A|B')],
    abstracts: { en: ['Words of an abstract. '.repeat(80)] },
    manifestations: [
      {
        type: { class: 'http://purl.org/spar/fabio/Preprint', labels: { en: 'preprint' } },
        dates: { publication: ['2010-01'], retraction: ['2010-02-05'] },
      },
    ],
  }),
]

describe('what people tick and type', () => {
  const server = serveRecords(records, 'https://example.org/t/', {
    about: { ...neutralAbout, interfaceLanguages: ['en', 'de'] },
  })

  const page = async (path: string, language = 'en'): Promise<Html> => {
    const { headers } = await fetch(server.root + path, { redirect: 'manual' })
    return (await getPage(server.root + (headers.get('location') ?? path), { 'accept-language': language }))
      .html
  }
  const list = (query: string, language?: string): Promise<Html> =>
    page(`/skg-if/api/products?${query}`, language)
  const choices = (html: Html): readonly Tag[] => html.classed('a', 'choice')
  const chips = (html: Html): string[] =>
    html
      .all('a')
      .filter(({ attributes }) =>
        /^(?:Remove the filter|Filter entfernen)/.test(attributes['aria-label'] ?? ''),
      )
      .map(({ text }) => text)
  const linkOf = (html: Html, text: RegExp): string | undefined =>
    html.all('a').find((one) => text.test(one.text))?.attributes.href
  const heading = async (path: string): Promise<string | undefined> => (await page(path)).text('h1')
  const GERMAN = 'filter=cf.contributions_aff_country:DE'

  it('a second box of a facet widens the list, its count ignores the first, and one chip says “or”', async () => {
    const german = await list(GERMAN)
    expect(german.text('h1')).to.equal('2 works')
    const japan = choices(german).find(({ text }) => text.includes('Japan'))!
    expect(japan.text).to.match(/2$/)
    const both = await page(japan.attributes.href!)
    expect(both.text('h1')).to.equal('3 works')
    expect(chips(both)).to.deep.equal(['Country of affiliation Germany or Japan ×'])
    expect(choices(both).map(({ text }) => text)).to.include.members([
      '✓Germany (chosen) 2',
      '✓Japan (chosen) 2',
    ])
    const programs = await getJson(
      `${server.api}/products?${GERMAN}&skeg_facets=cf.contributions_aff_country`,
    )
    expect(programs.body.meta.skeg_facets[0].values.map(({ count }: Json) => count)).to.deep.equal([2, 1])
  })

  it('a second contributor narrows the list to what both made, but where the form says “or”', async () => {
    const found = async (query: string): Promise<string | undefined> => heading(`/search/products?${query}`)
    expect(await found('cf.contributor=Person 0000')).to.equal('3 works')
    expect(await found('cf.contributor=Person 0002&cf.contributor=|person-0')).to.equal('4 works')
    expect(await found('cf.contributor=&cf.contributor=|person-2')).to.equal('2 works')
    expect(await found('cf.contributor=person-0&cf.contributor=Person 0001')).to.equal('2 works')
    expect(await found('cf.contributor=Person 0000&cf.contributor=|person-2')).to.equal('4 works')
    expect(await found('cf.contributor=Person 0000&cf.contributor=|0002')).to.equal('4 works')
    const html = await list('filter=cf.contributor:person-0')
    const fields = html.all('label').filter(({ text }) => /author or contributor/i.test(text))
    expect(fields.map(({ text }) => text)).to.deep.equal([
      'Author or contributor',
      'and Author or contributor',
    ])
    const hidden = html
      .all('input')
      .filter(({ attributes: { type, name } }) => type === 'hidden' && name === 'cf.contributor')
    expect(hidden.map(({ attributes: { value } }) => value)).to.deep.equal(['person-0'])
    // A co-author is one who stands beside: counted and ticked within the works of the first.
    const other = choices(html).find(({ text }) => text.includes('Person 0001'))!
    expect(other.attributes.href).to.include('filter=cf.contributor:person-0,cf.contributor:')
    expect((await page(other.attributes.href!)).text('h1')).to.equal('2 works')
  })

  it('where a list asks for both, one more value is asked for besides, and the form keeps them apart', async () => {
    const both = await list('filter=cf.contributor:person-0,cf.contributor:person-1')
    expect(both.text('h1')).to.equal('2 works')
    const third = choices(both).find(({ text }) => text.startsWith('Person'))!
    expect(third.text).to.match(/1$/)
    expect(third.attributes.href).to.match(
      /filter=cf.contributor:person-0,cf.contributor:person-1,cf.contributor:[^,&]*person-\d+&/,
    )
    expect((await page(third.attributes.href!)).text('h1')).to.equal('1 work')
    const first = choices(both).find(({ text }) => text.includes('Person 0000'))!
    expect(first.attributes.href).to.include('filter=cf.contributor:person-1&')
    const form = (html: Html): (string | undefined)[] =>
      html
        .all('input')
        .filter(({ attributes: { type, name } }) => type === 'hidden' && name === 'cf.contributor')
        .map(({ attributes: { value } }) => value)
    expect(form(both)).to.deep.equal(['person-0', 'person-1'])
    const sent = await fetch(
      `${server.root}/search/products?cf.contributor=&${form(both)
        .map((value) => `cf.contributor=${value}`)
        .join('&')}`,
      { redirect: 'manual' },
    )
    expect(sent.headers.get('location')).to.include('filter=cf.contributor:person-0,cf.contributor:person-1&')
  })

  it('a range of years counts as the two conditions that it is', async () => {
    const names = Array.from({ length: MAX_CONDITIONS - 1 }, () => 'cf.contributor=person-0').join('&')
    const path = (years: string): string => `/search/products?${names}&cf.publication_year=${years}`
    expect(await heading(path('2018'))).to.equal('1 work')
    const { status } = await getPage(server.root + path('2018-2019'))
    expect(status).to.equal(422)
    expect((await page(path('2018-2019'))).text('main')).to.include(
      `${MAX_CONDITIONS} conditions are the most.`,
    )
  })

  for (const [typed, total] of [
    ['2019-2021', 2],
    ['2019–2021', 2],
    ['2021 - ', 3],
    ['-2018', 2],
    ['2020', 1],
  ] as const)
    it(`the year ${typed} finds ${total}`, async () => {
      const path = `/search/products?cf.only_cited=false&cf.publication_year=${encodeURIComponent(typed)}`
      expect(await heading(path)).to.match(new RegExp(`^${total} works?$`))
    })

  it('a range that ends before it begins is said to be one', async () => {
    const of = async (years: string): Promise<string | undefined> =>
      (await list(`filter=cf.publication_year.from:${years.replace('-', ',cf.publication_year.to:')}`)).text(
        'main',
      )
    expect(await of('2021-2019')).to.include('The first date is after the last one')
    expect(await of('2099-2099'))
      .to.include('Nothing found')
      .and.not.include('The first date')
  })

  it('pages of errors have the name of the graph in front of them, as lists have', async () => {
    for (const path of ['/skg-if/api/products', '/nothing', '/skg-if/api/products?filter=x:y']) {
      const name = (await page(path)).all('span').find(({ text }) => text === neutralAbout.title)
      expect(name?.attributes.class, path).to.equal(undefined)
    }
  })

  it('the condition with which pages begin is no box that somebody ticked', async () => {
    const headings = async (query: string): Promise<string[]> =>
      (await list(query)).all('h2').map(({ text }) => text)
    expect(await headings('filter=cf.only_cited:false'))
      .to.include('Year')
      .and.not.include('Known only from citations')
    expect(await headings('')).to.include('Known only from citations')
    expect(await headings('filter=cf.only_cited:true')).to.include('Known only from citations')
  })

  it('a value that has the separator is asked for alone, ticked, and given up', async () => {
    const german = await list(GERMAN)
    const odd = choices(await list('')).find(({ text }) => text.startsWith('A|B'))!
    const one = await page(odd.attributes.href!)
    expect(one.text('h1')).to.equal('1 work')
    const ticked = choices(one).find(({ text }) => text.startsWith('✓A|B'))!
    expect(await heading(ticked.attributes.href!)).to.equal(await heading('/skg-if/api/products'))
    const beside = choices(german).find(({ text }) => text.startsWith('A|B'))!
    expect(await heading(beside.attributes.href!)).to.equal('1 work')
  })

  it('what was found by an affiliation alone says so', async () => {
    const items = async (words: string): Promise<string | undefined> =>
      (await list(`filter=cf.search.words:${words}`)).text('main')
    expect(await items('university FR')).to.include('Affiliation: University of FR')
    expect(await items('french')).to.not.include('Affiliation:')
  })

  it('all values of a facet stand open, with the search inside, and say how many are left out', async () => {
    const short = await list('filter=cf.only_cited:false')
    const all = await page(linkOf(short, /^Show all$/)!)
    const facets = all.all('nav').find(({ attributes }) => attributes['aria-label'] === 'Facets')!
    expect(choices(all)).to.have.length(1000)
    expect(facets.text)
      .to.include('The 1,000 with the most works, of 1,005')
      .and.not.match(/\d more/)
    expect(all.all('input').map(({ attributes }) => attributes.placeholder)).to.include(
      'Find in Author or contributor',
    )
    const german = await list('skeg_facets=cf.contributor&skeg_facet_size=1000', 'de')
    expect(german.text('main')).to.include('Die 1.000 häufigsten von 1.005')
    expect(choices(await list('skeg_facets=cf.contributor&skeg_facet_size=20'))).to.have.length(20)
  })

  it('what is only cited is a link and no chip, for the default', async () => {
    const html = await list('filter=cf.only_cited:false')
    expect(chips(html)).to.deep.equal([])
    expect(html.text('h1')).to.equal('6 works')
    expect(await heading(linkOf(html, /^Also show 1 known only from citations$/)!)).to.equal('7 works')
    expect(
      linkOf(await list('filter=cf.only_cited:false', 'de'), /^Auch anzeigen, was .* ist \(1\)$/),
    ).to.be.a('string')
    const more = await list(`${GERMAN},product_type:literature,cf.only_cited:false`)
    expect(chips(more)).to.have.length(2)
    expect(linkOf(more, /^Remove all$/)).to.include('filter=cf.only_cited:false&')
    expect(chips(await list('filter=cf.only_cited:true'))).to.have.length(1)
    expect(html.all('summary').map(({ text }) => text)).to.include('More filters')
  })

  for (const [language, help] of [
    ['en', 'Begin with the whole list, or try a search instead.'],
    ['de', 'Beginnen Sie mit der ganzen Liste, oder suchen Sie stattdessen.'],
  ] as const)
    it(`a wrong filter says first what the reader understands, in ${language}, and keeps the words`, async () => {
      for (const path of [
        '/skg-if/api/products?filter=cf.search.words:open+data,cf.nonsense:1',
        '/search/products?cf.search.words=open+data&cf.nonsense=1',
        '/search/products?cf.search.words=open+data&cf.publication_year=soon',
      ]) {
        const html = await page(path, language)
        const said = html.all('p').filter(({ text }) => text !== '')
        const [reason, advice] = language === 'en' ? said : [said[1], said[0]]
        expect(said[0]?.attributes.class).to.equal('says')
        expect(said[1]?.attributes.class).to.not.equal('says')
        expect(reason?.text, path).to.match(/^The filter cf\.(?:nonsense is not|publication_year cannot)/)
        expect(reason?.attributes.lang).to.equal('en')
        expect(advice?.text).to.equal(help)
        const box = html.all('input').find(({ attributes: { name } }) => name === 'q')
        expect(box?.attributes.value, path).to.equal('open data')
      }
    })

  it('nothing is no export, and leads to the whole list', async () => {
    const html = await list('filter=cf.search.words:zzzqq')
    expect(html.all('h2').map(({ text }) => text)).to.not.include('Export')
    expect(await heading(linkOf(html, /^All works$/)!)).to.equal('6 works')
    expect(chips(html)).to.deep.equal(['All words zzzqq ×'])
    expect(chips(await list('filter=cf.search.words:zzzqq', 'de'))).to.deep.equal(['Alle Wörter zzzqq ×'])
  })

  it('the frame for another page can be copied', async () => {
    const html = await list('filter=cf.only_cited:false')
    const frame = html.all('pre').find(({ text }) => text.startsWith('<iframe'))
    expect(frame?.attributes['data-copy']).to.equal('Frame for another page')
    expect(html.all('script').some(({ attributes: { src } }) => src?.includes('copy'))).to.equal(true)
  })

  it('a record has dates as its language writes them, its kind once, and a switch for a long abstract', async () => {
    const path = '/skg-if/api/products/early'
    const german = await page(path, 'de')
    expect(german.text('main')).to.include('Zurückgezogen am 05.02.2010.')
    expect(
      german.all('time').map(({ attributes, text }) => [attributes.datetime, text]),
    ).to.deep.include.members([
      ['2010-01', '01.2010'],
      ['2010-02-05', '05.02.2010'],
    ])
    const english = await page(path)
    expect(english.text('main')).to.include('Retracted on 2010-02-05.')
    const signs = english.all('span').filter(({ attributes }) => attributes.class?.startsWith('sign '))
    expect(signs.map(({ text }) => text)).to.deep.equal(['Retracted'])
    expect(english.all('label').find(({ attributes }) => attributes.for === 'whole')?.text).to.equal(
      'Show all',
    )
    expect((await page('/skg-if/api/products/german')).all('label')).to.deep.equal([])
  })

  for (const scheme of ['light', 'dark'])
    it(`found words can be read in ${scheme} colours, also where the text around them is grey`, async () => {
      const sheet = readFileSync(new URL('../../src/doors/pages/assets/style.css', import.meta.url), 'utf8')
      const colour = (name: string): string =>
        [...sheet.matchAll(new RegExp(`--${name}: (#[\\da-f]{6})`, 'g'))][scheme === 'light' ? 0 : 1]![1]!
      const own = /\nmark \{[^}]*\bcolor: var\(--(\w+)\)/.exec(sheet)?.[1] ?? 'quiet'
      expect(contrast(colour(own), colour('marked'))).to.be.at.least(4.5)
    })

  it('the search box of a page says “Search”, which fits a phone', async () => {
    const [box] = (await list('page_size=5')).all('input').filter(({ attributes: { name } }) => name === 'q')
    expect(box?.attributes.placeholder).to.equal('Search')
  })
})
