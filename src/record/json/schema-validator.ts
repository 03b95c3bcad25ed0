/** Validates records against the JSON Schema of their type; paths that reading has reported are skipped. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FindingKind } from '../../findings/kinds.ts'
import { isObject } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { isEmpty, type ReadContext } from './read-context.ts'
import { ALIAS_OF, recordSchema, type Schema } from './schema.ts'

/** @param reportedPaths paths (joined by dots) at which reading has reported something */
export type JsonSchemaValidator = (
  record: unknown,
  type: EntityType,
  reportedPaths: ReadonlySet<string>,
  warn: ReadContext['warn'],
) => void

interface SchemaFinding {
  readonly kind: FindingKind
  readonly path: readonly string[]
  readonly message: string
  readonly expected: string
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

const named = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => typeNames[String(type)] ?? String(type))
    .join(' or ')

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : value === null ? 'null' : named(typeof value)

const missing = (path: readonly string[], key: string): SchemaFinding => ({
  kind: 'missing-key',
  path: [...path, key],
  message: 'is missing',
  expected: `${key} with a value.`,
})

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`

interface Spelled {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Whether a key that is missing stands there in another spelling. */
const isSpelled = (key: string, data: unknown, { properties = {} }: Spelled): boolean =>
  isObject(data) &&
  Object.keys(data).some((name) => name === `${key}"` || properties[name]?.[ALIAS_OF] === key)

/** Texts by language: the schema of an object without named members. */
const isLanguages = (schema: Schema | undefined): boolean =>
  schema?.['type'] === 'object' && schema['additionalProperties'] !== undefined

/** Says how a value of another type is read. */
function readAs(data: unknown, type: unknown, schema: Schema | undefined): string {
  if (isLanguages(schema))
    return [data].flat().some(isObject)
      ? '; its members are read as one object'
      : '; what it says is kept without a language'
  if (type === 'array') return '; it is read as a list of one'
  return typeof data === 'object' ? '' : `; it is read as ${named(type)}`
}

/** Characters and items of an example. */
const [EXAMPLE_LENGTH, EXAMPLE_ITEMS] = [60, 2]

/** What a value that is no object of texts by language was meant to say. */
function suggestLanguages(data: unknown, schema: Schema | undefined): string | undefined {
  if (!isLanguages(schema)) return undefined
  const items = [data].flat()
  const maps = items.filter(isObject)
  const isList =
    isObject(schema?.['additionalProperties']) && schema['additionalProperties']['type'] === 'array'
  const texts = items.slice(0, EXAMPLE_ITEMS).map((text) => String(text).slice(0, EXAMPLE_LENGTH))
  return JSON.stringify(maps.length > 0 ? Object.assign({}, ...maps) : { none: isList ? texts : texts[0] })
}

/** What each keyword of the schemas tells of; undefined: nothing that matters. */
const keywords: Readonly<
  Record<string, (error: ErrorObject, path: readonly string[]) => SchemaFinding | undefined>
> = {
  required: ({ params, data, parentSchema }, path) => {
    const key = String(params['missingProperty'])
    return isSpelled(key, data, parentSchema as Spelled) ? undefined : missing(path, key)
  },
  type: ({ data, schema, parentSchema }, path) => {
    if (isEmpty(data))
      return parentSchema?.['minLength'] === undefined
        ? undefined
        : missing(path.slice(0, -1), path.at(-1) as string)
    return {
      kind: 'shape-coerced',
      path,
      message: `is ${typeOf(data)} where ${named(schema)} is expected${readAs(data, schema, parentSchema)}`,
      expected: suggestLanguages(data, parentSchema) ?? sentence(named(schema)),
    }
  },
  minimum: ({ schema }, path) => ({
    kind: 'out-of-range',
    path,
    message: `is less than ${String(schema)}`,
    expected: `A number from ${String(schema)}.`,
  }),
  maximum: ({ schema }, path) => ({
    kind: 'out-of-range',
    path,
    message: `is more than ${String(schema)}`,
    expected: `A number up to ${String(schema)}.`,
  }),
  [ALIAS_OF]: ({ schema }, path) => ({
    kind: 'alias-used',
    path,
    message: `is read as ${String(schema)}`,
    expected: String(schema),
  }),
  minLength: (_, path) => missing(path.slice(0, -1), path.at(-1) as string),
  minItems: (_, path) => missing(path.slice(0, -1), path.at(-1) as string),
  minProperties: (_, path) => missing(path.slice(0, -1), path.at(-1) as string),
}

const unescape = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Whether something was reported at the path or above it. */
const isAlreadyReported = (path: readonly string[], reportedPaths: ReadonlySet<string>): boolean =>
  reportedPaths.size > 0 && path.some((_, i) => reportedPaths.has(path.slice(0, i + 1).join('.')))

const NAME = 'records'
const place = (name: string): string => `record ${name}`

/** The schemas of all types as one, so that what they embed is compiled once. */
function schemaOfAll(model: Model): Schema {
  const schemas = model.types.map((type) => [type.name, recordSchema(model, type)] as const)
  const embedded = schemas[0]?.[1]['$defs'] as Schema
  return {
    $id: NAME,
    $defs: {
      ...embedded,
      ...Object.fromEntries(schemas.map(([name, { $defs: _, ...own }]) => [place(name), own])),
    },
  }
}

/** Makes the examiner of a model; the schema of a type is compiled when its first record comes. */
export function createJsonSchemaValidator(model: Model): JsonSchemaValidator {
  // The schemas are ours; entities that embed each other are compiled once, not wherever they stand.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addKeyword({
    keyword: ALIAS_OF,
    schemaType: 'string',
    validate: (_: string, data: unknown) => isEmpty(data),
  })
  ajv.addSchema(schemaOfAll(model))
  const validators = new Map<string, ValidateFunction>()

  return (record, type, reportedPaths, warn) => {
    let validate = validators.get(type.name)
    if (!validate)
      validators.set(
        type.name,
        (validate = ajv.getSchema(
          `${NAME}#/$defs/${encodeURIComponent(place(type.name))}`,
        ) as ValidateFunction),
      )
    if (validate(record)) return
    for (const error of validate.errors ?? []) {
      const path = error.instancePath.split('/').slice(1).map(unescape)
      const found = keywords[error.keyword]?.(error, path)
      if (found && !isAlreadyReported(found.path, reportedPaths))
        warn(found.kind, found.path, found.message, found.expected)
    }
  }
}
