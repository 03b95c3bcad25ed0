/**
 * What pages may do in a browser (Content-Security-Policy): our own next to nothing, those with a tool what
 * the tool needs.
 */

/** Load our own stylesheet, send our own forms, nothing else. */
const page = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': 'data:',
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
} as const

const written = (policy: Readonly<Record<string, string>>): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

export const policies = {
  page: written(page),
  // The editor of queries runs here, and asks the endpoint what it can complete; the form sends the query.
  editor: written({ ...page, 'script-src': "'self'", 'connect-src': "'self'" }),
  // The documentation makes requests to this server.
  reference: written({ ...page, 'script-src': "'self'", 'connect-src': "'self'" }),
} as const

export type Policy = keyof typeof policies
