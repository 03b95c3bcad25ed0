/** The form of a list: a redirect to the list of what it asks for. */

import { boundOf, type Condition } from '../../../filter/condition.ts'
import { filterProblem, unknownFilter } from '../../../filter/errors.ts'
import { MAX_CONDITIONS } from '../../../filter/parse.ts'
import { joinValues } from '../../../filter/values/alternatives.ts'
import { SEPARATOR } from '../../../model/rows/filter-row.ts'
import { ID_IN_BRACKETS } from './filter-form.ts'
import { listUrl } from '../../../api/request/list-url.ts'
import { relativeHref, siteOf } from '../shared/site.ts'
import { NAMED } from '../../../config/parameters.ts'
import { redirectTo, type Answer } from '../../../api/representation/answer.ts'
import { decodeValue, readQuery } from '../../../api/request/query-parameters.ts'
import type { RouteRequest } from '../../../api/request/route-request.ts'
import { requireCollection } from '../../../api/graph-context.ts'
import { ambiguousNames, valueMeant } from './named-values.ts'

/** Parameters of skeg's own, which the form of a list keeps: how it is sorted, which facets stand beside it. */
const isListParameter = (key: string): boolean => key.startsWith('skeg_')

/** `2019-2021`, `2019-` */
const YEARS = /^(\d{4})?\s*[-–]\s*(\d{4})?$/

/** Each parameter but those of lists is a filter; one without a value says nothing, names stand for ids,
 * and a value behind a separator is another one of the condition before it. */
export async function searchCollection(request: RouteRequest): Promise<Answer> {
  const { context, path, querystring } = request
  const site = siteOf(request)
  const type = requireCollection(context.model, path['collection'] ?? '')
  const conditions: Condition[] = []
  const parameters: string[] = []
  const names: string[] = []
  for (const [key, values] of readQuery(querystring)) {
    if (isListParameter(key)) {
      parameters.push(...values.map((value) => `${key}=${value}`))
      continue
    }
    const filter = context.model.filtersOf(type).find(key)
    if (!filter) throw unknownFilter(context.model, type, key, false)
    for (const raw of values) {
      const text = decodeValue(key, raw).trim()
      const value = text.startsWith(SEPARATOR) ? text.slice(SEPARATOR.length).trim() : text
      if (value === '') continue
      const either = value === text ? -1 : conditions.findLastIndex((one) => one.filter === filter)
      const range = either === -1 && filter.path.target.kind === 'date' ? YEARS.exec(value) : null
      const bounds = (range?.slice(1) ?? []).flatMap((year, i): Condition[] => {
        const bound = year && boundOf(filter, i === 0 ? 'gte' : 'lte', type, context.model)
        return bound ? [{ key: bound.key, filter: bound, value: year }] : []
      })
      const meant = bounds.length > 0 ? value : await valueMeant(site, filter, value)
      if (bounds.length > 0) conditions.push(...bounds)
      else if (either === -1) conditions.push({ key, filter, value: meant })
      else conditions[either] = { key, filter, value: joinValues([conditions[either]!.value, meant]) }
      if (conditions.length > MAX_CONDITIONS)
        throw filterProblem(context.model, type, `${MAX_CONDITIONS} conditions are the most.`)
      if (meant !== value && !ID_IN_BRACKETS.test(value)) names.push(value)
    }
  }
  for (const { text } of await ambiguousNames(site, conditions, names))
    parameters.push(`${NAMED}=${encodeURIComponent(text)}`)
  return redirectTo(relativeHref(context, listUrl(context.urls, type, conditions, parameters)))
}
