/** Services: things that offer a capability to researchers. */

import type { FilterRows } from '../../model/rows/filter-row.ts'
import type { ReferenceField, EntityType, Fields, VocabTermField } from '../../model/rows/row.ts'
import { relatedProducts } from '../core/product.ts'
import {
  path,
  organisations,
  disciplines,
  identifiers,
  keywords,
  string,
  langString,
  langStrings,
  topics,
  website,
} from '../core/shared-fields.ts'
import { attributes, byId, contains, equals, facet } from '../core/shared-filters.ts'
import { citeAs, orderByName } from '../core/shared-members.ts'
import { words } from '../../model/values/collections.ts'

const audiences =
  words(`citizenScientist dataCreator dataEngineer dataProvider dataSteward privateSectorAndIndustry
  public repository researcher researchFunderAndPolicyMaker researchLibrary researchSupport
  serviceProvider student trainer`)

const invocationTypes =
  words(`commandLine commandProcessor instructionPage library localApplication restfulWebservice
  restfullWebservice script sourceCode webApplication`)

const statuses =
  words(`alpha beta concept design discovery implementation in_containment operation other planned
  preparation production retirement termination`)

/** With the technology readiness levels, which are written in the same place. */
const lifeCycleStatuses = [
  ...statuses.map((status) => `life_cycle_status-${status}`),
  ...statuses.map((status) => `life_cycle_status_${status}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => `TRL${level}`),
]

/** Regions, and two countries whose code is none of ISO 3166-1; other countries have that code. */
const regions = ['ww', 'eo', 'eu', 'ez', 'ah', 'ot', 'el', 'uk'] as const

const terms = (
  namespace: string,
  localNames: readonly string[],
  label: string,
  doc: string,
  ...aliases: string[]
): VocabTermField => ({
  kind: 'vocabTerm',
  multiple: true,
  label,
  doc,
  aliases,
  namespaces: [namespace],
  localNames,
  serializeAs: 'prefixed',
})

const labelledOrganisations = (
  label: string,
  backwards: string,
  doc: string,
  ...aliases: string[]
): ReferenceField => ({ ...organisations(doc, backwards), label, aliases })

const products: Fields = {
  ...relatedProducts,
  is_cited_by: {
    kind: 'reference',
    range: ['product'],
    multiple: true,
    doc: 'Products that cite it.',
    inverseLabel: 'Cites',
    aliases: ['srv_is_cited_by'],
  },
}

/** The specification has ids here, where products have objects. */
const relations = Object.fromEntries(
  Object.entries(products).map(([key, field]) => [key, { ...field, serializeAs: 'id' } as ReferenceField]),
)

/** Filters say `srv_has_…` where the fields do not; the names of the fields are understood as well. */
const organisation = (field: string, phrase: string, name: string, ror: string): FilterRows => {
  const prefix = field.replace(/^srv_/, 'srv_has_')
  const examples = { name, 'identifiers.scheme': 'ror', 'identifiers.value': `https://ror.org/${ror}` }
  return attributes(examples, { prefix, phrase, path: field, aliasPrefixes: prefix === field ? [] : [field] })
}

const filters: FilterRows = {
  entity_type: equals('of the entity type {value}', 'service'),
  ...attributes({
    'identifiers.scheme': 'handle',
    'identifiers.value': '11234/1-1702',
    name: 'UDPipe',
    website: 'https://ufal.mff.cuni.cz/udpipe',
  }),
  country: equals('hosted in the country {value}', 'CZ', 'srv_hosting_organisation.country'),
  srv_invocation_type: facet('Called as', 'called as {value}', 'sshocinvt:webApplication'),
  ...organisation('relevant_organisations', 'linked to an organisation', 'Charles University', '024d6js02'),
  ...organisation('srv_hosting_legal_entity', 'with a legal entity', 'Charles University', '024d6js02'),
  ...organisation('srv_hosting_organisation', 'hosted by an organisation', 'OurResearch', '02nr0ka47'),
  ...organisation('srv_research_infrastructure', 'of a research infrastructure', 'CLARIN ERIC', '03wp25384'),
  'cf.search.name': contains('whose name contains {value}', 'pipe', 'name'),
  'cf.search.keyword': contains('with a keyword that contains {value}', 'citation', 'keywords'),
  'cf.search.org_name': contains(
    'of an organisation whose name contains {value}',
    'clarin',
    'relevant_organisations|srv_hosting_legal_entity|srv_hosting_organisation|' +
      'srv_research_infrastructure.name|short_name',
  ),
  ...byId('service-udpipe'),
}

export const service = {
  name: 'service',
  path: 'services',
  label: 'Service',
  plural: 'Services',
  doc: 'Something that offers a capability to researchers.',
  aliases: ['srv_service'],
  labelFields: ['name'],
  search: { names: ['name', 'other_names'], example: 'unpaywall' },
  schemaOrg: {
    name: 'Service',
    properties: {
      name: path('name'),
      alternateName: path('other_names'),
      description: path('descriptions'),
      url: path('website'),
      identifier: path('identifiers'),
      provider: path('srv_hosting_organisation'),
    },
  },
  display: { abstract: 'descriptions', summary: [path('srv_hosting_organisation'), path('website')] },
  signposts: [citeAs],
  referenceFields: ['identifiers', 'name'],
  fields: {
    identifiers,
    name: langString('Name by language.', 'srv_name'),
    other_names: langStrings('Other names by language.'),
    descriptions: langStrings('Descriptions by language.', 'srv_descriptions', 'description'),
    website: { ...website, required: true },
    keywords: keywords('srv_keywords'),
    srv_audience_byrole: terms(
      'sshocaudience',
      audiences,
      'Audience',
      'For whom, by role.',
      'srv_audience_by_role',
    ),
    srv_audience_byjurisdiction: {
      kind: 'string',
      multiple: true,
      label: 'Audience by jurisdiction',
      doc: 'For whom, by jurisdiction.',
      terms: ['Global', 'Institution', 'National', 'Regional'],
      aliases: ['srv_audience_by_jurisdiction'],
    },
    disciplines,
    is_accessible_for_free: {
      kind: 'boolean',
      label: 'Free of charge',
      doc: 'Whether it costs nothing.',
      aliases: ['srv_is_accessible_for_free'],
    },
    srv_invocation_type: {
      ...terms('sshocinvt', invocationTypes, 'Invocation', 'How it is called.'),
      required: true,
    },
    srv_life_cycle_status: terms('elcs', lifeCycleStatuses, 'Life cycle', 'How mature it is.'),
    srv_availability_geographic: {
      ...terms('eoscgeoavail', regions, 'Available in', 'Where it may be used.'),
      codeList: 'ISO 3166-1',
    },
    srv_supported_language: {
      kind: 'vocabTerm',
      multiple: true,
      label: 'Languages',
      doc: 'Languages that it supports, as ISO 639-3 codes; those of Lexvo as IRIs.',
      namespaces: ['iso639-3', 'lexvo-iso639-3'],
      serializeAs: 'prefixed',
    },
    topics: topics('Services on this topic', 'id'),
    srv_research_infrastructure: labelledOrganisations(
      'Research infrastructure',
      'Services',
      'Research infrastructures of which it is a part.',
      'srv_has_research_infrastructure',
    ),
    srv_hosting_organisation: labelledOrganisations(
      'Provided by',
      'Services provided',
      'Organisations that host it.',
      'srv_has_hosting_organisation',
    ),
    srv_hosting_legal_entity: labelledOrganisations(
      'Legal entity',
      'Legally responsible for',
      'Organisations that are legally responsible for it.',
      'srv_has_hosting_legal_entity',
    ),
    relevant_organisations: {
      ...labelledOrganisations(
        'Other organisations',
        'Related',
        'Other organisations that matter for it.',
        'srv_other',
      ),
      serializeAs: 'id',
    },
    srv_venues: {
      kind: 'reference',
      range: ['venue'],
      multiple: true,
      label: 'Listed in',
      inverseLabel: 'Services in this data source',
      doc: 'Portals and catalogues in which it is listed.',
    },
    srv_api_profile: {
      kind: 'object',
      label: 'Access points',
      doc: 'Its programming interface.',
      fields: {
        srv_api_endpoint: {
          kind: 'iri',
          multiple: true,
          label: 'Endpoint',
          doc: 'Where requests go.',
          aliases: ['dcat:endpointURL'],
        },
        srv_api_specification_uri: {
          kind: 'iri',
          multiple: true,
          label: 'Specification',
          doc: 'Where the interface is specified.',
          aliases: ['schema:url'],
        },
      },
    },
    srv_deployment_of: {
      kind: 'typedIri',
      multiple: true,
      label: 'Software',
      doc: 'The software that it runs.',
    },
    srv_contributions: {
      kind: 'object',
      multiple: true,
      label: 'Contributions',
      doc: 'Who does what for it, in words.',
      fields: {
        by: { kind: 'string', viaNode: 'name', doc: 'Who.' },
        role: string('As what.'),
      },
    },
    related_products: {
      kind: 'nest',
      doc: 'Products, by relation.',
      fields: relations,
    },
  },
  filters,
  orders: orderByName(),
} as const satisfies EntityType
