/**
 * `npm run bench`: how fast skeg is, as ratios to what stands beside it in the same run. Prints a table and writes
 * dist/bench.json. Without the snapshot (../shared/data) the demo graph stands in, and the table says so.
 * `npm run bench -- NAME…` measures some parts only.
 */

import { existsSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { byId } from './by-id.ts'
import { filters } from './filters.ts'
import { loading } from './loading.ts'
import { reading } from './reading.ts'
import { remote } from './remote.ts'
import { searching } from './searching.ts'
import { sparql } from './sparql.ts'

export interface Figure {
  readonly what: string
  /** Measured value, with its unit in `unit`. */
  readonly value: number
  readonly unit: string
  /** The same of what it is compared with, in the same run. */
  readonly beside?: number
  readonly besideWhat?: string
}

/** What is measured on. */
export interface Source { readonly name: string; readonly path: string; readonly base: string }

const snapshot = fileURLToPath(new URL('../../../shared/data/conferences-19k.zip', import.meta.url))
const demo = fileURLToPath(new URL('../../data/', import.meta.url))

const source: Source = existsSync(snapshot)
  ? { name: 'snapshot', path: snapshot, base: 'https://w3id.org/skg-if/sandbox/confs/' }
  : { name: 'demo graph', path: demo, base: 'https://w3id.org/skg-if/sandbox/skeg/' }

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

const parts: Readonly<Record<string, (source: Source) => Promise<Figure[]>>> = { loading, reading, byId, searching, filters, sparql, remote }

/** The parts that the command line names, else all. @throws Error that lists the parts */
function asked(names: readonly string[]): (typeof parts)[string][] {
  const strange = names.find((name) => !Object.hasOwn(parts, name))
  if (strange !== undefined) throw new Error(`There is no part ${strange}; there are ${Object.keys(parts).join(', ')}.`)
  return Object.entries(parts).flatMap(([name, part]) => (names.length === 0 || names.includes(name) ? [part] : []))
}

function print(figures: readonly Figure[]): void {
  const rows = figures.map(({ what, value, unit, beside, besideWhat }) => [
    what, `${round(value)} ${unit}`, beside === undefined ? '' : `${round(beside)} ${unit}`, beside === undefined ? '' : (value / beside).toFixed(2), besideWhat ?? '',
  ])
  const table = [['what', 'skeg', 'beside', 'ratio', 'beside is'], ...rows]
  const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? []
  for (const row of table) console.log(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ').trimEnd())
}

const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`
console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}, on the ${source.name}\n`)
const figures: Figure[] = []
for (const part of asked(process.argv.slice(2))) figures.push(...await part(source))
print(figures)
writeFileSync(new URL('../../dist/bench.json', import.meta.url), JSON.stringify({ date: new Date().toISOString(), machine, source: source.name, figures }, null, 2))
