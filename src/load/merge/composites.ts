/**
 * Values that belong together, such as the parts of a name: where copies of an entity differ, all come from one copy.
 * Records stand before copies; then count the rank of the source, how often the values stand there, their length, and
 * the order of code points: a total order, so that nothing depends on that of the input.
 */

import type { EntityType, Kind } from '../../model/rows/row.ts'
import { compareCodePoints } from '../../model/values/sorting.ts'
import {
  isEntity,
  unique,
  type StoredObject,
  type StoredValue,
  type SubjectFragment,
} from '../../record/rdf/stored.ts'
import { isSameText, shareWord } from './compare-copies.ts'
import type { Conflicts } from './warnings.ts'
import type { EntityPart, RecordPlace } from './part.ts'

/** Composites of several types that share a key, with the keys that each type has of them. */
interface Pool {
  readonly kinds: Map<string, Kind>
  readonly types: Map<EntityType, readonly string[]>
}

/** Values that stand together in one copy or more. */
interface Candidate {
  readonly values: StoredObject
  readonly isRecord: boolean
  readonly rank: number
  readonly origin: RecordPlace
  count: number
}

type Choose = (fragment: SubjectFragment) => SubjectFragment

/** Gives the fragments of a subject the values that are chosen for all of them. */
export function chooseComposites(parts: readonly EntityPart[], conflicts: Conflicts): Choose {
  if (parts.length < 2) return (fragment) => fragment
  const choices = poolsOf(parts).map((pool) => chooseFrom(pool, parts, conflicts))
  return (fragment) => choices.reduce((chosen, choose) => choose(chosen), fragment)
}

function poolsOf(parts: readonly EntityPart[]): Pool[] {
  const subjects = new Set(parts.map(({ fragment }) => fragment.subjectType))
  const types = [...subjects].filter(isEntity).sort((a, b) => compareCodePoints(a.name, b.name))
  const pools: Pool[] = []
  for (const type of types)
    for (const { keys } of type.composites ?? []) {
      const kinds = keys.map((key) => [key, type.fields[key]?.kind as Kind] as const)
      const isLike = ({ kinds: others }: Pool): boolean =>
        kinds.some(([key]) => others.has(key)) &&
        kinds.every(([key, kind]) => (others.get(key) ?? kind) === kind)
      const pool = pools.find(isLike)
      if (!pool) pools.push({ kinds: new Map(kinds), types: new Map([[type, keys]]) })
      else {
        for (const [key, kind] of kinds) pool.kinds.set(key, kind)
        pool.types.set(type, keys)
      }
    }
  return pools
}

const valuesIn = ({ types }: Pool, { subjectType, fields }: SubjectFragment): StoredObject =>
  Object.fromEntries(
    (types.get(subjectType as EntityType) ?? []).flatMap((key) =>
      fields[key] === undefined ? [] : [[key, fields[key]]],
    ),
  )

const isFilled = (values: StoredObject): boolean => Object.keys(values).length > 0

/** All values of a composite, the best first. */
function candidatesOf(pool: Pool, parts: readonly EntityPart[]): [Candidate, ...Candidate[]] | undefined {
  const found = new Map<string, Candidate>()
  for (const part of parts) {
    const values = valuesIn(pool, part.fragment)
    if (!isFilled(values)) continue
    const { kind, origin } = part
    const [isRecord, rank] = [kind === 'record' && !origin.isAddition, origin.rank ?? 0]
    const count = kind === 'embedded' ? (part.count ?? 1) : 1
    const key = JSON.stringify([isRecord, rank, values])
    const candidate = found.get(key)
    if (candidate) candidate.count += count
    else found.set(key, { values, isRecord, rank, origin, count })
  }
  const [first, ...others] = [...found.values()].sort(compareCandidates)
  return first && [first, ...others]
}

const lengthOf = (values: StoredObject): number => Object.values(values).join('').length

const compareCandidates = (a: Candidate, b: Candidate): number =>
  Number(b.isRecord) - Number(a.isRecord) ||
  a.rank - b.rank ||
  b.count - a.count ||
  lengthOf(b.values) - lengthOf(a.values) ||
  compareCodePoints(JSON.stringify(a.values), JSON.stringify(b.values))

function chooseFrom(pool: Pool, parts: readonly EntityPart[], conflicts: Conflicts): Choose {
  const candidates = candidatesOf(pool, parts)
  if (!candidates) return (fragment) => fragment
  const [first] = candidates
  const chosen = { ...first.values }
  // Records are not completed by copies.
  const rest = candidates.slice(1).filter(({ isRecord }) => isRecord === first.isRecord)
  for (const { values } of rest)
    // A copy that says nothing else, but more, completes the values.
    if (Object.entries(values).every(([key, value]) => (chosen[key] ?? value) === value))
      Object.assign(chosen, values)
  for (const { values, origin } of rest)
    for (const [key, value] of Object.entries(values))
      if (chosen[key] !== value) conflicts.add([key], chosen[key], value, origin)
  const others = rest.flatMap(({ values }) => Object.values(values))
  const texts = Object.values(chosen).filter((value) => typeof value === 'string')
  const otherNames = others.filter(
    (value) =>
      typeof value === 'string' &&
      !texts.some((text) => isSameText(text, value)) &&
      texts.some((text) => shareWord(text, value)),
  )
  return (fragment) => replaceValues(pool, fragment, chosen, otherNames)
}

function replaceValues(
  pool: Pool,
  fragment: SubjectFragment,
  chosen: StoredObject,
  otherNames: readonly StoredValue[],
): SubjectFragment {
  if (!isFilled(valuesIn(pool, fragment))) return fragment
  const { fields: table, composites = [] } = fragment.subjectType as EntityType
  const keys = pool.types.get(fragment.subjectType as EntityType) as readonly string[]
  const fields: StoredObject = { ...fragment.fields }
  for (const key of keys) {
    if (chosen[key] === undefined) delete fields[key]
    else fields[key] = chosen[key]
  }
  const others = composites.find((one) => one.keys === keys)?.others
  if (others !== undefined && otherNames.length > 0)
    fields[others] = unique([...((fields[others] as StoredValue[] | undefined) ?? []), ...otherNames])
  // In the order of the rows.
  const inOrder = Object.keys(table).flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]]))
  return { ...fragment, fields: Object.fromEntries(inOrder) as StoredObject }
}
