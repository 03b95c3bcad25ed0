/** Filters of products. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { additions, attributeFilters, byId, equals, range, search } from './shared-filters.ts'

export const productFilters: FilterRows = {
  product_type: equals('of type {value}', 'research data', { facet: 'Type' }),
  ...attributeFilters({
    examples: { 'identifiers.id': '10.1038/sdata.2016.18', 'identifiers.scheme': 'doi' },
  }),
  ...attributeFilters({
    prefix: 'contributions.by',
    phrase: 'with a contribution by someone',
    examples: {
      local_identifier: 'person-heather-piwowar',
      'identifiers.id': '0000-0003-1613-5981',
      'identifiers.scheme': 'orcid',
      family_name: 'Piwowar',
      given_name: 'Heather',
      name: 'Heather Piwowar',
    },
    aliasPrefixes: ['contributions.person'],
  }),
  ...attributeFilters({
    prefix: 'contributions.declared_affiliations',
    phrase: 'with a contribution from an organisation',
    examples: {
      local_identifier: 'organisation-uc-berkeley',
      'identifiers.id': 'https://ror.org/01an7q238',
      'identifiers.scheme': 'ror',
      name: 'OurResearch',
      short_name: 'UCB',
    },
  }),
  ...attributeFilters({
    prefix: 'funding',
    phrase: 'funded by a grant',
    examples: {
      local_identifier: 'grant-graspos',
      grant_number: '101095129',
      'identifiers.id': '10.3030/101095129',
      'identifiers.scheme': 'doi',
    },
  }),
  'cf.search.title': search('titles', 'whose title contains {value}', 'gravitational'),
  'cf.search.title_abstract': search(
    'titles|abstracts',
    'whose title or abstract contains {value}',
    'machines',
  ),
  'cf.contributions_orcid': equals(
    'with a contribution by someone with the ORCID {value}',
    '0000-0003-1613-5981',
    { path: 'contributions.by.identifiers.value', scheme: 'orcid' },
  ),
  'cf.contributions_aff_ror': equals(
    'with a contribution from an organisation with the ROR id {value}',
    '01an7q238',
    { path: 'contributions.declared_affiliations.identifiers.value', scheme: 'ror' },
  ),
  'cf.contributions_aff_country': equals(
    'with a contribution from an organisation in the country {value}',
    'us',
    { path: 'contributions.declared_affiliations.country', label: 'Affiliation: country', facet: 'Country' },
  ),
  'cf.cites': equals('that cite the product with the id {value}', 'product-opencitations', {
    path: 'related_products.cites.local_identifier',
  }),
  'cf.cited_by': equals('cited by the product with the id {value}', 'product-opencitations-meta', {
    path: '^related_products.cites.local_identifier',
  }),
  'cf.cites_doi': equals('that cite the product with the DOI {value}', '10.1162/qss_a_00022', {
    path: 'related_products.cites.identifiers.value',
    scheme: 'doi',
  }),
  'cf.cited_by_doi': equals('cited by the product with the DOI {value}', '10.1162/qss_a_00292', {
    path: '^related_products.cites.identifiers.value',
    scheme: 'doi',
  }),
  ...byId('product-fair-principles'),
  ...additions({
    ...attributeFilters({
      prefix: 'relevant_organisations',
      phrase: 'linked to an organisation',
      examples: {
        'identifiers.id': 'https://ror.org/01an7q238',
        'identifiers.scheme': 'ror',
        name: 'University of California, Berkeley',
        short_name: 'UCB',
        country: 'US',
      },
    }),
    'relevant_organisations.local_identifier': equals(
      'linked to the organisation with the id {value}',
      'organisation-uc-berkeley',
      { aliases: ['relevant_organisations'] },
    ),
    'topics.term.local_identifier': equals('about the topic with the id {value}', 'topic-open-access', {
      aliases: ['topics.local_identifier'],
    }),
    'manifestations.type.class': equals(
      'with a version of the kind {value}',
      'http://purl.org/spar/fabio/JournalArticle',
      { label: 'Kind of version' },
    ),
    'cf.publication_year': {
      operator: 'within',
      path: 'manifestations.dates.publication',
      doc: 'published in {value}',
      example: '2016',
      facet: 'Year',
    },
    'cf.publication_year.from': range(
      'gte',
      'manifestations.dates.publication',
      'published in or after {value}',
      '2020',
      'Year from',
    ),
    'cf.publication_year.to': range(
      'lte',
      'manifestations.dates.publication',
      'published in or before {value}',
      '2010',
      'Year to',
    ),
    'cf.language': equals('with a title in the language {value}', 'en', {
      path: 'titles.@language',
      facet: 'Language',
    }),
    'cf.access_rights': equals('with a version whose access is {value}', 'open', {
      path: 'manifestations.access_rights.status',
      facet: 'Access',
    }),
    'cf.licence': equals(
      'with a version under the licence {value}',
      'https://creativecommons.org/licenses/by/4.0/',
      { path: 'manifestations.licence', aliases: ['cf.license'], facet: 'Licence' },
    ),
    'cf.contributor': equals('with a contribution by the one with the id {value}', 'person-heather-piwowar', {
      path: 'contributions.by.local_identifier',
      facet: 'Contributor',
      // Publishers contribute, too.
      chartOf: 'person',
    }),
    'cf.affiliation': equals(
      'with a contribution from the organisation with the id {value}',
      'organisation-uc-berkeley',
      { path: 'contributions.declared_affiliations.local_identifier', facet: 'Affiliation' },
    ),
    'cf.topic': equals('about the topic with the id {value}', 'topic-open-access', {
      path: 'topics.term.local_identifier',
      facet: 'Topic',
    }),
    'cf.grant': equals('funded by the grant with the id {value}', 'grant-graspos', {
      path: 'funding.local_identifier',
      facet: 'Grant',
    }),
    'cf.subject': {
      ...search('topics.term.labels', 'about a topic whose name contains {value}', 'open'),
      label: 'Topic contains',
    },
    'cf.venue': equals('published in the venue with the id or ISSN {value}', 'venue-scientific-data', {
      path: 'manifestations.biblio.in.local_identifier',
      orIdentifier: { scheme: 'issn', path: 'manifestations.biblio.in.identifiers.value' },
      facet: 'Venue',
    }),
    'cf.venue_issn': equals('published in the venue with the ISSN {value}', '2052-4463', {
      path: 'manifestations.biblio.in.identifiers.value',
      scheme: 'issn|eissn|lissn',
      label: 'Venue: ISSN',
    }),
    'cf.hosted_by': equals('hosted by the data source with the id {value}', 'datasource-zenodo', {
      path: 'manifestations.biblio.hosting_data_source.local_identifier',
      facet: 'Hosted by',
    }),
    'cf.funder': equals(
      'funded by the organisation with the id {value}',
      'organisation-european-commission',
      {
        path: 'funding.funding_agency.local_identifier',
        facet: 'Funder',
      },
    ),
  }),
}
