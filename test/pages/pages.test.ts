/** What pages say: the same facts as the other forms, with links that all lead somewhere. */

import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import { filtersInForm } from '../../src/doors/pages/search/filter-form.ts'
import { isFullEffort } from '../support/effort.ts'
import { dataOf, getPage, type Html } from '../support/html.ts'
import { getJson, startServer } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'

const { graph, server } = await demoServer()

describe('pages', () => {
  const of = (path: string): Promise<Html> => getPage(server.root + path).then(({ html }) => html)
  const api = (path: string): Promise<Html> => of(`/skg-if/api/${path}`)
  const main = async (path: string): Promise<string> => (await api(path)).text('main') as string

  it('of records are whole, light, and say of themselves what they are', async () => {
    for (const type of graph.model.types) {
      for (const iri of graph.list(type, 0, isFullEffort ? 100 : 3)) {
        const id = encodeURIComponent(iri)
        const { status, headers, body, html } = await getPage(`${server.api}/${type.path}/${id}`)
        expect(status, iri).to.equal(200)
        expect(html.faults, iri).to.deep.equal([])
        expect(html.all('h1'), iri).to.have.length(1)
        expect(gzipSync(body).length, iri).to.be.below(100_000)
        expect(
          html.all('link').find(({ attributes: { rel } }) => rel === 'canonical')?.attributes.href,
        ).to.equal((await getJson(`${server.api}/${type.path}/${id}`)).body.meta.local_identifier)
        expect(headers.get('content-security-policy'))
          .to.include("default-src 'none'")
          .and.not.include('unsafe')
        const [schema, record] = dataOf(html)
        expect(schema).to.include({ '@context': 'https://schema.org/', '@id': iri })
        expect(record?.['@graph']).to.deep.equal(
          (await getJson(`${server.api}/${type.path}/${id}?format=json`)).body['@graph'],
        )
      }
    }
  })

  it('say in their head what previews of links show, and which icon they have', async () => {
    const html = await api('products/product-fair-principles')
    const content = (key: string): string | undefined =>
      html.all('meta').find(({ attributes: { name, property } }) => key === (property ?? name))?.attributes
        .content
    expect(content('og:title')).to.equal(html.text('h1'))
    expect(content('og:type')).to.equal('article')
    expect(content('og:url')).to.equal(`${server.api}/products/product-fair-principles`)
    expect(content('twitter:card')).to.equal('summary')
    for (const name of ['description', 'og:description', 'twitter:description'])
      expect(content(name), name).to.match(/^Sets out fifteen principles/)
    const icon = html.all('link').find(({ attributes: { rel } }) => rel === 'icon')?.attributes.href
    for (const [path, type] of [
      [icon, 'image/svg+xml'],
      ['/favicon.ico', 'image/x-icon'],
    ] as const) {
      const { status, headers } = await fetch(server.root + path)
      expect([status, headers.get('content-type')]).to.deep.equal([200, type])
    }
  })

  it('of products have a reference in the style of the APA, and those of others have none', async () => {
    const references = (html: Html): string[] =>
      html.all('span').flatMap(({ attributes, text }) => (attributes['data-copy'] ? [text] : []))
    const found = references(await api('products/product-opencitations'))
    expect(found).to.have.length(1)
    expect(found[0]).to.equal(
      'Peroni, S., & Shotton, D. (2020). OpenCitations, an infrastructure organization for open scholarship. ' +
        'Quantitative Science Studies, 1(1), 428–444. https://doi.org/10.1162/qss_a_00023',
    )
    expect(references(await api('persons/person-heather-piwowar'))).to.deep.equal([])
  })

  it('say which format was meant', async () => {
    const { status, html } = await getPage(`${server.api}/products?format=turtel`)
    expect(status).to.equal(406)
    expect(html.text('main')).to.include('There is no format turtel here; did you mean turtle?')
  })

  const says: readonly [path: string, expected: RegExp][] = [
    ['grants/grant-graspos', /GraspOS: next Generation/],
    ['products/product-fair-principles', /^Work · Journal article/],
    ['products/product-fair-principles', /Mark D\. Wilkinson ORCID/],
    ['products/product-fair-principles', /German.*Spanish/s],
    ['grants/grant-graspos', /EUR 2,985,441/],
    ['grants/grant-graspos', /2023-01-01–2025-12-31/],
    ['products/product-fair-principles', /Licence ?CC BY 4\.0/],
    ['products/product-opencitations', /428–444/],
    ['services/service-udpipe', /Access points.*lindat\.mff\.cuni\.cz\/services\/udpipe\/api\/process/s],
    ['services/service-udpipe', /Endpointhttps:.*\/process.*Specificationhttps:.*\/api-reference\.php/s],
    ['services/service-udpipe', /LanguagesCzech, German, English, French, Dutch/],
    ['services/service-udpipe', /Available inCzechia, worldwide/],
    ['services/service-udpipe', /natural language processing/],
    ['products/product-fair-principles', /Cited by 2/],
    ['venues/venue-scientific-data', /Works published here \d/],
    ['grants/grant-graspos', /Funded works \d/],
    ['topics/topic-open-science', /Works on this topic \d+/],
    ['topics/topic-natural-language-processing', /Services on this topic \d+/],
    ['organisations/organisation-ourresearch', /People \d/],
    [
      'products?filter=cf.search.title:open,product_type:literature',
      /\d worksTitle contains open ×.*Type text ×/,
    ],
    ['products?filter=cf.search.title:open', /SELECT DISTINCT \?entity/],
    [
      'products?filter=identifiers.id:10.1038/sdata.2016.18',
      /Journal article\s*The FAIR.*Scientific Data\s· 2016/s,
    ],
    ['', /Works 20/],
  ]
  for (const [path, expected] of says)
    it(`say ${expected} of ${path}`, async () => expect(await main(path)).to.match(expected))

  it('tell reference managers what they need', async () => {
    const tags = (await api('products/product-opencitations'))
      .all('meta')
      .filter(({ attributes: { name } }) => name?.startsWith('citation_'))
      .map(({ attributes: { name, content } }) => `${name} ${content}`)
    expect(tags.filter((tag) => !tag.startsWith('citation_abstract'))).to.deep.equal([
      'citation_title OpenCitations, an infrastructure organization for open scholarship',
      'citation_author Silvio Peroni',
      'citation_author David Shotton',
      'citation_publication_date 2020/02',
      'citation_journal_title Quantitative Science Studies',
      'citation_volume 1',
      'citation_issue 1',
      'citation_firstpage 428',
      'citation_lastpage 444',
      'citation_doi 10.1162/qss_a_00023',
    ])
  })

  it('tell search engines what they need', async () => {
    const [schema = {}] = dataOf(await api('products/product-opencitations'))
    expect(schema['@type']).to.equal('ScholarlyArticle')
    expect(
      schema.author.map(({ name, sameAs }: { name: string; sameAs: string[] }) => [name, ...sameAs]),
    ).to.deep.equal([
      ['Silvio Peroni', 'https://orcid.org/0000-0003-0530-4305'],
      ['David Shotton', 'https://orcid.org/0000-0001-5506-523X'],
    ])
    expect(schema.identifier).to.deep.include({
      '@type': 'PropertyValue',
      propertyID: 'doi',
      value: '10.1162/qss_a_00023',
      url: 'https://doi.org/10.1162/qss_a_00023',
    })
  })

  it('link to what there is: every link to this server is answered', async () => {
    const seen = new Set<string>()
    const parameters = [
      '/',
      '/docs',
      '/skg-if/api',
      '/docs/errors',
      '/search?q=open',
      '/skg-if/api/products?filter=cf.search.title:open&page_size=2',
      '/skg-if/api/products/product-fair-principles',
      '/skg-if/api/organisations/organisation-ourresearch',
      '/nothing',
    ]
    for (const path of parameters) {
      const html = await of(path)
      const targets = [...html.links, ...html.all('link').map(({ attributes: { href = '' } }) => href)]
      for (const href of targets)
        if (href.startsWith('/') || href.startsWith(server.root))
          seen.add(new URL(href, server.root).href.replace(/#.*/, ''))
    }
    expect(seen.size).to.be.above(50)
    for (const url of [...seen].filter((_, i) => isFullEffort || i % 3 === 0)) {
      const { status, body } = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
      await body?.cancel()
      expect(status, url).to.equal(200)
    }
  })

  it('of lists hold the records of the JSON in its order, and page on', async () => {
    const seen: string[] = []
    for (
      let path: string | undefined = '/skg-if/api/products?page_size=7&skeg_sort=publication_date:desc';
      path !== undefined;
    ) {
      const html = await of(path)
      seen.push(...html.all('a').flatMap(({ attributes: { dir }, text }) => (dir === 'auto' ? [text] : [])))
      path = html.all('a').find(({ attributes: { rel } }) => rel === 'next')?.attributes.href
    }
    const { body } = await getJson(`${server.api}/products?page_size=100&skeg_sort=publication_date:desc`)
    expect(seen).to.deep.equal(
      body['@graph'].map(
        ({ titles }: { titles: Record<string, string[]> }) => (titles.en ?? Object.values(titles)[0])?.[0],
      ),
    )
  })

  const searches: readonly [title: string, path: string, expected: string][] = [
    [
      'one field',
      '/search/products?cf.search.title=open',
      '/skg-if/api/products?filter=cf.search.title:open&skeg_sort=relevance',
    ],
    [
      'fields without a value',
      '/search/products?cf.search.title=&product_type=',
      '/skg-if/api/products?skeg_sort=publication_date:desc',
    ],
    [
      'two fields',
      '/search/products?cf.search.title=a+b&product_type=literature',
      '/skg-if/api/products?filter=cf.search.title:a%20b,product_type:literature&skeg_sort=relevance',
    ],
    [
      'a comma',
      '/search/products?cf.search.title=a,b',
      '/skg-if/api/products?filter=,cf.search.title:a%2Cb&skeg_sort=relevance',
    ],
    [
      'one field twice',
      '/search/persons?cf.search.name=a&cf.search.name=b',
      '/skg-if/api/persons?filter=cf.search.name:a,cf.search.name:b&skeg_sort=relevance',
    ],
  ]
  for (const [what, path, expected] of searches) {
    it(`lead from a form with ${what} to the list`, async () => {
      const response = await fetch(server.root + path, { redirect: 'manual' })
      expect(response.status).to.equal(303)
      expect(response.headers.get('location')).to.equal(`${expected}&page_size=20`)
    })
  }

  it('have a form for what people ask, each filter once', async () => {
    const repeated = filtersInForm(graph.model.typeAt('products')!, graph.model).map(({ key }) => key)
    expect(repeated).to.include.members([
      'cf.contributor',
      'cf.search.words',
      'cf.only_cited',
      'cf.modified.from',
    ])
    expect(repeated).not.to.include('contributions.by.local_identifier')
    for (const type of graph.model.types) {
      const html = await api(type.path)
      const controls = [...html.all('input'), ...html.all('select')].flatMap(
        ({ attributes: { name, type: kind, 'aria-label': label } }) =>
          kind === 'hidden' || label ? [] : (name ?? []),
      )
      expect(controls.filter((name) => name !== 'q' && name !== 'types').sort(), type.name).to.deep.equal(
        filtersInForm(type, graph.model)
          .map(({ key }) => key)
          .sort(),
      )
    }
  })

  it('document every filter, as JSON too', async () => {
    const html = await of('/docs')
    const documented = html.all('dt').map(({ text }) => text)
    const { body } = await getJson(`${server.root}/docs`)
    for (const [i, type] of graph.model.types.entries()) {
      expect(documented).to.include.members(Object.keys(type.filters ?? {}))
      expect(body.collections[i].filters.map(({ key }: { key: string }) => key)).to.deep.equal(
        graph.model.filtersOf(type).all.map(({ key }) => key),
      )
    }
  })

  it('document every filter with an example, of values that are counted one that finds something', async () => {
    const html = await of('/docs')
    const examples = html.links.filter((href) => href.includes('?filter='))
    const filters = graph.model.types.flatMap((type) => graph.model.filtersOf(type).all)
    const counted = filters.filter(({ row, isDerived }) => row.facet !== undefined && !isDerived)
    expect(examples.length).to.be.at.least(counted.length)
    for (const href of examples) {
      const { status, body } = await getJson(new URL(href, server.root).href)
      expect(status, href).to.equal(200)
      expect(body.meta.part_of.total_items, href).to.be.above(0)
    }
  })

  it('search all collections, as JSON too', async () => {
    const { body } = await getJson(`${server.root}/search?q=open`)
    for (const { url, total_items } of body.results)
      expect((await getJson(url)).body.meta.part_of.total_items).to.equal(total_items)
    expect((await of('/search?q=open')).text('main'))
      .to.include('Works')
      .and.include('Funding')
    expect((await of('/search?q=heather%20piwowar')).text('main')).to.match(/People 1\s*Heather Piwowar/)
  })

  it('are reached under any name of the host: their own links and forms have none', async () => {
    const html = await api('products')
    for (const {
      attributes: { action = '' },
    } of html.all('form'))
      expect(action).to.match(/^\/search/)
    for (const href of html.links) expect(href).not.to.include(server.root)
  })

  it('have one stylesheet that may be kept for ever', async () => {
    const [sheet] = (await of('/')).all('link').filter(({ attributes: { rel } }) => rel === 'stylesheet')
    const response = await fetch(server.root + sheet?.attributes.href)
    expect(response.headers.get('content-type')).to.equal('text/css; charset=utf-8')
    expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
  })

  it('show how much there is, what can be searched for, and a chart of years on the first page', async () => {
    const { html } = await getPage(`${server.root}/`)
    expect(html.all('figcaption').map(({ text }) => text)).to.deep.equal(['Works by year of publication'])
    const [figures] = html.classed('p', 'figures')
    expect(figures?.text).to.match(/^\d+ works · \d+ people · /)
    const examples = html.links.filter((href) => href.startsWith('/search?q='))
    expect(examples).to.have.length(3)
    for (const href of examples) {
      const found = await fetch(server.root + href, { headers: { Accept: 'text/html' } })
      expect(await found.text(), href)
        .to.include('<article')
        .and.not.include('Nothing has')
    }
    const year = html.all('a').find(({ attributes }) => /^2016: \d+$/.test(attributes['aria-label'] ?? ''))
    expect(year?.attributes.href).to.match(
      /\/products\?filter=cf\.publication_year:2016&skeg_sort=publication_date:desc&page_size=20$/,
    )
    expect((await getPage(server.root + year!.attributes.href)).status).to.equal(200)
  })

  it('work below a path', async () => {
    await using below = await startServer(graph, { settings: { publicUrl: 'https://skeg.example/below' } })
    const { html } = await getPage(`http://127.0.0.1:${below.port}/below/skg-if/api/products`)
    for (const href of html.links.filter((one) => one.startsWith('/'))) expect(href).to.match(/^\/below\//)
    expect(
      html.all('form').every(({ attributes: { action } }) => action?.startsWith('/below/search')),
    ).to.equal(true)
  })
})
