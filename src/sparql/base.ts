/** Relative IRIs of queries: resolved against a base that the query does not name itself. */

import { iriText } from './terms.ts'
import { tokensOf } from './tokens.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** Where a relative IRI may begin; most queries have no such place, and need no closer look. */
const MAY_BE_RELATIVE = /<(?![a-z][a-z0-9+.-]{0,20}:)/i

function hasRelativeIri(text: string): boolean {
  if (!MAY_BE_RELATIVE.test(text)) return false
  for (const { kind, text: iri } of tokensOf(text)) if (kind === 'iri' && !SCHEME.test(iri)) return true
  return false
}

/**
 * Declares a base in a line of its own before a query that has relative IRIs. A base that the query declares
 * itself comes later and outweighs it; a query without relative IRIs stays as it is.
 */
export const declareBase = (text: string, base: string): string =>
  hasRelativeIri(text) ? `BASE ${iriText(base)}\n${text}` : text

/** Line numbers, as skeg and the usual engines write them in messages about a query. */
const LINE = /\b(line |error at )(\d+)/gi

/** A message about a query that had one more line at its head, as a message about the query itself. */
export const withoutBaseLine = (message: string): string =>
  message.replace(LINE, (_, words: string, line: string) => `${words}${Math.max(1, Number(line) - 1)}`)
