/** `load --from-sparql`: the ready queries on real triples, pages of subjects, and what is wrong with folders. */

import { expect } from 'chai'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Parser, Writer } from 'n3'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from 'node:child_process'
import { readConstruct } from '../../src/sparql/construct-pages.ts'
import { readConstructs, readEndpoint } from '../../src/load/endpoint/read-endpoint.ts'
import { model } from '../support/model.ts'
import { startOxigraph } from '../support/oxigraph.ts'
import { hasVirtuoso, startVirtuoso, type Engine } from '../support/virtuoso.ts'
import type { Json } from '../support/server.ts'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const BASE = 'https://example.org/graph/'

/** The example of a folder as N-Quads. */
function quadsOf(name: string): string {
  const text = readFileSync(file(`queries/constructs/${name}/example.ttl`), 'utf8')
  const writer = new Writer({ format: 'application/n-quads' })
  return new Parser()
    .parse(text)
    .map(({ subject, predicate, object }) =>
      writer.quadToString(subject, predicate, object, {
        termType: 'NamedNode',
        value: 'urn:example',
      } as never),
    )
    .join('')
}

interface Ran {
  readonly code: number | null
  readonly text: string
}

function skeg(...words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [file('dist/main.js'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })))
}

const carberry = { scheme: 'orcid', value: '0000-0002-1825-0097' }
const doi = { scheme: 'doi', value: '10.5555/first' }
const issn = { scheme: 'issn', value: '2331-8422' }

interface Expected {
  readonly counts: Readonly<Record<string, number>>
  readonly product: string
  readonly date: string
  readonly identifiers: readonly Json[]
}

const folders: Readonly<Record<string, Expected>> = {
  ocdm: {
    counts: { product: 2, person: 1, organisation: 1, venue: 1 },
    product: 'https://w3id.org/oc/meta/br/1',
    date: '2020-02',
    identifiers: [doi],
  },
  vivo: {
    counts: { product: 2, person: 2, organisation: 1, venue: 1 },
    product: 'https://vivo.example.org/individual/article1',
    date: '2020-02',
    identifiers: [doi],
  },
  wikidata: {
    counts: { product: 2, person: 1, venue: 1 },
    product: 'http://www.wikidata.org/entity/Q900001',
    date: '2020-02-03',
    identifiers: [doi, { scheme: 'pmid', value: '26978244' }],
  },
}

const engines: readonly [
  name: string,
  isThere: boolean,
  start: () => Promise<Engine & { load(files: readonly string[]): void }>,
][] = [
  ['Oxigraph', true, startOxigraph],
  ['Virtuoso', hasVirtuoso, startVirtuoso],
]

describe('load from a SPARQL server', function () {
  this.timeout(120_000)
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-'))
    for (const name of Object.keys(folders)) writeFileSync(join(folder, `${name}.nq`), quadsOf(name))
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const [engine, isThere, start] of engines)
    for (const [name, expected] of Object.entries(folders)) {
      const itLoads = isThere ? it : it.skip
      itLoads(`makes records of the example of ${name}, from ${engine}`, async () => {
        const server = await start()
        const graph = join(folder, `${engine}-${name}`)
        try {
          server.load([join(folder, `${name}.nq`)])
          const { code, text } = await skeg(
            'load',
            '--from-sparql',
            server.url,
            '--construct',
            file(`queries/constructs/${name}`),
            '--base',
            BASE,
            '--out',
            graph,
            '--fetch-retries',
            '0',
          )
          expect(code, text).to.equal(0)
          expect(text).to.include('0 refused')
        } finally {
          await server.close()
        }
        const out = `${graph}.jsonl`
        expect((await skeg('export', graph, '--out', out)).code).to.equal(0)
        const records = readFileSync(out, 'utf8')
          .split('\n')
          .filter(Boolean)
          .flatMap((line) => {
            const value = JSON.parse(line) as Json
            return Array.isArray(value['@graph']) ? (value['@graph'] as Json[]) : [value]
          })
        const counts: Record<string, number> = {}
        for (const { entity_type: type } of records) counts[type] = (counts[type] ?? 0) + 1
        expect(counts).to.deep.equal(expected.counts)
        const product = records.find(({ local_identifier: id }) => id === expected.product) as Json
        const [title] = Object.values(product['titles'] as Record<string, string[]>)
        expect(title).to.deep.equal(['A first article'])
        expect(product['identifiers']).to.deep.equal(expected.identifiers)
        const [first] = product['contributions'] as Json[]
        const person = records.find(({ entity_type: type, identifiers }) => type === 'person' && identifiers)
        expect(first?.['role']).to.equal('author')
        expect(JSON.stringify(first?.['by'])).to.include(person?.['local_identifier'])
        expect(person?.['identifiers']).to.deep.equal([carberry])
        const [manifestation, another] = product['manifestations'] as Json[]
        expect(another).to.equal(undefined)
        expect(manifestation?.['dates']).to.deep.equal({ publication: [expected.date] })
        const venue = records.find(({ entity_type: type }) => type === 'venue') as Json
        expect(JSON.stringify(manifestation?.['biblio'])).to.include(venue['local_identifier'])
        expect(venue).to.deep.include({ name: 'A Journal', identifiers: [issn] })
      })
    }

  it('reads all subjects, page by page', async () => {
    const server = await startOxigraph()
    const [queries, files] = [join(folder, 'topics'), join(folder, 'pages')]
    mkdirSync(queries)
    writeFileSync(
      join(queries, 'topic.rq'),
      'CONSTRUCT { ?subject a <http://purl.org/spar/fabio/SubjectTerm> ; <urn:l> [ <urn:v> ?l ] } ' +
        'WHERE { ?subject <urn:label> ?l }',
    )
    const numbers = Array.from({ length: 23 }, (_, i) => i)
    writeFileSync(
      join(folder, 'topics.nq'),
      numbers.map((i) => `<https://example.org/${i}> <urn:label> "not _:x ${i}" <urn:g> .\n`).join(''),
    )
    try {
      server.load([join(folder, 'topics.nq')])
      const options = { url: server.url, constructs: queries, model, timeout: 10, retries: 0, pageSize: 5 }
      expect(await readEndpoint({ ...options, folder: files })).to.equal(23)
    } finally {
      await server.close()
    }
    const texts = readdirSync(files).map((name) => readFileSync(join(files, name), 'utf8'))
    expect(texts.length).to.equal(5)
    const subjects = new Set(texts.flatMap((text) => text.match(/^<https:\/\/example\.org\/\d+>/gm) ?? []))
    expect(subjects.size).to.equal(23)
    for (const text of texts)
      expect(new Parser({ format: 'application/n-triples' }).parse(text)).to.not.be.empty
  })

  it('says what is wrong with a folder of queries', () => {
    const wrong = join(folder, 'wrong')
    const messageOf = (): string => {
      try {
        readConstructs(wrong, model)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(messageOf()).to.match(/is no directory; --construct names one/)
    mkdirSync(wrong)
    expect(messageOf()).to.match(/has no query; known are product\.rq, /)
    writeFileSync(join(wrong, 'thing.rq'), '')
    expect(messageOf()).to.match(/thing\.rq is called like no entity type; known are product\.rq/)
    rmSync(join(wrong, 'thing.rq'))
    writeFileSync(join(wrong, 'person.names.rq'), '')
    expect(messageOf()).to.match(/person\.names\.rq needs person\.rq beside it/)
    writeFileSync(join(wrong, 'person.rq'), 'SELECT ?subject WHERE { ?subject a ?c }')
    expect(messageOf()).to.match(/person\.rq is no CONSTRUCT/)
  })

  const refused: readonly [query: string, message: RegExp][] = [
    ['CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }', /has no variable \?subject before the first OPTIONAL/],
    ['CONSTRUCT { ?subject ?p ?o } WHERE { ?subject ?p ?o } LIMIT 5', /has LIMIT, OFFSET or ORDER BY/],
    ['CONSTRUCT {', /Parse error/],
  ]
  for (const [query, message] of refused)
    it(`refuses ${query}`, () => expect(() => readConstruct(query)).to.throw(message))

  it('needs a server, queries and a base', async () => {
    const { code, text } = await skeg('load', '--construct', folder, '--out', join(folder, 'none'))
    expect({ code, text: text.trim() }).to.deep.equal({
      code: 2,
      text: 'skeg: load needs --from-sparql URL and --construct DIR together',
    })
  })
})
