/**
 * The contributions of one work in the records of two sources. Two persons are one if they have one ORCID; or if
 * one of them has none, their names agree, and they stand at the same place, or are the only ones of that whole
 * name. No other two are joined.
 */

import type { Json } from '../../../../model/values/json.ts'
import { objectOf, objectsOf, textOf, withoutEmpty } from '../shared/json.ts'
import { isSameEntity, joinEntities, joinLists, valuesOf } from './entities.ts'
import { mayBeSameName, wholeName } from './names.ts'

const byOf = (contribution: Json): Json => objectOf(contribution['by'])
const orcidOf = (person: Json): string | undefined => valuesOf(person, 'orcid')[0]
const isPerson = (agent: Json): boolean => agent['entity_type'] === 'person'
const isOrganisation = (agent: Json): boolean => agent['entity_type'] === 'organisation'

/** In the order of their ranks. */
const inRole = (contributions: readonly Json[], role: unknown): Json[] =>
  contributions
    .filter((one) => one['role'] === role)
    .sort((a, b) => Number(a['rank'] ?? Infinity) - Number(b['rank'] ?? Infinity))

/** Whether a whole name stands exactly once in a list. */
const isOnly = (name: string, list: readonly Json[]): boolean =>
  list.filter((one) => mayHaveName(byOf(one), name)).length === 1

const mayHaveName = (agent: Json, name: string): boolean =>
  wholeName(agent) === name || mayBeSameName(agent, { name })

/** Where the same agent stands in a list; undefined if it is not there. */
function placeIn(
  list: readonly Json[],
  other: Json,
  place: number,
  others: readonly Json[],
): number | undefined {
  const agent = byOf(other)
  const orcid = orcidOf(agent)
  const sameOrcid = orcid === undefined ? -1 : list.findIndex((one) => orcidOf(byOf(one)) === orcid)
  if (sameOrcid !== -1) return sameOrcid
  const isSame = (one: Json | undefined): boolean => {
    const known = byOf(one ?? {})
    if (one === undefined || (orcid !== undefined && orcidOf(known) !== undefined)) return false
    return isPerson(known) && isPerson(agent) ? mayBeSameName(known, agent) : isSameEntity(known, agent)
  }
  if (isSame(list[place])) return place
  const name = wholeName(agent)
  if (name === undefined || !isOnly(name, list) || !isOnly(name, others)) return undefined
  const found = list.findIndex((one) => wholeName(byOf(one)) === name && isSame(one))
  return found === -1 ? undefined : found
}

/** The name that says more: a given name rather than its initial. */
function joinAgents(first: Json, second: Json): Json {
  const isKnown = isPerson(first) || isOrganisation(first)
  const [one, other] = isKnown ? [first, second] : [{ ...first, entity_type: second['entity_type'] }, second]
  const joined = joinEntities(one, other)
  if (!isPerson(joined)) return joined
  const lengthOf = (agent: Json): number => String(agent['name'] ?? '').length
  const isFuller =
    textOf(second['given_name']) !== undefined &&
    lengthOf(second) > lengthOf(first) &&
    mayBeSameName(first, second)
  const { name, given_name, family_name } = isFuller ? second : first
  return withoutEmpty({ ...joined, ...withoutEmpty({ name, given_name, family_name }) })
}

const joinTwo = (first: Json, second: Json): Json =>
  withoutEmpty({
    ...second,
    ...first,
    by: joinAgents(byOf(first), byOf(second)),
    declared_affiliations: joinLists(first['declared_affiliations'], second['declared_affiliations']),
    contribution_types: [
      ...new Set([first['contribution_types'] ?? [], second['contribution_types'] ?? []].flat()),
    ],
  })

/** A role in both records: those of the fuller one, and others only if all of these are among them. */
function joinRole(
  first: readonly Json[],
  second: readonly Json[],
  lose: (what: string) => void,
  role: unknown,
): Json[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const all = [...first]
  const matched = new Set<number>()
  const others = second.filter((other, i) => {
    const at = placeIn(first, other, i, second)
    if (at === undefined || matched.has(at)) return true
    matched.add(at)
    all[at] = joinTwo(all[at] as Json, other)
    return false
  })
  // A work has one publisher, whatever the sources call it; an incomplete list of authors goes on.
  if (others.length === 0 || (matched.size === first.length && role !== 'publisher'))
    return [...all, ...others]
  for (const _ of others)
    lose(`${String(role ?? 'contributor')} of one source who is not found in the fuller one`)
  return all
}

/** The roles, in the order in which their ranks are counted. */
const roles = ['author', 'editor', undefined, 'publisher']

export function joinContributions(first: unknown, second: unknown, lose: (what: string) => void): Json[] {
  const [own, others] = [objectsOf(first), objectsOf(second)]
  return roles
    .flatMap((role) => joinRole(inRole(own, role), inRole(others, role), lose, role))
    .map((one, i) => ({ ...one, rank: i + 1 }))
}
