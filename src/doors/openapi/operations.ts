/** Operations of an OpenAPI document: by id, lists, and the other paths. */

import { problems } from '../../config/errors.ts'
import { bare, bareType, offersOf, type MediaType, type Resource, resourcesOf } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { fieldsParameter, ownListParameters, sortParameters } from './own-parameters.ts'
import { MAX_POSTED_VALUES } from '../../filter/values/alternatives.ts'
import { parameters, SAMPLE, SEED, type ParameterName } from '../../config/parameters.ts'
import { PROBLEM, problemResponses, type Responses } from './responses.ts'
import {
  closed,
  refTo,
  type Examples,
  type Schema,
  parameter,
  valueSchema,
  withExample,
} from './json-schema.ts'
import { extensionOf, mark, schemaName } from './schemas.ts'
import type { OwnEndpoint, Post, SchemaOf } from '../../api/request/endpoint.ts'
import { downloadFilter, filterParameter } from './filter-parameters.ts'

/** Forms that are read as JSON values. */
const isJson = (offer: MediaType): boolean => /(?:json|yaml)$/.test(bareType(offer))

const hasProfile = ({ type }: MediaType): boolean => type.includes('profile=')

type Resources = Resource | readonly Resource[]

const offersOfAll = (resources: Resources): MediaType[] => [
  ...new Set([resources].flat().flatMap((resource) => [...offersOf(resource)])),
]

/** Whether values stand in it with what a context cannot say of them. */
const isJsonLd = (offer: MediaType): boolean => offer.meta?.entity === false

/** Name of the schema of a JSON form of an answer: its own, or that of the answer. */
const schemaOf = (offer: MediaType, resources: Resources, schema: SchemaOf): string =>
  hasProfile(offer)
    ? 'JsonLdNodes'
    : isJsonLd(offer)
      ? 'JsonLd'
      : (offer.schema?.[
          [resources].flat().some((one) => one === 'list' || one === 'download') ? 'list' : 'entity'
        ] ?? (typeof schema === 'string' ? schema : (schema[offer.name] ?? 'JsonLd')))

/** The forms of an answer; those in JSON have a schema. Where they are negotiated, they have their other names too. */
function contentOf(
  resources: Resources,
  schema: SchemaOf,
  only: (offer: MediaType) => boolean = () => true,
  isNegotiated = true,
): Schema {
  const offers = offersOfAll(resources).filter(only)
  const profiled = new Set(offers.filter(hasProfile).map(bareType))
  return Object.fromEntries(
    offers.flatMap((offer) => {
      const names = [bareType(offer), ...(isNegotiated ? (offer.aliases ?? []) : []).map(bare)]
      if (!isJson(offer)) return names.map((name) => [name, { schema: { type: 'string' } }])
      const ownSchema = refTo(schemaOf(offer, resources, schema))
      if (hasProfile(offer)) return [[offer.type, { schema: ownSchema }]]
      // Tools that pass over the parameters of media types take the forms with a profile for this one.
      const any = profiled.has(bareType(offer)) ? { anyOf: [ownSchema, refTo('JsonLdNodes')] } : ownSchema
      return names.map((name) => [name, { schema: any }])
    }),
  )
}

const headersNamed = (...names: readonly string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const VALIDATORS = headersNamed('ETag', 'Last-Modified', 'Cache-Control', 'Vary')
const LOCATED = { ...VALIDATORS, ...headersNamed('Link', 'Content-Location') }

const answer = (
  description: string,
  resource?: Resources,
  schema: SchemaOf = 'JsonLd',
  headers: Schema = {},
  isNegotiated = true,
): Schema => ({
  description,
  ...(Object.keys(headers).length > 0 && { headers }),
  ...(resource && { content: contentOf(resource, schema, undefined, isNegotiated) }),
})

/** Where the client asks for the representation if it is another one, or if it is still the same. */
const conditional = (...more: readonly string[]): Responses => ({
  304: {
    description: 'The client has this representation already.',
    headers: { ...VALIDATORS, ...headersNamed(...more) },
  },
  412: {
    description: problems['precondition-failed'].help,
    'x-problems': ['precondition-failed'],
    content: PROBLEM,
  },
})

const formatOf = (resource: Resources): Schema =>
  parameter('format', { enum: offersOfAll(resource).map(({ name }) => name) })

const sharedParameter = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

const plural = ({ plural: name }: EntityType): string =>
  name.replace(/(?:^|\s)(\S)/g, (_, letter: string) => letter.toUpperCase())

const hasEnvelope = (offer: MediaType): boolean => offer.meta !== undefined

/** Forms with an envelope say in it that there is nothing. */
const ABSENT: Schema = {
  description: 'No record of this type has the id. Link leads to records of other types that have it.',
  headers: headersNamed('Vary', 'Link'),
  content: {
    ...contentOf('entity', 'AbsentEntity', hasEnvelope),
    ...(!offersOf('entity').every(hasEnvelope) && PROBLEM),
  },
}

const GONE: Schema = {
  description: 'The record is gone: when, in meta.skeg_gone or as triples.',
  'x-problems': ['gone'],
  headers: headersNamed('Vary'),
  content: {
    ...contentOf('entity', 'AbsentEntity', ({ meta }) => meta?.entity === true),
    ...PROBLEM,
  },
}

/** What the operations of collections are made of. */
interface Described {
  readonly model: Model
  readonly examples: Examples
  /** Status of a list without a match. */
  readonly emptyList: '200' | '404'
}

export function entityOperation(type: EntityType, { model, examples }: Described): Schema {
  const name = schemaName(type)
  return {
    operationId: `get${name}ById`,
    tags: [type.plural],
    summary: `One ${type.label.toLowerCase()} by id`,
    description: type.doc,
    ...mark(extensionOf(model, type)),
    ...(type.addition && { 'x-addition': true }),
    parameters: [
      withExample(parameter('local_identifier'), examples.ids.get(type)),
      fieldsParameter(type, model),
      formatOf(resourcesOf('entity', type)),
    ],
    responses: {
      200: answer(
        'The record. meta stands in application/json alone; elsewhere its links are in Link.',
        resourcesOf('entity', type),
        `${name}Envelope`,
        LOCATED,
      ),
      ...conditional('Content-Location'),
      301: {
        description: 'The record is gone, and another has its identifiers.',
        headers: headersNamed('Location'),
      },
      404: ABSENT,
      410: GONE,
      ...problemResponses(['invalid-parameter', 'invalid-identifier', 'not-acceptable']),
    },
  }
}

/** How tools get from a list to one of its records. */
const linksOf = (name: string): Schema => ({
  links: {
    first: {
      operationId: `get${name}ById`,
      description: 'The first record of the page, by its id.',
      parameters: { local_identifier: '$response.body#/@graph/0/local_identifier' },
    },
  },
})

export function listOperation(type: EntityType, described: Described): Schema {
  const { model, emptyList } = described
  const name = schemaName(type)
  const resources = resourcesOf('list', type)
  const order = 'A page of records in the order of their IRIs'
  const responses =
    emptyList === '200'
      ? { 200: answer(`${order}, or none.`, resources, `${name}ListOrEmpty`, LOCATED) }
      : {
          200: { ...answer(`${order}.`, resources, `${name}List`, LOCATED), ...linksOf(name) },
          404: answer(
            'There is no match, or the list has no such page.',
            resources,
            'EmptyList',
            headersNamed('Vary', 'Link', 'Content-Location'),
          ),
        }
  return {
    operationId: `get${plural(type)}`,
    tags: [type.plural],
    summary: `List of ${type.plural.toLowerCase()}`,
    description: type.doc,
    ...mark(extensionOf(model, type)),
    ...(type.addition && { 'x-addition': true }),
    parameters: [
      filterParameter(type, described),
      sharedParameter('page'),
      sharedParameter('page_size'),
      ...ownListParameters(type, model),
      formatOf(resourcesOf('list', type)),
    ],
    responses: {
      ...responses,
      ...conditional('Content-Location'),
      ...problemResponses(['invalid-parameter', 'not-acceptable', 'invalid-filter']),
    },
  }
}

const downloadParameters = (type: EntityType, described: Described): Schema[] => [
  downloadFilter(type, described),
  ...sortParameters(type, described.model),
  parameter(SAMPLE),
  parameter(SEED),
  fieldsParameter(type, described.model),
  formatOf(resourcesOf('download', type)),
]

/** A whole list as one file. */
export const downloadOperation = (type: EntityType, described: Described): Schema => ({
  operationId: `download${plural(type)}`,
  tags: [type.plural],
  summary: `All ${type.plural.toLowerCase()} of a list as a file`,
  description: 'All pages of a list as one file; of a list without a match a file without records.',
  ...mark(extensionOf(described.model, type)),
  'x-addition': true,
  parameters: downloadParameters(type, described),
  responses: {
    200: answer('The records.', resourcesOf('download', type), 'JsonLd', VALIDATORS),
    ...conditional(),
    ...problemResponses(['invalid-parameter', 'not-acceptable', 'invalid-filter', 'busy']),
  },
})

/** The same with its parameters in a form, in which a filter may have more values. */
export function downloadByPost(type: EntityType, described: Described, { problems }: Post): Schema {
  const properties = Object.fromEntries(
    downloadParameters(type, described).map(({ name, schema, description, example }) => [
      name,
      { ...(schema as Schema), description, ...(example !== undefined && { example }) },
    ]),
  )
  return {
    ...downloadOperation(type, described),
    operationId: `download${plural(type)}ByPost`,
    description:
      'The same with the parameters in a form, in which a condition may have ' +
      `${MAX_POSTED_VALUES} values: records of many ids.`,
    parameters: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: closed({}, properties) } },
    },
    responses: {
      200: answer('The records.', resourcesOf('download', type), 'JsonLd'),
      ...problemResponses(['invalid-parameter', 'not-acceptable', 'invalid-filter', 'busy', ...problems]),
    },
  }
}

/** Parameters whose values are others at each path. */
export const perPath: readonly ParameterName[] = ['local_identifier', 'file']

/** The operation of an endpoint that is not one of a collection. */
export function endpointOperation(endpoint: OwnEndpoint, examples: Examples, isPosted = false): Schema {
  const { path, parameters: names = [], paged, negotiated, operation } = endpoint
  const { id, tag, title, help, body, otherStatuses = {}, problems = [], noStore } = operation
  const responses: Record<string, unknown> = {}
  const headers = isPosted ? {} : noStore ? headersNamed('Cache-Control') : VALIDATORS
  if (body) responses[200] = answer(help, body.resource, body.schema, headers, Boolean(negotiated))
  if (body && headers === VALIDATORS) Object.assign(responses, conditional())
  for (const [status, other] of Object.entries(otherStatuses))
    responses[status] = answer(other.help, other.body?.resource, other.body?.schema)
  const problemCodes = [
    ...problems,
    ...(negotiated ? (['invalid-parameter', 'not-acceptable'] as const) : []),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary: title,
    description: help,
    'x-addition': true,
    parameters: [
      ...names.map((name) =>
        perPath.includes(name)
          ? withExample(parameter(name), examples.values[`${path} ${name}`])
          : sharedParameter(name),
      ),
      ...(paged ? ['page', 'page_size'].map(sharedParameter) : []),
      ...(negotiated && body ? [formatOf(body.resource)] : []),
    ],
    responses: { ...responses, ...problemResponses(problemCodes) },
  }
}

/** A form of the parameters of an operation, in a body. */
const formOf = (
  names: readonly ParameterName[],
  required: readonly string[],
  { values }: Examples,
): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [
      name,
      withExample({ description: parameters[name].help, ...valueSchema(parameters[name]) }, values[name]),
    ]),
  ),
  required,
})

/** The same with a body; no cache keeps what was posted. */
export function postOperation(
  endpoint: OwnEndpoint,
  { text, form, parameters: names, problems }: Post,
  examples: Examples,
): Schema {
  const { operation } = endpoint
  const content = {
    ...(text && {
      [text.type]: withExample(
        { schema: { type: 'string', description: text.help } },
        examples.values[form.required[0]!],
      ),
    }),
    'application/x-www-form-urlencoded': {
      schema: formOf(endpoint.parameters ?? [], form.required, examples),
    },
  }
  const posted = endpointOperation(
    {
      ...endpoint,
      parameters: names,
      operation: { ...operation, problems: [...(operation.problems ?? []), ...problems] },
    },
    examples,
    true,
  )
  return {
    ...posted,
    operationId: `${operation.id}ByPost`,
    requestBody: { required: true, content },
  }
}
