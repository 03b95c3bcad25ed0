/**
 * A second opinion on filters: a plain evaluator over canonical records. It knows JSON and the rows of filters and
 * fields; it shares no code with src/filter, no paths, and no SPARQL.
 */

import type { Model } from '../../src/model/model.ts'
import {
  decoded,
  identifiersOf,
  identifiersOfIri,
  idIn,
  means,
  sameIdentifier,
  schemes,
} from './evaluator-identifiers.ts'
import { anyOf, remembered } from './evaluator-values.ts'
import { createWordEvaluator } from './word-evaluator.ts'
import { readMeanings, type Comparison, type Meaning } from './evaluator-ways.ts'

export type Json = Record<string, any>

/** One condition as a client means it. */
export interface ParsedCondition {
  readonly key: string
  readonly value: string
}

interface World {
  readonly model: Model
  readonly base: string
  /** All records of an IRI: one for each type that it has. */
  readonly byId: ReadonlyMap<string, readonly Json[]>
  /** Records that name an entity at keys that lead to a reference, by these keys and its IRI. */
  referring(keys: string, iri: string): readonly Json[]
  meaningOf(path: string, key: string): Meaning
}

const follow = (value: any, world: World): readonly Json[] => {
  const iri: unknown = typeof value === 'string' ? value : value?.local_identifier
  if (typeof iri !== 'string') return [value]
  return world.byId.get(iri) ?? [{ local_identifier: iri }]
}

const encoded = (iri: string): string => iri.replace(/[ "<>\\^`{|}\u0000-\u001f]/g, encodeURIComponent)

/** The IRIs that a text may be, by base. */
const irisOf = remembered((base) =>
  remembered(
    (text) => new Set(decoded(text.trim()).flatMap((one) => [one, base + one].map((iri) => encoded(iri)))),
  ),
)

const sameIri = (stored: unknown, text: string, base: string): boolean =>
  typeof stored === 'string' && irisOf(base)(text).has(stored)

/** Whether the IRI of an entity is a DOI, ORCID or ROR that the text is, too. */
function sameOwnIdentifier(stored: unknown, text: string): boolean {
  const [own] = typeof stored === 'string' ? identifiersOfIri(stored) : []
  return own !== undefined && decoded(text.trim()).some((one) => means(one, schemes[own.scheme]!, own.value))
}

/** A licence without what is around its name: the scheme, and the page on which it stands. */
const plainLicence = (iri: string): string => {
  const [, path] =
    /^https?:\/\/(?:www\.)?(creativecommons\.org\/.*?)(?:\/(?:deed|legalcode)[^/]*)?\/?$/.exec(iri) ?? []
  return (
    path?.replace('licences', 'licenses') ?? (iri.includes('tdm') ? iri : iri.replace(/^https?:|\/$/g, ''))
  )
}

/** How a stored value compares with the text of an exact condition. */
const comparisons: Readonly<Record<Comparison, (value: any, text: string, world: World) => boolean>> = {
  type: (value, text, { model }) => value === model.typeNamed(text)?.name,
  id: (value, text, { base }) => sameIri(value, text, base) || sameOwnIdentifier(value, text),
  iri: (value, text, { base }) => sameIri(value?.local_identifier ?? value, text, base),
  licence: (value, text, { base }) =>
    [...irisOf(base)(text)].some((iri) => plainLicence(iri) === plainLicence(value)),
  caseless: (value, text) => typeof value === 'string' && value.toLowerCase() === text.trim().toLowerCase(),
  language: (value, text) => value === text.trim().toLowerCase(),
  prefixed(value, text) {
    const bare = (word: string): string => word.replace(/^.*[/:]/, '')
    return bare(value) === bare(text) && (!/[/:]/.test(text) || value === text || text.startsWith('http'))
  },
  text: (value, text) =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flat().includes(text)
      : value === text || (typeof value !== 'string' && value !== undefined && String(value) === text),
}

/** A condition with what its filter means, and one of its ways, as far as it is still to go. */
interface Branch {
  readonly steps: readonly string[]
  readonly comparison: Comparison
  readonly meaning: Meaning
  readonly value: string
}

/** The nodes or values at a key of a node. */
function valuesAt(node: Json, key: string, next: string | undefined, world: World): readonly any[] {
  if (key === 'identifiers') return identifiersOf(node)
  if (key.startsWith('^')) return world.referring(key.slice(1), node.local_identifier)
  if (next?.startsWith('@'))
    return Object.entries((node[key] ?? {}) as Json).flatMap(([language, texts]) =>
      [texts].flat().map((text) => ({ '@language': language, '@value': text })),
    )
  return [node[key] ?? []].flat()
}

/** Whether the value at the last key of a branch meets its condition. */
function meetsValue(
  node: Json,
  branch: Branch,
  asked: readonly (string | undefined)[],
  world: World,
): boolean {
  const { comparison, meaning, steps, value: text } = branch
  const key = steps[0]!
  const value = node[key]
  if (meaning.predicate) return meaning.predicate(value, text)
  // Only identifiers have a scheme beside their value.
  if (key === 'value' && typeof node.scheme === 'string') {
    if (meaning.schemes && !meaning.schemes.includes(node.scheme.toLowerCase())) return false
    const names = meaning.schemes ? [meaning.schemes[0]] : asked
    return anyOf(text).some((one) => names.some((name) => sameIdentifier(value, one, name)))
  }
  return anyOf(text).some((one) =>
    [value ?? []].flat().some((stored) => comparisons[comparison](stored, one, world)),
  )
}

/**
 * Whether some way down from a node satisfies all conditions at once; those with a common step meet at one
 * node.
 */
function meets(node: Json, branches: readonly Branch[], world: World): boolean {
  const scheme = branches.find(({ steps }) => steps[0] === 'scheme')?.value
  const asked = scheme === undefined ? [undefined] : anyOf(scheme)
  const groups = new Map<string, Branch[]>()
  for (const branch of branches) {
    const [key = '', next] = branch.steps
    if (next !== undefined) groups.set(key, [...(groups.get(key) ?? []), branch])
    else if (!meetsValue(node, branch, asked, world)) return false
  }
  return [...groups].every(([key, inner]) => {
    const rest = inner.map((branch) => ({ ...branch, steps: branch.steps.slice(1) }))
    return valuesAt(node, key, rest[0]!.steps[0], world).some((one) =>
      follow(one, world).some((next) => meets(next, rest, world)),
    )
  })
}

interface Meant {
  readonly value: string
  readonly meaning: Meaning
}

/** Both bounds of a range as one condition, on each value by itself; a bound that comes again is another range. */
function joinBounds(meant: readonly Meant[]): Meant[] {
  const all: (Meant & { stem?: string; open?: string })[] = []
  for (const one of meant) {
    const [, stem, end] = /^(.*)\.(from|to)$/.exec(one.meaning.key) ?? []
    const before = stem === undefined ? -1 : all.findLastIndex((other) => other.stem === stem)
    const first = all[before]
    if (first?.open === undefined || first.open === end) {
      all.push({ ...one, ...(end !== undefined && { stem, open: end }) })
      continue
    }
    const both = (value: any): boolean =>
      first.meaning.predicate!(value, first.value) && one.meaning.predicate!(value, one.value)
    all[before] = {
      value: one.value,
      stem,
      meaning: { ...one.meaning, key: `${stem}.both`, predicate: (value) => [value ?? []].flat().some(both) },
    }
  }
  return all
}

/** Conditions that meet at one node, in the order in which they came, each with the branches of its ways. */
function unitsOf(conditions: readonly Meant[]): Branch[][][] {
  const units: { list: string; keys: Set<string>; branches: Branch[][] }[] = []
  for (const { value, meaning } of joinBounds(conditions)) {
    const { identifiers, key } = meaning
    const areIdentifiers =
      identifiers !== undefined &&
      value.split('|').some((one) => idIn(schemes[identifiers.scheme]!, one) !== undefined)
    const ways = areIdentifiers ? [...meaning.ways, ...identifiers.ways] : meaning.ways
    const branches = ways.map(({ steps, comparison }) => ({ steps, comparison, meaning, value }))
    const list = meaning.alone ? '' : ways[0]!.list
    const unit = list === '' ? undefined : units.findLast((one) => one.list === list)
    if (unit && !unit.keys.has(key)) {
      unit.keys.add(key)
      unit.branches.push(branches)
      continue
    }
    units.push({ list, keys: new Set([key]), branches: [branches] })
  }
  return units.map(({ branches }) => branches)
}

/** Every choice of one branch for each condition. */
function* choices(branches: readonly (readonly Branch[])[]): Generator<Branch[]> {
  const [first, ...rest] = branches
  if (!first) {
    yield []
    return
  }
  for (const branch of first) for (const others of choices(rest)) yield [branch, ...others]
}

export interface Evaluator {
  /** IRIs of the records that meet all conditions. */
  evaluate(path: string, conditions: readonly ParsedCondition[]): string[]
  /** The values at which a filter looks in a record, as text. */
  valuesAt(path: string, key: string, record: Json): string[]
  /** The identifiers that a filter takes in the place of ids. */
  identifiersAt(path: string, key: string, record: Json): string[]
}

/** The texts at the end of a way. */
function textsAt(node: Json, [key = '', ...rest]: readonly string[], world: World): string[] {
  const found = valuesAt(node, key, rest[0], world)
  if (rest.length > 0)
    return found.flatMap((one) => follow(one, world).flatMap((next) => textsAt(next, rest, world)))
  return found
    .flatMap((one) => (typeof one === 'object' ? Object.values(one as Json).flat() : [one]))
    .map(String)
}

/** Finds the records that name an entity at keys that lead to a reference. */
function createReferring(lists: ReadonlyMap<string, readonly Json[]>): World['referring'] {
  const byKeys = new Map<string, Map<string, Json[]>>()
  const read = (keys: string): Map<string, Json[]> => {
    const byIri = new Map<string, Json[]>()
    for (const record of [...lists.values()].flat()) {
      const named = keys
        .split('.')
        .reduce<any[]>((nodes, key) => nodes.flatMap((node) => [node[key] ?? []].flat()), [record])
      for (const { local_identifier } of named)
        byIri.set(local_identifier, [...(byIri.get(local_identifier) ?? []), record])
    }
    return byIri
  }
  return (keys, iri) => {
    let byIri = byKeys.get(keys)
    if (!byIri) byKeys.set(keys, (byIri = read(keys)))
    return byIri.get(iri) ?? []
  }
}

/** @param lists the canonical records by path of their list, in the order of the list */
export function createEvaluator(
  base: string,
  lists: ReadonlyMap<string, readonly Json[]>,
  model: Model,
): Evaluator {
  const byId = new Map<string, Json[]>()
  for (const record of [...lists.values()].flat())
    byId.set(record.local_identifier, [...(byId.get(record.local_identifier) ?? []), record])
  const meaningOf = readMeanings(model)
  const world: World = { model, base, byId, referring: createReferring(lists), meaningOf }
  const words = createWordEvaluator(model, (value) => follow(value, world))
  return {
    valuesAt: (path, key, record) =>
      meaningOf(path, key).ways.flatMap(({ steps }) => textsAt(record, steps, world)),
    identifiersAt(path, key, record) {
      const { identifiers } = meaningOf(path, key)
      if (!identifiers) return []
      const known = schemes[identifiers.scheme]!
      return identifiers.ways
        .flatMap(({ steps }) => textsAt(record, steps, world))
        .filter((one) => idIn(known, one) !== undefined)
    },
    evaluate(path, conditions) {
      // Texts of records are in Normalization Form C.
      const isSearch = ({ key }: ParsedCondition): boolean => key === 'cf.search.words'
      const searches = conditions.filter(isSearch)
      const others = conditions.filter((one) => !isSearch(one))
      const meant = others.map(({ key, value }) => ({
        value: value.normalize('NFC'),
        meaning: meaningOf(path, key),
      }))
      const type = model.typeAt(path)!
      const units = unitsOf(meant).map((unit) => [...choices(unit)])
      return (lists.get(path) ?? [])
        .filter((record) => units.every((unit) => unit.some((branches) => meets(record, branches, world))))
        .filter((record) => searches.every(({ value }) => words.has(value, record, type)))
        .map(({ local_identifier }) => local_identifier as string)
    },
  }
}
