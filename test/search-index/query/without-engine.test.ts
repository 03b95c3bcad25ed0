/** The index answers nearly every filter, and as SPARQL does. */

import { expect } from 'chai'
import type { EntityType } from '../../../src/model/rows/row.ts'
import type { Filter } from '../../../src/model/rows/filters.ts'
import { parseFilter } from '../../../src/filter/parse.ts'
import { isWordSearch } from '../../../src/search-index/query/text-search.ts'
import { openCounted } from '../../support/counted-store.ts'
import { sources } from '../../support/generated.ts'
import { model } from '../../support/model.ts'
import { createRandom } from '../../support/random.ts'
import { findBySparql, openOpinion, type Opinion } from '../../support/second-opinion.ts'
import { throughout } from '../../support/closing.ts'

/** Pairs of filters that may need an engine: columns do not say which values stand on one node without an IRI. */
const MOST_PAIRS = 95

const textOf = ({ key, row: { example } }: Filter): string => `${key}:${encodeURIComponent(example)}`

/** A filter by another value that records of its type have; by its example where they have one alone. */
function secondOf({ evaluator, lists }: Opinion, { path }: EntityType, filter: Filter): string {
  const { key, row } = filter
  const values = lists.get(path)!.flatMap((record) => evaluator.valuesAt(path, key, record))
  const value = values.find((one) => one !== '' && one !== row.example && !one.includes('|')) ?? row.example
  return `${key}:${encodeURIComponent(value)}`
}

describe('filters without an engine', () => {
  const counted = throughout(() => openCounted([sources.demo.path], { model }))

  /** Whether the index answers a filter; both answers are compared, unless that would take too long. */
  async function isIndexed(type: EntityType, text: string, isCompared = true): Promise<boolean> {
    const { graph, queries } = counted
    const conditions = parseFilter([text], type, model)
    const before = queries()
    const found = (await graph.search(type, conditions)).slice()
    const needed = queries() - before
    // What is not in the graph, and accents, SPARQL does not know.
    if (isCompared && !conditions.some((one) => isWordSearch(one) || one.filter.isOfStamp))
      expect(found, `${type.path} ${text}`).to.deep.equal(await findBySparql(graph, type, conditions))
    return needed === 0
  }

  it('are all, each by its own example', async () => {
    const others: string[] = []
    for (const type of model.types)
      for (const filter of model.filtersOf(type).all)
        if (!(await isIndexed(type, textOf(filter)))) others.push(`${type.name} ${filter.key}`)
    expect(others).to.deep.equal([])
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

  /** Two filters that one element of a list, or one node without an IRI, must meet, and not only one entity. */
  function areOfOneNode(a: Filter, b: Filter): boolean {
    const [first] = a.path.steps
    if (first === undefined || first.key !== b.path.steps[0]?.key || arePairs(a, b)) return false
    const hasOwnElement = ({ key, row }: Filter): boolean => key.startsWith('cf.') && !row.sameItem
    return !first.multiple || (a !== b && !hasOwnElement(a) && !hasOwnElement(b))
  }

  it(`are all pairs, those of one filter too, but ${MOST_PAIRS} on one node without an IRI`, async () => {
    await using records = await openOpinion(sources.demo)
    const random = createRandom(48)
    const others: [string, boolean][] = []
    let pairs = 0
    for (const type of model.types)
      for (const a of model.filtersOf(type).all)
        for (const b of model.filtersOf(type).all) {
          if (a.key > b.key) continue
          pairs++
          const text = `${textOf(a)},${a === b ? secondOf(records, type, a) : textOf(b)}`
          const isCompared = arePairs(a, b) || random.chance(0.05)
          if (!(await isIndexed(type, text, isCompared)))
            others.push([`${type.name} ${text}`, areOfOneNode(a, b)])
        }
    expect(others.filter(([, isKnown]) => !isKnown)).to.deep.equal([])
    expect(others.length).to.be.at.most(MOST_PAIRS)
    expect(pairs).to.be.above(4_400)
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
