/** Solutions of queries as points of charts. */

import type { CodeList } from '../../model/values/codes.ts'
import { nameOf } from '../../record/naming/name-of-record.ts'
import { iriOf, isIri, isLiteral, textOf } from '../../record/rdf/triples.ts'
import type { Solution } from '../../record/serializers/tsv-results.ts'
import type { Point } from './chart.ts'
import { isLinkable } from './html.ts'
import { relativeHref, type Site } from './site.ts'
import { shorten } from './labels.ts'

/** Solutions that are looked at; a chart takes of their points what it can show. */
const MAX_SOLUTIONS = 500

const MAX_LABEL_LENGTH = 80

export const isNumber = (term: string): boolean =>
  isLiteral(term) && /XMLSchema#(?:integer|decimal|double)>$/.test(term)

/** A solution as a point: its number, its text or IRI, and where the IRI leads. */
function pointOf(solution: Solution, site: Site, codes: CodeList | undefined): Point | undefined {
  const terms = Object.values(solution)
  const value = terms.find(isNumber)
  const iri = terms.find(isIri)
  const text = terms.find((term) => isLiteral(term) && !isNumber(term))
  if (
    value === undefined ||
    !Number.isFinite(Number(textOf(value))) ||
    (iri === undefined && text === undefined)
  )
    return undefined
  const named = iri === undefined ? undefined : iriOf(iri)
  const listed = named === undefined ? undefined : site.model.typeOfClass(named)
  const type = named === undefined ? undefined : site.typesOf(named)[0]
  const label =
    text !== undefined
      ? codes === undefined
        ? textOf(text)
        : site.locale.codeName(textOf(text), codes)
      : ((listed && site.locale.translate(listed.plural)) ??
        (type
          ? nameOf(site.namedRecords?.get(named as string) ?? { local_identifier: named }, type, site)
          : site.model.vocabulary.compactIri(named as string, site.base)))
  const url = listed
    ? site.urls.list(listed)
    : type
      ? site.urls.entity(type, named as string)
      : text === undefined && label === named && isLinkable(named)
        ? named
        : undefined
  return {
    label: shorten(label, MAX_LABEL_LENGTH),
    value: Number(textOf(value)),
    href: url === undefined ? undefined : relativeHref(site, url),
  }
}

/** The first solutions that have a finite number and a text or an IRI. @param codes what texts are codes of */
export const pointsOf = (
  solutions: readonly Solution[],
  site: Site,
  codes: CodeList | undefined,
): readonly Point[] =>
  solutions.slice(0, MAX_SOLUTIONS).flatMap((solution) => pointOf(solution, site, codes) ?? [])
