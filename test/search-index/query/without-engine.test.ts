/** The index answers nearly every filter, and as SPARQL does. */

import { expect } from 'chai'
import type { EntityType } from '../../../src/model/rows/row.ts'
import type { Filter } from '../../../src/model/rows/filters.ts'
import { parseFilter } from '../../../src/filter/parse.ts'
import { isWordSearch } from '../../../src/search-index/query/text-search.ts'
import { openCounted } from '../../support/counted-store.ts'
import { sources } from '../../support/generated.ts'
import { model } from '../../support/model.ts'
import { findBySparql } from '../../support/second-opinion.ts'
import { throughout } from '../../support/closing.ts'

/** Filters that the index must answer, each by its own example. */
const LEAST = 215

const textOf = ({ key, row: { example } }: Filter): string => `${key}:${encodeURIComponent(example)}`

describe('filters without an engine', () => {
  const counted = throughout(() => openCounted([sources.demo.path], { model }))

  /** Whether the index answers a filter; both answers are compared. */
  async function isIndexed(type: EntityType, text: string): Promise<boolean> {
    const { graph, queries } = counted
    const conditions = parseFilter([text], type, model)
    const before = queries()
    const found = (await graph.search(type, conditions)).slice()
    const needed = queries() - before
    // What is not in the graph, and accents, SPARQL does not know.
    if (!conditions.some((one) => isWordSearch(one) || one.filter.isOfStamp))
      expect(found, `${type.path} ${text}`).to.deep.equal(await findBySparql(graph, type, conditions))
    return needed === 0
  }

  it(`are at least ${LEAST} of all`, async () => {
    const all = model.types.flatMap((type) => model.filtersOf(type).all.map((filter) => ({ type, filter })))
    const others: string[] = []
    for (const { type, filter } of all)
      if (!(await isIndexed(type, textOf(filter)))) others.push(`${type.name} ${filter.key}`)
    expect(all.length - others.length, others.join('\n')).to.be.at.least(LEAST)
  })

  it('are ranges of dates with a month or a day', async () => {
    const { graph, queries } = counted
    const products = model.typeAt('products')!
    const before = queries()
    const texts = [
      'cf.publication_year.from:2016-03-16',
      'cf.publication_year.to:2016-03-15',
      'cf.publication_year.from:2016-03,cf.publication_year.to:2018-02-13T12:00:00Z',
      'cf.publication_year:2016-03|2018-02-13',
    ]
    for (const text of texts) {
      const conditions = parseFilter([text], products, model)
      const found = (await graph.search(products, conditions)).slice()
      expect(found, text).not.to.be.empty
      expect(found, text).to.deep.equal(await findBySparql(graph, products, conditions))
    }
    expect(queries()).to.equal(before)
  })

  /** Two filters of which both are met by one entity to which the records refer. */
  const arePairs = (a: Filter, b: Filter): boolean => {
    const entityOf = ({ path: { steps } }: Filter): string | undefined => {
      const at = steps.findIndex(({ types }) => types.length > 0)
      return at === -1
        ? undefined
        : steps
            .slice(0, at + 1)
            .map(({ key }) => key)
            .join('.')
    }
    return a.key < b.key && entityOf(a) !== undefined && entityOf(a) === entityOf(b)
  }

  it('are all pairs on one entity to which records refer, and all on different elements of lists', async () => {
    const others: string[] = []
    let pairs = 0
    for (const type of model.types) {
      const { all } = model.filtersOf(type)
      const own = all.filter(({ path, isOfStamp, words }) => path.steps.length > 0 && !isOfStamp && !words)
      for (const a of own)
        for (const b of own) {
          const areSeparate = a.key < b.key && a.key.startsWith('cf.') && b.key.startsWith('cf.')
          if (!arePairs(a, b) && !areSeparate) continue
          // Of one node without an IRI, columns do not say which values stand on it together.
          const isOneNode = a.path.steps[0] === b.path.steps[0] || a.path.steps[0]?.multiple === false
          if (areSeparate && isOneNode && a.path.steps[0]?.key === b.path.steps[0]?.key) continue
          pairs++
          if (!(await isIndexed(type, `${textOf(a)},${textOf(b)}`)))
            others.push(`${type.name} ${a.key} ${b.key}`)
        }
    }
    expect(others).to.deep.equal([])
    expect(pairs).to.be.above(200)
  })

  it('are none where the setting says that SPARQL answers, and are found alike', async () => {
    const bySparql = await openCounted([sources.demo.path], { model, filters: 'sparql' })
    for (const type of model.types)
      for (const filter of model.filtersOf(type).all) {
        const conditions = parseFilter([textOf(filter)], type, model)
        const found = (await bySparql.graph.search(type, conditions)).slice()
        if (!filter.words) expect(found).to.deep.equal((await counted.graph.search(type, conditions)).slice())
      }
    // Filters that mean the same have one list in the cache.
    expect(bySparql.queries()).to.be.above(150)
    await bySparql.graph.close()
  })
})
