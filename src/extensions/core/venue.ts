/** Venues: journals, conferences, books and repositories in which products appear. */

import { venueExchange } from './exchange.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { venueHints } from './hints.ts'
import { venueFilters } from './filters.ts'
import { accessRights, path, by, identifiers, string } from './shared-fields.ts'
import { citeAs, venueProfiles, orderByName, orderByWorks } from './shared-members.ts'

export const venue = {
  name: 'venue',
  path: 'venues',
  label: 'Venue',
  plural: 'Venues',
  doc: 'A journal, conference, book or repository in which products appear.',
  hints: venueHints,
  labelFields: ['name', 'acronym'],
  composites: [{ keys: ['name', 'acronym'] }],
  search: { example: 'scientific data' },
  schemaOrg: {
    name: 'CreativeWork',
    subtypes: { journal: 'Periodical', book: 'Book', repository: 'DataCatalog' },
    properties: {
      name: path('name'),
      alternateName: path('acronym'),
      identifier: path('identifiers'),
      editor: path('contributions.by', { role: 'editor' }),
      publisher: path('contributions.by', { role: 'publisher' }),
    },
  },
  display: {
    subtype: 'type',
    series: { filter: 'cf.series', date: 'creation_date' },
    summary: [
      path('acronym'),
      path('series'),
      path('contributions.by', { role: 'publisher' }),
      path('identifiers'),
    ],
  },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'name', 'acronym'],
  exchange: venueExchange,
  fields: {
    identifiers,
    name: { kind: 'string', doc: 'Name.', aliases: ['title'], inputPredicates: ['dcterms:title'] },
    acronym: string('Acronym.'),
    type: {
      kind: 'rdfType',
      doc: 'Kind of venue.',
      aliases: ['types'],
      terms: ['journal', 'conference', 'book', 'repository', 'other'],
    },
    series: string('Series to which it belongs.'),
    access_rights: accessRights(['open', 'closed', 'hybrid'], 'Who may read what appears there.', 'hybrid'),
    creation_date: { kind: 'date', doc: 'When it was founded.' },
    contributions: {
      kind: 'object',
      multiple: true,
      label: 'Contributors',
      doc: 'Who edits and publishes it.',
      inputPredicates: ['pro:isDocumentContextFor'],
      fields: {
        by: by('The person, organisation or agent.'),
        role: { kind: 'vocabTerm', doc: 'Role.', aliases: ['roles'], terms: ['editor', 'publisher'] },
      },
    },
  },
  filters: venueFilters,
  orders: { ...orderByWorks('manifestations.biblio.in'), ...orderByName() },
  profiles: venueProfiles,
} as const satisfies EntityType
