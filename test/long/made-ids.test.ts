/** Ids that were made are read nowhere, in a graph of the real records of all sources. */

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isFullEffort } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { madeIdsRead } from '../support/made-ids.ts'
import { model } from '../support/model.ts'
import { serve } from '../support/server.ts'

const SOURCES = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))

describe('ids that were made, in the records of all sources', function () {
  this.timeout(600_000)
  const server = serve(
    async function () {
      if (!existsSync(SOURCES)) this.skip()
      return (await openGraph([SOURCES], { model, base: 'https://graph.example/' })).graph
    },
    { settings: { cache: 0, answerTimeout: 300 } },
  )

  it('are read on no page, in no citation, table or preview', async () => {
    expect(await madeIdsRead(server.graph, server.root, isFullEffort ? 25 : 400)).to.deep.equal([])
  })
})
