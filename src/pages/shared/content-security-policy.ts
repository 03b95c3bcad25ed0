/** What pages may do in a browser (Content-Security-Policy). */

/**
 * Load our own stylesheet, run our own scripts (suggestions, the query editor, the API reference), which ask
 * this server, send our own forms; nothing else.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
} as const

export const pagePolicy = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ')
