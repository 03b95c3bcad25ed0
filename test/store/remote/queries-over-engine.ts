/**
 * Public queries over a SPARQL engine: the same answers in every form as over the embedded store, and the same
 * limits. Tests for any engine.
 */

import { expect } from 'chai'
import { openServerEndpoint } from '../../../src/store/remote/server-places.ts'
import { type Endpoint, limitsOf } from '../../../src/store/endpoint/endpoint.ts'
import { withDefaults } from '../../../src/config/settings.ts'
import { DEMO } from '../../support/endpoint.ts'
import { readForm } from '../../support/forms.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openBeside, prepare, type Beside, type Prepared } from '../../support/stores.ts'
import { until } from '../../support/until.ts'
import type { Engine } from '../../support/virtuoso.ts'

const ROWS = 120

/** Seconds that no query of a test takes, unless it is endless. */
const LONG_S = 600

const NAMES =
  'SELECT ?name ?org WHERE { ?org a <http://xmlns.com/foaf/0.1/Organization> ; ' +
  '<http://xmlns.com/foaf/0.1/name> ?name } ORDER BY ?name'
const TOPIC = 'https://w3id.org/skg-if/sandbox/skeg/topic-linked-data'
const CONSTRUCT = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${TOPIC}> { ?s ?p ?o } }`
const ENDLESS =
  'SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(STR(?a) < ' +
  'STR(?d) && STR(?g) < STR(?j)) }'

/** What a server writes otherwise in public answers than SPARQL 1.1 has it: they are passed on as they are. */
export interface Spelling {
  /** The texts of xsd:boolean. */
  readonly booleans?: readonly [yes: string, no: string]
  /** Its TSV has texts in quotes in place of terms, and says no languages. */
  readonly hasBareTsv?: boolean
}

interface TestedEngine {
  readonly name: string
  readonly spelling?: Spelling | undefined
  isThere(): Promise<boolean>
  /** Seconds that a query may take where one is to be late. */
  readonly timeout: number
  /** Starts an engine that holds a prepared graph. */
  start(prepared: Prepared): Promise<Engine>
}

export function testQueriesOver({ name, isThere, timeout, start, spelling = {} }: TestedEngine): void {
  const { booleans: [yes, no] = ['true', 'false'], hasBareTsv = false } = spelling
  describe(`public queries over ${name}`, () => {
    let engine: Engine
    let beside: Beside
    let server: TestServer
    /** One whose queries are soon late. */
    let impatient: TestServer
    let endpoint: Endpoint
    before(async function () {
      if (!(await isThere())) this.skip()
      const prepared = await prepare([DEMO])
      engine = await start(prepared)
      beside = await openBeside(prepared, engine.url)
      const open = (sparqlTimeout: number): Promise<Endpoint> => {
        const limits = limitsOf(withDefaults({ sparqlRows: ROWS, sparqlTimeout }))
        return openServerEndpoint(beside.server, { ...limits, queue: 2 })
      }
      const serve = (one: Endpoint): Promise<TestServer> =>
        startServer({ ...beside.graph, endpoint: one }, { settings: { trustProxy: true } })
      server = await serve(await open(LONG_S))
      endpoint = await open(timeout)
      impatient = await serve(endpoint)
    })
    after(async () => {
      await server?.close()
      await impatient?.close()
      await beside?.graph.close()
      await engine?.close()
    })

    let clients = 0
    const ask = (query: string, format?: string, from = server): Promise<Response> =>
      fetch(`${from.root}/sparql`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': `client-${clients++}` },
        body: new URLSearchParams({ query, ...(format && { format }) }),
      })

    it('name a prefix that is not declared, with its declaration', async () => {
      const response = await ask('SELECT * { ?s undeclared:name ?o ; foaf:name ?n }')
      const { detail } = (await response.json()) as { detail: string }
      expect(response.status).to.equal(400)
      expect(detail).to.equal(
        'Line 1, column 15: The prefixes undeclared, foaf are not declared; add ' +
          'PREFIX undeclared: <IRI of the namespace> PREFIX foaf: <http://xmlns.com/foaf/0.1/>',
      )
    })

    it('resolve relative IRIs against the URL of the endpoint', async () => {
      const query = 'CONSTRUCT { <s> a ?o } WHERE { BIND(<p> AS ?o) }'
      const triple = `<${server.root}/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${server.root}/p> .`
      expect(await readForm('ntriples', await (await ask(query, 'ntriples')).text())).to.deep.equal(
        await readForm('ntriples', triple),
      )
    })

    it('give a table in all its forms', async () => {
      const rows = (
        (await (await ask(NAMES)).json()) as {
          results: { bindings: { name: { value: string; type: string }; org: { value: string } }[] }
        }
      ).results.bindings
      expect(rows.length).to.be.above(10)
      expect(rows.every(({ name: { type } }) => type === 'literal')).to.equal(true)
      const csv = await (await ask(NAMES, 'csv')).text()
      // Quotes and ends of lines are as a server likes them.
      const lines = csv.replace(/"([^",]*)"/g, '$1').split(/\r?\n/)
      expect(lines.slice(1, -1)).to.deep.equal(
        rows.map((row) =>
          [row.name.value, row.org.value].map((text) => (/[",]/.test(text) ? `"${text}"` : text)).join(','),
        ),
      )
      const tsv = await (await ask(NAMES, 'tsv')).text()
      expect(tsv.split('\n').slice(1, -1)).to.deep.equal(
        rows.map(
          ({ name: { value }, org }) => `"${value}"\t${hasBareTsv ? `"${org.value}"` : `<${org.value}>`}`,
        ),
      )
      const xml = await (await ask(NAMES, 'resultsxml')).text()
      expect([...xml.matchAll(/<uri>([^<]*)<\/uri>/g)].map(([, iri]) => iri)).to.deep.equal(
        rows.map(({ org }) => org.value),
      )
    })

    it('give types and languages as they were written', async () => {
      const { results } = (await (
        await ask(
          'SELECT DISTINCT ?o WHERE { ?s ?p ?o FILTER(isLiteral(?o) && DATATYPE(?o) = ' +
            '<http://www.w3.org/2001/XMLSchema#boolean>) }',
        )
      ).json()) as { results: { bindings: { o: { value: string; datatype: string } }[] } }
      const booleans = results.bindings.map(({ o }) => o)
      const values = booleans.map(({ value }) => value)
      expect(values).to.include(yes)
      expect([yes, no]).to.include.members(values)
      for (const { datatype } of booleans)
        expect(datatype).to.equal('http://www.w3.org/2001/XMLSchema#boolean')
      const label = `SELECT ?label WHERE { <${TOPIC}> ?p ?label FILTER(LANG(?label) = "fr") }`
      const found = (await (await ask(label)).json()) as { results: { bindings: unknown[] } }
      expect(found.results.bindings).to.deep.equal([
        { label: { type: 'literal', value: 'données liées', 'xml:lang': 'fr' } },
      ])
      expect(await (await ask(label, 'tsv')).text()).to.equal(
        hasBareTsv ? '"label"\n"données liées"\n' : '?label\n"données liées"@fr\n',
      )
    })

    it('answer yes and no', async () => {
      expect(await (await ask(`ASK { <${TOPIC}> ?p ?o }`)).json()).to.include({ boolean: true })
      expect(await (await ask('ASK { <urn:none> ?p ?o }', 'resultsxml')).text()).to.include(
        '<boolean>false</boolean>',
      )
    })

    it('give triples in all their forms', async () => {
      const [expected] = await readForm('ntriples', await (await ask(CONSTRUCT, 'ntriples')).text())
      expect(expected!.trim().split('\n')).to.have.length(7)
      for (const form of ['turtle', 'trig', 'nquads', 'rdfxml'] as const) {
        for (const document of await readForm(form, await (await ask(CONSTRUCT, form)).text()))
          expect(document, form).to.equal(expected)
      }
      expect(await readForm('expanded', await (await ask(CONSTRUCT, 'jsonld')).text())).to.deep.equal([
        expected,
      ])
    })

    /** An engine may take a while to be rid of a query. */
    const requireWell = (): Promise<void> => until(async () => (await ask(NAMES)).status === 200)

    const refused: readonly [query: string, status: number, detail: RegExp][] = [
      ['SELECT ?s WHERE {', 400, /./],
      ['hello', 400, /begins with SELECT/],
      ['DELETE WHERE { ?s ?p ?o }', 403, /no updates/],
      ['SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }', 403, /SERVICE/],
      ['SELECT * { ?s ?p ?o }', 422, /more than 120 rows/],
      ['SELECT * { ?s ?p ?o } LIMIT 500', 422, /more than 120 rows/],
      [
        `SELECT * { ?s ${Array(2000).fill('<a:a>').join('/')} ?o }`,
        422,
        /4002 terms and operators outside of VALUES and IN; 800 are the most/,
      ],
      [ENDLESS, 422, new RegExp(`ended after ${timeout} s`)],
    ]
    for (const [query, status, detail] of refused) {
      it(`refuse ${query.slice(0, 60)} with ${status}, and go on`, async () => {
        const response = await ask(query, undefined, query === ENDLESS ? impatient : server)
        const document = (await response.json()) as { detail: string }
        expect(response.status, document.detail).to.equal(status)
        expect(document.detail).to.match(detail)
        await requireWell()
      })
    }

    const asking = (text: string, client: string): Promise<unknown> =>
      endpoint.ask({ text, type: 'application/sparql-results+json' }, { client })

    it('wait in a queue that has an end', async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => asking(ENDLESS, `queue-${i}`).catch(({ status }) => status)),
      )
      expect(answers.filter((status) => status === 503)).to.have.length.of.at.least(4)
      expect(answers.filter((status) => status === 422)).to.have.length.of.at.least(4)
      await requireWell()
    })

    it('run for a client in all places, and wait for one behind', async () => {
      const greedy = [1, 2, 3, 4, 5].map(() => asking(ENDLESS, 'greedy'))
      expect(endpoint.state()).to.include({ running: 4, waiting: 1 })
      const modest = asking(NAMES, 'modest')
      expect(endpoint.state()).to.include({ running: 4, waiting: 2 })
      await Promise.allSettled([...greedy, modest])
      expect(endpoint.state()).to.include({ running: 0, waiting: 0 })
      await requireWell()
    })

    it('end their waiting when the endpoint is closed', async () => {
      const limits = limitsOf(withDefaults({ sparqlTimeout: timeout }))
      const other = await openServerEndpoint(beside.server, limits)
      const query = { text: ENDLESS, type: 'application/sparql-results+json' }
      const all = [1, 2, 3, 4, 5].map(() =>
        other.ask(query, { client: 'one' }).catch(({ message }: Error) => message),
      )
      expect(other.state()).to.include({ running: 4, waiting: 1 })
      await other.close()
      const [waiting, ...running] = all.reverse()
      expect(await waiting).to.equal('The endpoint is closed.')
      for (const answer of await Promise.all(running)) expect(answer).to.include(`ended after ${timeout} s`)
      await requireWell()
    })

    it('give who has left no place in it', async () => {
      const running = Array.from({ length: 10 }, (_, i) => asking(ENDLESS, `leaver-${i}`))
      const { waiting } = endpoint.state()
      expect(waiting).to.be.above(0)
      const abortedQuery = endpoint
        .ask({ text: NAMES, type: 'application/sparql-results+json' }, { signal: AbortSignal.abort() })
        .catch((error: Error) => error)
      expect(endpoint.state().waiting).to.equal(waiting)
      expect(await abortedQuery).to.have.property('message', 'The client has left.')
      await Promise.allSettled(running)
      await requireWell()
    })
  })
}
