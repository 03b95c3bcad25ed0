/** Long answers of an index end with their task. */

import { expect } from 'chai'
import { ownTask } from '../../src/admission/task.ts'
import { openTask } from '../support/tasks.ts'
import { openIndex } from '../../src/search-index/open-index.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sources } from '../support/generated.ts'
import { preparedGraph } from '../support/graphs.ts'
import { indexFiles } from '../support/index-files.ts'
import { model } from '../support/model.ts'
import { throughout } from '../support/closing.ts'

/** As many IRIs as a filter of millions of records finds. */
const IRIS = 1_000_000

describe('the positions of what a filter finds', () => {
  const type = model.typeAt('products') as EntityType
  const opened = throughout(async () => {
    const { path, base } = sources.demo
    const graph = await preparedGraph([path], { model, base })
    return openIndex(indexFiles(graph), { model, base })
  })

  it('are looked up no further when the time of the task is over', async () => {
    const records = opened.index.records(type)
    const all = records.slice()
    const many = Array.from({ length: IRIS }, (_, i) => all[i % all.length] as string)
    // Nothing waits: the timer of the task has no turn.
    const { task, close } = openTask({ client: '', timeout: 0.01 })
    const fault: unknown = await records.positionsOf(many, task).catch((error: unknown) => error)
    close()
    expect(fault).to.include({ code: 'busy' })
    expect([...(await records.positionsOf(many, ownTask))]).to.deep.equal(all.map((_, i) => i))
  })
})
