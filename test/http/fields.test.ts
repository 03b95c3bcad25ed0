/** skeg_fields: a part of each record, the same part in JSON, JSON-LD and CSV. */

import { expect } from 'chai'
import { serveGenerated } from '../support/generated-server.ts'
import { toJsonLd } from '../../src/record/json/json-ld.ts'
import { model } from '../support/model.ts'
import { getJson, getRaw, type Json, type Raw } from '../support/server.ts'

/** The parts of a record that paths lead to, picked the plain way; nodes keep their id and type. */
function pick(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value))
    return value
      .map((item: unknown) => pick(item, paths))
      .filter((item) => Object.keys(item as Json).length > 0)
  const picked: Json = {}
  for (const [key, inner] of Object.entries(value as Json)) {
    const below = paths.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : []))
    if (paths.includes(key) || key === 'local_identifier' || key === 'entity_type') picked[key] = inner
    else if (below.length > 0) {
      const part = pick(inner, below) as Json
      if (Object.keys(part).length > 0) picked[key] = part
    }
  }
  return picked
}

describe('skeg_fields', () => {
  const server = serveGenerated({ seed: 5, citations: 50 }, 50)

  const selections: readonly [path: string, fields: readonly string[]][] = [
    ['products', ['titles']],
    ['products', ['local_identifier']],
    ['products', ['identifiers.value', 'titles', 'manifestations.dates.publication']],
    ['products', ['contributions.by.name', 'contributions.rank', 'contributions.by']],
    ['products', ['contributions.by.name', 'contributions.declared_affiliations.identifiers']],
    ['products', ['manifestations.type.class', 'manifestations.biblio.in.name', 'related_products.cites']],
    ['products', ['funding.funding_agency', 'topics.term.labels', 'relevant_organisations']],
    ['persons', ['affiliations.affiliation.name', 'family_name']],
    ['grants', ['contributions.by.family_name', 'duration.start', 'funded_amount']],
    ['services', ['related_products.cites', 'topics.term', 'name', 'srv_hosting_organisation.country']],
    ['venues', ['identifiers', 'contributions']],
  ]
  for (const [path, fields] of selections)
    it(`gives ${fields.join(', ')} of ${path}, in lists and by id`, async () => {
      const whole = await getJson(`${server.api}/${path}?page_size=100`)
      const part = await getJson(`${server.api}/${path}?page_size=100&skeg_fields=${fields.join(',')}`)
      const expected = (whole.body['@graph'] as Json[]).map((record) => pick(record, fields))
      expect(part.body['@graph']).to.deep.equal(expected)
      expect(part.body['@context']).to.deep.equal(whole.body['@context'])
      expect(part.body.meta.part_of.total_items).to.equal(whole.body.meta.part_of.total_items)
      expect(JSON.stringify(expected)).to.not.equal(JSON.stringify(whole.body['@graph']))
      for (const [i, { local_identifier: iri }] of (whole.body['@graph'] as Json[]).slice(0, 5).entries()) {
        const url = `${server.api}/${path}/${encodeURIComponent(iri as string)}?skeg_fields=${fields.join(',')}`
        for (const format of ['json', 'jsonld', 'skgif'] as const) {
          const { body } = await getJson(`${url}&format=${format}`)
          const shown =
            format === 'json' ? [expected[i]] : toJsonLd([expected[i] as Json], model.typeAt(path)!, model)
          expect(body['@graph'], `${url} ${format}`).to.deep.equal(shown)
        }
      }
    })

  it('may name every field of every type, and every part of it', async () => {
    for (const type of model.types) {
      const names = Object.entries(type.fields).flatMap(([key, field]) => [
        key,
        ...('fields' in field ? Object.keys(field.fields).map((inner) => `${key}.${inner}`) : []),
      ])
      for (let from = 0; from < names.length; from += 100) {
        const query = `skeg_fields=${names.slice(from, from + 100).join(',')}`
        expect((await getJson(`${server.api}/${type.path}?${query}`)).body.detail, type.path).to.equal(
          undefined,
        )
      }
    }
  })

  it('keeps @context of whole records where an extension brings its own', async () => {
    const { body: whole } = await getJson(`${server.api}/services`)
    const { body: part } = await getJson(`${server.api}/services?skeg_fields=local_identifier`)
    expect(part['@context']).to.have.length(4).and.to.deep.equal(whole['@context'])
  })

  it('stays in the URLs of meta, and leads to the same records', async () => {
    const found = await server.records('products', 'skeg_sort=title&skeg_fields=titles')
    expect(found).to.have.length(server.graph.count(model.typeAt('products')!))
    for (const record of found)
      expect(Object.keys(record)).to.have.members(['local_identifier', 'entity_type', 'titles'])
  })

  it('gives columns of CSV', async () => {
    const csv = async (fields: string): Promise<string> =>
      (await (await fetch(`${server.api}/products?format=csv&skeg_fields=${fields}`)).text()).split(
        '\r\n',
      )[0]!
    expect(await csv('titles')).to.equal('local_identifier,entity_type,titles,titles.language')
    expect(await csv('contributions.by.local_identifier,contributions.rank,product_type')).to.equal(
      'local_identifier,entity_type,product_type,contributions.by.local_identifier,contributions.rank',
    )
    expect(await csv('manifestations.type.labels,manifestations.biblio.in')).to.equal(
      'local_identifier,entity_type,manifestations.type.labels,manifestations.type.labels.language,' +
        'manifestations.biblio.in.local_identifier,manifestations.biblio.in.title',
    )
  })

  it('has an ETag of its own, which answers 304', async () => {
    const url = `${server.api}/venues/venue-scientific-data`
    const tags = new Set<string>()
    for (const query of [
      '',
      '?skeg_fields=name',
      '?skeg_fields=identifiers',
      '?skeg_fields=name&format=jsonld',
    ]) {
      const { port, pathname, search } = new URL(url + query)
      const get = (headers = ''): Promise<Raw> =>
        getRaw(Number(port), pathname + search, 'GET', `Host: localhost${headers}`)
      const { headers } = await get()
      const etag = headers['etag']!
      tags.add(etag)
      expect(headers['content-location']).to.equal(url + query)
      expect((await get(`\r\nIf-None-Match: ${etag}`)).status).to.equal(304)
    }
    expect(tags.size).to.equal(4)
  })

  it('leaves links to formats that have whole records alone', async () => {
    const { headers, url } = await fetch(`${server.api}/venues?skeg_fields=name`)
    for (const [, href, name] of headers.get('link')!.matchAll(/<([^>]*format=(\w+))>/g)) {
      expect(href!.includes('skeg_fields'), href).to.equal(['jsonld', 'skgif', 'csv'].includes(name!))
      expect((await fetch(new URL(href!, url))).status, href).to.equal(200)
    }
  })

  it('shows whole records on pages', async () => {
    expect(await server.html('venues', 'skeg_fields=acronym&page_size=100')).to.include('Scientific Data')
  })

  for (const [path, query, expected] of [
    ['products', 'skeg_fields=titel', /did you mean titles\? The fields are local_identifier, /],
    [
      'products',
      'skeg_fields=contributions.bye',
      /did you mean contributions\.by\? The fields of contributions are by, role/,
    ],
    ['products', 'skeg_fields=contributions.by.nam', /did you mean contributions\.by\.name\?/],
    ['products', 'skeg_fields=titles.en', /titles has no fields of its own/],
    ['services', 'skeg_fields=topics.term.labels', /topics\.term has no fields of its own/],
    ['products', 'skeg_fields=constructor', /is not a field of products/],
    ['products', 'skeg_fields=', /1 to 100 fields/],
    ['products', 'skeg_fields=titles&skeg_fields=topics', /more than once/],
    ['products', 'skeg_fields=titles&format=turtle', /selects from json, jsonld, .*csv.*; the format turtle/],
  ] as const)
    it(`refuses ${query} of ${path}, in lists and by id`, async () => {
      const [{ local_identifier: iri }] = (await getJson(`${server.api}/${path}?page_size=1`)).body[
        '@graph'
      ] as [Json]
      for (const url of [
        `${server.api}/${path}`,
        `${server.api}/${path}/${encodeURIComponent(iri as string)}`,
      ]) {
        const { status, body } = await getJson(`${url}?${query}`)
        expect(status).to.equal(400)
        expect(body.detail).to.match(expected)
      }
    })
})
