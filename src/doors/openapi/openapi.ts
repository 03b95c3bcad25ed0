/** The OpenAPI 3.1 document, made from the rows and tables: true of this server, and of nothing else. */

import type { About } from '../../config/about.ts'
import { bareType, encodings, pageForms } from '../../config/media.ts'
import type { Model } from '../../model/model.ts'
import { isObject, type Json } from '../../model/values/json.ts'
import { API_PATH } from '../../record/urls.ts'
import { serverSchemas } from './envelopes.ts'
import {
  downloadByPost,
  downloadOperation,
  endpointOperation,
  entityOperation,
  listOperation,
  perPath,
  postOperation,
} from './operations.ts'
import type { ParameterName } from '../../config/parameters.ts'
import { listPattern } from './own-parameters.ts'
import { refTo, type Schema, parameter, withExample, type Examples } from './json-schema.ts'
import { entitySchemas, extensionOf, mark, schemaName } from './schemas.ts'
import { isOwnEndpoint, type Endpoint } from '../../api/request/endpoint.ts'

/** What the document is about. */
export interface OpenApiOptions {
  readonly model: Model
  readonly base: string
  /** Public URL of the server. */
  readonly root: string
  readonly about: About
  readonly software: { readonly name: string; readonly version: string }
  /** Status of a list without a match. */
  readonly emptyList: '200' | '404'
  /** Those that everybody can ask. */
  readonly endpoints: readonly Endpoint[]
  /** Whether people get pages. */
  readonly hasPages: boolean
  readonly examples: Examples
}

export type OpenApi = Readonly<Record<string, unknown>>

const collectionOperations = {
  list: listOperation,
  entity: entityOperation,
  download: downloadOperation,
} as const

/**
 * The paths of the API stand below its own server, as in the document of SKG-IF; the others say where they
 * are.
 */
function pathsOf(described: OpenApiOptions): Record<string, Schema> {
  const { model, root, endpoints, examples } = described
  const collections = model.types.flatMap((type) =>
    endpoints.flatMap(({ path, operation, post }) =>
      typeof operation === 'string'
        ? [
            [
              path.replace(API_PATH, '').replace('{collection}', type.path),
              {
                ...(!path.startsWith(API_PATH) && { servers: [{ url: root }] }),
                get: collectionOperations[operation](type, described),
                ...(post && { post: downloadByPost(type, described, post) }),
              },
            ] as const,
          ]
        : [],
    ),
  )
  const endpointPaths = endpoints.filter(isOwnEndpoint).map(
    (endpoint) =>
      [
        endpoint.path,
        {
          servers: [{ url: root }],
          get: endpointOperation(endpoint, examples),
          ...(endpoint.post && { post: postOperation(endpoint, endpoint.post, examples) }),
        },
      ] as const,
  )
  return Object.fromEntries([...collections, ...endpointPaths])
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
  ETag:
    'Hash of the representation, weak if it is compressed; of whole lists and dumps, the versions of the graph ' +
    'and of skeg.',
  'Last-Modified': 'When the record changed; of what shows more than one, when the graph was loaded.',
  Location: 'The URL of the record that has taken its place.',
  'Cache-Control': 'How long the answer may be cached.',
  Vary: 'What the form of the answer depends on.',
  'Content-Location': 'The URL of what the answer holds: of the record where it is at home, of the page.',
  Link: 'Links to other forms and pages (RFC 8288).',
} as const

/** Parameters that several operations have; those of lists depend on the collection. */
function sharedParameters({ endpoints }: OpenApiOptions): ParameterName[] {
  const names = endpoints
    .filter(isOwnEndpoint)
    .flatMap(({ parameters: own = [], post }) => [...own, ...(post?.parameters ?? [])])
  return [...new Set<ParameterName>([...names, 'page', 'page_size'])].filter(
    (name) => !perPath.includes(name),
  )
}

/** What parameters that name collections and types may be. */
function boundsOf(name: ParameterName, { model }: OpenApiOptions): Schema {
  const paths = model.types.map(({ path }) => path)
  const names = [...new Set([...paths, ...model.types.map((type) => type.name)])]
  if (name === 'collection') return { enum: paths }
  if (name === 'type') return { enum: names }
  return name === 'types' ? { pattern: listPattern(names) } : {}
}

/** Version of the SKG-IF API that the document describes; without one, that of the software. */
export const apiVersionOf = ({ model, software }: Pick<OpenApiOptions, 'model' | 'software'>): string =>
  model.contexts[1]?.document.version ?? software.version

function infoOf({ about, software, model }: OpenApiOptions): Schema {
  const [data] = model.contexts
  const version = apiVersionOf({ model, software })
  const agent = about.publisher
  const contact = {
    ...(agent && { name: agent.name }),
    ...(agent?.url && { url: agent.url }),
    ...(about.contact?.startsWith('mailto:') && { email: about.contact.slice(7) }),
  }
  const description =
    `${about.description}\n\nThe SKG-IF API ${version} on data model ${data?.document.version}, ` +
    `with extensions, which are marked \`x-extension\`. ` +
    'HEAD and OPTIONS are answered wherever GET is; other methods get 405. Answers may be ' +
    `compressed (${encodings.join(', ')}). By ${software.name} ${software.version}.`
  return {
    title: about.title,
    version,
    description,
    ...(Object.keys(contact).length > 0 && { contact }),
  }
}

const PAGE_TYPES = pageForms.map(bareType)

/** Of a server without pages: without the forms that stand beside those for programs, and without their names. */
const withoutPages = (document: OpenApi): OpenApi =>
  JSON.parse(
    JSON.stringify(document, function (this: Json, key: string, value: unknown) {
      if (!isObject(value)) return value
      if (key === 'schema' && this.name === 'format') {
        const isForPrograms = (one: unknown): boolean => pageForms.every(({ name }) => name !== one)
        return { ...value, enum: (value.enum as unknown[]).filter(isForPrograms) }
      }
      const others = Object.entries(value).filter(([type]) => !PAGE_TYPES.includes(type))
      return key === 'content' && others.length > 0 ? Object.fromEntries(others) : value
    }),
  ) as OpenApi

/** Makes the document. @param docs URL of the page that explains the problems */
export function openApiOf(described: OpenApiOptions, docs: string): OpenApi {
  const document = documentOf(described, docs)
  return described.hasPages ? document : (withoutPages(document) as OpenApi)
}

function documentOf(described: OpenApiOptions, docs: string): OpenApi {
  const { model, base, root, endpoints } = described
  const tags = [
    ...model.types.map((type) => ({
      name: type.plural,
      description: type.doc,
      ...mark(extensionOf(model, type)),
    })),
    ...[...new Set(endpoints.filter(isOwnEndpoint).map(({ operation }) => operation.tag))].map((name) => ({
      name,
    })),
  ]
  const either = Object.fromEntries(
    model.types.map((type) => [
      `${schemaName(type)}ListOrEmpty`,
      { anyOf: [refTo(`${schemaName(type)}List`), refTo('EmptyList')] },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: infoOf(described),
    externalDocs: { description: 'SKG-IF', url: 'https://skg-if.github.io/interoperability-framework/' },
    servers: [serverOf(root)],
    tags,
    paths: pathsOf(described),
    components: {
      schemas: {
        ...entitySchemas(model),
        ...serverSchemas(model, base, docs),
        ...(described.emptyList === '200' && either),
      },
      parameters: Object.fromEntries(
        sharedParameters(described).map((name) => [
          name,
          withExample(parameter(name, boundsOf(name, described)), described.examples.values[name]),
        ]),
      ),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
    },
  }
}
