/** How large a query may be: the parser and the planner of Oxigraph go as deep as it is long. */

// Most of the stack that they need is part of Oxigraph's WASM memory: 1 MB, fixed when it was compiled. Where
// it ends, the store is of no more use, and its process has to be replaced.

import type { Outline } from '../../sparql/outline.ts'

/** Half of what ends the stack, or less, for each construct: BIND, OPTIONAL, paths, DESCRIBE, `||` … */
const MAX_GROUPS = 500
const MAX_DEPTH = 100
const MAX_PARTS = 800

/** IN goes down as many steps as it has members, on the stack of JavaScript: 10,000 are too many. */
const MAX_LISTED = 3000

/** VALUES goes down none, but takes its time. */
const MAX_VALUES = 50_000

const limits: readonly [counted: keyof Outline, most: number, what: string][] = [
  ['groups', MAX_GROUPS, 'groups in braces'],
  ['depth', MAX_DEPTH, 'levels of brackets'],
  ['parts', MAX_PARTS, 'terms and operators outside of VALUES and IN'],
  ['listed', MAX_LISTED, 'terms in lists with commas, as of IN'],
  ['values', MAX_VALUES, 'terms in VALUES'],
]

/** Says which limit a query exceeds and what to do; undefined for one that is small enough. */
export function sizeFault(outline: Outline): string | undefined {
  const over = limits.find(([counted, most]) => Number(outline[counted]) > most)
  if (!over) return undefined
  const [counted, most, what] = over
  const advice = 'Name what is asked for with VALUES, or ask in several queries.'
  return `The query has ${Number(outline[counted])} ${what}; ${most} are the most. ${advice}`
}
