/**
 * Which extensions a record uses beyond the first: by what they own of the rows, wherever in the record it
 * stands.
 */

import type { Extension } from './extension-row.ts'
import { isObject, itemsOf, type Json } from '../values/json.ts'
import type { EntityType, Field, Fields } from './row.ts'

/** Adds the names of the extensions that a value uses. */
type Visitor = (value: unknown, used: Set<string>) => void

/** Who adds a field to a type of another extension, or a word to a field: by `type.path` and `type.path word`. */
const additionsOf = (extensions: readonly Extension[]): ReadonlyMap<string, string> =>
  new Map(
    extensions.flatMap(({ name, extend = {} }) =>
      Object.entries(extend).flatMap(([type, { fields = {}, vocabularies = {} }]) => [
        ...Object.keys(fields).map((key) => [`${type}.${key}`, name] as const),
        ...Object.entries(vocabularies).flatMap(([path, { terms }]) =>
          terms.map((word) => [`${type}.${path} ${word}`, name] as const),
        ),
      ]),
    ),
  )

/** What visitors are made of. */
interface Parts {
  readonly addedBy: ReadonlyMap<string, string>
  readonly visitEntity: Visitor
}

/** Looks at the keys of a table in which extensions may be used; undefined where none can. */
function visitorOfFields(place: string, fields: Fields, parts: Parts): Visitor | undefined {
  const keys = Object.entries(fields).flatMap(([key, field]) => {
    const visit = visitorOfField(`${place}.${key}`, field, parts)
    return visit ? [[key, visit] as const] : []
  })
  if (keys.length === 0) return undefined
  return (value, used) => {
    if (!isObject(value)) return
    for (const [key, visit] of keys) if (value[key] !== undefined) visit(value[key], used)
  }
}

function visitorOfField(place: string, field: Field, parts: Parts): Visitor | undefined {
  const adder = parts.addedBy.get(place)
  const words = ('terms' in field ? (field.terms ?? []) : []).flatMap((word) => {
    const by = parts.addedBy.get(`${place} ${word}`)
    return by === undefined ? [] : [[word, by] as const]
  })
  const visitItem =
    field.kind === 'reference'
      ? parts.visitEntity
      : 'fields' in field
        ? visitorOfFields(place, field.fields, parts)
        : undefined
  if (adder === undefined && words.length === 0 && !visitItem) return undefined
  return (value, used) => {
    if (adder !== undefined) used.add(adder)
    const items = itemsOf(value)
    for (const [word, by] of words) if (items.includes(word)) used.add(by)
    if (visitItem) for (const item of items) visitItem(item, used)
  }
}

/**
 * Makes the look at records of a model.
 * @param typeNamed gives the entity type of a name, with all that is added to it
 * @returns names of the extensions without which a record of the type cannot be read
 */
export function createContextUsage(
  extensions: readonly Extension[],
  typeNamed: (name: string) => EntityType | undefined,
): (type: EntityType, record: Json) => ReadonlySet<string> {
  const others = extensions.slice(1)
  const owners = new Map(
    others.flatMap(({ name, entities = [] }) => entities.map((type) => [type.name, name] as const)),
  )
  const parts: Parts = {
    addedBy: additionsOf(others),
    visitEntity(value, used) {
      const name = isObject(value) ? value.entity_type : undefined
      const type = typeof name === 'string' ? typeNamed(name) : undefined
      if (type) visitRecord(type, value, used)
    },
  }
  const visitors = new Map<string, Visitor>()

  function visitRecord(type: EntityType, record: unknown, used: Set<string>): void {
    const owner = owners.get(type.name)
    if (owner !== undefined) used.add(owner)
    let visit = visitors.get(type.name)
    if (!visit)
      visitors.set(type.name, (visit = visitorOfFields(type.name, type.fields, parts) ?? (() => {})))
    visit(record, used)
  }

  return (type, record) => {
    const used = new Set<string>()
    visitRecord(type, record, used)
    return used
  }
}
