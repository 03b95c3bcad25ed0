/** Filters that several entity types have: the attributes of what a path leads to. */

import type { FilterRow, FilterRows } from '../../model/rows/filter-row.ts'

interface Attribute {
  readonly doc: string
  readonly path?: string
  readonly alias?: string
}

const attributes = {
  local_identifier: { doc: 'with the id {value}' },
  'identifiers.id': {
    doc: 'with the identifier {value}',
    path: 'identifiers.value',
    alias: 'identifiers.value',
  },
  'identifiers.value': { doc: 'with the identifier {value}', alias: 'identifiers.id' },
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

interface AttributeFilters {
  /** The keys in front of each attribute; absent for the records themselves. */
  readonly prefix?: string
  /** English in front of each attribute. */
  readonly phrase?: string
  /** The attributes, each with an example. */
  readonly examples: Examples
  /** The keys that lead to the attributes, if they are not those of the prefix. */
  readonly path?: string
  /** Other prefixes of the same filters. */
  readonly aliasPrefixes?: readonly string[]
}

/** Exact filters on attributes. */
export function attributeFilters({
  prefix = '',
  phrase,
  examples,
  path = prefix,
  aliasPrefixes = [],
}: AttributeFilters): FilterRows {
  const join = (before: string, key: string): string => (before ? `${before}.${key}` : key)
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]): [string, FilterRow] => {
      const attribute: Attribute = attributes[name as keyof typeof attributes]
      const names = [name, ...(attribute.alias ? [attribute.alias] : [])]
      const aliases = [prefix, ...aliasPrefixes]
        .flatMap((before) => names.map((one) => join(before, one)))
        .slice(1)
      return [
        join(prefix, name),
        {
          operator: 'equals',
          path: join(path, attribute.path ?? name),
          doc: [phrase, attribute.doc].filter(Boolean).join(' '),
          example,
          ...(aliases.length > 0 && { aliases }),
        },
      ]
    }),
  )
}

/** Filters that the specification does not have. */
export const additions = (rows: FilterRows): FilterRows =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, addition: true }]))

/** The records of a list by their ids. */
export const byId = (example: string): FilterRows => ({
  local_identifier: {
    operator: 'equals',
    doc: attributes.local_identifier.doc,
    example,
    addition: true,
  },
})

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

/** From a date or a number on, or up to it. */
export const range = (
  operator: 'gte' | 'lte',
  path: string,
  doc: string,
  example: string,
  label?: string,
): FilterRow => ({ operator, path, doc, example, ...(label !== undefined && { label }) })
