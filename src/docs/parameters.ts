/** Parameters as an OpenAPI document declares them. */

import type { Parameter } from './endpoint-parameters.ts'
import type { Schema } from './schemas.ts'

export const parameter = (name: string, row: Parameter, more: Schema = {}): Schema => ({
  name: row.name ?? name,
  in: row.in,
  ...(row.required && { required: true }),
  description: row.help,
  schema: { ...valueSchema(row), ...more },
})

export function valueSchema({
  type,
  format,
  repeatable,
  minimum,
  maximum,
  default: value,
}: Parameter): Schema {
  const one = {
    type,
    ...(format && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(value !== undefined && { default: value }),
  }
  return repeatable ? { type: 'array', items: one } : one
}
