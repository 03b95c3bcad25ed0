// The page of the data, for programs: negotiation, signposts, schema.org and Croissant, DCAT-AP by its official shapes,
// and what F-UJI looks for that needs no network.

import { expect } from 'chai'
import { Parser, Store, type Quad } from 'n3'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Validator from 'rdf-validate-shacl'
import { missingIn, readAbout } from '../../src/config/about.ts'
import { offersOf } from '../../src/config/media.ts'
import { withDefaults } from '../../src/config/settings.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import { runProcess } from '../support/command.ts'
import { document } from '../support/records.ts'
import { openGraph, preparedGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { serve, startServer } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const dcatAp = fileURLToPath(new URL('../../../shared/spec/dcat-ap/', import.meta.url))
const FOAF = 'http://xmlns.com/foaf/0.1/'

type Json = Record<string, any>

/** What the Link header says: relation → the links of it. */
const linksIn = (header: string): Record<string, { href: string; type: string | undefined }[]> => {
  const links: Record<string, { href: string; type: string | undefined }[]> = {}
  for (const [, href = '', rest = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    const rel = /rel="([^"]+)"/.exec(rest)?.[1] ?? ''
    ;(links[rel] ??= []).push({ href, type: /type="([^"]+)"/.exec(rest)?.[1] })
  }
  return links
}

describe('the page of the data', () => {
  let root: string
  let page: string
  let links: ReturnType<typeof linksIn>
  let schema: Json
  let quads: Quad[]
  const about = readAbout(join(DEMO, 'about.json'))
  const get = (accept: string, path = '/'): Promise<Response> =>
    fetch(root + path, { headers: { Accept: accept } })

  const server = serve(
    async () =>
      withEndpoint(await openGraph([await preparedGraph([DEMO], { model })], { model }), withDefaults({})),
    { about, settings: { dump: 'public' } },
  )
  before(async () => {
    ;({ root } = server)
    const response = await get('text/html')
    links = linksIn(response.headers.get('link') ?? '')
    page = await response.text()
    const [, text = '{}'] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page) ?? []
    schema = JSON.parse(text) as Json
    quads = new Parser().parse(await (await get('text/turtle')).text())
  })

  for (const [accept, type] of [
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'text/html; charset=utf-8'],
    ['text/turtle', 'text/turtle; charset=utf-8'],
    ['application/ld+json', 'application/ld+json'],
    ['application/rdf+xml', 'application/rdf+xml'],
    ['application/n-triples', 'application/n-triples'],
  ] as const)
    it(`is had as ${type} for ${accept}`, async () => {
      const response = await get(accept)
      await response.arrayBuffer()
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, type])
    })

  it('has the signposts of FAIR, level 1', async () => {
    expect(links['cite-as']).to.have.length(1)
    expect(links['type']?.map(({ href }) => href)).to.deep.equal([
      'https://schema.org/Dataset',
      'https://schema.org/AboutPage',
    ])
    expect(links['describedby']?.map(({ type }) => type)).to.include.members([
      'text/turtle',
      'application/ld+json',
    ])
    expect(links['item']).to.deep.equal([{ href: `${root}/dump?format=gzip`, type: 'application/gzip' }])
    expect(links['license']).to.deep.equal([{ href: about.licence, type: undefined }])
    for (const { href, type } of links['describedby'] ?? []) {
      const response = await fetch(href)
      await response.arrayBuffer()
      expect(response.headers.get('content-type')).to.include(type)
      expect(linksIn(response.headers.get('link') ?? '')['describes']?.[0]?.href).to.equal(`${root}/`)
    }
  })

  it('has a linkset, with what leads back from the content and the metadata', async () => {
    const [{ href, type } = { href: '', type: '' }] = links['linkset'] ?? []
    expect(type).to.equal('application/linkset+json')
    const { linkset } = (await (await fetch(href)).json()) as { linkset: Json[] }
    expect(await (await get('application/linkset+json')).json()).to.deep.equal({ linkset })
    const [own, ...others] = linkset
    expect(own?.['anchor']).to.equal(`${root}/`)
    for (const [rel, targets] of Object.entries(links))
      expect((own?.[rel] as Json[]).map((one) => one['href'])).to.deep.equal(targets.map((one) => one.href))
    expect(others.map(({ anchor: _anchor, ...more }) => Object.keys(more)[0])).to.deep.equal([
      'collection',
      ...links['describedby']!.map(() => 'describes'),
    ])
  })

  it('says in Croissant 1.1 what is required, and which file it is', async () => {
    expect(schema['conformsTo']).to.equal('http://mlcommons.org/croissant/1.1')
    for (const key of [
      '@context',
      'name',
      'description',
      'license',
      'url',
      'creator',
      'datePublished',
      'distribution',
      'keywords',
      'publisher',
      'version',
      'dateModified',
      'inLanguage',
      'isLiveDataset',
    ])
      expect(schema, key).to.have.property(key)
    const [file] = schema['distribution'] as Json[]
    const bytes = Buffer.from(await (await fetch(file!['contentUrl'])).arrayBuffer())
    expect(file!['contentSize']).to.equal(`${bytes.length} B`)
    expect(file!['sha256']).to.equal(createHash('sha256').update(bytes).digest('hex'))
  })

  it('leaves no script open, whatever is said of the data', async () => {
    await using other = await startServer(server.graph, {
      about: { ...about, description: '</script><script>alert(1)</script>' },
    })
    const text = await (await fetch(`${other.root}/`, { headers: { Accept: 'text/html' } })).text()
    expect(text).not.to.include('<script>alert(1)')
  })

  /** Decided: of what others describe (a licence, a place), their own descriptions say more. */
  const unknown = ['zero type', 'EUROPE bbox', 'EUROPE centroid']
  const shapes: readonly [file: string, expected: readonly string[]][] = [
    ['shapes.ttl', []],
    ['range.ttl', []],
    ['shapes_recommended.ttl', unknown],
  ]
  /** What a file of shapes finds wrong: focus node and path of each result. */
  async function faultsOf(file: string, statements: readonly Quad[]): Promise<string[]> {
    const shapesOf = new Store(new Parser().parse(readFileSync(join(dcatAp, file), 'utf8')))
    const { results } = await new Validator(shapesOf as never).validate(new Store([...statements]) as never)
    const faults = results.map(
      ({ path, focusNode }) => `${lastWord(focusNode?.value)} ${lastWord(path?.value)}`,
    )
    return [...new Set(faults)].sort()
  }
  const lastWord = (iri = ''): string =>
    /(\w+)\W*$/.exec(iri.replace(/(?:\/1\.0)\/$/, ''))?.[1]?.replace(/^b\d+_/, '') ?? ''
  for (const [file, expected] of shapes)
    it(`keeps the shapes of DCAT-AP 3.0.1: ${file}`, async function () {
      if (!existsSync(dcatAp)) return this.skip()
      expect(await faultsOf(file, quads)).to.deep.equal([...expected].sort())
    })

  const DCAT = 'http://www.w3.org/ns/dcat#'
  for (const [file, property, expected] of [
    ['shapes.ttl', 'http://purl.org/dc/terms/title', / title$/],
    ['range.ttl', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', / \w+$/],
    ['shapes_recommended.ttl', `${DCAT}contactPoint`, / contactPoint$/],
  ] as const)
    it(`would break the shapes of DCAT-AP without ${lastWord(property)}: ${file}`, async function () {
      if (!existsSync(dcatAp)) return this.skip()
      const isLeftOut = ({ predicate, object }: Quad): boolean =>
        predicate.value === property && !object.value.startsWith(DCAT)
      const found = await faultsOf(
        file,
        quads.filter((one) => !isLeftOut(one)),
      )
      expect(found.filter((one) => !unknown.includes(one)).join('\n')).to.match(new RegExp(expected, 'm'))
    })

  it('gives queries that the endpoint takes', async () => {
    const queries = quads.filter(({ predicate }) => predicate.value === 'http://www.w3.org/ns/shacl#select')
    expect(queries.length).to.be.greaterThan(3)
    const [query] = queries
    const response = await fetch(`${root}/sparql?query=${encodeURIComponent(query!.object.value)}`)
    expect(response.status).to.equal(200)
    await response.arrayBuffer()
  })

  it('declares the prefixes of the queries, each once, with the namespace that they have there', () => {
    const SHACL = 'http://www.w3.org/ns/shacl#'
    const objects = (name: string, subject?: string): string[] =>
      quads
        .filter(
          (one) =>
            one.predicate.value === SHACL + name && (subject ?? one.subject.value) === one.subject.value,
        )
        .map(({ object }) => object.value)
    const declared = new Map(
      objects('declare').map((node) => [objects('prefix', node)[0], objects('namespace', node)[0]]),
    )
    expect(declared.size).to.equal(objects('declare').length).and.be.greaterThan(3)
    const queries = objects('select')
    expect(objects('prefixes')).to.have.length(queries.length)
    for (const query of queries)
      for (const [, prefix, namespace] of query.matchAll(/^PREFIX (\S+): <(\S+)>/gm))
        expect(declared.get(prefix), prefix).to.equal(namespace)
  })

  /** Tests of F-UJI 0.8 (metrics_v0.8) that need no network: what each looks for, and where it finds it. */
  const fuji: readonly [test: string, found: () => boolean][] = [
    ['F1-01 the identifier is a URL', () => URL.canParse(links['cite-as']![0]!.href)],
    [
      'F2-01-2 creator, title, identifier, date, publisher, type',
      () =>
        ['creator', 'name', '@id', 'datePublished', 'publisher', '@type'].every(
          (key) => schema[key] !== undefined,
        ),
    ],
    ['F2-01-3 summary and keywords', () => Boolean(schema['description']) && schema['keywords'].length > 0],
    ['F3-01-2 link to the content', () => Boolean(schema['distribution'][0].contentUrl)],
    ['F4-01-1 schema.org in the page', () => schema['@context']['@vocab'] === 'https://schema.org/'],
    ['A1-01-1 access', () => schema['isAccessibleForFree'] === true],
    ['I1-01-1 JSON-LD in the page', () => schema['@type'] === 'Dataset'],
    [
      'I1-01-2 RDF by negotiation and typed links',
      () => quads.length > 0 && links['describedby']!.some(({ type }) => type === 'text/turtle'),
    ],
    [
      'I2-01-2 registered vocabularies',
      () => quads.some(({ predicate }) => predicate.value.startsWith('http://www.w3.org/ns/dcat#')),
    ],
    [
      'I3-01-2 related resources as links',
      () => quads.some(({ predicate }) => predicate.value === `${FOAF}homepage`),
    ],
    [
      'R1-01-1 type of the resource',
      () => links['type']!.some(({ href }) => href === 'https://schema.org/Dataset'),
    ],
    [
      'R1-01-2 size and media type of the content',
      () => Boolean(schema['distribution'][0].contentSize && schema['distribution'][0].encodingFormat),
    ],
    ['R1.1-01-1 licence', () => Boolean(schema['license']) && Boolean(links['license'])],
    ['R1.2-01-1 creator and dates', () => Boolean(schema['dateModified'])],
    [
      'R1.2-01-2 PROV',
      () => quads.some(({ predicate }) => predicate.value.startsWith('http://www.w3.org/ns/prov#')),
    ],
    [
      'R1.2-01-2 PAV: by what, from what and when it was loaded',
      () =>
        ['createdWith', 'importedFrom', 'importedOn'].every((name) =>
          quads.some(({ predicate }) => predicate.value === `http://purl.org/pav/${name}`),
        ),
    ],
    [
      'R1.3-01-1 a known metadata standard by namespace',
      () => quads.some(({ object }) => object.value === 'http://www.w3.org/ns/dcat#Dataset'),
    ],
    [
      'R1.3-02D-1 an open format',
      () => schema['distribution'][0].encodingFormat.includes('application/n-quads'),
    ],
  ]
  for (const [test, found] of fuji) it(`passes ${test}`, () => expect(found()).to.equal(true))

  it('leads to records that pass the tests of F-UJI too', async () => {
    const url = `${server.api}/products/product-fair-principles`
    const response = await fetch(url, { headers: { Accept: 'text/html' } })
    const signposts = linksIn(response.headers.get('link') ?? '')
    const [, text = '{}'] =
      /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(await response.text()) ?? []
    const embedded = JSON.parse(text) as Json
    const rdf = new Parser().parse(await (await fetch(`${url}?format=turtle`)).text())
    const uses = (namespace: string): boolean =>
      rdf.some(({ predicate }) => predicate.value.startsWith(namespace))
    // Who loaded it is said of the data set, not of each record.
    const tests: Record<string, boolean> = {
      'F1-02 a persistent identifier':
        signposts['cite-as']?.[0]?.href.startsWith('https://doi.org/') ?? false,
      'F2-01-2 creator, name, date, type': ['author', 'name', 'datePublished', '@type'].every(
        (key) => key in embedded,
      ),
      'F2-01-3 summary': 'description' in embedded || 'abstract' in embedded,
      'F4-01-1, I1-01-1 schema.org in the page': JSON.stringify(embedded['@context']).includes('schema.org'),
      'I1-01-2 typed links': (signposts['describedby alternate'] ?? []).some(
        ({ type }) => type === 'text/turtle',
      ),
      'I2-01-2, R1.3-01 registered vocabularies':
        uses('http://purl.org/dc/terms/') && uses('http://purl.org/spar/'),
      'I3-01 related resources': rdf.some(
        ({ predicate, object }) => predicate.value.endsWith('isHeldBy') && object.termType === 'NamedNode',
      ),
      'R1-01-1 type of the resource': (signposts['type'] ?? []).length > 0,
      'R1.1-01 licence': (signposts['license'] ?? []).length === 1,
    }
    expect(Object.keys(tests).filter((name) => !tests[name])).to.deep.equal([])
  })

  it('is offered in every form of the description', () =>
    expect(offersOf('dataset').length).to.be.greaterThan(3))
})

describe('about.json', () => {
  it('says what portals of data look for', () => {
    expect(missingIn(readAbout(join(DEMO, 'about.json')))).to.deep.equal([])
    expect(missingIn({ title: 'x' })).to.deep.equal([
      'description',
      'publisher',
      'licence',
      'contact',
      'created',
      'version',
      'keywords',
      'themes',
      'languages',
    ])
  })

  it('is looked at by check', async () => {
    const folder = folderOf({
      'about.json': JSON.stringify({ title: 'x', keywords: ['y'] }),
      'records.json': JSON.stringify(document),
    })
    const { code, out } = await runProcess(['check', folder])
    rmSync(folder, { recursive: true })
    expect(code).to.equal(0)
    expect(out).to.include(
      'about.json lacks description, publisher, licence, contact, created, version, themes, languages',
    )
    expect((await runProcess(['check', DEMO])).out).not.to.include('lacks')
  })
})
