/** Filters of products. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import {
  additions,
  attributes,
  byId,
  byReference,
  contains,
  equals,
  facet,
  fromTo,
} from './shared-filters.ts'

const CITES = 'related_products.cites'
const VENUE = 'manifestations.biblio.in'
const HOST = 'manifestations.biblio.hosting_data_source'

export const productFilters: FilterRows = {
  product_type: facet('Type', 'of type {value}', 'research data'),
  ...attributes({ 'identifiers.id': '10.1038/sdata.2016.18', 'identifiers.scheme': 'doi' }),
  ...attributes(
    {
      local_identifier: 'person-heather-piwowar',
      'identifiers.id': '0000-0003-1613-5981',
      'identifiers.scheme': 'orcid',
      family_name: 'Piwowar',
      given_name: 'Heather',
      name: 'Heather Piwowar',
    },
    {
      prefix: 'contributions.by',
      phrase: 'with a contribution by someone',
      aliasPrefixes: ['contributions.person'],
    },
  ),
  ...attributes(
    {
      local_identifier: 'organisation-uc-berkeley',
      'identifiers.id': 'https://ror.org/01an7q238',
      'identifiers.scheme': 'ror',
      name: 'OurResearch',
      short_name: 'UCB',
    },
    { prefix: 'contributions.declared_affiliations', phrase: 'with a contribution from an organisation' },
  ),
  ...attributes(
    {
      local_identifier: 'grant-graspos',
      grant_number: '101095129',
      'identifiers.id': '10.3030/101095129',
      'identifiers.scheme': 'doi',
    },
    { prefix: 'funding', phrase: 'funded by a grant' },
  ),
  'cf.search.title': contains('whose title contains {value}', 'gravitational', 'titles'),
  'cf.search.title_abstract': contains(
    'whose title or abstract contains {value}',
    'machines',
    'titles|abstracts',
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
  'cf.cites': byReference('that cite the product', 'product-opencitations', CITES),
  'cf.cited_by': byReference('cited by the product', 'product-opencitations-meta', `^${CITES}`),
  'cf.cites_doi': equals('that cite the product with the DOI {value}', '10.1162/qss_a_00022', {
    path: `${CITES}.identifiers.value`,
    scheme: 'doi',
  }),
  'cf.cited_by_doi': equals('cited by the product with the DOI {value}', '10.1162/qss_a_00292', {
    path: `^${CITES}.identifiers.value`,
    scheme: 'doi',
  }),
  ...byId('product-fair-principles'),
  ...additions({
    ...attributes(
      {
        'identifiers.id': 'https://ror.org/01an7q238',
        'identifiers.scheme': 'ror',
        name: 'University of California, Berkeley',
        short_name: 'UCB',
        country: 'US',
      },
      { prefix: 'relevant_organisations', phrase: 'linked to an organisation' },
    ),
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
    'cf.publication_year': facet('Year', 'published in {value}', '2016', 'manifestations.dates.publication', {
      operator: 'within',
    }),
    ...fromTo(
      'cf.publication_year',
      'manifestations.dates.publication',
      'published',
      ['2020', '2010'],
      'Year',
    ),
    'cf.contributor': byReference(
      'with a contribution by the one',
      'person-heather-piwowar',
      'contributions.by',
      {
        facet: 'Contributor',
        narrows: true,
        // Publishers contribute, too.
        mainType: 'person',
      },
    ),
    'cf.venue': equals('published in the venue with the id or ISSN {value}', 'venue-scientific-data', {
      path: `${VENUE}.local_identifier`,
      orIdentifier: { scheme: 'issn', path: `${VENUE}.identifiers.value` },
      facet: 'Venue',
    }),
    'cf.venue_issn': equals('published in the venue with the ISSN {value}', '2052-4463', {
      path: `${VENUE}.identifiers.value`,
      scheme: 'issn|eissn|lissn',
      label: 'Venue: ISSN',
    }),
    'cf.topic': byReference('about the topic', 'topic-open-access', 'topics.term', { facet: 'Topic' }),
    'cf.subject': contains('about a topic whose name contains {value}', 'open', 'topics.term.labels', {
      label: 'Topic contains',
    }),
    'cf.affiliation': byReference(
      'with a contribution from the organisation',
      'organisation-uc-berkeley',
      'contributions.declared_affiliations',
      { facet: 'Affiliation' },
    ),
  }),
  'cf.contributions_aff_country': equals(
    'with a contribution from an organisation in the country {value}',
    'us',
    { path: 'contributions.declared_affiliations.country', label: 'Affiliation: country', facet: 'Country' },
  ),
  ...additions({
    'cf.access_rights': equals('with a version whose access is {value}', 'open', {
      path: 'manifestations.access_rights.status',
      facet: 'Access',
    }),
    'cf.licence': equals(
      'with a version under the licence {value}',
      'https://creativecommons.org/licenses/by/4.0/',
      { path: 'manifestations.licence', aliases: ['cf.license'], facet: 'Licence' },
    ),
    'cf.funder': byReference(
      'funded by the organisation',
      'organisation-european-commission',
      'funding.funding_agency',
      { facet: 'Funder' },
    ),
    'cf.grant': byReference('funded by the grant', 'grant-graspos', 'funding', { facet: 'Grant' }),
    'cf.hosted_by': byReference('hosted by the data source', 'datasource-zenodo', HOST, {
      facet: 'Hosted by',
    }),
    'cf.language': facet('Language', 'with a title in the language {value}', 'en', 'titles.@language'),
  }),
}
