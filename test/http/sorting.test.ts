/** Sorted lists: their pages joined are the list in the order that a plain sort of its records gives. */

import { expect } from 'chai'
import { serveGenerated } from '../support/generated-server.ts'
import { model } from '../support/model.ts'
import { getJson, type Json } from '../support/server.ts'

/** The first text of a title or name, as people sort it. */
const sortable = (value: unknown): string | undefined => {
  const one =
    typeof value === 'object' && value !== null
      ? [(value as Json)['en'] ?? Object.values(value)[0]].flat()[0]
      : value
  if (typeof one !== 'string') return undefined
  const plain = one.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 200)
}

const instant = (text: string): string | undefined => {
  const [, year, month = '01', day = '01', time = '00:00:00', zone = 'Z'] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T([\d:.]+))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  return year && new Date(`${year}-${month}-${day}T${time}${zone}`).toISOString()
}

const firstDate = (dates: unknown): string | undefined =>
  ([dates ?? []].flat() as string[]).flatMap((text) => instant(text) ?? []).sort()[0]

describe('sorted lists', function () {
  this.timeout(120_000)
  const server = serveGenerated({ seed: 9, citations: 120 })

  const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

  /** A plain sort of records by a value: equal ones by IRI, those without a value last. */
  function sorted(
    records: readonly Json[],
    valueOf: (record: Json) => string | undefined,
    down: boolean,
  ): string[] {
    const all = records.map((record) => ({ iri: record.local_identifier as string, value: valueOf(record) }))
    return all
      .sort((a, b) =>
        a.value === b.value
          ? inBytes(a.iri, b.iri)
          : a.value === undefined
            ? 1
            : b.value === undefined
              ? -1
              : (down ? -1 : 1) * inBytes(a.value, b.value),
      )
      .map(({ iri }) => iri)
  }

  const table: readonly [path: string, order: string, valueOf: (record: Json) => string | undefined][] = [
    ['persons', 'name', ({ name }) => sortable(name)],
    ['organisations', 'name', ({ name }) => sortable(name)],
    ['grants', 'title', ({ titles }) => sortable(titles)],
    ['grants', 'start', ({ duration }) => firstDate(duration?.start)],
    ['venues', 'name', ({ name }) => sortable(name)],
    ['topics', 'name', ({ labels }) => sortable(labels)],
    ['services', 'name', ({ name }) => sortable(name)],
    ['products', 'title', ({ titles }) => sortable(titles)],
    [
      'products',
      'publication_date',
      ({ manifestations }) =>
        firstDate(((manifestations ?? []) as Json[]).flatMap(({ dates }) => dates?.publication ?? [])),
    ],
  ]
  for (const [path, order, valueOf] of table)
    for (const down of [false, true])
      it(`are whole and in order: ${path} by ${order}${down ? ', the other way round' : ''}`, async () => {
        const records = await server.records(path, `skeg_sort=${order}${down ? ':desc' : ''}`)
        expect(records).to.have.length(server.graph.count(model.typeAt(path)!))
        expect(records.map(({ local_identifier: iri }) => iri as string)).to.deep.equal(
          sorted(records, valueOf, down),
        )
      })

  it('by citations begin with what is cited most', async () => {
    const records = await server.records('products', 'skeg_sort=citations:desc')
    const cited = new Map<string, number>()
    const services = await server.records('services', 'skeg_sort=name')
    for (const record of [...records, ...services]) {
      const cites = (record.related_products?.cites ?? []) as (Json | string)[]
      const iris = cites.map((one) => (typeof one === 'string' ? one : (one.local_identifier as string)))
      for (const iri of new Set(iris)) cited.set(iri, (cited.get(iri) ?? 0) + 1)
    }
    const times = records.map(({ local_identifier: iri }) => cited.get(iri as string) ?? 0)
    expect(times[0]).to.be.above(1)
    expect(times).to.deep.equal([...times].sort((a, b) => b - a))
  })

  it('keep to a filter', async () => {
    const records = await server.records('products', 'filter=product_type:literature&skeg_sort=title')
    const all = await server.records('products', 'filter=product_type:literature')
    expect(records.map(({ local_identifier: iri }) => iri as string)).to.deep.equal(
      sorted(all, ({ titles }) => sortable(titles), false),
    )
  })

  it('are linked from the page of a list, which says its own order', async () => {
    const page = await server.html('products', 'skeg_sort=title')
    expect(page).to.include('<strong>title</strong>')
    expect(page).to.match(/<a href="[^"]*skeg_sort=publication_date:desc">date of publication<\/a>/)
  })

  for (const [says, query, expected] of [
    [
      'an unknown order',
      'skeg_sort=titel',
      /did you mean title\? skeg_sort is one of publication_date, title/,
    ],
    ['an unknown direction', 'skeg_sort=title:up', /cannot be sorted by title:up/],
    ['two orders', 'skeg_sort=title&skeg_sort=citations', /more than once/],
    ['nothing', 'skeg_sort=', /cannot be sorted by/],
  ] as const)
    it(`refuse ${says}`, async () => {
      const { status, body } = await getJson(`${server.api}/products?${query}`)
      expect(status).to.equal(400)
      expect(body.detail).to.match(expected)
    })
})
