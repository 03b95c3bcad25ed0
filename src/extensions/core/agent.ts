/** Agents: persons, organisations, and those of whom it is not known which they are. */

import { personExchange, organisationExchange, agentExchange } from './exchange.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { agentFilters, organisationFilters, personFilters } from './filters.ts'
import { organisationHints, personHints } from './hints.ts'
import { path, identifiers, period, string, website } from './shared-fields.ts'
import { agentProfiles, citeAs, orderByName, orderByWorks, organisationProfiles } from './shared-members.ts'
import { words } from '../../model/values/collections.ts'

export const person = {
  name: 'person',
  path: 'persons',
  label: 'Person',
  plural: 'Persons',
  doc: 'A person who takes part in research.',
  hints: personHints,
  labelFields: ['name', 'family_name', 'given_name'],
  composites: [{ keys: ['name', 'given_name', 'family_name'], identifying: 'family_name' }],
  search: { example: 'heather piwowar' },
  hasPersonNames: true,
  schemaOrg: {
    name: 'Person',
    properties: {
      name: path('name'),
      givenName: path('given_name'),
      familyName: path('family_name'),
      identifier: path('identifiers'),
      affiliation: path('affiliations.affiliation'),
    },
  },
  citation: { variables: { family: path('family_name'), given: path('given_name'), literal: path('name') } },
  display: { summary: [path('affiliations.affiliation'), path('identifiers')] },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'name', 'given_name', 'family_name'],
  exchange: personExchange,
  fields: {
    identifiers,
    name: string('Full name.'),
    given_name: string('Given name.'),
    family_name: string('Family name.'),
    affiliations: {
      kind: 'object',
      multiple: true,
      doc: 'Organisations that the person belongs or belonged to.',
      fields: {
        affiliation: {
          kind: 'reference',
          range: ['organisation'],
          required: true,
          doc: 'The organisation.',
          inverseLabel: 'Affiliated persons',
        },
        role: { kind: 'vocabTerm', doc: 'Role in the organisation.', terms: ['affiliate'] },
        period: period('When.'),
      },
    },
  },
  filters: personFilters,
  orders: { ...orderByWorks('contributions.by'), ...orderByName() },
  profiles: agentProfiles,
} as const satisfies EntityType

export const organisation = {
  name: 'organisation',
  path: 'organisations',
  label: 'Organisation',
  plural: 'Organisations',
  doc: 'An organisation that takes part in research or funds it.',
  hints: organisationHints,
  labelFields: ['name', 'short_name'],
  composites: [{ keys: ['name', 'short_name'], others: 'other_names' }],
  search: { names: ['name', 'short_name', 'other_names'], example: 'university california' },
  schemaOrg: {
    name: 'Organization',
    properties: {
      name: path('name'),
      alternateName: path('other_names'),
      url: path('website'),
      identifier: path('identifiers'),
    },
  },
  citation: { variables: { literal: [path('name'), path('short_name')] } },
  display: { subtype: 'types', summary: [path('short_name'), path('country'), path('identifiers')] },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'name', 'short_name', 'country'],
  exchange: organisationExchange,
  fields: {
    identifiers,
    name: string('Name.'),
    short_name: string('Acronym or short name.'),
    other_names: { kind: 'string', multiple: true, doc: 'Other names, perhaps in other languages.' },
    website,
    country: {
      ...string('Country, as two letters (ISO 3166-1).'),
      caseInsensitive: true,
      codeList: 'ISO 3166-1',
    },
    types: {
      kind: 'rdfType',
      multiple: true,
      doc: 'Kinds of organisation.',
      aliases: ['type'],
      terms: words('archive company education facility government healthcare nonprofit funder research'),
    },
  },
  filters: organisationFilters,
  orders: { ...orderByWorks('contributions.declared_affiliations'), ...orderByName() },
  profiles: organisationProfiles,
} as const satisfies EntityType

export const agent = {
  name: 'agent',
  path: 'agents',
  label: 'Agent',
  plural: 'Agents',
  doc: 'A person or an organisation; the data does not say which.',
  addition: true,
  outsideNavigation: true,
  labelFields: ['name'],
  composites: [{ keys: ['name'] }],
  search: { example: 'ligo' },
  schemaOrg: {
    name: 'Organization',
    ofPersonName: 'Person',
    properties: { name: path('name'), identifier: path('identifiers') },
  },
  citation: { variables: { literal: path('name') } },
  display: { summary: [path('identifiers')] },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'name'],
  exchange: agentExchange,
  fields: { identifiers, name: string('Name.') },
  filters: agentFilters,
  orders: { ...orderByWorks('contributions.by'), ...orderByName() },
  profiles: agentProfiles,
} as const satisfies EntityType
