/** Services: things that offer a capability to researchers. */

import type { EntityField, EntityType, Fields, TermField } from '../../model/row.ts'
import { relatedProducts } from '../core/product.ts'
import { at, disciplines, identifiers, keywords, text, texts, topics, website } from '../core/shared.ts'
import * as vocabularies from './vocabularies.ts'
import { serviceFilters } from './service-filters.ts'

const terms = (
  namespace: string,
  localNames: readonly string[],
  label: string,
  doc: string,
  ...aliases: string[]
): TermField => ({
  kind: 'term',
  many: true,
  label,
  doc,
  aliases,
  namespaces: [namespace],
  localNames,
  written: 'prefixed',
})

const organisations = (label: string, backwards: string, doc: string, ...aliases: string[]): EntityField => ({
  kind: 'entity',
  of: ['organisation'],
  many: true,
  label,
  backwards,
  doc,
  aliases,
})

const products: Fields = {
  ...relatedProducts,
  is_cited_by: {
    kind: 'entity',
    of: ['product'],
    many: true,
    doc: 'Products that cite it.',
    backwards: 'Cites',
    aliases: ['srv_is_cited_by'],
  },
}

/** The specification has ids here, where products have objects. */
const relations = Object.fromEntries(
  Object.entries(products).map(([key, field]) => [key, { ...field, written: 'id' } as EntityField]),
)

export const service = {
  name: 'service',
  path: 'services',
  label: 'Service',
  plural: 'Services',
  doc: 'Something that offers a capability to researchers.',
  aliases: ['srv_service'],
  title: ['name'],
  schema: {
    name: 'Service',
    properties: {
      name: at('name'),
      alternateName: at('other_names'),
      description: at('descriptions'),
      url: at('website'),
      identifier: at('identifiers'),
      provider: at('srv_hosting_organisation'),
    },
  },
  view: { lead: 'descriptions', brief: [at('srv_hosting_organisation'), at('website')] },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name'],
  fields: {
    identifiers,
    name: texts('one', 'Name by language.', 'srv_name'),
    other_names: texts('list', 'Other names by language.'),
    descriptions: texts('list', 'Descriptions by language.', 'srv_descriptions', 'description'),
    website: { ...website, required: true },
    keywords: keywords('srv_keywords'),
    srv_audience_byrole: terms(
      'sshocaudience',
      vocabularies.audiences,
      'Audience',
      'For whom, by role.',
      'srv_audience_by_role',
    ),
    srv_audience_byjurisdiction: {
      kind: 'text',
      many: true,
      label: 'Audience by jurisdiction',
      doc: 'For whom, by jurisdiction.',
      values: ['Global', 'Institution', 'National', 'Regional'],
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
      ...terms('sshocinvt', vocabularies.invocationTypes, 'Invocation', 'How it is called.'),
      required: true,
    },
    srv_life_cycle_status: terms('elcs', vocabularies.lifeCycleStatuses, 'Life cycle', 'How mature it is.'),
    srv_availability_geographic: {
      ...terms('eoscgeoavail', vocabularies.regions, 'Available in', 'Where it may be used.'),
      codes: 'ISO 3166-1',
    },
    srv_supported_language: {
      kind: 'term',
      many: true,
      label: 'Languages',
      doc: 'Languages that it supports, as ISO 639-3 codes; those of Lexvo as IRIs.',
      namespaces: ['iso639-3', 'lexvo-iso639-3'],
      written: 'prefixed',
    },
    topics: topics('id'),
    srv_research_infrastructure: organisations(
      'Research infrastructure',
      'Services',
      'Research infrastructures of which it is a part.',
      'srv_has_research_infrastructure',
    ),
    srv_hosting_organisation: organisations(
      'Hosted by',
      'Hosted here',
      'Organisations that host it.',
      'srv_has_hosting_organisation',
    ),
    srv_hosting_legal_entity: organisations(
      'Legal entity',
      'Legally responsible for',
      'Organisations that are legally responsible for it.',
      'srv_has_hosting_legal_entity',
    ),
    relevant_organisations: {
      ...organisations(
        'Other organisations',
        'Related',
        'Other organisations that matter for it.',
        'srv_other',
      ),
      written: 'id',
    },
    srv_venues: {
      kind: 'entity',
      of: ['venue'],
      many: true,
      label: 'Listed in',
      backwards: 'Listed here',
      doc: 'Portals and catalogues in which it is listed.',
    },
    srv_api_profile: {
      kind: 'node',
      label: 'Access points',
      doc: 'Its programming interface.',
      fields: {
        srv_api_endpoint: {
          kind: 'link',
          many: true,
          label: 'Endpoint',
          doc: 'Where requests go.',
          aliases: ['dcat:endpointURL'],
        },
        srv_api_specification_uri: {
          kind: 'link',
          many: true,
          label: 'Specification',
          doc: 'Where the interface is specified.',
          aliases: ['schema:url'],
        },
      },
    },
    srv_deployment_of: { kind: 'typed', many: true, label: 'Runs', doc: 'The software that it runs.' },
    srv_contributions: {
      kind: 'node',
      many: true,
      label: 'Contributions',
      doc: 'Who does what for it, in words.',
      fields: {
        by: { kind: 'text', wrapped: 'name', doc: 'Who.' },
        role: text('As what.'),
      },
    },
    related_products: {
      kind: 'group',
      doc: 'Products, by relation.',
      fields: relations,
    },
  },
  filters: serviceFilters,
} as const satisfies EntityType
