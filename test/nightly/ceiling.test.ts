// A graph that the embedded store cannot hold ends with a message that says what to do, and exit code 1;
// preparing it works.

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import { temporaryFolder } from '../support/folders.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const BASE = 'https://example.org/graph/'
const RECORDS = 560_000
const NEEDED = 7e9

const long = 'long enough to matter '.repeat(25)

/** 19 quads, of which Oxigraph holds some 9 million at this length. */
const record = (i: number): string =>
  JSON.stringify({
    local_identifier: `p${i}`,
    entity_type: 'person',
    name: `Person ${i} ${long}`,
    given_name: `Given ${i} ${long}`,
    family_name: `Family ${i} ${long}`,
    identifiers: [1, 2, 3, 4].map((n) => ({ scheme: 'x', value: `${n}-${i}` })),
    affiliations: [{ role: `role ${i % 7}`, affiliation: `o${i % 1000}` }],
  })

describe('a graph that the embedded store cannot hold', function () {
  this.timeout(1_200_000)
  let folder = ''
  let records = ''
  before(async function () {
    if (freemem() < NEEDED) return this.skip()
    folder = temporaryFolder()
    records = join(folder, 'records.jsonl')
    const file = createWriteStream(records)
    for (let i = 0; i < RECORDS; i++) if (!file.write(`${record(i)}\n`)) await once(file, 'drain')
    file.end()
    await once(file, 'finish')
  })
  after(() => {
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const skeg = (...args: string[]): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 24,
      timeout: 500_000,
      env: { ...process.env, SKEG_PORT: '0' },
    })

  it('is prepared, and serving the prepared graph says how many quads there are and what to do', () => {
    const out = join(folder, 'graph')
    expect(skeg('load', records, '--base', BASE, '--out', out).status).to.equal(0)
    const { quads } = readManifest(out)
    expect(quads).to.be.greaterThan(9_500_000)
    const { status, stderr } = skeg('serve', out)
    expect(stderr).to.match(/^skeg: \S+graph has [\d,]+ quads: the embedded store is full/m)
    expect(stderr).to.match(/: it can use 4 GiB of memory, .* --store URL\n$/)
    expect(stderr).to.include(`has ${quads.toLocaleString('en')} quads`)
    expect(status).to.equal(1)
  })
})
