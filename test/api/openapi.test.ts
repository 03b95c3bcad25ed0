// The OpenAPI document is valid, complete and true: routes, filters, media types, statuses and schemas are
// those of the server.

import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createApp, type Route } from '../../src/server/app.ts'
import { serverSchemas } from '../../src/doors/openapi/envelopes.ts'
import { reservedNames, schemaName } from '../../src/doors/openapi/schemas.ts'
import { problems } from '../../src/config/errors.ts'
import { bare, mediaTypes, type MediaName } from '../../src/config/media.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { withDefaults } from '../../src/config/settings.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { openGraph } from '../support/graphs.ts'
import {
  faultsOf,
  fetchDocument,
  urlOf,
  validators,
  type Document,
  type Operation,
} from '../support/openapi.ts'
import { model } from '../support/model.ts'
import { getJson, getRaw, serve, startServer, type Json } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const BASE = 'https://w3id.org/skg-if/sandbox/skeg/'
const SHARED = '10.5555/of-two'

/** Two products with one DOI, for the answer that lets the client choose. */
const twins = {
  '@context': [{ '@base': BASE }],
  '@graph': ['twin-1', 'twin-2'].map((local_identifier) => ({
    local_identifier,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: [local_identifier] },
    identifiers: [{ scheme: 'doi', value: SHARED }],
  })),
}

describe('the OpenAPI document', () => {
  let graph: Graph
  let document: Document
  let schema: ReturnType<typeof validators>
  /** Every operation with its path. */
  let operations: { path: string; operation: Operation }[]

  const server = serve(async () => {
    const folder = folderOf({ 'twins.json': JSON.stringify(twins) })
    const paths = readdirSync(DEMO)
      .filter((name) => name !== 'about.json')
      .map((name) => join(DEMO, name))
    const opened = await openGraph([...paths, folder], { model })
    rmSync(folder, { recursive: true })
    return (graph = withEndpoint(opened, withDefaults({ sparqlRows: 1000 })))
  })
  before(async () => {
    document = await fetchDocument(server.root)
    schema = validators(document)
    operations = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get ? [{ path, operation: get }] : [],
    )
  })

  const parameterOf = (one: Json): Json =>
    one.$ref ? (document.components.parameters[one.$ref.split('/').at(-1)] as Json) : one

  it('keeps schemas of types apart from those of the server', () => {
    const own = Object.keys(serverSchemas({ ...graph.model, types: [] }, BASE, server.root))
    expect([...own, 'Reference'].sort()).to.deep.equal([...reservedNames].sort())
    const [first] = graph.model.types as [EntityType]
    expect(['Link', 'Data source'].map((label) => schemaName({ ...first, label }))).to.deep.equal([
      'LinkRecord',
      'DataSource',
    ])
  })

  /** Values of the parameters of a path, so that there is something. */
  const values = (path: string): Readonly<Record<string, string>> => {
    const type = graph.model.types.find((one) => path.startsWith(`/${one.path}/`)) ?? graph.model.types[0]
    const iri = (type ? graph.list(type, 0, graph.count(type)) : []).find((one) => one.startsWith(BASE)) ?? ''
    return {
      local_identifier: encodeURIComponent(iri),
      suffix: encodeURIComponent(iri.slice(BASE.length)),
      what: 'entity',
      file: path.startsWith('/sitemaps') ? 'topics-1' : 'core',
      api_version: document.info.version,
      collection: 'products',
      time: new Date(graph.stamps.effective * 1000).toISOString().replace('.000', ''),
    }
  }
  const fill = (path: string, given: Readonly<Record<string, string>>): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
  const target = (path: string, given = values(path)): string => {
    const url = fill(urlOf(document, path), given).slice(server.root.length)
    return path === '/resolve'
      ? `${url}?iri=${given.local_identifier ?? ''}`
      : path === '/reconcile/preview'
        ? `${url}?id=${given.local_identifier ?? ''}`
        : ['/search', '/suggest'].includes(path)
          ? `${url}?q=product`
          : url
  }

  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors ?? []).to.deep.equal([])
    expect(valid).to.equal(true)
  })

  it('is the same in YAML', async () => {
    const response = await fetch(`${server.root}/skg-if-openapi.yaml`)
    expect(response.headers.get('content-type')).to.equal('application/yaml; charset=utf-8')
    expect(parse(await response.text())).to.deep.equal(document)
  })

  it('is the same under its version, and names that one where another is asked for', async () => {
    const { version } = document.info
    expect(version).to.equal('1.0.0')
    const [current, versioned] = await Promise.all(
      ['', `/${version}`].map(async (folder) =>
        (await fetch(`${server.root}${folder}/skg-if-openapi.yaml`)).text(),
      ),
    )
    expect(versioned).to.equal(current)
    for (const other of ['1.1.0', '1.0', 'latest']) {
      const { status, body } = await getJson(`${server.root}/${other}/skg-if-openapi.yaml`)
      expect(status).to.equal(404)
      expect(body.detail).to.include('/1.0.0/skg-if-openapi.yaml')
    }
  })

  it('refers to nothing that it does not have, and has nothing that it does not refer to', () => {
    const text = JSON.stringify(document)
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
        ([, kind, name]) => `${kind} ${name}`,
      ),
    )
    const present = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind} ${name}`),
    )
    expect([...referred].sort()).to.deep.equal(present.sort())
  })

  it('declares the parameters of each path, and gives each operation a name of its own', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters
        .map(parameterOf)
        .filter((one) => one.in === 'path')
        .map(({ name }) => name)
      expect(declared, path).to.deep.equal([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).to.equal(operations.length)
  })

  it('has no default that the server refuses, all of them in one request', async () => {
    let defaults = 0
    for (const { path, operation } of operations) {
      const given = operation.parameters.flatMap((one) => {
        const { name = '', schema = {} } = parameterOf(one)
        return schema.default === undefined ? [] : [`${name}=${schema.default}`]
      })
      if (given.length === 0) continue
      defaults += given.length
      const url = `${server.root}${target(path)}`
      const { status } = await fetch(`${url}${url.includes('?') ? '&' : '?'}${given.join('&')}`)
      expect(status, `${path} ${given.join('&')}`).to.be.oneOf([200, 404])
    }
    expect(defaults).to.be.above(20)
  })

  it('has patterns that the examples of filters match, and conditions as people write them', () => {
    let examples = 0
    for (const { path, operation } of operations)
      for (const { name, schema, ...one } of operation.parameters as readonly Json[]) {
        if (name !== 'filter' || !schema.pattern) continue
        const pattern = new RegExp(schema.pattern as string, 'u')
        for (const { value } of Object.values((one['examples'] ?? {}) as Record<string, Json>)) {
          expect(value, path).to.match(pattern)
          examples++
        }
        for (const wrong of ['nope', ':', 'identifiers.value', 'identifiers.value:'])
          expect(wrong, path).to.not.match(pattern)
        if (path !== '/products') continue
        for (const right of [
          '',
          'nope:1',
          'identifiers.value:a,b',
          'identifiers.value:https://doi.org/10.1/x|10.2/y',
        ])
          expect(right, path).to.match(pattern)
      }
    expect(examples).to.be.above(40)
  })

  /** A parameter as tools fill it in before anybody has typed. */
  const filledIn = ({ example, examples, schema }: Json): unknown[] =>
    example !== undefined
      ? [example]
      : examples
        ? Object.values(examples as Record<string, Json>).map(({ value }) => value)
        : schema.default !== undefined
          ? [schema.default]
          : []

  it('has examples that find something, of every parameter that is required', async () => {
    for (const { path, operation } of operations) {
      let url = urlOf(document, path)
      const queries: string[][] = [[]]
      for (const given of operation.parameters as readonly Json[]) {
        const one = parameterOf(given)
        const [value, ...others] = filledIn(one).map((text) => encodeURIComponent(String(text)))
        if (value === undefined) expect(one.required ?? false, `${path} ${one.name}`).to.equal(false)
        else if (one.in === 'path') url = url.replace(`{${one.name}}`, value)
        else {
          for (const other of others) queries.push([`${one.name}=${other}`])
          queries[0]!.push(`${one.name}=${value}`)
        }
      }
      for (const query of queries) {
        const response = await fetch(query.length > 0 ? `${url}?${query.join('&')}` : url, {
          redirect: 'manual',
        })
        const says = `${path}?${query.join('&')}`
        expect(response.status, says).to.be.oneOf([200, 303])
        const body = await response.text()
        if (says.includes('filter=') && path.startsWith('/download'))
          expect(body, says).to.include('local_identifier')
        expect(body, says).to.not.match(/"(?:results|result)":\[\]/)
      }
    }
  })

  it('has the bounds of every number, which the server keeps to', async () => {
    const needed: Readonly<Record<string, string>> = {
      skeg_seed: '&skeg_sample=2',
      skeg_facet_size: '&skeg_facets=country',
      page: '&types=products',
      page_size: '&types=products',
    }
    let numbers = 0
    for (const { path, operation } of operations)
      for (const one of operation.parameters) {
        const { name = '', schema: bounds } = parameterOf(one)
        if (
          bounds.type !== 'integer' ||
          (document.paths[path]?.servers === undefined && path !== '/organisations')
        )
          continue
        const url = target(path)
        const more = path === '/organisations' && name.startsWith('page') ? '' : (needed[name] ?? '')
        const statusOf = async (value: number): Promise<number> =>
          (await fetch(`${server.root}${url}${url.includes('?') ? '&' : '?'}${name}=${value}${more}`)).status
        expect(bounds, `${path} ${name}`).to.include.keys('minimum')
        if (name !== 'page') expect(bounds, `${path} ${name}`).to.include.keys('maximum')
        for (const [value, isRight] of [
          [bounds.minimum, true],
          [bounds.minimum - 1, false],
          [bounds.maximum, true],
          [bounds.maximum + 1, false],
        ])
          if (!Number.isNaN(value ?? NaN))
            expect((await statusOf(value)) === 400, `${path} ${name}=${value}`).to.equal(!isRight)
        numbers++
      }
    expect(numbers).to.equal(10 + 2 * model.types.length)
  })

  it('has every route, and no other', () => {
    const layers = createApp({ graph }).routes
    const targets = operations.map(({ path }) => target(path).split('?')[0] as string)
    const matching = (path: string): Route[] =>
      layers.filter((layer) => layer.methods.includes('GET') && layer.match(path))
    expect(targets.filter((path) => matching(path).length === 0)).to.deep.equal([])
    const reached = new Set(targets.flatMap(matching))
    const posting = (path: string): boolean =>
      layers.some((layer) => layer.methods.includes('POST') && layer.match(path))
    for (const { path } of operations)
      expect('post' in (document.paths[path] ?? {}), path).to.equal(
        posting(target(path).split('?')[0] as string),
      )
    // /id alone only says that an id is missing; files and forms of pages are no matter of programs.
    const forPages = ['/id', '/assets/x', '/favicon.ico', '/search/x', '/pages/x']
    expect(
      layers
        .filter(
          (layer) =>
            layer.methods.includes('GET') &&
            !reached.has(layer) &&
            !forPages.some((path) => layer.match(path)),
        )
        .map(({ path }) => path),
    ).to.deep.equal([])
  })

  it('has the server at which the API is', () => {
    expect(urlOf(document, '/topics')).to.equal(`${server.root}/skg-if/api/topics`)
  })

  it('has every filter of every list, and no other', () => {
    for (const type of graph.model.types) {
      const filter = document.paths[`/${type.path}`]?.get?.parameters.find(
        ({ name }) => name === 'filter',
      ) as unknown as { 'x-filters': { key: string; aliases: string[] }[] }
      expect(filter['x-filters'].flatMap(({ key, aliases }) => [key, ...aliases]).sort()).to.deep.equal(
        [...graph.model.filtersOf(type).keys].sort(),
      )
    }
  })

  it('has every media type, and no other', () => {
    const named = new Set(
      operations.flatMap(({ operation }) =>
        Object.values(operation.responses).flatMap(({ content = {} }) =>
          Object.keys(content).map((type) => type.split(';')[0]),
        ),
      ),
    )
    const known = Object.values(mediaTypes as Record<string, { type: string; aliases?: readonly string[] }>)
      .flatMap(({ type, aliases = [] }) => [type, ...aliases])
      .map(bare)
    expect([...named].sort()).to.deep.equal([...new Set([...known, 'application/problem+json'])].sort())
  })

  it('has every problem, and no other', () => {
    expect(
      document.components.schemas.Problem['x-problem-types'].map((row: Json) => [row.title, row.status]),
    ).to.deep.equal(Object.values(problems).map(({ title, status }) => [title, status]))
    const all = Object.values(document.paths as Readonly<Record<string, Json>>).flatMap(
      (path) => [path.get, path.post].filter(Boolean) as Json[],
    )
    const used = new Set(
      all.flatMap((operation) =>
        Object.values(operation.responses as Record<string, Json>).flatMap(
          (response) => response['x-problems'] ?? [],
        ),
      ),
    )
    // Another method is no operation of the document, nor is what agents ask.
    expect([...used, 'method-not-allowed', 'foreign-origin'].sort()).to.deep.equal(
      Object.keys(problems).sort(),
    )
  })

  // Clients that openapi-python-client generates import a model for each, and make none without a name.
  it('has a name for each shape that an answer may have', () => {
    const nameless = Object.entries(document.components.schemas as Readonly<Record<string, Json>>).filter(
      ([, { oneOf = [], anyOf = [] }]) => [...oneOf, ...anyOf].some((one: Json) => one.properties),
    )
    expect(nameless.map(([name]) => name)).to.deep.equal([])
  })

  it('marks what extensions add, and nothing else', () => {
    const marked = Object.entries(document.components.schemas).flatMap(([name, one]) => [
      ...(one['x-extension'] ? [name] : []),
      ...Object.entries(one.properties ?? {}).flatMap(([key, field]) =>
        (field as Json)['x-extension'] || (field as Json)['x-extension-values'] ? [`${name}.${key}`] : [],
      ),
    ])
    expect(marked.sort()).to.deep.equal([
      'Organisation.types',
      'Service',
      'ServiceReference',
      'Venue.type',
      'Venue.website',
    ])
    expect(
      operations.filter(({ operation }) => operation['x-extension']).map(({ path }) => path),
    ).to.deep.equal(['/services', '/services/{local_identifier}', '/download/services'])
  })

  /** A query whose answer has the form; the endpoint describes itself in HTML. */
  const queryFor = (type: string): string =>
    /json$|csv|tab-sep|results|\/xml$/.test(type) && !type.includes('ld+json')
      ? '?query=SELECT%20*%20%7B%3Fs%20a%20%3Ft%7D%20LIMIT%202'
      : type === 'text/html'
        ? ''
        : '?query=CONSTRUCT%20%7B%3Fs%20a%20%3Ft%7D%20%7B%3Fs%20a%20%3Ft%7D%20LIMIT%202'

  it('names the forms in which answers come', async () => {
    for (const { path, operation } of operations) {
      const [status, { content = {} }] = Object.entries(operation.responses).find(([key]) =>
        ['200', '303'].includes(key),
      ) as [string, Operation['responses'][string]]
      for (const type of Object.keys(content)) {
        const { status: given, headers } = await getRaw(
          server.port,
          target(path) + (path === '/sparql' ? queryFor(type) : ''),
          'GET',
          `Host: x\r\nAccept: ${type}`,
        )
        expect(`${path} ${given} ${headers['content-type']?.split(';')[0]}`).to.equal(
          `${path} ${status} ${type.split(';')[0]}`,
        )
      }
    }
  })

  it('names every form in which answers come, whatever Accept and format ask for', async () => {
    const rows = Object.entries(mediaTypes) as [MediaName, { type: string; aliases?: readonly string[] }][]
    const accepted = rows.flatMap(([, { type, aliases = [] }]) => [type, ...aliases])
    const others = graph.model.types.filter(({ name }) => !['product', 'topic'].includes(name))
    for (const { path, operation } of operations) {
      if (others.some((type) => path.includes(`/${type.path}`))) continue
      const url = target(path) + (path === '/sparql' ? queryFor('text/turtle') : '')
      const { content: forms = {} } = operation.responses[200] ?? {}
      const isNegotiated = Object.keys(forms).length > 1
      const requests = [
        ...(isNegotiated ? accepted : ['text/json', 'text/plain', '*/*']).map((type) => [url, type] as const),
        ...(isNegotiated ? rows : []).map(
          ([name]) => [`${url}${url.includes('?') ? '&' : '?'}format=${name}`, '*/*'] as const,
        ),
      ]
      for (const [asked, accept] of requests) {
        const { status, headers } = await fetch(server.root + asked, {
          method: 'HEAD',
          redirect: 'manual',
          headers: { Accept: accept },
        })
        const where = `${asked} ${accept}: ${status}`
        const { content = {} } = operation.responses[status] ?? expect.fail(where)
        expect(Object.keys(content), where).to.include(headers.get('content-type')?.split(';')[0])
      }
    }
  })

  const absent = {
    local_identifier: 'none',
    suffix: 'none',
    file: 'none',
    api_version: '9.9.9',
    collection: 'none',
    time: 'none',
  }
  /** How a client gets each status; undefined for those that it cannot bring about. */
  const ways: Readonly<Record<string, ((path: string) => [target: string, headers: string]) | undefined>> = {
    200: (path) => [target(path), 'Host: x'],
    206: (path) => [target(path) + (path === '/dump' ? '?format=gzip' : ''), 'Host: x\r\nRange: bytes=0-9'],
    300: () => [`/resolve?iri=${SHARED}`, 'Host: x'],
    303: (path) => [
      path === '/search' ? '/search?q=product&types=products&format=html' : target(path),
      'Host: x',
    ],
    304: (path) => [target(path), 'Host: x\r\nIf-None-Match: *'],
    400: (path) => [target(path), 'X: y'],
    403: (path) => [path === '/sparql' ? '/sparql?query=CLEAR%20ALL' : target(path), 'Host: x'],
    404: (path) => [
      path.includes('{') || ['/resolve', '/reconcile/preview'].includes(path)
        ? target(path, absent).replace('iri=none', 'iri=https://none.example/')
        : `${target(path)}?page=9999`,
      'Host: x',
    ],
    406: (path) => [target(path), 'Host: x\r\nAccept: image/png'],
    408: undefined,
    412: (path) => [target(path), 'Host: x\r\nIf-Match: "none"'],
    413: undefined,
    414: (path) => [
      `${target(path)}${target(path).includes('?') ? '&' : '?'}x=${'x'.repeat(33_000)}`,
      'Host: x',
    ],
    415: undefined,
    416: (path) => [
      target(path) + (path === '/dump' ? '?format=gzip' : ''),
      'Host: x\r\nRange: bytes=1000000000-',
    ],
    // What is answered of records that are gone has tests of its own.
    301: undefined,
    410: undefined,
    422: (path) => [
      path === '/sparql'
        ? '/sparql?query=SELECT%20*%20%7B%3Fa%20%3Fb%20%3Fc%20.%20%3Fd%20%3Fe%20%3Ff%7D'
        : `${target(path)}?filter=nope:1`,
      'Host: x',
    ],
    431: (path) => [target(path), `Host: x\r\nX: ${'y'.repeat(70_000)}`],
    500: undefined,
    502: undefined,
    503: undefined,
    504: undefined,
  }

  it('names the statuses that answers have, and the shape of their JSON', async () => {
    for (const { path, operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        expect(ways, status).to.have.property(status)
        const way = ways[status]
        if (!way) continue
        const [url, headers] = way(path)
        const answer = await getRaw(server.port, url, 'GET', headers)
        const where = `${path} ${status}`
        expect(`${path} ${answer.status}`, url.slice(0, 100)).to.equal(where)
        const type = answer.headers['content-type']?.split(';')[0] ?? ''
        expect(status === '304' || type in content, `${where} ${type}`).to.equal(true)
        const { $ref } = (content[type]?.schema ?? {}) as { $ref?: string }
        if ($ref)
          expect(faultsOf(schema($ref.split('/').at(-1) as string), parse(answer.body)), where).to.deep.equal(
            [],
          )
      }
    }
  })

  it('names the pages that those who like HTML better have in the place of problems', async () => {
    const browser = '\r\nAccept: text/html,*/*;q=0.8'
    for (const { path, operation } of operations) {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const way = status < '400' ? undefined : ways[status]
        if (!way) continue
        const [url, headers] = way(path)
        const answer = await getRaw(server.port, url, 'GET', headers.replace('Host: x', `Host: x${browser}`))
        const type = answer.headers['content-type']?.split(';')[0] ?? ''
        if (String(answer.status) === status) expect(content, `${path} ${status}`).to.have.property(type)
      }
    }
  })

  it(
    'names the headers of records and lists: none that does not come with them, and all of which it ' +
      'knows',
    async () => {
      const collections = operations.filter(({ path }) =>
        graph.model.types.some((type) => path === `/${type.path}` || path.startsWith(`/${type.path}/{`)),
      )
      expect(collections).to.have.length(graph.model.types.length * 2)
      for (const { path, operation } of collections) {
        for (const status of ['200', '304', '404']) {
          const [url, headers] = ways[status]!(path)
          const sent = Object.keys((await getRaw(server.port, url, 'GET', headers)).headers)
          const known = Object.keys(document.components.headers)
            .filter((name) => sent.includes(name.toLowerCase()))
            .sort()
          const declared = Object.keys(operation.responses[status]?.headers ?? {}).sort()
          // Link leads from an unknown id to other records that have it, where there are some.
          expect(
            declared.filter((name) => name !== 'Link' || known.includes(name) || status !== '404'),
            `${path} ${status}`,
          ).to.deep.equal(known)
        }
      }
    },
  )

  it('names the headers for caches of all other paths: those that come, and no other', async () => {
    const others = operations.filter(({ path }) => document.paths[path]?.servers !== undefined)
    expect(others.length).to.be.above(20)
    for (const { path, operation } of others)
      for (const status of ['200', '304']) {
        if (!operation.responses[status]) continue
        const [url, headers] = ways[status]!(path)
        const sent = Object.keys((await getRaw(server.port, url, 'GET', headers)).headers)
        const declared = Object.keys(operation.responses[status].headers ?? {})
        const forCaches = ['ETag', 'Last-Modified', 'Cache-Control']
        expect(
          forCaches.filter((name) => declared.includes(name)),
          `${path} ${status}`,
        ).to.deep.equal(forCaches.filter((name) => sent.includes(name.toLowerCase())))
      }
  })

  it('leaves out no status: what it does not name does not come', async () => {
    for (const { path, operation } of operations) {
      for (const [status, way] of Object.entries(ways)) {
        if (!way || status in operation.responses) continue
        const [url, headers] = way(path)
        if (status === '300' || (status === '404' && !path.includes('{'))) continue
        const answer = await getRaw(server.port, url, 'GET', headers)
        expect(Object.keys(operation.responses), `${path} asked for ${status}`).to.include(
          String(answer.status),
        )
      }
    }
  })

  it('describes every record by id, and every page of every list', async () => {
    for (const type of graph.model.types) {
      const total = graph.count(type)
      expect(total).to.be.greaterThan(0)
      for (const iri of graph.list(type, 0, total)) {
        const answer: unknown = await (
          await fetch(`${server.api}/${type.path}/${encodeURIComponent(iri)}`)
        ).json()
        expect(faultsOf(schema(`${schemaName(type)}Envelope`), answer), iri).to.deep.equal([])
      }
      const list: unknown = await (await fetch(`${server.api}/${type.path}?page_size=100`)).json()
      expect(faultsOf(schema(`${schemaName(type)}List`), list), type.path).to.deep.equal([])
    }
  })

  it('describes nothing else: a record with a key too much, of another type or without its id has faults', async () => {
    const record = ((await (await fetch(`${server.api}/topics/topic-linked-data`)).json()) as Json)[
      '@graph'
    ][0] as Json
    const spoilt: object[] = [
      { ...record, extra: 1 },
      { ...record, entity_type: 'person' },
      { ...record, local_identifier: undefined },
      { ...record, labels: 'linked data' },
      { ...record, identifiers: [] },
    ]
    expect(faultsOf(schema('Topic'), record)).to.deep.equal([])
    for (const one of spoilt)
      expect(faultsOf(schema('Topic'), JSON.parse(JSON.stringify(one)))).not.to.deep.equal([])
  })

  it('says so where lists without a match are 200', async () => {
    await using other = await startServer(graph, {
      settings: { emptyList: '200', publicUrl: 'https://graphs.example/kg' },
    })
    const otherDocument = (await (
      await fetch(`http://127.0.0.1:${other.port}/openapi.json`)
    ).json()) as Document
    expect(otherDocument.paths['/topics']?.get?.responses).not.to.have.property('404')
    expect(urlOf(otherDocument, '/topics')).to.equal('https://graphs.example:443/kg/skg-if/api/topics')
    expect((await new Validator().validate(otherDocument as unknown as Json)).valid).to.equal(true)
  })
})
