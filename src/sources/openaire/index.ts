/** OpenAIRE: the records of the Graph, as its dumps of all spellings and its API give them. */

import { textOf } from '../../model/conversion/json.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { readDatasource, readOrganisation, readPerson, readProject } from './others.ts'
import { readProduct } from './product.ts'
import { readRelation } from './relations.ts'
import { normaliseKeys } from './values.ts'

type Reader = (record: Json, notes: SourceNotes) => Json[]

/** Kinds of records: members that are all there, of which one of alternatives with | between is enough. */
const kinds: readonly (readonly [members: string, read: Reader])[] = [
  ['source target relType|reltype', readRelation],
  [
    'mainTitle|maintitle instances|instance|bestAccessRight|bestaccessright|authors|author|pids|pid|sources',
    readProduct,
  ],
  ['legalName|legalname id|legalShortName|legalshortname|pids|pid', readOrganisation],
  ['officialName|officialname', readDatasource],
  ['code fundings|funding|funder id', readProject],
  ['givenName familyName coAuthors|originalId', readPerson],
]

const readerOf = (record: Json): Reader | undefined =>
  kinds.find(([members]) =>
    members.split(' ').every((names) => names.split('|').some((name) => name in record)),
  )?.[1]

export const openaire: Source = {
  name: 'openaire',
  label: 'OpenAIRE JSON',
  provider: { name: 'OpenAIRE', url: 'https://www.openaire.eu/' },
  containers: ['results'],
  selection: {
    isWork: (record) => readerOf(record) === readProduct,
    ids: `pids.value pid.value instances.pids.value instance.pid.value originalId source.id source`,
    keys: {
      ror: 'organizations.pids.value organizations.pid.value',
      country: 'countries.code country.code',
      orcid: 'authors.pid.id.value author.pid.id.value',
      issn: `container.issnPrinted container.issnOnline container.issnLinking`,
      doi: 'pids.value pid.value instances.pids.value instance.pid.value',
      topic: 'subjects.subject.value subject.subject.value',
      year: 'publicationDate publicationdate',
      type: 'type instances.type instance.type',
      language: 'language.code',
    },
  },
  recognises: (record) => readerOf(record) !== undefined,
  read(record, notes) {
    const read = readerOf(record)
    const normalised = normaliseKeys(record)
    notes.origin({ key: textOf(record['id']) })
    if (read && isObject(normalised)) return read(normalised, notes)
    notes.refuse(
      'is no record of the OpenAIRE Graph; mainTitle, legalName, officialName, code or relType is expected',
    )
    return []
  },
}
