/** Headers that keep browsers from making more of an answer than it is. Pages have their own instead. */

import type { Middleware } from 'koa'

/**
 * What OWASP asks of an API: data runs no script, loads nothing, stands in no frame, and is of the type that
 * it says.
 */
const apiHeaders = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
] as const

export const securityHeaders = (): Middleware =>
  function securityHeaders({ res }, next) {
    for (const [name, value] of apiHeaders) res.setHeader(name, value)
    return next()
  }
