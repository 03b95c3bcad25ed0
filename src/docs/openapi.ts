/** The OpenAPI 3.1 document, made from the rows and tables: true of this server, and of nothing else. */

import type { About } from '../about.ts'
import { encodings } from '../media.ts'
import type { Model } from '../model/model.ts'
import { API_PATH } from '../record/urls.ts'
import { serverSchemas } from './envelopes.ts'
import { entityOperation, listOperation, postOperation, endpointOperation } from './operations.ts'
import { parameter, parameters } from './endpoint-parameters.ts'
import { listPattern } from './own-parameters.ts'
import { refTo, type Schema } from './json-schema.ts'
import { entitySchemas, extensionOf, mark, schemaName } from './schemas.ts'
import { allEndpoints } from './endpoints.ts'

/** What the document is about. */
export interface Described {
  readonly model: Model
  readonly base: string
  /** Public URL of the server. */
  readonly root: string
  readonly about: About
  readonly software: { readonly name: string; readonly version: string }
  readonly pageSize: { readonly default: number; readonly maximum: number }
  /** Status of a list without a match. */
  readonly emptyList: '200' | '404'
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

export type OpenApi = Readonly<Record<string, unknown>>

/**
 * The paths of the API stand below its own server, as in the document of SKG-IF; the others say where they
 * are.
 */
function pathsOf(described: Described): Record<string, Schema> {
  const { model, root, has, emptyList } = described
  const collections = model.types.flatMap((type) => [
    [`/${type.path}`, { get: listOperation(type, model, emptyList) }] as const,
    [`/${type.path}/{local_identifier}`, { get: entityOperation(type, model) }] as const,
  ])
  const endpointPaths = allEndpoints
    .filter(({ path }) => has(path))
    .map(
      (way) =>
        [
          way.path,
          {
            servers: [{ url: root }],
            get: endpointOperation(way),
            ...(way.post && { post: postOperation(way, way.post) }),
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
  'Last-Modified': 'When the graph was loaded.',
  'Cache-Control': 'How long the answer may be cached.',
  Vary: 'What the form of the answer depends on.',
  'Content-Location': 'The URL of what the answer holds: of the record where it is at home, of the page.',
  Link: 'Links to other forms and pages (RFC 8288).',
} as const

const paging = ({ pageSize }: Described): Record<string, Schema> => ({
  page: parameter(
    'page',
    { in: 'query', type: 'integer', help: 'Number of the page.' },
    { minimum: 1, default: 1 },
  ),
  page_size: parameter(
    'page_size',
    { in: 'query', type: 'integer', help: 'Records on a page.' },
    { minimum: 1, maximum: pageSize.maximum, default: pageSize.default },
  ),
})

/** What parameters that name collections and types may be. */
function boundsOf(name: string, { model }: Described): Schema {
  const paths = model.types.map(({ path }) => path)
  const names = [...new Set([...paths, ...model.types.map((type) => type.name)])]
  if (name === 'collection') return { enum: paths }
  if (name === 'type') return { enum: names }
  return name === 'types' ? { pattern: listPattern(names) } : {}
}

/** Version of the SKG-IF API that the document describes; without one, that of the software. */
export const apiVersionOf = ({ model, software }: Pick<Described, 'model' | 'software'>): string =>
  model.contexts[1]?.document.version ?? software.version

function infoOf({ about, software, model }: Described): Schema {
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

/** Makes the document. @param docs URL of the page that explains the problems */
export function openApiOf(described: Described, docs: string): OpenApi {
  const { model, base, root, has } = described
  const tags = [
    ...model.types.map((type) => ({
      name: type.plural,
      description: type.doc,
      ...mark(extensionOf(model, type)),
    })),
    ...[...new Set(allEndpoints.filter(({ path }) => has(path)).map(({ tag }) => tag))].map((name) => ({
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
      parameters: {
        ...Object.fromEntries(
          Object.entries(parameters).map(([name, row]) => [
            name,
            parameter(name, row, boundsOf(name, described)),
          ]),
        ),
        ...paging(described),
      },
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
    },
  }
}
