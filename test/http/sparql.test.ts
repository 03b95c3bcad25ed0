/** Every kind of query in every form over the socket, read by parsers that are not Oxigraph's. */

import { expect } from 'chai'
import jsonld from 'jsonld'
import { Parser } from 'n3'
import oxigraph from 'oxigraph'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { SparqlJsonParser } from 'sparqljson-parse'
import { SparqlXmlParser } from 'sparqlxml-parse'
import { Readable } from 'node:stream'
import { formats } from '../../src/api/dataset/void.ts'
import { offersOf, type MediaName } from '../../src/config/media.ts'
import { canonicalLines } from '../../src/record/rdf/blank-node-labels.ts'
import { conciseBoundedDescription } from '../../src/record/rdf/owned-blank-nodes.ts'
import { RDF_TYPE, scanTriples, withoutRepetitions } from '../../src/record/rdf/triples.ts'
import { startSparql } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

interface Term {
  readonly termType: string
  readonly value: string
  readonly language?: string
  readonly datatype?: { readonly value: string }
}

const STRING = 'http://www.w3.org/2001/XMLSchema#string'
const LANGUAGE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'

/** A term as text that is the same whoever read it; names of blank nodes are not. */
function textOf({ termType, value, language, datatype }: Term): string {
  if (termType === 'NamedNode') return `<${value}>`
  if (termType === 'BlankNode') return '_:'
  const type = datatype?.value
  return (
    JSON.stringify(value) +
    (language
      ? `@${language.toLowerCase()}`
      : type && type !== STRING && type !== LANGUAGE
        ? `^^<${type}>`
        : '')
  )
}
type Rows = Record<string, string>[]
const rowsOf = (bindings: Record<string, Term>[]): Rows =>
  bindings.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .map(([name, term]) => [name.replace('?', ''), textOf(term)])
        .sort(),
    ),
  )

/** Rows of CSV (RFC 4180): values without their kinds. */
function csvRows(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

/** Terms of TSV are those of Turtle. */
const tsvTerm = (text: string): string => textOf(new Parser().parse(`<a:s> <a:p> ${text} .`)[0]!.object)

async function stream<T>(parser: NodeJS.ReadWriteStream | Readable): Promise<T[]> {
  const all: T[] = []
  for await (const item of parser as Readable) all.push(item as T)
  return all
}
const json = new SparqlJsonParser()
const xml = new SparqlXmlParser()

/** Rows of a SELECT; CSV has no kinds of terms. */
const selects: { readonly [N in MediaName]?: (text: string) => Promise<Rows> | Rows } = {
  json: (text) => rowsOf(json.parseJsonResults(JSON.parse(text))),
  results: (text) => rowsOf(json.parseJsonResults(JSON.parse(text))),
  resultsxml: async (text) =>
    rowsOf(await stream(xml.parseXmlResultsStream(Readable.from([text])) as Readable)),
  tsv(text) {
    const [head = '', ...lines] = text.trimEnd().split('\n')
    const names = head.split('\t').map((name) => name.slice(1))
    return lines.map((line) =>
      Object.fromEntries(
        line
          .split('\t')
          .map((cell, i) => [names[i] as string, cell] as const)
          .filter(([, cell]) => cell !== '')
          .map(([name, cell]) => [name, tsvTerm(cell)] as const)
          .sort(),
      ),
    )
  },
}

const asks: { readonly [N in MediaName]?: (text: string) => Promise<boolean> | boolean } = {
  json: (text) => json.parseJsonBoolean(JSON.parse(text)),
  results: (text) => json.parseJsonBoolean(JSON.parse(text)),
  resultsxml: (text) => xml.parseXmlBooleanStream(Readable.from([text])),
}

interface Quad {
  readonly subject: Term
  readonly predicate: Term
  readonly object: Term
}
/** Triples as N-Triples lines with canonical names of blank nodes. */
function canonical(quads: readonly Quad[]): string[] {
  const term = (one: Term): string =>
    (one.termType === 'BlankNode'
      ? oxigraph.blankNode(one.value)
      : one.termType === 'NamedNode'
        ? oxigraph.namedNode(one.value)
        : oxigraph.literal(one.value, one.language || oxigraph.namedNode(one.datatype?.value ?? STRING))
    ).toString()
  return canonicalLines(
    withoutRepetitions(
      scanTriples(
        quads
          .map(({ subject, predicate, object }) => `${term(subject)} ${term(predicate)} ${term(object)} .\n`)
          .join(''),
      ),
    ),
  )
}
const byN3 =
  (format: string) =>
  (text: string): Quad[] =>
    new Parser({ format }).parse(text)
const triples: { readonly [N in MediaName]?: (text: string) => Promise<Quad[]> | Quad[] } = {
  turtle: byN3('text/turtle'),
  trig: byN3('application/trig'),
  ntriples: byN3('application/n-triples'),
  nquads: byN3('application/n-quads'),
  jsonld: async (text) =>
    byN3('application/n-quads')(
      (await jsonld.toRDF(JSON.parse(text), { format: 'application/n-quads' })) as unknown as string,
    ),
  rdfxml: async (text) => stream<Quad>(Readable.from([text]).pipe(new RdfXmlParser() as never)),
}

const PREFIX =
  'PREFIX d: <https://w3id.org/skg-if/sandbox/skeg/> PREFIX dcterms: <http://purl.org/dc/terms/> '
const ALL = 'WHERE { ?s ?p ?o } ORDER BY STR(?p) STR(?o) STR(?s)'
const HARD = String.raw`SELECT * { VALUES (?a ?b) {
  ("\"quotes\", commas,\r\n lines\t and <tags> & \\ 😀"@en-GB UNDEF)
  (<https://example.org/ü?a&b> "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>)
  (UNDEF "") (UNDEF UNDEF) ("2021"^^<http://www.w3.org/2001/XMLSchema#gYear> "'") } }`

describe('SPARQL results', () => {
  const server = throughout(() => startSparql())

  async function get(query: string, accept: string): Promise<string> {
    const response = await server.ask(query, accept)
    const text = await response.text()
    expect(response.status, text).to.equal(200)
    expect(response.headers.get('content-type')?.split(';')[0]).to.equal(accept)
    return text
  }
  const bare = (type: string): string => type.split(';')[0] as string

  // What Oxigraph writes is passed on as it is: one query with hard values shows each form.
  for (const { name, type } of offersOf('select').filter((offer) => !['csv', 'html'].includes(offer.name))) {
    it(`SELECT as ${name}`, async () => {
      const read = selects[name]
      expect(read, `a parser of ${type}`).to.be.a('function')
      const expected = selects.results!(await get(HARD, 'application/sparql-results+json')) as Rows
      expect(expected).to.have.length(5)
      expect(await read!(await get(HARD, bare(type)))).to.deep.equal(expected)
    })
  }
  it('SELECT as csv', async () => {
    const { head, results } = JSON.parse(await get(HARD, 'application/sparql-results+json')) as {
      head: { vars: string[] }
      results: { bindings: Record<string, Term>[] }
    }
    const expected = results.bindings.map((row) => head.vars.map((name) => row[name]?.value ?? ''))
    const [names, ...all] = csvRows(await get(HARD, 'text/csv'))
    expect(names).to.deep.equal(head.vars)
    expect(all).to.deep.equal(expected)
  })
  const counts: readonly [title: string, query: string, rows: number][] = [
    ['many rows', `${PREFIX} SELECT ?s ?p ?o ${ALL} LIMIT 400`, 400],
    ['no rows', 'SELECT ?x { FILTER(false) }', 0],
  ]
  for (const [title, query, rows] of counts) {
    it(`SELECT with ${title}`, async () => {
      const json = await get(query, 'application/sparql-results+json')
      expect(selects.results!(json)).to.have.length(rows)
    })
  }

  for (const { name, type } of offersOf('ask').filter((offer) => offer.name !== 'html')) {
    it(`ASK as ${name}`, async () => {
      expect(await asks[name]!(await get('ASK { ?s ?p ?o }', bare(type)))).to.equal(true)
      expect(await asks[name]!(await get('ASK { ?s ?p "no such thing" }', bare(type)))).to.equal(false)
    })
  }

  const HARD_TRIPLES = String.raw`CONSTRUCT { <a:s> <http://example.org/p> ?o } WHERE { VALUES ?o {
    "\"]]>\n\t\\ <&> 😀"@ar "1.50"^^<http://www.w3.org/2001/XMLSchema#decimal> <https://example.org/ü?a&b> "" } }`
  for (const { name, type } of offersOf('triples').filter((offer) => offer.name !== 'html')) {
    it(`CONSTRUCT as ${name}`, async () => {
      const expected = canonical(await triples.ntriples!(await get(HARD_TRIPLES, 'application/n-triples')))
      expect(expected).to.have.length(4)
      expect(canonical(await triples[name]!(await get(HARD_TRIPLES, bare(type))))).to.deep.equal(expected)
    })
  }
  const graphs: readonly [title: string, query: string, least: number, most: number][] = [
    [
      'DESCRIBE',
      `${PREFIX} DESCRIBE ?s WHERE { ?s a <http://xmlns.com/foaf/0.1/Organization> }`,
      20,
      Infinity,
    ],
    ['an empty DESCRIBE', 'DESCRIBE <http://example.org/unknown>', 0, 0],
    ['an empty CONSTRUCT', 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p "no such thing" . ?s ?p ?o }', 0, 0],
  ]
  for (const [title, query, least, most] of graphs) {
    it(`${title} gives triples`, async () => {
      const found = canonical(await triples.ntriples!(await get(query, 'application/n-triples')))
      expect(found.length).to.be.within(least, most)
    })
  }

  it('give the documents of all records by CONSTRUCT', async () => {
    const { graph } = server
    const iris = graph.model.types.flatMap((type) => graph.list(type, 0, 1000))
    expect(iris.length).to.be.greaterThan(60)
    const construct = async (query: string): Promise<string[]> =>
      canonical(await triples.ntriples!(await get(query, 'application/n-triples')))
    let named = 0
    for (const { iri, nodes } of await graph.documents(iris)) {
      expect(
        await construct(`CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${iri}> { ?s ?p ?o } }`),
        iri,
      ).to.deep.equal(canonicalLines(conciseBoundedDescription(`<${iri}>`, nodes)))
      for (const other of [...nodes.keys()].filter(
        (subject) => subject.startsWith('<') && subject !== `<${iri}>`,
      )) {
        const tree = conciseBoundedDescription(other, nodes)
        const types = tree.get(other)?.get(RDF_TYPE) ?? []
        expect(
          await construct(`CONSTRUCT { ${other} a ?type } WHERE { GRAPH ${other} { ${other} a ?type } }`),
        ).to.include.members(types.map((type) => `${other} <${RDF_TYPE}> ${type}`))
        const shown = [...(tree.get(other)?.keys() ?? [])].filter((predicate) => predicate !== RDF_TYPE)
        if (shown.length === 0) continue
        tree.set(other, new Map([...(tree.get(other) ?? [])].filter(([predicate]) => predicate !== RDF_TYPE)))
        named += shown.length
        const query =
          `CONSTRUCT { ${other} ?p ?o . ?o ?q ?v } WHERE { GRAPH ${other} { VALUES ?p { ` +
          `${shown.map((predicate) => `<${predicate}>`).join(' ')} } ${other} ?p ?o OPTIONAL { ` +
          'FILTER(ISBLANK(?o)) ?o ?q ?v } } }'
        expect(await construct(query), other).to.deep.equal(canonicalLines(tree))
      }
    }
    expect(named).to.be.greaterThan(100)
  })

  it('describe the service truly, with statistics', async () => {
    const read = async (headers: Record<string, string>): Promise<string[]> => {
      const response = await fetch(server.url, { headers })
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.include('text/turtle')
      return canonical(await triples.turtle!(await response.text()))
    }
    const lines = await read({})
    expect(await read({ Accept: 'text/turtle, */*;q=0.1' })).to.deep.equal(lines)
    const values = (property: string): string[] =>
      lines.flatMap((line) => new RegExp(`[/#]${property}> (.*)$`).exec(line)?.[1] ?? [])
    expect(values('endpoint')).to.deep.equal([`<${server.url}>`])
    expect(values('feature')).to.deep.equal([
      '<http://www.w3.org/ns/sparql-service-description#UnionDefaultGraph>',
    ])
    const [{ n }] = (await server.select('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')) as [
      { n: string },
    ]
    expect(values('triples')).to.include(`"${n}"^^<http://www.w3.org/2001/XMLSchema#integer>`)
    const described = new Set(values('resultFormat').map((iri) => iri.slice(iri.lastIndexOf('/') + 1, -1)))
    const offered = ['select', 'ask', 'triples'] as const
    expect(described).to.deep.equal(
      new Set(
        offered
          .flatMap((resource) => offersOf(resource))
          .filter(({ name }) => !['json', 'html'].includes(name))
          .map(({ name }) => formats[name]),
      ),
    )
    for (const [of, count] of await server
      .ask('SELECT ?of (COUNT(?s) AS ?n) { GRAPH ?g { ?s a ?of } } GROUP BY ?of', 'text/csv')
      .then(async (response) => csvRows(await response.text()).slice(1))) {
      const node = lines.find((line) => line.endsWith(`#class> <${of}>`))?.split(' ')[0]
      expect(lines, of).to.include(
        `${node} <http://rdfs.org/ns/void#entities> "${count}"^^<http://www.w3.org/2001/XMLSchema#integer>`,
      )
    }
    for (const { name, type } of offersOf('endpoint').filter((offer) => offer.name !== 'html')) {
      const response = await fetch(server.url, { headers: { Accept: bare(type) } })
      expect(canonical(await triples[name]!(await response.text())), name).to.deep.equal(lines)
    }
  })

  it('are asked for in HTML by people', async () => {
    const response = await fetch(server.url, {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(await response.text())
      .to.include('<form')
      .and.include(server.url)
      .and.include('10 seconds')
  })
})
