/** Profiles and lists of references: the counts are those of the lists, and pages do without them. */

import { expect } from 'chai'
import { SOURCE } from '../../src/model/rows/added-filters.ts'
import { buildModel } from '../../src/model/model.ts'
import { extensions } from '../../src/extensions/index.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openRecords } from '../support/graphs.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { getJson, startServer, type Json } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'

const { graph, server } = await demoServer()

const PERSON = 'persons/person-heather-piwowar'

describe('the page of a record', () => {
  const of = (path: string): Promise<Html> => getPage(`${server.api}/${path}`).then(({ html }) => html)
  const listed = async (filter: string): Promise<Json[]> => {
    const url = `${server.api}/products?filter=${filter}&skeg_sort=publication_date:desc&page_size=100`
    return (await getJson(url)).body['@graph'] as Json[]
  }
  const profile = (html: Html): string =>
    html
      .all('section')
      .filter(({ attributes }) => attributes.class === 'profile')
      .map(({ text }) => text)
      .join()
  /** Label → count of the bars below a heading. */
  const bars = (html: Html, heading: string): Record<string, number> => {
    const text = html.all('figure').find(({ text: one }) => one.startsWith(heading))
    expect(text, heading).to.not.equal(undefined)
    return Object.fromEntries(
      [...text!.text.slice(heading.length).matchAll(/(\D+)(\d+)/g)].map(([, label, count]) => [
        label,
        Number(count),
      ]),
    )
  }

  it('of a person has publications by year, co-authors, venues and affiliations', async () => {
    const html = await of(PERSON)
    const records = await listed('cf.contributor:person-heather-piwowar')
    expect(profile(html)).to.include(`Works at a glance ${records.length}`)
    const counts = new Map<string, number>()
    for (const { contributions } of records)
      for (const name of new Set((contributions as Json[]).map(({ by }) => by.name as string)))
        counts.set(name, (counts.get(name) ?? 0) + 1)
    counts.delete('Heather Piwowar')
    const shown = bars(html, 'Co-authors')
    expect(Object.keys(shown)).to.not.be.empty
    for (const [name, count] of Object.entries(shown)) expect(counts.get(name), name).to.equal(count)
    const own = records.flatMap(({ contributions }) =>
      (contributions as Json[])
        .filter(({ by }) => by.name === 'Heather Piwowar')
        .flatMap(({ declared_affiliations: all = [] }) => (all as Json[]).map(({ name }) => name as string)),
    )
    for (const [name, count] of Object.entries(bars(html, 'Affiliations in the newest publications')))
      expect(own.filter((one) => one === name)).to.have.length(count)
  })
  it('leads from the name of a co-author to the person, and from the number to what both wrote', async () => {
    const figure = (await of(PERSON)).all('figure').find(({ text }) => text.startsWith('Co-authors'))!
    const links = (await of(PERSON)).all('a')
    const counted = links.filter(({ attributes }) => attributes.href?.includes(',cf.contributor:'))
    const numbers = counted.filter(({ text }) => text !== '')
    expect(numbers).to.not.be.empty
    expect(counted).to.have.length(2 * numbers.length)
    for (const { attributes, text } of numbers) {
      expect(figure.text).to.include(attributes['aria-label']!.replace(': ', ''))
      const { body } = await getJson(server.root + attributes.href)
      expect(body.meta.part_of.total_items, attributes['aria-label']).to.equal(Number(text))
      const id = /,cf\.contributor:(?:.*\/)?([^/,&]+)&skeg_sort/.exec(attributes.href!)![1]
      expect(links.some(({ attributes: one }) => one.href === `/skg-if/api/persons/${id}`)).to.equal(true)
    }
  })
  it('of a topic counts persons as contributors, not who published their work', async () => {
    const published = await listed('cf.contributor:organisation-w3c,cf.topic:topic-linked-data')
    expect(published).to.not.be.empty
    const shown = bars(await of('topics/topic-linked-data'), 'Contributors')
    expect(Object.keys(shown)).to.include('Andy Seaborne').and.not.include('World Wide Web Consortium')
  })
  for (const [path, expected] of [
    ['organisations/organisation-ourresearch', /Works at a glance/],
    ['venues/venue-scientific-data', /Works published here at a glance.*Contributors/],
    ['topics/topic-open-science', /Works on this topic at a glance.*Contributors/],
  ] as const)
    it(`has a profile: ${path}`, async () => expect(profile(await of(path))).to.match(expected))
  it('leads from the charts to pages that are there', async () => {
    for (const path of [PERSON, 'topics/topic-open-science']) {
      const html = await of(path)
      for (const href of new Set(html.links.filter((one) => one.startsWith('/skg-if/api/'))))
        expect((await fetch(server.root + href)).status, href).to.equal(200)
    }
  })
  it('shows the newest records that refer to it, and leads to the list of all with facets', async () => {
    const html = await of('topics/topic-open-science')
    const records = await listed('cf.topic:topic-open-science')
    expect(records.length).to.be.above(5)
    const referring = html.all('section').find(({ attributes }) => attributes.class === 'referring')
    let at = -1
    for (const { titles } of records.slice(0, 5)) {
      const next = referring!.text.indexOf(String(Object.values(titles as Json)[0]))
      expect(next, String(titles)).to.be.above(at)
      at = next
    }
    const href = html.links.find((one) => /topic-open-science&skeg_sort=[^&]*&page_size=20$/.test(one))
    const all = await getPage(server.root + href)
    expect(all.status).to.equal(200)
    expect(all.html.all('h2').map(({ text }) => text)).to.include('Year')
    expect(all.html.text('h1')).to.include(`${records.length} works`)
  })
  it('is there without its profile where counting takes too long, and is made anew the next time', async () => {
    let waits = true
    const slow: Graph = new Proxy(graph, {
      get(target, name, receiver): unknown {
        if (name === 'forTask') return () => slow
        // Of one record, the sources are counted, which takes a moment.
        if (name === 'facet' && waits)
          return (...asked: Parameters<Graph['facet']>) =>
            asked[1] === SOURCE ? target.facet(...asked) : new Promise(() => {})
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    const other = await startServer(slow, { threads: undefined })
    try {
      const first = await getPage(`${other.api}/${PERSON}`)
      expect(first.status).to.equal(200)
      expect(first.html.text('h1')).to.equal('Heather Piwowar')
      expect(profile(first.html)).to.equal('')
      expect(first.headers.get('cache-control')).to.equal('no-store')
      waits = false
      expect(profile((await getPage(`${other.api}/${PERSON}`)).html)).to.include('at a glance')
    } finally {
      await other.close()
    }
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
  it('stays one where years have five digits or are before our era, which are said with their number', async () => {
    const years = ['2019', '2019', '2020', '2021', '12021', '-0044']
    const records = years.map((year, i) => ({
      local_identifier: `p${i}`,
      entity_type: 'product',
      titles: { none: [`T${i}`] },
      contributions: [{ by: { local_identifier: 'a', entity_type: 'person', name: 'Anna' }, role: 'author' }],
      manifestations: [{ dates: { publication: [year] } }],
    }))
    const { graph } = await openRecords(records, { model, base: 'https://example.org/graph/' })
    const server = await startServer(graph, { threads: { count: 1 } })
    try {
      for (const path of ['/skg-if/api/persons/a', '/skg-if/api/products', '/']) {
        const { html } = await getPage(`${server.root}${path}`)
        const [chart] = html.all('svg').filter(({ attributes }) => attributes.class === 'columns-chart')
        expect(chart, path).to.not.equal(undefined)
        expect(html.text('main'), path).to.include('Not shown: 1 before 2019, 1 after 2021.')
      }
    } finally {
      await server.close()
      await graph.close()
    }
  })
})
