/** Query parameters: read from the text of the URL, because a filter is read before it is decoded. */

import { withSuggestion } from '../../model/values/closest-match.ts'
import { tryDecodeQuery } from '../../model/values/text.ts'
import { Problem } from '../../config/errors.ts'
import { OWN_PREFIX, parameters, type NumberName, type Parameter } from '../../config/parameters.ts'
import type { RouteRequest } from './route-request.ts'

/** @throws Problem invalid-parameter */
export const readPaging = (query: Query): { readonly page: number; readonly pageSize: number } => ({
  page: numberValue(query, 'page'),
  pageSize: numberValue(query, 'page_size'),
})

/** The query of a request, which has no other parameters than its route. @throws Problem invalid-parameter */
export function knownQuery({
  querystring,
  parameters,
}: Pick<RouteRequest, 'querystring' | 'parameters'>): Query {
  const query = readQuery(querystring)
  requireKnown(query, parameters)
  return query
}

/** The form for which a request asks by name. @throws Problem invalid-parameter */
export const readFormat = (request: RouteRequest): string | undefined =>
  singleValue(knownQuery(request), 'format')

/** Name → values as they stand in the URL, still encoded. */
export type Query = ReadonlyMap<string, readonly string[]>

/** The text of a parameter's value. @throws Problem invalid-parameter if its encoding is broken */
export function decodeValue(name: string, value: string): string {
  const text = tryDecodeQuery(value)
  if (text === undefined)
    throw new Problem('invalid-parameter', `The value of ${name} is not percent-encoded UTF-8.`)
  return text
}

/** Reads the part of a URL after `?`; a name whose encoding is broken stays as it is. */
export function readQuery(text: string): Query {
  const query = new Map<string, string[]>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
    const key = tryDecodeQuery(name) ?? name
    const values = query.get(key)
    if (values) values.push(value)
    else query.set(key, [value])
  }
  return query
}

const FORM = 'application/x-www-form-urlencoded'

/** The parameters of the URL, and of POST those of its form, as text. @throws Problem unsupported-media-type */
export function formText({ method, querystring, bodyType, body }: RouteRequest): string {
  if (method === 'POST' && bodyType !== FORM)
    throw new Problem('unsupported-media-type', `Parameters are posted as ${FORM}.`, {
      headers: { Accept: FORM },
    })
  return [querystring, body].filter(Boolean).join('&')
}

export const readForm = (request: RouteRequest): Query => readQuery(formText(request))

/**
 * The one value of a parameter as text; undefined if it is absent.
 * @throws Problem invalid-parameter if it stands there twice
 */
export function singleValue(query: Query, name: string): string | undefined {
  const [value, another] = query.get(name) ?? []
  if (another !== undefined) throw new Problem('invalid-parameter', `${name} is given more than once.`)
  return value === undefined ? undefined : decodeValue(name, value)
}

/** @throws Problem invalid-parameter for a name that is not known, naming those that are */
export function requireKnown(query: Query, knownNames: readonly string[]): void {
  for (const name of query.keys()) {
    if (knownNames.includes(name)) continue
    const own = `${OWN_PREFIX}${name}`
    const unknown = `There is no parameter ${name.length > 64 ? `${name.slice(0, 64)}…` : name}`
    const meant = knownNames.includes(own) ? own : name
    throw new Problem(
      'invalid-parameter',
      `${withSuggestion(unknown, meant, knownNames)} The parameters are ${knownNames.join(', ')}.`,
    )
  }
}

/** Digits alone and no zero in front: what is equal has one URL. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/**
 * The whole number that a parameter holds, or its default; undefined where it is absent and has none.
 * @throws Problem invalid-parameter for anything but a number within its bounds
 */
export function numberValue<N extends NumberName>(
  query: Query,
  parameter: N,
): number | ((typeof parameters)[N] extends { readonly default: number } ? never : undefined)
export function numberValue(query: Query, parameter: NumberName): number | undefined {
  const row: Parameter = parameters[parameter]
  const { minimum = 0, maximum } = row
  const name = row.name ?? parameter
  const text = singleValue(query, name)
  if (text === undefined) return row.default
  const value = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= (maximum ?? Infinity)) return value
  const bounds = maximum === undefined ? `from ${minimum}` : `from ${minimum} to ${maximum}`
  throw new Problem('invalid-parameter', `${name} must be a whole number ${bounds}, in plain digits.`)
}
