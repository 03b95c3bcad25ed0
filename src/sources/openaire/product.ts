/** Publications, datasets, software and other products of OpenAIRE → products. */

import type { Json } from '../../model/values/json.ts'
import type { SourceNotes } from '../../model/rows/source-row.ts'
import { makeOrganisation, makePerson, makeTopic } from '../../model/conversion/agents.ts'
import { rankContributions } from '../shared/entities.ts'
import { doiIri, identifiersBy, valuesOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import {
  objectOf,
  objectsOf,
  optional,
  textOf,
  uniqueBy,
  uniqueEntities,
  withoutEmpty,
} from '../../model/conversion/json.ts'
import { dropMembers } from '../shared/members.ts'
import { languageKey, plainLine, plainParagraphs } from '../../model/conversion/markup-to-text.ts'
import { makeProduct, type WorkFacts } from '../shared/work.ts'
import { manifestationsOf } from './instances.ts'
import { organisationOf, projectOf } from './others.ts'
import { productMembers, productTypes } from './tables.ts'
import { identifiersIn, openaireId, orcidIn, pageIri, type Reading } from './values.ts'

function contributionsOf({ record, session, drop }: Reading): Json[] {
  const authors = [...objectsOf(record['author'])].sort(
    (a, b) => Number(a['rank'] ?? Infinity) - Number(b['rank'] ?? Infinity),
  )
  const people = authors.flatMap((author, i) => {
    const [fullName, givenName, family] = ['fullname', 'name', 'surname'].map((member) =>
      plainLine(author[member]),
    )
    const orcid = orcidIn(author)
    const name = fullName ?? [givenName, family].filter(Boolean).join(' ')
    if (name === '' && orcid === undefined) {
      drop('authors without name')
      return []
    }
    const authorId = generatedId(session, `author-${i + 1}`, name)
    const by =
      family === undefined && givenName === undefined && orcid === undefined
        ? { entity_type: 'agent', local_identifier: authorId, name }
        : makePerson({ name, given: givenName, family, orcid, madeId: authorId })
    return [{ by, role: 'author' }]
  })
  const publisher = makeOrganisation({ name: plainLine(record['publisher']), session: 'openaire publisher' })
  return rankContributions(people, publisher)
}

/** OpenAIRE, which assigns the topics that it infers. */
const openaire = makeOrganisation({ name: 'OpenAIRE', session: 'openaire' }) as Json

/** Topics are the same in all records that name scheme and text. */
function topicsOf({ record, session, drop }: Reading): Json[] {
  const topics = objectsOf(record['subject']).flatMap((one) => {
    const { scheme, value } = objectOf(one['subject'])
    const label = plainLine(value)
    if (label === undefined) return []
    const vocabulary = textOf(scheme) ?? ''
    const isOfVocabulary = vocabulary !== '' && !/^keyword$/i.test(vocabulary)
    if (isOfVocabulary) drop(`scheme ${vocabulary} of a subject`)
    const { provenance, trust: trustText } = objectOf(one['provenance'])
    const trust = Number(textOf(trustText))
    const isInferred = /^inferred/i.test(textOf(provenance) ?? '') && trust >= 0 && trust <= 1
    return [
      withoutEmpty({
        term: makeTopic(isOfVocabulary ? `openaire ${vocabulary}` : session, label),
        provenance: isInferred ? [{ associated_with: openaire, trust }] : [],
      }),
    ]
  })
  return uniqueBy(topics, (one) => objectOf(one['term'])['local_identifier'])
}

function textsOf({ record, drop }: Reading): Pick<WorkFacts, 'titles' | 'abstracts'> {
  const key = languageKey(objectOf(record['language'])['code'], drop)
  const titles = ['maintitle', 'subtitle'].flatMap((member) => optional(plainLine(record[member])))
  const abstracts = uniqueBy(
    [record['description'] ?? []].flat().flatMap((one) => optional(plainParagraphs(one))),
    (text) => text.replace(/\s/g, ''),
  )
  return {
    titles: titles.map((text) => ({ key, text })),
    abstracts: abstracts.map((text) => ({ key, text })),
  }
}

export function readProduct(record: Json, notes: SourceNotes): Json[] {
  const instances = objectsOf(record['instance'])
  const identifiers = identifiersIn(record['pid'], ...instances.map((one) => one['pid']))
  const [id, doi] = [openaireId(record['id']), valuesOf({ identifiers }, 'doi')[0]]
  const title = plainLine(record['maintitle'])
  const session = doi ?? id ?? title
  if (session === undefined) {
    notes.refuse('has neither id, pid nor title; a product of OpenAIRE has an id and a main title')
    return []
  }
  const reading = { ...notes, record, session }
  const local =
    doi !== undefined
      ? doiIri(doi)
      : id !== undefined
        ? pageIri('product', id)
        : generatedId('openaire', 'product', session)
  if (id !== undefined) notes.alias(pageIri('product', id), local)
  const type = textOf(record['type'])
  const productType = productTypes[type ?? '']
  if (productType === undefined)
    notes.drop(type === undefined ? 'products without type, which become other products' : `type ${type}`)
  dropMembers(record, productMembers, notes.drop)
  return [
    makeProduct({
      id: local,
      type: productType ?? 'other',
      identifiers: [...identifiers, ...identifiersBy({ openaire: id })],
      ...textsOf(reading),
      topics: topicsOf(reading),
      contributions: contributionsOf(reading),
      manifestations: manifestationsOf(reading),
      funding: uniqueEntities(
        objectsOf(record['projects']).flatMap((one) => optional(projectOf(one, reading))),
      ),
      organisations: objectsOf(record['organizations']).flatMap((one) =>
        optional(organisationOf(one, notes.drop)),
      ),
    }),
  ]
}
