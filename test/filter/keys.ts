/** The filter keys of the specification and, for venues, topics and data sources, of the official OpenAPI file; by path of the list. */

const attributes = (prefix: string, ...names: string[]): string[] => names.map((name) => `${prefix}.${name}`)
const ids = ['identifiers.scheme', 'identifiers.value']

export const publishedKeys: Readonly<Record<string, readonly string[]>> = {
  products: [
    'product_type', 'identifiers.id', 'identifiers.scheme',
    ...attributes('contributions.by', 'local_identifier', 'identifiers.id', 'identifiers.scheme', 'family_name', 'given_name', 'name'),
    ...attributes('contributions.declared_affiliations', 'local_identifier', 'identifiers.id', 'identifiers.scheme', 'name', 'short_name'),
    ...attributes('funding', 'local_identifier', 'grant_number', 'identifiers.id', 'identifiers.scheme'),
    'cf.search.title', 'cf.search.title_abstract', 'cf.contributions_orcid', 'cf.contributions_aff_ror', 'cf.contributions_aff_country',
    'cf.cites', 'cf.cited_by', 'cf.cites_doi', 'cf.cited_by_doi',
    // In the parameter examples only, and the aliases of design.md section 3.
    'contributions.person.identifiers.id', 'contributions.person.identifiers.scheme', 'contributions.person.family_name', 'identifiers.value', 'funding.identifiers.value',
    'contributions.by.identifiers.value', 'contributions.person.identifiers.value', 'contributions.declared_affiliations.identifiers.value',
  ],
  persons: [
    'identifiers.id', 'identifiers.value', 'identifiers.scheme', 'given_name', 'family_name', 'name',
    ...attributes('affiliations', 'affiliation.local_identifier', 'affiliation.name', 'affiliation.short_name', 'role'),
    'cf.search.family_name', 'cf.search.given_name', 'cf.search.name',
  ],
  organisations: ['identifiers.id', 'identifiers.value', 'identifiers.scheme', 'name', 'short_name', 'website', 'country', 'cf.search.name'],
  grants: [
    ...ids, 'identifiers.id', 'acronym', 'currency', 'website', 'grant_number', 'funding_stream',
    ...attributes('beneficiaries', ...ids, 'identifiers.id', 'name', 'short_name', 'website', 'country'),
    ...attributes('contributions.by', 'local_identifier', ...ids, 'identifiers.id', 'given_name', 'family_name', 'name'),
    ...attributes('contributions.declared_affiliations', 'local_identifier', ...ids, 'identifiers.id', 'name', 'short_name', 'website', 'country'),
    'contributions.role', 'contributions.person.name',
    ...attributes('funding_agency', ...ids, 'identifiers.id', 'name', 'short_name', 'website', 'country'),
    'cf.search.title', 'cf.search.title_abstract', 'cf.funded_amount.from', 'cf.funded_amount.to',
    'cf.duration.start.from', 'cf.duration.start.to', 'cf.duration.end.from',
  ],
  venues: ['acronym', 'type', ...ids, 'identifiers.id', 'name', 'cf.search.name'],
  topics: [...ids, 'identifiers.id', 'cf.search.labels', 'cf.search.language'],
  datasources: ['data_source_classification', 'research_product_type', ...ids, 'identifiers.id', 'acronym', 'cf.search.name'],
  services: [
    'entity_type', ...ids, 'identifiers.id', 'name', 'website', 'country', 'srv_invocation_type',
    ...attributes('relevant_organisations', 'name', ...ids, 'identifiers.id'),
    ...attributes('srv_has_hosting_legal_entity', 'name', ...ids, 'identifiers.id'),
    ...attributes('srv_has_hosting_organisation', 'name', ...ids, 'identifiers.id'),
    ...attributes('srv_has_research_infrastructure', 'name', ...ids, 'identifiers.id'),
    'cf.search.name', 'cf.search.keyword', 'cf.search.org_name',
  ],
}
