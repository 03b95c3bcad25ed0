/** The references to an entity → what names it, and the fields by which records refer to it. */

import { groupBy } from '../model/values/collections.ts'
import { walkFields, type Model } from '../model/model.ts'
import type { EntityIndex } from './query/entity-index.ts'
import { MAX_REFERRING, type Mentions, type Referrers, type Referring } from './query/references.ts'
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
      .filter(([owner]) => index.entryOf(owner).isRecord)
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
  const found = new Map<FieldOfType, { iris: string[]; isSelfReferring: boolean }>()
  for (const { owner, predicate } of first(MAX_REFERRING)) {
    const { isRecord, types } = index.entryOf(owner)
    if (!isRecord) continue
    for (const { name } of types) {
      const field = fields.get(`${name} ${predicate}`)
      if (!field) continue
      let own = found.get(field)
      if (!own) found.set(field, (own = { iris: [], isSelfReferring: false }))
      if (owner === iri) own.isSelfReferring = true
      else own.iris.push(owner)
    }
  }
  const lists = [...(found.size > 0 ? fields.values() : [])].flatMap((field) => {
    const own = found.get(field)
    return own && own.iris.length > 0 ? [{ ...field, ...own }] : []
  })
  return { lists, isTruncated: total > MAX_REFERRING }
}
