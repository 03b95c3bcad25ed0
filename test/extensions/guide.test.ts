/** The guide at /docs/extending: the code that it shows is the module that runs here, in at most 60 lines. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { parse } from 'parse5'
import { fileURLToPath } from 'node:url'
import * as api from '../../src/extensions/api.ts'
import { extensions } from '../../src/extensions/index.ts'
import { loadExtensions } from '../../src/load/extensions.ts'
import { validateExtension, membersOf } from '../../src/model/check/extension.ts'
import { buildModel, type Model } from '../../src/model/model.ts'
import type { Graph } from '../../src/store/graph.ts'
import { checkQueries } from '../support/document-queries.ts'
import { openGraph } from '../support/graphs.ts'
import { getJson, startServer, type Json, type TestServer } from '../support/server.ts'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const FOLDER = file('src/docs/instruments')
const module = readFileSync(`${FOLDER}/index.mjs`, 'utf8')
const records = readFileSync(`${FOLDER}/records.json`, 'utf8')

type Element = {
  readonly nodeName: string
  readonly value?: string
  readonly childNodes?: readonly Element[]
}

const textOf = (node: Element): string => node.value ?? (node.childNodes ?? []).map(textOf).join('')
const allOf = (name: string, node: Element): Element[] => [
  ...(node.nodeName === name ? [node] : []),
  ...(node.childNodes ?? []).flatMap((one) => allOf(name, one)),
]

describe('the guide for extensions', () => {
  let model: Model
  let graph: Graph
  let server: TestServer
  before(async () => {
    model = buildModel([...extensions, ...(await loadExtensions([FOLDER], api))])
    graph = (await openGraph([file('data'), `${FOLDER}/records.json`], { model })).graph
    server = await startServer(graph)
  })
  after(async () => {
    await server.close()
    await graph.close()
  })

  const page = async (): Promise<Element> =>
    parse(await (await fetch(`${server.root}/docs/extending`, { headers: { accept: 'text/html' } })).text())

  it('shows the module and the records that are loaded here, character by character', async () => {
    expect(allOf('pre', await page()).map(textOf)).to.deep.equal([
      module,
      records,
      'skeg serve data src/docs/instruments/records.json --extension src/docs/instruments',
    ])
  })
  it('names every kind of field with all its members, and nothing that is none', async () => {
    const { body } = await getJson(`${server.root}/docs/extending`)
    const terms = allOf('dt', await page()).map(textOf)
    expect(terms).to.include.members(Object.keys(membersOf))
    const all = new Set(Object.values(membersOf).flatMap((members) => members.map(({ name }) => name)))
    expect(['kind', ...Object.keys(body.members.fields)].sort()).to.deep.equal([...all].sort())
    expect(terms).to.include.members(
      Object.keys({ ...body.members.fields, ...body.members.entities, ...body.members.filters }),
    )
    const definitions = allOf('dd', await page())
      .map(textOf)
      .join('\n')
    for (const { kind, term } of body.kinds)
      expect(definitions, kind).to.include(`Its term in the context: ${term}.`)
    for (const { kind, members } of body.kinds)
      expect(members, kind).to.deep.equal(membersOf[kind as keyof typeof membersOf])
    expect(Object.keys(body.parts).sort()).to.deep.equal(
      /with (.*)$/
        .exec(validateExtension('')[0] as string)?.[1]
        ?.split(', ')
        .sort(),
    )
  })
  it('says which members are required, and what each helper is for', async () => {
    const { body } = await getJson(`${server.root}/docs/extending`)
    expect(body.required.filters).to.deep.equal(['operator', 'doc', 'example'])
    expect(body.required.entities).to.include.members(['plural', 'doc', 'referenceFields'])
    const { fields, ...functions } = api
    expect(Object.keys(body.helpers).sort()).to.deep.equal(
      [...Object.keys(functions), ...Object.keys(fields).map((name) => `fields.${name}`)].sort(),
    )
    const bold = allOf('strong', await page()).map(textOf)
    expect(bold).to.include.members([...body.required.entities, ...body.required.filters])
  })
  it('is reached from the documentation', async () => {
    expect(
      await (await fetch(`${server.root}/docs`, { headers: { accept: 'text/html' } })).text(),
    ).to.include('href="/docs/extending"')
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
    for (const text of ['Operated by', 'European Southern Observatory', 'Made with it', 'Proxima Centauri'])
      expect(html).to.include(text)
  })
  it('works: each of its filters finds what it is for', async () => {
    const own = model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.filter(({ isDerived }) => !isDerived)
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
