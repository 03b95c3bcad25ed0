/** Data sources: repositories, archives and aggregators that host products. */

import { datasourceExchange } from './exchange.ts'
import type { EntityType, VocabTermField } from '../../model/rows/row.ts'
import { datasourceHints } from './hints.ts'
import { datasourceFilters } from './filters.ts'
import { path, disciplines, identifiers, string } from './shared-fields.ts'
import { citeAs, datasourceProfiles, orderByName, orderByWorks } from './shared-members.ts'

const contents = ['metadata', 'research data', 'literature', 'software', 'any']

const kinds = (doc: string, ...aliases: string[]): VocabTermField => ({
  kind: 'vocabTerm',
  multiple: true,
  doc,
  aliases,
  terms: contents,
})

export const datasource = {
  name: 'datasource',
  path: 'datasources',
  label: 'Data source',
  plural: 'Data sources',
  doc: 'A repository, archive, database or aggregator that hosts products.',
  hints: datasourceHints,
  labelFields: ['name', 'acronym'],
  composites: [{ keys: ['name', 'acronym'] }],
  search: { example: 'zenodo' },
  schemaOrg: {
    name: 'DataCatalog',
    properties: { name: path('name'), alternateName: path('acronym'), identifier: path('identifiers') },
  },
  display: {
    subtype: 'data_source_classification',
    summary: [path('acronym'), path('research_product_types'), path('identifiers')],
  },
  signposts: [citeAs],
  referenceFields: ['name'],
  exchange: datasourceExchange,
  fields: {
    identifiers,
    name: string('Name.'),
    acronym: string('Acronym.'),
    data_source_classification: {
      kind: 'vocabTerm',
      doc: 'Kind of data source.',
      terms: [
        'repository',
        'aggregator',
        'scientific database',
        'journal archive',
        'publisher archive',
        'cris system',
      ],
    },
    research_product_types: { ...kinds('What it holds.', 'research_product_type'), label: 'Content types' },
    disciplines,
    audience: {
      kind: 'object',
      multiple: true,
      doc: 'Whom it serves.',
      fields: { audience_type: string('Kind of audience.') },
    },
    persistent_identity_systems: {
      kind: 'object',
      multiple: true,
      doc: 'Identifier schemes that it assigns, and to what.',
      fields: {
        pid_schemes: {
          kind: 'vocabTerm',
          multiple: true,
          extensible: true,
          doc: 'Identifier schemes.',
          aliases: ['pid schemes'],
          terms: identifiers.fields.scheme.terms,
        },
        for: kinds('What gets such identifiers.'),
      },
    },
    policies: {
      kind: 'object',
      multiple: true,
      doc: 'Policies.',
      aliases: ['policy'],
      fields: {
        about: {
          kind: 'vocabTerm',
          doc: 'What the policy is about.',
          terms: [
            'submission',
            'preservation',
            'embargoed access',
            'metadata only access',
            'open access',
            'restricted access',
          ],
        },
        targets: kinds('What the policy applies to.', 'target'),
        documented_at: { kind: 'iri', doc: 'Where the policy is written down.' },
        description: string('What the policy says.'),
      },
    },
  },
  filters: datasourceFilters,
  orders: { ...orderByWorks('manifestations.biblio.hosting_data_source'), ...orderByName() },
  profiles: datasourceProfiles,
} as const satisfies EntityType
