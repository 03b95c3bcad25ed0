// Harvesters of OAI-PMH that people use get every record once, while the graph is reloaded twenty times.

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareGraph } from '../../src/load/prepare.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { runProcess } from '../support/command.ts'
import { model } from '../support/model.ts'
import { hasSnapshot, preparedSnapshot } from '../support/snapshot.ts'
import { installPython, run, type Tools } from '../support/tools.ts'
import { until } from '../support/until.ts'

/** Records where the snapshot is absent, or the run is a short one. */
const RECORDS = 4000

/** Ends what hangs. The snapshot is to take a minute at most, which is printed and not asserted. */
const MAX_MS = 120_000
const RELOADS = 20

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

const reloadsOf = async (url: string): Promise<number> =>
  Number(
    /^skeg_reloads_total\{outcome="swapped"\} (\d+)$/m.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1],
  )

describe('harvesters of OAI-PMH', function () {
  this.timeout(900_000)
  let folder: string
  let tools: Tools | undefined
  let graph: string
  before(async function () {
    tools = await installPython('sickle==0.7.0', 'oaipmh-scythe==0.16.0')
    if (!tools) return this.skip()
    folder = mkdtempSync(join(tmpdir(), 'skeg-harvesters-'))
    if (hasSnapshot()) {
      graph = await preparedSnapshot()
      return
    }
    graph = join(folder, 'graph')
    const records = Array.from({ length: RECORDS }, (_, i) =>
      JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: `Person ${i}` }),
    )
    writeFileSync(join(folder, 'records.jsonl'), records.join('\n'))
    await prepareGraph([join(folder, 'records.jsonl')], { model, base: 'https://example.org/', out: graph })
  })
  after(() => {
    tools?.remove()
    if (folder) rmSync(folder, { recursive: true })
  })
  for (const [name, program] of Object.entries(programs))
    it(`get every record once: ${name}`, async () => {
      const records = Object.values(readManifest(graph).records).reduce((sum, count) => sum + count, 0)
      const settings = ['--port', '0', '--sparql', 'off', '--log', 'off']
      await runProcess(['serve', graph, ...settings], async (url, kill) => {
        try {
          await harvestOver(url, kill)
        } finally {
          kill('SIGTERM')
        }
      })

      async function harvestOver(url: string, kill: (signal: NodeJS.Signals) => void): Promise<void> {
        const start = performance.now()
        let isRunning = true
        const harvest = run(join(tools?.bin ?? '', 'python'), ['-c', program, `${url}/oai`], {
          cwd: folder,
          timeoutMs: MAX_MS,
        }).finally(() => (isRunning = false))
        // The small set has been harvested before the last of them.
        for (let reloads = 0; isRunning || reloads < RELOADS; reloads++) {
          kill('SIGHUP')
          await until(async () => (await reloadsOf(url)) > reloads)
          await wait(hasSnapshot() ? 500 : 0)
          if (!isRunning && hasSnapshot()) expect(reloads, 'reloads while it ran').to.be.at.least(RELOADS)
        }
        const { code, output } = await harvest
        console.log(`      ${name}: ${records} records, ${Math.round(performance.now() - start)} ms`)
        expect(code, output.slice(-500)).to.equal(0)
        const found = output.trim().split('\n')
        expect([found.length, new Set(found).size]).to.deep.equal([records, records])
      }
    })
})
