/** Parameters as an OpenAPI document declares them. */

import type { Parameter } from './endpoint-parameters.ts'
import type { Schema } from './schemas.ts'

export const parameter = (name: string, row: Parameter, more: Schema = {}): Schema => ({
  name,
  in: row.in,
  ...(row.required && { required: true }),
  description: row.help,
  schema: { ...valueSchema(row), ...more },
})

export function valueSchema({ type, format, repeatable }: Parameter): Schema {
  const one = { type, ...(format && { format }) }
  return repeatable ? { type: 'array', items: one } : one
}
