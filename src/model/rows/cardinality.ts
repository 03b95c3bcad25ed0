/** How many values a field has. */

import type { Field } from './row.ts'

/** Whether the value of a field is an array in JSON. A language map is none: its arrays are inside. */
export const isArray = (field: Field): boolean =>
  'multiple' in field && field.multiple === true && field.kind !== 'langString'
