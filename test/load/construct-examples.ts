/** Records of the examples of the ready queries, read from any SPARQL engine that holds them. */

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { Parser, Writer } from 'n3'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCommandRunner } from '../support/command.ts'
import type { Json } from '../support/server.ts'
import type { Engine } from '../support/virtuoso.ts'
import { throughout } from '../support/closing.ts'
import { temporaryFolder } from '../support/folders.ts'

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

interface TestedEngine {
  readonly name: string
  isThere(): Promise<boolean>
  /** Starts an engine that holds N-Quads files; a URL without scheme is the path of one, which is asked itself. */
  start(files: readonly string[]): Promise<Engine>
}

export function testConstructExamples({ name: engine, isThere, start }: TestedEngine): void {
  describe(`load from ${engine}`, function () {
    this.timeout(120_000)
    const folder = temporaryFolder()
    const runner = throughout(async function () {
      if (!(await isThere())) this.skip()
      return startCommandRunner()
    })

    /** Loads the example from the engine, and exports what came. */
    async function recordsOf(name: string): Promise<Json[]> {
      const at = (kind: string): string => join(folder, `${name}.${kind}`)
      const graph = at('graph')
      writeFileSync(at('nq'), quadsOf(name))
      const server = await start([at('nq')])
      try {
        const queries = file(`queries/constructs/${name}`)
        const from = server.url.startsWith('http') ? ['--from-sparql', server.url] : [server.url]
        const words = [...from, '--construct', queries, '--base', BASE, '--out', graph]
        const loaded = await runner.run(['load', ...words, '--fetch-retries', '0'])
        expect(loaded.code, loaded.err).to.equal(0)
        expect(loaded.out + loaded.err)
          .to.include('0 refused')
          .and.not.include('other-class')
      } finally {
        await server.close()
      }
      expect((await runner.run(['export', graph, '--out', at('jsonl')])).code).to.equal(0)
      return readFileSync(at('jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .flatMap((line) => {
          const value = JSON.parse(line) as Json
          return Array.isArray(value['@graph']) ? (value['@graph'] as Json[]) : [value]
        })
    }

    for (const [name, expected] of Object.entries(folders))
      it(`makes records of the example of ${name}`, async () => {
        const records = await recordsOf(name)
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
  })
}
