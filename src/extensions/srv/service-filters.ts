/** Filters of services. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import { attributeFilters, byId, equals, search } from '../core/shared-filters.ts'

/** Filters say `srv_has_…` where the fields do not; the names of the fields are understood as well. */
const organisation = (field: string, key: string, whose: string, id: string, name: string): FilterRows =>
  attributeFilters({
    prefix: key,
    phrase: whose,
    examples: { name, 'identifiers.scheme': 'ror', 'identifiers.value': id },
    path: field,
    aliasPrefixes: field === key ? [] : [field],
  })

export const serviceFilters: FilterRows = {
  entity_type: equals('of the entity type {value}', 'service'),
  ...attributeFilters({
    examples: {
      'identifiers.scheme': 'handle',
      'identifiers.value': '11234/1-1702',
      name: 'UDPipe',
      website: 'https://ufal.mff.cuni.cz/udpipe',
    },
  }),
  country: equals('hosted in the country {value}', 'CZ', { path: 'srv_hosting_organisation.country' }),
  srv_invocation_type: equals('called as {value}', 'sshocinvt:webApplication', {
    facet: 'Called as',
  }),
  ...organisation(
    'relevant_organisations',
    'relevant_organisations',
    'linked to an organisation',
    'https://ror.org/024d6js02',
    'Charles University',
  ),
  ...organisation(
    'srv_hosting_legal_entity',
    'srv_has_hosting_legal_entity',
    'with a legal entity',
    'https://ror.org/024d6js02',
    'Charles University',
  ),
  ...organisation(
    'srv_hosting_organisation',
    'srv_has_hosting_organisation',
    'hosted by an organisation',
    'https://ror.org/02nr0ka47',
    'OurResearch',
  ),
  ...organisation(
    'srv_research_infrastructure',
    'srv_has_research_infrastructure',
    'of a research infrastructure',
    'https://ror.org/03wp25384',
    'CLARIN ERIC',
  ),
  'cf.search.name': search('name', 'whose name contains {value}', 'pipe'),
  'cf.search.keyword': search('keywords', 'with a keyword that contains {value}', 'citation'),
  'cf.search.org_name': search(
    'relevant_organisations|srv_hosting_legal_entity|srv_hosting_organisation|' +
      'srv_research_infrastructure.name|short_name',
    'of an organisation whose name contains {value}',
    'clarin',
  ),
  ...byId('service-udpipe'),
}
