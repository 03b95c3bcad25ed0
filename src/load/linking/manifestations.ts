/** The manifestations of one work in the records of two sources. */

import type { Json } from '../../model/values/json.ts'
import { doiOf } from '../../model/conversion/ids.ts'
import { objectOf, objectsOf, orNothing, textsOf, withoutEmpty } from '../../model/conversion/json.ts'
import { retracted } from '../../model/conversion/values.ts'
import { isSameEntity, mergeEntities, mergeIdentifiers } from './same-embedded-entity.ts'

/** Dates by kind: a date that is the beginning of another one says nothing more. */
function mergeDates(first: Json, second: Json): Json {
  const kinds = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return Object.fromEntries(
    kinds.map((kind) => {
      const [own, others] = [textsOf(first[kind]), textsOf(second[kind])]
      const exact = others.filter((other) => own.some((one) => other.startsWith(`${one}-`)))
      const inexact = own.filter((one) => !exact.some((other) => other.startsWith(`${one}-`)))
      return [kind, own.length === 0 ? others : [...new Set([...inexact, ...exact])]]
    }),
  )
}

function mergeVenues(first: unknown, second: unknown): unknown {
  const [own, other] = [objectOf(first), objectOf(second)]
  if (Object.keys(own).length === 0) return second
  return isSameEntity(own, other) ? mergeEntities(own, other) : first
}

const mergeBiblio = (first: Json, second: Json): Json | undefined =>
  orNothing({ ...second, ...first, in: mergeVenues(first['in'], second['in']) })

const mergeTwo = (first: Json, second: Json): Json =>
  withoutEmpty({
    ...second,
    ...first,
    identifiers: mergeIdentifiers(first['identifiers'], second['identifiers']),
    dates: mergeDates(objectOf(first['dates']), objectOf(second['dates'])),
    biblio: mergeBiblio(objectOf(first['biblio']), objectOf(second['biblio'])),
  })

/** Whether a manifestation is the one of the DOI, and no copy elsewhere, even if that names the DOI. */
function isOfDoi(manifestation: Json, doi: string | undefined, isOnly: boolean): boolean {
  const dois = objectsOf(manifestation['identifiers']).flatMap((one) => doiOf(one['value']) ?? [])
  const biblio = objectOf(manifestation['biblio'])
  const isPublished = isOnly || biblio['in'] !== undefined || biblio['hosting_data_source'] === undefined
  return isPublished && (dois.length === 0 || (doi !== undefined && dois.includes(doi)))
}

/** Those of the fuller record; the first of them is the one of the DOI, and others are copies elsewhere. */
export function mergeManifestations(first: unknown, second: unknown, doi: string | undefined): Json[] {
  const [[original, ...copies], otherManifestations] = [objectsOf(first), objectsOf(second)]
  if (!original) return otherManifestations
  const forms = otherManifestations.filter((one) => objectOf(one['type'])['class'] !== retracted.class)
  const same = forms.filter((one) => isOfDoi(one, doi, forms.length === 1))
  return [
    same.reduce<Json>((merged, one) => mergeTwo(merged, one), original),
    ...copies,
    ...otherManifestations.filter((one) => !same.includes(one)),
  ]
}
