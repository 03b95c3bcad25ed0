// kill -9 at any moment of a load leaves the prepared graph that was there, or the new one, and either opens: also in a
// directory that is a mount point, as volumes of containers are, and on another file system than the temporary folder.

import { expect } from 'chai'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MANIFEST, readManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { model } from '../support/model.ts'
import { PROGRAM } from '../support/command.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/graph/'
const RECORDS = 30_000
const TIMES = 40
const ELSEWHERE = 8

/** Half of the moments anywhere, half in the last part, where files take their places. */
const momentOf = (i: number): number => (i % 2 === 0 ? Math.random() : 0.8 + 0.25 * Math.random())

const person = (i: number, load: string): string =>
  JSON.stringify({
    local_identifier: `p${i}`,
    entity_type: 'person',
    name: `Person ${i} of the ${load} load`,
    identifiers: [{ scheme: 'x', value: String(i) }],
    affiliations: [
      {
        affiliation: {
          local_identifier: `o${i % 5000}`,
          entity_type: 'organisation',
          name: `House ${i % 5000}`,
        },
      },
    ],
  })

/** A folder in memory, on a file system of its own; undefined where there is none. */
function sharedMemory(): string | undefined {
  const own = statSync(tmpdir()).dev
  return statSync('/dev/shm', { throwIfNoEntry: false })?.dev !== own ? '/dev/shm' : undefined
}

describe('a load that is killed', function () {
  this.timeout(1_200_000)
  const folder = temporaryFolder()

  for (const onto of [false, true])
    it(`leaves the old graph or the new one${onto ? ', where it loads onto the old one' : ''}`, () =>
      killLoads(join(folder, 'graph'), TIMES, onto))

  it('leaves the old graph or the new one in a mount point', async function () {
    const mounted = join(folder, 'mounted')
    mkdirSync(mounted)
    const mount = ['-t', 'tmpfs', '-o', 'size=200m', 'skeg', mounted]
    const { status, stderr, error } = spawnSync('mount', mount, { encoding: 'utf8' })
    if (status !== 0) {
      console.log(`      skipped: nothing can be mounted here: ${error?.message ?? stderr.trim()}`)
      this.skip()
    }
    await killLoads(mounted, ELSEWHERE).finally(() => spawnSync('umount', [mounted]))
  })

  it('leaves the old graph or the new one on another file system than the temporary one', async function () {
    const memory = sharedMemory()
    if (memory === undefined) {
      console.log('      skipped: there is no second file system at /dev/shm')
      this.skip()
    }
    const place = mkdtempSync(join(memory, 'skeg-'))
    await killLoads(join(place, 'graph'), ELSEWHERE).finally(() => rmSync(place, { recursive: true }))
  })

  /** @param onto whether the old graph is one of the inputs */
  async function killLoads(out: string, times: number, onto = false): Promise<void> {
    const [first, count] = onto ? [RECORDS / 3, RECORDS / 10] : [50, RECORDS]
    const firstNew = onto ? first - count / 2 : 0
    for (const [name, from, to] of [
      ['old', 0, first],
      ['new', firstNew, firstNew + count],
    ] as const) {
      const persons = Array.from({ length: to - from }, (_, i) => person(from + i, name))
      writeFileSync(join(folder, `${name}.jsonl`), persons.join('\n'))
    }
    /** Runs a load; ends it after so many milliseconds. @returns how long it took, and whether it was killed */
    async function load(name: string, killAfter?: number): Promise<{ ms: number; killed: boolean }> {
      const start = performance.now()
      const inputs = [...(onto && name === 'new' ? [out] : []), join(folder, `${name}.jsonl`)]
      const words = [...inputs, '--base', BASE, '--out', out]
      const child = spawn(process.execPath, [PROGRAM, 'load', ...words], { stdio: 'ignore' })
      const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      clearTimeout(timer)
      expect(code === 0 || signal === 'SIGKILL', `${code} ${signal}`).to.equal(true)
      return { ms: performance.now() - start, killed: signal === 'SIGKILL' }
    }
    /** As the old graph was; what is a mount point stays. */
    const restore = (): void => {
      for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true })
      cpSync(saved, out, { recursive: true })
    }

    const saved = join(folder, 'saved')
    rmSync(join(folder, 'graph'), { recursive: true, force: true })
    rmSync(saved, { recursive: true, force: true })
    await load('old')
    const old = readManifest(out).hash
    cpSync(out, saved, { recursive: true })
    let { ms } = await load('new')
    const fresh = readManifest(out).hash
    expect(fresh).not.to.equal(old)
    const seen = { old: 0, new: 0, killed: 0 }
    for (let i = 0; seen.killed < times; i++) {
      restore()
      const { killed, ms: elapsedMs } = await load('new', momentOf(i) * ms)
      // One that was done before may have been faster than the first.
      if (!killed) ms = Math.min(ms, elapsedMs)
      const { hash } = readManifest(out)
      expect([old, fresh]).to.include(hash)
      const { graph } = await openGraph([out], { model })
      expect(graph.count(model.typeNamed('person') as never)).to.equal(
        hash === old ? first : firstNew + count,
      )
      await graph.close()
      seen[hash === old ? 'old' : 'new']++
      if (killed) seen.killed++
    }
    console.log(
      `      killed ${times} of ${seen.old + seen.new} loads of ${Math.round(ms)} ms: ${seen.old} times ` +
        `the old graph, ${seen.new} times the new one`,
    )
    await load('new')
    expect(readManifest(out).hash).to.equal(fresh)
    expect(readdirSync(out).sort()).to.deep.equal(
      [MANIFEST, ...Object.values(readManifest(out).files).map(({ file }) => file)].sort(),
    )
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).to.deep.equal([])
  }
})
