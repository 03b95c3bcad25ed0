/** A graph learns once, however many ask it to at a time: two applications may serve one graph. */

import { expect } from 'chai'
import { fileURLToPath } from 'node:url'
import type { EntityType } from '../../src/model/row.ts'
import { model } from '../support/model.ts'
import { openGraphOf } from '../support/server.ts'

const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

describe('learning', () => {
  it('that overlaps finds what it found before', async () => {
    const graph = await openGraphOf([DEMO])
    try {
      const type = model.types[0] as EntityType
      const filter = model.filtersOf(type).find('cf.search.title')!
      const find = async (value: string): Promise<readonly string[]> => (await graph.search(type, [{ key: filter.key, filter, value }])).slice()
      const before = await find('open')
      await Promise.all([graph.learn(), graph.learn(), graph.learn()])
      expect(before.length).to.be.above(0)
      // Another spelling, as lists are kept.
      expect(await find('pen')).to.include.members([...before])
    } finally {
      await graph.close()
    }
  })
})
