/** The references to an entity → what names it, and the fields by which records refer to it. */

import { groupBy } from '../model/values/group-by.ts'
import { walkFields, type Model } from '../model/model.ts'
import type { EntityIndex } from '../query/entity-index.ts'
import { MAX_REFERRING, type Mentions, type Referrers, type Referring } from '../query/references.ts'
import type { References } from './content/references.ts'

/** Entities that are listed as those that name another. */
const MAX_MENTIONS = 20

/** What names an IRI: the newest entities whose graphs hold it as an object, and by which properties. */
export function mentionsIn(
  { owners, total, first }: References,
  index: EntityIndex,
  model: Model,
  base: string,
): Mentions {
  // As many references as there may be of the owners that are listed.
  let found = first(MAX_MENTIONS * 4)
  if (new Set(found.map(({ owner }) => owner)).size <= MAX_MENTIONS && found.length < total)
    found = first(MAX_MENTIONS * 100)
  const byOwner = [...groupBy(found, ({ owner }) => owner)].slice(0, MAX_MENTIONS)
  return {
    total: owners,
    first: byOwner
      .filter(([owner]) => index.isRecord(owner))
      .map(([iri, own]) => ({
        iri,
        by: own.map(({ predicate }) => model.vocabulary.compactIri(predicate, base)),
      })),
  }
}

type FieldOfType = Pick<Referring, 'type' | 'path' | 'field'>

/** Reference fields by the name of the type that has them and their predicate. */
export function referenceFields(model: Model): ReadonlyMap<string, FieldOfType> {
  const fields = new Map<string, FieldOfType>()
  for (const type of model.types) {
    for (const { path, field } of walkFields(type.fields)) {
      const key = `${type.name} ${model.vocabulary.iri(path.at(-1) as string)}`
      if (field.kind === 'reference' && !fields.has(key)) fields.set(key, { type, path, field })
    }
  }
  return fields
}

/** The records that refer to an entity, by the fields that do, in the order of these. */
export function referrersIn(
  { total, first }: References,
  iri: string,
  index: EntityIndex,
  fields: ReadonlyMap<string, FieldOfType>,
): Referrers {
  const ownersByField = new Map<string, Set<string>>()
  const selfReferring = new Set<string>()
  for (const { owner, predicate } of first(MAX_REFERRING)) {
    if (!index.isRecord(owner)) continue
    for (const { name } of index.typesOf(owner)) {
      const key = `${name} ${predicate}`
      if (!fields.has(key)) continue
      if (owner === iri) {
        selfReferring.add(key)
        continue
      }
      const iris = ownersByField.get(key)
      if (iris) iris.add(owner)
      else ownersByField.set(key, new Set([owner]))
    }
  }
  const lists = [...fields].flatMap(([key, field]) => {
    const iris = ownersByField.get(key)
    return iris ? [{ ...field, iris: [...iris], isSelfReferring: selfReferring.has(key) }] : []
  })
  return { lists, isTruncated: total > MAX_REFERRING }
}
