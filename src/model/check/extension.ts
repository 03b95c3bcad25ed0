/**
 * Checks extensions as others write them by a JSON Schema, which `npm run docs` makes of the types of their rows: of
 * what these say in comments, `expected` is what messages say.
 */

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { suggestNames } from '../values/closest-match.ts'
import { formatValue } from '../values/json.ts'
import type { Extension } from '../rows/extension-row.ts'
import { contextErrors } from './context.ts'

export interface Schema {
  readonly type?: string
  readonly expected?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly format?: string
  readonly isFunction?: true
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
}

/** The schema of an extension, with those of its rows by the names of their types. */
export const extensionSchema = JSON.parse(
  readFileSync(new URL('./extension-schema.json', import.meta.url), 'utf8'),
) as Schema & { readonly definitions: Readonly<Record<string, Schema>> }

/** The schemas of fields by their kinds. */
export const fieldSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.values(extensionSchema.definitions).flatMap((schema) => {
    const kind = schema.properties?.['kind']?.const
    return typeof kind === 'string' ? [[kind, schema]] : []
  }),
)

const types: Readonly<Record<string, string>> = { number: 'a number', boolean: 'true or false' }

/** What a schema expects, in words. */
function expectedOf(schema: Schema): string {
  const { expected, type = '', properties, minItems, maxItems } = schema
  if (expected !== undefined) return expected
  if (schema.isFunction) return 'a function'
  if (schema.enum) return schema.enum.join(' or ')
  if (schema.const !== undefined) return schema.const === true ? 'true, or left out' : String(schema.const)
  if (schema.format === 'regex') return 'a regular expression as text'
  if (type === 'string') return schema.minLength === 0 ? 'a text, which may be empty' : 'text'
  if (type === 'object')
    return properties ? `an object with ${Object.keys(properties).join(', ')}` : 'an object'
  if (type !== 'array') return types[type] as string
  return minItems === undefined ? 'a list' : `a list of ${minItems}${minItems === maxItems ? '' : ' or more'}`
}

/** What is wrong, in words; undefined where another error says it. */
function explain({ keyword, params, propertyName, data, parentSchema }: ErrorObject): string | undefined {
  const schema = parentSchema as Schema
  if (keyword === 'if' || keyword === 'propertyNames') return undefined
  if (propertyName !== undefined) return `has the key ${formatValue(propertyName)}; ${schema.expected}`
  if (keyword === 'required') return `lacks ${params['missingProperty']}`
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty'])
    return `has the unknown member ${name}; ${suggestNames(name, Object.keys(schema.properties ?? {}))}`
  }
  if (keyword === 'discriminator') {
    const { tag, tagValue } = params as { tag: string; tagValue: unknown }
    return `has the ${tag} ${formatValue(tagValue)}; ${suggestNames(String(tagValue), Object.keys(fieldSchemas))}`
  }
  return `is ${formatValue(data)}; it must be ${expectedOf(schema)}`
}

/** `/entities/0/name` → `entities[0].name` */
const placeOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) =>
      /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`,
    )
    .join('')
    .replace(/^\./, '')

function isPattern(text: string): boolean {
  try {
    return text !== '' && Boolean(new RegExp(text, 'i'))
  } catch {
    return false
  }
}

function createValidator() {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    strict: false,
    formats: { regex: isPattern },
  })
  ajv.addKeyword({ keyword: 'isFunction', validate: (_: true, data: unknown) => typeof data === 'function' })
  return ajv.compile(extensionSchema)
}
let validator: ReturnType<typeof createValidator> | undefined

/**
 * What is wrong with the shape of an extension, one sentence each; whether it fits the others, `buildModel`
 * says.
 */
export function validateExtension(value: unknown): string[] {
  validator ??= createValidator()
  if (validator(value)) return contextErrors(value as unknown as Extension)
  const faults = new Map<string, string>()
  for (const error of validator.errors ?? []) {
    const place = placeOf(error.instancePath)
    const fault = explain(error)
    // Of several that say what a value must be, the first.
    const key = fault?.startsWith('is ') ? place : `${place} ${fault}`
    if (fault !== undefined && !faults.has(key)) faults.set(key, `${place} ${fault}`.trim())
  }
  return [...faults.values()]
}
