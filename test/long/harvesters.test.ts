// Harvesters of OAI-PMH that people use get every record once, while the graph is reloaded twenty times.

import { expect } from 'chai'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { prepareGraph } from '../../src/load/prepare.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { runProcess } from '../support/command.ts'
import { model } from '../support/model.ts'
import { hasSnapshot, preparedSnapshot } from '../support/snapshot.ts'
import { installPython, run } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

/** Records where the snapshot is absent, or the run is a short one. */
const RECORDS = 4000

/** Ends what hangs. The snapshot is to take a minute at most, which is printed and not asserted. */
const MAX_MS = 120_000
const RELOADS = 20

/** What all programs do with the identifiers that they get: print each, and now and then ask for a reload. */
const SHOW = `import sys
from urllib.request import urlopen
url, reload, every = sys.argv[1], sys.argv[2], int(sys.argv[3])
def show(records):
    for number, record in enumerate(records, 1):
        print(record.header.identifier)
        if number % every == 0: urlopen(reload)
`

/** Programs that print the identifiers of all records that they get. */
const programs: Readonly<Record<string, string>> = {
  sickle: `${SHOW}
from sickle import Sickle
show(Sickle(url).ListRecords(metadataPrefix='oai_dc'))`,
  'oaipmh-scythe': `${SHOW}
from oaipmh_scythe import Scythe
with Scythe(url) as s: show(s.list_records(metadata_prefix='oai_dc'))`,
}

const reloadsOf = async (url: string): Promise<number> =>
  Number(
    /^skeg_reloads_total\{outcome="swapped"\} (\d+)$/m.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1],
  )

describe('harvesters of OAI-PMH', function () {
  this.timeout(900_000)
  const folder = temporaryFolder()
  const tools = throughout(() => installPython('sickle==0.7.0', 'oaipmh-scythe==0.16.0'))
  let graph: string
  before(async function () {
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
        let reloads = 0
        // The harvest goes on while the graph is reloaded; the next reload begins when the last one has ended.
        const reloader = createServer(async (_, response) => {
          await until(async () => (await reloadsOf(url)) >= reloads)
          reloads++
          kill('SIGHUP')
          response.end()
        }).listen(0, '127.0.0.1')
        await once(reloader, 'listening')
        const { port } = reloader.address() as AddressInfo
        const every = Math.floor(records / RELOADS)
        const { code, output } = await run(
          join(tools.bin, 'python'),
          ['-c', program, `${url}/oai`, `http://127.0.0.1:${port}/`, `${every}`],
          { cwd: folder, timeoutMs: MAX_MS },
        ).finally(() => reloader.close())
        console.log(`      ${name}: ${records} records, ${Math.round(performance.now() - start)} ms`)
        expect(code, output.slice(-500)).to.equal(0)
        expect(reloads).to.equal(RELOADS)
        const found = output.trim().split('\n')
        expect([found.length, new Set(found).size]).to.deep.equal([records, records])
      }
    })
})
