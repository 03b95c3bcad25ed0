/** The SPARQL of every filter, which pages show, ends over the snapshot. */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import { WORDS_KEY } from '../../src/model/rows/word-filter.ts'
import { model } from '../support/model.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

describe('the SPARQL of filters', () => {
  it('ends for every key, with the example of its documentation, and for a dozen words', async function () {
    if (!hasSnapshot()) return this.skip()
    await using graph = (await openSnapshot()).graph
    const unanswered: string[] = []
    for (const type of model.types)
      for (const [key, value] of [
        ...model.filtersOf(type).all.map(({ key, row }) => [key, row.example] as const),
        [
          WORDS_KEY,
          'generalisable 3D scene reconstruction of deep learning from a single image in the wild',
        ] as const,
      ]) {
        const conditions = parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model)
        const { ids } = await graph.compile(type, conditions)
        await graph
          .select(ids)
          .catch((error: unknown) => unanswered.push(`${type.path} ${key}: ${String(error)}`))
      }
    expect(unanswered).to.deep.equal([])
  })
})
