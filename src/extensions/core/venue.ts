/** Venues: journals, conferences, books and repositories in which products appear. */

import type { EntityType } from '../../model/row.ts'
import { venueHints } from './hints.ts'
import { venueFilters } from './other-filters.ts'
import { accessRights, at, by, identifiers, text } from './shared.ts'

export const venue = {
  name: 'venue',
  path: 'venues',
  label: 'Venue',
  plural: 'Venues',
  doc: 'A journal, conference, book or repository in which products appear.',
  hints: venueHints,
  title: ['name', 'acronym'],
  schema: {
    name: 'CreativeWork',
    by: 'type',
    words: { journal: 'Periodical', book: 'Book', repository: 'DataCatalog' },
    properties: {
      name: at('name'),
      alternateName: at('acronym'),
      identifier: at('identifiers'),
      editor: at('contributions.by', { role: 'editor' }),
      publisher: at('contributions.by', { role: 'publisher' }),
    },
  },
  view: {
    kind: 'type',
    brief: [at('acronym'), at('series'), at('contributions.by', { role: 'publisher' }), at('identifiers')],
  },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name', 'acronym'],
  fields: {
    identifiers,
    name: { kind: 'text', doc: 'Name.', aliases: ['title'], also: ['dcterms:title'] },
    acronym: text('Acronym.'),
    type: {
      kind: 'class',
      doc: 'Kind of venue.',
      aliases: ['types'],
      values: ['journal', 'conference', 'book', 'repository', 'other'],
    },
    series: text('Series to which it belongs.'),
    access_rights: accessRights(['open', 'closed', 'hybrid'], 'Who may read what appears there.', 'hybrid'),
    creation_date: { kind: 'date', doc: 'When it was founded.' },
    contributions: {
      kind: 'node',
      many: true,
      doc: 'Who edits and publishes it.',
      also: ['pro:isDocumentContextFor'],
      fields: {
        by: by('The person, organisation or agent.'),
        role: { kind: 'term', doc: 'Role.', aliases: ['roles'], values: ['editor', 'publisher'] },
      },
    },
  },
  filters: venueFilters,
} as const satisfies EntityType
