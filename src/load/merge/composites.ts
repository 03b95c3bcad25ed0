/**
 * Values that belong together, such as the parts of a name: where copies of an entity differ, all come from one copy.
 * Records stand before copies; then count the rank of the source, how often the values stand there, their length, and
 * the order of code points: a total order, so that nothing depends on that of the input.
 */

import type { Composite, EntityType } from '../../model/rows/row.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import { isEntity, unique, type StoredObject, type SubjectFragment } from '../../record/rdf/stored.ts'
import { isSameText, shareWord } from './compare-copies.ts'
import type { EntityPart } from './part.ts'
import type { Conflicts } from './warnings.ts'

/** Values that stand together in one copy or more, of which the first is here. */
interface Candidate {
  readonly values: StoredObject
  readonly isRecord: boolean
  readonly part: EntityPart
  count: number
}

type Choose = (fragment: SubjectFragment) => SubjectFragment

/** Gives the fragments of a subject the values that are chosen for all of them. */
export function chooseComposites(parts: readonly EntityPart[], conflicts: Conflicts): Choose {
  const types = new Set(parts.map(({ fragment }) => fragment.subjectType))
  if (parts.length < 2) return (fragment) => fragment
  const choices = [...types].filter(isEntity).flatMap((type) =>
    (type.composites ?? []).map((composite) => {
      const choose = chooseFrom(type, composite, parts, conflicts)
      return (fragment: SubjectFragment) => (fragment.subjectType === type ? choose(fragment) : fragment)
    }),
  )
  return (fragment) => choices.reduce((chosen, choose) => choose(chosen), fragment)
}

/** The values of a composite in a fragment of any type. */
function valuesIn(
  type: EntityType,
  { keys }: Composite,
  { subjectType, fields }: SubjectFragment,
): StoredObject {
  const table = isEntity(subjectType) ? subjectType.fields : {}
  const own = keys.filter((key) => table[key]?.kind === type.fields[key]?.kind && fields[key] !== undefined)
  return Object.fromEntries(own.map((key) => [key, fields[key]])) as StoredObject
}

/** All values of a composite, the best first. */
function candidatesOf(type: EntityType, composite: Composite, parts: readonly EntityPart[]): Candidate[] {
  const found = new Map<string, Candidate>()
  for (const part of parts) {
    const values = valuesIn(type, composite, part.fragment)
    if (Object.keys(values).length === 0) continue
    const isRecord = part.kind === 'record' && !part.origin.isAddition
    const key = JSON.stringify([isRecord, part.origin.rank, values])
    const candidate = found.get(key) ?? { values, isRecord, part, count: 0 }
    candidate.count += part.kind === 'embedded' ? (part.count ?? 1) : 1
    found.set(key, candidate)
  }
  return [...found.values()].sort(compareCandidates)
}

const lengthOf = (values: StoredObject): number => Object.values(values).join('').length

const compareCandidates = (a: Candidate, b: Candidate): number =>
  Number(b.isRecord) - Number(a.isRecord) ||
  (a.part.origin.rank ?? 0) - (b.part.origin.rank ?? 0) ||
  b.count - a.count ||
  lengthOf(b.values) - lengthOf(a.values) ||
  compareCodePoints(JSON.stringify(a.values), JSON.stringify(b.values))

function chooseFrom(
  type: EntityType,
  composite: Composite,
  parts: readonly EntityPart[],
  conflicts: Conflicts,
): Choose {
  const candidates = candidatesOf(type, composite, parts)
  // Records are not completed by copies.
  const [first, ...rest] = candidates.filter(({ isRecord }) => isRecord === candidates[0]?.isRecord)
  const chosen: StoredObject = { ...first?.values }
  for (const { values } of rest)
    // A copy that says nothing else, but more, completes the values.
    if (Object.entries(values).every(([key, value]) => (chosen[key] ?? value) === value))
      Object.assign(chosen, values)
  for (const { values, part } of rest)
    for (const [key, value] of Object.entries(values))
      if (chosen[key] !== value) conflicts.add([key], chosen[key], value, part.origin)
  const texts = Object.values(chosen).map(String)
  const otherNames = rest
    .flatMap(({ values }) => Object.values(values).map(String))
    .filter((name) => texts.every((text) => !isSameText(text, name)))
    .filter((name) => texts.some((text) => shareWord(text, name)))
  return (fragment) => {
    const own = valuesIn(type, composite, fragment)
    if (Object.keys(own).length === 0) return fragment
    const { others = '' } = composite
    const listed = unique([...((fragment.fields[others] as string[] | undefined) ?? []), ...otherNames])
    const replaced: StoredObject = { ...chosen, ...(others && listed.length > 0 && { [others]: listed }) }
    const isReplaced = (key: string): boolean => composite.keys.includes(key) || key === others
    // In the order of the rows.
    const fields = Object.keys(type.fields).flatMap((key) => {
      const value = (isReplaced(key) ? replaced : fragment.fields)[key]
      return value === undefined ? [] : [[key, value]]
    })
    return { ...fragment, fields: Object.fromEntries(fields) as StoredObject }
  }
}
