/** The tool `search`: records by words, identifiers and filters. */

import { Problem } from '../../../config/errors.ts'
import { wordsCondition } from '../../../filter/condition.ts'
import type { CollectionMatches } from '../../../pages/search/search-page.ts'
import { fits } from '../../../search-index/query/name-search.ts'
import { isEmptyQuery, parseWords } from '../../../model/values/word-query.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { identifiedRecords } from '../../../api/lookup/identified.ts'
import { didYouMean, fewerWords, searchConditions, wordResults } from '../../../api/lookup/word-results.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { noTimer } from '../../../api/server-timing.ts'
import { findRecords } from '../../../api/request/list-request.ts'
import { readSort } from '../../../api/request/sorting.ts'
import { requireShort } from '../../../api/request/search-parameters.ts'
import { keysAs, keysOf } from '../../../api/representation/records.ts'
import { cardsOf } from './cards.ts'
import { queryOf, readConditions, typeNamed, withDefaults } from './requests.ts'
import { clean, DATA_NOTE, pageLine } from './text.ts'
import { collectionsOf, PAGE, SIZE, filtersSchema, type Tool } from './tool.ts'

interface SearchArguments {
  readonly query?: string
  readonly type?: string
  readonly filters?: object
  readonly sort?: string
  readonly page: number
  readonly size: number
}

export const search: Tool = {
  name: 'search',
  title: 'Search',
  description:
    'Find records, a card for each: id, name, what it is, who made it, year, where. By words, best first, ' +
    'or an identifier, in all types or one; of one type by filters too, sorted and paged. What is only cited ' +
    'is left out where there is more: cf.only_cited asks for it.',
  schema: (context) => ({
    type: 'object',
    properties: {
      query: {
        type: 'string',
        maxLength: 1000,
        description:
          'Words (each in a name, title, abstract, contributor, venue or year; "a phrase" in quotes) or an identifier',
      },
      type: { type: 'string', enum: collectionsOf(context) },
      filters: filtersSchema(context),
      sort: {
        type: 'string',
        description: `${ordersOf(context).join(', ')}; ":desc" behind it for the other direction`,
      },
      page: PAGE,
      size: SIZE,
    },
    additionalProperties: false,
  }),
  async run(args, context) {
    const given = args as unknown as SearchArguments
    if (given.query !== undefined) requireShort('query', given.query)
    if (given.type !== undefined) return searchType(typeNamed(context, given.type), given, context)
    if (given.filters !== undefined || given.sort !== undefined)
      throw new Problem(
        'invalid-parameter',
        `filters and sort need a type: one of ${collectionsOf(context).join(', ')}.`,
      )
    if (given.query === undefined)
      throw new Problem('invalid-parameter', 'Give a query, or a type (with filters), or both.')
    return searchAll(given.query, context)
  },
}

const ordersOf = ({ model, graph }: GraphContext): string[] => [
  ...new Set(model.types.flatMap((type) => (graph.count(type) > 0 ? Object.keys(type.orders ?? {}) : []))),
]

/** Records of each type that are shown where all are searched. */
const FIRST = 3

async function searchAll(query: string, context: GraphContext): Promise<string> {
  const identified = keysOf(context, await identifiedRecords(query, context))
  if (identified.length > 0)
    return [
      DATA_NOTE,
      `The record with the identifier:`,
      ...(await cardsOf(context, identified.slice(0, 10))),
    ].join('\n')
  const { model } = context
  const results = await wordResults(context, model.types, query, { from: 0, count: FIRST }, noTimer)
  const found = results.filter(({ total }) => total > 0).sort((a, b) => fitOf(a) - fitOf(b))
  if (found.length === 0) return nothing(query, model.types, context)
  const parts = found.map(async ({ type, total, records }) => {
    const keys = records.map(({ local_identifier: iri }) => ({ iri: iri as string, type }))
    const more = total > keys.length ? `; all: type=${type.path}` : ''
    return [`${type.path}: ${total}${more}`, ...(await cardsOf(context, keys))].join('\n')
  })
  return [DATA_NOTE, ...(await Promise.all(parts))].join('\n')
}

/** How well the first of them fits: 0 is best. */
const fitOf = ({ fits: [first] }: CollectionMatches): number => fits.indexOf(first ?? 'references')

async function nothing(query: string, types: readonly EntityType[], context: GraphContext): Promise<string> {
  const { graph, task } = context
  const suggestion = await didYouMean(graph.names, types, parseWords(query), task)
  const fewer = fewerWords(context, types, query)
  return [
    'Nothing is found.',
    suggestion !== undefined && `Did you mean “${clean(suggestion)}”?`,
    fewer !== undefined && `There are records with “${clean(fewer)}”.`,
  ]
    .filter(Boolean)
    .join(' ')
}

async function searchType(
  type: EntityType,
  { query, filters, sort, page, size }: SearchArguments,
  context: GraphContext,
): Promise<string> {
  const { queries, model } = context
  const conditions = readConditions(filters, type, context)
  const identified =
    query === undefined || conditions.length > 0
      ? []
      : keysOf(context, await identifiedRecords(query, context), (one) => one === type)
  if (identified.length > 0) {
    const iris = identified.map(({ iri }) => iri)
    return answer(context, type, iris, iris.length, 1, iris.length)
  }
  if (query !== undefined && isEmptyQuery(parseWords(query)))
    return 'Nothing is found: query has neither a letter nor a digit.'
  const words = query === undefined ? [] : [wordsCondition(model, type, query)]
  const all =
    query === undefined || conditions.length > 0
      ? [...withDefaults(conditions, type, context), ...words]
      : await searchConditions(context, type, query)
  const order = readSort(queryOf({ sort }), type, all, model, 'sort')
  const from = (page - 1) * size
  const { total, iris } = await findRecords(queries, type, { conditions: all, sort: order }, from, size)
  if (total === 0 && query !== undefined && conditions.length === 0) return nothing(query, [type], context)
  return answer(context, type, iris, total, page, size)
}

async function answer(
  context: GraphContext,
  type: EntityType,
  iris: readonly string[],
  total: number,
  page: number,
  size: number,
): Promise<string> {
  const cards = await cardsOf(context, keysAs(type, iris), (page - 1) * size + 1)
  return [`${type.plural}: ${pageLine(total, page, size, iris.length)} ${DATA_NOTE}`, ...cards].join('\n')
}
