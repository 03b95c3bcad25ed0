/** Grants: money given for research. */

import type { EntityType } from '../../model/row.ts'
import { grantFilters } from './grant-filters.ts'
import { grantHints } from './hints.ts'
import { at, by, identifiers, keywords, organisations, period, text, texts, website } from './shared.ts'

export const grant = {
  name: 'grant',
  path: 'grants',
  label: 'Grant',
  plural: 'Grants',
  doc: 'A grant: money given for research.',
  hints: grantHints,
  title: ['titles', 'acronym', 'grant_number'],
  schema: {
    name: 'Grant',
    properties: {
      name: at('titles'),
      alternateName: at('acronym'),
      description: at('abstracts'),
      identifier: at('identifiers'),
      url: at('website'),
      funder: at('funding_agency'),
      keywords: at('keywords'),
    },
  },
  view: {
    lead: 'abstracts',
    brief: [at('funding_agency'), at('funding_stream'), at('grant_number'), at('duration.start')],
  },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: [
    'identifiers',
    'grant_number',
    'titles',
    'abstracts',
    'acronym',
    'funding_agency',
    'funding_stream',
  ],
  fields: {
    identifiers,
    grant_number: text('Number given by the funder.'),
    titles: texts('one', 'Title by language.', 'title'),
    abstracts: texts('one', 'Abstract by language.', 'abstract'),
    acronym: text('Acronym.'),
    funding_agency: { kind: 'entity', of: ['organisation'], doc: 'The funder.', backwards: 'Grants given' },
    funding_stream: text('Programme or call.'),
    currency: { ...text('Currency of the amount (ISO 4217).'), caseless: true, codes: 'ISO 4217' },
    funded_amount: {
      kind: 'number',
      datatype: 'decimal',
      least: 0,
      doc: 'Amount, in the currency.',
      unit: 'currency',
    },
    keywords: keywords(),
    duration: period('First and last day.', true),
    website,
    beneficiaries: organisations('Organisations that receive the money.', 'Grants received'),
    contributions: {
      kind: 'node',
      many: true,
      doc: 'Who does what in the project.',
      misplaced: { by: ['declared_affiliations', 'roles'] },
      fields: {
        by: by('The person, organisation or agent.'),
        declared_affiliations: {
          ...organisations('Affiliations as the grant states them.', 'Contributions by affiliated persons'),
          label: 'At',
        },
        roles: {
          kind: 'term',
          many: true,
          doc: 'Roles.',
          aliases: ['role'],
          values: [
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
} as const satisfies EntityType
