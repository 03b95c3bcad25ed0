/** A graph is warmed up once, by however many at a time: two applications may serve one graph. */

import { expect } from 'chai'
import { fileURLToPath } from 'node:url'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Graph } from '../../src/store/graph.ts'
import { model } from '../support/model.ts'
import { openGraphOf } from '../support/server.ts'

const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))

const type = model.types[0] as EntityType
const filter = model.filtersOf(type).find('cf.search.title')!
const find = async (graph: Graph, value: string): Promise<readonly string[]> =>
  (await graph.search(type, [{ key: filter.key, filter, value }])).slice()

describe('warming up', () => {
  let graph: Graph
  beforeEach(async () => {
    graph = await openGraphOf([DEMO])
  })
  afterEach(() => graph.close())

  it('that overlaps finds what it found before', async () => {
    const before = await find(graph, 'open')
    await Promise.all([graph.warmUp(), graph.warmUp(), graph.warmUp()])
    expect(before.length).to.be.above(0)
    // Another text, since lists are cached.
    expect(await find(graph, 'pen')).to.include.members([...before])
  })

  it('lets searches find meanwhile what they find without it', async () => {
    const texts = ['open', 'data', 'e', 'the', 'a b', 'zzz']
    const without = await Promise.all(texts.map((text) => find(graph, text)))
    const other = await openGraphOf([DEMO])
    const warming = other.warmUp()
    const meanwhile = await Promise.all(texts.map((text) => find(other, text)))
    await warming
    await other.close()
    expect(meanwhile).to.deep.equal(without)
    expect(meanwhile.flat().length).to.be.above(0)
  })
})
