/** OpenAlex: the entities of its snapshot, of both layouts, and of the answers of its API. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { byName, textOf } from '../../model/conversion/json.ts'
import { readAuthor, readFunder, readInstitution, readPublisher } from './agents.ts'
import { readAward } from './awards.ts'
import { openalexId, openalexIri, pathOf } from './ids.ts'
import { readSource } from './places.ts'
import { readTopic } from './topics.ts'
import { readWork } from './work.ts'

type Reader = (record: Json, notes: SourceNotes) => Json[]

/** Readers by the letter with which ids of a kind begin; sources began with V until 2022. */
const readers = byName<Reader>({
  W: readWork,
  A: readAuthor,
  I: readInstitution,
  S: readSource,
  V: readSource,
  P: readPublisher,
  F: readFunder,
  T: readTopic,
  C: readTopic,
  G: readAward,
})

/** Kinds without a letter that are topics; others are lists of codes. */
const topicKinds = ['domains', 'fields', 'subfields', 'keywords', 'sdgs']

export const openalex: Source = {
  name: 'openalex',
  label: 'OpenAlex JSON',
  provider: { name: 'OpenAlex', url: 'https://openalex.org/' },
  // Clients in other languages keep the records that they have got as `data`.
  containers: ['results', 'data'],
  otherFiles: ['20??-??-??.csv.gz', '20??-??-??.csv'],
  selection: {
    isWork: ({ id }) => openalexId(id)?.startsWith('W') ?? false,
    ids: 'id doi orcid ror issn ids.doi ids.orcid ids.ror',
    cites: 'referenced_works',
    keys: {
      ror: 'authorships.institutions.ror',
      country: 'authorships.countries authorships.institutions.country_code',
      orcid: 'authorships.author.orcid authorships.raw_orcid',
      issn: 'locations.source.issn primary_location.source.issn host_venue.issn',
      doi: 'doi ids.doi',
      topic: `topics.id topics.display_name topics.subfield.id topics.field.id topics.domain.id keywords.id
        keywords.display_name concepts.id concepts.display_name sustainable_development_goals.id`,
      funder: 'funders.id funders.ror awards.funder_id grants.funder',
      year: 'publication_year publication_date',
      type: 'type type_crossref',
      language: 'language',
      openalex: `id authorships.author.id authorships.institutions.id authorships.institutions.lineage
        locations.source.id primary_location.source.id locations.source.host_organization_lineage
        primary_location.source.host_organization_lineage topics.id funders.id awards.id awards.funder_id
        grants.funder`,
      xpac: 'is_xpac',
      retracted: 'is_retracted',
    },
  },
  recognises: ({ id }) =>
    typeof id === 'string' &&
    id.includes('openalex.org/') &&
    (openalexId(id) !== undefined || pathOf(id) !== undefined),
  read(record, notes) {
    const id = openalexId(record['id'])
    const [path, updated] = [pathOf(record['id']), textOf(record['updated_date'] ?? record['updated'])]
    notes.origin({ key: id === undefined ? textOf(record['id']) : openalexIri(id), sourceDate: updated })
    const reader =
      id !== undefined
        ? readers[id[0] as string]
        : topicKinds.includes(path?.kind ?? '')
          ? readTopic
          : undefined
    if (reader) return reader(record, notes)
    if (path) notes.drop(`${path.kind}, which are a list of codes`)
    else
      notes.refuse(
        'has no id of OpenAlex; id is expected to be a text such as https://openalex.org/W2741809807',
      )
    return []
  },
}
