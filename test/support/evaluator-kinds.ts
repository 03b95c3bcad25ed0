/** The kind of a record: the first of the rows of its type all of whose values it has. A second opinion, from its JSON. */

import type { Kinds } from '../../src/model/rows/row.ts'

type Json = Record<string, any>

const listOf = (value: any): any[] => [value ?? []].flat()

/** What stands at the end of keys, as text; of a class the end of its IRI, and its labels. */
function textsAt(node: Json, [key, ...rest]: readonly string[]): string[] {
  const values = listOf(node[key!])
  if (rest.length > 0) return values.flatMap((value) => textsAt(value, rest))
  return values.flatMap((value) => {
    if (typeof value !== 'object') return [String(value)]
    const iris: string[] = listOf(value.class)
    const labels: string[] = Object.values(value.labels ?? {})
    return [...iris.map((one) => one.split(/[/#]/).at(-1)!), ...labels, ...listOf(value.local_identifier)]
  })
}

export const kindIn = (record: Json, { rows }: Kinds): string =>
  rows.find(({ has }) =>
    Object.entries(has).every(([path, words]) => {
      const texts = textsAt(record, path.split('.'))
      return words.length === 0 ? texts.length > 0 : texts.some((text) => words.includes(text))
    }),
  )!.kind
