/** Texts and records that are so large that each answer with them takes long: they are loaded, and reported. */

import type { Finding } from '../../findings.ts'
import type { StoredValue, SubjectFragment } from '../../record/rdf/stored.ts'
import type { Origin } from './part.ts'

const MAX_TEXT_BYTES = 100_000
const MAX_RECORD_BYTES = 1_000_000

/** Bytes of UTF-8 that a character of JavaScript takes at most. */
const MAX_BYTES_PER_CHARACTER = 3

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`

/** The texts of a value that are too long, with the keys that lead to them. */
function* longTexts(value: StoredValue, path: readonly string[]): Generator<[path: string, bytes: number]> {
  if (typeof value === 'string') {
    const bytes = value.length * MAX_BYTES_PER_CHARACTER > MAX_TEXT_BYTES ? Buffer.byteLength(value) : 0
    if (bytes > MAX_TEXT_BYTES) yield [path.join('.'), bytes]
  } else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value as Readonly<Record<string, StoredValue>>))
      yield* longTexts(inner, [...path, key])
}

/**
 * What is too large of what is said of a subject.
 * @param content the fragment as JSON: most are too short to be looked through
 */
export function* largeValues(fragment: SubjectFragment, content: string, origin: Origin): Generator<Finding> {
  if (content.length * MAX_BYTES_PER_CHARACTER <= MAX_TEXT_BYTES) return
  const at = { kind: 'large-value', file: origin.file, line: origin.line, id: fragment.iri } as const
  for (const [path, bytes] of longTexts(fragment.fields, []))
    yield { ...at, path, message: `is a text of ${kilobytes(bytes)}` }
  const bytes = Buffer.byteLength(content)
  if (bytes > MAX_RECORD_BYTES) yield { ...at, message: `is a record of ${kilobytes(bytes)}` }
}
