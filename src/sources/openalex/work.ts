/** Works of OpenAlex → products. */

import { isObject, parseJson, type Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeGrant, makeOrganisation } from '../../model/conversion/agents.ts'
import { rankContributions } from '../shared/entities.ts'
import { doiIri, doiOf, identifiersBy } from '../../model/conversion/ids.ts'
import {
  listOf,
  objectOf,
  objectsOf,
  optional,
  textOf,
  textsOf,
  uniqueEntities,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { languageKey, plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { makeProduct } from '../shared/work.ts'
import { retracted } from '../../model/conversion/values.ts'
import { authorOf, institutionOf } from './agents.ts'
import { fundingOf } from './awards.ts'
import { byOpenalex, openalexId, openalexIri, type Reading } from './ids.ts'
import { manifestationsOf } from './locations.ts'
import { publisherOf } from './places.ts'
import { otherTypes, productTypes, workMembers } from './tables.ts'
import { topicsOf } from './topics.ts'

/** Words of an abstract: one of 1 MB has some 200,000. */
const MAX_WORDS = 500_000

/** The words of an inverted index in their order; positions without a word are passed over. */
function abstractOf(given: unknown): string | undefined {
  const index = typeof given === 'string' ? parseJson(given) : given
  if (!isObject(index)) return undefined
  const words = objectOf(index['InvertedIndex'] ?? index)
  const placed: string[] = []
  const place = (word: string, position: unknown): void => {
    if (typeof position === 'number' && position >= 0 && position < MAX_WORDS) placed[position] = word
  }
  for (const word of Object.keys(words)) {
    const positions = words[word]
    if (Array.isArray(positions)) for (const position of positions) place(word, position)
    else place(word, positions)
  }
  return plainParagraphs(placed.filter(Boolean).join(' '))
}

/** Organisations that are an author's institutions; where none was recognised, the texts that the author gave. */
function affiliationsOf(authorship: Json, { session, drop }: Reading): Json[] {
  const institutions = objectsOf(authorship['institutions']).flatMap((one) => optional(institutionOf(one)))
  const given = [authorship['affiliations'], authorship['raw_affiliation_strings']].map(listOf)
  if (institutions.length > 0) {
    if (given.some((list) => list.length > 0)) drop('raw affiliations beside institutions')
    return institutions.length === 1 ? institutions : uniqueEntities(institutions)
  }
  if (listOf(authorship['countries']).length > 0) drop('countries of authors without institution')
  const texts = given.flat().flatMap((one) => textsOf(isObject(one) ? one['raw_affiliation_string'] : one))
  return uniqueEntities(
    texts.flatMap((text) => optional(makeOrganisation({ name: plainLine(text), session }))),
  )
}

function contributionsOf(reading: Reading): Json[] {
  const { record, session, drop } = reading
  const authors = objectsOf(record['authorships']).flatMap((authorship, i) => {
    if (authorship['is_corresponding'] === true) drop('is_corresponding of an author')
    const by = authorOf(authorship, `author-${i + 1}`, session)
    if (by === undefined) {
      drop('authors without name')
      return []
    }
    const raw = plainLine(authorship['raw_author_name'])
    if (raw !== undefined && raw !== by['name']) drop('names of authors as they stand in the work')
    return [{ by, role: 'author', declared_affiliations: affiliationsOf(authorship, reading) }]
  })
  return rankContributions(authors, publisherOf(objectOf(objectOf(record['primary_location'])['source'])))
}

/** The works that it cites, each once, and not itself. */
function citedOf(record: Json, own: string | undefined): Json[] {
  const cited = new Set(listOf(record['referenced_works']).map(openalexId))
  cited.delete(own)
  cited.delete(undefined)
  return [...(cited as Set<string>)].map((id) => ({
    entity_type: 'product',
    local_identifier: openalexIri(id),
    identifiers: byOpenalex(id),
  }))
}

function identifiersOf(record: Json, doi: string | undefined, id: string | undefined): Json[] {
  const ids = objectOf(record['ids'])
  const pmc = /(\d+)\/?$/.exec(textOf(ids['pmcid']) ?? '')?.[1]
  return identifiersBy({
    doi,
    openalex: id,
    pmid: /(\d+)\/?$/.exec(textOf(ids['pmid']) ?? '')?.[1],
    pmcid: pmc && `PMC${pmc}`,
  })
}

/** Says what has no place in a product. */
function dropLosses(record: Json, own: string, drop: SourceNotes['drop']): void {
  dropMembers(record, workMembers, drop)
  if (Number(record['cited_by_count'] ?? 0) > 0) drop('indicators, such as cited_by_count and fwci')
  if (textOf(objectOf(record['open_access'])['oa_status']) !== undefined) drop('oa_status')
  if (textOf(objectOf(record['ids'])['mag']) !== undefined) drop('ids.mag')
  if (record['is_xpac'] === true) drop('is_xpac')
  if (record['is_retracted'] === true) drop(`the date of the retraction of ${own}, which is not known`)
  if (record['is_authors_truncated'] === true)
    drop(`authors of ${own} beyond the first 100, as lists of the API have no more; ask for the single work`)
}

export function readWork(record: Json, notes: SourceNotes): Json[] {
  const id = openalexId(record['id'])
  const doi = doiOf(record['doi']) ?? doiOf(objectOf(record['ids'])['doi'])
  const session = doi ?? id
  if (session === undefined) {
    notes.refuse('has no id; a work of OpenAlex has an id such as https://openalex.org/W2741809807')
    return []
  }
  const own = doi === undefined ? openalexIri(session) : doiIri(doi)
  const { drop } = notes
  const type = textOf(record['type']) ?? ''
  const title = plainLine(record['title']) ?? plainLine(record['display_name'])
  if (type === 'grant')
    return optional(
      makeGrant({
        doi,
        identifiers: byOpenalex(id),
        otherId: own,
        session,
        facts: { titles: title === undefined ? undefined : { none: title } },
      }),
    )
  const productType = productTypes[type]
  if (productType === undefined && !otherTypes.includes(type))
    drop(type === '' ? 'works without type, which become other products' : `unknown type ${type}`)
  dropLosses(record, own, drop)
  const reading = { ...notes, record, session }
  const key = languageKey(record['language'], drop)
  const abstract = abstractOf(record['abstract_inverted_index'])
  return [
    makeProduct({
      id: own,
      type: productType ?? 'other',
      identifiers: identifiersOf(record, doi, id),
      titles: optional(title).map((text) => ({ key, text })),
      abstracts: optional(abstract).map((text) => ({ key, text })),
      topics: topicsOf(record, drop),
      contributions: contributionsOf(reading),
      organisations: uniqueEntities(
        objectsOf(record['institutions']).flatMap((one) => optional(institutionOf(one))),
      ),
      manifestations: [
        ...manifestationsOf(reading),
        ...(record['is_retracted'] === true ? [{ type: retracted }] : []),
      ],
      funding: fundingOf(reading),
      related: { cites: citedOf(record, id) },
    }),
  ]
}
