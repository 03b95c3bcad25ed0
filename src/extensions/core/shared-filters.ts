/** Filters that several entity types have: the attributes of what a path leads to. */

import type { FilterRow, FilterRows, Operator } from '../../model/rows/filter-row.ts'

/** The attributes of entities: how a filter on them goes on. */
const docs = {
  local_identifier: 'with the id {value}',
  'identifiers.id': 'with the identifier {value}',
  'identifiers.value': 'with the identifier {value}',
  'identifiers.scheme': 'with an identifier of the scheme {value}',
  name: 'with the name {value}',
  given_name: 'with the given name {value}',
  family_name: 'with the family name {value}',
  short_name: 'with the short name {value}',
  acronym: 'with the acronym {value}',
  website: 'with the web page {value}',
  country: 'in the country {value}',
  grant_number: 'with the number {value}',
} as const

/** Two keys for one thing: lists of the specification have the one or the other. */
const others: Readonly<Record<string, string>> = {
  'identifiers.id': 'identifiers.value',
  'identifiers.value': 'identifiers.id',
}

interface Place {
  /** The keys in front of each attribute; absent for the records themselves. */
  readonly prefix?: string
  /** English in front of each attribute. */
  readonly phrase?: string
  /** The keys that lead to the attributes, if they are not those of the prefix. */
  readonly path?: string
  /** Other prefixes of the same filters. */
  readonly aliasPrefixes?: readonly string[]
}

const join = (...keys: readonly string[]): string => keys.filter(Boolean).join('.')

/** Exact filters on attributes, each with an example. */
export function attributes(
  examples: { readonly [K in keyof typeof docs]?: string },
  { prefix = '', phrase = '', path = prefix, aliasPrefixes = [] }: Place = {},
): FilterRows {
  const rows = Object.entries(examples).map(([name, example]): [string, FilterRow] => {
    const names = [name, ...(others[name] ? [others[name]] : [])]
    const aliases = [prefix, ...aliasPrefixes]
      .flatMap((before) => names.map((one) => join(before, one)))
      .slice(1)
    const doc = [phrase, docs[name as keyof typeof docs]].filter(Boolean).join(' ')
    const row = equals(doc, example, join(path, name === 'identifiers.id' ? 'identifiers.value' : name))
    return [join(prefix, name), aliases.length > 0 ? { ...row, aliases } : row]
  })
  return Object.fromEntries(rows)
}

/** Filters that the specification does not have. */
export const additions = (rows: FilterRows): FilterRows =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, { ...row, addition: true }]))

/** The records of a list by their ids. */
export const byId = (example: string): FilterRows =>
  additions({ local_identifier: equals(docs.local_identifier, example) })

/** A filter on a value. @param path absent: the key of the filter; or what else its row says */
const filter =
  (operator: Operator) =>
  (
    doc: string,
    example: string,
    path?: string | Partial<FilterRow>,
    more?: Partial<FilterRow>,
  ): FilterRow => ({
    operator,
    doc,
    example,
    ...(typeof path === 'string' ? { path } : path),
    ...more,
  })

export const equals = filter('equals')

/** A filter by a text inside of others. */
export const contains = filter('contains')

/** A filter by an exact value whose values are counted. @param label of the facet */
export const facet = (label: string, ...[doc, example, path, more]: Parameters<typeof equals>): FilterRow =>
  equals(doc, example, path, { facet: label, ...more })

/** A filter by the id of what a reference leads to. @param phrase what comes before `with the id {value}` */
export const byReference = (
  phrase: string,
  example: string,
  path: string,
  more?: Partial<FilterRow>,
): FilterRow => equals(`${phrase} with the id {value}`, example, `${path}.local_identifier`, more)

/** From a date or a number on, or up to it. */
export const range = (
  operator: 'gte' | 'lte',
  path: string,
  doc: string,
  example: string,
  label?: string,
): FilterRow => filter(operator)(doc, example, { path, ...(label !== undefined && { label }) })

/** Filters from a date on, and up to one. @param doc what begins their documentation @param label of both */
export const fromTo = (
  key: string,
  path: string,
  doc: string,
  [from, to]: readonly [from: string, to: string],
  label: string,
): FilterRows => ({
  [`${key}.from`]: range('gte', path, `${doc} in or after {value}`, from, `${label} from`),
  [`${key}.to`]: range('lte', path, `${doc} in or before {value}`, to, `${label} to`),
})

/** Exact filters on attributes, as extensions write them. */
export const attributeFilters = ({
  examples,
  ...place
}: Place & { readonly examples: Parameters<typeof attributes>[0] }): FilterRows => attributes(examples, place)

/** A filter by a text inside of others, as extensions write it. */
export const search = (on: string, doc: string, example: string): FilterRow => contains(doc, example, on)
