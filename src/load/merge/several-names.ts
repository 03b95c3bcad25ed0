/** An identifier that stands beside names without a word in common: it is wrong for some, and reported. */

import { foldToPlainLetters } from '../../model/values/fold.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { isEntity } from '../../record/rdf/stored.ts'
import { shareWord } from './compare-copies.ts'
import type { EntityPart } from './part.ts'
import type { WarnOfSubject } from './warnings.ts'

/** Names that a finding shows. */
const MOST_NAMES = 5

interface Name {
  readonly text: string
  readonly family: string
  /** All parts of the name. */
  readonly whole: string
  readonly part: EntityPart
}

const isLatin = ({ text }: Name): boolean => /\p{Script=Latin}/u.test(text)
const lettersOf = ({ family }: Name): string => foldToPlainLetters(family).replace(/[^\p{L}]+/gu, '')

/** Whether names may be of one: one in another script tells nothing, and some write O'Brien as OBrien. */
const mayBeOne = (a: Name, b: Name): boolean =>
  isLatin(a) !== isLatin(b) ||
  shareWord(a.family, b.whole) ||
  shareWord(b.family, a.whole) ||
  lettersOf(a) === lettersOf(b)

/** @param parts of an entity whose IRI is an identifier */
export function reportSeveralNames(iri: string, parts: readonly EntityPart[], warn: WarnOfSubject): void {
  const names = parts.flatMap((part): Name[] => {
    const { subjectType, fields } = part.fragment
    const composite = isEntity(subjectType) && subjectType.composites?.find((one) => one.identifying)
    const family = composite ? fields[composite.identifying as string] : undefined
    if (!composite || typeof family !== 'string') return []
    const texts = composite.keys.flatMap((key) => fields[key] ?? [])
    return [{ text: String(texts[0]), family, whole: texts.join(' '), part }]
  })
  const byText = new Map(names.reverse().map((name) => [name.text, name]))
  const [first, ...others] = [...byText.values()].sort((a, b) => compareCodePoints(a.text, b.text))
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
