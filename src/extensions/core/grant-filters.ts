/** Filters of grants. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { attributeFilters, byId, equals, range, search } from './shared-filters.ts'

const bologna = {
  'identifiers.scheme': 'ror',
  'identifiers.value': 'https://ror.org/01111rn36',
  name: 'University of Bologna',
  short_name: 'UNIBO',
  website: 'https://www.unibo.it',
  country: 'IT',
}

export const grantFilters: FilterRows = {
  ...attributeFilters({
    examples: {
      'identifiers.scheme': 'doi',
      'identifiers.value': '10.3030/101095129',
      acronym: 'GraspOS',
    },
  }),
  currency: equals('with an amount in the currency {value}', 'EUR', { facet: 'Currency' }),
  ...attributeFilters({ examples: { website: 'https://graspos.eu/', grant_number: '101095129' } }),
  funding_stream: equals('of the funding stream {value}', 'Horizon Europe', { facet: 'Funding stream' }),
  ...attributeFilters({ prefix: 'beneficiaries', phrase: 'with a beneficiary', examples: bologna }),
  ...attributeFilters({
    prefix: 'contributions.by',
    phrase: 'with a contribution by someone',
    examples: {
      local_identifier: 'person-silvio-peroni',
      'identifiers.scheme': 'orcid',
      'identifiers.value': '0000-0003-0530-4305',
      given_name: 'Silvio',
      family_name: 'Peroni',
      name: 'Silvio Peroni',
    },
    aliasPrefixes: ['contributions.person'],
  }),
  ...attributeFilters({
    prefix: 'contributions.declared_affiliations',
    phrase: 'with a contribution from an organisation',
    examples: {
      local_identifier: 'https://ror.org/01111rn36',
      ...bologna,
    },
  }),
  'contributions.role': equals('with a contribution in the role {value}', 'project member', {
    path: 'contributions.roles',
    aliases: ['contributions.roles'],
  }),
  ...attributeFilters({
    prefix: 'funding_agency',
    phrase: 'of a funding agency',
    examples: {
      'identifiers.scheme': 'ror',
      'identifiers.value': 'https://ror.org/00k4n6c32',
      name: 'European Commission',
      short_name: 'EC',
      website: 'https://commission.europa.eu',
      country: 'BE',
    },
  }),
  'cf.search.title': search('titles', 'whose title contains {value}', 'open science'),
  'cf.search.title_abstract': search(
    'titles|abstracts',
    'whose title or abstract contains {value}',
    'federated',
  ),
  'cf.funded_amount.from': range(
    'gte',
    'funded_amount',
    'with a funded amount of at least {value}',
    '5000000',
  ),
  'cf.funded_amount.to': range('lte', 'funded_amount', 'with a funded amount of at most {value}', '1000000'),
  'cf.duration.start.from': range(
    'gte',
    'duration.start',
    'that start in or after {value}',
    '2021',
    'Start from',
  ),
  'cf.duration.start.to': range(
    'lte',
    'duration.start',
    'that start in or before {value}',
    '2018-12-31',
    'Start to',
  ),
  'cf.duration.end.from': range('gte', 'duration.end', 'that end in or after {value}', '2025', 'End from'),
  ...byId('grant-graspos'),
}
