/** The URLs of lists to which pages lead: they say which records people see first, and in which order. */

import { printConditions, type Condition } from '../../filter/condition.ts'
import type { Model } from '../../model/model.ts'
import { IS_REFERENCED_BY, ONLY_CITED } from '../../model/rows/added-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { DESCENDING, SORT } from '../../config/parameters.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { RELEVANCE } from '../../search-index/query/relevance.ts'
import { isRanked, isWordSearch } from '../../search-index/query/text-search.ts'
import type { GraphContext } from '../graph-context.ts'
import type { Urls } from '../../record/urls.ts'
import { newestFirst, type SortBy } from '../../search-index/query/sort-by.ts'

/**
 * With which conditions pages, harvesters, agents and crawlers begin: without what is only cited, in a graph that has
 * such records beside others.
 */
export function defaultConditions(
  { graph, model }: { readonly graph: Pick<Graph, 'count' | 'statistics'>; readonly model: Model },
  type: EntityType,
): readonly Condition[] {
  const filter = type.citedOnly && model.filtersOf(type).find(ONLY_CITED)
  const cited = graph.statistics.properties.get(IS_REFERENCED_BY) ?? 0
  if (!filter || cited === 0 || cited >= graph.count(type)) return []
  return [{ key: filter.key, filter, value: 'false' }]
}

/** Without the condition with which pages begin, which goes without saying beside others. */
export const statedConditions = (conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ filter, value }) => filter.key !== ONLY_CITED || value !== 'false')

/**
 * The order in which people see a list: the best first where a text is searched for, which by words is the order
 * without one; else those first of which others name the most, the newest first, or by name.
 */
function usualOrder(type: EntityType, conditions: readonly Condition[]): SortBy | undefined {
  if (conditions.some(isWordSearch)) return undefined
  if (conditions.some(isRanked)) return { name: RELEVANCE, isDescending: false }
  const orders = Object.entries(type.orders ?? {})
  const [largest] = orders.find(([, { collection }]) => collection !== undefined) ?? []
  const [name] = orders.find(([, { by }]) => by === 'text') ?? []
  return largest !== undefined
    ? { name: largest, isDescending: true }
    : (newestFirst(type) ?? (name === undefined ? undefined : { name, isDescending: false }))
}

/** The order as it stands in a URL. */
export const printSort = ({ name, isDescending }: SortBy): string =>
  `${SORT}=${name}${isDescending ? DESCENDING : ''}`

/** Parameters of a list with the usual order of its conditions, where they name none or one that others had. */
export function withUsualOrder(
  parameters: readonly string[],
  type: EntityType,
  conditions: readonly Condition[],
): string[] {
  const isInUse = (one: string): boolean =>
    one !== '' && (one !== `${SORT}=${RELEVANCE}` || conditions.some(isRanked))
  const others = parameters.filter(isInUse)
  const order = others.some((one) => one.startsWith(`${SORT}=`)) ? undefined : usualOrder(type, conditions)
  return order ? [...others, printSort(order)] : others
}

/** How many records a page for people has. */
const PAGE_SIZE = 'page_size=20'

/** The list of the records that meet conditions. */
export function listUrl(
  urls: Pick<Urls, 'list'>,
  type: EntityType,
  conditions: readonly Condition[],
  parameters: readonly string[] = [],
): string {
  const filter = conditions.length > 0 && `filter=${printConditions(conditions)}`
  const size = parameters.some((one) => one.startsWith('page_size=')) ? [] : [PAGE_SIZE]
  const query = [filter, ...withUsualOrder(parameters, type, conditions), ...size].filter(Boolean).join('&')
  return `${urls.list(type)}?${query}`
}

/** The list of a type with which pages begin. */
export const wholeListUrl = (site: GraphContext, type: EntityType, parameters?: readonly string[]): string =>
  listUrl(site.urls, type, defaultConditions(site, type), parameters)
