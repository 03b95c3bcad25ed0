/** All URLs below the root of the server: one function for each kind, so that all links to a thing are the same. */

import type { EntityType } from '../model/rows/row.ts'
import { isAbsolute } from '../model/context/iri.ts'
import type { Model } from '../model/model.ts'
import type { LinkTemplate } from '../config/setting-row.ts'

/** What envelopes need to know of the graph and of where it is published. */
export interface PublishedGraph {
  readonly model: Model
  readonly base: string
  readonly urls: Urls
  /** Links to other services, shown with the requested entity. */
  readonly services: readonly LinkTemplate[]
  /** Whether people get pages. */
  readonly hasPages?: boolean | undefined
  /** The types of which an IRI is a record. */
  typesOf(iri: string): readonly EntityType[]
}

/** Path of the API under the public URL. */
export const API_PATH = '/skg-if/api'

/** One page of a list. */
export interface Page {
  /** Filter as it stands in a URL, percent-encoded; absent if there is none. */
  readonly filter?: string | undefined
  /** From 1. */
  readonly page: number
  /** Short name of the form that was asked for by name: the pages around it stay in it. */
  readonly format?: string | undefined
  readonly pageSize: number
  /** The random sample of which it is a page, as it stands in a URL. */
  readonly sample?: string | undefined
  /** Parameters of skeg's own, as they stand in a URL. */
  readonly parameters?: string | undefined
}

export interface Urls {
  /** Public URL of the server, without a slash at the end. */
  readonly root: string
  /** The path of the root, empty where it has none. */
  readonly path: string
  readonly api: string
  /** All records of a type, or those that a filter selects, or a sample of these. */
  list(type: EntityType, filter?: string, sample?: string): string
  page(type: EntityType, page: Page): string
  /** The canonical URL of an entity. */
  entity(type: EntityType, iri: string): string
  /** The URL that asks for an id as text, whatever it may be. */
  requestUrl(type: EntityType, id: string): string
}

/** What follows the base in an IRI; undefined where that could not stand for the IRI in a path. */
export function suffixOf(iri: string, base: string): string | undefined {
  if (!iri.startsWith(base)) return undefined
  const suffix = iri.slice(base.length)
  return suffix === '' || suffix === '.' || suffix === '..' || isAbsolute(suffix) ? undefined : suffix
}

/**
 * The URLs of a graph's records.
 * @param root public URL of the server
 * @param base base of the graph
 */
export function createUrls(root: string, base: string): Urls {
  const api = root + API_PATH
  const list = ({ path }: EntityType, filter?: string, sample?: string): string => {
    const query = [filter && `filter=${filter}`, sample].filter(Boolean).join('&')
    return `${api}/${path}${query && `?${query}`}`
  }
  const lookup = (type: EntityType, id: string): string => `${list(type)}/${encodeURIComponent(id)}`
  return {
    root,
    path: new URL(root).pathname.replace(/\/$/, ''),
    api,
    list,
    requestUrl: lookup,
    page: (type, { filter, page, pageSize, sample, parameters, format }) =>
      `${list(type)}?${[
        filter && `filter=${filter}`,
        `page=${page}&page_size=${pageSize}`,
        sample,
        parameters,
        format && `format=${format}`,
      ]
        .filter(Boolean)
        .join('&')}`,
    entity: (type, iri) => lookup(type, suffixOf(iri, base) ?? iri),
  }
}

/** Host and path of an http(s) IRI, as they are compared. */
const authorityAndPath = (iri: string): string =>
  iri
    .replace(/^https?:\/\//i, '')
    .replace(/^[^/?#]*/, (host) => host.toLowerCase().replace(/:(?:80|443)$/, ''))

/** @throws Error if a base equals or lies under the URL of the API: ids and URLs of the API are kept apart */
export function assertBaseOutsideApi(base: string, api: string): void {
  const [apiAddress, baseAddress] = [authorityAndPath(api), authorityAndPath(base)]
  if (!baseAddress.startsWith(apiAddress) || !/^(?:$|[/?#])/.test(baseAddress.slice(apiAddress.length)))
    return
  throw new Error(
    `The base ${base} lies under the URL of the API, ${api}: ids must be outside it. Give another ` +
      '--base or another --public-url.',
  )
}
