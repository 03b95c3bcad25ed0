/**
 * 99 of 100 requests by id, 50 a second, beside 300 slow filters at once: those that the index answers, and those
 * that the engines answer, beside the same without them.
 */

import { askBesideSlowFilters, FILTERS, KINDS, type Outcome } from '../support/slow-filters.ts'
import { spread, type Figure } from './figure.ts'
import { startSkeg } from './servers.ts'
import type { BenchSet } from './sets.ts'

const ROUNDS = 3

/** Idle and beside are measured in turns; together they have enough requests for their 99th percentile. */
async function measure(root: string, kind: keyof typeof KINDS): Promise<Figure[]> {
  const [idle, beside, answered]: [Outcome[], Outcome[], Outcome[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const outcomes = await askBesideSlowFilters(root, kind, round)
    idle.push(...outcomes.idle)
    beside.push(...outcomes.beside)
    answered.push(...outcomes.filters.filter(({ status }) => status === 200))
  }
  const times = (all: readonly Outcome[]): ReturnType<typeof spread> => spread(all.map(({ ms }) => ms))
  const what = `${FILTERS} slow filters of the ${kind}`
  return [
    {
      what: `p99 by id beside ${what}`,
      unit: 'ms',
      value: times(beside).p99,
      beside: times(idle).p99,
      besideWhat: `the same without them`,
      limits: [{ of: 'ratio', atMost: 2 }],
    },
    { what: `${what}, those that are answered`, unit: 'in a round', value: answered.length / ROUNDS },
    { what: `${what}, their time`, unit: 'ms', ...times(answered) },
  ]
}

export async function slowFilters({ graph, base }: BenchSet): Promise<Figure[]> {
  const server = await startSkeg(graph, base, ['--log', 'off'])
  const figures: Figure[] = []
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    figures.push(...(await measure(server.root, kind)))
  await server.close()
  return figures
}
