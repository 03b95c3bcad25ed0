/**
 * The contributions of one work in the records of two sources. Two persons are one if they have one ORCID; or if
 * one of them has none, their names agree, and they stand at the same place, or are the only ones of that whole
 * name; or if all others in two lists of one length agree, and one given name is a short form of the other. No other
 * two are merged.
 */

import type { Drop } from '../../model/rows/source-row.ts'
import type { Json } from '../../model/values/json.ts'
import { objectOf, objectsOf, textOf, withoutEmpty } from '../../model/conversion/json.ts'
import { valuesOf } from '../../model/conversion/ids.ts'
import { isSameEntity, mergeEntities, mergeLists } from './same-embedded-entity.ts'
import { hasShortGivenName, mayBeSameName, wholeName, wordsOfName } from './names.ts'

const byOf = (contribution: Json): Json => objectOf(contribution['by'])
const orcidOf = (person: Json): string | undefined => valuesOf(person, 'orcid')[0]
const isPerson = (agent: Json): boolean => agent['entity_type'] === 'person'
const isOrganisation = (agent: Json): boolean => agent['entity_type'] === 'organisation'

/** In the order of their ranks. */
const inRole = (contributions: readonly Json[], role: unknown): Json[] =>
  contributions
    .filter((one) => one['role'] === role)
    .sort((a, b) => Number(a['rank'] ?? Infinity) - Number(b['rank'] ?? Infinity))

/** A list of contributions in which agents are looked up: some works have thousands of authors. */
interface Listed {
  readonly list: readonly Json[]
  readonly byOrcid: ReadonlyMap<string, number>
  readonly byWord: ReadonlyMap<string, readonly number[]>
}

function lookUp(list: readonly Json[]): Listed {
  const byOrcid = new Map<string, number>()
  const byWord = new Map<string, number[]>()
  list.forEach((one, i) => {
    const orcid = orcidOf(byOf(one))
    if (orcid !== undefined && !byOrcid.has(orcid)) byOrcid.set(orcid, i)
    for (const word of new Set(wordsOfName(byOf(one)))) {
      const places = byWord.get(word)
      if (places) places.push(i)
      else byWord.set(word, [i])
    }
  })
  return { list, byOrcid, byWord }
}

/** Where agents stand who may have a whole name. */
function placesOf(name: string, { list, byWord }: Listed): number[] {
  const candidates = new Set(name.split(' ').flatMap((word) => byWord.get(word) ?? []))
  const person = { name }
  return [...candidates].filter((i) => mayBeSameName(byOf(list[i] as Json), person))
}

/** Where the same agent stands in a list; undefined if it is not there. */
function placeIn(listed: Listed, other: Json, place: number, otherList: Listed): number | undefined {
  const agent = byOf(other)
  const orcid = orcidOf(agent)
  const sameOrcid = orcid === undefined ? undefined : listed.byOrcid.get(orcid)
  if (sameOrcid !== undefined) return sameOrcid
  const isSame = (one: Json | undefined): boolean => {
    const known = byOf(one ?? {})
    if (one === undefined || (orcid !== undefined && orcidOf(known) !== undefined)) return false
    return isPerson(known) && isPerson(agent) ? mayBeSameName(known, agent) : isSameEntity(known, agent)
  }
  if (isSame(listed.list[place])) return place
  const name = wholeName(agent)
  if (name === undefined || placesOf(name, otherList).length !== 1) return undefined
  const [found, ...more] = placesOf(name, listed)
  if (found === undefined || more.length > 0) return undefined
  const one = listed.list[found] as Json
  return wholeName(byOf(one)) === name && isSame(one) ? found : undefined
}

/** The name that says more: a given name rather than its initial. */
function mergeAgents(first: Json, second: Json): Json {
  const isKnown = isPerson(first) || isOrganisation(first)
  const [one, other] = isKnown ? [first, second] : [{ ...first, entity_type: second['entity_type'] }, second]
  const merged = mergeEntities(one, other)
  if (!isPerson(merged)) return merged
  const lengthOf = (agent: Json): number => String(agent['name'] ?? '').length
  const isFuller =
    textOf(second['given_name']) !== undefined &&
    lengthOf(second) > lengthOf(first) &&
    mayBeSameName(first, second)
  const { name, given_name, family_name } = isFuller ? second : first
  return withoutEmpty({ ...merged, ...withoutEmpty({ name, given_name, family_name }) })
}

const mergeTwo = (first: Json, second: Json): Json =>
  withoutEmpty({
    ...second,
    ...first,
    by: mergeAgents(byOf(first), byOf(second)),
    declared_affiliations: mergeLists(first['declared_affiliations'], second['declared_affiliations']),
    contribution_types: [
      ...new Set([first['contribution_types'] ?? [], second['contribution_types'] ?? []].flat()),
    ],
  })

/** Whether two are one where all others in their lists agree: one is called by a short form, such as Ron. */
function isShortened(one: Json | undefined, other: Json): boolean {
  const [first, second] = [byOf(one ?? {}), byOf(other)]
  const haveOrcids = orcidOf(first) !== undefined && orcidOf(second) !== undefined
  return isPerson(first) && isPerson(second) && !haveOrcids && hasShortGivenName(first, second)
}

/** A role in both records: those of the fuller one, and others only if all of these are among them. */
function mergeRole(first: readonly Json[], second: readonly Json[], drop: Drop, role: unknown): Json[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const merged = [...first]
  const matched = new Set<number>()
  const [known, given] = [lookUp(first), lookUp(second)]
  let isInOrder = first.length === second.length
  const isMatched = (other: Json, i: number, at: number | undefined): boolean => {
    if (at === undefined || matched.has(at)) return false
    isInOrder &&= at === i
    matched.add(at)
    merged[at] = mergeTwo(merged[at] as Json, other)
    return true
  }
  let unmatched = [...second.entries()].filter(
    ([i, other]) => !isMatched(other, i, placeIn(known, other, i, given)),
  )
  const [[place, left] = []] = unmatched
  if (place !== undefined && left && isInOrder && unmatched.length === 1 && isShortened(first[place], left))
    unmatched = unmatched.filter(([i, other]) => !isMatched(other, i, i))
  // A work has one publisher, whatever the sources call it; an incomplete list of authors goes on.
  if (unmatched.length === 0 || (matched.size === first.length && role !== 'publisher'))
    return [...merged, ...unmatched.map(([, other]) => other)]
  for (const [, other] of unmatched)
    drop(
      `${String(role ?? 'contributor')} of one source who is not found in the fuller one`,
      textOf(byOf(other)['name']),
    )
  return merged
}

/** The roles, in the order in which their ranks are counted. */
const roles = ['author', 'editor', undefined, 'publisher']

export function mergeContributions(first: unknown, second: unknown, drop: Drop): Json[] {
  const [own, others] = [objectsOf(first), objectsOf(second)]
  return roles
    .flatMap((role) => mergeRole(inRole(own, role), inRole(others, role), drop, role))
    .map((one, i) => ({ ...one, rank: i + 1 }))
}
