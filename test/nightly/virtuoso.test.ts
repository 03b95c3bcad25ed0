/** Virtuoso as the store: answers that it cuts, a generated set, and the ready queries of loads. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { testConstructExamples } from '../load/construct-examples.ts'
import { testCutAnswers } from '../store/remote/graph-in-engine.ts'
import { virtuoso } from '../support/foreign-engines.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { compare, openOpinion } from '../support/second-opinion.ts'
import { bySparql, openServer, prepare } from '../support/stores.ts'
import { isKnownFault, hasVirtuoso, startVirtuoso } from '../support/virtuoso.ts'

testCutAnswers({ ...virtuoso, known: 'Virtuoso', start: startVirtuoso })
testConstructExamples(virtuoso)

describe('a generated set in Virtuoso', function () {
  this.timeout(180_000)
  it('gives the lists that a plain evaluator gives', async function () {
    if (!hasVirtuoso) this.skip()
    const source = await writeGenerated(sources.demo, { seed: 7, grants: 120, services: 40, citations: 100 })
    const prepared = await prepare([source.path], source.base)
    rmSync(dirname(source.path), { recursive: true })
    const engine = await startVirtuoso(prepared.files)
    const server = await openServer(engine.url)
    const opinion = await openOpinion({ path: prepared.path, base: prepared.base })
    try {
      const graph = bySparql(opinion.graph, server)
      const { differences, lists, found } = await compare({ ...opinion, graph }, 250, 7)
      expect(differences.filter((one) => !isKnownFault(one)).join('\n')).to.equal('')
      expect(found).to.be.above(lists / 4)
    } finally {
      await server.close()
      await opinion.graph.close()
      await engine.close()
    }
  })
})
