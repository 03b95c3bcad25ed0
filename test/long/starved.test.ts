// A server that hardly gets a processor: everything is answered all the same, and nothing is cut off.

import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { routes } from '../../src/server/routes/routes.ts'
import { until } from '../support/until.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** Milliseconds for which the server goes on, before it is stopped for nine times as long. */
const TURN_MS = 30

/** How long that is so, in milliseconds. */
const BUSY_MS = 60_000

/** What stands in the paths of routes. */
const NAMES: Readonly<Record<string, string>> = {
  collection: 'products',
  local_identifier: 'product-numpy-paper',
  suffix: 'product-numpy-paper',
  what: 'entity',
  file: 'products-1',
}

const FORMS: Readonly<Record<string, readonly string[]>> = {
  '/skg-if/api/{collection}': ['format=html', 'format=rdfxml', 'filter=contributions.by.given_name:Heather'],
  '/skg-if/api/{collection}/{local_identifier}': ['format=html', 'format=turtle'],
  '/download/{collection}': ['format=csv', 'format=parquet', 'format=bibtex'],
}

const fill = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? 'none')

/** Those first that take most. */
const targets = [
  '/skg-if-openapi.yaml',
  ...Object.entries(FORMS).flatMap(([path, forms]) => forms.map((form) => `${fill(path)}?${form}`)),
  ...routes.map(({ path }) => fill(path)).filter((path) => path !== '/mcp' && path !== '/sparql'),
]

describe('a server that has a tenth of a processor', function () {
  this.timeout(300_000)
  let server: ChildProcess
  let turns: NodeJS.Timeout | undefined
  let printed = ''
  let url = ''
  before(async function () {
    if (process.platform === 'win32') return this.skip()
    const { SKEG_PORT: _, ...env } = process.env
    const settings = ['--port', '0', '--log', 'off', '--cache', '0', '--threads', '1', '--sparql', 'off']
    // By the clock: what the machine needs for an answer is not the matter here.
    settings.push('--answer-timeout', '300')
    server = spawn(process.execPath, [main, 'serve', ...settings], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await until(() => (url = / at (http\S+)\n/.exec(printed)?.[1] ?? '') !== '')
    // Until it is there, the main thread answers.
    await fetch(`${url}/search?q=data`)
    // As a container with a tenth of a processor.
    const turn = (): void => {
      server.kill('SIGCONT')
      setTimeout(() => server.kill('SIGSTOP'), TURN_MS)
    }
    turns = setInterval(turn, 10 * TURN_MS)
  })
  after(async () => {
    clearInterval(turns)
    server?.kill('SIGKILL')
    if (server?.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })

  it('answers all routes, and cuts off nothing', async () => {
    const wrong: string[] = []
    let answers = 0
    const end = performance.now() + BUSY_MS
    for (let i = 0; performance.now() < end; i++) {
      const target = targets[i % targets.length] as string
      await fetch(url + target)
        .then(async (response) => {
          await response.arrayBuffer()
          answers++
          if (response.status >= 500) wrong.push(`${target}: ${response.status}`)
        })
        .catch((error: unknown) => wrong.push(`${target}: ${String(error)}`))
    }
    expect(wrong).to.deep.equal([])
    expect(answers).to.be.above(0)
    expect(printed).not.to.include('checkpoint')
  })
})
