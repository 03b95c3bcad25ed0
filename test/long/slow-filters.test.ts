/** Hundreds of slow filters at once: records by id and the health check are answered beside them. */

import { expect } from 'chai'
import { startSkeg } from '../bench/servers.ts'
import { spread } from '../bench/figure.ts'
import { askBesideSlowFilters, FILTERS, KINDS, type Outcome } from '../support/slow-filters.ts'
import { hasSnapshot, preparedSnapshot, SNAPSHOT_BASE } from '../support/snapshot.ts'
import { throughout } from '../support/closing.ts'

const countsOf = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe(`${FILTERS} different slow filters at once`, function () {
  this.timeout(600_000)
  const server = throughout(async function () {
    if (!hasSnapshot()) return this.skip()
    return startSkeg(await preparedSnapshot(), SNAPSHOT_BASE, ['--log', 'off'])
  })

  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    it(`of the ${kind} are answered or told to come again, and records and the health check are answered`, async () => {
      const { idle, beside, health, filters } = await askBesideSlowFilters(server.root, kind)
      const [alone, loaded, slow] = [idle, beside, filters].map((all) => spread(all.map(({ ms }) => ms)))
      console.log(
        `      by id: ${idle.length} idle, p99 ${alone?.p99.toFixed(1)} ms; ${beside.length} beside, p99 ` +
          `${loaded?.p99.toFixed(1)} ms; filters: ${JSON.stringify(countsOf(filters))}, median ` +
          `${slow?.value.toFixed(0)} ms, last ${Math.max(...filters.map(({ ms }) => ms)).toFixed(0)} ms; ` +
          `health: ${health.length}`,
      )
      expect(Object.keys(countsOf(beside))).to.deep.equal(['200'])
      expect(Object.keys(countsOf(health))).to.deep.equal(['200'])
      expect(['200', '503']).to.include.members(Object.keys(countsOf(filters)))
      for (const { status, retryAfter } of filters)
        if (status === 503) expect(Number(retryAfter)).to.be.above(0)
      expect(countsOf(filters)[200]).to.be.above(0)
    })
})
