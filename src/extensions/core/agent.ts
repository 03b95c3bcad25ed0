/** Agents: persons, organisations, and those of whom it is not known which they are. */

import type { EntityType } from '../../model/row.ts'
import { agentFilters, organisationFilters, personFilters } from './agent-filters.ts'
import { organisationHints, personHints } from './hints.ts'
import { at, identifiers, period, text, website } from './shared.ts'

export const person = {
  name: 'person',
  path: 'persons',
  label: 'Person',
  plural: 'Persons',
  doc: 'A person who takes part in research.',
  hints: personHints,
  title: ['name', 'family_name', 'given_name'],
  schema: {
    name: 'Person',
    properties: {
      name: at('name'),
      givenName: at('given_name'),
      familyName: at('family_name'),
      identifier: at('identifiers'),
      affiliation: at('affiliations.affiliation'),
    },
  },
  citation: { variables: { family: at('family_name'), given: at('given_name'), literal: at('name') } },
  view: { brief: [at('affiliations.affiliation'), at('identifiers')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name', 'given_name', 'family_name'],
  fields: {
    identifiers,
    name: text('Full name.'),
    given_name: text('Given name.'),
    family_name: text('Family name.'),
    affiliations: {
      kind: 'node',
      many: true,
      doc: 'Organisations that the person belongs or belonged to.',
      fields: {
        affiliation: {
          kind: 'entity',
          of: ['organisation'],
          required: true,
          doc: 'The organisation.',
          backwards: 'Affiliated',
        },
        role: { kind: 'term', doc: 'Role in the organisation.', values: ['affiliate'] },
        period: period('When.'),
      },
    },
  },
  filters: personFilters,
} as const satisfies EntityType

export const organisation = {
  name: 'organisation',
  path: 'organisations',
  label: 'Organisation',
  plural: 'Organisations',
  doc: 'An organisation that takes part in research or funds it.',
  hints: organisationHints,
  title: ['name', 'short_name'],
  schema: {
    name: 'Organization',
    properties: {
      name: at('name'),
      alternateName: at('other_names'),
      url: at('website'),
      identifier: at('identifiers'),
    },
  },
  citation: { variables: { literal: [at('name'), at('short_name')] } },
  view: { kind: 'types', brief: [at('short_name'), at('country'), at('identifiers')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name', 'short_name', 'country'],
  fields: {
    identifiers,
    name: text('Name.'),
    short_name: text('Acronym or short name.'),
    other_names: { kind: 'text', many: true, doc: 'Other names, perhaps in other languages.' },
    website,
    country: { ...text('Country, as two letters (ISO 3166-1).'), caseless: true, codes: 'ISO 3166-1' },
    types: {
      kind: 'class',
      many: true,
      doc: 'Kinds of organisation.',
      aliases: ['type'],
      values: [
        'archive',
        'company',
        'education',
        'facility',
        'government',
        'healthcare',
        'nonprofit',
        'funder',
        'research',
      ],
    },
  },
  filters: organisationFilters,
} as const satisfies EntityType

export const agent = {
  name: 'agent',
  path: 'agents',
  label: 'Agent',
  plural: 'Agents',
  doc: 'A person or an organisation; the data does not say which.',
  title: ['name'],
  schema: { name: 'Thing', properties: { name: at('name'), identifier: at('identifiers') } },
  citation: { variables: { literal: at('name') } },
  view: { brief: [at('identifiers')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name'],
  fields: { identifiers, name: text('Name.') },
  filters: agentFilters,
} as const satisfies EntityType
