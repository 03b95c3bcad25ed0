/** What a door brings that writes pages for routes of the core. Without it no form for people is offered. */

import type { InterfaceLanguage } from '../../config/about.ts'
import type { Problem, ProblemDocument } from '../../config/errors.ts'
import type { MediaType, Resource } from '../../config/media.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import type { PageLinks } from '../../record/answer/envelope.ts'
import type { Page } from '../../record/urls.ts'
import type { Limits } from '../../store/endpoint/endpoint.ts'
import type { AlternateLink, Answer, HeaderLink } from '../answer.ts'
import type { LocalContext } from '../graph-context.ts'
import type { ListRequest } from './list-request.ts'
import type { RouteRequest } from './route-request.ts'
import type { SparqlRequest } from './sparql-request.ts'

/** A page of a list. */
export interface ShownList extends Pick<ListRequest, 'conditions' | 'facets' | 'sort'> {
  readonly type: EntityType
  readonly iris: readonly string[]
  readonly records: readonly Json[]
  readonly total: number
  readonly page: Page
  /** The URL of the page. */
  readonly url: string
  readonly pageLinks: PageLinks
  /** The same as they stand in the header. */
  readonly links: readonly HeaderLink[]
  readonly formats: readonly AlternateLink[]
  readonly mediaType: MediaType
  /** Names in a form, for which one of several records was taken. */
  readonly names: readonly string[]
  /** Records in a download. */
  readonly maxDownload: number
}

/** A record that has an identifier, or refers to it in these fields. */
export interface RecordLink {
  readonly iri: string
  readonly type: EntityType
  readonly by?: readonly string[]
}

/** What a query is answered with. */
export type ResultKind = Extract<Resource, 'select' | 'ask' | 'triples'>

export interface ResultRequest {
  readonly request: SparqlRequest
  readonly resource: ResultKind
  readonly mediaType: MediaType
}

/** Each is called in the thread that answers. */
export interface Pages {
  /** @returns whether all is on it that there is; what takes too long is left out */
  record(
    request: RouteRequest,
    type: EntityType,
    record: Json,
    mediaType: MediaType,
  ): Promise<{ readonly html: string; readonly isComplete: boolean }>
  /** @returns its headers are those beside the ones of lists */
  list(request: RouteRequest, list: ShownList): Promise<{ readonly body: string; readonly headers?: object }>
  /** A page, or a redirect to what is meant. */
  search(request: RouteRequest): Promise<Answer>
  /** Several records have an identifier. */
  choices(request: RouteRequest, identifier: string, found: readonly RecordLink[]): Promise<string>
  /** Records name what has no record. @param total how many do */
  mention(request: RouteRequest, iri: string, total: number, found: readonly RecordLink[]): Promise<string>
  problem(document: ProblemDocument, problem: Problem, context: LocalContext): Promise<string>
  /**
   * The page of what describes the server, by the path of its route.
   * @param forSearch what it embeds for search engines of data
   */
  overview(request: RouteRequest, forSearch?: object): Promise<string>
  /** There is no graph yet. */
  starting(language: InterfaceLanguage): Promise<string>
  /** On which queries are written. */
  sparql(request: RouteRequest, limits: Limits): Promise<string>
  /** @param ask gives the answer in a media type */
  sparqlResult(
    request: RouteRequest,
    result: ResultRequest,
    limits: Limits,
    ask: (type: string) => Promise<Buffer>,
  ): Promise<Answer>
}
