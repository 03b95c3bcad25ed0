/** Profiles and lists of references: the counts are those of the lists, and pages do without them. */

import { expect } from 'chai'
import { SOURCE } from '../../src/model/rows/added-filters.ts'
import { buildModel } from '../../src/model/model.ts'
import { extensions } from '../../src/extensions/index.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openRecords } from '../support/graphs.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, startServer, type Json, serveRecords } from '../support/server.ts'
import { columns } from '../../src/doors/pages/shared/chart.ts'
import { h, renderText } from '../../src/doors/shared/html.ts'
import { localeOf } from '../../src/doors/pages/texts/locale.ts'

/** Twelve works: of Ada all, of Bob six, of Carl three; those of even years in the one journal. */
const WORKS = 12
const ref = (id: string, type: string, name = id): Json => ({ local_identifier: id, entity_type: type, name })
const works = Array.from({ length: WORKS }, (_, i) => ({
  local_identifier: `work-${i}`,
  entity_type: 'product',
  titles: { en: [`Work ${i}`] },
  topics: [{ term: { local_identifier: 'topic', entity_type: 'topic', labels: { en: 'Ice' } } }],
  contributions: [
    ref('ada', 'person', 'Ada'),
    ...(i % 2 === 0 ? [ref('bob', 'person', 'Bob')] : []),
    ...(i % 4 === 0 ? [ref('carl', 'person', 'Carl')] : []),
    ref('press', 'organisation', 'A press'),
  ].map((by) => ({
    by,
    role: by.entity_type === 'person' ? 'author' : 'publisher',
    declared_affiliations: by.entity_type === 'person' ? [ref('uni', 'organisation', 'The university')] : [],
  })),
  manifestations: [
    {
      dates: { publication: [String(2001 + i)] },
      biblio: {
        in: ref(i % 2 === 0 ? 'journal' : `other-${i}`, 'venue', i % 2 === 0 ? 'A journal' : `Other ${i}`),
      },
    },
  ],
}))
const records: Json[] = [
  ...works,
  { ...ref('ada', 'person', 'Ada'), identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }] },
  ref('bob', 'person', 'Bob'),
  ref('carl', 'person', 'Carl'),
  ref('uni', 'organisation', 'The university'),
  ref('journal', 'venue', 'A journal'),
  { local_identifier: 'topic', entity_type: 'topic', labels: { en: 'Ice' } },
]

describe('the page of a record', () => {
  const server = serveRecords(records, 'https://example.org/graph/')

  const of = (path: string): Promise<Html> => getPage(`${server.api}/${path}`).then(({ html }) => html)
  const profile = (html: Html): string =>
    html
      .classed('section', 'profile')
      .map(({ text }) => text)
      .join()

  it('of a person has the newest works first, then publications by year, and co-authors', async () => {
    const html = await of('persons/ada')
    const main = html.text('main') ?? ''
    expect(main).to.match(/^Person.*Ada.*2001–2012.*12 works.*ORCID/)
    expect(main).to.match(/Works\s*12[^]*Work 11[^]*Work 2[^]*All 12 works[^]*Works by year/)
    expect(main)
      .to.match(/Co-authors\s*Bob\s*6\s*Carl\s*3/)
      .and.not.include('A press6')
    expect(profile(html)).to.include('Works at a glance 12')
  })
  it('leads from the name of a co-author to the person, and from the number to what both wrote', async () => {
    const { links } = await of('persons/ada')
    expect(links).to.include('/skg-if/api/persons/bob')
    const both = links.find((href) => /contributor:[^,]*ada,cf\.contributor:[^,]*bob/.test(href))
    const { body } = await getJson(server.root + both!.replace('page_size=20', 'page_size=1'))
    expect(body.meta.part_of.total_items).to.equal(6)
  })
  it('has charts from ten works on', async () => {
    expect(profile(await of('persons/bob'))).to.equal('')
    expect((await of('persons/bob')).text('main')).to.include('6 works')
  })
  for (const [path, expected] of [
    ['organisations/uni', /Works at a glance.*Works by year/],
    ['topics/topic', /Works on this topic at a glance.*Contributors\s*Ada/],
  ] as const)
    it(`has a profile: ${path}`, async () => expect(profile(await of(path))).to.match(expected))
  it('leads from the charts to pages that are there', async () => {
    const html = await of('persons/ada')
    for (const href of new Set(html.links.filter((one) => one.startsWith('/skg-if/api/'))))
      expect((await fetch(server.root + href)).status, href).to.equal(200)
  })
  it('leads to the list of all that refer to it, with facets', async () => {
    const href = (await of('topics/topic')).links.find((one) =>
      /topic:[^&]*topic&skeg_sort=[^&]*(?:&page_size=20)?$/.test(one),
    )
    const all = await getPage(server.root + href)
    expect(all.html.all('h2').map(({ text }) => text)).to.include('Year')
    expect(all.html.text('h1')).to.include('12 works')
  })
  it('is there without its profile where counting takes too long, and is made anew the next time', async () => {
    let waits = true
    const slow: Graph = new Proxy(server.graph, {
      get(target, name, receiver): unknown {
        if (name === 'forTask') return () => slow
        // Of one record, the sources are counted, which takes a moment.
        if (name === 'facet' && waits)
          return (...asked: Parameters<Graph['facet']>) =>
            asked[1] === SOURCE ? target.facet(...asked) : new Promise(() => {})
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    await using other = await startServer(slow, { threads: undefined })
    const first = await getPage(`${other.api}/persons/ada`)
    expect(first.status).to.equal(200)
    expect(first.html.text('h1')).to.equal('Ada')
    expect(profile(first.html)).to.equal('')
    expect(first.headers.get('cache-control')).to.equal('no-store')
    waits = false
    expect(profile((await getPage(`${other.api}/persons/ada`)).html)).to.include('at a glance')
  })
  it('needs a profile whose filter and facets there are', () => {
    const types = extensions[0]!.entities!.map((type) =>
      type.path === 'topics'
        ? {
            ...type,
            profiles: [
              { collection: 'products', filter: 'cf.topik', label: 'x', facets: { 'cf.venu': 'x' } },
              { collection: 'things', filter: 'x', label: 'x', facets: {} },
            ],
          }
        : type,
    )
    expect(() => buildModel([{ ...extensions[0]!, entities: types }]))
      .to.throw()
      .with.property('message')
      .that.matches(/cf\.topik; did you mean cf\.topic\?/)
      .and.matches(/cf\.venu; did you mean cf\.venue\?/)
      .and.matches(/collection things, which there is not/)
  })
})

describe('a chart of years', () => {
  const chartOf = (points: readonly (readonly [label: string, value: number])[]): string =>
    renderText(
      h(
        'div',
        null,
        columns(
          points.map(([label, value]) => ({ label, value })),
          'Years',
          localeOf(model, 'en'),
        ),
      ),
    )
  it('shows the last of many years, those without a number among them, and round ones below', () => {
    const points = Array.from({ length: 90 }, (_, i) => [String(1936 + i), i + 1] as const)
    const text = chartOf(points.filter((_, i) => i !== 80))
    expect(text)
      .to.match(/: 1966 31, 1967 32,/)
      .and.include('2015 80, 2016 0, 2017 82')
    expect([...text.matchAll(/<text[^>]*>(\d+)</g)].map(([, one]) => one)).to.deep.equal([
      '1980',
      '2000',
      '2020',
      '90',
    ])
  })
  it('shows the years in which most is, and how much is before and after them', () => {
    const text = chartOf([
      ['1665', 1],
      ['2020', 3],
      ['20224', 2],
    ])
    expect(text.match(/<rect/g)).to.have.length(1)
    expect(text).to.include('Not shown: 1 before 2020, 2 after 2020.')
  })

  it('stays one where years have five digits or are before our era, which are said with their number', async () => {
    const years = [...Array<string>(8).fill('2019'), '2020', '2021', '12021', '-0044']
    const records = years.map((year, i) => ({
      local_identifier: `p${i}`,
      entity_type: 'product',
      titles: { none: [`T${i}`] },
      contributions: [{ by: { local_identifier: 'a', entity_type: 'person', name: 'Anna' }, role: 'author' }],
      manifestations: [{ dates: { publication: [year] } }],
    }))
    await using graph = (await openRecords(records, { model, base: 'https://example.org/graph/' })).graph
    await using server = await startServer(graph, { threads: { count: 1 } })
    for (const path of ['/skg-if/api/persons/a', '/skg-if/api/products', '/']) {
      const { html } = await getPage(`${server.root}${path}`)
      const [chart] = html.classed('svg', 'columns-chart')
      expect(chart, path).to.not.equal(undefined)
      expect(html.text('main'), path).to.include('Not shown: 1 before 2019, 1 after 2021.')
    }
  })
})
