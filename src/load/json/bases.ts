/** The @base of each document in a text of JSON. */

import type { Source } from '../../model/rows/source-row.ts'
import { isObject } from '../../model/values/json.ts'
import { holdsList } from '../sources/sources.ts'
import { baseOf, MAX_DEPTH } from './json-items.ts'
import { parseHead } from './json-positions.ts'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lines in which documents are looked for. */
const MAX_LINES = 1000

/** The bases of the documents in a text: one, a list of them, or one a line; nothing of what is no JSON. */
export function basesIn(text: string): string[] {
  const whole = parsed(text.replace(/^\ufeff/, ''))
  const values = whole === undefined ? text.split('\n', MAX_LINES).map(parsed) : [whole]
  return values.flat(MAX_DEPTH).flatMap((document) => baseOf(document) ?? [])
}

/**
 * The base of a document, or none, by how it begins.
 * @returns undefined where what follows may state one
 */
export function basesInHead(head: string, sources: readonly Source[]): string[] | undefined {
  const value = parseHead(head)
  if (holdsList(sources, value)) return []
  // A context that nothing follows may be cut off.
  const hasContext = isObject(value) && '@context' in value && Object.keys(value).at(-1) !== '@context'
  return hasContext ? [baseOf(value) ?? []].flat() : undefined
}
