/** The media types in which answers can be had: one ordered table, and the choice among them (RFC 9110 section 12). */

import Negotiator from 'negotiator'
import { Problem } from './errors.ts'

/** What can be represented. */
export type Resource = 'entity' | 'list' | 'overview' | 'select' | 'ask' | 'triples' | 'endpoint'

interface Row {
  /** Value of Content-Type, and what Accept is compared with. */
  readonly type: string
  /** Parameters that Accept may name as well, because every answer has them. */
  readonly implied?: string
  readonly of: readonly Resource[]
  /** Whether answers hold `meta`; where they do not, its links are in Link headers. */
  readonly meta: Readonly<Record<'entity' | 'list', boolean>>
  /** The requested entity's `meta` links to this form with rel `service`. */
  readonly service?: true
  /** What this row is the default of, though others stand before it. */
  readonly first?: readonly Resource[]
}

const COMPACTED = 'profile="http://www.w3.org/ns/json-ld#compacted"'

const NONE = { entity: false, list: false } as const

/** Short names, for `?format=`, and rows; the first row of a resource is its default. */
export const mediaTypes = {
  json: { type: 'application/json; charset=utf-8', of: ['entity', 'list', 'overview', 'select', 'ask'], meta: { entity: true, list: true } },
  jsonld: { type: 'application/ld+json', implied: COMPACTED, of: ['entity', 'list', 'triples', 'endpoint'], meta: { entity: false, list: true } },
  skgif: { type: 'application/vnd.skgif.ld+json', of: ['entity', 'list'], meta: { entity: false, list: true } },
  html: { type: 'text/html; charset=utf-8', of: ['overview', 'endpoint'], meta: { entity: false, list: false } },
  turtle: { type: 'text/turtle; charset=utf-8', of: ['triples', 'endpoint'], first: ['triples', 'endpoint'], meta: NONE },
  trig: { type: 'application/trig', of: ['triples', 'endpoint'], meta: NONE },
  ntriples: { type: 'application/n-triples', of: ['triples', 'endpoint'], meta: NONE },
  nquads: { type: 'application/n-quads', of: ['triples', 'endpoint'], meta: NONE },
  rdfxml: { type: 'application/rdf+xml', of: ['triples', 'endpoint'], meta: NONE },
  csv: { type: 'text/csv; charset=utf-8', of: ['select'], meta: NONE },
  tsv: { type: 'text/tab-separated-values; charset=utf-8', of: ['select'], meta: NONE },
  results: { type: 'application/sparql-results+json', of: ['select', 'ask'], first: ['select', 'ask'], meta: NONE },
  resultsxml: { type: 'application/sparql-results+xml', of: ['select', 'ask'], meta: NONE },
} as const satisfies Record<string, Row>

export type MediaName = keyof typeof mediaTypes
/** A row with its short name. */
export interface MediaType extends Row { readonly name: MediaName }

const all: readonly MediaType[] = (Object.keys(mediaTypes) as MediaName[]).map((name) => ({ name, ...mediaTypes[name] }))

/** The media types of a resource, the default first. */
export const offersOf = (resource: Resource): readonly MediaType[] =>
  all.filter(({ of }) => of.includes(resource)).sort((a, b) => Number(isFirst(b, resource)) - Number(isFirst(a, resource)))

const isFirst = ({ first = [] }: MediaType, resource: Resource): boolean => first.includes(resource)

/** `type/subtype` without parameters. */
export const bareType = ({ type }: MediaType): string => type.split(';', 1)[0] as string

/** A longer Accept is of no use to anybody and takes long to compare. */
const MAX_ACCEPT = 2048

const compared = ({ type, implied }: MediaType): string =>
  [type, type.includes('charset') ? '' : 'charset=utf-8', implied].filter(Boolean).join('; ')

const listed = (offers: readonly MediaType[]): string => offers.map((offer) => `${bareType(offer)} (format=${offer.name})`).join(', ')

/**
 * Chooses among the offers: by format if given, else by Accept. Equal preferences are settled by specificity,
 * then by the order in Accept, then by the order of the offers.
 * @param accept value of the header; absent or blank means anything
 * @param format short name of a media type, which outweighs the header
 * @throws Problem not-acceptable, naming the offers
 */
export function negotiate(accept: string | undefined, offers: readonly MediaType[], format?: string): MediaType {
  if (format !== undefined) {
    const chosen = offers.find(({ name }) => name === format)
    if (!chosen) throw new Problem('not-acceptable', `There is no format of that name here; there are ${listed(offers)}.`)
    return chosen
  }
  if (!accept?.trim() || accept === '*/*') return offers[0] as MediaType
  if (accept.length > MAX_ACCEPT) throw new Problem('header-too-large', `Accept is longer than ${MAX_ACCEPT} characters.`)
  const types = offers.map(compared)
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(types)
  if (best === undefined) throw new Problem('not-acceptable', `Accept allows none of the media types that can be had here: ${listed(offers)}.`)
  return offers[types.indexOf(best)] as MediaType
}
