/** Persons of one record that have one ORCID and different names: the ORCID is wrong for some, and they stay apart. */

import type { Json } from '../../model/values/json.ts'
import { isSameText, mayBeSameName } from './names.ts'
import { orcidIri, valuesOf } from '../../model/conversion/ids.ts'
import { generatedId } from '../../model/identifiers/generated-ids.ts'
import { objectsOf, textOf } from '../../model/conversion/json.ts'

const PERSON_IRI = orcidIri('')

/** The persons among the entities of a record that are known by their ORCID, by its IRI. */
function personsByOrcid(entities: readonly Json[]): Map<string, Json[]> {
  const found = new Map<string, Json[]>()
  for (const entity of entities) {
    const id = entity['local_identifier']
    if (entity['entity_type'] !== 'person' || typeof id !== 'string' || !id.startsWith(PERSON_IRI)) continue
    const persons = found.get(id)
    if (persons) persons.push(entity)
    else found.set(id, [entity])
  }
  return found
}

/** Whether two names are surely of two persons: one may be left out, or stand in another script. */
function areTwo(a: Json, b: Json): boolean {
  const [first, second] = [textOf(a['name']), textOf(b['name'])]
  const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)
  if (first === undefined || second === undefined || isLatin(first) !== isLatin(second)) return false
  return !isSameText(first, second) && !mayBeSameName(a, b)
}

/** A person without ORCID: nothing says whose it is. */
function withoutOrcid(person: Json, orcid: string, scope: string): Json {
  const others = objectsOf(person['identifiers']).filter(
    ({ scheme, value }) => scheme !== 'orcid' || value !== orcid,
  )
  const { identifiers: _, ...rest } = person
  return {
    ...rest,
    local_identifier: generatedId(scope, 'person', String(person['name'])),
    ...(others.length > 0 && { identifiers: others }),
  }
}

/** A value in which entities are others. */
function replaced(value: unknown, by: ReadonlyMap<unknown, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(by.get(value) ?? value).map(([key, inner]) => [key, replaced(inner, by)]),
  )
}

/**
 * Keeps persons of one record apart who have one ORCID and different names.
 * @param entitiesOf the entities in each record
 * @returns the records themselves, if there are none such
 */
export function separatePersons(
  records: readonly Json[],
  entitiesOf: readonly (readonly Json[])[],
  drop: (what: string) => void,
): readonly Json[] {
  const replacements = new Map<unknown, Json>()
  for (const [i, record] of records.entries())
    for (const [iri, persons] of personsByOrcid(entitiesOf[i] ?? [])) {
      if (persons.length === 1) continue
      const first = persons.find((one) => textOf(one['name']) !== undefined) ?? (persons[0] as Json)
      const other = persons.find((one) => areTwo(first, one))
      if (!other) continue
      const [orcid] = valuesOf(first, 'orcid') as [string]
      const [a, b] = [String(first['name']), String(other['name'])]
      drop(`the ORCID ${orcid}, which stands beside «${a}» and «${b}»`)
      const scope = `${String(record['local_identifier'])} ${iri}`
      for (const one of persons) replacements.set(one, withoutOrcid(one, orcid, scope))
    }
  return replacements.size === 0 ? records : (replaced(records, replacements) as Json[])
}
