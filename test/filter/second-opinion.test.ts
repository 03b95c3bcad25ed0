/**
 * The plain evaluator agrees with SPARQL on random condition lists: a slice; test/nightly does the rest, on the
 * whole snapshot.
 */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { runs } from '../support/effort.ts'
import { hasSnapshot, sources, writeGenerated } from '../support/generated.ts'
import { compare, openOpinion, type Opinion } from '../support/second-opinion.ts'
import { model } from '../support/model.ts'

describe('a second opinion on filters', function () {
  async function agrees(opinion: Opinion, count: number): Promise<void> {
    try {
      const { differences, lists, found, keys } = await compare(opinion, count, 11)
      expect(differences.join('\n')).to.equal('')
      expect(lists).to.be.at.least(count)
      expect(found, 'lists that find something').to.be.above(lists / 4)
      const all = model.types.flatMap((type) =>
        model.filtersOf(type).keys.map((key) => `${type.path} ${key}`),
      )
      expect([...keys]).to.include.members(all)
    } finally {
      await opinion.graph.close()
    }
  }

  it('agrees on a generated set over the demo graph', async () => {
    const source = await writeGenerated(sources.demo, { seed: 2, grants: 300, services: 60, citations: 200 })
    const opinion = await openOpinion(source)
    rmSync(dirname(source.path), { recursive: true })
    await agrees(opinion, runs(600))
  })

  it('agrees on a generated set over a part of the snapshot', async function () {
    if (!hasSnapshot) this.skip()
    const source = await writeGenerated(sources.snapshot, {
      seed: 3,
      oneIn: 15,
      grants: 400,
      services: 100,
      citations: 5000,
    })
    const opinion = await openOpinion(source)
    rmSync(dirname(source.path), { recursive: true })
    await agrees(opinion, runs(300))
  })
})
