/** The routes that are there, with the code of their handlers, which is read when it is needed. */

import {
  patternOf,
  queryParametersOf,
  type Handler,
  type Parts,
  type Route,
  type RouteConditions,
} from '../../api/request/route.ts'
import { routes } from './routes.ts'

/** A route that is there, with the graph and the settings of this server. */
export interface AvailableRoute {
  readonly route: Route
  readonly methods: readonly string[]
  readonly pattern: RegExp
  /** Names of the parameters that its query may have. */
  readonly parameters: readonly string[]
  /** Reads the code of the handler once; where that fails, the next request tries again. */
  readonly load: () => Promise<Handler>
  /** The same for what threads make for it. */
  readonly loadParts: () => Promise<Parts>
}

function loader<A>(read: () => A | Promise<A>): () => Promise<A> {
  let loading: Promise<A> | undefined
  return () =>
    (loading ??= Promise.resolve()
      .then(read)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      }))
}

export const availableRoute = (route: Route): AvailableRoute => ({
  route,
  methods: route.methods ?? ['GET', 'HEAD', ...(route.post ? ['POST'] : [])],
  pattern: patternOf(route.path),
  parameters: queryParametersOf(route),
  load: loader(route.handler),
  loadParts: loader(route.parts ?? (() => ({}))),
})

/** The routes that everybody can ask. */
export const publicRoutesOf = (conditions: RouteConditions): AvailableRoute[] =>
  routes.filter(({ isOpen = () => true }) => isOpen(conditions)).map(availableRoute)

/** The routes at the address of operators. */
export const operatorRoutesOf = (conditions: RouteConditions): AvailableRoute[] =>
  routes.filter(({ isOpenToOperators }) => isOpenToOperators?.(conditions)).map(availableRoute)

/**
 * Reads the code of all routes that runs in a place, one after another.
 * @param place absent: anywhere
 * @throws Error if one cannot be read, the others are
 */
export async function loadAll(available: readonly AvailableRoute[], place?: Route['runs']): Promise<void> {
  const faults: unknown[] = []
  for (const { route, load, loadParts } of available)
    for (const read of [
      ...(route.runs === (place ?? route.runs) ? [load] : []),
      ...(place === 'main' ? [] : [loadParts]),
    ])
      await read().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}
