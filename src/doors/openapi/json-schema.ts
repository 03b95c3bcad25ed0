/** JSON Schemas (2020-12) as an OpenAPI document has them, and what many of them are made of. */

import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { parameters, type Parameter, type ParameterName } from '../../config/parameters.ts'

/** Values with which tools try out an operation: each has a result in the graph. */
export interface Examples {
  /** Of parameters by name, and of those whose values depend on the path behind it: `/path/{file} file`. */
  readonly values: Readonly<Record<string, string>>
  readonly filters: ReadonlyMap<Filter, string>
  /** Ids of records. */
  readonly ids: ReadonlyMap<EntityType, string>
}

export const withExample = (described: Schema, example: string | undefined): Schema =>
  example === undefined ? described : { ...described, example }

/**
 * @param bounds of the schema, which depend on the graph
 * @param description where it says more than the table
 */
export function parameter(name: ParameterName, bounds: Schema = {}, description?: string): Schema {
  const row: Parameter = parameters[name]
  const { isAddition = false } = row
  return {
    name: row.name ?? name,
    in: row.in,
    ...(row.required && { required: true }),
    description: (description ?? row.help) + (isAddition ? ' An addition to the specification.' : ''),
    schema: { ...valueSchema(row), ...bounds },
    ...(isAddition && { 'x-addition': true }),
  }
}

export function valueSchema({ type, repeatable, ...row }: Parameter): Schema {
  const {
    name: _name,
    in: _in,
    required: _required,
    isRest: _isRest,
    isAddition: _isAddition,
    help: _help,
    ...bounds
  } = row
  const one = { type, ...bounds }
  return repeatable ? { type: 'array', items: one } : one
}

export type Schema = Readonly<Record<string, unknown>>

export type Properties = Readonly<Record<string, Schema>>

export const TEXT = { type: 'string' } as const
export const IRI = { type: 'string', format: 'iri' } as const
export const URI = { type: 'string', format: 'uri' } as const
export const COUNT = { type: 'integer', minimum: 0 } as const
export const OBJECT = { type: 'object' } as const

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** An object that has all of these properties, and perhaps others. */
export const open = (properties: Properties, optional: Properties = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  ...(Object.keys(properties).length > 0 && { required: Object.keys(properties) }),
})

/** An object that has all of these properties, perhaps optional ones, and no others. */
export const closed = (properties: Properties, optional: Properties = {}): Schema => ({
  ...open(properties, optional),
  additionalProperties: false,
})
