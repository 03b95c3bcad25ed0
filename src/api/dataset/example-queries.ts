/** The queries of queries/: examples for the editor. */

import { readdirSync, readFileSync } from 'node:fs'
import type { Statistics } from '../../search-index/query/index-reader.ts'
import { tokensOf } from '../../sparql/tokens.ts'

export interface Query {
  readonly title: string
  /** SPARQL, with its front lines. */
  readonly text: string
}

const FOLDER = new URL('../../../queries/', import.meta.url)
const FRONT = /^# title: (.+)\n/

let cached: readonly Query[] | undefined

/** All queries that have a title, in the order of their file names. */
export function exampleQueries(): readonly Query[] {
  return (cached ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith('.rq'))
    .sort()
    .flatMap((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      const [, title] = FRONT.exec(text) ?? []
      return title === undefined ? [] : [{ title, text }]
    }))
}

/** The IRIs that a query asks for outside of OPTIONAL: of alternatives (UNION, `|`) each counts. */
function requiredIris(text: string): Set<string> {
  const prefixes = new Map<string, string>()
  const iris = new Set<string>()
  let declared: string | undefined
  let before = ''
  let depth = 0
  /** How many braces are open around the OPTIONAL in which the text is. */
  let optional: number | undefined
  for (const { kind, text: token } of tokensOf(text)) {
    if (token === '{') {
      if (before === 'OPTIONAL') optional ??= depth
      depth++
    } else if (token === '}' && --depth === optional) optional = undefined
    else if (kind === 'prefixed' && before === 'PREFIX') declared = token.slice(0, -1)
    else if (kind === 'iri' && declared !== undefined) {
      prefixes.set(declared, token)
      declared = undefined
    } else if ((kind === 'prefixed' || kind === 'iri') && optional === undefined) {
      const colon = token.indexOf(':')
      iris.add(kind === 'iri' ? token : (prefixes.get(token.slice(0, colon)) ?? '') + token.slice(colon + 1))
    }
    before = token
  }
  return iris
}

/**
 * Those that may have rows in a graph: each property, class and term that they ask for stands in it.
 * @param statistics of the graph
 */
export function queriesOf({ properties, classes, values }: Statistics): readonly Query[] {
  const terms = Object.values(values)
  const isThere = (iri: string): boolean =>
    properties.has(iri) ||
    classes.has(iri) ||
    terms.some((counts) => counts === null || counts[`<${iri}>`] !== undefined)
  return exampleQueries().filter(({ text }) => [...requiredIris(text)].every(isThere))
}
