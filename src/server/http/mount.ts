/** The server as middleware of another application: Connect and Express, or Koa. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** What Express, Connect and the like call for each request. */
export type ConnectMiddleware = (
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** What Koa calls for each request. */
export type KoaMiddleware = (
  context: { readonly req: IncomingMessage; readonly res: ServerResponse; respond?: boolean },
  next: () => Promise<unknown>,
) => Promise<void>

/** Listeners that the middleware of skeg add to one response, and some more. */
const MAX_LISTENERS = 30

/** Whether a request target is the path of the public URL, or lies below it. */
function isBelow(target: string, root: string): boolean {
  const prefix = new URL(root).pathname.replace(/\/$/, '')
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length))
}

/** Requests below the path of the public URL go to the listener, others to the next middleware. */
export const connectMiddleware = (listener: RequestListener, root: string): ConnectMiddleware =>
  function skeg(request, response, next) {
    // Express takes the path at which a middleware is mounted off the URL.
    if (!isBelow(request.originalUrl ?? request.url ?? '', root)) {
      next()
      return
    }
    response.setMaxListeners(MAX_LISTENERS)
    listener(request, response)
  }

/** The same for Koa, which leaves the response to the listener; resolves when it is closed. */
export const koaMiddleware = (listener: RequestListener, root: string): KoaMiddleware =>
  async function skeg(context, next) {
    const { req, res } = context
    if (!isBelow(req.url ?? '', root)) {
      await next()
      return
    }
    context.respond = false
    res.setMaxListeners(MAX_LISTENERS)
    const closed = new Promise<void>((resolve) => {
      res.once('close', resolve)
    })
    listener(req, res)
    await closed
  }
