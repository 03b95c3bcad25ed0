/** The tools of agents: each calls a route of the API inside of the process, and hands its answer on. */

import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { asProblem, hasFailed, Problem } from '../../config/errors.ts'
import { parameters, type Parameter, type ParameterName } from '../../config/parameters.ts'
import type { Condition } from '../../filter/condition.ts'
import { parseFilter } from '../../filter/parse.ts'
import { joinValues } from '../../filter/values/alternatives.ts'
import { ONLY_CITED } from '../../model/rows/added-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { withSuggestion } from '../../model/values/closest-match.ts'
import { isObject, itemsOf, type Json } from '../../model/values/json.ts'
import { defaultConditions } from '../../api/request/list-url.ts'
import { isById } from '../../api/lookup/missing-ids.ts'
import type { Answer } from '../../api/answer.ts'
import { requireCollection, type GraphContext } from '../../api/graph-context.ts'
import { queryParametersOf, type Route, type RouteServices } from '../../api/request/route.ts'
import { routeRequest, type MainRequest, type PlainRequest } from '../../api/request/route-request.ts'
import { descriptionRoutes } from '../../api/routes/descriptions/routes.ts'
import { recordRoutes } from '../../api/routes/records/routes.ts'
import { searchRoutes } from '../../api/routes/search/routes.ts'
import { clean, fitJson, fitText } from './text.ts'

type ArgumentSchema = NonNullable<ListedTool['inputSchema']['properties']>[string]

interface Tool {
  readonly name: string
  readonly title: string
  /** For models: what it gives, and when it is the right one. */
  readonly description: string
  /** The route that answers: its parameters are the arguments. */
  readonly path: string
  /** Names of its parameters that models need not know. */
  readonly hidden?: readonly string[]
  /** Arguments beside the parameters. */
  readonly more?: readonly ParameterName[]
  /** The media types that are understood, the best first. */
  readonly accept?: string
  /** What of the JSON is meant. */
  readonly select?: (json: Json, args: Json) => unknown
}

const COLLECTION = '/skg-if/api/{collection}'

const tools: readonly Tool[] = [
  {
    name: 'search',
    title: 'Search',
    description:
      'Find records by words or an identifier (DOI, ORCID, ROR …), best first: id, name, what it is, who made it, ' +
      'year, where. In all types a few of each; in one type by pages.',
    path: '/search',
  },
  {
    name: 'list',
    title: 'List and count',
    description:
      'Records of a type that meet filters: how many (total_items), sorted, by pages. skeg_facets counts them by ' +
      'year, kind, who …, the most frequent first: for every question of how many, who most, which most. Choose ' +
      'skeg_fields, and page_size 1 for counts. ' +
      'What is only cited is left out where there is more, unless filter names ' +
      'cf.only_cited, ids, or what a record cites.',
    path: COLLECTION,
    hidden: ['skeg_named', 'skeg_seed'],
  },
  {
    name: 'get',
    title: 'Get a record',
    description:
      'A record as JSON of SKG-IF; meta.skeg_referrers says how many records name it, by which filter of list. Long ' +
      'lists and texts are cut, and say how much there is; with skeg_fields there is room for more of them.',
    path: `${COLLECTION}/{local_identifier}`,
  },
  {
    name: 'filters',
    title: 'Filters of a type',
    description:
      'The keys of the filters of list for a type, with values that occur; those with facet can be counted.',
    path: '/docs',
    more: ['collection'],
    select: ({ collections }, { collection }) =>
      (collections as Json[]).find(({ url }) => (url as string).endsWith(`/${String(collection)}`)),
  },
  {
    name: 'sparql',
    title: 'SPARQL',
    description:
      'A SPARQL 1.1 query (SELECT, ASK, CONSTRUCT, DESCRIBE) with its PREFIX lines over the graph, for what the ' +
      'other tools cannot tell. Aggregate in the query and set LIMIT.',
    path: '/sparql',
    hidden: ['default-graph-uri', 'named-graph-uri'],
    accept: 'text/tab-separated-values, text/turtle, application/json',
  },
]

const routes = new Map(
  [...recordRoutes, ...descriptionRoutes, ...searchRoutes].map((route) => [route.path, route]),
)
const routeOf = ({ path }: Tool): Route => routes.get(path) as Route

const namesOf = (tool: Tool): ParameterName[] => {
  const { parameters: own = [], paged } = routeOf(tool)
  const paging = paged ? (['page', 'page_size'] as const) : []
  return [...(tool.more ?? []), ...own, ...paging].filter((name) => !tool.hidden?.includes(name))
}

const isRequired = (name: ParameterName): boolean =>
  name === 'query' || (parameters[name] as Parameter).required === true

/** Only what there are records of. */
const collectionsOf = ({ model, graph }: GraphContext): string[] =>
  model.types.filter((type) => graph.count(type) > 0).map(({ path }) => path)

function schemaOf(name: ParameterName, context: GraphContext): ArgumentSchema {
  const { type, help: description, ...row }: Parameter = parameters[name]
  if (name === 'collection') return { type, enum: collectionsOf(context) }
  if (name === 'filter')
    return {
      type: 'object',
      description:
        'Key: value, or a list of values of which one is met. Keys: those that the tool filters tells.',
    }
  const bounds = (['minimum', 'maximum', 'default'] as const).flatMap((key) =>
    row[key] === undefined ? [] : [[key, row[key]] as const],
  )
  return { type, description, ...Object.fromEntries(bounds) }
}

export const toolsOf = (context: GraphContext): ListedTool[] =>
  openTools(context).map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(namesOf(tool).map((name) => [name, schemaOf(name, context)])),
      required: namesOf(tool).filter(isRequired),
      additionalProperties: false,
    },
    // Nothing is changed by any tool, and nothing is asked but the graph.
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }))

const openTools = ({ graph }: GraphContext): Tool[] =>
  tools.filter(({ name }) => name !== 'sparql' || graph.endpoint !== undefined)

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** An argument as it stands in a URL. @throws Problem invalid-parameter */
function answerText(name: string, value: unknown): string {
  if (name === 'filter') {
    if (!isObject(value)) throw new Problem('invalid-parameter', 'filter is an object of key: value.')
    // A comma in front says that those in values are data.
    return Object.entries(value)
      .map(([key, one]) => {
        if (/^[\w.]+$/.test(key)) return `,${key}:${valuesOf(key, one, joinValues)}`
        throw new Problem('invalid-parameter', `The filter ${key.slice(0, 64)} is not supported.`)
      })
      .join('')
  }
  return valuesOf(name, value, (values) => values.join(','))
}

function valuesOf(name: string, value: unknown, join: (values: readonly string[]) => string): string {
  const values = itemsOf(value)
  if (values.length > 0 && values.every(isPlain))
    return encodeURIComponent(join(values.map((one) => String(one).toWellFormed())))
  throw new Problem('invalid-parameter', `${name.slice(0, 64)} takes a text, a number, or a list of them.`)
}

/** The URL that arguments mean. @throws Problem invalid-parameter, naming what is missing */
function urlOf(tool: Tool, args: Json): Pick<PlainRequest, 'path' | 'querystring'> {
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== '')
  const names: readonly string[] = namesOf(tool)
  const unknown = Object.keys(args).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Problem(
      'invalid-parameter',
      `${withSuggestion(`There is no parameter ${unknown.slice(0, 64)}`, unknown, names)} ` +
        `The parameters are ${names.join(', ')}.`,
    )
  const missing = namesOf(tool).find((name) => isRequired(name) && !given.some(([key]) => key === name))
  if (missing)
    throw new Problem('invalid-parameter', `The argument ${missing} is missing: ${parameters[missing].help}`)
  const path: Record<string, string> = {}
  const query: string[] = []
  for (const [name, value] of given) {
    if (tool.more?.includes(name as ParameterName)) continue
    if (tool.path.includes(`{${name}}`)) path[name] = answerText(name, value)
    else query.push(`${encodeURIComponent(name)}=${answerText(name, value)}`)
  }
  return { path, querystring: query.join('&') }
}

/** Conditions that ask for records whatever they are: for those with some ids, or what a record names. */
const asksForAny = (condition: Condition): boolean =>
  condition.filter.key === ONLY_CITED ||
  isById(condition) ||
  condition.filter.path.steps.some(({ inverse }) => inverse)

/** Arguments of a list as pages ask for it: without what is only cited, unless they may ask for it. */
function withDefaults(args: Json, type: EntityType, context: GraphContext): Json {
  const { filter } = args
  const given = filter === undefined ? [] : parseFilter([answerText('filter', filter)], type, context.model)
  if (given.some(asksForAny)) return args
  const defaults = defaultConditions(context, type).map(({ key, value }) => [key, value] as const)
  return defaults.length === 0
    ? args
    : { ...args, filter: { ...(filter as Json), ...Object.fromEntries(defaults) } }
}

async function ask(tool: Tool, args: Json, context: GraphContext, services: RouteServices): Promise<Answer> {
  const route = routeOf(tool)
  const { collection } = args
  const type = collection === undefined ? undefined : requireCollection(context.model, String(collection))
  const { path, querystring } = urlOf(
    tool,
    type && tool.path === COLLECTION ? withDefaults(args, type, context) : args,
  )
  const handler = await route.handler()
  const plain: PlainRequest = {
    route: route.path,
    method: 'GET',
    url: `${route.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')}?${querystring}`,
    querystring,
    path,
    headers: { accept: tool.accept ?? 'application/json' },
  }
  const request: MainRequest = routeRequest(plain, queryParametersOf(route), context, {
    signal: () => context.task.signal,
    compute: async (part: string, data: unknown) =>
      (await route.parts?.())?.[part]?.(request, data as never, services) as Answer,
  })
  // An empty list is an answer.
  return handler(request, { ...services, settings: { ...services.settings, emptyList: '200' } })
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
  readonly showsChanges?: boolean | undefined
}

/**
 * The text that a call gives, or a sentence that says what would have been right; undefined for an unknown tool.
 * @throws what is a fault of the server, and no matter of the client
 */
export async function callTool(
  name: string,
  args: unknown,
  context: GraphContext,
  services: RouteServices,
): Promise<ToolAnswer | undefined> {
  const tool = openTools(context).find((one) => one.name === name)
  if (!tool) return undefined
  try {
    if (args !== undefined && !isObject(args))
      throw new Problem('invalid-parameter', 'The arguments are an object.')
    const given: Json = args ?? {}
    const { status, headers, body, showsChanges } = await ask(tool, given, context, services)
    const isJson = /json/.test(headers['Content-Type'] ?? '')
    const text = String(body)
    const { select = (json: Json): unknown => json } = tool
    return {
      text: isJson ? fitJson(select(JSON.parse(text) as Json, given)) : fitText(text),
      isError: status >= 300,
      showsChanges,
    }
  } catch (error) {
    const problem = asProblem(error)
    if (hasFailed(problem) || context.task.signal.aborted) throw error
    // A list of all filters costs more than the answer: the tool has it, with values.
    const isOfFilter = problem.code === 'invalid-filter'
    const message = isOfFilter ? `${problem.explanation} All of a type: the tool filters.` : problem.message
    return { text: fitText(clean(message)), isError: true }
  }
}

/** What is said of a tool that there is not. */
export function unknownTool(name: string, context: GraphContext): string {
  const names = openTools(context).map((one) => one.name)
  const unknown = withSuggestion(`There is no tool ${clean(name.slice(0, 64))}`, name, names)
  return `${unknown} The tools are ${names.join(', ')}.`
}
