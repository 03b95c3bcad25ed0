// What the oracle knows of the model: the fields of every type, their other spellings, and what a reference
// shows.

type Table = Readonly<Record<string, string>>

const by = 'ref person organisation agent'
const affiliations = 'ref[] organisation'
const related = 'ref[] product'
const relatedIds = 'id[] product'
const date = 'date[]'

/**
 * One field a line: `kind`, `[]` for a list, then what the kind needs: the types a reference may point at,
 * the table of a
 * nested object, the vocabulary of a word. `=slot` names the RDF property that fields of different types
 * share.
 * `map` has one text per language, `map[]` several; `nest` has no node of its own; `id` is a reference
 * written as a string.
 */
export const tables: Readonly<Record<string, Table>> = {
  product: {
    identifiers: 'node[] identifier',
    product_type: 'word product_type',
    titles: 'map[]',
    abstracts: 'map[]',
    topics: 'node[] topic_use',
    contributions: 'node[] product_contribution',
    manifestations: 'node[] manifestation',
    relevant_organisations: affiliations,
    funding: 'ref[] grant',
    related_products: 'nest related_products',
  },
  person: {
    identifiers: 'node[] identifier',
    name: 'text',
    given_name: 'text',
    family_name: 'text',
    affiliations: 'node[] affiliation',
  },
  organisation: {
    identifiers: 'node[] identifier',
    name: 'text',
    short_name: 'text =acronym',
    other_names: 'text[]',
    website: 'iri',
    country: 'code',
    types: 'word[] types',
  },
  agent: { identifiers: 'node[] identifier', name: 'text' },
  grant: {
    identifiers: 'node[] identifier',
    grant_number: 'text',
    titles: 'map',
    abstracts: 'map',
    acronym: 'text =acronym',
    funding_agency: 'ref organisation',
    funding_stream: 'text',
    currency: 'code',
    funded_amount: 'number',
    keywords: 'text[]',
    duration: 'node interval',
    website: 'iri',
    beneficiaries: affiliations,
    contributions: 'node[] grant_contribution',
  },
  venue: {
    identifiers: 'node[] identifier',
    name: 'text',
    acronym: 'text =acronym',
    type: 'word venue_type',
    series: 'text',
    access_rights: 'node status',
    creation_date: 'date',
    contributions: 'node[] venue_contribution',
    website: 'iri',
  },
  topic: { identifiers: 'node[] identifier', labels: 'map' },
  datasource: {
    identifiers: 'node[] identifier',
    name: 'text',
    policies: 'node[] policy',
    persistent_identity_systems: 'node[] identity_system',
    audience: 'node[] audience',
    data_source_classification: 'word',
    research_product_types: 'word[]',
    disciplines: 'word[] disciplines',
  },
  service: {
    identifiers: 'node[] identifier',
    name: 'map =service_name',
    other_names: 'map[] =service_other_names',
    descriptions: 'map[]',
    srv_audience_byrole: 'word[] sshocaudience',
    srv_audience_byjurisdiction: 'text[]',
    disciplines: 'word[] disciplines',
    is_accessible_for_free: 'flag',
    srv_invocation_type: 'word[] sshocinvt',
    srv_life_cycle_status: 'word[] elcs',
    srv_availability_geographic: 'word[] eoscgeoavail',
    website: 'iri',
    srv_supported_language: 'word[] language',
    topics: 'node[] service_topic_use',
    srv_research_infrastructure: affiliations,
    srv_hosting_organisation: affiliations,
    srv_hosting_legal_entity: affiliations,
    relevant_organisations: 'id[] organisation',
    related_products: 'nest service_related_products',
    keywords: 'text[]',
    srv_deployment_of: 'deployment[]',
    srv_contributions: 'node[] srv_contribution',
    srv_venues: 'ref[] venue',
    srv_api_profile: 'node api_profile',
  },

  identifier: { scheme: 'word', value: 'text' },
  topic_use: { term: 'ref topic', provenance: 'node[] provenance' },
  service_topic_use: { term: 'id topic', provenance: 'node[] service_provenance' },
  provenance: { associated_with: by, trust: 'number' },
  service_provenance: { associated_with: by.replace('ref', 'id'), trust: 'number' },
  product_contribution: {
    by,
    declared_affiliations: affiliations,
    rank: 'number',
    role: 'word =role',
    contribution_types: 'word[]',
  },
  grant_contribution: { by, declared_affiliations: affiliations, roles: 'word[] =role' },
  venue_contribution: { by, role: 'word =role' },
  srv_contribution: { by: 'text', role: 'text' },
  affiliation: { affiliation: 'ref organisation', role: 'word =role', period: 'node interval' },
  interval: { start: 'date', end: 'date' },
  manifestation: {
    type: 'class',
    identifiers: 'node[] identifier',
    dates: 'nest dates',
    peer_review: 'node status =holds_status',
    access_rights: 'node status =holds_status',
    licence: 'iri',
    version: 'text',
    biblio: 'nest biblio',
  },
  class: { class: 'iri', labels: 'map', defined_in: 'iri' },
  status: { status: 'word status', description: 'text' },
  dates: {
    acceptance: date,
    access: date,
    collected: date,
    copyright: date,
    correction: date,
    creation: date,
    decision: date,
    deposit: date,
    distribution: date,
    embargo: date,
    modified: date,
    publication: date,
    received: date,
    request: date,
    retraction: date,
    validity: date,
  },
  biblio: {
    issue: 'text',
    volume: 'text',
    edition: 'text',
    number: 'text',
    pages: 'node pages',
    in: 'ref venue',
    hosting_data_source: 'ref datasource',
  },
  pages: { first: 'text', last: 'text' },
  related_products: {
    cites: related,
    is_cited_by: related,
    is_supplemented_by: related,
    is_documented_by: related,
    is_new_version_of: related,
    is_part_of: related,
  },
  service_related_products: {
    cites: relatedIds,
    is_cited_by: relatedIds,
    is_supplemented_by: relatedIds,
    is_documented_by: relatedIds,
    is_new_version_of: relatedIds,
    is_part_of: relatedIds,
  },
  policy: { about: 'word', targets: 'word[]', documented_at: 'iri', description: 'text' },
  identity_system: { pid_schemes: 'word[]', for: 'word[]' },
  audience: { audience_type: 'text' },
  api_profile: { srv_api_endpoint: 'iri[]', srv_api_specification_uri: 'iri[]' },
}

/** Other spellings that stand for a field, by table. */
export const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  product: { titles: ['title'], abstracts: ['abstract'] },
  organisation: { types: ['type'] },
  grant: { titles: ['title'], abstracts: ['abstract'] },
  venue: { name: ['title'], type: ['types'] },
  topic: { labels: ['name'] },
  datasource: {
    policies: ['policy'],
    disciplines: ['discipline'],
    research_product_types: ['research_product_type'],
  },
  service: {
    name: ['srv_name'],
    descriptions: ['srv_descriptions', 'description'],
    keywords: ['srv_keywords'],
    srv_audience_byrole: ['srv_audience_by_role'],
    srv_audience_byjurisdiction: ['srv_audience_by_jurisdiction'],
    is_accessible_for_free: ['srv_is_accessible_for_free'],
    relevant_organisations: ['srv_other'],
    srv_research_infrastructure: ['srv_has_research_infrastructure'],
    srv_hosting_organisation: ['srv_has_hosting_organisation'],
    srv_hosting_legal_entity: ['srv_has_hosting_legal_entity'],
  },
  identifier: { value: ['id'] },
  product_contribution: { contribution_types: ['contribution'], role: ['roles'] },
  grant_contribution: { roles: ['role'] },
  venue_contribution: { role: ['roles'] },
  manifestation: { licence: ['license'], peer_review: ['peer review'] },
  related_products: { is_cited_by: ['srv_is_cited_by'] },
  service_related_products: { is_cited_by: ['srv_is_cited_by'] },
  policy: { targets: ['target'] },
  identity_system: { pid_schemes: ['pid schemes'] },
  api_profile: { srv_api_endpoint: ['dcat:endpointURL'], srv_api_specification_uri: ['schema:url'] },
}

/** The entity types, and what a reference to one of them shows besides local_identifier and entity_type. */
export const referenceFields: Readonly<Record<string, readonly string[]>> = {
  product: [],
  person: ['identifiers', 'name', 'given_name', 'family_name'],
  organisation: ['identifiers', 'name', 'short_name', 'country'],
  agent: ['identifiers', 'name'],
  grant: [
    'identifiers',
    'grant_number',
    'titles',
    'abstracts',
    'acronym',
    'funding_agency',
    'funding_stream',
  ],
  venue: ['identifiers', 'name', 'acronym'],
  topic: ['identifiers', 'labels'],
  datasource: ['name'],
  service: ['identifiers', 'name'],
}

/** A line of a table, taken apart. */
export interface Field {
  key: string
  kind: string
  list: boolean
  property: string
  rest: readonly string[]
}

export function fieldsOf(table: string): Field[] {
  return Object.entries(tables[table] ?? {}).map(([key, text]) => {
    const [kind = '', ...words] = text.split(' ')
    const property = words.find((item) => item.startsWith('='))?.slice(1) ?? key
    return {
      key,
      kind: kind.replace('[]', ''),
      list: kind.endsWith('[]'),
      property,
      rest: words.filter((item) => !item.startsWith('=')),
    }
  })
}

/** Whether a key, in any spelling, belongs to a table. */
export function knows(table: string, key: string): boolean {
  return (
    Object.hasOwn(tables[table] ?? {}, key) ||
    Object.values(aliases[table] ?? {})
      .flat()
      .includes(key)
  )
}
