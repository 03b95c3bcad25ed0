/** Filters of products. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { attributeFilters, equals, search } from './filters.ts'

export const productFilters: FilterRows = {
  product_type: equals('of type {value}', 'research data'),
  ...attributeFilters('', '', { 'identifiers.id': '10.1038/sdata.2016.18', 'identifiers.scheme': 'doi' }),
  ...attributeFilters(
    'contributions.by',
    'with a contribution by someone',
    {
      local_identifier: 'person-heather-piwowar',
      'identifiers.id': '0000-0003-1613-5981',
      'identifiers.scheme': 'orcid',
      family_name: 'Piwowar',
      given_name: 'Heather',
      name: 'Heather Piwowar',
    },
    { also: ['contributions.person'] },
  ),
  ...attributeFilters('contributions.declared_affiliations', 'with a contribution from an organisation', {
    local_identifier: 'organisation-uc-berkeley',
    'identifiers.id': 'https://ror.org/01an7q238',
    'identifiers.scheme': 'ror',
    name: 'OurResearch',
    short_name: 'UCB',
  }),
  ...attributeFilters('funding', 'funded by a grant', {
    local_identifier: 'grant-graspos',
    grant_number: '101095129',
    'identifiers.id': '10.3030/101095129',
    'identifiers.scheme': 'doi',
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
    { path: 'contributions.declared_affiliations.country' },
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
}
