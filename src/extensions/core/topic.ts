/** Topics: what products and services are about. */

import type { EntityType } from '../../model/rows/row.ts'
import { topicProfiles } from './profiles.ts'
import { topicHints } from './hints.ts'
import { topicFilters } from './other-filters.ts'
import { path, identifiers, langString } from './shared-fields.ts'

export const topic = {
  name: 'topic',
  path: 'topics',
  label: 'Topic',
  plural: 'Topics',
  doc: 'A subject that products and services are about.',
  hints: topicHints,
  labelFields: ['labels'],
  schemaOrg: { name: 'DefinedTerm', properties: { name: path('labels'), identifier: path('identifiers') } },
  display: { summary: [path('identifiers')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  referenceFields: ['identifiers', 'labels'],
  fields: {
    identifiers,
    labels: langString('Label by language.', 'name'),
  },
  filters: topicFilters,
  orders: { name: { doc: 'label', path: 'labels', by: 'text' } },
  profiles: topicProfiles,
} as const satisfies EntityType
