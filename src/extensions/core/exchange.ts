/** How harvesters get records of the core: the names of Dublin Core and DataCite, and where the values stand. */

import type { Exchange, Selection } from '../../model/rows/row.ts'
import { path } from './shared-fields.ts'

const contributors = (role: string, where: Selection['where'], ...affiliations: string[]) => ({
  role,
  path: ['contributions'],
  where,
  agent: 'by',
  ...(affiliations.length > 0 && { affiliations }),
})

export const productExchange: Exchange = {
  entity: 'Product',
  entityField: 'product_type',
  entities: { literature: 'Publication' },
  values: {
    Title: path('titles'),
    Description: path('abstracts'),
    Genre: path('product_type'),
    Subject: path('topics.term'),
    Container: path('manifestations.biblio.in'),
    Volume: path('manifestations.biblio.volume'),
    Issue: path('manifestations.biblio.issue'),
    Edition: path('manifestations.biblio.edition'),
    Number: path('manifestations.biblio.number'),
    FirstPage: path('manifestations.biblio.pages.first'),
    LastPage: path('manifestations.biblio.pages.last'),
    Version: path('manifestations.version'),
    Review: path('manifestations.peer_review.status'),
    Access: path('manifestations.access_rights.status'),
    License: path('manifestations.licence'),
    Embargo: path('manifestations.dates.embargo'),
    Identifier: [path('identifiers'), path('manifestations.identifiers')],
    OtherIdentifier: path('manifestations.identifiers'),
    Url: path('manifestations.identifiers', { scheme: 'url' }),
    Funding: path('funding'),
  },
  agents: [
    contributors('Creator', { role: 'author' }, 'declared_affiliations'),
    contributors('Editor', { role: 'editor' }),
    contributors('Publisher', { role: 'publisher' }),
    { role: 'HostingInstitution', path: ['relevant_organisations'] },
  ],
  dates: {
    Issued: [
      path('manifestations.dates.publication'),
      path('manifestations.dates.distribution'),
      path('manifestations.dates.deposit'),
      path('manifestations.dates.creation'),
    ],
    Accepted: path('manifestations.dates.acceptance'),
    Submitted: path('manifestations.dates.received'),
    Copyrighted: path('manifestations.dates.copyright'),
    Created: path('manifestations.dates.creation'),
    Collected: path('manifestations.dates.collected'),
    Updated: path('manifestations.dates.modified'),
    Valid: path('manifestations.dates.validity'),
    Available: path('manifestations.dates.embargo'),
    Withdrawn: path('manifestations.dates.retraction'),
  },
  relations: {
    Cites: path('related_products.cites'),
    IsSupplementedBy: path('related_products.is_supplemented_by'),
    IsDocumentedBy: path('related_products.is_documented_by'),
    IsNewVersionOf: path('related_products.is_new_version_of'),
    IsPartOf: path('related_products.is_part_of'),
  },
}

export const personExchange: Exchange = {
  entity: 'Person',
  values: {
    Title: path('name'),
    Name: path('name'),
    FamilyName: path('family_name'),
    GivenName: path('given_name'),
    Identifier: path('identifiers'),
  },
  agents: [{ role: 'Affiliation', path: ['affiliations'], agent: 'affiliation' }],
}

export const organisationExchange: Exchange = {
  entity: 'OrgUnit',
  values: {
    Title: [path('name'), path('short_name')],
    Name: path('name'),
    Alternative: path('other_names'),
    Acronym: path('short_name'),
    Coverage: path('country'),
    Homepage: path('website'),
    Identifier: path('identifiers'),
  },
}

export const agentExchange: Exchange = {
  values: { Title: path('name'), Name: path('name'), Identifier: path('identifiers') },
}

export const grantExchange: Exchange = {
  entity: 'Project',
  values: {
    Title: path('titles'),
    Acronym: path('acronym'),
    Description: path('abstracts'),
    Keyword: path('keywords'),
    Number: path('grant_number'),
    Stream: path('funding_stream'),
    Amount: path('funded_amount'),
    Currency: path('currency'),
    Start: path('duration.start'),
    End: path('duration.end'),
    Homepage: path('website'),
    Identifier: path('identifiers'),
  },
  agents: [
    { role: 'Funder', path: ['funding_agency'] },
    { role: 'Beneficiary', path: ['beneficiaries'] },
    {
      role: 'PrincipalInvestigator',
      path: ['contributions'],
      where: { roles: 'lead applicant' },
      agent: 'by',
    },
    {
      role: 'PrincipalInvestigator',
      path: ['contributions'],
      where: { roles: 'project leader' },
      agent: 'by',
    },
    { role: 'Member', path: ['contributions'], agent: 'by' },
  ],
  dates: { Issued: path('duration.start') },
}

export const venueExchange: Exchange = {
  entity: 'Publication',
  values: {
    Title: path('name'),
    Acronym: path('acronym'),
    Genre: path('type'),
    Identifier: path('identifiers'),
  },
  agents: [contributors('Editor', { role: 'editor' }), contributors('Publisher', { role: 'publisher' })],
}

export const topicExchange: Exchange = {
  values: { Title: path('labels'), Identifier: path('identifiers') },
}

export const datasourceExchange: Exchange = {
  values: { Title: path('name'), Acronym: path('acronym'), Identifier: path('identifiers') },
}
