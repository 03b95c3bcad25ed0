/** Ids that were made are read nowhere, in a graph of the real records of all sources. */

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { isFullEffort } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { madeIdsRead } from '../support/made-ids.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SOURCES = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))

describe('ids that were made, in the records of all sources', function () {
  this.timeout(600_000)
  let graph: Graph
  let server: TestServer
  before(async function () {
    if (!existsSync(SOURCES)) this.skip()
    graph = (await openGraph([SOURCES], { model, base: 'https://graph.example/' })).graph
    server = await startServer(graph, { settings: { cache: 0, answerTimeout: 300 } })
  })
  after(async () => {
    await server?.close()
    await graph?.close()
  })

  it('are read on no page, in no citation, table or preview', async () => {
    expect(await madeIdsRead(graph, server.root, isFullEffort ? 25 : 400)).to.deep.equal([])
  })
})
