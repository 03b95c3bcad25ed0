/** Crossref: works and grants as the REST API and the public data files give them. */

import { isObject, type Json } from '../../model/values/json.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { readGrant } from './grant.ts'
import { readWork } from './work.ts'
import { doiOf } from '../../model/conversion/ids.ts'
import { objectOf, textOf } from '../../model/conversion/json.ts'

/** Members that CSL-JSON, which also has DOI and type, does not have. */
const OWN_MEMBERS = ['member', 'prefix', 'deposited', 'indexed', 'reference-count', 'update-to', 'updated-by']

export const crossref: Source = {
  name: 'crossref',
  label: 'Crossref JSON',
  provider: { name: 'Crossref', url: 'https://www.crossref.org/' },
  containers: ['message.items', 'message', 'items'],
  selection: {
    isWork: (record) => !isGrant(record),
    ids: 'DOI',
    cites: 'reference.DOI',
    keys: {
      ror: 'author.affiliation.id.id author.id.id',
      orcid: 'author.ORCID editor.ORCID',
      issn: 'ISSN',
      doi: 'DOI',
      topic: 'subject',
      funder: 'funder.DOI funder.id.id',
      year: 'published.date-parts issued.date-parts',
      type: 'type',
      language: 'language',
    },
  },
  recognises: (record) =>
    'DOI' in record &&
    (OWN_MEMBERS.some((member) => member in record) || Array.isArray(record['title']) || isGrant(record)),
  read(record, notes) {
    const doi = doiOf(record['DOI'])
    if (doi === undefined) {
      notes.refuse('has no DOI; DOI is expected to be a text such as 10.5555/12345678')
      return []
    }
    const indexed = textOf(objectOf(record['indexed'])['date-time'])
    notes.origin({ key: doi, sourceDate: indexed })
    const reading = { ...notes, record, doi }
    return isGrant(record) ? readGrant(reading) : readWork(reading)
  },
}

const isGrant = (record: Json): boolean =>
  record['type'] === 'grant' ||
  (record['type'] === undefined && Array.isArray(record['project']) && isObject(record['project'][0]))
