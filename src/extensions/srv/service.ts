/** Services: things that offer a capability to researchers. */

import type { EntityField, EntityType, TermField } from '../../model/row.ts'
import { relatedProducts } from '../core/product.ts'
import { disciplines, identifiers, keywords, texts, topics, website } from '../core/shared.ts'
import { serviceFilters } from './service-filters.ts'

const terms = (namespace: string, doc: string, ...aliases: string[]): TermField =>
  ({ kind: 'term', many: true, doc, aliases, namespaces: [namespace], written: 'prefixed' })

const organisations = (doc: string, ...aliases: string[]): EntityField =>
  ({ kind: 'entity', of: ['organisation'], many: true, doc, aliases })

export const service = {
  name: 'service', path: 'services', label: 'Service', plural: 'Services',
  doc: 'Something that offers a capability to researchers.',
  aliases: ['srv_service'],
  title: ['name'], schema: { name: 'Service' },
  signposts: [{ rel: 'cite-as', path: ['identifiers'] }],
  reference: ['identifiers', 'name'],
  fields: {
    identifiers,
    name: texts('one', 'Name by language.', 'srv_name'),
    other_names: texts('list', 'Other names by language.'),
    descriptions: texts('list', 'Descriptions by language.', 'srv_descriptions', 'description'),
    website: { ...website, required: true },
    keywords: keywords('srv_keywords'),
    srv_audience_byrole: terms('sshocaudience', 'For whom, by role.', 'srv_audience_by_role'),
    srv_audience_byjurisdiction: { kind: 'text', many: true, doc: 'For whom, by jurisdiction.', aliases: ['srv_audience_by_jurisdiction'] },
    disciplines,
    is_accessible_for_free: { kind: 'boolean', doc: 'Whether it costs nothing.', aliases: ['srv_is_accessible_for_free'] },
    srv_invocation_type: { ...terms('sshocinvt', 'How it is called.'), required: true },
    srv_life_cycle_status: terms('elcs', 'How mature it is.'),
    srv_availability_geographic: terms('eoscgeoavail', 'Where it may be used.'),
    srv_supported_language: {
      kind: 'term', many: true, doc: 'Languages that it supports, as ISO 639-3 codes of Lexvo.',
      namespaces: ['lexvo-iso639-3', 'iso639-3'], written: 'iri',
    },
    topics: topics('id'),
    srv_research_infrastructure: organisations('Research infrastructures of which it is a part.', 'srv_has_research_infrastructure'),
    srv_hosting_organisation: organisations('Organisations that host it.', 'srv_has_hosting_organisation'),
    srv_hosting_legal_entity: organisations('Organisations that are legally responsible for it.', 'srv_has_hosting_legal_entity'),
    relevant_organisations: { ...organisations('Other organisations that matter for it.', 'srv_other'), written: 'id' },
    srv_venues: { kind: 'entity', of: ['venue'], many: true, doc: 'Portals and catalogues in which it is listed.' },
    srv_api_profile: {
      kind: 'node', doc: 'Its programming interface.',
      fields: {
        srv_api_endpoint: { kind: 'link', many: true, doc: 'Where requests go.', aliases: ['dcat:endpointURL'] },
        srv_api_specification_uri: { kind: 'link', many: true, doc: 'Where the interface is specified.', aliases: ['schema:url'] },
      },
    },
    srv_deployment_of: { kind: 'typed', many: true, doc: 'The software that it runs.' },
    srv_contributions: {
      kind: 'node', many: true, doc: 'Who does what for it, in words.',
      fields: {
        by: { kind: 'text', wrapped: 'name', doc: 'Who.' },
        role: { kind: 'text', doc: 'As what.' },
      },
    },
    related_products: {
      kind: 'group', doc: 'Products, by relation.',
      fields: { ...relatedProducts, is_cited_by: { kind: 'entity', of: ['product'], many: true, doc: 'Products that cite it.', aliases: ['srv_is_cited_by'] } },
    },
  },
  filters: serviceFilters,
} as const satisfies EntityType
