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

const serialize = (policy: Readonly<Record<string, string>>): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

export const policies = {
  page: serialize(page),
  // The editor of queries runs here, and asks the endpoint what it can complete; the form sends the query.
  editor: serialize({ ...page, 'script-src': "'self'", 'connect-src': "'self'" }),
  // The documentation makes requests to this server.
  reference: serialize({ ...page, 'script-src': "'self'", 'connect-src': "'self'" }),
} as const

export type Policy = keyof typeof policies
