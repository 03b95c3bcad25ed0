// A server that hardly gets a processor: everything is answered all the same, and nothing is cut off.

import { expect } from 'chai'
import { routes } from '../../src/server/routes/routes.ts'
import { startServing, type Serving } from '../support/command.ts'

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
  let server: Serving
  let turns: NodeJS.Timeout | undefined
  before(async function () {
    if (process.platform === 'win32') return this.skip()
    const settings = ['--log', 'off', '--cache', '0', '--threads', '1', '--sparql', 'off']
    // By the clock: what the machine needs for an answer is not the matter here.
    server = await startServing([...settings, '--answer-timeout', '300'])
    // Until it is there, the main thread answers.
    await fetch(`${server.root}/search?q=data`)
    // As a container with a tenth of a processor.
    const turn = (): void => {
      server.child.kill('SIGCONT')
      setTimeout(() => server.child.kill('SIGSTOP'), TURN_MS)
    }
    turns = setInterval(turn, 10 * TURN_MS)
  })
  after(async () => {
    clearInterval(turns)
    server?.child.kill('SIGKILL')
    await server?.close()
  })

  it('answers all routes, and cuts off nothing', async () => {
    const wrong: string[] = []
    let answers = 0
    const end = performance.now() + BUSY_MS
    for (let i = 0; performance.now() < end; i++) {
      const target = targets[i % targets.length] as string
      await fetch(server.root + target)
        .then(async (response) => {
          await response.arrayBuffer()
          answers++
          if (response.status >= 500) wrong.push(`${target}: ${response.status}`)
        })
        .catch((error: unknown) => wrong.push(`${target}: ${String(error)}`))
    }
    expect(wrong).to.deep.equal([])
    expect(answers).to.be.above(0)
    expect(server.printed()).not.to.include('checkpoint')
  })
})
