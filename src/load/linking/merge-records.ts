/**
 * Records that several sources give of one entity → one record. What the fuller record says holds; the others
 * add what it does not say. docs/sources.md has the rule.
 */

import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import type { Json } from '../../model/values/json.ts'
import type { Drop, RecordMerger } from '../../model/rows/source-row.ts'
import { relatedProducts } from '../../model/conversion/agents.ts'
import { valuesOf } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, textsOf, uniqueBy, withoutEmpty } from '../../model/conversion/json.ts'
import { mergeContributions } from './contributions.ts'
import { isSameEntity, mergeEntities, mergeIdentifiers, mergeLists } from './same-embedded-entity.ts'
import { mergeManifestations } from './manifestations.ts'
import { foldText, isSameText } from './names.ts'

/** Texts by language: those of the second that are in none of the first, nor begin one or go on after it. */
function mergeTexts(first: unknown, second: unknown): Json {
  const map: Record<string, string[]> = {}
  for (const [key, texts] of Object.entries(objectOf(first))) map[key] = textsOf(texts)
  const foldedTexts = Object.values(map).flat().map(foldText)
  const candidates = [...foldedTexts, foldedTexts.join('')].filter(Boolean)
  for (const [key, texts] of Object.entries(objectOf(second)))
    for (const text of textsOf(texts)) {
      const folded = foldText(text)
      if (!candidates.some((one) => one.startsWith(folded) || folded.startsWith(one)))
        (map[key] ??= []).push(text)
    }
  return map
}

/** An abstract in another language is another one; in the same, or in none, it is the same in other words. */
function mergeAbstracts(first: unknown, second: unknown): Json {
  const [own, others] = [objectOf(first), objectOf(second)]
  const isOther = (key: string): boolean =>
    Object.keys(own).length === 0 || (key !== 'none' && own[key] === undefined && own['none'] === undefined)
  return { ...Object.fromEntries(Object.entries(others).filter(([key]) => isOther(key))), ...own }
}

const idOf = (topic: Json): unknown => objectOf(topic['term'])['local_identifier']
const labelsOf = (topic: Json): string =>
  foldText(Object.values(objectOf(objectOf(topic['term'])['labels'])).join(' '))

/** Topics of one label are two if each has an id that was not made of it. */
const isSameTopic = (a: Json, b: Json): boolean =>
  idOf(a) === idOf(b) || ([a, b].some((one) => isGeneratedId(idOf(one))) && labelsOf(a) === labelsOf(b))

/** The topics of the first, by their ids in the second where their own are made, and the others of the second. */
function mergeTopics(first: unknown, second: unknown): Json[] {
  const topics = [...objectsOf(first)]
  for (const other of objectsOf(second)) {
    const at = topics.findIndex((one) => isSameTopic(one, other))
    if (at === -1) topics.push(other)
    else if (isGeneratedId(idOf(topics[at] as Json))) topics[at] = other
  }
  return topics
}

const hasSameAgency = (a: Json, b: Json): boolean => {
  const [first, second] = [objectOf(a['funding_agency']), objectOf(b['funding_agency'])]
  return Object.keys(first).length === 0 || Object.keys(second).length === 0 || isSameEntity(first, second)
}

const isSameGrant = (a: Json, b: Json): boolean => {
  const [first, second] = [a['grant_number'], b['grant_number']]
  if (a['local_identifier'] === b['local_identifier']) return true
  if (valuesOf(a, 'doi').some((doi) => valuesOf(b, 'doi').includes(doi))) return true
  return hasSameAgency(a, b) && (first === undefined || second === undefined || isSameText(first, second))
}

/** Grants are one by their DOI, or their agency and number; one without number says no more than who paid. */
function mergeGrants(first: unknown, second: unknown): Json[] {
  const grants = [...objectsOf(first)]
  for (const other of objectsOf(second)) {
    const at = grants.findIndex((one) => isSameGrant(one, other))
    const one = grants[at]
    if (!one) grants.push(other)
    else {
      const [fuller, less] = one['grant_number'] === undefined ? [other, one] : [one, other]
      grants[at] = withoutEmpty({
        ...mergeEntities(fuller, less),
        funding_agency: mergeAgencies(one['funding_agency'], other['funding_agency']),
      })
    }
  }
  return grants
}

const mergeAgencies = (first: unknown, second: unknown): unknown =>
  first === undefined || second === undefined
    ? (first ?? second)
    : mergeEntities(objectOf(first), objectOf(second))

function mergeRelated(first: unknown, second: unknown): Json {
  const [relatedOfFirst, relatedOfSecond] = [objectOf(first), objectOf(second)]
  const groups = [...new Set([...Object.keys(relatedOfFirst), ...Object.keys(relatedOfSecond)])]
  return relatedProducts(
    Object.fromEntries(
      groups.map((relation) => [
        relation,
        [...objectsOf(relatedOfFirst[relation]), ...objectsOf(relatedOfSecond[relation])],
      ]),
    ),
  )
}

function mergeTwo(first: Json, second: Json, drop: Drop): Json {
  const [doi] = valuesOf(first, 'doi')
  return withoutEmpty({
    ...second,
    ...first,
    product_type:
      first['product_type'] === 'other' ? (second['product_type'] ?? 'other') : first['product_type'],
    identifiers: mergeIdentifiers(first['identifiers'], second['identifiers']),
    titles: mergeTexts(first['titles'], second['titles']),
    abstracts: mergeAbstracts(first['abstracts'], second['abstracts']),
    topics: mergeTopics(first['topics'], second['topics']),
    contributions: mergeContributions(first['contributions'], second['contributions'], drop),
    relevant_organisations: mergeLists(first['relevant_organisations'], second['relevant_organisations']),
    manifestations: mergeManifestations(first['manifestations'], second['manifestations'], doi),
    funding: mergeGrants(first['funding'], second['funding']),
    related_products: mergeRelated(first['related_products'], second['related_products']),
  })
}

/** Lists of entities that are no products, of which the first says all: others have other words for the same. */
const wholeLists = ['identifiers', 'types']

/** Entities that are no products: what the first says holds, and lists go on with what stands in the second alone. */
function mergeOthers(first: Json, second: Json): Json {
  const merged: Record<string, unknown> = mergeEntities(first, second)
  for (const [key, list] of Object.entries(first))
    if (Array.isArray(list) && Array.isArray(second[key]) && !wholeLists.includes(key))
      merged[key] = uniqueBy([...list, ...second[key]], (one) => JSON.stringify(one))
  return merged
}

export const merger: RecordMerger = {
  merges: (record) => typeof record['entity_type'] === 'string',
  merge: (records, drop) =>
    records.reduce((first, second) =>
      first['entity_type'] === 'product' ? mergeTwo(first, second, drop) : mergeOthers(first, second),
    ),
}
