/**
 * How real data departs from the model where no row can say it: misspelt keys, misplaced ones, missing ranks.
 */

import { isObject, type Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { isEmpty, listOf, type ReadContext } from './read-context.ts'

/** Keys of JSON-LD and of the envelope that carry no data of their own. */
export const IGNORED_KEYS: ReadonlySet<string> = new Set([
  '@id',
  '@type',
  '@context',
  'entity_type',
  'local_identifier',
  'local_identifiers',
  'meta',
])

/** Keys as they were meant: published examples have a stray quote at the end. */
export const cleanKey = (key: string): string => key.replace(/"$/, '').trim()

/** Gives the nodes of a list in which none has a rank their positions, where the rows of a type say so. */
export function assignRanks(type: EntityType): (record: Json, count: ReadContext['count']) => Json {
  const ranked = Object.entries(type.fields).flatMap(([key, field]) => {
    if (field.kind !== 'object' || !field.orderBy?.fillFromPosition) return []
    const [shorthand = ''] =
      Object.entries(field.fields).find(([, inner]) => inner.kind === 'reference') ?? []
    return [key, ...(field.aliases ?? [])].map((name) => ({
      key,
      name,
      rank: (field.orderBy as { key: string }).key,
      shorthand,
    }))
  })
  return (record, count) => {
    let output = record
    for (const { key, name, rank, shorthand } of ranked) {
      if (isEmpty(record[name])) continue
      const nodes = listOf(record[name]).filter((node) => !isEmpty(node))
      if (nodes.length === 0 || nodes.some((node) => isObject(node) && !isEmpty(node[rank]))) continue
      count(`lists of ${key} without any ${rank} got positions as ${rank}`)
      output = {
        ...output,
        [name]: nodes.map((node, i) => ({
          ...(isObject(node) ? node : { [shorthand]: node }),
          [rank]: i + 1,
        })),
      }
    }
    return output
  }
}

/** Puts keys that stand inside a sub-object by mistake where they belong. */
export function hoistMisplacedKeys(
  misplaced: Readonly<Record<string, readonly string[]>>,
): (input: Json) => Json {
  const moved = Object.entries(misplaced)
  return (input) => {
    let output = input
    for (const [key, names] of moved) {
      const inner = input[key]
      if (!isObject(inner) || !names.some((name) => name in inner)) continue
      const rest = Object.fromEntries(Object.entries(inner).filter(([name]) => !names.includes(name)))
      const lifted = Object.fromEntries(
        names.filter((name) => name in inner).map((name) => [name, [output[name] ?? [], inner[name]].flat()]),
      )
      output = { ...output, ...lifted, [key]: rest }
    }
    return output
  }
}

/** The id of a record in any of its spellings; blank node labels are none. */
export function localIdentifierOf(input: Json): string | undefined {
  const plain = input['local_identifier']
  if (typeof plain === 'string' && plain !== '' && !plain.startsWith('_:')) return plain.trim() || undefined
  const id = [input['local_identifier"'], input['local_identifiers'], input['@id']]
    .flat()
    .find(
      (candidate) => typeof candidate === 'string' && candidate.trim() !== '' && !candidate.startsWith('_:'),
    )
  return typeof id === 'string' ? id.trim() : undefined
}
