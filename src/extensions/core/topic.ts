/** Topics: what products and services are about. */

import type { EntityType } from '../../model/row.ts'
import { topicHints } from './hints.ts'
import { topicFilters } from './other-filters.ts'
import { at, identifiers, texts } from './shared.ts'

export const topic = {
  name: 'topic',
  path: 'topics',
  label: 'Topic',
  plural: 'Topics',
  doc: 'A subject that products and services are about.',
  hints: topicHints,
  title: ['labels'],
  schema: { name: 'DefinedTerm', properties: { name: at('labels'), identifier: at('identifiers') } },
  view: { brief: [at('identifiers')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'labels'],
  fields: {
    identifiers,
    labels: texts('one', 'Label by language.', 'name'),
  },
  filters: topicFilters,
} as const satisfies EntityType
