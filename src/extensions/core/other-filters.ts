/** Filters of venues, topics and data sources. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { additions, attributeFilters, byId, equals, search } from './shared-filters.ts'

export const venueFilters: FilterRows = {
  ...attributeFilters({ examples: { acronym: 'QSS' } }),
  type: equals('of type {value}', 'journal', { facet: 'Type' }),
  ...attributeFilters({
    examples: {
      'identifiers.scheme': 'issn',
      'identifiers.value': '2052-4463',
      name: 'Nature',
    },
  }),
  'cf.search.name': search('name', 'whose name contains {value}', 'physical'),
  ...byId('venue-nature'),
  ...additions({
    'cf.search.all_names': search('name|acronym', 'with a name or acronym that contains {value}', 'prl'),
    'cf.series': equals('of the series {value}', 'QSS', { path: 'series|acronym', facet: 'Series' }),
  }),
}

export const topicFilters: FilterRows = {
  ...attributeFilters({
    examples: {
      'identifiers.scheme': 'wikidata',
      'identifiers.value': 'https://www.wikidata.org/wiki/Q309823',
    },
  }),
  'cf.search.labels': {
    ...search('labels.@value', 'with a name that contains {value}', 'access'),
    label: 'Name contains',
    sameItem: true,
  },
  'cf.search.language': equals('with a name in the language {value}', 'cs', {
    path: 'labels.@language',
    label: 'Language of a name',
    sameItem: true,
  }),
  ...byId('topic-open-access'),
}

export const datasourceFilters: FilterRows = {
  data_source_classification: equals('of the kind {value}', 'repository', { facet: 'Kind' }),
  research_product_type: equals('that hold {value}', 'research data', {
    path: 'research_product_types',
    facet: 'Content',
    aliases: ['research_product_types'],
  }),
  ...attributeFilters({
    examples: {
      'identifiers.scheme': 'doi',
      'identifiers.value': '10.25504/FAIRsharing.wy4egf',
      acronym: 'GWOSC',
    },
  }),
  'cf.search.name': search('name', 'whose name contains {value}', 'zenodo'),
  ...byId('datasource-zenodo'),
}
