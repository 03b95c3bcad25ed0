/** Which records of sources are kept: decided on the record as it came, before it is converted. */

import { isObject, type Json } from '../../model/values/json.ts'
import type { SelectionPaths, Source } from '../../model/rows/source-row.ts'
import { listOf, textOf } from '../../model/conversion/json.ts'
import { keys } from './keys.ts'
import { parseExpression, type Condition } from './parse.ts'

/** The texts at paths with dots between keys, of which lists have any number. */
function textsAt(record: Json, paths: string): string[] {
  const found: string[] = []
  const walk = (value: unknown, steps: readonly string[], at: number): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, steps, at)
    else if (at < steps.length) {
      if (isObject(value)) walk(value[steps[at] as string], steps, at + 1)
    } else if (typeof value === 'boolean') found.push(String(value))
    else for (const text of listOf(textOf(value))) found.push(text as string)
  }
  for (const path of paths.split(/\s+/)) walk(record, path.split('.'), 0)
  return found
}

function holds(condition: Condition, record: Json, paths: SelectionPaths): boolean {
  if (condition.kind === 'and') return condition.all.every((one) => holds(one, record, paths))
  if (condition.kind === 'or') return condition.all.some((one) => holds(one, record, paths))
  if (condition.kind === 'not') return !holds(condition.of, record, paths)
  const { key } = condition
  const at = paths.keys[key]
  const texts = at === undefined ? [] : textsAt(record, at)
  if (condition.kind === 'switch') return texts.includes('true') === condition.isOn
  const values = texts.flatMap((text) => keys[key].read(text))
  return condition.kind === 'text'
    ? values.some((value) => condition.values.has(value))
    : values.some((value) =>
        condition.spans.some(([from, to]) => Number(value) >= from && Number(value) <= to),
      )
}

/** Texts of which at least one stands in each record for which a condition holds; undefined if nothing is sure. */
function needlesOf(condition: Condition): readonly string[] | undefined {
  if (condition.kind === 'and') {
    const known = condition.all.flatMap((one) => {
      const needles = needlesOf(one)
      return needles ? [needles] : []
    })
    return known.sort((a, b) => a.length - b.length)[0]
  }
  if (condition.kind === 'or') {
    const all = condition.all.map(needlesOf)
    return all.every((one) => one !== undefined) ? bounded(all.flat()) : undefined
  }
  if (condition.kind !== 'text') return undefined
  if (condition.values.size > MAX_NEEDLES) return undefined
  const all = [...condition.values].map((value) => keys[condition.key].spellings?.(value) ?? [])
  return all.some((spellings) => spellings.length === 0) ? undefined : bounded(all.flat())
}

/** Texts that are looked for one after another; with more, parsing is as fast. */
const MAX_NEEDLES = 24

const bounded = (needles: readonly string[]): readonly string[] | undefined => {
  const all = [...new Set(needles)]
  return all.length > MAX_NEEDLES ? undefined : all
}

/** What is kept of one input. */
export interface InputSelection {
  /** Whether a JSON text may be a record that is kept, without reading it. */
  readonly mayKeep: (bytes: Uint8Array) => boolean
  /** Whether a record is kept, in this pass. */
  keeps(source: Source, record: unknown): boolean
  /** Takes the records that a kept work became: the persons, venues … that they name are kept, too. */
  addNamed(records: readonly Json[]): void
}

export interface Selection {
  input(name: string): InputSelection
  /** Takes the records that one became in an earlier load. @param isNamed it was chosen since a work names it */
  addEarlier(records: readonly Json[], isNamed: boolean): void
  /** Starts the second pass, for what kept records cite or name: which inputs are read again. */
  secondPass(): 'all' | ((input: { readonly name: string }) => boolean)
  isSecondPass(): boolean
  /** Ids that works are the first to name, of a scheme of which earlier loads had records, and this one has none. */
  missing(): string[]
  /** Records of sources that were read at first, and that were kept. */
  readonly counts: { readonly read: number; readonly kept: number }
}

/** What names an entity, in one spelling: scheme and value, or a word and the id of OpenAlex. */
function idsIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    (['doi', 'orcid', 'ror', 'issn', 'openalex'] as const).flatMap((scheme) => {
      // Digits of an ORCID may be those of an ISSN.
      const found = scheme === 'issn' && keys.orcid.read(text).length > 0 ? [] : keys[scheme].read(text)
      return found.map((value) => `${scheme}:${value}`)
    }),
  )
}

const schemeOf = (id: string): string => id.slice(0, id.indexOf(':'))

/** @throws BadExpression */
export function createSelection(text: string): Selection {
  const { condition, withCited } = parseExpression(text)
  const needles = condition && needlesOf(condition)?.map((one) => Buffer.from(one))
  const [ownIds, namedIds, namedBefore] = [new Set<string>(), new Set<string>(), new Set<string>()]
  /** Of the ids of records that works may name. */
  const [schemesBefore, schemes] = [new Set<string>(), new Set<string>()]
  const counts = { read: 0, kept: 0 }
  const inputsWithOthers = new Set<string>()
  let isSecond = false

  function isNamed(paths: SelectionPaths, record: Json): boolean {
    const ids = idsIn(textsAt(record, paths.ids))
    for (const id of ids) schemes.add(schemeOf(id))
    return ids.some((id) => [namedIds, namedBefore, ownIds].some((all) => all.has(id)))
  }
  const isMatch = (paths: SelectionPaths, record: Json): boolean =>
    condition === undefined || holds(condition, record, paths)

  function keepsWork(paths: SelectionPaths, record: Json): boolean {
    // What matches was kept at first.
    if (isSecond) return withCited && isNamed(paths, record) && !isMatch(paths, record)
    if (!isMatch(paths, record)) return false
    for (const id of idsIn(textsAt(record, paths.ids))) ownIds.add(id)
    if (withCited && paths.cites !== undefined)
      for (const id of idsIn(textsAt(record, paths.cites))) namedIds.add(id)
    return true
  }

  function input(name: string): InputSelection {
    // A file whose first record is a work holds works; in others, all is read.
    let holdsWorks: boolean | undefined
    const mayKeep = (bytes: Uint8Array): boolean => {
      if (isSecond || needles === undefined || !holdsWorks) return true
      const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      // A record of SKG-IF is no record of a source, and is always kept.
      if (needles.some((needle) => line.includes(needle)) || line.includes('"local_identifier"')) return true
      counts.read++
      return false
    }
    return {
      mayKeep,
      keeps(source, record) {
        const paths = source.selection
        if (!isSecond) counts.read++
        if (!isObject(record) || !paths) {
          if (!isSecond) counts.kept++
          return !isSecond
        }
        const isWork = paths.isWork(record)
        holdsWorks ??= isWork
        if (!isWork && !isSecond) inputsWithOthers.add(name)
        const isKept = isWork ? keepsWork(paths, record) : isSecond && isNamed(paths, record)
        if (isKept) counts.kept++
        return isKept
      },
      addNamed(records) {
        if (!isSecond) for (const record of records) addNamedIds(record, namedIds)
      },
    }
  }

  return {
    counts,
    input,
    addEarlier(records, wasNamed) {
      for (const record of records)
        if (wasNamed) for (const id of idsOf(record)) schemesBefore.add(schemeOf(id))
        else addNamedIds(record, namedBefore)
    },
    missing: () =>
      [...namedIds].filter((id) => {
        const scheme = schemeOf(id)
        return !namedBefore.has(id) && schemesBefore.has(scheme) && !schemes.has(scheme)
      }),
    isSecondPass: () => isSecond,
    secondPass() {
      isSecond = true
      if (withCited) return 'all'
      return ({ name }) => [...inputsWithOthers].some((other) => other.startsWith(name))
    },
  }
}

const NAMING_SCHEMES = ['orcid', 'ror', 'issn', 'eissn', 'doi', 'openalex']

const idsOf = (entity: Json): string[] => [
  ...(listOf(entity['identifiers']) as Json[]).flatMap(({ scheme, value }) =>
    NAMING_SCHEMES.includes(String(scheme))
      ? [`${String(scheme).replace('eissn', 'issn')}:${String(value)}`]
      : [],
  ),
  ...idsIn(listOf(entity['local_identifier']).map(String)),
]

/** Ids of all entities in a record but for other works, which are kept only where they are asked for. */
function addNamedIds(value: unknown, namedIds: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const entity = value as Json
  const isOther = typeof entity['entity_type'] === 'string' && entity['entity_type'] !== 'product'
  if (isOther) for (const id of idsOf(entity)) namedIds.add(id)
  for (const key in entity) if (key !== 'related_products') addNamedIds(entity[key], namedIds)
}
