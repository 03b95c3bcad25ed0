/** What a row of the table of routes is. */

import type { Endpoint } from './endpoint.ts'
import { parameters, type Parameter, type ParameterName } from '../../config/parameters.ts'
import type { Settings } from '../../config/settings.ts'
import type { ServedGraph } from '../../search-index/query/graph.ts'
import type { Answer } from '../answer.ts'
import type { Dataset } from '../dataset/dataset.ts'
import type { Pages } from './pages.ts'
import type { MainRequest, RouteRequest } from './route-request.ts'
import type { LaneName } from '../../admission/lanes.ts'

/** What routes need beside the request. */
export interface RouteServices {
  readonly settings: Settings
  /** Absent where the setting is off. */
  readonly metrics: { registry(): Promise<{ print(): Promise<string> }> } | undefined
  /** Seconds since which a newer graph counts than one; undefined where that is up to date. */
  readonly lateSince: (graph: Pick<ServedGraph, 'stamps'>) => number | undefined
  /** The endpoints that everybody can ask. */
  readonly endpoints: readonly Endpoint[]
  /** Writes what the first page embeds for search engines of data, where a door does. */
  readonly describeForSearch?: DescribeForSearch | undefined
  /** Writes pages, where a door does. */
  readonly pages?: Pages | undefined
}

export type DescribeForSearch = (dataset: Dataset) => Promise<object>

/** @throws Problem which is the answer then */
export type Handler = (request: MainRequest, services: RouteServices) => Answer | Promise<Answer>

/** What a thread makes for a handler of the main thread, from data that this has read of the request. */
export type Parts = Readonly<
  Record<string, (request: RouteRequest, data: never, services: RouteServices) => Answer | Promise<Answer>>
>

/** What writes a form for people: it is offered where there is something that does. */
export const pagesOf = ({ pages }: RouteServices): Pages => {
  if (!pages) throw new Error('no door writes pages')
  return pages
}

/** What decides whether a route is there. */
export interface RouteConditions {
  readonly graph: Pick<ServedGraph, 'endpoint' | 'names' | 'quads'>
  readonly settings: Settings
}

export interface Route extends Endpoint {
  /** In the log and in metrics; several routes may have one. */
  readonly name: string
  /**
   * Where its handler runs: at once in the main thread, which answers what takes no longer than a look-up, and has
   * `parts` made of what takes longer; or when there is a place in a worker thread.
   */
  readonly runs: 'main' | 'thread'
  /** Where it waits for a place in a thread; absent: among lists. */
  readonly lane?: LaneName
  /** Who asks for the same at the same time gets an answer of its own. */
  readonly perClient?: true
  /** Its methods; absent: GET and HEAD, and POST where it takes that. */
  readonly methods?: readonly string[]
  /** Names of headers of the request that its handler reads in a thread, beside Accept. */
  readonly headers?: readonly string[]
  /** Gives the handler, whose code may be read then. */
  readonly handler: () => Handler | Promise<Handler>
  /** Gives what threads make for the handler. */
  readonly parts?: () => Promise<Parts>
  /** Whether everybody can ask it; absent: yes. */
  readonly isOpen?: (conditions: RouteConditions) => boolean
  /** Whether it is at the address of operators, where they have their own; absent: no. */
  readonly isOpenToOperators?: (conditions: RouteConditions) => boolean
}

/** Parameters by which one thing has addresses without end. */
const ENDLESS = ['filter', 'format', 'skeg_'] as const
export const IS_ENDLESS = new RegExp(`(?:^|&)(?:${ENDLESS.join('|')})`)

/** What robots.txt keeps crawlers from, as its patterns: what one path begins with need not be said again. */
export function crawlerTraps(endpoints: readonly Endpoint[]): string[] {
  const paths = endpoints.flatMap(({ path, noindex }) => (noindex ? [path.replace(/\{.*/, '')] : []))
  const first = paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)))
  return [...ENDLESS.map((name) => `/*?*${name}`), ...new Set(first)]
}

/** Names of the parameters that the query of a route may have. */
export const queryParametersOf = ({ parameters: names = [], paged, negotiated }: Endpoint): string[] => [
  ...names.flatMap((name) => {
    const row: Parameter = parameters[name]
    return row.in === 'query' ? [row.name ?? name] : []
  }),
  ...(paged ? ['page', 'page_size'] : []),
  ...(negotiated ? ['format'] : []),
]

const captureOf = (name: ParameterName): string => {
  const { isRest }: Parameter = parameters[name]
  return `(?<${name}>${isRest ? '[^/].*' : '[^/]+'})`
}

/**
 * The pattern of a path: slashes may be repeated, and one may follow. Captures stay percent-encoded.
 */
export function patternOf(path: string): RegExp {
  const segments = path.split('/').filter(Boolean)
  const texts = segments.map((segment) =>
    segment.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, (_, name: ParameterName) => captureOf(name)),
  )
  return new RegExp(`^${texts.map((text) => `/+${text}`).join('')}/*$`)
}
