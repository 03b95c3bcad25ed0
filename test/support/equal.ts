/** Whether two graphs give the same lists, filter by filter. */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import type { Filter } from '../../src/model/rows/filters.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { isFullEffort } from './effort.ts'
import { model } from './model.ts'

const conditionsOf = (type: EntityType, key: string, value: string): ReturnType<typeof parseFilter> =>
  parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model)

/** Values that have often, seldom and never a match; a short run tries the first. */
const VALUES = isFullEffort ? ['e', 'US', '2015', 'nothing-has-this'] : ['e']

/**
 * Every filter with its example and a few more values.
 * @param isAnswered whether the graph can answer a filter
 * @returns how many lists found something
 */
export async function sameLists(
  actual: Graph,
  expected: Graph,
  isAnswered: (filter: Filter) => boolean = () => true,
): Promise<number> {
  let found = 0
  for (const type of model.types) {
    for (const { key, row } of model.filtersOf(type).all.filter(isAnswered)) {
      for (const value of [row.example, ...VALUES]) {
        let conditions
        try {
          conditions = conditionsOf(type, key, value)
        } catch {
          continue
        }
        const [theirs, ours] = [
          (await actual.search(type, conditions)).slice(),
          (await expected.search(type, conditions)).slice(),
        ]
        expect(
          theirs.join('\n') === ours.join('\n'),
          `${type.path}?filter=${key}:${value}: ${theirs.length} instead of ${ours.length}`,
        ).to.equal(true)
        if (ours.length > 0) found++
      }
    }
  }
  return found
}
