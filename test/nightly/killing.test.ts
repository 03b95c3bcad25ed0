// kill -9 at any moment of a load leaves the prepared graph that was there, or the new one, and either opens.

import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST, readManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const BASE = 'https://example.org/graph/'
const RECORDS = 30_000
const TIMES = 40

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

describe('a load that is killed', function () {
  this.timeout(1_200_000)
  const folder = temporaryFolder()

  for (const onto of [false, true])
    it(`${TIMES} times leaves the old graph or the new one${onto ? ', where it loads onto the old one' : ''}`, () =>
      killLoads(onto))

  /** @param onto whether the old graph is one of the inputs */
  async function killLoads(onto: boolean): Promise<void> {
    rmSync(join(folder, 'graph'), { recursive: true, force: true })
    const [out, saved] = [join(folder, 'graph'), join(folder, 'saved')]
    const [first, count] = onto ? [RECORDS / 3, RECORDS / 10] : [50, RECORDS]
    const firstNew = onto ? first - count / 2 : 0
    for (const [name, from, to] of [
      ['old', 0, first],
      ['new', firstNew, firstNew + count],
    ] as const) {
      const persons = Array.from({ length: to - from }, (_, i) => person(from + i, name))
      writeFileSync(join(folder, `${name}.jsonl`), persons.join('\n'))
    }
    /**
     * Runs a load; ends it after so many milliseconds. @returns how long it took, and whether it was killed
     */
    async function load(name: string, killAfter?: number): Promise<{ ms: number; killed: boolean }> {
      const start = performance.now()
      const child = spawn(
        process.execPath,
        [
          ...[main, 'load', ...(onto && name === 'new' ? [out] : [])],
          ...[join(folder, `${name}.jsonl`), '--base', BASE, '--out', out],
        ],
        { stdio: 'ignore' },
      )
      const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      clearTimeout(timer)
      expect(code === 0 || signal === 'SIGKILL', `${code} ${signal}`).to.equal(true)
      return { ms: performance.now() - start, killed: signal === 'SIGKILL' }
    }

    await load('old')
    const old = readManifest(out).hash
    rmSync(saved, { recursive: true, force: true })
    cpSync(out, saved, { recursive: true })
    let { ms } = await load('new')
    const fresh = readManifest(out).hash
    const seen = { old: 0, new: 0, killed: 0 }
    for (let i = 0; seen.killed < TIMES; i++) {
      rmSync(out, { recursive: true })
      cpSync(saved, out, { recursive: true })
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
      `      killed ${TIMES} of ${seen.old + seen.new} loads of ${Math.round(ms)} ms: ${seen.old} times ` +
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
