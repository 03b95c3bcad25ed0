/**
 * `npm run bench`: how fast skeg is, as ratios to what stands beside it in the same run. Prints a table and
 * writes dist/bench.json. Without the snapshot (../shared/data) the demo graph alone is measured.
 * `npm run bench -- NAME…` measures some parts or sets only; some parts are measured only if they are named.
 */

import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { software } from '../../src/config/about.ts'
import { limitsOf, type Figure } from './figure.ts'
import { loading } from './loading.ts'
import { lookups } from './lookups.ts'
import { memory } from './memory.ts'
import { requests } from './requests.ts'
import { openSet, removeSets, setNames, type BenchSet, type SetName } from './sets.ts'
import { sources } from './sources.ts'
import { smallQueries } from './small-queries.ts'
import { starting } from './starting.ts'
import { walk } from './walk.ts'

interface Part {
  /** The sets that it is measured on, as far as they are there; on the demo graph if none is. */
  readonly sets: readonly SetName[]
  readonly measure: (set: BenchSet) => Promise<Figure[]>
  /** It is measured only if it is named: why. */
  readonly onlyIfNamed?: string
}

const parts: Readonly<Record<string, Part>> = {
  starting: { sets: ['snapshot', 'multiplied'], measure: starting },
  requests: { sets: ['demo', 'snapshot', 'multiplied'], measure: requests },
  lookups: { sets: ['multiplied'], measure: lookups },
  memory: { sets: ['snapshot', 'multiplied'], measure: memory },
  loading: { sets: ['snapshot'], measure: loading },
  sources: { sets: ['demo'], measure: sources },
  walk: { sets: ['demo'], measure: walk },
  smallQueries: {
    sets: ['snapshot'],
    measure: smallQueries,
    onlyIfNamed: 'it asks the package registry',
  },
}

/** What the command line names: parts, and sets; all where it names none. */
interface Selection {
  readonly parts: readonly Part[]
  readonly sets: readonly SetName[]
}

/** @throws Error that lists the parts and sets */
function readSelection(names: readonly string[]): Selection {
  const isSet = (name: string): name is SetName => setNames.some((set) => set === name)
  const sets = names.filter(isSet)
  const partNames = names.filter((name) => !isSet(name))
  const unknown = partNames.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(
      `unknown part or set ${unknown}; parts: ${Object.keys(parts).join(', ')}; sets: ${setNames.join(', ')}`,
    )
  const selected = Object.entries(parts).filter(([name, part]) =>
    partNames.length === 0 ? part.onlyIfNamed === undefined : partNames.includes(name),
  )
  return { parts: selected.map(([, part]) => part), sets: sets.length > 0 ? sets : setNames }
}

function setsOf({ sets }: Part, selected: readonly SetName[]): readonly SetName[] {
  const available = sets.filter((name) => setNames.includes(name))
  return (available.length > 0 ? available : (['demo'] as const)).filter((name) => selected.includes(name))
}

const round = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toPrecision(3)

const COLUMNS = ['what', 'median', 'p99', 'beside', 'p99', 'ratio', 'limit', 'holds', 'beside is']

function print(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => {
    const { what, value, p99, unit, beside, besideP99, besideWhat = '' } = figure
    const { limit, missed } = limitsOf(figure)
    return [
      what,
      `${round(value)} ${unit}`,
      round(p99),
      round(beside),
      round(besideP99),
      beside === undefined ? '' : (value / beside).toFixed(2),
      limit,
      limit === '' ? '' : missed === '' ? 'yes' : `no: ${missed}`,
      besideWhat,
    ]
  })
  const table = [COLUMNS, ...rows]
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
console.log(`${date.slice(0, 10)}, ${software.name} ${software.version}, ${machine}`)
const figures: Figure[] = []
try {
  const { parts: selected, sets } = readSelection(process.argv.slice(2))
  for (const part of selected)
    for (const name of setsOf(part, sets)) {
      const measured = await part.measure(await openSet(name))
      console.log()
      print(measured)
      figures.push(...measured)
    }
} finally {
  removeSets()
}
writeFileSync(
  new URL('../../dist/bench.json', import.meta.url),
  JSON.stringify({ date, software, machine, figures }, null, 2),
)
