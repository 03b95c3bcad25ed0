/** The W3C's tests of the SPARQL 1.1 Protocol, as they are, over the socket. */

import { expect } from 'chai'
import { Parser, Store, type Term } from 'n3'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSparql, type SparqlServer } from '../support/endpoint.ts'
import { temporaryFolder } from '../support/folders.ts'

const folder = fileURLToPath(new URL('../../../shared/spec/sparql11-protocol/', import.meta.url))
const BASE = 'https://w3id.org/skg-if/sandbox/w3c/'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const HT = 'http://www.w3.org/2011/http#'
const CNT = 'http://www.w3.org/2011/content#'

/** Media types of the formats that the tests name. */
const formats: Readonly<Record<string, RegExp>> = {
  boolean: /^application\/(?:sparql-results\+(?:json|xml)|json|xml)\b/,
  tabular: /^(?:application\/(?:sparql-results\+(?:json|xml)|json|xml)|text\/(?:csv|tab-separated-values))\b/,
  RDF: /^(?:application\/(?:rdf\+xml|n-triples)|text\/turtle)\b/,
}

interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** First digits of the statuses that are right. */
  readonly statuses: readonly string[]
  readonly format: string | undefined
  readonly boolean: string | undefined
}

interface Test {
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

function readTests(): Test[] {
  const store = new Store(
    new Parser({ baseIRI: 'http://manifest.example/' }).parse(
      readFileSync(join(folder, 'manifest.ttl'), 'utf8'),
    ),
  )
  const all = (subject: Term, property: string): Term[] => store.getObjects(subject, property, null)
  const one = (subject: Term, property: string): Term => all(subject, property)[0] as Term
  const text = (subject: Term, property: string): string | undefined => all(subject, property)[0]?.value
  const list = (head: Term | undefined): Term[] =>
    head === undefined || head.value === `${RDF}nil`
      ? []
      : [one(head, `${RDF}first`), ...list(one(head, `${RDF}rest`))]

  function bodyOf(request: Term): Uint8Array<ArrayBuffer> | undefined {
    const [body] = all(request, `${HT}body`)
    if (!body) return undefined
    const encoding = text(body, `${CNT}characterEncoding`) === 'UTF-16' ? 'utf16le' : 'utf8'
    return new Uint8Array(Buffer.from(text(body, `${CNT}chars`) ?? '', encoding))
  }
  const exchangeOf = (request: Term): Exchange => {
    const response = one(request, `${HT}resp`)
    return {
      method: text(request, `${HT}methodName`) ?? '',
      path: text(request, `${HT}absolutePath`) ?? '',
      headers: Object.fromEntries(
        list(all(request, `${HT}headers`)[0]).map((header) => [
          text(header, `${HT}fieldName`),
          text(header, `${HT}fieldValue`),
        ]),
      ),
      body: bodyOf(request),
      statuses: all(response, `${MF}expectedStatus`).map(
        ({ value }) => /StatusCode(\d)xx$/.exec(value)?.[1] ?? value,
      ),
      format: text(response, `${MF}expectedFormat`),
      boolean: text(response, `${MF}expectedBoolean`),
    }
  }
  const [manifest] = store.getSubjects(`${MF}entries`, null, null)
  return list(one(manifest as Term, `${MF}entries`)).map((entry) => ({
    name: entry.value.slice(entry.value.indexOf('#') + 1),
    exchanges: list(one(one(entry, `${MF}action`), `${HT}requests`)).map(exchangeOf),
  }))
}

const isUpdate = ({ name }: Test): boolean => name.startsWith('update_')
const tests = existsSync(folder) ? readTests() : []

describe('the W3C tests of the SPARQL protocol', function () {
  let server: SparqlServer
  const data = temporaryFolder()
  before(async function () {
    if (tests.length === 0) return this.skip()
    // Each graph of the tests has the name of its only subject, as the graphs of skeg have.
    for (const name of ['data1.nt', 'data2.nt', 'data3.nt'])
      copyFileSync(join(folder, name), join(data, name))
    writeFileSync(
      join(data, 'topic.jsonl'),
      JSON.stringify({ local_identifier: `${BASE}topic-1`, entity_type: 'topic', labels: { en: 'Topic' } }),
    )
    server = await startSparql({ path: data, base: BASE, settings: { sparqlTimeout: 5 } })
  })
  after(async () => {
    await server?.close()
  })

  /** Sends without the Content-Type that fetch would make up. */
  const send = ({ method, path, headers, body }: Exchange): Promise<Response> =>
    fetch(server.root + path, { method, headers, ...(body && { body }) })

  it('are held beside the corpus', function () {
    if (tests.length === 0) return this.skip()
    expect(tests.filter((test) => !isUpdate(test))).to.have.length(27)
    expect(tests.filter(isUpdate)).to.have.length(7)
  })

  for (const { name, exchanges } of tests.filter((test) => !isUpdate(test))) {
    it(`pass: ${name}`, async () => {
      expect(exchanges).not.to.have.length(0)
      for (const exchange of exchanges) {
        const response = await send(exchange)
        const answer = await response.text()
        expect(exchange.statuses, `${response.status} ${answer}`).to.include(String(response.status)[0])
        const { format } = exchange
        if (format !== undefined) {
          expect(formats).to.have.property(format)
          expect(response.headers.get('content-type')).to.match(formats[format] as RegExp)
        }
        if (exchange.boolean !== undefined)
          expect(JSON.parse(answer)).to.have.property('boolean', exchange.boolean === 'true')
      }
    })
  }

  for (const { name, exchanges } of tests.filter(isUpdate)) {
    it(`of updates are refused: ${name}`, async () => {
      const response = await send(exchanges[0] as Exchange)
      expect(response.status).to.equal(403)
      expect(((await response.json()) as { detail: string }).detail).to.match(/no updates/)
    })
  }
})
