/** DataCite: records as the REST API and the public data files give them. */

import { isObject, type Json } from '../../model/values/json.ts'
import type { Source } from '../../model/rows/source-row.ts'
import { readDataCite } from './product.ts'
import { doiIri, doiOf } from '../../model/conversion/ids.ts'
import { objectOf, textOf } from '../../model/conversion/json.ts'

/** The attributes of a record: in files of 2023 and before, they are the record. */
const attributesOf = (record: Json): Json => (isObject(record['attributes']) ? record['attributes'] : record)

/** Whether an object has attributes of DataCite, be it that some are missing. */
const isAttributes = (value: Json): boolean =>
  ('creators' in value && 'titles' in value && isObject(value['types'])) ||
  ('doi' in value && isObject(value['types']) && 'resourceTypeGeneral' in value['types'])

/** Paths to attributes, where these are the record and where they stand in it. */
const inAttributes = (paths: string): string =>
  paths
    .split(' ')
    .map((path) => `${path} attributes.${path}`)
    .join(' ')

export const datacite: Source = {
  name: 'datacite',
  label: 'DataCite JSON',
  provider: { name: 'DataCite', url: 'https://datacite.org/' },
  containers: ['data'],
  otherFiles: ['MANIFEST', 'STATUS.json', '20??-??.csv.gz', '20??-??.csv'],
  selection: {
    isWork: (record) => objectOf(attributesOf(record)['types'])['resourceTypeGeneral'] !== 'Award',
    ids: inAttributes('doi'),
    cites: inAttributes('relatedIdentifiers.relatedIdentifier'),
    keys: {
      ror: inAttributes(
        'creators.affiliation.affiliationIdentifier contributors.affiliation.affiliationIdentifier',
      ),
      orcid: inAttributes(
        'creators.nameIdentifiers.nameIdentifier contributors.nameIdentifiers.nameIdentifier',
      ),
      issn: inAttributes('container.identifier relatedIdentifiers.relatedIdentifier'),
      doi: inAttributes('doi'),
      topic: inAttributes('subjects.subject subjects.valueUri'),
      funder: inAttributes('fundingReferences.funderIdentifier'),
      year: inAttributes('publicationYear'),
      type: inAttributes('types.resourceTypeGeneral'),
      language: inAttributes('language'),
    },
  },
  recognises: (record) =>
    (record['type'] === 'dois' && isObject(record['attributes'])) || isAttributes(attributesOf(record)),
  read(document, notes) {
    const record = attributesOf(document)
    const doi = doiOf(record['doi']) ?? doiOf(document['id'])
    if (doi === undefined) {
      notes.refuse('has no DOI; doi is expected to be a text such as 10.5555/12345678')
      return []
    }
    const updated = textOf(record['updated'])
    notes.origin({ key: doi, sourceDate: updated })
    const client = textOf(objectOf(objectOf(objectOf(document['relationships'])['client'])['data'])['id'])
    return readDataCite({ ...notes, record, id: doiIri(doi), doi, session: doi, client })
  },
}
