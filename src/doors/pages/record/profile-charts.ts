/** Records in charts, as the rows say: all of a type, or those that refer to one record (its profile). */

import type { Condition } from '../../../filter/condition.ts'
import type { Filter } from '../../../model/rows/filters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { eachNameOnce } from '../../../record/naming/name-of-record.ts'
import { chart, type Point } from '../shared/chart.ts'
import { h, type Content } from '../../shared/html.ts'
import { countedHeading } from '../shared/components.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import { relativeHref, type Site } from '../shared/site.ts'

export interface ProfileFacet {
  readonly filter: Filter
  readonly label: string
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

export interface Profile {
  readonly label: string
  /** Of the records that are counted. */
  readonly type: EntityType
  /** The conditions that they meet. */
  readonly conditions: readonly Condition[]
  readonly total: number
  readonly facets: readonly ProfileFacet[]
}

const MAX_BARS = 8

/** Where a value leads: to its record, and its number to the list of those that have it. */
function linksOf(
  { filter }: ProfileFacet,
  value: string,
  { type, conditions }: Profile,
  site: Site,
): Pick<Point, 'href' | 'listHref'> {
  const [record] = site.typesOf(value)
  const all = [...conditions, { key: filter.key, filter, value }]
  const list = relativeHref(site, listUrl(site.urls, type, all))
  if (!record) return { href: list }
  return { href: relativeHref(site, site.urls.entity(record, value)), listHref: list }
}

function facetChart(facet: ProfileFacet, profile: Profile, site: Site): Content {
  const points = eachNameOnce(facet.values, site).map(({ value, label, count }): Point => ({
    label,
    value: count,
    ...linksOf(facet, value, profile, site),
  }))
  const isByYear = facet.filter.path.target.kind === 'date'
  if (isByYear && points.length < 2) return null
  return chart(site.locale.translate(facet.label), isByYear ? points : points.slice(0, MAX_BARS), site.locale)
}

/** The charts of a profile. */
export const profileCharts = (profile: Profile, site: Site): Content =>
  profile.facets.map((facet) => facetChart(facet, profile, site))

export function profileSections(profiles: readonly Profile[], site: Site): Content {
  const { texts, translate, number } = site.locale
  return profiles.map((profile) =>
    h(
      'section',
      { class: 'profile' },
      countedHeading('h2', texts.record.atAGlance(translate(profile.label)), number(profile.total)),
      h('div', { class: 'charts' }, profileCharts(profile, site)),
    ),
  )
}
