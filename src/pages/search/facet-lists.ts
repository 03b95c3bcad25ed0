/** The facets beside a list: the values of its records, each with its count and a link to their list. */

import type { Condition } from '../../filter/condition.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Page } from '../../record/urls.ts'
import { facetParameters, moreValues, withFacets } from '../shared/facet-parameters.ts'
import { h, type Content } from '../shared/html.ts'
import { counted } from '../shared/parts.ts'
import { pageHref, relativeHref, type Site } from '../shared/site.ts'

export interface FacetCounts {
  readonly key: string
  /** Its heading. */
  readonly label: string
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
    /** URL of the list of the records that have the value. */
    readonly local_identifier: string
  }[]
}

interface FacetContent {
  readonly type: EntityType
  readonly page: Page
  readonly total: number
  readonly conditions: readonly Condition[]
  /** Absent where none are requested. */
  readonly facets?: readonly FacetCounts[] | undefined
}

function facetList({ key, label, values }: FacetCounts, content: FacetContent, site: Site): Content {
  const { page, conditions } = content
  const moreParameters = moreValues(page.parameters, key, values.length)
  const active = new Set(conditions.flatMap((one) => (one.filter.key === key ? [one.value] : [])))
  return h(
    'section',
    null,
    h('h3', null, label),
    h(
      'ul',
      null,
      values.map(({ value, label: name, count, local_identifier: url }) =>
        h(
          'li',
          null,
          active.has(value)
            ? h('strong', null, h('bdi', null, name))
            : h('a', { href: `${relativeHref(site, url)}&${page.parameters}` }, h('bdi', null, name)),
          ' ',
          counted(count),
        ),
      ),
    ),
    moreParameters !== undefined &&
      h('p', { class: 'more' }, pageLink(content, moreParameters, `More of ${label}`, site)),
  )
}

/** A link to the first page of the same list with other parameters. */
const pageLink = ({ type, page }: FacetContent, parameters: string, text: string, site: Site): Content =>
  h('a', { href: pageHref(site, type, page, { parameters }) }, text)

/** The facets that were requested, else a link to them; nothing where there are none. */
export function facetSection(content: FacetContent, site: Site): Content {
  const { type, page, total, facets } = content
  const parameters = facetParameters(type, site)
  if (total === 0 || parameters === '') return null
  const linkToFacets = (text: string): Content =>
    h('p', { class: 'narrow' }, pageLink(content, withFacets(page.parameters, parameters), text, site))
  if (!facets) return linkToFacets('Narrow by facets')
  const filled = facets.filter(({ values }) => values.length > 0)
  const keys = site.model.filtersOf(type).all.filter(({ row }) => row.facet !== undefined)
  return [
    filled.length > 0 &&
      h(
        'nav',
        { class: 'facets', 'aria-label': 'Facets' },
        filled.map((facet) => facetList(facet, content, site)),
      ),
    facets.length < keys.length && linkToFacets('All facets'),
  ]
}
