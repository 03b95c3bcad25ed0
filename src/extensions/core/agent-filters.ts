/** Filters of persons, organisations and agents. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { attributeFilters, equals, search } from './filters.ts'

export const personFilters: FilterRows = {
  ...attributeFilters('', '', {
    'identifiers.id': '0000-0003-0530-4305',
    'identifiers.scheme': 'orcid',
    given_name: 'Silvio',
    family_name: 'Peroni',
    name: 'Silvio Peroni',
  }),
  ...attributeFilters('affiliations.affiliation', 'affiliated with an organisation', {
    local_identifier: 'https://ror.org/01111rn36',
    name: 'University of Bologna',
    short_name: 'UNIBO',
  }),
  'affiliations.role': equals('with the role {value} in an organisation', 'affiliate'),
  'cf.search.family_name': search('family_name', 'whose family name contains {value}', 'walt'),
  'cf.search.given_name': search('given_name', 'whose given name contains {value}', 'heath'),
  'cf.search.name': search('name', 'whose name contains {value}', 'peroni'),
}

export const organisationFilters: FilterRows = {
  ...attributeFilters('', '', {
    'identifiers.id': '01ggx4157',
    'identifiers.scheme': 'ror',
    name: 'European Commission',
    short_name: 'CERN',
    website: 'https://home.cern',
    country: 'CH',
  }),
  'cf.search.name': search('name', 'whose name contains {value}', 'university'),
}

/** The specification has no list of agents: these are skeg's. */
export const agentFilters: FilterRows = {
  ...attributeFilters('', '', { name: 'Virgo Collaboration' }),
  'cf.search.name': search('name', 'whose name contains {value}', 'ligo'),
}
