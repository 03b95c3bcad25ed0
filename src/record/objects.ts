/** The objects of properties as lists: which of them count, and in which order they stand. */

import { firstInstant } from '../model/dates.ts'
import type { Json } from '../model/json.ts'
import { compareCodePoints } from '../model/order.ts'
import { iriOf, isIri, isLiteral, textOf, type Node } from './triples.ts'

/** The texts of a property's literals. */
export function textsOf(node: Node, predicate: string): string[] {
  const texts: string[] = []
  for (const term of node.get(predicate) ?? []) if (isLiteral(term)) texts.push(textOf(term))
  return texts
}

export function irisOf(node: Node, predicate: string): string[] {
  const found: string[] = []
  for (const term of node.get(predicate) ?? []) if (isIri(term)) found.push(iriOf(term))
  return found
}

/** A list in order, or the first of it. */
export const listOrFirst = <T>(many: true | undefined, values: T[]): T[] | T | undefined =>
  values.length === 0 ? undefined : many ? values : values[0]

export const isInstance = (value: Json): boolean => {
  for (const _ in value) return true
  return false
}

/** Dates by their first instant, then text that is no date. */
export function compareInstants(a: string, b: string): number {
  const [x, y] = [firstInstant(a), firstInstant(b)]
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1
  return x - y || compareCodePoints(a, b)
}

/**
 * Orders nodes by their rank, the ranked before the others; equals by their JSON, which starts with whom they
 * name. Equal nodes are one.
 */
export function inOrder(nodes: Json[], rank: string | undefined): Json[] {
  if (nodes.length < 2) return nodes
  const keyed = nodes.map((node) => ({
    node,
    rank: rank === undefined ? undefined : (node[rank] as number | undefined),
    text: '',
  }))
  const textOfItem = (item: { node: Json; text: string }): string => (item.text ||= JSON.stringify(item.node))
  keyed.sort(
    (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || compareCodePoints(textOfItem(a), textOfItem(b)),
  )
  return keyed.filter(({ text }, i) => text === '' || text !== keyed[i - 1]?.text).map(({ node }) => node)
}
