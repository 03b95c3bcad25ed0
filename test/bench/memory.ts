/** Memory of each copy of the graph, once all is learned: the server's own and the largest of the endpoint, beside Oxigraph alone. */

import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { learned } from './requests.ts'
import { startOxigraph, startSkeg } from './servers.ts'
import type { BenchSet } from './sets.ts'

/** Milliseconds between looks whether a copy of the endpoint is loaded. */
const LOOK = 500
const MEGABYTE = 1e6

interface Process { readonly pid: number; readonly parent: number; readonly megabytes: number }

const processes = (): Process[] => execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n').map((line) => {
  const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
  return { pid, parent, megabytes: kilobytes * 1024 / MEGABYTE }
})

const memoryOf = (of: number): number => processes().find(({ pid }) => pid === of)?.megabytes ?? Number.NaN

export async function memory({ graph, base, quads, name }: BenchSet): Promise<Figure[]> {
  const oxigraph = await startOxigraph(quads)
  const beside = { unit: 'MB', beside: memoryOf(oxigraph.pid), besideWhat: 'Oxigraph alone' }
  await oxigraph.close()
  const server = await startSkeg(graph, base, ['--log', 'off', '--server-timing', 'on'])
  await learned(server)
  while ((await fetch(`${server.root}/sparql?query=ASK%20%7B%7D`)).status !== 200) await wait(LOOK)
  const copy = Math.max(...processes().filter(({ parent }) => parent === server.pid).map(({ megabytes }) => megabytes))
  const own = memoryOf(server.pid)
  await server.close()
  return [{ what: `${name}: memory of the server with its graph`, value: own, ...beside }, { what: `${name}: memory of a copy for SPARQL`, value: copy, ...beside }]
}
