/** Grants: money given for research. */

import { grantExchange } from './exchange.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { grantFilters } from './filters.ts'
import { grantHints } from './hints.ts'
import {
  path,
  by,
  identifiers,
  keywords,
  organisations,
  period,
  string,
  langString,
  website,
} from './shared-fields.ts'
import { citeAs, grantProfiles, orderByWorks } from './shared-members.ts'

export const grant = {
  name: 'grant',
  path: 'grants',
  label: 'Grant',
  plural: 'Grants',
  doc: 'A grant: money given for research.',
  hints: grantHints,
  labelFields: ['titles', 'acronym'],
  composites: [{ keys: ['funded_amount', 'currency'] }],
  search: {
    names: ['titles', 'acronym', 'grant_number'],
    references: ['funding_agency'],
    texts: ['abstracts'],
    example: 'graspos',
  },
  labelsWithoutTitle: [
    { text: 'Grant {value}', ...path('grant_number') },
    { text: 'Grant of the {value}', ...path('funding_agency') },
  ],
  schemaOrg: {
    name: 'Grant',
    properties: {
      name: path('titles'),
      alternateName: path('acronym'),
      description: path('abstracts'),
      identifier: path('identifiers'),
      url: path('website'),
      funder: path('funding_agency'),
      keywords: path('keywords'),
    },
  },
  display: {
    abstract: 'abstracts',
    summary: [path('funding_agency'), path('funding_stream'), path('grant_number'), path('duration.start')],
  },
  signposts: [citeAs],
  referenceFields: [
    'identifiers',
    'grant_number',
    'titles',
    'abstracts',
    'acronym',
    'funding_agency',
    'funding_stream',
  ],
  exchange: grantExchange,
  fields: {
    identifiers,
    grant_number: string('Number given by the funder.'),
    titles: langString('Title by language.', 'title'),
    abstracts: langString('Abstract by language.', 'abstract'),
    acronym: string('Acronym.'),
    funding_agency: {
      kind: 'reference',
      range: ['organisation'],
      doc: 'The funder.',
      inverseLabel: 'Grants given',
    },
    funding_stream: string('Programme or call.'),
    currency: {
      ...string('Currency of the amount (ISO 4217).'),
      caseInsensitive: true,
      codeList: 'ISO 4217',
    },
    funded_amount: {
      kind: 'number',
      datatype: 'decimal',
      minimum: 0,
      doc: 'Amount, in the currency.',
      unit: 'currency',
    },
    keywords: keywords(),
    duration: period('First and last day.', true),
    website,
    beneficiaries: organisations('Organisations that receive the money.', 'Grants received'),
    contributions: {
      kind: 'object',
      multiple: true,
      label: 'Contributors',
      doc: 'Who does what in the project.',
      hoistFrom: { by: ['declared_affiliations', 'roles'] },
      fields: {
        by: by('The person, organisation or agent.'),
        declared_affiliations: {
          ...organisations('Affiliations as the grant states them.', 'Contributions by affiliated persons'),
          label: 'Affiliation',
        },
        roles: {
          kind: 'vocabTerm',
          multiple: true,
          doc: 'Roles.',
          aliases: ['role'],
          terms: [
            'co-applicant',
            'lead applicant',
            'project leader',
            'project manager',
            'project member',
            'workpackage leader',
          ],
        },
      },
    },
  },
  filters: grantFilters,
  orders: {
    ...orderByWorks('funding'),
    title: { doc: 'title', path: 'titles', by: 'text' },
    start: { doc: 'start', path: 'duration.start', by: 'date' },
  },
  profiles: grantProfiles,
} as const satisfies EntityType
