/** The query of a document gives the document: run by an Oxigraph of its own over the same data. */

import { expect } from 'chai'
import oxigraph from 'oxigraph'
import { fileURLToPath } from 'node:url'
import { openGraph, type Opened } from '../../src/load/open.ts'
import { canonicalText, linesOf } from '../support/forms.ts'
import { model } from '../support/model.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

async function check({ graph, store }: Opened, most: number): Promise<void> {
  try {
    const other = new oxigraph.Store()
    other.load(await store.dump(), { format: 'nq', no_transaction: true })
    for (const type of model.types) {
      const step = Math.max(1, Math.floor(graph.count(type) / most))
      for (let i = 0; i < Math.min(most, graph.count(type)); i++) {
        const [iri] = graph.list(type, i * step, 1) as [string]
        const found = other.query(graph.documentQuery(iri), { results_format: 'nt' }) as string
        const same = await canonicalText([...new Set(found.split('\n'))].join('\n')) === await canonicalText(linesOf(await graph.documents([iri])))
        expect(same, iri).to.equal(true)
      }
    }
  } finally {
    await graph.close()
  }
}

describe('the query of a document', function () {
  this.timeout(120_000)
  it('gives the document of every record of the demo graph', async () => check(await openGraph([DATA], { model }), Infinity))
  it('gives the documents of records of the snapshot', async function () {
    if (!hasSnapshot()) return this.skip()
    await check(await openSnapshot(), 10)
  })
})
