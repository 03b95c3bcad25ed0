// A server whose graph is replaced ten times under load, as a process: no request fails or mixes two graphs,
// and memory comes back.

import { expect } from 'chai'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const RELOADS = 10
const RATE = 50

/** Requests at once; a machine that does not keep up has fewer in a second. */
const MOST = 20
const PERSONS = 5_000

describe('a server that is reloaded', function () {
  this.timeout(900_000)
  let folder: string
  let server: ChildProcess
  let stderr = ''
  let url = ''
  const at = (name: string): string => join(folder, name)
  const load = (version: string): void => {
    expect(
      spawnSync(process.execPath, [
        main,
        'load',
        at(`${version}.jsonl`),
        '--base',
        'https://example.org/',
        '--out',
        at('graph'),
        '--replace',
        '--effective-in',
        '0',
      ]).status,
    ).to.equal(0)
  }
  const reloads = async (outcome: string): Promise<number> =>
    Number(
      new RegExp(`^skeg_reloads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1],
    )
  const megabytes = (): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000

  before(async function () {
    try {
      readFileSync('/proc/self/status')
    } catch {
      this.skip()
    }
    folder = temporaryFolder()
    for (const version of ['a', 'b']) {
      writeFileSync(
        at(`${version}.jsonl`),
        Array.from({ length: PERSONS }, (_, i) =>
          JSON.stringify({
            local_identifier: `p${i}`,
            entity_type: 'person',
            name: `person ${i} of version ${version}`,
            affiliations: [
              {
                affiliation: {
                  local_identifier: 'o',
                  entity_type: 'organisation',
                  name: `house of version ${version}`,
                },
              },
            ],
          }),
        ).join('\n'),
      )
    }
    load('a')
    const { SKEG_PORT: _, ...env } = process.env
    server = spawn(process.execPath, [main, 'serve', at('graph'), '--port', '0', '--log', 'off'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => {
        stderr += chunk.toString()
      })
    await until(() => {
      url = / at (http\S+)\n/.exec(stderr)?.[1] ?? ''
      return url !== ''
    })
  })
  after(async () => {
    server?.kill('SIGTERM')
    if (server?.exitCode === null) await once(server, 'exit')
    if (folder) rmSync(folder, { recursive: true })
  })

  it(`answers ${RATE} requests a second through ${RELOADS} reloads, and gives the memory back`, async () => {
    const query = encodeURIComponent('SELECT ?name { ?p <http://xmlns.com/foaf/0.1/name> ?name } LIMIT 5')
    const paths = [
      '/skg-if/api/persons?page_size=50',
      '/skg-if/api/persons/p7',
      '/skg-if/api/persons?filter=cf.search.name:version&page=20',
      '/skg-if/api/organisations',
      `/sparql?query=${query}`,
    ]
    const wrong: string[] = []
    const requests: Promise<void>[] = []
    let running = 0
    const ask = async (path: string): Promise<void> => {
      running++
      const answer = await fetch(url + path)
      const versions = new Set(
        [...(await answer.text()).matchAll(/of version (\w)/g)].map(([, version]) => version),
      )
      if (answer.status !== 200 || versions.size !== 1)
        wrong.push(`${path}: ${answer.status}, versions ${[...versions].join(' and ')}`)
      running--
    }
    await until(async () => (await fetch(`${url}${paths.at(-1)}`)).status === 200)
    const traffic = setInterval(() => {
      if (running < MOST) requests.push(ask(paths[requests.length % paths.length] as string))
    }, 1000 / RATE)
    const levels: number[] = []
    for (let i = 1; i <= RELOADS; i++) {
      load(i % 2 === 0 ? 'a' : 'b')
      server.kill('SIGHUP')
      await until(async () => (await reloads('swapped')) === i)
      // The old graph is closed when its requests have ended.
      await wait(1000)
      levels.push(megabytes())
    }
    clearInterval(traffic)
    await Promise.all(requests)
    console.log(
      `      ${requests.length} requests; resident after each reload: ` +
        `${levels.map((level) => level.toFixed(0)).join(' ')} MB`,
    )
    expect(wrong).to.deep.equal([])
    expect(await reloads('failed')).to.equal(0)
    expect(Math.max(...levels.slice(-3))).to.be.below(1.3 * Math.max(...levels.slice(0, 3)))
  })

  it('keeps the old graph where the new one is damaged, and logs why', async () => {
    const quads = readdirSync(at('graph')).find((name) => name.endsWith('.nq.gz')) as string
    truncateSync(join(at('graph'), quads), 100)
    server.kill('SIGHUP')
    await until(async () => (await reloads('failed')) === 1)
    await until(() => /cannot be used: its file \S+ has 100 bytes instead of/.test(stderr))
    expect(await (await fetch(`${url}/skg-if/api/persons/p7`)).text()).to.include('of version a')
  })
})
