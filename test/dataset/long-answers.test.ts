/** Long answers of an index let the event loop go on. */

import { expect } from 'chai'
import { join } from 'node:path'
import { ownTask } from '../../src/admission/task.ts'
import { openIndex, type OpenIndex } from '../../src/dataset/open-index.ts'
import { readManifest } from '../../src/load/write/manifest.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sources } from '../support/generated.ts'
import { preparedGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { turnsDuring } from '../support/turns.ts'

/** As many IRIs as a filter of millions of records finds. */
const IRIS = 1_000_000

describe('the positions of what a filter finds', () => {
  const type = model.typeAt('products') as EntityType
  let opened: OpenIndex
  before(async () => {
    const { path, base } = sources.demo
    const graph = await preparedGraph([path], { model, base })
    opened = openIndex(join(graph, readManifest(graph).files.index.file), { model, base })
  })
  after(() => opened.close())

  it('are looked up in several turns of the event loop where there are many', async () => {
    const records = opened.index.records(type)
    const all = records.slice()
    const many = Array.from({ length: IRIS }, (_, i) => all[i % all.length] as string)
    expect(await turnsDuring(records.positionsOf(many, ownTask))).to.be.above(2)
    expect([...(await records.positionsOf(many, ownTask))]).to.deep.equal(all.map((_, i) => i))
  })
})
