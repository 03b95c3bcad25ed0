/**
 * `npm run bench`: how fast skeg is, as ratios to what stands beside it in the same run. Prints a table and
 * writes
 * dist/bench.json. Without the snapshot (../shared/data) the demo graph alone is measured. `npm run bench --
 * NAME…`
 * measures some parts only; `others` and `smallQueries` are measured only if they are named, because they ask
 * the package registry.
 */

import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { software } from '../../src/about.ts'
import { byId } from './by-id.ts'
import type { Figure } from './figure.ts'
import { filters } from './filters.ts'
import { loading } from './loading.ts'
import { memory } from './memory.ts'
import { others } from './others.ts'
import { reading } from './reading.ts'
import { remote } from './remote.ts'
import { requests } from './requests.ts'
import { openSet, removeSets, setNames, type BenchSet, type SetName } from './sets.ts'
import { sources } from './sources.ts'
import { smallQueries } from './small-queries.ts'
import { sparql } from './sparql.ts'

interface Part {
  /** The sets that it is measured on, as far as they are there; on the demo graph if none is. */
  readonly sets: readonly SetName[]
  readonly measure: (set: BenchSet) => Promise<Figure[]>
  /** It is measured only if it is named. */
  readonly onlyByName?: true
}

const parts: Readonly<Record<string, Part>> = {
  byId: { sets: ['snapshot'], measure: byId },
  requests: { sets: ['demo', 'snapshot', 'generated', 'multiplied'], measure: requests },
  filters: { sets: ['generated'], measure: filters },
  reading: { sets: ['snapshot'], measure: reading },
  sparql: { sets: ['snapshot'], measure: sparql },
  memory: { sets: ['snapshot', 'multiplied'], measure: memory },
  loading: { sets: ['snapshot'], measure: loading },
  sources: { sets: ['demo'], measure: sources },
  remote: { sets: ['snapshot'], measure: remote },
  smallQueries: { sets: ['snapshot'], measure: smallQueries, onlyByName: true },
  others: { sets: ['snapshot'], measure: others, onlyByName: true },
}

/** The parts that the command line names, else all. @throws Error that lists the parts */
function asked(names: readonly string[]): Part[] {
  const strange = names.find((name) => !Object.hasOwn(parts, name))
  if (strange !== undefined)
    throw new Error(`There is no part ${strange}; there are ${Object.keys(parts).join(', ')}.`)
  return Object.entries(parts)
    .filter(([name, part]) => (names.length === 0 ? !part.onlyByName : names.includes(name)))
    .map(([, part]) => part)
}

function setsOf({ sets }: Part): readonly SetName[] {
  const there = sets.filter((name) => setNames.includes(name))
  return there.length > 0 ? there : ['demo']
}

const round = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)

function print(figures: readonly Figure[]): void {
  const rows = figures.map(({ what, value, p99, unit, beside, besideP99, besideWhat = '' }) => [
    what,
    `${round(value)} ${unit}`,
    round(p99),
    round(beside),
    round(besideP99),
    beside === undefined ? '' : (value / beside).toFixed(2),
    besideWhat,
  ])
  const table = [['what', 'median', 'p99', 'beside', 'p99', 'ratio', 'beside is'], ...rows]
  const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const date = new Date().toISOString()
const machine =
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ` +
  `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
console.log(`${date.slice(0, 10)}, ${software.name} ${software.version}, ${machine}\n`)
const figures: Figure[] = []
try {
  for (const part of asked(process.argv.slice(2)))
    for (const name of setsOf(part)) figures.push(...(await part.measure(await openSet(name))))
} finally {
  removeSets()
}
print(figures)
writeFileSync(
  new URL('../../dist/bench.json', import.meta.url),
  JSON.stringify({ date, software, machine, figures }, null, 2),
)
