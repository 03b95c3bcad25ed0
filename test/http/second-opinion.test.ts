/** Random lists with orders, samples, fields and facets agree with the plain evaluator; test/long does more. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { sources, writeGenerated } from '../support/generated.ts'
import { compareLists } from '../support/list-opinion.ts'
import { openOpinion } from '../support/second-opinion.ts'

describe('a second opinion on lists', function () {
  this.timeout(120_000)

  it('agrees on a generated set over the demo graph', async () => {
    const source = await writeGenerated(sources.demo, { seed: 8, grants: 100, services: 40, citations: 200 })
    const opinion = await openOpinion(source)
    rmSync(dirname(source.path), { recursive: true })
    try {
      const { found, differences } = await compareLists(opinion, 80, 31)
      expect(differences.join('\n')).to.equal('')
      expect(found).to.be.above(40)
    } finally {
      await opinion.graph.close()
    }
  })
})
