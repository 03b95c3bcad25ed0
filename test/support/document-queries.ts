/** Compares documents with what their queries give, run by an Oxigraph of its own over the same data. */

import { expect } from 'chai'
import { documentQuery } from './document-query.ts'
import { dumpOf } from './dump.ts'
import oxigraph from 'oxigraph'
import { canonicalText, linesOf } from './forms.ts'
import type { OpenGraph } from './graphs.ts'

/** @param most records of each type, evenly taken; the graph is closed in the end */
export async function checkQueries({ graph, store }: OpenGraph, most: number): Promise<void> {
  try {
    const other = new oxigraph.Store()
    other.load(await dumpOf(store), { format: 'nq', no_transaction: true })
    for (const type of graph.model.types) {
      const step = Math.max(1, Math.floor(graph.count(type) / most))
      for (let i = 0; i < Math.min(most, graph.count(type)); i++) {
        const [iri] = graph.list(type, i * step, 1) as [string]
        const found = other.query(documentQuery(graph.model, iri, graph.typesOf(iri)), {
          results_format: 'nt',
        }) as string
        const same =
          (await canonicalText([...new Set(found.split('\n'))].join('\n'))) ===
          (await canonicalText(linesOf(await graph.documents([iri]))))
        expect(same, iri).to.equal(true)
      }
    }
  } finally {
    await graph.close()
  }
}
