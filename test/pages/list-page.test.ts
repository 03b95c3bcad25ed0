/** The page of a list: its filters as chips, its form in groups, other sizes of a page. */

import { expect } from 'chai'
import { filtersInForm } from '../../src/doors/pages/search/filter-form.ts'
import { getPage, type Html, type Tag } from '../support/html.ts'
import { getJson } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'

const { graph, server } = await demoServer()

describe('the page of a list', () => {
  const of = (query: string): Promise<Html> =>
    getPage(`${server.api}/products?${query}`).then(({ html }) => html)
  const removals = (html: Html): readonly Tag[] =>
    html.all('a').filter(({ attributes }) => attributes['aria-label']?.startsWith('Remove the filter'))
  const choices = (html: Html): readonly Tag[] => html.classed('a', 'choice')
  const total = async (path: string): Promise<number> => {
    const { body } = await getJson(server.root + path)
    return body.meta.part_of.total_items as number
  }

  it('has a chip for each filter, with the title of a record and the name of a code', async () => {
    const html = await of('filter=cf.contributor:person-heather-piwowar,cf.contributions_aff_country:us')
    expect(removals(html).map(({ text }) => text)).to.deep.equal([
      'Author or contributor Heather Piwowar ×',
      'Country of affiliation United States ×',
    ])
    expect(html.text('title')).to.match(
      /^Works – Author or contributor “Heather Piwowar”; Country of affiliation “United States”/,
    )
    expect(html.text('title')).to.not.include('person-heather-piwowar')
  })
  it('has links on the chips to the list without the filter, in the same order and size', async () => {
    const html = await of(
      'filter=cf.contributor:person-heather-piwowar,product_type:literature&page_size=5&skeg_sort=title',
    )
    const [first, second] = removals(html).map(({ attributes: { href = '' } }) => href)
    expect(first).to.match(/\?filter=product_type:literature&page=1&page_size=5&skeg_sort=title$/)
    expect(await total(first as string)).to.be.above(await total(second as string))
    const all = html.all('a').find(({ text }) => text === 'Remove all')?.attributes.href
    expect(await total(all as string)).to.equal(graph.count(graph.model.typeAt('products')!))
  })
  it('names several values of one filter in one chip, and the labels of classes', async () => {
    const html = await of('filter=cf.kind:journal-article%7Cdataset')
    expect(removals(html).map(({ text }) => text.toLowerCase())).to.have.length(1)
    expect(removals(html)[0]?.text)
      .to.match(/^Kind .* or .* ×$/)
      .and.not.include('http')
  })
  it('has the sum of all collections by its words, and none where it has further filters', async () => {
    const all = async (query: string): Promise<string | undefined> =>
      (await of(query)).all('a').find(({ attributes: { href } }) => href === '/search?q=open')?.text
    expect(await all('filter=cf.search.words:open')).to.match(/^All \d+$/)
    expect(await all('filter=cf.search.words:open,product_type:literature')).to.equal('All')
  })
  it('has no chips where there is no filter', async () => {
    expect(removals(await of('page_size=5'))).to.deep.equal([])
  })
  it('has labels of classes in its facet', async () => {
    const html = await of('skeg_facets=cf.kind')
    const facets = html.all('nav').find(({ attributes }) => attributes['aria-label'] === 'Facets')
    expect(facets?.text)
      .to.match(/^Kind.*journal article/i)
      .and.not.include('http')
  })
  it('has a link to more values of a facet, and keeps the order', async () => {
    const html = await of('skeg_sort=title&skeg_facets=cf.topic,product_type&skeg_facet_size=2')
    const more = html.all('a').find(({ text }) => text === 'Show all')?.attributes.href
    expect(more).to.match(/&skeg_sort=title&skeg_facets=cf\.topic&skeg_facet_size=1000$/)
    const values = (page: Html): number => choices(page).length
    const next = (await getPage(server.root + more)).html
    expect(values(next)).to.be.above(values(html) / 2)
    expect(next.all('a').filter(({ text }) => text === 'Show all')).to.deep.equal([])
  })
  it('has its facets beside it, but for those that distinguish no records', async () => {
    const html = await of('skeg_sort=title')
    const facets = html.all('nav').find(({ attributes }) => attributes['aria-label'] === 'Facets')
    expect(facets?.text).to.match(/^Kind.*Year.*Topic.*Country/s)
    const one = await of('filter=cf.kind:journal-article,identifiers.id:10.1038/sdata.2016.18')
    const sections = one.all('nav').find(({ attributes }) => attributes['aria-label'] === 'Facets')
    expect(sections?.text)
      .to.match(/^Kind ?✓Journal article/)
      .and.not.include('Language')
  })
  it('widens by one more value of a facet, and gives up the one that is chosen', async () => {
    const hrefOf = async (query: string, label: string): Promise<string> =>
      choices(await of(query)).find(({ text }) => text.includes(label))!.attributes.href as string
    const type = await hrefOf('filter=cf.kind:dataset', 'Software')
    expect(type).to.include('filter=cf.kind:dataset%7Csoftware')
    expect(await total(type)).to.be.above(await total('/skg-if/api/products?filter=cf.kind:dataset'))
    const topic = 'cf.topic:topic-open-science'
    const either = choices(await of(`filter=${topic}`)).filter(({ attributes: { href } }) =>
      href?.includes(`filter=${topic}%7C`),
    )
    expect(either).to.not.deep.equal([])
    const alone = await total(`/skg-if/api/products?filter=${topic}`)
    for (const { attributes, text } of either) {
      const sum = alone + Number(/\d+$/.exec(text)![0])
      expect(await total(attributes.href as string), text).to.be.within(alone, sum)
    }
    const chosen = await hrefOf(`filter=${topic}`, '(chosen)')
    expect(chosen).to.not.include('filter=')
  })
  it('has a form of twelve fields, and the others behind more, which is open where one is in use', async () => {
    const html = await of('filter=cf.contributions_orcid:0000-0003-1613-5981')
    const more = html.all('details').find(({ text }) => text.startsWith('More filters'))
    expect(more?.attributes).to.have.property('open')
    expect(more?.text).to.match(/^More filters \(1 in use\)/)
    const tags = html.all()
    const labels = tags.slice(0, tags.indexOf(more!)).filter(({ name }) => name === 'label')
    expect(labels.filter(({ attributes }) => attributes.for === undefined)).to.have.length(12)
    // Each filter has one control.
    const names = [...html.all('input'), ...html.all('select')].flatMap(
      ({ attributes: { name, type, 'aria-label': label } }) =>
        type === 'hidden' || label ? [] : (name ?? []),
    )
    const isUsed = ({ key }: { readonly key: string }): boolean => key === 'cf.contributions_orcid'
    const keys = filtersInForm(graph.model.typeAt('products')!, graph.model, isUsed).map(({ key }) => key)
    expect(names.filter((name) => name !== 'q' && name !== 'types').sort()).to.deep.equal([...keys].sort())
  })
  it('calls a term that is no word as its extension says, in form, list and record', async () => {
    const { html } = await getPage(`${server.api}/venues`)
    expect(html.all('option').map(({ text }) => text)).to.include('portal')
    expect(html.text('main')).to.include('· Portal').and.not.include('srv_portal')
    const record = await getPage(`${server.api}/venues/venue-ssh-open-marketplace`)
    expect(record.html.text('main'))
      .to.match(/Portal/)
      .and.not.match(/srv_portal/i)
  })
  it('keeps the order and the facets in a search of its form', async () => {
    const html = await of('skeg_sort=title&skeg_facets=product_type')
    const hidden = html.all('input').filter(({ attributes: { type } }) => type === 'hidden')
    const query = hidden.map(({ attributes: { name, value } }) => `${name}=${value}`).join('&')
    expect(query).to.equal('skeg_sort=title&skeg_facets=product_type')
    const search = `${server.root}/search/products?product_type=literature&${query}`
    const { headers, status } = await fetch(search, { redirect: 'manual' })
    expect(status).to.equal(303)
    expect(headers.get('location')).to.equal(
      '/skg-if/api/products?filter=product_type:literature&skeg_sort=title&skeg_facets=product_type&page_size=20',
    )
  })
  it('has the usual order in place of the relevance without the text by which it is one', async () => {
    const html = await of('filter=cf.search.title:data,product_type:literature&skeg_sort=relevance')
    const hrefs = html
      .all('a')
      .filter(({ attributes }) => attributes['aria-label']?.startsWith('Remove the filter'))
      .map(({ attributes: { href } }) => href)
    expect(hrefs).to.deep.equal([
      '/skg-if/api/products?filter=product_type:literature&page=1&page_size=10&skeg_sort=publication_date:desc',
      '/skg-if/api/products?filter=cf.search.title:data&page=1&page_size=10&skeg_sort=relevance',
    ])
    expect(html.all('input').filter(({ attributes: { name } }) => name === 'skeg_sort')).to.have.length(0)
  })
  it('of a random sample says so, and offers no download of it', async () => {
    const html = await of('skeg_sample=3&skeg_seed=1')
    expect(html.text('main'))
      .to.include('Random sample: 3 works')
      .and.to.include('A random sample of the list')
    expect(html.all('a').filter(({ attributes: { href } }) => href?.startsWith('/download/'))).to.have.length(
      0,
    )
  })
  it('links to other sizes of a page, at the page that has the first record of this one', async () => {
    const html = await of('page=2&page_size=10&skeg_sort=publication_date:desc')
    const sizes = html.all('p').find(({ attributes: { class: name } }) => name === 'sizes')
    expect(sizes?.text).to.equal('Records per page: 10 · 20 · 50 · 100')
    const link = html.all('a').find(({ text }) => text === '20')?.attributes.href
    expect(link).to.equal('/skg-if/api/products?page=1&page_size=20&skeg_sort=publication_date:desc')
    expect((await of((link as string).split('?')[1] as string)).all('article')).to.have.length(
      graph.count(graph.model.typeAt('products')!),
    )
  })
})
