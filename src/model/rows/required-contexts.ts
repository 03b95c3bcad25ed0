/**
 * Which extensions a record uses beyond the first: by what they own of the rows, wherever in the record it
 * stands.
 */

import type { Extension } from './extension-row.ts'
import { isObject, itemsOf, type Json } from '../values/json.ts'
import type { EntityType, Field, Fields } from './row.ts'

/** Adds the names of the extensions that a value uses. */
type Visitor = (value: unknown, used: Set<string>) => void

/**
 * Makes the look at records of a model.
 * @param types the entity types with all that is added to them
 * @returns names of the extensions without which a record of the type cannot be read
 */
export function createContextUsage(
  extensions: readonly Extension[],
  types: readonly EntityType[],
): (type: EntityType, record: Json) => ReadonlySet<string> {
  const [first, ...moreExtensions] = extensions
  const byName = new Map(
    types.flatMap((type) => [type.name, ...(type.aliases ?? [])].map((name) => [name, type] as const)),
  )
  const owners = new Map(
    extensions.flatMap(({ name, entities = [] }) => entities.map((type) => [type.name, name] as const)),
  )
  /** Who adds a field, or a word to a field, by `type path` and `type path word`. */
  const addedBy = new Map<string, string>(
    moreExtensions.flatMap(({ name, extend = {} }) =>
      Object.entries(extend).flatMap(([type, { fields = {}, vocabularies = {} }]) => [
        ...Object.keys(fields).map((key) => [`${type} ${key}`, name] as const),
        ...Object.entries(vocabularies).flatMap(([path, { terms }]) =>
          terms.map((word) => [`${type} ${path} ${word}`, name] as const),
        ),
      ]),
    ),
  )
  const visitors = new Map<string, Visitor>()

  function visitField(place: string, field: Field): Visitor | undefined {
    const adder = addedBy.get(place)
    const words =
      'terms' in field
        ? (field.terms ?? []).flatMap((word) =>
            addedBy.has(`${place} ${word}`)
              ? [[word, addedBy.get(`${place} ${word}`) as string] as const]
              : [],
          )
        : []
    const inner =
      field.kind === 'reference'
        ? visitEntity
        : 'fields' in field
          ? visitFields(place, field.fields)
          : undefined
    if (adder === undefined && words.length === 0 && !inner) return undefined
    return (value, used) => {
      if (adder !== undefined) used.add(adder)
      for (const [word, by] of words) if (itemsOf(value).includes(word)) used.add(by)
      if (inner) for (const item of itemsOf(value)) inner(item, used)
    }
  }

  /** Looks at the keys of a table in which extensions may be used; none where none can. */
  function visitFields(place: string, fields: Fields): Visitor | undefined {
    const keys = Object.entries(fields).flatMap(([key, field]) => {
      const look = visitField(`${place}${place.includes(' ') ? '.' : ' '}${key}`, field)
      return look ? [[key, look] as const] : []
    })
    return keys.length === 0
      ? undefined
      : (value, used) => {
          if (isObject(value))
            for (const [key, look] of keys) if (value[key] !== undefined) look(value[key], used)
        }
  }

  const visitEntity: Visitor = (value, used) => {
    const type =
      isObject(value) && typeof value.entity_type === 'string' ? byName.get(value.entity_type) : undefined
    if (type) visitRecord(type, value as Json, used)
  }

  function visitRecord(type: EntityType, record: Json, used: Set<string>): void {
    const owner = owners.get(type.name)
    if (owner !== undefined && owner !== first?.name) used.add(owner)
    let look = visitors.get(type.name)
    if (!look) visitors.set(type.name, (look = visitFields(type.name, type.fields) ?? (() => {})))
    look(record, used)
  }

  return (type, record) => {
    const used = new Set<string>()
    visitRecord(type, record, used)
    return used
  }
}
