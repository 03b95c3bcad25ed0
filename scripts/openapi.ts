/** The parts of an OpenAPI document that the generator of docs/ reads. */

export interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly const?: string
  readonly examples?: readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly $ref?: string
  readonly 'x-extension'?: string
}

export interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly summary?: string; readonly description?: string } }>
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
