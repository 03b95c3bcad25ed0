/** An identifier that stands beside names without a word in common: it is wrong for some, and reported. */

import type { Composite } from '../../model/rows/row.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { isEntity, type StoredObject } from '../../record/rdf/stored.ts'
import { wordsOf } from './compare-copies.ts'
import type { EntityPart } from './part.ts'
import type { WarnOfSubject } from './warnings.ts'

/** Names that a finding shows. */
const MOST_NAMES = 5

interface Name {
  readonly text: string
  readonly words: readonly string[]
  /** Those that tell one from others. */
  readonly identifying: readonly string[]
  /** A copy with it. */
  readonly part: EntityPart
  count: number
}

const isLatin = ({ text }: Name): boolean => /\p{Script=Latin}/u.test(text)

/** Whether names may be of one: one in another script tells nothing. */
const mayBeOne = (a: Name, b: Name): boolean =>
  isLatin(a) !== isLatin(b) ||
  a.identifying.some((word) => b.words.includes(word)) ||
  b.identifying.some((word) => a.words.includes(word))

function nameIn(fields: StoredObject, { keys, identifying = '' }: Composite, part: EntityPart): Name[] {
  const [family, texts] = [fields[identifying], keys.flatMap((key) => fields[key] ?? [])]
  if (typeof family !== 'string') return []
  return [
    {
      text: String(texts[0]),
      words: wordsOf(texts.join(' ')),
      identifying: wordsOf(family),
      part,
      count: 1,
    },
  ]
}

/** @param parts of an entity whose IRI is an identifier */
export function reportSeveralNames(iri: string, parts: readonly EntityPart[], warn: WarnOfSubject): void {
  if (parts.length < 2) return
  const names = new Map<string, Name>()
  for (const part of parts) {
    const { subjectType, fields } = part.fragment
    const composites = (isEntity(subjectType) && subjectType.composites) || []
    for (const name of composites.flatMap((composite) => nameIn(fields, composite, part))) {
      const known = names.get(name.text) ?? { ...name, count: 0 }
      known.count += part.kind === 'embedded' ? (part.count ?? 1) : 1
      names.set(name.text, known)
    }
  }
  const sorted = [...names.values()].sort((a, b) => b.count - a.count || compareCodePoints(a.text, b.text))
  const [first, ...others] = sorted
  const different = others.filter((one) => first && !mayBeOne(first, one))
  if (!first || different.length === 0) return
  const shown = [first, ...different].slice(0, MOST_NAMES).map(({ text, part }) => {
    const place = part.kind === 'embedded' ? part.place?.id : iri
    return `«${text}»${place === undefined ? '' : ` (in ${place})`}`
  })
  const more = different.length + 1 - shown.length
  const message = `stands for ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  warn('identifier-of-several-names', different[0]?.part.origin, iri, [], message)
}
