/** The tables of docs/extending.md name what there is, and its example works. */

import { expect } from 'chai'
import { fileURLToPath } from 'node:url'
import { extensionGuide as guide } from '../../scripts/extension-guide.ts'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { loadExtensions } from '../../src/load/extensions.ts'
import { fieldSchemas, validateExtension } from '../../src/model/check/extension.ts'
import { buildModel, type Model } from '../../src/model/model.ts'
import { checkQueries } from '../support/document-queries.ts'
import { openGraph } from '../support/graphs.ts'
import { getJson, type Json, serve } from '../support/server.ts'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const FOLDER = file('examples/instruments')
describe('the guide for extensions', () => {
  let model: Model
  const server = serve(
    async () => {
      model = buildModel([...extensions, ...(await loadExtensions([FOLDER], api))])
      return (await openGraph([file('data'), `${FOLDER}/records.json`], { model })).graph
    },
    { threads: { count: 1, extensions: [FOLDER] } },
  )

  it('names every kind of field with all its members, and nothing that is none', () => {
    const all = new Set(Object.values(fieldSchemas).flatMap(({ properties = {} }) => Object.keys(properties)))
    expect(Object.keys(fieldSchemas)).to.have.members(guide.kinds.map(({ kind }) => kind))
    expect(['kind', ...Object.keys(guide.members.fields)].sort()).to.deep.equal([...all].sort())
    for (const { kind, members } of guide.kinds)
      expect(members.map(({ name }) => name)).to.have.members(
        Object.keys(fieldSchemas[kind]?.properties ?? {}),
      )
    for (const { term } of guide.kinds) expect(term).to.match(/\w/)
    const [fault] = validateExtension('') as [string]
    expect(Object.keys(guide.parts).sort()).to.deep.equal(/with (.*)$/.exec(fault)?.[1]?.split(', ').sort())
  })
  it('says which members are required, and what each helper is for', () => {
    expect(guide.required.filters).to.deep.equal(['operator', 'doc', 'example'])
    expect(guide.required.entities).to.include.members(['plural', 'doc', 'referenceFields'])
    const { fields, ...functions } = api
    expect(Object.keys(guide.helpers).sort()).to.deep.equal(
      [...Object.keys(functions), ...Object.keys(fields).map((name) => `fields.${name}`)].sort(),
    )
  })
  it('works: its records are there, with what names them and what they name', async () => {
    const { body } = await getJson(`${server.api}/instruments/instrument-harps`)
    expect(body['@graph'][0]).to.deep.include({
      entity_type: 'lab_instrument',
      name: 'HARPS',
      lab_first_used: '2003',
      lab_setting: 'observatory',
    })
    expect(body['@graph'][0].lab_operator[0]).to.include({
      entity_type: 'organisation',
      name: 'European Southern Observatory',
    })
    expect(body['@context'].slice(3)).to.deep.equal(['https://example.org/lab/context.json'])
    const product = (await getJson(`${server.api}/products/10.1038/nature19106`)).body
    expect(product['@graph'][0].lab_made_with).to.deep.equal([
      {
        local_identifier: 'https://w3id.org/skg-if/sandbox/skeg/instrument-harps',
        entity_type: 'lab_instrument',
        name: 'HARPS',
      },
    ])
    expect(product.meta.api_items.flatMap(({ urls }: Json) => urls.map(({ href }: Json) => href))).to.include(
      `${server.api}/instruments/instrument-harps`,
    )
    const html = await (
      await fetch(`${server.api}/instruments/instrument-harps`, { headers: { accept: 'text/html' } })
    ).text()
    for (const text of ['European Southern Observatory', 'Made with it', 'Proxima Centauri'])
      expect(html).to.include(text)
  })
  it('works: each of its filters finds what it is for', async () => {
    const own = model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.filter(({ isDerived, isOfStamp }) => !isDerived && !isOfStamp)
        .flatMap(({ key, row }) =>
          type.name === 'lab_instrument' || key.startsWith('lab_') ? [{ type, key, row }] : [],
        ),
    )
    expect(own).to.have.length(8)
    for (const { type, key, row } of own) {
      const { status, body } = await getJson(
        `${server.api}/${type.path}?filter=,${key}:${encodeURIComponent(row.example)}`,
      )
      expect([status, body.meta?.part_of?.total_items], key).to.deep.equal([200, 1])
    }
  })
  it('works: the query of a document gives the document', async () =>
    checkQueries(await openGraph([`${FOLDER}/records.json`], { model }), 10))
})
