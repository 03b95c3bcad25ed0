/** What a graph of 300,000 papers takes beside smaller ones: the first answers, and memory. */

import { besides, spread, type Figure } from './figure.ts'
import { measureMemory } from './memory.ts'
import { startSkeg } from './servers.ts'
import { openSet, type BenchSet } from './sets.ts'
import { firstRequests, timeStart } from './starting.ts'

const ROUNDS = 5

/** The engines that would load the quads would need the memory of the machine. */
const FLAGS = ['--sparql', 'off']

export async function growth(large: BenchSet): Promise<Figure[]> {
  const [multiplied, snapshot] = [await openSet('multiplied'), await openSet('snapshot')]
  const server = await startSkeg(multiplied.graph, multiplied.base, ['--log', 'off', ...FLAGS])
  const requests = await firstRequests(server)
  await server.close()
  const figures: Figure[] = []
  for (const { title, path } of requests) {
    const times = { large: [] as number[], multiplied: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.multiplied.push(await timeStart(multiplied, FLAGS, path))
      times.large.push(await timeStart(large, FLAGS, path))
    }
    figures.push({
      what: `large: served from the start of the process, ${title}`,
      unit: 'ms',
      ...spread(times.large),
      ...besides(times.multiplied, 'the multiplied set'),
      limits: [{ of: 'ratio', atMost: 1.3 }],
    })
  }
  const [small, big] = [await measureMemory(snapshot, FLAGS), await measureMemory(large, FLAGS)]
  for (const when of ['started', 'used'] as const)
    figures.push({
      what: `large: memory of the process of HTTP, ${when}`,
      unit: 'MB',
      value: big[when],
      beside: small[when],
      besideWhat: 'the snapshot',
      limits: [{ of: 'ratio', atMost: 1.2 }],
    })
  return figures
}
