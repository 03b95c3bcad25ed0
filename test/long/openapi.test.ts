// The schemas of the OpenAPI document hold for real records by many hands: the snapshot and the corpus.

import { expect } from 'chai'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { schemaName } from '../../src/doors/openapi/schemas.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { model } from '../support/model.ts'
import { faultsOf, fetchDocument, validators } from '../support/openapi.ts'
import { startServer } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const BASE = 'https://w3id.org/skg-if/sandbox/test/'

/** Records of a type that are looked at. */
const MOST = 2000

/** The faults of the records of a graph, by the schemas that its server publishes. */
async function faultsIn(graph: Graph): Promise<{ readonly faults: string[]; readonly records: number }> {
  const server = await startServer(graph)
  const schema = validators(await fetchDocument(server.root))
  await server.close()
  const frame = createFramer(model, graph.base)
  const faults: string[] = []
  let records = 0
  for (const type of model.types) {
    const step = Math.max(1, Math.floor(graph.count(type) / MOST))
    const iris = graph.list(type, 0, graph.count(type)).filter((_, i) => i % step === 0)
    for (const document of await graph.documents(iris)) {
      records++
      faults.push(
        ...faultsOf(schema(schemaName(type)), frame(document, type)).map(
          (fault) => `${document.iri} ${fault}`,
        ),
      )
    }
  }
  return { faults, records }
}

describe('the schemas of the OpenAPI document', function () {
  this.timeout(300_000)
  if (!existsSync(corpus)) it.skip('hold for the corpus, which is absent')
  for (const name of existsSync(corpus) ? readdirSync(corpus).sort() : []) {
    it(`hold for ${name}`, async () => {
      const base = /"@base"\s*:\s*"([^"]+)"/.exec(readFileSync(join(corpus, name), 'utf8'))?.[1] ?? BASE
      const { graph } = await openGraph([join(corpus, name)], { model, base })
      try {
        const { faults, records } = await faultsIn(graph)
        expect(faults.slice(0, 20)).to.deep.equal([])
        expect(records).to.be.greaterThan(0)
      } finally {
        await graph.close()
      }
    })
  }
  it('hold for the snapshot', async function () {
    if (!hasSnapshot()) return this.skip()
    await using graph = (await openSnapshot()).graph
    const { faults, records } = await faultsIn(graph)
    expect(faults.slice(0, 20)).to.deep.equal([])
    expect(records).to.be.greaterThan(5000)
  })
})
