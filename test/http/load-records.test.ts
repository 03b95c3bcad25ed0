/** The records of a page are read until its task ends. */

import { expect } from 'chai'
import { openTask } from '../support/tasks.ts'
import { neutralAbout } from '../../src/config/about.ts'
import { createContextProvider, withTask } from '../../src/api/graph-context.ts'
import { loadRecords } from '../../src/api/representation/records.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { withDefaults } from '../../src/config/settings.ts'
import { model } from '../support/model.ts'
import { demoServer } from '../support/shared.ts'

const KEYS = 50_000

const { graph } = await demoServer()

describe('the records of a page', () => {
  const type = model.typeAt('products') as EntityType
  const site = { root: 'http://localhost', about: () => neutralAbout, has: () => true }
  const context = createContextProvider(() => graph, site, withDefaults())()

  it('are read no further when the time of the task is over', async () => {
    const iris = graph.list(type, 0, Infinity)
    const keys = Array.from({ length: KEYS }, (_, i) => ({ iri: iris[i % iris.length] as string, type }))
    const { task, close } = openTask({ client: '', timeout: 0.01 })
    const fault: unknown = await loadRecords(withTask(context, task), keys).catch((error: unknown) => error)
    close()
    expect(fault).to.include({ code: 'busy' })
    expect(await loadRecords(context, keys.slice(0, 100))).to.have.length(100)
  })
})
