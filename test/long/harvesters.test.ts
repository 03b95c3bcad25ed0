// Harvesters of OAI-PMH that people use get every record once, while the graph is reloaded.

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import type { Graph } from '../../src/query/graph.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { installPython, run, type Tools } from '../support/tools.ts'

const RECORDS = 4000

/** Programs that print the identifiers of all records that they get. */
const programs: Readonly<Record<string, string>> = {
  sickle: `import sys
from sickle import Sickle
for r in Sickle(sys.argv[1]).ListRecords(metadataPrefix='oai_dc'): print(r.header.identifier)`,
  'oaipmh-scythe': `import sys
from oaipmh_scythe import Scythe
with Scythe(sys.argv[1]) as s:
    for r in s.list_records(metadata_prefix='oai_dc'): print(r.header.identifier)`,
}

describe('harvesters of OAI-PMH', function () {
  this.timeout(300_000)
  let folder: string
  let tools: Tools | undefined
  let server: TestServer
  let graph: Graph
  const out = (): string => join(folder, 'graph')
  const open = async (): Promise<Graph> =>
    (await openGraph([out()], { model, atOnce: true, startsOnDemand: true })).graph
  before(async function () {
    tools = await installPython('sickle==0.7.0', 'oaipmh-scythe==0.16.0')
    if (!tools) return this.skip()
    folder = mkdtempSync(join(tmpdir(), 'skeg-harvesters-'))
    const records = Array.from({ length: RECORDS }, (_, i) =>
      JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: `Person ${i}` }),
    )
    writeFileSync(join(folder, 'records.jsonl'), records.join('\n'))
    const options = { model, base: 'https://example.org/', out: out() }
    await prepareGraph([join(folder, 'records.jsonl')], options)
    graph = await open()
    server = await startServer(() => graph)
  })
  after(async () => {
    await server?.close()
    await graph?.close()
    tools?.remove()
    if (folder) rmSync(folder, { recursive: true })
  })
  for (const [name, program] of Object.entries(programs))
    it(`get every record once: ${name}`, async () => {
      let isRunning = true
      const harvest = run(
        join(tools?.bin ?? '', 'python'),
        ['-c', program, `http://127.0.0.1:${server.port}/oai`],
        {
          cwd: folder,
          timeoutMs: 120_000,
        },
      ).finally(() => (isRunning = false))
      const old: Graph[] = []
      while (isRunning) {
        old.push(graph)
        await prepareGraph([out()], { model, base: 'https://example.org/', out: out() })
        graph = await open()
      }
      const { code, output } = await harvest
      await Promise.all(old.map((one) => one.close()))
      expect(code, output.slice(-500)).to.equal(0)
      const found = output.trim().split('\n')
      expect([found.length, new Set(found).size]).to.deep.equal([RECORDS, RECORDS])
    })
})
