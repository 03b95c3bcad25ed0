/** Filters of persons, organisations, agents, grants, venues, topics and data sources. */

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
  range,
} from './shared-filters.ts'

export const personFilters: FilterRows = {
  ...attributes({
    'identifiers.id': '0000-0003-0530-4305',
    'identifiers.scheme': 'orcid',
    given_name: 'Silvio',
    family_name: 'Peroni',
    name: 'Silvio Peroni',
  }),
  ...attributes(
    { local_identifier: 'https://ror.org/01111rn36', name: 'University of Bologna', short_name: 'UNIBO' },
    { prefix: 'affiliations.affiliation', phrase: 'affiliated with an organisation' },
  ),
  'affiliations.role': equals('with the role {value} in an organisation', 'affiliate'),
  'cf.search.family_name': contains('whose family name contains {value}', 'walt', 'family_name'),
  'cf.search.given_name': contains('whose given name contains {value}', 'heath', 'given_name'),
  'cf.search.name': contains('whose name contains {value}', 'peroni', 'name'),
  ...byId('person-silvio-peroni'),
  ...additions({
    'cf.search.all_names': contains(
      'with a name, family name or given name that contains {value}',
      'silvio',
      'name|family_name|given_name',
      { label: 'Any name contains' },
    ),
    'cf.affiliation': byReference(
      'affiliated with the organisation',
      'https://ror.org/01111rn36',
      'affiliations.affiliation',
      { facet: 'Affiliation' },
    ),
  }),
}

export const organisationFilters: FilterRows = {
  ...attributes({
    'identifiers.id': '01ggx4157',
    'identifiers.scheme': 'ror',
    name: 'European Commission',
    short_name: 'CERN',
    website: 'https://home.cern',
  }),
  country: facet('Country', 'in the country {value}', 'CH'),
  'cf.search.name': contains('whose name contains {value}', 'university', 'name'),
  ...byId('https://ror.org/01111rn36'),
  ...additions({
    'cf.search.all_names': contains(
      'with a name, short name or other name that contains {value}',
      'unibo',
      'name|short_name|other_names',
      { label: 'Any name contains' },
    ),
  }),
}

/** The specification has no list of agents: these are skeg's. */
export const agentFilters: FilterRows = {
  ...attributes({ name: 'Virgo Collaboration' }),
  'cf.search.name': contains('whose name contains {value}', 'ligo', 'name'),
  ...byId('agent-virgo-collaboration'),
}

const bologna = {
  'identifiers.scheme': 'ror',
  'identifiers.value': 'https://ror.org/01111rn36',
  name: 'University of Bologna',
  short_name: 'UNIBO',
  website: 'https://www.unibo.it',
  country: 'IT',
}

export const grantFilters: FilterRows = {
  ...attributes({
    'identifiers.scheme': 'doi',
    'identifiers.value': '10.3030/101095129',
    acronym: 'GraspOS',
  }),
  currency: facet('Currency', 'with an amount in the currency {value}', 'EUR'),
  ...attributes({ website: 'https://graspos.eu/', grant_number: '101095129' }),
  funding_stream: facet('Funding stream', 'of the funding stream {value}', 'Horizon Europe'),
  ...attributes(bologna, { prefix: 'beneficiaries', phrase: 'with a beneficiary' }),
  ...attributes(
    {
      local_identifier: 'person-silvio-peroni',
      'identifiers.scheme': 'orcid',
      'identifiers.value': '0000-0003-0530-4305',
      given_name: 'Silvio',
      family_name: 'Peroni',
      name: 'Silvio Peroni',
    },
    {
      prefix: 'contributions.by',
      phrase: 'with a contribution by someone',
      aliasPrefixes: ['contributions.person'],
    },
  ),
  ...attributes(
    { local_identifier: 'https://ror.org/01111rn36', ...bologna },
    { prefix: 'contributions.declared_affiliations', phrase: 'with a contribution from an organisation' },
  ),
  'contributions.role': equals(
    'with a contribution in the role {value}',
    'project member',
    'contributions.roles',
    { aliases: ['contributions.roles'] },
  ),
  ...attributes(
    {
      'identifiers.scheme': 'ror',
      'identifiers.value': 'https://ror.org/00k4n6c32',
      name: 'European Commission',
      short_name: 'EC',
      website: 'https://commission.europa.eu',
      country: 'BE',
    },
    { prefix: 'funding_agency', phrase: 'of a funding agency' },
  ),
  'cf.search.title': contains('whose title contains {value}', 'open science', 'titles'),
  'cf.search.title_abstract': contains(
    'whose title or abstract contains {value}',
    'federated',
    'titles|abstracts',
  ),
  'cf.funded_amount.from': range(
    'gte',
    'funded_amount',
    'with a funded amount of at least {value}',
    '5000000',
  ),
  'cf.funded_amount.to': range('lte', 'funded_amount', 'with a funded amount of at most {value}', '1000000'),
  ...fromTo('cf.duration.start', 'duration.start', 'that start', ['2021', '2018-12-31'], 'Start'),
  'cf.duration.end.from': range('gte', 'duration.end', 'that end in or after {value}', '2025', 'End from'),
  ...byId('grant-graspos'),
}

export const venueFilters: FilterRows = {
  ...attributes({ acronym: 'QSS' }),
  type: facet('Type', 'of type {value}', 'journal'),
  ...attributes({ 'identifiers.scheme': 'issn', 'identifiers.value': '2052-4463', name: 'Nature' }),
  'cf.search.name': contains('whose name contains {value}', 'physical', 'name'),
  ...byId('venue-nature'),
  ...additions({
    'cf.search.all_names': contains('with a name or acronym that contains {value}', 'prl', 'name|acronym'),
    'cf.series': facet('Series', 'of the series {value}', 'QSS', 'series|acronym'),
  }),
}

export const topicFilters: FilterRows = {
  ...attributes({
    'identifiers.scheme': 'wikidata',
    'identifiers.value': 'https://www.wikidata.org/wiki/Q309823',
  }),
  'cf.search.labels': contains('with a name that contains {value}', 'access', 'labels.@value', {
    label: 'Name contains',
    sameItem: true,
  }),
  'cf.search.language': equals('with a name in the language {value}', 'cs', 'labels.@language', {
    label: 'Language of a name',
    sameItem: true,
  }),
  ...byId('topic-open-access'),
}

export const datasourceFilters: FilterRows = {
  data_source_classification: facet('Kind', 'of the kind {value}', 'repository'),
  research_product_type: facet('Content', 'that hold {value}', 'research data', 'research_product_types', {
    aliases: ['research_product_types'],
  }),
  ...attributes({
    'identifiers.scheme': 'doi',
    'identifiers.value': '10.25504/FAIRsharing.wy4egf',
    acronym: 'GWOSC',
  }),
  'cf.search.name': contains('whose name contains {value}', 'zenodo', 'name'),
  ...byId('datasource-zenodo'),
}
