/** What a route says of itself for OpenAPI, the first page and the documentation. */

import type { ProblemCode } from '../../config/errors.ts'
import type { MediaName, Resource } from '../../config/media.ts'
import type { ParameterName } from '../../config/parameters.ts'

type Tag = 'API' | 'Linked data' | 'Descriptions' | 'Server'

/** Name of the schema of all JSON forms of an answer, or of each. */
export type SchemaOf = string | { readonly [N in MediaName]?: string }

/** What a successful answer is: a schema for its JSON forms, and what is offered. */
interface Body {
  readonly resource: Resource | readonly Resource[]
  readonly schema?: SchemaOf
}

/** The parameters of a request whose method is POST, and what else is different. */
export interface Post {
  /** The body may be one of the parameters alone, as text. */
  readonly text?: { readonly type: string; readonly help: string }
  /** Or all of them as a form, which must have these. */
  readonly form: { readonly required: readonly string[] }
  /** What may stand in the URL all the same. */
  readonly parameters: readonly ParameterName[]
  /** Problems that GET does not have. */
  readonly problems: readonly ProblemCode[]
}

interface Operation {
  readonly id: string
  readonly tag: Tag
  readonly title: string
  readonly help: string
  /** Answers of status 200. */
  readonly body?: Body
  /** Answers of other statuses that are no problems: a redirect holds the URL as text. */
  readonly otherStatuses?: Readonly<Record<number, { readonly help: string; readonly body?: Body }>>
  /** Problems that others do not have. */
  readonly problems?: readonly ProblemCode[]
  /** Caches may not keep it. */
  readonly noStore?: true
  /** Listed on the first page. */
  readonly onHomePage?: true
}

export interface Endpoint {
  /** Under the public URL, with its parameters in braces. */
  readonly path: string
  /** Those of the path and of the query. */
  readonly parameters?: readonly ParameterName[]
  /** The form is negotiated, and `format` chooses it too. */
  readonly negotiated?: true
  /** Costly, or endless, and leads to nothing that is not elsewhere: crawlers are kept from it. */
  readonly noindex?: true
  /** It has pages, as lists have. */
  readonly paged?: true
  /** POST takes the same in a body. */
  readonly post?: Post
  /**
   * Each collection has an operation of its own, of a list, an entity or a download. Absent: what only pages use is no
   * matter of programs.
   */
  readonly operation?: Operation | 'list' | 'entity' | 'download'
}

/** An endpoint with an operation that is not one of a collection. */
export interface OwnEndpoint extends Endpoint {
  readonly operation: Operation
}

export const isOwnEndpoint = (endpoint: Endpoint): endpoint is OwnEndpoint =>
  typeof endpoint.operation === 'object'
