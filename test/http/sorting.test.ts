/** Sorted lists: their pages joined are the list in the order that a plain sort of its records gives. */

import { expect } from 'chai'
import { createEvaluator } from '../support/evaluator.ts'
import { serveGenerated } from '../support/generated-server.ts'
import { createListEvaluator, orderNames, type ListEvaluator } from '../support/list-evaluator.ts'
import { model } from '../support/model.ts'
import { getJson, type Json } from '../support/server.ts'

describe('sorted lists', function () {
  const server = serveGenerated({ seed: 9, citations: 120 })

  const irisOf = (records: readonly Json[]): string[] =>
    records.map(({ local_identifier: iri }) => iri as string)
  const lists = new Map<string, readonly Json[]>()
  let plain: ListEvaluator
  before(async () => {
    for (const { path } of model.types) {
      const type = model.typeAt(path)!
      if (server.graph.count(type) > 0) lists.set(path, await server.records(path))
    }
    plain = createListEvaluator(createEvaluator(server.graph.base, lists, model), lists)
  })

  it('are those that the plain evaluator knows', () => {
    const names = model.types.flatMap(({ path, orders = {} }) =>
      Object.keys(orders).map((name) => `${path} ${name}`),
    )
    expect(names).to.have.members(orderNames)
  })

  for (const one of orderNames)
    for (const isDescending of [false, true])
      it(`are whole and in order: ${one}${isDescending ? ', the other way round' : ''}`, async function () {
        const [path, order] = one.split(' ') as [string, string]
        if (!lists.has(path)) this.skip()
        const records = await server.records(path, `skeg_sort=${order}${isDescending ? ':desc' : ''}`)
        const all = irisOf(lists.get(path)!)
        expect(irisOf(records)).to.deep.equal(plain.sort(path, all, order, isDescending))
      })

  it('keep to a filter', async () => {
    const records = await server.records('products', 'filter=product_type:literature&skeg_sort=title')
    const all = await server.records('products', 'filter=product_type:literature')
    expect(irisOf(records)).to.deep.equal(plain.sort('products', irisOf(all), 'title', false))
  })

  it('are linked from the page of a list, which says its own order', async () => {
    const page = await server.html('products', 'skeg_sort=title')
    expect(page).to.include('<strong>title</strong>')
    expect(page).to.match(/<a href="[^"]*skeg_sort=publication_date:desc">date<\/a>/)
  })

  for (const [sort, own, other, otherSort] of [
    ['title', 'ascending', 'descending', 'title:desc'],
    ['title:desc', 'descending', 'ascending', 'title'],
  ] as const)
    it(`are linked in the other direction, too: ${sort}`, async () => {
      const page = await server.html('products', `skeg_sort=${sort}`)
      const link = `<a href="[^"]*skeg_sort=${otherSort}">${other}</a>`
      expect(page).to.match(new RegExp(`<strong>title</strong> \\(${own} or ${link}\\)`))
    })

  for (const [title, query, expected] of [
    [
      'an unknown order',
      'skeg_sort=titel',
      /did you mean title\? skeg_sort is one of publication_date, title/,
    ],
    ['an unknown direction', 'skeg_sort=title:up', /cannot be sorted by title:up/],
    ['two orders', 'skeg_sort=title&skeg_sort=citations', /more than once/],
    ['nothing', 'skeg_sort=', /cannot be sorted by/],
  ] as const)
    it(`refuse ${title}`, async () => {
      const { status, body } = await getJson(`${server.api}/products?${query}`)
      expect(status).to.equal(400)
      expect(body.detail).to.match(expected)
    })
})
