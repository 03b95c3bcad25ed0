/** The routes that are there, with the code of their handlers, which is read when it is needed. */

import { patternOf, type Handler, type Route, type Served } from './route.ts'
import { routes } from './routes.ts'

/** A route that is served. */
export interface ServedRoute {
  readonly route: Route
  readonly methods: readonly string[]
  readonly pattern: RegExp
  /** Reads the code of the handler once; where that fails, the next request tries again. */
  readonly load: () => Promise<Handler>
}

function loader(handler: Route['handler']): () => Promise<Handler> {
  let loading: Promise<Handler> | undefined
  return () =>
    (loading ??= Promise.resolve()
      .then(handler)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      }))
}

export const serveRoute = (route: Route): ServedRoute => ({
  route,
  methods: ['GET', 'HEAD', ...(route.post ? ['POST'] : [])],
  pattern: patternOf(route.path),
  load: loader(route.handler),
})

/** The routes that everybody can ask. */
export const publicRoutesOf = (served: Served): ServedRoute[] =>
  routes.filter(({ isOpen = () => true }) => isOpen(served)).map(serveRoute)

/** The routes at the address of operators. */
export const operatorRoutesOf = (served: Served): ServedRoute[] =>
  routes.filter(({ isOpenToOperators }) => isOpenToOperators?.(served)).map(serveRoute)

/** Reads the code of all routes, one after another. @throws Error if one cannot be read, the others are */
export async function loadAll(served: readonly ServedRoute[]): Promise<void> {
  const faults: unknown[] = []
  for (const { load } of served) await load().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}
