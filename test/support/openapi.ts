/** The OpenAPI document of a running server, and its schemas as validators. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[]
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, { schema: object }>>
        readonly headers?: Readonly<Record<string, object>>
        readonly 'x-problems'?: readonly string[]
      }
    >
  >
  readonly 'x-extension'?: string
}

interface PathItem {
  readonly servers?: readonly { readonly url: string }[]
  readonly get?: Operation
}

export interface Document {
  readonly info: { readonly version: string }
  readonly servers: readonly {
    readonly url: string
    readonly variables: Readonly<Record<string, { readonly default: string }>>
  }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, any>>
    readonly parameters: Readonly<Record<string, { name: string; in: string }>>
    readonly headers: Readonly<Record<string, object>>
  }
}

export const fetchDocument = async (root: string): Promise<Document> =>
  (await (await fetch(`${root}/openapi.json`)).json()) as Document

/** URL of a path: of its own server, else of that of the document, its variables at their defaults. */
export function urlOf({ servers, paths }: Document, path: string): string {
  const [own] = paths[path]?.servers ?? []
  const [server] = servers
  return (
    (own?.url ??
      (server?.url ?? '').replace(
        /\{(\w+)\}/g,
        (_, name: string) => server?.variables[name]?.default ?? '',
      )) + path
  )
}

/** Makes validators of the schemas by name. */
export function validators(document: Document): (name: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'openapi')
  const known = new Map<string, ValidateFunction>()
  return (name) => {
    let validate = known.get(name)
    if (!validate) known.set(name, (validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` })))
    return validate
  }
}

/** What is wrong with a value, by a schema; empty if nothing is. */
export const faultsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      )
