/**
 * Compiled filters beside SPARQL written by hand for the same question, on the generated set, and their
 * growth from a quarter of it.
 */

import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseFilter } from '../../src/filter/parse.ts'
import { openGraph } from '../../src/load/open/open.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { iriOf, isIri, lexicalForm } from '../../src/record/rdf/triples.ts'
import { literalText } from '../../src/sparql/terms.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import type { Store } from '../../src/store/store.ts'
import { hasSnapshot, sources, writeGenerated, type GeneratedOptions } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { besides, median, spread, type Figure } from './figure.ts'
import { bestQuery, questions, sampleQuery, type Question } from './questions.ts'

const VALUES = 15
const ROUNDS = 3
const SECONDS = 3

interface Opened {
  readonly graph: Graph
  readonly store: Store
}

async function openGenerated(options: GeneratedOptions): Promise<Opened> {
  const source = await writeGenerated(hasSnapshot ? sources.snapshot : sources.demo, options)
  const { graph, store } = await openGraph([source.path], { model, base: source.base })
  rmSync(dirname(source.path), { recursive: true })
  return { graph, store }
}

interface Pair {
  readonly compiled: string
  readonly best: string
}

/** A question with several values of the graph, in both ways. */
async function pairsOf({ path, key, sample, best }: Question, { graph, store }: Opened): Promise<Pair[]> {
  const type = model.typeAt(path) as EntityType
  const pairs: Pair[] = []
  for (let i = 0; i < VALUES; i++) {
    const [row] = await store.select(sampleQuery(sample, i * 7))
    if (!row) break
    const term = row.value as string
    const value = isIri(term) ? iriOf(term) : lexicalForm(term)
    const conditions = parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model)
    const hand = bestQuery(
      best.replaceAll('$base_DOI', `<${graph.base}DOI>`),
      literalText(value),
      `<${value.startsWith('http') ? value : graph.base + value}>`,
    )
    pairs.push({ compiled: (await graph.compile(type, conditions)).ids, best: hand })
  }
  return pairs
}

async function time(store: Store, query: string): Promise<{ ms: number; rows: number }> {
  const start = performance.now()
  const { length } = await store.select(query)
  return { ms: performance.now() - start, rows: length }
}

/** Times of both, run in turns; @throws Error if they find different numbers of records */
async function measure(
  store: Store,
  pairs: readonly Pair[],
  what: string,
): Promise<{ compiled: number[]; best: number[]; rows: number }> {
  const times = { compiled: [] as number[], best: [] as number[] }
  const rows: number[] = []
  const end = performance.now() + SECONDS * 1000
  for (let round = 0; round < ROUNDS || (performance.now() < end && times.best.length < 400); round++) {
    for (const pair of pairs) {
      const order = round % 2 === 0 ? (['compiled', 'best'] as const) : (['best', 'compiled'] as const)
      const found = { compiled: 0, best: 0 }
      for (const which of order) {
        const { ms, rows: count } = await time(store, pair[which])
        times[which].push(ms)
        found[which] = count
      }
      if (found.compiled !== found.best)
        throw new Error(
          `${what}: ${found.compiled} records, by hand ${found.best}\n${pair.compiled}\n${pair.best}`,
        )
      rows.push(found.compiled)
    }
  }
  return { ...times, rows: median(rows) }
}

/** Medians of the compiled queries on two graphs, run in turns, each by record found. */
async function growth(
  question: Question,
  part: Opened,
  whole: Opened,
): Promise<{ part: number; whole: number } | undefined> {
  const graphs = { part, whole }
  const pairs = { part: await pairsOf(question, part), whole: await pairsOf(question, whole) }
  if (pairs.part.length === 0 || pairs.whole.length === 0) return undefined
  const times = { part: [] as number[], whole: [] as number[] }
  const end = performance.now() + SECONDS * 1000
  for (let round = 0; round < ROUNDS || (performance.now() < end && round < 30); round++) {
    for (let i = 0; i < VALUES; i++) {
      for (const which of i % 2 === 0 ? (['part', 'whole'] as const) : (['whole', 'part'] as const)) {
        const { ms, rows } = await time(
          graphs[which].store,
          (pairs[which][i % pairs[which].length] as Pair).compiled,
        )
        times[which].push(ms / Math.max(1, rows))
      }
    }
  }
  return { part: median(times.part), whole: median(times.whole) }
}

/** @returns what each filter takes, beside SPARQL by hand, and for those that issue 4 names how that grows */
export async function filters(): Promise<Figure[]> {
  const figures: Figure[] = []
  const part = await openGenerated({ oneIn: 4, grants: 1250, services: 125, citations: 25_000 })
  const whole = await openGenerated({})
  for (const question of questions) {
    const pairs = await pairsOf(question, whole)
    if (pairs.length === 0) continue
    const what = `${question.path}?filter=${question.key}`
    const { compiled, best, rows } = await measure(whole.store, pairs, what)
    figures.push({
      what: `${what} (${rows} records)`,
      unit: 'ms',
      ...spread(compiled),
      ...besides(best, 'SPARQL by hand'),
    })
    const growthTimes = question.hasGrowthLimit ? await growth(question, part, whole) : undefined
    if (growthTimes)
      figures.push({
        what: `${what}: by record found`,
        value: growthTimes.whole,
        unit: 'ms',
        beside: growthTimes.part,
        besideWhat: 'on a quarter of the set',
      })
  }
  await part.graph.close()
  await whole.graph.close()
  return figures
}
