/** Related identifiers and items of DataCite → related products, and the venue of a product. */

import type { Json } from '../../model/values/json.ts'
import { makeReference, referenceByDoi, relatedTo } from '../shared/entities.ts'
import { schemeOf, type Reading } from './shared.ts'
import { inverseRelations, relations } from './tables.ts'
import { doiOf, identifier, issnOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { objectOf, objectsOf, optional, textOf } from '../../model/conversion/json.ts'
import { plainLine } from '../../model/conversion/markup-to-text.ts'

/** What a relation leads to: an identifier, a title, or both. */
interface Target {
  readonly relation: string
  readonly value?: string
  readonly type: string
  readonly title?: string
  readonly item?: Json
}

function targetsOf({ record }: Reading): Target[] {
  const byIdentifier = objectsOf(record['relatedIdentifiers']).map((one) => ({
    relation: textOf(one['relationType']) ?? 'without type',
    value: textOf(one['relatedIdentifier']),
    type: schemeOf(one['relatedIdentifierType']),
  }))
  const items = objectsOf(record['relatedItems']).map((item) => {
    const { relatedItemIdentifier: value, relatedItemIdentifierType: type } = objectOf(
      item['relatedItemIdentifier'],
    )
    return {
      relation: textOf(item['relationType']) ?? 'without type',
      value: textOf(value),
      type: schemeOf(type),
      title: plainLine(objectsOf(item['titles'])[0]?.['title']),
      item,
    }
  })
  return [...items, ...byIdentifier]
}

function productOf({ value, type, title }: Target, { doi: ownDoi, session }: Reading): Json | undefined {
  const doi = type === 'doi' || type === 'url' ? doiOf(value) : undefined
  if (doi !== undefined) return doi === ownDoi ? undefined : referenceByDoi(doi)
  if (value === undefined && title === undefined) return undefined
  return makeReference({
    local_identifier: generatedId(
      session,
      'related',
      value === undefined ? (title as string) : `${type} ${value}`,
    ),
    identifiers: value === undefined ? [] : [identifier(type, value)],
    titles: title === undefined ? undefined : { none: [title] },
  })
}

/** The journal, series or book in which a product appeared, as its record says it. */
export interface PublishedIn {
  readonly issns: readonly string[]
  readonly item?: Json
  /** Ids of the products of which it is a part. */
  readonly wholes: readonly unknown[]
}

export interface Related {
  readonly products: Readonly<Record<string, Json[]>>
  readonly publishedIn: PublishedIn
}

/** The products that a product is related to, by relation; ISSNs of what it is part of are a venue. */
export function relatedOf(reading: Reading): Related {
  const groups: Record<string, Json[]> = {}
  const issns: { readonly issn: string; readonly relation: string }[] = []
  const { doi, id } = reading
  const self = doi === undefined ? makeReference({ local_identifier: id }) : referenceByDoi(doi)
  let item: Json | undefined
  for (const target of targetsOf(reading)) {
    const relation = relations[target.relation]
    const issn = /^(?:e|l)?issn$/.test(target.type) ? issnOf(target.value) : undefined
    const inverse = inverseRelations[target.relation]
    if (inverse !== undefined)
      for (const other of optional(productOf(target, reading))) reading.add(relatedTo(other, inverse, self))
    else if (relation === undefined) reading.drop(`relation ${target.relation}`)
    else if (
      relation === 'is_part_of' &&
      (issn !== undefined || (target.relation === 'IsPublishedIn' && target.item))
    ) {
      if (issn !== undefined) issns.push({ issn, relation: target.relation })
      item ??= target.item
    } else (groups[relation] ??= []).push(...optional(productOf(target, reading)))
  }
  // What it is part of beside a journal that is stated may be a series of something else.
  const ofVenue = item ? issns.filter((one) => one.relation === item['relationType']) : issns
  if (ofVenue.length < issns.length) reading.drop('ISSNs beside the item in which it is published')
  const wholes = (groups['is_part_of'] ?? []).map((one) => one['local_identifier'])
  return {
    products: groups,
    publishedIn: { issns: ofVenue.map(({ issn }) => issn), item, wholes },
  }
}
