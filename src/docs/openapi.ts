/** The OpenAPI 3.1 document, made from the rows and tables: true of this server, and of nothing else. */

import type { About } from '../about.ts'
import { bareType, encodings, offersOf, type MediaType, type Resource } from '../media.ts'
import type { Filter } from '../model/filters.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/row.ts'
import { API_PATH } from '../record/urls.ts'
import { serverSchemas } from './envelopes.ts'
import { PROBLEM, problemResponses, type Responses } from './responses.ts'
import { entitySchemas, extensionOf, mark, refTo, schemaName, type Schema } from './schemas.ts'
import { allWays, parameters, type Parameter, type Way } from './ways.ts'

/** What the document is about. */
export interface Described {
  readonly model: Model
  readonly base: string
  /** Public URL of the server. */
  readonly root: string
  readonly about: About
  readonly software: { readonly name: string; readonly version: string }
  readonly pageSize: { readonly default: number; readonly most: number }
  /** Status of a list without a match. */
  readonly emptyList: '200' | '404'
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

export type OpenApi = Readonly<Record<string, unknown>>

const isJson = (offer: MediaType): boolean => bareType(offer).endsWith('json') && !offer.type.includes('profile=')

type Resources = Resource | readonly Resource[]

const offersOfAll = (resources: Resources): MediaType[] => [...new Set([resources].flat().flatMap((resource) => [...offersOf(resource as Resource)]))]

/** The forms of an answer; those in JSON have the schema. */
const contentOf = (resources: Resources, schema: string, only: (offer: MediaType) => boolean = () => true): Schema => Object.fromEntries(offersOfAll(resources).filter(only)
  .map((offer) => [offer.type.includes('profile=') ? offer.type : bareType(offer), { schema: isJson(offer) ? refTo(schema) : { type: 'string' } }]))

const VALIDATORS = Object.fromEntries(['ETag', 'Last-Modified', 'Cache-Control', 'Vary'].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const answer = (description: string, resource?: Resources, schema = 'JsonLd', headers: Schema = {}): Schema =>
  ({ description, ...(Object.keys(headers).length > 0 && { headers }), ...(resource && { content: contentOf(resource, schema) }) })

const NOT_MODIFIED: Responses = { 304: { description: 'The client has this representation already.', headers: VALIDATORS } }

const parameter = (name: string, { in: where, required, type, help }: Parameter, more: Schema = {}): Schema =>
  ({ name, in: where, ...(required && { required }), description: help, schema: { type, ...more } })

const formatOf = (resource: Resources): Schema =>
  parameter('format', { in: 'query', type: 'string', help: 'Short name of a media type; outweighs Accept.' }, { enum: offersOfAll(resource).map(({ name }) => name) })

const sharedParameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

/** A filter for readers of the document: its key, its English, and what it may be called as well. */
const describeFilter = (type: EntityType) => ({ key, row }: Filter): string =>
  `- \`${key}\`: ${type.plural.toLowerCase()} ${row.doc.replace('{value}', 'VALUE')}${row.aliases ? ` (also ${row.aliases.map((alias) => `\`${alias}\``).join(', ')})` : ''}`

function filterParameter(type: EntityType, model: Model): Schema {
  const { all } = model.filtersOf(type)
  const help = `Conditions \`key:value\`, all of which must be met, with commas between them. The keys:\n\n${all.map(describeFilter(type)).join('\n')}`
  return {
    ...parameter('filter', { in: 'query', type: 'string', help }),
    examples: Object.fromEntries(all.map(({ key, row }) => [key, { summary: row.doc.replace('{value}', row.example), value: `${key}:${row.example}` }])),
    'x-filters': all.map(({ key, row: { operator, aliases = [] } }) => ({ key, operator, aliases })),
  }
}

const plural = ({ plural: name }: EntityType): string => name.replace(/(?:^|\s)(\S)/g, (_, letter: string) => letter.toUpperCase())

/** Forms with an envelope say in it that there is nothing. */
const ABSENT: Schema = {
  description: 'No record of this type has the id. Link leads to records of other types that have it.',
  content: { ...contentOf('entity', 'AbsentEntity', isJson), ...(!offersOf('entity').every(isJson) && PROBLEM) },
}

function entityOperation(type: EntityType, model: Model): Schema {
  const name = schemaName(type)
  return {
    operationId: `get${name}ById`, tags: [type.plural], summary: `One ${type.label.toLowerCase()} by id`, description: type.doc, ...mark(extensionOf(model, type)),
    parameters: [sharedParameter('local_identifier'), formatOf('entity')],
    responses: {
      200: answer('The record. meta stands in application/json alone; elsewhere its links are in Link.', 'entity', `${name}Envelope`, { ...VALIDATORS, 'Content-Location': { $ref: '#/components/headers/Content-Location' }, Link: { $ref: '#/components/headers/Link' } }),
      ...NOT_MODIFIED,
      404: ABSENT,
      ...problemResponses(['invalid-parameter', 'invalid-identifier', 'not-acceptable']),
    },
  }
}

function listOperation(type: EntityType, { model, emptyList }: Described): Schema {
  const name = schemaName(type)
  const found = { 200: answer('A page of records in the order of their IRIs.', 'list', `${name}List`, { ...VALIDATORS, Link: { $ref: '#/components/headers/Link' } }) }
  const none = answer('There is no match, or the list has no such page.', 'list', 'EmptyList')
  const either = { 200: { ...answer(`A page of records in the order of their IRIs, or none.`, 'list', `${name}ListOrEmpty`, VALIDATORS) } }
  return {
    operationId: `get${plural(type)}`, tags: [type.plural], summary: `List of ${type.plural.toLowerCase()}`, description: type.doc, ...mark(extensionOf(model, type)),
    parameters: [filterParameter(type, model), sharedParameter('page'), sharedParameter('page_size'), formatOf('list')],
    responses: {
      ...(emptyList === '200' ? either : { ...found, 404: none }), ...NOT_MODIFIED,
      ...problemResponses(['invalid-parameter', 'not-acceptable', 'invalid-filter']),
    },
  }
}

/** An operation of the table of ways. */
function wayOperation({ id, tag, title, help, parameters: names = [], body, others = {}, problems = [], negotiated, volatile }: Way): Schema {
  const responses: Record<string, unknown> = {}
  if (body) responses[200] = answer(help, body.resource, body.schema, volatile ? {} : VALIDATORS)
  if (body && !volatile) Object.assign(responses, NOT_MODIFIED)
  for (const [status, other] of Object.entries(others)) responses[status] = answer(other.help, other.body?.resource, other.body?.schema)
  const own = [...problems, ...(negotiated ? ['invalid-parameter', 'not-acceptable'] as const : [])]
  return {
    operationId: id, tags: [tag], summary: title, description: help,
    parameters: [...names.map(sharedParameter), ...(negotiated && body ? [formatOf(body.resource)] : [])],
    responses: { ...responses, ...problemResponses(own) },
  }
}

/** The same with a body in place of parameters. */
function postOperation(way: Way, types: Readonly<Record<string, string>>): Schema {
  const content = Object.fromEntries(Object.entries(types).map(([type, description]) => [type, { schema: { type: 'string', description } }]))
  return { ...wayOperation(way), operationId: `${way.id}ByPost`, parameters: [], requestBody: { required: true, content } }
}

/** The paths of the API stand below its own server, as in the document of SKG-IF; the others say where they are. */
function pathsOf(described: Described): Record<string, Schema> {
  const { model, root, has } = described
  const collections = model.types.flatMap((type) => [
    [`/${type.path}`, { get: listOperation(type, described) }] as const,
    [`/${type.path}/{local_identifier}`, { get: entityOperation(type, model) }] as const,
  ])
  const others = allWays.filter(({ path }) => has(path)).map((way) =>
    [way.path, { servers: [{ url: root }], get: wayOperation(way), ...(way.post && { post: postOperation(way, way.post) }) }] as const)
  return Object.fromEntries([...collections, ...others])
}

/** The server as the specification writes it, the variables with the values that they have here. */
function serverOf(root: string): Schema {
  const { protocol, hostname, port, pathname } = new URL(root)
  const scheme = protocol.slice(0, -1)
  return {
    url: '{protocol}://{server}:{port}/{api_path}',
    variables: {
      protocol: { enum: ['https', 'http'], default: scheme },
      server: { default: hostname },
      port: { default: port || (scheme === 'https' ? '443' : '80') },
      api_path: { default: `${pathname}${API_PATH}`.replace(/^\/+/, '') },
    },
  }
}

const headers = {
  ETag: 'Hash of the representation; weak if it is compressed.',
  'Last-Modified': 'When the graph was loaded.',
  'Cache-Control': 'How long the answer may be kept.',
  Vary: 'What the form of the answer depends on.',
  'Content-Location': 'The URL at which the record is at home.',
  Link: 'Links to other forms and pages (RFC 8288).',
} as const

const paging = ({ pageSize }: Described): Record<string, Schema> => ({
  page: parameter('page', { in: 'query', type: 'integer', help: 'Number of the page.' }, { minimum: 1, default: 1 }),
  page_size: parameter('page_size', { in: 'query', type: 'integer', help: 'Records on a page.' }, { minimum: 1, maximum: pageSize.most, default: pageSize.default }),
})

function infoOf({ about, software, model }: Described): Schema {
  const [data, api] = model.contexts
  const agent = about.publisher
  const contact = { ...(agent && { name: agent.name }), ...(agent?.url && { url: agent.url }), ...(about.contact?.startsWith('mailto:') && { email: about.contact.slice(7) }) }
  const said = `${about.description}\n\nThe SKG-IF API ${api?.table.version} on data model ${data?.table.version}, with extensions, which are marked \`x-extension\`. `
    + `HEAD and OPTIONS are answered wherever GET is; other methods get 405. Answers may be compressed (${encodings.join(', ')}). By ${software.name} ${software.version}.`
  return { title: about.title, version: api?.table.version ?? software.version, description: said, ...(Object.keys(contact).length > 0 && { contact }) }
}

/** Makes the document. @param docs URL of the page that explains the problems */
export function openApiOf(described: Described, docs: string): OpenApi {
  const { model, base, root, has } = described
  const tags = [...model.types.map((type) => ({ name: type.plural, description: type.doc, ...mark(extensionOf(model, type)) })),
    ...[...new Set(allWays.filter(({ path }) => has(path)).map(({ tag }) => tag))].map((name) => ({ name }))]
  const either = Object.fromEntries(model.types.map((type) => [`${schemaName(type)}ListOrEmpty`, { anyOf: [refTo(`${schemaName(type)}List`), refTo('EmptyList')] }]))
  return {
    openapi: '3.1.1',
    info: infoOf(described),
    externalDocs: { description: 'SKG-IF', url: 'https://skg-if.github.io/interoperability-framework/' },
    servers: [serverOf(root)],
    tags,
    paths: pathsOf(described),
    components: {
      schemas: { ...entitySchemas(model), ...serverSchemas(model, base, docs), ...(described.emptyList === '200' && either) },
      parameters: { ...Object.fromEntries(Object.entries(parameters).map(([name, row]) => [name, parameter(name, row)])), ...paging(described) },
      headers: Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }])),
    },
  }
}
