/** `/mcp`: the Model Context Protocol over HTTP. Each request stands alone; none changes anything. */

import { Problem } from '../../config/errors.ts'
import { withLocalhost } from '../../model/context/iri.ts'
import type { Answer } from '../../api/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'

/**
 * A page of another site that runs in a browser must not ask a server which only that browser can reach.
 * @throws Problem foreign-origin
 */
function requireOwnOrigin({ headers: { origin }, context }: RouteRequest): void {
  const own = new URL(context.urls.root).origin
  if (origin === undefined || withLocalhost(origin.toLowerCase()) === withLocalhost(own)) return
  throw new Problem('foreign-origin', `Pages of another origin cannot ask here; this server is ${own}.`)
}

export async function mcp(request: RouteRequest, services: RouteServices): Promise<Answer> {
  requireOwnOrigin(request)
  // No version of the protocol has batches any more, and one would be as many calls in the place of one.
  if (request.body?.trimStart().startsWith('['))
    throw new Problem('bad-request', 'A request is one message: send those of a batch one after the other.')
  // Its package is read when somebody asks for it.
  const { answerMcp } = await import('./answer.ts')
  return answerMcp(request, services)
}
