/** Other ids of the entities in records, by what the records say of them: sources call one thing by several. */

import type { Json } from '../../model/values/json.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { agencyKeyOf, numberedGrantId } from '../shared/agents.ts'
import { doiIri, isRealIssn, issnIri, valuesOf } from '../shared/ids.ts'
import { forEachInner, objectOf, textOf } from '../shared/json.ts'

const FUNDER_REGISTRY = '10.13039/'
const DOIS = doiIri('')
const OPENALEX = 'https://openalex.org/'

/** What each type of entity says of its other ids. */
const readers: Readonly<Record<string, (entity: Json, id: string, notes: SourceNotes) => void>> = {
  // Of a book, the ISSN is that of its series: only what has the id of an ISSN has it as its own.
  venue(entity, id, { alias }) {
    if (!id.startsWith(issnIri(''))) return
    for (const other of valuesOf(entity, 'issn', 'eissn').filter(isRealIssn).map(issnIri)) {
      alias(other, id)
      alias(id, other)
    }
  },
  organisation(entity, id, { alias }) {
    if (valuesOf(entity, 'ror').length !== 1) return
    for (const doi of valuesOf(entity, 'doi')) if (doi.startsWith(FUNDER_REGISTRY)) alias(doiIri(doi), id)
  },
  grant(entity, id, { alias, scopedName }) {
    const [number, agency] = [textOf(entity['grant_number']), objectOf(entity['funding_agency'])]
    const key = agencyKeyOf(agency)
    if (number === undefined || key === '') return
    const numbered = numberedGrantId(key, number)
    alias(numbered, id)
    if (agency['identifiers'] === undefined) return
    scopedName(numbered, key, number)
    // Only a DOI tells it from others of that number.
    if (!id.startsWith(DOIS)) alias(id, numbered)
  },
}

function nameEntities(value: unknown, notes: SourceNotes): void {
  if (typeof value !== 'object' || value === null) return
  const entity = value as Json
  forEachInner(entity, (inner) => nameEntities(inner, notes))
  const [type, id] = [entity['entity_type'], entity['local_identifier']]
  if (typeof type !== 'string' || typeof id !== 'string') return
  readers[type]?.(entity, id, notes)
  // OpenAlex refers to all by ids of its own, which entities have beside a DOI, ORCID, ROR or ISSN.
  if (!id.startsWith(OPENALEX))
    for (const value of valuesOf(entity, 'openalex')) notes.alias(OPENALEX + value, id)
}

/** A source that names the other ids of all entities in the records that it makes. */
export const withAliases = (source: Source): Source => ({
  ...source,
  read(foreign, notes) {
    const records = source.read(foreign, {
      ...notes,
      add(record) {
        nameEntities(record, notes)
        notes.add(record)
      },
    })
    nameEntities(records, notes)
    return records
  },
})
