/** Trifid, started by npx: it is no dependency. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/port.ts'
import type { Server } from './servers.ts'
import type { BenchSet } from './sets.ts'

/** The last version that runs on Node 20. */
export const TRIFID = 'trifid@5.3.0'

/** Milliseconds in which a server by npx has to answer: it is installed, and reads the graph. */
const START_TIMEOUT_MS = 600_000
const POLL_INTERVAL_MS = 1000

/** Trifid ends itself where it has not read the graph within 30 s, which a busy machine may take. */
const TRIFID_ATTEMPTS = 3

/** Characters of what a server printed that are shown where it does not start. */
const SHOWN = 2000

const ASK = `query=${encodeURIComponent('ASK { ?s ?p ?o }')}`

/**
 * Starts a command of a package. @throws Error that shows what it printed, if it does not answer SPARQL at the path
 * in time
 */
async function startByNpx(
  name: string,
  port: number,
  path: string,
  command: readonly string[],
): Promise<Server> {
  const child = spawn('npx', ['--yes', '--package', name, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-SHOWN)
    })
  const root = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    if (child.exitCode !== null) return
    process.kill(-(child.pid as number), 'SIGKILL')
    await once(child, 'exit')
  }
  const end = performance.now() + START_TIMEOUT_MS
  while (performance.now() < end && child.exitCode === null) {
    const isReady = await fetch(`${root}${path}?${ASK}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { root, pid: child.pid as number, close }
    await wait(POLL_INTERVAL_MS)
  }
  const reason = child.exitCode === null ? 'does not answer' : `has ended with ${child.exitCode}`
  await close()
  throw new Error(`${name} ${reason}; it printed:\n${printed}`)
}

const trifidConfig = (port: number, base: string, quads: string): string =>
  JSON.stringify({
    server: { listener: { port, host: '127.0.0.1' }, logLevel: 'warn' },
    globals: { datasetBaseUrl: base, endpoints: { default: { url: '/query' } } },
    plugins: {
      'entity-renderer': { module: '@zazuko/trifid-entity-renderer' },
      'fetch-handler': {
        module: 'trifid-handler-fetch',
        paths: '/query',
        config: { url: quads, contentType: 'application/n-quads' },
      },
    },
  })

/**
 * Trifid with the quads of a set in its embedded Oxigraph. It is started before all else, as it ends itself where
 * others keep it from reading the graph.
 * @param folder for its configuration
 */
export async function startTrifid(
  set: Pick<BenchSet, 'base' | 'quads'>,
  folder: string,
  attempts = TRIFID_ATTEMPTS,
): Promise<Server> {
  const port = await freePort()
  const config = join(folder, 'trifid.yaml')
  writeFileSync(config, trifidConfig(port, set.base, set.quads))
  try {
    return await startByNpx(TRIFID, port, '/query', ['trifid', '-c', config])
  } catch (error) {
    if (attempts === 1) throw error
    return startTrifid(set, folder, attempts - 1)
  }
}
