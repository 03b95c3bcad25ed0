/** Filters that several entity types have: the attributes of what a path leads to. */

import type { FilterRow, FilterRows } from '../../model/rows/filter-row.ts'

interface Attribute {
  readonly doc: string
  readonly on?: string
  readonly also?: string
}

const attributes = {
  local_identifier: { doc: 'with the id {value}' },
  'identifiers.id': {
    doc: 'with the identifier {value}',
    on: 'identifiers.value',
    also: 'identifiers.value',
  },
  'identifiers.value': { doc: 'with the identifier {value}', also: 'identifiers.id' },
  'identifiers.scheme': { doc: 'with an identifier of the scheme {value}' },
  name: { doc: 'with the name {value}' },
  given_name: { doc: 'with the given name {value}' },
  family_name: { doc: 'with the family name {value}' },
  short_name: { doc: 'with the short name {value}' },
  acronym: { doc: 'with the acronym {value}' },
  website: { doc: 'with the web page {value}' },
  country: { doc: 'in the country {value}' },
  grant_number: { doc: 'with the number {value}' },
} as const satisfies Record<string, Attribute>

type Examples = { readonly [K in keyof typeof attributes]?: string }

interface Below {
  /** Keys that lead there, if not those of the prefix. */
  readonly on?: string
  /** Other prefixes of the same filters. */
  readonly also?: readonly string[]
}

/**
 * Exact filters on attributes.
 * @param prefix keys in front of each attribute; empty for the records themselves
 * @param whose English in front of each attribute
 * @param examples the attributes, each with an example
 */
export function attributeFilters(
  prefix: string,
  whose: string,
  examples: Examples,
  { on = prefix, also = [] }: Below = {},
): FilterRows {
  const below = (before: string, key: string): string => (before ? `${before}.${key}` : key)
  return Object.fromEntries(
    Object.entries(examples).map(([key, example]): [string, FilterRow] => {
      const attribute: Attribute = attributes[key as keyof typeof attributes]
      const names = [key, ...(attribute.also ? [attribute.also] : [])]
      const aliases = [prefix, ...also].flatMap((before) => names.map((name) => below(before, name))).slice(1)
      return [
        below(prefix, key),
        {
          operator: 'equals',
          path: below(on, attribute.on ?? key),
          doc: [whose, attribute.doc].filter(Boolean).join(' '),
          example,
          ...(aliases.length > 0 && { aliases }),
        },
      ]
    }),
  )
}

/** A filter on a field of the records themselves. */
export const equals = (doc: string, example: string, more: Partial<FilterRow> = {}): FilterRow => ({
  operator: 'equals',
  doc,
  example,
  ...more,
})

/** A convenience filter that looks for a text inside others. */
export const search = (on: string, doc: string, example: string): FilterRow => ({
  operator: 'contains',
  path: on,
  doc,
  example,
})
