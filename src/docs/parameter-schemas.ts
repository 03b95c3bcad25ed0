/** Parameters as an OpenAPI document declares them. */

import { parameters, type Parameter, type ParameterName } from '../parameters.ts'
import type { Schema } from './json-schema.ts'

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
