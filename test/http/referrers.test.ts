/** From a record to everything that refers to it: lists that meta by id names. */

import { expect } from 'chai'
import { serveGenerated } from '../support/generated-server.ts'
import { model } from '../support/model.ts'
import { getJson, type Json } from '../support/server.ts'

/** The ids of all entities that a value names, by the dotted keys that lead to them. */
function* named(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [field: string, id: string]> {
  if (Array.isArray(value)) for (const item of value) yield* named(item, path)
  else if (typeof value === 'object' && value !== null) {
    const { local_identifier: id } = value as Json
    if (path.length > 0 && typeof id === 'string') yield [path.join('.'), id]
    else for (const [key, inner] of Object.entries(value)) yield* named(inner, [...path, key])
  } else if (typeof value === 'string' && path.length > 0) yield [path.join('.'), value]
}

describe('meta of a record', () => {
  const server = serveGenerated({ seed: 6, citations: 60 }, 100)

  const url = (path: string, id: string): string => `${server.api}/${path}/${encodeURIComponent(id)}`

  it('names the list of what refers to it, for each field in which something does', async () => {
    const referring = new Map<string, Map<string, Set<string>>>()
    const lists = new Map<string, string[]>()
    for (const type of model.types.filter((one) => server.graph.count(one) > 0)) {
      const records = await server.records(type.path)
      lists.set(
        type.path,
        records.map(({ local_identifier: id }) => id as string),
      )
      for (const record of records)
        for (const [field, id] of named(record)) {
          const fields = referring.get(id) ?? new Map<string, Set<string>>()
          const iris = fields.get(`${type.path} ${field}`) ?? new Set()
          fields.set(`${type.path} ${field}`, iris.add(record.local_identifier as string))
          referring.set(id, fields)
        }
    }
    let followed = 0
    for (const [path, ids] of lists)
      for (const id of ids.slice(0, 12)) {
        const { body } = await getJson(url(path, id))
        const found = (body.meta.skeg_referrers ?? []) as Json[]
        const expected = [...(referring.get(id) ?? new Map<string, Set<string>>())].filter(
          ([, iris]) => !(iris.size === 1 && iris.has(id)),
        )
        expect(
          found.map(({ collection, field }) => `${collection as string} ${field as string}`),
          id,
        ).to.have.members(expected.map(([field]) => field))
        for (const one of found) {
          const list = await getJson(`${one.local_identifier as string}&page_size=100`)
          const iris = (list.body['@graph'] as Json[]).map(({ local_identifier: iri }) => iri as string)
          const own = referring.get(id)!.get(`${one.collection as string} ${one.field as string}`)!
          expect(new Set(iris), one.local_identifier as string).to.deep.equal(own)
          expect(one.total_items).to.equal(list.body.meta.part_of.total_items)
          followed++
        }
      }
    expect(followed).to.be.above(50)
  })

  it('leads to a list that can be sorted and had in every format', async () => {
    const { body } = await getJson(url('persons', 'person-heather-piwowar'))
    const [list] = body.meta.skeg_referrers as [Json]
    expect(list).to.deep.include({
      entity_type: 'search_result',
      collection: 'products',
      field: 'contributions.by',
      label: 'Publications',
    })
    const sorted = `${list.local_identifier as string}&skeg_sort=publication_date:desc`
    const iris = ((await getJson(sorted)).body['@graph'] as Json[]).map(
      ({ local_identifier: iri }) => iri as string,
    )
    expect(iris).to.have.length.above(1)
    const all = await server.iris('products', 'skeg_sort=publication_date:desc')
    expect(iris).to.deep.equal(all.filter((iri) => iris.includes(iri)))
    for (const format of ['csv', 'turtle', 'bibtex', 'html', 'skgif'])
      expect((await fetch(`${sorted}&format=${format}`)).status, format).to.equal(200)
  })

  it('has none where nothing refers to it', async () => {
    const { body } = await getJson(url('services', 'service-udpipe'))
    expect(body.meta).to.not.have.property('skeg_referrers')
  })
})
