/** Which lists a server has: by what its API root says, or by the paths that the model gives them. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { isObject } from '../../model/values/json.ts'
import { withoutLastSlashes } from '../../model/context/iri.ts'
import { Unanswered, type HttpClient, type HttpAnswer } from './http-client.ts'
import { parseAnswer, readListPage } from './list-page.ts'

export interface ServerList {
  readonly url: string
  /** The entity type of its records, where the path tells. */
  readonly type?: EntityType
}

/**
 * The URL with parameters in the place of those of the same names. What else stands in the query stays as it
 * is written: a filter may mean something else when its commas are encoded.
 */
export function withParameters(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const target = new URL(url)
  const otherParameters = target.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !Object.hasOwn(parameters, part.split('=', 1)[0] as string))
  const newParameters = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  target.search = [...otherParameters, ...newParameters].join('&')
  return target.href
}

/** The type whose list has the path at its end, or which is called so. */
function typeOfPath(url: string, model: Model): EntityType | undefined {
  const segment = withoutLastSlashes(new URL(url).pathname).split('/').at(-1) as string
  return model.typeAt(segment) ?? model.typeNamed(segment)
}

const asList = (url: string, model: Model): ServerList => {
  const type = typeOfPath(url, model)
  return type === undefined ? { url } : { url, type }
}

/** The lists that an index of the API names, as that of skeg does. */
function collectionsOf(value: unknown, root: string): string[] {
  const collections =
    isObject(value) && Array.isArray(value['collections']) ? (value['collections'] as unknown[]) : []
  return collections.flatMap((one) => {
    const url = isObject(one) ? one['url'] : undefined
    return ownUrl(url, root) ?? []
  })
}

/** A URL on the host that was named, whatever the server believes to be called; undefined for what is none. */
export function ownUrl(url: unknown, root: string): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url, root)) return undefined
  const { protocol, pathname, search } = new URL(url, root)
  if (!/^https?:$/.test(protocol)) return undefined
  const own = new URL(root)
  own.pathname = pathname
  own.search = search
  return own.href
}

/** A path at which there is a list, although it may want other parameters, or is empty. */
function isListAt({ status, text, headers }: HttpAnswer): boolean {
  if (status === 400 || status === 422) return true
  return (status === 200 || status === 404) && readListPage(parseAnswer(text), headers) !== undefined
}

/** The lists that an answer names, or the one that it is. */
function listsIn({ url, status, text, headers }: HttpAnswer, model: Model): ServerList[] {
  const value = parseAnswer(text)
  const named = collectionsOf(value, url)
  if (named.length > 0) return named.map((one) => asList(one, model))
  const isList = typeOfPath(url, model) !== undefined || (status === 200 && readListPage(value, headers))
  return isList ? [asList(url, model)] : []
}

/** Where the API is, by the OpenAPI document at a URL: the first of its servers. */
async function apiOf(client: HttpClient, url: string): Promise<string | undefined> {
  const place = `${url}/openapi.json`
  const answer = await client.get(place, { retries: 0 }).catch((error: unknown) => {
    if (error instanceof Unanswered) return undefined
    throw error
  })
  const document = answer?.status === 200 ? parseAnswer(answer.text) : undefined
  const servers = isObject(document) && Array.isArray(document['servers']) ? document['servers'] : []
  const server: unknown = servers[0]
  if (!isObject(server) || typeof server['url'] !== 'string') return undefined
  const variables = isObject(server['variables']) ? server['variables'] : {}
  const text = server['url'].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return isObject(variable) && typeof variable['default'] === 'string' ? variable['default'] : whole
  })
  return ownUrl(text, place)
}

/** The lists at the paths of SKG-IF below a URL. */
async function listsBelow(client: HttpClient, url: string, model: Model): Promise<ServerList[]> {
  const lists: ServerList[] = []
  for (const type of model.types) {
    for (const segment of [type.path, type.name]) {
      const list = `${url}/${segment}`
      if (!isListAt(await client.get(`${list}?page_size=1`))) continue
      lists.push({ url: list, type })
      break
    }
  }
  return lists
}

/**
 * The lists at a URL, which is that of an API, of the home page of its server, or of one list.
 * @throws Error if there is none; Unanswered, BudgetExceeded
 */
export async function findLists(client: HttpClient, url: string, model: Model): Promise<ServerList[]> {
  const answer = await client.get(url, { toAnyHost: true })
  const lists = listsIn(answer, model)
  if (lists.length > 0) return lists
  const root = new URL(answer.url)
  root.search = ''
  const place = withoutLastSlashes(root.href)
  const api = withoutLastSlashes((await apiOf(client, place)) ?? place)
  const ofApi = api === place ? [] : listsIn(await client.get(api), model)
  if (ofApi.length > 0) return ofApi
  for (const one of new Set([place, api])) {
    const below = await listsBelow(client, one, model)
    if (below.length > 0) return below
  }
  throw new Error(
    `no list of records is at ${url}, nor at the paths below it that SKG-IF has: ` +
      `${model.types.map(({ path }) => path).join(', ')}; give the URL of the API, as ` +
      'https://example.org/skg-if/api',
  )
}
