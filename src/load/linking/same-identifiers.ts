/** Other ids of the entities in records, by what the records say of them: sources call one thing by several. */

import { checkDigits } from '../../model/identifiers/check-digits.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import type { Json } from '../../model/values/json.ts'
import { recordsOf } from '../../model/rows/source-fault.ts'
import type { Source, SourceNotes } from '../../model/rows/source-row.ts'
import { agencyKeyOf, makeOrganisation, numberedGrantId } from '../../model/conversion/agents.ts'
import { familiesOfFunders } from '../../model/conversion/funders.ts'
import {
  doiIri,
  doiOf,
  isRealIssn,
  issnIri,
  issnOf,
  orcidIri,
  orcidOf,
  rorIri,
  rorOf,
  valuesOf,
} from '../../model/conversion/ids.ts'
import { byName, entitiesIn, objectOf, optional, textOf } from '../../model/conversion/json.ts'
import { separatePersons } from './one-orcid.ts'

const FUNDER_REGISTRY = '10.13039/'
const DOIS = doiIri('')
const OPENALEX = 'https://openalex.org/'

/** The funder in whose numbers those of an agency are, as the id that it has here. */
function familyOf(agency: Json): string | undefined {
  const ids = [...valuesOf(agency, 'doi'), ...valuesOf(agency, 'ror').map((ror) => rorOf(ror) ?? ror)]
  const [family] = ids.flatMap((id) => optional(familiesOfFunders[id]))
  return family === undefined
    ? undefined
    : (makeOrganisation({ doi: family })?.['local_identifier'] as string)
}

/** What each type of entity says of its other ids. */
const readers = byName<(entity: Json, id: string, notes: SourceNotes) => void>({
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
    scopedName(numbered, familyOf(agency) ?? key, number)
    // Only a DOI tells it from others of that number.
    if (!id.startsWith(DOIS)) alias(id, numbered)
  },
})

function nameEntities(entities: readonly Json[], notes: SourceNotes): void {
  for (const entity of entities) {
    const id = entity['local_identifier']
    if (typeof id !== 'string') continue
    readers[String(entity['entity_type'])]?.(entity, id, notes)
    // OpenAlex refers to all by ids of its own, which entities have beside a DOI, ORCID, ROR or ISSN.
    if (!id.startsWith(OPENALEX))
      for (const value of valuesOf(entity, 'openalex')) notes.alias(OPENALEX + value, id)
  }
}

const IDENTIFIER_IRIS = [DOIS, orcidIri(''), rorIri(''), issnIri('')]

/** Whether an id says by itself which identifier it is. */
const isIdentifierIri = (id: string): boolean => IDENTIFIER_IRIS.some((start) => id.startsWith(start))

/** Identifiers by which an entity is one with others, as IRIs, by its type; a wrong check digit joins nothing. */
const iriReaders = byName<(entity: Json) => readonly string[]>({
  person: (entity) => irisOf(entity, 'orcid', realOrcidOf, orcidIri),
  organisation: (entity) => irisOf(entity, 'ror', realRorOf, rorIri),
  agent: (entity) => [
    ...irisOf(entity, 'orcid', realOrcidOf, orcidIri),
    ...irisOf(entity, 'ror', realRorOf, rorIri),
  ],
  product: (entity) => irisOf(entity, 'doi', doiOf, doiIri),
  grant: (entity) => irisOf(entity, 'doi', doiOf, doiIri),
  // The ISSN of a book is that of its series.
  venue: (entity) =>
    valuesOf(entity, 'isbn').length > 0 || entity['series'] !== undefined
      ? []
      : ['issn', 'eissn'].flatMap((scheme) => irisOf(entity, scheme, realIssnOf, issnIri)),
})

const realOrcidOf = (value: string): string | undefined => realOf(orcidOf(value), checkDigits['MOD 11-2'])
const realRorOf = (value: string): string | undefined => realOf(rorOf(value), checkDigits.ROR)
const realIssnOf = (value: string): string | undefined => realOf(issnOf(value), checkDigits.ISSN)
const realOf = (value: string | undefined, right: (value: string) => string): string | undefined =>
  value !== undefined && right(value) === value ? value : undefined

const irisOf = (
  entity: Json,
  scheme: string,
  read: (value: string) => string | undefined,
  iriOf: (value: string) => string,
): string[] => valuesOf(entity, scheme).flatMap((value) => optional(read(value)).map(iriOf))

/**
 * Says of entities that have another id than their ORCID, ROR, DOI or ISSN that they are one with what has it. Of two
 * entities of one record that have one identifier, it is wrong for one: they stay as they are.
 * @param entities those of one record
 * @returns how many got another id
 */
export function aliasByIdentifiers(entities: readonly Json[], alias: SourceNotes['alias']): number {
  const idsByIri = new Map<string, Set<string>>()
  for (const entity of entities) {
    const id = String(entity['local_identifier'])
    for (const iri of iriReaders[String(entity['entity_type'])]?.(entity) ?? [])
      idsByIri.set(iri, (idsByIri.get(iri) ?? new Set()).add(id))
  }
  const joined = new Set<string>()
  for (const [iri, [id = iri, ...others]] of idsByIri) {
    if (others.length > 0 || isIdentifierIri(id)) continue
    alias(id, iri)
    joined.add(id)
  }
  return joined.size
}

/** Whether an entity has an identifier of others, and an id that is neither that nor made. */
const hasOwnId = (entity: Json): boolean => {
  if (entity['identifiers'] === undefined) return false
  const id = String(entity['local_identifier'])
  return !id.startsWith(OPENALEX) && !isIdentifierIri(id) && !isGeneratedId(id)
}

/** A source that names the other ids of all entities in the records that it makes, and keeps namesakes apart. */
export const withAliases = (source: Source): Source => ({
  ...source,
  read(foreign, notes) {
    const read = recordsOf(source, foreign, {
      ...notes,
      add(record) {
        nameEntities(entitiesIn(record), notes)
        notes.add(record)
      },
    })
    const found = read.map((record) => entitiesIn(record))
    const records = separatePersons(read, found, notes.drop)
    const entities = records === read ? found.flat() : entitiesIn(records)
    nameEntities(entities, notes)
    if (entities.some(hasOwnId)) aliasByIdentifiers(entities, notes.alias)
    return records
  },
})
