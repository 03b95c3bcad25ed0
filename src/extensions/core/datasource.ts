/** Data sources: repositories, archives and aggregators that host products. */

import type { EntityType, TermField } from '../../model/row.ts'
import { datasourceHints } from './hints.ts'
import { datasourceFilters } from './other-filters.ts'
import { at, disciplines, identifiers, text } from './shared.ts'

const contents = ['metadata', 'research data', 'literature', 'software', 'any']

const kinds = (doc: string, ...aliases: string[]): TermField => ({
  kind: 'term',
  many: true,
  doc,
  aliases,
  values: contents,
})

export const datasource = {
  name: 'datasource',
  path: 'datasources',
  label: 'Data source',
  plural: 'Data sources',
  doc: 'A repository, archive, database or aggregator that hosts products.',
  hints: datasourceHints,
  title: ['name', 'acronym'],
  schema: {
    name: 'DataCatalog',
    properties: { name: at('name'), alternateName: at('acronym'), identifier: at('identifiers') },
  },
  view: {
    kind: 'data_source_classification',
    brief: [at('acronym'), at('research_product_types'), at('identifiers')],
  },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['name'],
  fields: {
    identifiers,
    name: text('Name.'),
    acronym: text('Acronym.'),
    data_source_classification: {
      kind: 'term',
      doc: 'Kind of data source.',
      values: [
        'repository',
        'aggregator',
        'scientific database',
        'journal archive',
        'publisher archive',
        'cris system',
      ],
    },
    research_product_types: { ...kinds('What it holds.', 'research_product_type'), label: 'Holds' },
    disciplines,
    audience: {
      kind: 'node',
      many: true,
      doc: 'Whom it serves.',
      fields: { audience_type: text('Kind of audience.') },
    },
    persistent_identity_systems: {
      kind: 'node',
      many: true,
      doc: 'Identifier schemes that it assigns, and to what.',
      fields: {
        pid_schemes: {
          kind: 'term',
          many: true,
          open: true,
          doc: 'Identifier schemes.',
          aliases: ['pid schemes'],
          values: identifiers.fields.scheme.values,
        },
        for: kinds('What gets such identifiers.'),
      },
    },
    policies: {
      kind: 'node',
      many: true,
      doc: 'Policies.',
      aliases: ['policy'],
      fields: {
        about: {
          kind: 'term',
          doc: 'What the policy is about.',
          values: [
            'submission',
            'preservation',
            'embargoed access',
            'metadata only access',
            'open access',
            'restricted access',
          ],
        },
        targets: kinds('What the policy applies to.', 'target'),
        documented_at: { kind: 'link', doc: 'Where the policy is written down.' },
        description: text('What the policy says.'),
      },
    },
  },
  filters: datasourceFilters,
} as const satisfies EntityType
