/** Filters of venues, topics and data sources. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { attributeFilters, equals, search } from './filters.ts'

export const venueFilters: FilterRows = {
  ...attributeFilters('', '', { acronym: 'QSS' }),
  type: equals('of type {value}', 'journal'),
  ...attributeFilters('', '', {
    'identifiers.scheme': 'issn',
    'identifiers.value': '2052-4463',
    name: 'Nature',
  }),
  'cf.search.name': search('name', 'whose name contains {value}', 'physical'),
}

export const topicFilters: FilterRows = {
  ...attributeFilters('', '', {
    'identifiers.scheme': 'wikidata',
    'identifiers.value': 'https://www.wikidata.org/wiki/Q309823',
  }),
  'cf.search.labels': {
    operator: 'contains',
    path: 'labels.@value',
    doc: 'with a label that contains {value}',
    example: 'access',
    joins: true,
  },
  'cf.search.language': {
    operator: 'equals',
    path: 'labels.@language',
    doc: 'with a label in the language {value}',
    example: 'cs',
    joins: true,
  },
}

export const datasourceFilters: FilterRows = {
  data_source_classification: equals('of the kind {value}', 'repository'),
  research_product_type: equals('that hold {value}', 'research data', {
    path: 'research_product_types',
    aliases: ['research_product_types'],
  }),
  ...attributeFilters('', '', {
    'identifiers.scheme': 'doi',
    'identifiers.value': '10.25504/FAIRsharing.wy4egf',
    acronym: 'GWOSC',
  }),
  'cf.search.name': search('name', 'whose name contains {value}', 'zenodo'),
}
