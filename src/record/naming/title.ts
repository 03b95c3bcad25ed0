/** The text by which readers know a record. */

import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'

interface InvertedName {
  readonly family: string
  readonly given: string
}

const INVERTED = /^([^,;()\d]+), *([^,;()\d]+)$/u

/** What stands behind a comma and is no given name. */
const SUFFIX = /^(?:jr|sr|junior|senior|i{1,3}|iv|ph\.? ?d|m\.? ?d|dr|prof|msc|bsc|esq|et al|inc|ltd)\.?$/i

/** The two parts of `Fenner, Martin`; undefined for a name that is not inverted. */
export function readInvertedName(text: string): InvertedName | undefined {
  const [, family = '', given = ''] = INVERTED.exec(text.trim()) ?? []
  return family === '' || SUFFIX.test(given.trim()) ? undefined : { family, given: given.trim() }
}

/** `Fenner, Martin` as people write it: `Martin Fenner`. Any other name as it is. */
function naturalName(text: string): string {
  const parts = readInvertedName(text)
  return parts === undefined ? text : `${parts.given} ${parts.family}`
}

/** The first text of a value: of a language map English, else the first language. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return firstText(value[0])
  return typeof value === 'object' && value !== null
    ? firstText((value as Json).en ?? Object.values(value)[0])
    : undefined
}

/** The title of a record or of a reference to one, by the rows of its type; undefined if it has none. */
export function titleOf(record: Json, type: EntityType | undefined): string | undefined {
  for (const key of type?.labelFields ?? []) {
    const text = firstText(record[key])
    if (text) return type?.hasPersonNames ? naturalName(text) : text
  }
  return undefined
}
