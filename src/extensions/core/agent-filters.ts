/** Filters of persons, organisations and agents. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { additions, attributeFilters, byId, equals, search } from './shared-filters.ts'

export const personFilters: FilterRows = {
  ...attributeFilters({
    examples: {
      'identifiers.id': '0000-0003-0530-4305',
      'identifiers.scheme': 'orcid',
      given_name: 'Silvio',
      family_name: 'Peroni',
      name: 'Silvio Peroni',
    },
  }),
  ...attributeFilters({
    prefix: 'affiliations.affiliation',
    phrase: 'affiliated with an organisation',
    examples: {
      local_identifier: 'https://ror.org/01111rn36',
      name: 'University of Bologna',
      short_name: 'UNIBO',
    },
  }),
  'affiliations.role': equals('with the role {value} in an organisation', 'affiliate'),
  'cf.search.family_name': search('family_name', 'whose family name contains {value}', 'walt'),
  'cf.search.given_name': search('given_name', 'whose given name contains {value}', 'heath'),
  'cf.search.name': search('name', 'whose name contains {value}', 'peroni'),
  ...byId('person-silvio-peroni'),
  ...additions({
    'cf.search.all_names': {
      ...search(
        'name|family_name|given_name',
        'with a name, family name or given name that contains {value}',
        'silvio',
      ),
      label: 'Any name contains',
    },
    'cf.affiliation': equals(
      'affiliated with the organisation with the id {value}',
      'https://ror.org/01111rn36',
      {
        path: 'affiliations.affiliation.local_identifier',
        facet: 'Affiliation',
      },
    ),
  }),
}

export const organisationFilters: FilterRows = {
  ...attributeFilters({
    examples: {
      'identifiers.id': '01ggx4157',
      'identifiers.scheme': 'ror',
      name: 'European Commission',
      short_name: 'CERN',
      website: 'https://home.cern',
      country: 'CH',
    },
  }),
  country: equals('in the country {value}', 'CH', { facet: 'Country' }),
  'cf.search.name': search('name', 'whose name contains {value}', 'university'),
  ...byId('https://ror.org/01111rn36'),
  ...additions({
    'cf.search.all_names': {
      ...search(
        'name|short_name|other_names',
        'with a name, short name or other name that contains {value}',
        'unibo',
      ),
      label: 'Any name contains',
    },
  }),
}

/** The specification has no list of agents: these are skeg's. */
export const agentFilters: FilterRows = {
  ...attributeFilters({ examples: { name: 'Virgo Collaboration' } }),
  'cf.search.name': search('name', 'whose name contains {value}', 'ligo'),
  ...byId('agent-virgo-collaboration'),
}
