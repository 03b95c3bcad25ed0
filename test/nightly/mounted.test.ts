// A load writes into a directory that is a mount point, as volumes of containers are, or on another file
// system than the temporary folder; killed at any moment, it leaves the old graph or the new one there.

import { expect } from 'chai'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST, readManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const BASE = 'https://example.org/graph/'
const [OLD, NEW] = [50, 20_000]
const KILLS = 8

const person = (i: number): string =>
  JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name: `Person ${i}` })

/** A folder in memory, on a file system of its own; undefined where there is none. */
function sharedMemory(): string | undefined {
  const own = statSync(tmpdir()).dev
  return statSync('/dev/shm', { throwIfNoEntry: false })?.dev !== own ? '/dev/shm' : undefined
}

describe('a load onto another file system', function () {
  this.timeout(1_200_000)
  let folder = ''
  before(() => {
    folder = temporaryFolder()
    for (const [name, count] of [
      ['old', OLD],
      ['new', NEW],
    ] as const)
      writeFileSync(
        join(folder, `${name}.jsonl`),
        Array.from({ length: count }, (_, i) => person(i)).join('\n'),
      )
  })
  async function load(name: string, out: string, killAfterMs?: number): Promise<number | string | null> {
    const child = spawn(
      process.execPath,
      [main, 'load', join(folder, `${name}.jsonl`), '--base', BASE, '--out', out, '--replace'],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    clearTimeout(timer)
    return code ?? signal
  }

  /** Loads, opens and kills there. */
  async function tryAt(out: string): Promise<void> {
    expect(await load('old', out)).to.equal(0)
    const old = readManifest(out).hash
    const start = performance.now()
    expect(await load('new', out)).to.equal(0)
    let ms = performance.now() - start
    const fresh = readManifest(out).hash
    expect(fresh).not.to.equal(old)
    for (let killed = 0; killed < KILLS;) {
      expect(await load('old', out)).to.equal(0)
      const start = performance.now()
      if ((await load('new', out, ms * (0.3 + (0.7 * killed) / KILLS))) === 'SIGKILL') killed++
      else ms = Math.min(ms, performance.now() - start)
      const { hash } = readManifest(out)
      expect([old, fresh]).to.include(hash)
      const { graph } = await openGraph([out], { model })
      expect(graph.count(model.typeNamed('person') as never)).to.equal(hash === old ? OLD : NEW)
      await graph.close()
    }
    expect(await load('new', out)).to.equal(0)
    expect(readdirSync(out).sort()).to.deep.equal(
      [MANIFEST, ...Object.values(readManifest(out).files).map(({ file }) => file)].sort(),
    )
  }

  it('writes into a mount point', async function () {
    const mounted = join(folder, 'mounted')
    mkdirSync(mounted)
    const { status, stderr, error } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', 'size=200m', 'skeg', mounted],
      {
        encoding: 'utf8',
      },
    )
    if (status !== 0) {
      console.log(`      skipped: nothing can be mounted here: ${error?.message ?? stderr.trim()}`)
      this.skip()
    }
    try {
      await tryAt(mounted)
    } finally {
      spawnSync('umount', [mounted])
    }
  })

  it('writes into a folder of another file system than the temporary one', async function () {
    const memory = sharedMemory()
    if (memory === undefined) {
      console.log('      skipped: there is no second file system at /dev/shm')
      this.skip()
    }
    const place = mkdtempSync(join(memory, 'skeg-'))
    try {
      await tryAt(join(place, 'graph'))
    } finally {
      rmSync(place, { recursive: true })
    }
  })
})
