/** The media types and encodings in which answers can be had: one ordered table. */

/**
 * What can be represented; citation is what entities and lists are besides, if their records can be cited;
 * download is a whole list as a file; a page is HTML alone, a preview one for a frame; facts are for programs alone.
 */
export type Resource =
  | 'entity'
  | 'list'
  | 'citation'
  | 'download'
  | 'overview'
  | 'page'
  | 'preview'
  | 'dataset'
  | 'context'
  | 'sitemap'
  | 'opensearch'
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
  | 'oai'
  | 'changes'

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
  /** Programs that read pages look for it in their heads, as feed readers do. */
  readonly inHead?: true
  /** The relation of links to this form, where it is no alternate of the others. */
  readonly rel?: 'linkset'
  /** A door writes it for people: without that door it is not offered. Doors may have previews of their own. */
  readonly isPage?: true
  /** Browsers save the record or list as a file with this ending. */
  readonly ending?: string
  /** What this row is offered for before all others; of several such rows, the first one is the default. */
  readonly defaultFor?: readonly Resource[]
}

/** The IRI of a form of JSON-LD. */
export const profileOf = (name: string): string => `http://www.w3.org/ns/json-ld#${name}`
const profile = (name: string): string => `profile="${profileOf(name)}"`
const LD = 'application/ld+json'
const LINKSET = { entity: 'Linkset', list: 'Linkset' } as const

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
    resources: ['entity', 'list', 'dataset', 'context', 'triples', 'endpoint', 'changes'],
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
  turtle: {
    type: 'text/turtle; charset=utf-8',
    aliases: ['text/n3', 'text/rdf+n3', 'application/x-turtle'],
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
    defaultFor: ['dataset', 'triples', 'endpoint'],
    serviceLink: true,
    describedby: true,
  },
  trig: {
    type: 'application/trig',
    resources: ['entity', 'list', 'triples', 'changes'],
    defaultFor: ['changes'],
  },
  // text/plain is what N-Triples were called before they had a name of their own; rdflib asks for it still.
  ntriples: {
    type: 'application/n-triples',
    aliases: ['text/plain; charset=utf-8'],
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
  },
  nquads: { type: 'application/n-quads', resources: ['entity', 'list', 'dump', 'triples', 'changes'] },
  // N-Quads in a file, in as many members as there are.
  gzip: { type: 'application/gzip', resources: ['dump'] },
  rdfxml: {
    type: 'application/rdf+xml',
    resources: ['entity', 'list', 'dataset', 'triples', 'endpoint'],
    describedby: true,
  },
  // All links of a landing page, of which its header has some.
  linkset: {
    type: 'application/linkset+json',
    resources: ['entity', 'dataset'],
    schema: LINKSET,
    rel: 'linkset',
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    resources: ['list', 'select', 'download'],
    fields: true,
    ending: 'csv',
  },
  // A record a line.
  jsonl: { type: 'application/jsonl', resources: ['download'], fields: true, ending: 'jsonl' },
  // The columns of CSV.
  parquet: {
    type: 'application/vnd.apache.parquet',
    resources: ['download'],
    fields: true,
    ending: 'parquet',
  },
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
  apa: {
    type: 'text/x-bibliography; style=apa; charset=utf-8',
    impliedParameters: 'locale=en-US',
    resources: ['citation'],
    ending: 'txt',
  },
  html: {
    type: 'text/html; charset=utf-8',
    resources: ['entity', 'list', 'overview', 'endpoint', 'select', 'ask', 'triples', 'page', 'preview'],
    serviceLink: true,
    isPage: true,
  },
  // Accept gives the page: this one has to be asked for by name.
  embed: { type: 'text/html; charset=utf-8', resources: ['list'], isPage: true },
  atom: { type: 'application/atom+xml; charset=utf-8', resources: ['list'], inHead: true, isPage: true },
  xml: { type: 'application/xml; charset=utf-8', resources: ['sitemap'] },
  opensearch: { type: 'application/opensearchdescription+xml; charset=utf-8', resources: ['opensearch'] },
  oai: { type: 'text/xml; charset=utf-8', resources: ['oai'] },
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
export interface MediaType<N extends MediaName = MediaName> extends Row {
  readonly name: N
}

const mediaTypeRows: readonly MediaType[] = (Object.keys(mediaTypes) as MediaName[]).map((name) => ({
  name,
  ...mediaTypes[name],
}))

const offers = new Map<string, readonly MediaType[]>()

/** The media types of a resource, or of several as one, the default first. */
export const offersOf = <R extends Resource>(...resources: readonly R[]): readonly MediaType<FormOf<R>>[] =>
  offersIn({ hasPages: true }, ...resources)

/** Those of a server, which has pages or not. */
export function offersIn<R extends Resource>(
  { hasPages }: { readonly hasPages?: boolean | undefined },
  ...resources: readonly R[]
): readonly MediaType<FormOf<R>>[] {
  const key = `${hasPages} ${resources.join(' ')}`
  let offered = offers.get(key)
  if (!offered) {
    offered = mediaTypeRows
      .filter((row) => row.resources.some((one) => resources.includes(one as R)))
      .filter(({ isPage }) => hasPages || !isPage || resources.every((one) => one === 'preview'))
      .sort((a, b) => Number(isFirst(b, resources)) - Number(isFirst(a, resources)))
    offers.set(key, offered)
  }
  return offered as MediaType<FormOf<R>>[]
}

/** What an entity, a list or a download of a type can be had as: those of a type with kinds can be cited. */
export const resourcesOf = <R extends 'entity' | 'list' | 'download'>(
  resource: R,
  { kinds }: { readonly kinds?: unknown },
): readonly (R | 'citation')[] => (kinds ? [resource, 'citation'] : [resource])

const isFirst = ({ defaultFor = [] }: MediaType, resources: readonly Resource[]): boolean =>
  defaultFor.some((one) => resources.includes(one))

/** The type of the row that has a type as its own or as another name, without parameters. */
export const canonicalType = (type: string): string => {
  const row = mediaTypeRows.find((one) =>
    [one.type, ...(one.aliases ?? [])].some((name) => bare(name) === type),
  )
  return row ? bareType(row) : type
}

/** The forms that a door writes for people. */
export const pageForms = mediaTypeRows.filter(({ isPage }) => isPage)

/** `type/subtype` without parameters. */
export const bareType = ({ type }: MediaType): string => bare(type)

/** `type/subtype` of a media type as text. */
export const bare = (type: string): string => type.split(';', 1)[0] as string

/** Encodings in which answers can be sent, the preferred first. */
export const encodings = ['br', 'gzip'] as const
