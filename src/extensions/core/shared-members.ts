/** Members of entity types beside fields and filters: links, orders, and what pages count in their products. */

import type { ListOrder, Signpost, ProfileRow } from '../../model/rows/row.ts'

export const citeAs: Signpost = { rel: 'cite-as', path: ['identifiers'] }

/** @param path key of the name, and `doc` what it is called */
export const orderByName = (path = 'name', doc = 'name') =>
  ({ name: { doc, path, by: 'text' } }) as const satisfies Record<string, ListOrder>

/** @param path of a product that leads to what is sorted */
export const orderByWorks = (path: string) =>
  ({
    works: { doc: 'number of works', path, collection: 'products', by: 'referrers' },
  }) as const satisfies Record<string, ListOrder>

const products = (
  filter: string,
  label: string,
  facets: ProfileRow['facets'],
  more?: Pick<ProfileRow, 'itemFacets' | 'whereNamed'>,
): ProfileRow => ({
  collection: 'products',
  filter,
  label,
  facets: { 'cf.publication_year': `${label} by year`, ...facets },
  ...more,
})

export const agentProfiles = [
  products(
    'cf.contributor',
    'Publications',
    { 'cf.contributor': 'Co-authors', 'cf.topic': 'Topics', 'cf.venue': 'Venues' },
    {
      itemFacets: ['cf.affiliation'],
      whereNamed: ['items', 'years', 'count'],
    },
  ),
]

const FUNDED = products('cf.funder', 'Funded products', {
  'cf.grant': 'Grants',
  'cf.affiliation': 'Affiliations',
})

export const organisationProfiles = [
  products(
    'cf.affiliation',
    'Publications',
    {
      'cf.affiliation': 'Partner organisations',
      'cf.topic': 'Topics',
      'cf.venue': 'Venues',
    },
    { whereNamed: ['count'] },
  ),
  FUNDED,
]

export const venueProfiles = [
  products(
    'cf.venue',
    'Products in this venue',
    {
      'cf.contributor': 'Contributors',
      'cf.affiliation': 'Affiliations',
      'cf.topic': 'Topics',
    },
    { whereNamed: ['years', 'count'] },
  ),
]

export const topicProfiles = [
  products(
    'cf.topic',
    'Products on this topic',
    {
      'cf.contributor': 'Contributors',
      'cf.affiliation': 'Affiliations',
      'cf.venue': 'Venues',
    },
    { whereNamed: ['count'] },
  ),
]

export const datasourceProfiles = [
  products(
    'cf.hosted_by',
    'Hosted products',
    { 'cf.kind': 'Kinds', 'cf.access_rights': 'Access' },
    { whereNamed: ['count'] },
  ),
]

export const grantProfiles = [
  products(
    'cf.grant',
    'Funded products',
    { 'cf.contributor': 'Contributors', 'cf.affiliation': 'Affiliations' },
    { whereNamed: ['count'] },
  ),
]
