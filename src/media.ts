/**
 * The media types in which answers can be had: one ordered table, and the choice among them (RFC 9110 section
 * 12).
 */

import Negotiator from 'negotiator'
import { Problem } from './errors.ts'

/**
 * What can be represented; citation is what entities and lists are besides, if their records can be cited;
 * download is a whole list as a file; a preview is a page for a frame; facts are for programs alone.
 */
export type Resource =
  | 'entity'
  | 'list'
  | 'citation'
  | 'download'
  | 'overview'
  | 'preview'
  | 'dataset'
  | 'context'
  | 'sitemap'
  | 'text'
  | 'openapi'
  | 'openapi-yaml'
  | 'select'
  | 'ask'
  | 'triples'
  | 'endpoint'
  | 'metrics'
  | 'dump'
  | 'facts'

interface Row {
  /** Value of Content-Type, and what Accept is compared with. */
  readonly type: string
  /** Parameters that Accept may name as well, because every answer has them. */
  readonly impliedParameters?: string
  /** Other names of what is sent, under which it is sent to those who ask for them. */
  readonly aliases?: readonly string[]
  readonly resources: readonly Resource[]
  /**
   * Answers are JSON with an envelope, and hold `meta` or not; where they do not, its links are in Link
   * headers.
   */
  readonly meta?: Readonly<Record<'entity' | 'list', boolean>>
  /** It can hold some fields of the records alone. */
  readonly fields?: true
  /** Schemas of a JSON that is not that of records. */
  readonly schema?: Readonly<Record<'entity' | 'list', string>>
  /** The requested entity's `meta` links to this form with rel `service`. */
  readonly serviceLink?: true
  /** Programs that harvest metadata are pointed to this form (Link rel `describedby`). */
  readonly describedby?: true
  /** Browsers save the record or list as a file with this ending. */
  readonly ending?: string
  /** What this row is offered for before all others; of several such rows, the first one is the default. */
  readonly defaultFor?: readonly Resource[]
}

const profileOf = (name: string): string => `http://www.w3.org/ns/json-ld#${name}`
const profile = (name: string): string => `profile="${profileOf(name)}"`
const LD = 'application/ld+json'
const bibliography = (style: string) =>
  ({
    type: `text/x-bibliography; style=${style}; charset=utf-8`,
    impliedParameters: 'locale=en-US',
    resources: ['citation'],
    ending: 'txt',
  }) as const

/** Short names, for `?format=`, and rows; the first row of a resource is its default. */
export const mediaTypes = {
  json: {
    type: 'application/json; charset=utf-8',
    aliases: ['text/json; charset=utf-8'],
    resources: ['entity', 'list', 'overview', 'context', 'openapi', 'facts', 'select', 'ask'],
    meta: { entity: true, list: true },
    fields: true,
  },
  jsonld: {
    type: LD,
    impliedParameters: profile('compacted'),
    resources: ['entity', 'list', 'dataset', 'context', 'triples', 'endpoint'],
    defaultFor: ['context'],
    meta: { entity: false, list: true },
    fields: true,
    describedby: true,
  },
  skgif: {
    type: 'application/vnd.skgif.ld+json',
    resources: ['entity', 'list'],
    meta: { entity: false, list: true },
    fields: true,
  },
  expanded: { type: `${LD}; ${profile('expanded')}`, resources: ['entity', 'list', 'dataset'] },
  // Without a context, what is flattened is expanded too.
  flattened: { type: `${LD}; ${profile('flattened')}`, resources: ['entity', 'list'] },
  turtle: {
    type: 'text/turtle; charset=utf-8',
    aliases: ['text/n3', 'text/rdf+n3', 'application/x-turtle'],
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
    defaultFor: ['dataset', 'triples', 'endpoint'],
    serviceLink: true,
    describedby: true,
  },
  trig: { type: 'application/trig', resources: ['entity', 'list', 'triples'] },
  // text/plain is what N-Triples were called before they had a name of their own; rdflib asks for it still.
  ntriples: {
    type: 'application/n-triples',
    aliases: ['text/plain; charset=utf-8'],
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
  },
  nquads: { type: 'application/n-quads', resources: ['entity', 'list', 'dump', 'triples'] },
  // N-Quads in a file, in as many members as there are.
  gzip: { type: 'application/gzip', resources: ['dump'] },
  rdfxml: {
    type: 'application/rdf+xml',
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
    describedby: true,
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    resources: ['list', 'select', 'download'],
    fields: true,
    ending: 'csv',
  },
  // A record a line.
  jsonl: { type: 'application/jsonl', resources: ['download'], ending: 'jsonl' },
  tsv: { type: 'text/tab-separated-values; charset=utf-8', resources: ['select'] },
  // One item of an entity, as registries of DOIs answer; of a list an array.
  csl: {
    type: 'application/vnd.citationstyles.csl+json',
    resources: ['citation'],
    ending: 'json',
    schema: { entity: 'CslItem', list: 'CslItems' },
  },
  bibtex: {
    type: 'application/x-bibtex; charset=utf-8',
    aliases: ['text/x-bibtex; charset=utf-8'],
    resources: ['citation'],
    ending: 'bib',
  },
  ris: {
    type: 'application/x-research-info-systems; charset=utf-8',
    aliases: ['application/research-info-systems; charset=utf-8'],
    resources: ['citation'],
    ending: 'ris',
  },
  // References as text, as registries of DOIs write them.
  apa: bibliography('apa'),
  ieee: bibliography('ieee'),
  chicago: bibliography('chicago'),
  html: {
    type: 'text/html; charset=utf-8',
    resources: ['entity', 'list', 'overview', 'endpoint', 'select', 'ask', 'triples', 'preview'],
    serviceLink: true,
  },
  xml: { type: 'application/xml; charset=utf-8', resources: ['sitemap'] },
  text: { type: 'text/plain; charset=utf-8', resources: ['text'] },
  yaml: { type: 'application/yaml; charset=utf-8', resources: ['openapi-yaml'] },
  results: {
    type: 'application/sparql-results+json',
    resources: ['select', 'ask'],
    defaultFor: ['select', 'ask'],
  },
  resultsxml: {
    type: 'application/sparql-results+xml',
    aliases: ['application/xml; charset=utf-8'],
    resources: ['select', 'ask'],
    // application/json is another name of what is offered first: who refuses that has this.
    defaultFor: ['select', 'ask'],
  },
  prometheus: { type: 'text/plain; version=0.0.4; charset=utf-8', resources: ['metrics'] },
} as const satisfies Record<string, Row>

export type MediaName = keyof typeof mediaTypes
/** Short names of the media types of a resource. */
export type FormOf<R extends Resource> = {
  [N in MediaName]: R extends (typeof mediaTypes)[N]['resources'][number] ? N : never
}[MediaName]
/** A row with its short name. */
export interface MediaType<N extends MediaName = MediaName> extends Row {
  readonly name: N
}

const mediaTypeRows: readonly MediaType[] = (Object.keys(mediaTypes) as MediaName[]).map((name) => ({
  name,
  ...mediaTypes[name],
}))

const offers = new Map<string, readonly MediaType[]>()

/** The media types of a resource, or of several as one, the default first. */
export function offersOf<R extends Resource>(...resources: readonly R[]): readonly MediaType<FormOf<R>>[] {
  const key = resources.join(' ')
  let offered = offers.get(key)
  if (!offered) {
    offered = mediaTypeRows
      .filter((row) => row.resources.some((one) => resources.includes(one as R)))
      .sort((a, b) => Number(isFirst(b, resources)) - Number(isFirst(a, resources)))
    offers.set(key, offered)
  }
  return offered as MediaType<FormOf<R>>[]
}

const isFirst = ({ defaultFor = [] }: MediaType, resources: readonly Resource[]): boolean =>
  defaultFor.some((one) => resources.includes(one))

/** `type/subtype` without parameters. */
export const bareType = ({ type }: MediaType): string => bare(type)

const bare = (type: string): string => type.split(';', 1)[0] as string

/** A longer Accept is of no use to anybody and takes long to compare. */
const MAX_ACCEPT = 2048

/** Of several profiles, the one that says most about the form counts. */
const PROFILES = ['flattened', 'expanded', 'compacted'].map(profileOf)

/** Blanks that RFC 9110 does not allow, and that servers overlook: `text/csv ; q = 0.7`. */
const EQUALS = /[ \t]+=[ \t]*|=[ \t]+/g

/** One of the ranges of Accept, between commas. */
const RANGE = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g
const PROFILE = /;\s*profile=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/gi

/**
 * Profiles are wishes, which refuse nothing (RFC 6906): each range keeps the one that can be had, if there is
 * one.
 */
const withOneProfile = (accept: string, types: readonly string[]): string =>
  accept.replace(RANGE, (range) =>
    range.replace(PROFILE, (_, quoted?: string, bareword?: string) => {
      const named = (quoted ?? bareword ?? '').split(/\s+/)
      const known = PROFILES.find(
        (name) =>
          named.includes(name) &&
          types.some((type) => bare(type) === bare(range.trim()).toLowerCase() && type.includes(name)),
      )
      return known === undefined ? '' : `;profile="${known}"`
    }),
  )

/** A media type with all parameters that Accept may name. */
const compared = (type: string, implied?: string): string =>
  [type, type.includes('charset') ? '' : 'charset=utf-8', implied].filter(Boolean).join('; ')

const listed = (offers: readonly MediaType[]): string =>
  offers
    .map(({ type, name }) => `${type.replace(/; (?:charset|header)=[^;]*/g, '')} (format=${name})`)
    .join(', ')

/**
 * Chooses among the offers: by format if given, else by Accept. Of equal preferences the more specific wins,
 * then by the order in Accept, then by the order of the offers.
 * @param accept value of the header; absent or blank means anything
 * @param format short name of a media type, which outweighs the header
 * @param suggest the nearest of known names, for one that is not known
 * @returns the row, its type as Accept calls it
 * @throws Problem not-acceptable, naming the offers; header-too-large
 */
export function negotiate<N extends MediaName>(
  accept: string | undefined,
  offers: readonly MediaType<N>[],
  format?: string,
  suggest: (name: string, known: readonly string[]) => string | undefined = () => undefined,
): MediaType<N> {
  if (format !== undefined) {
    const chosen = offers.find(({ name }) => name === format)
    if (chosen) return chosen
    const guess = suggest(
      format,
      offers.map(({ name }) => name),
    )
    throw new Problem(
      'not-acceptable',
      `There is no format ${format.slice(0, 64)} here${guess ? `; did you mean ${guess}?` : '.'} The formats ` +
        `are ${listed(offers)}.`,
    )
  }
  if (!accept?.trim() || accept === '*/*') return offers[0] as MediaType<N>
  if (accept.length > MAX_ACCEPT)
    throw new Problem('header-too-large', `Accept is longer than ${MAX_ACCEPT} characters.`)
  const accepted = accept.toLowerCase()
  const named = offers.flatMap((offer) => [
    offer,
    ...(offer.aliases ?? [])
      .filter((type) => accepted.includes(bare(type)))
      .map((type) => ({ ...offer, type })),
  ])
  const types = named.map(({ type, impliedParameters: implied }) => compared(type, implied))
  const wishes = withOneProfile(accept.replace(EQUALS, '='), types)
  const [best] = new Negotiator({ headers: { accept: wishes } }).mediaTypes(types)
  if (best === undefined)
    throw new Problem(
      'not-acceptable',
      `Accept allows none of the media types that can be had here: ${listed(offers)}.`,
    )
  return named[types.indexOf(best)] as MediaType<N>
}

/** Encodings in which answers can be sent, the preferred first. */
export const encodings = ['br', 'gzip'] as const

/** What the types of Negotiator leave out: which of equally wanted encodings is taken. */
interface Preferring {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined
}

/**
 * The encoding that Accept-Encoding asks for; undefined if the answer is best sent as it is.
 * @param accept value of the header; a blank or overlong one asks for nothing
 */
export function encodingFor(accept: string): (typeof encodings)[number] | undefined {
  if (accept.trim() === '' || accept.length > MAX_ACCEPT) return undefined
  const negotiator: unknown = new Negotiator({
    headers: { 'accept-encoding': accept === '*' ? 'gzip' : accept },
  })
  const found = (negotiator as Preferring).encoding([...encodings, 'identity'], { preferred: encodings })
  return encodings.find((encoding) => encoding === found)
}

/** Whether a browser asks: it likes a page better than a problem document. */
export const prefersPage = (accept: string | undefined): boolean =>
  accept !== undefined &&
  accept.length <= MAX_ACCEPT &&
  new Negotiator({ headers: { accept } }).mediaTypes([
    'application/problem+json',
    'application/json',
    'text/html',
  ])[0] === 'text/html'
