/** The objects of properties as lists: which of them count, and in which order they stand. */

import { firstInstant } from '../../../model/values/dates.ts'
import type { Json } from '../../../model/values/json.ts'
import { compareCodePoints } from '../../../model/values/sorting.ts'
import type { FieldOf } from '../../../model/rows/row.ts'
import { iriOf, isIri, isLiteral, lexicalForm, type PredicateMap } from '../../rdf/triples.ts'

/** The texts of a property's literals. */
export function textsOf(node: PredicateMap, predicate: string): string[] {
  const texts: string[] = []
  for (const term of node.get(predicate) ?? []) if (isLiteral(term)) texts.push(lexicalForm(term))
  return texts
}

export function irisOf(node: PredicateMap, predicate: string): string[] {
  const iris: string[] = []
  for (const term of node.get(predicate) ?? []) if (isIri(term)) iris.push(iriOf(term))
  return iris
}

/** A list in order, or the first of it. */
export const byCardinality = <T>(many: true | undefined, values: T[]): T[] | T | undefined =>
  values.length === 0 ? undefined : many ? values : values[0]

export const isNonEmpty = (value: Json): boolean => {
  for (const _ in value) return true
  return false
}

/** Dates by their first instant, then text that is no date. */
export function compareInstants(a: string, b: string): number {
  const [x, y] = [firstInstant(a), firstInstant(b)]
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1
  return x - y || compareCodePoints(a, b)
}

/** A number by which nodes are ordered. */
type SortKey = (node: Json) => number

/** What orders the nodes of a field before their JSON does: their rank, then a word of theirs. */
export function sortKeysOf({ orderBy, fields }: FieldOf<'object'>): readonly SortKey[] {
  if (orderBy === undefined) return []
  const { key, thenBy = '' } = orderBy
  const field = fields[thenBy]
  const words = new Map((field?.kind === 'vocabTerm' ? (field.terms ?? []) : []).map((word, i) => [word, i]))
  const byRank: SortKey = (node) => (node[key] as number | undefined) ?? Infinity
  const byWord: SortKey = ({ [thenBy]: word }) =>
    word === undefined ? Infinity : (words.get(word as string) ?? words.size)
  return field === undefined ? [byRank] : [byRank, byWord]
}

/** Orders nodes by numbers, then by their JSON, which starts with whom they name. Equal nodes are one. */
export function sortNodes(nodes: Json[], sortKeys: readonly SortKey[]): Json[] {
  if (nodes.length < 2) return nodes
  const keyed = nodes.map((node) => ({ node, keys: sortKeys.map((keyOf) => keyOf(node)), text: '' }))
  const textOfItem = (item: { node: Json; text: string }): string => (item.text ||= JSON.stringify(item.node))
  keyed.sort((a, b) => {
    for (let i = 0; i < sortKeys.length; i++) {
      const [x, y] = [a.keys[i] as number, b.keys[i] as number]
      if (x !== y) return x < y ? -1 : 1
    }
    return compareCodePoints(textOfItem(a), textOfItem(b))
  })
  return keyed.filter(({ text }, i) => text === '' || text !== keyed[i - 1]?.text).map(({ node }) => node)
}
