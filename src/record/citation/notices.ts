/** What readers must know of a record before they use it, and what they look for, as the rows say. */

import type { Json } from '../../model/values/json.ts'
import type { Model } from '../../model/model.ts'
import type { EntityType, Notice } from '../../model/rows/row.ts'
import { plainText, selectValues } from './field-values.ts'

export interface FoundNotice extends Omit<Notice, 'selection' | 'itemType' | 'referredBy'> {
  /** What was found. */
  readonly value: string
}

/** The notices for which the record has a value. */
export const noticesIn = (record: Json, { fields, display }: EntityType, model: Model): FoundNotice[] =>
  (display?.notices ?? []).flatMap(({ label, text, level, selection }) => {
    const [found] = selection ? selectValues(record, fields, selection) : []
    return found
      ? [{ label, level, value: plainText(found, model), ...(text !== undefined && { text }) }]
      : []
  })

/** What citations say of it: `Retracted 2022-09-26`; undefined where it has no warning. */
export function warningOf(record: Json, type: EntityType, model: Model): string | undefined {
  const warnings = noticesIn(record, type, model).filter(({ level }) => level === 'warning')
  return warnings.map(({ label, value }) => `${label} ${value}`).join('; ') || undefined
}
