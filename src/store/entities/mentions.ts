/** What names an IRI: the entities whose graphs hold it as an object, and by which properties. */

import { LRUCache } from 'lru-cache'
import { groupBy } from '../../model/values/group-by.ts'
import type { Model } from '../../model/model.ts'
import { iriOf, textOf } from '../../record/rdf/triples.ts'
import { isIriText, iriText } from '../../sparql/terms.ts'
import type { EntityIndex } from './entity-index.ts'
import { layoutOf } from '../documents/graph-layout.ts'
import type { Store } from '../store.ts'

/** A record that names an IRI, and the words of the properties by which it or a node of it does. */
interface Mention {
  readonly iri: string
  readonly by: readonly string[]
}

export interface Mentions {
  /** Number of all entities that name the IRI. */
  readonly total: number
  /** The first of them: the newest ones where there is an index, else in code point order. */
  readonly first: readonly Mention[]
}

const NONE: Mentions = { total: 0, first: [] }

/** Entities that are listed. */
export const MAX_MENTIONS = 20

interface Looking {
  readonly index: EntityIndex
  readonly model: Model
  readonly base: string
}

/** Answers that are kept: what is named by very many takes long to count. */
const MAX_ENTRIES = 1000

/** Finds what names an IRI. */
export function createMentions(looking: Looking): (store: Store, iri: string) => Promise<Mentions> {
  const cache = new LRUCache<string, Mentions>({ max: MAX_ENTRIES })
  return async (store, iri) => {
    const known = cache.get(iri)
    if (known) return known
    const found = isIriText(iri) ? await find(store, looking, iri) : NONE
    if (found.total > 0) cache.set(iri, found)
    return found
  }
}

async function find(store: Store, looking: Looking, iri: string): Promise<Mentions> {
  const names = layoutOf(store).naming(iri)
  const [counted] = await store.select(`SELECT (COUNT(DISTINCT ?owner) AS ?n) WHERE { ${names} }`)
  const total = Number(textOf(counted?.n ?? '"0"'))
  if (total === 0) return NONE
  const owners = await store.select(
    `SELECT DISTINCT ?owner WHERE { ${names} } ORDER BY ?owner LIMIT ${MAX_MENTIONS}`,
  )
  // An engine may hold IRIs that are none; no record has one of those.
  const values = owners
    .map(({ owner }) => iriOf(owner as string))
    .filter(isIriText)
    .map(iriText)
    .join(' ')
  const rows = await store.select(
    `SELECT DISTINCT ?owner ?property WHERE { VALUES ?owner { ${values} } ${names} } ORDER BY ?owner ?property`,
  )
  const references = rows.map(({ owner, property }) => ({
    owner: iriOf(owner as string),
    predicate: iriOf(property as string),
  }))
  return { total, first: firstMentions(references, looking) }
}

/**
 * The records among the first entities that name an IRI.
 * @param references those of one owner one after another
 */
export function firstMentions(
  references: readonly { readonly owner: string; readonly predicate: string }[],
  { index, model, base }: Looking,
): readonly Mention[] {
  const byOwner = groupBy(references, ({ owner }) => owner)
  return [...byOwner]
    .slice(0, MAX_MENTIONS)
    .filter(([owner]) => index.isRecord(owner))
    .map(([iri, own]) => ({
      iri,
      by: own.map(({ predicate }) => model.vocabulary.compactIri(predicate, base)),
    }))
}
