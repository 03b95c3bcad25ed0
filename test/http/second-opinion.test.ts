/** Random lists with orders, samples, fields and facets agree with the plain evaluator; test/nightly does more. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { closing } from '../support/closing.ts'
import { runs } from '../support/effort.ts'
import { sources, writeGenerated } from '../support/generated.ts'
import { compareLists } from '../support/list-opinion.ts'
import { model } from '../support/model.ts'
import { openOpinion } from '../support/second-opinion.ts'

describe('a second opinion on lists', () => {
  it('agrees on a generated set over the demo graph', async () => {
    const source = await writeGenerated(sources.demo, { seed: 8, grants: 100, services: 40, citations: 200 })
    const opinion = await openOpinion(source)
    await using _graph = closing(opinion.graph)
    rmSync(dirname(source.path), { recursive: true })
    const { lists, found, differences, keys } = await compareLists(opinion, runs(1200), 14)
    expect(differences.join('\n')).to.equal('')
    expect(found).to.be.above(lists / 4)
    const facets = model.types.flatMap((type) =>
      model
        .filtersOf(type)
        .all.flatMap(({ key, row, isDerived }) =>
          row.facet === undefined || isDerived ? [] : [`${type.path} facet ${key}`],
        ),
    )
    const orders = model.types.flatMap(({ path, orders = {} }) =>
      Object.keys(orders).map((name) => `${path} order ${name}`),
    )
    expect([...keys]).to.include.members([...facets, ...orders, 'products order relevance'])
  })
})
