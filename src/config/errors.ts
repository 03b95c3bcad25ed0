/** The problems that the server can have with a request: one table, and their one shape (RFC 9457). */

interface Row {
  readonly status: number
  readonly title: string
  /** Sentence for readers of /docs/errors. */
  readonly help: string
  /** Where the kind is defined; our own are at /docs/errors. */
  readonly type?: string
  /** Further members that hold the URL of the request. */
  readonly urlMembers?: readonly string[]
}

export const problems = {
  'invalid-filter': {
    status: 422,
    title: 'INVALID_FILTER',
    type: 'https://skg-if.github.io/api/errors#INVALID_FILTER',
    urlMembers: ['occurence'],
    help:
      'The list has no such filter, or the filter cannot have that value. The detail lists the ' +
      'filters that it has.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    help: 'A query parameter is unknown, stands there twice, or has a value that it cannot have.',
  },
  'invalid-identifier': {
    status: 400,
    title: 'Invalid identifier',
    help:
      'The identifier in the path is not validly percent-encoded UTF-8, holds control characters, or has more ' +
      'than 2,000 characters.',
  },
  'invalid-query': {
    status: 400,
    title: 'Invalid query',
    help: 'The query is not valid SPARQL, or there is none, or more than one. The detail says where the fault is.',
  },
  'bad-request': {
    status: 400,
    title: 'Bad request',
    help: 'The request is not valid HTTP, is meant for another host, or has several messages in one.',
  },
  'query-refused': {
    status: 403,
    title: 'Query refused',
    help: 'The endpoint answers queries over this graph; it does not take updates, and does not ask other endpoints.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Foreign origin',
    help: 'The request comes from a page of another site, and agents are answered for pages of this one alone.',
  },
  'not-found': { status: 404, title: 'Not found', help: 'There is nothing at this path.' },
  'no-record': {
    status: 404,
    title: 'No record',
    help:
      'The graph has no record of the identifier. Where others name it, named_by lists the first of ' +
      'them and how many there are.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    help: 'There was such a record, and it is in the graph no more.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    help: 'The path does not know the method. The header Allow lists those that it knows.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    help: 'None of the media types that Accept or format asks for can be had here. The detail lists those that can.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    help: 'The request did not arrive completely in time.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    help: 'If-Match or If-Unmodified-Since asks for another version than the one that there is now.',
  },
  'content-too-large': {
    status: 413,
    title: 'Content too large',
    help: 'The body of the request is larger than 1 MB.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    help: 'The URL is longer than 32 kB, or it would redirect to one that a header cannot hold.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    help: 'The body of the request is in no form that is understood here. The detail lists those that are.',
  },
  'range-not-satisfiable': {
    status: 416,
    title: 'Range not satisfiable',
    help: 'The file has no such bytes. The header Content-Range says how many it has.',
  },
  'query-too-costly': {
    status: 422,
    title: 'Query too costly',
    help:
      'The query is larger, takes more time or memory, or its answer has more rows or bytes, than ' +
      'the server allows for one. The detail says which.',
  },
  'header-too-large': {
    status: 431,
    title: 'Request header fields too large',
    help: 'The header of the request is larger than 64 kB, or one field larger than is useful.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    help: 'The server failed. The log of the server says why.',
  },
  busy: {
    status: 503,
    title: 'Busy',
    help:
      'The server has more requests than it can answer soon, it is loading the graph for queries, the ' +
      'engine of a query has ended, or several queries of the same client had to be ended within a ' +
      'minute. The header Retry-After says when to try again.',
  },
  'store-failed': {
    status: 502,
    title: 'Store failed',
    help:
      'The SPARQL endpoint that holds the graph gave an error, an answer that is none, or one that ' +
      'was cut off. The log of the server says which.',
  },
  'store-unavailable': {
    status: 503,
    title: 'Store not available',
    help:
      'The SPARQL endpoint that holds the graph cannot be reached, or has too much to do. The ' +
      'header Retry-After says when to try again.',
  },
  'store-timeout': {
    status: 504,
    title: 'Store too slow',
    help:
      'The SPARQL endpoint that holds the graph did not answer in time. A filter that finds less, ' +
      'or names things by identifier, may take less.',
  },
  'not-available': {
    status: 503,
    title: 'Not available',
    help: 'The server cannot answer now; it may be able to later.',
  },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof problems

/** What would have been right, where that is one of a list: `Valid filters are a, b.` */
export interface Choices {
  readonly intro: string
  readonly names: readonly string[]
}

interface Extras {
  /** They follow the detail as a sentence; pages show them as a list. */
  readonly choices?: Choices | undefined
  /** Of which there is no record. */
  readonly identifier?: string
  /** Response headers that belong to the problem, such as Allow. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/**
 * A reason why a request cannot be answered. The detail is for the client, unless the server has failed: a 5xx
 * other than busy.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly headers: Readonly<Record<string, string>>
  /** Koa writes it again. */
  readonly status: number
  /** For the error handler of a host's Koa: whether clients may see the message. */
  readonly expose: boolean
  /** The detail without the choices. */
  readonly explanation: string
  readonly choices: Choices | undefined
  readonly identifier: string | undefined
  constructor(
    code: ProblemCode,
    explanation: string,
    { headers = {}, cause, choices, identifier }: Extras = {},
  ) {
    super(choices ? `${explanation} ${choices.intro} ${choices.names.join(', ')}.` : explanation, { cause })
    this.explanation = explanation
    this.choices = choices
    this.identifier = identifier
    this.name = 'Problem'
    this.code = code
    this.headers = headers
    this.status = problems[code].status
    this.expose = !hasFailed(this)
  }
}

/** What is thrown by anything becomes a problem: what is not one already is an internal error. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('internal-error', 'The server failed.', { cause: error })

/** Members of a problem document. All are strings, also the status, as in the OpenAPI file of SKG-IF. */
export type ProblemDocument = Readonly<Record<string, string>>

/** Where the problems are explained, under the public URL. */
export const PROBLEMS_PATH = '/docs/errors'
export const docsOf = (root: string): string => root + PROBLEMS_PATH

/** Whether the server has failed: its log has the reason, and clients do not see it. To be busy is no failure. */
export const hasFailed = ({ status, code }: Problem): boolean => status >= 500 && code !== 'busy'

/**
 * The document of a problem. Where the server has failed, the table's help stands in place of the detail.
 * @param url URL of the request that has the problem
 * @param docs URL of the page that explains the problems
 */
export function describeProblem(problem: Problem, url: string, docs: string): ProblemDocument {
  const {
    status,
    title,
    help,
    type = `${docs}#${problem.code}`,
    urlMembers = [],
  }: Row = problems[problem.code]
  const detail = hasFailed(problem) ? help : problem.message
  return {
    type,
    title,
    status: String(status),
    detail,
    instance: url,
    ...Object.fromEntries(urlMembers.map((member) => [member, url])),
  }
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

/**
 * The user asked for something that does not exist or cannot be. `unknown` and `known` are names, for a
 * suggestion.
 */
export class UsageError extends Error {
  readonly unknown: string | undefined
  readonly knownNames: readonly string[]
  constructor(message: string, unknown?: string, known: readonly string[] = []) {
    super(message)
    this.name = 'UsageError'
    this.unknown = unknown
    this.knownNames = known
  }
}
