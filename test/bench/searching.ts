/** Searches for texts, first time, beside the same in SPARQL; a broad condition; further pages of what was found. */

import { parseFilter } from '../../src/filter/parse.ts'
import { openGraph } from '../../src/load/open.ts'
import type { EntityType } from '../../src/model/row.ts'
import { model } from '../support/model.ts'
import type { Figure, Source } from './bench.ts'

const NEEDLES: readonly [says: string, needles: readonly string[]][] = [
  ['common words', ['learning', 'model', 'data', 'network', 'the', 'based', 'graph', 'neural', 'language']],
  ['rare words', ['ocean', 'zebra', 'quartz', 'glacier', 'bayesian', 'toxicity', 'surgery', 'wildfire', 'archaeolog']],
  ['fragments inside words', ['ransform', 'inforc', 'etwor', 'ptimiz', 'ttent', 'aussia', 'onvolu', 'ing', 'iffus']],
  ['several words', ['neural network', 'large language', 'of the', 'graph neural', 'reinforcement learn', 'in the wild', 'with a', 'zero-shot', 'tion of']],
]

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

export async function searching({ path, base }: Source): Promise<Figure[]> {
  const { graph, store } = await openGraph([path], { model, base })
  await graph.learn()
  const type = model.typeAt('products') as EntityType
  const figures: Figure[] = []
  const conditionsOf = (filter: string): ReturnType<typeof parseFilter> => parseFilter([`,${filter}`], type, model)
  async function time(action: () => Promise<unknown>): Promise<number> {
    const start = performance.now()
    await action()
    return performance.now() - start
  }
  // The index is read once through, so that the first figure is not that of fresh code.
  for (const needle of ['warm', 'up the', 'code']) for (const key of ['cf.search.title', 'cf.search.title_abstract']) await graph.search(type, conditionsOf(`${key}:${needle}`))
  for (const key of ['cf.search.title', 'cf.search.title_abstract']) {
    for (const [says, needles] of NEEDLES) {
      const first: number[] = []
      const sparql: number[] = []
      for (const needle of needles) {
        const conditions = conditionsOf(`${key}:${encodeURIComponent(needle)}`)
        first.push(await time(() => graph.search(type, conditions)))
        const { ids } = await graph.compile(type, conditions)
        sparql.push(await time(() => store.select(ids)))
      }
      figures.push({ what: `${key}, ${says}: ids and total, first time (median of ${needles.length})`, value: median(first), unit: 'ms', beside: median(sparql), besideWhat: 'SPARQL' })
    }
  }
  for (const filter of ['cf.contributions_aff_country:US', 'cf.contributions_aff_country:GB,cf.search.title:learning', 'product_type:literature', 'identifiers.scheme:doi']) {
    const conditions = conditionsOf(filter)
    const first = await time(() => graph.search(type, conditions))
    const pages: number[] = []
    for (let page = 0; page < 50; page++) pages.push(await time(async () => graph.documents((await graph.search(type, conditions)).slice(page * 10, page * 10 + 10))))
    figures.push({ what: `${filter}: ids and total, first time`, value: first, unit: 'ms' }, { what: `${filter}: documents of a further page of 10 (median)`, value: median(pages), unit: 'ms' })
  }
  await graph.close()
  return figures
}
