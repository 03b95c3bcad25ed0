/** Which lists a server has: by what its API root says, or by the paths that the model gives them. */

import type { EntityType } from '../model/rows/row.ts'
import type { Model } from '../model/model.ts'
import { isObject, parseJson } from '../model/values/json.ts'
import type { HttpClient, HttpAnswer } from './http-client.ts'
import { readListPage } from './list-page.ts'

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
  const segment = new URL(url).pathname.replace(/\/+$/, '').split('/').at(-1) as string
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
    return typeof url === 'string' && URL.canParse(url, root) ? [ownUrl(new URL(url, root), root)] : []
  })
}

/** A URL on the host that was named, whatever the server believes to be called. */
function ownUrl(url: URL, root: string): string {
  const { protocol, host } = new URL(root)
  const own = new URL(url)
  own.protocol = protocol
  own.host = host
  return own.href
}

/** A path at which there is a list, although it may want other parameters, or is empty. */
function isListAt({ status, text, headers }: HttpAnswer): boolean {
  if (status === 400 || status === 422) return true
  return (status === 200 || status === 404) && readListPage(parseJson(text), headers) !== undefined
}

/**
 * The lists at a URL, which is that of an API or of one list.
 * @throws Error if there is none; Unanswered, BudgetExceeded
 */
export async function findLists(client: HttpClient, url: string, model: Model): Promise<ServerList[]> {
  const answer = await client.get(url)
  const value = parseJson(answer.text)
  const named = collectionsOf(value, url)
  if (named.length > 0) return named.map((one) => asList(one, model))
  const known = typeOfPath(url, model)
  if (known !== undefined || (answer.status === 200 && readListPage(value, answer.headers)))
    return [asList(url, model)]
  const root = new URL(url)
  root.search = ''
  const lists: ServerList[] = []
  for (const type of model.types) {
    for (const segment of [type.path, type.name]) {
      const list = `${root.href.replace(/\/+$/, '')}/${segment}`
      if (!isListAt(await client.get(`${list}?page_size=1`))) continue
      lists.push({ url: list, type })
      break
    }
  }
  if (lists.length > 0) return lists
  throw new Error(
    `no list of records is at ${url}, nor at the paths below it that SKG-IF has: ` +
      `${model.types.map(({ path }) => path).join(', ')}; give the URL of the API, as ` +
      'https://example.org/skg-if/api',
  )
}
