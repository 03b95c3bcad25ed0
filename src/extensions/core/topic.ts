/** Topics: what products and services are about. */

import { topicExchange } from './exchange.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { topicHints } from './hints.ts'
import { topicFilters } from './filters.ts'
import { path, identifiers, langString } from './shared-fields.ts'
import { citeAs, topicProfiles, orderByName, orderByWorks } from './shared-members.ts'

export const topic = {
  name: 'topic',
  path: 'topics',
  label: 'Topic',
  plural: 'Topics',
  doc: 'A subject that products and services are about.',
  hints: topicHints,
  labelFields: ['labels'],
  search: { example: 'open access' },
  schemaOrg: { name: 'DefinedTerm', properties: { name: path('labels'), identifier: path('identifiers') } },
  display: { summary: [path('identifiers')] },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'labels'],
  exchange: topicExchange,
  fields: {
    identifiers,
    labels: langString('Label by language.', 'name'),
  },
  filters: topicFilters,
  orders: { ...orderByWorks('topics.term'), ...orderByName('labels', 'label') },
  profiles: topicProfiles,
} as const satisfies EntityType
