/**
 * The public endpoint over engines of our own or a server of others: queries within limits, answers as the engine
 * writes them, whole or not at all.
 */

import { Problem } from '../../config/errors.ts'
import { canonicalType } from '../../config/media.ts'
import { memoize } from '../../model/values/collections.ts'
import { outline, type Outline } from '../../sparql/outline.ts'
import type { Ask, Reply } from '../client/client.ts'
import type { Engine } from '../client/engines.ts'
import { headerOf } from '../client/exchange.ts'
import { RemoteFault } from '../client/remote-faults.ts'
import { countRows } from './count-rows.ts'
import type { Endpoint, EndpointState, PublicQuery, Requester } from './endpoint.ts'
import { problemOf, type Limits } from './query-problems.ts'

// Most of the stack that they need is part of Oxigraph's WASM memory: 1 MB, fixed when it was compiled. Where
// it ends, the store is of no more use, and its process has to be replaced.

/** Half of what ends the stack, or less, for each construct: BIND, OPTIONAL, paths, DESCRIBE, `||` … */
const MAX_GROUPS = 500
const MAX_DEPTH = 100
const MAX_PARTS = 800

/** IN goes down as many steps as it has members, on the stack of JavaScript: 10,000 are too many. */
const MAX_LISTED = 3000

/** VALUES goes down none, but takes its time. */
const MAX_VALUES = 50_000

const limits: readonly [counted: keyof Outline, most: number, what: string][] = [
  ['groups', MAX_GROUPS, 'groups in braces'],
  ['depth', MAX_DEPTH, 'levels of brackets'],
  ['parts', MAX_PARTS, 'terms and operators outside of VALUES and IN'],
  ['listed', MAX_LISTED, 'terms in lists with commas, as of IN'],
  ['values', MAX_VALUES, 'terms in VALUES'],
]

/** Says which limit a query exceeds and what to do; undefined for one that is small enough. */
export function sizeFault(outline: Outline): string | undefined {
  const over = limits.find(([counted, most]) => Number(outline[counted]) > most)
  if (!over) return undefined
  const [counted, most, what] = over
  const advice = 'Name what is asked for with VALUES, or ask in several queries.'
  return `The query has ${Number(outline[counted])} ${what}; ${most} are the most. ${advice}`
}

/** Where queries run, some at once: who is next, and how long. */
export interface Places extends Pick<Endpoint, 'loadEngines' | 'close'> {
  /**
   * Has a place when it is the requester's turn, and gives it back when the work has ended.
   * @throws Problem busy, query-too-costly; what the work throws
   */
  run(requester: Requester, work: (ask: Ask) => Promise<Buffer>): Promise<Buffer>
  state(): EndpointState
}

interface EndpointOptions {
  readonly places: Places
  readonly limits: Limits
  /** What the engine does differently. */
  readonly engine: Engine
  /** Rows at which the engine ends answers without being whole; Infinity where it does not. */
  readonly engineMaxRows?: number
  /** Media types that the engine writes; absent: all. */
  readonly types?: ReadonlySet<string>
}

const MEGABYTE = 1_000_000

/** Characters of an engine's message. */
const MAX_MESSAGE = 500

/** What is written in these is written in the others as well: N-Triples are N-Quads, Turtle is TriG. */
const SUBSETS: Readonly<Record<string, string>> = {
  'application/n-quads': 'application/n-triples',
  'application/trig': 'text/turtle',
  'application/json': 'application/sparql-results+json',
}

/** The type that an engine is asked for. */
export const acceptedType = memoize((type: string): string => {
  const canonical = canonicalType(type)
  return SUBSETS[canonical] ?? canonical
})

export function createEndpoint({
  places,
  limits,
  engine,
  engineMaxRows = Infinity,
  types,
}: EndpointOptions): Endpoint {
  const maxRows = Math.min(limits.rows, engineMaxRows - 1)

  const tooMany = (rows: number): Problem =>
    rows < limits.rows
      ? new Problem(
          'query-too-costly',
          `The store gives at most ${rows} rows or triples. Ask for fewer with LIMIT, or page by ` +
            'a FILTER on what ORDER BY sorts by.',
        )
      : problemOf('rows', '', limits)

  /** @throws Problem; RemoteFault */
  function requireWhole({ headers, body }: Reply, { kind }: Outline, type: string): void {
    const part = engine.partial && headerOf(headers, engine.partial)
    if (part !== undefined) throw problemOf('late', '', limits)
    if (engine.maxRowsHeader && headerOf(headers, engine.maxRowsHeader) !== undefined)
      throw tooMany(engineMaxRows - 1)
    // A row takes a byte at least.
    if (kind === 'select' && body.length > maxRows && countRows(body.toString('latin1'), type) > maxRows)
      throw tooMany(maxRows)
  }

  async function answer(ask: Ask, query: PublicQuery, words: Outline): Promise<Buffer> {
    const { text, defaultGraphs = [], namedGraphs = [] } = query
    const type = acceptedType(query.type)
    const question = {
      accept: [type],
      parameters: [
        ...defaultGraphs.map((iri) => ['default-graph-uri', iri] as const),
        ...namedGraphs.map((iri) => ['named-graph-uri', iri] as const),
      ],
      bytes: limits.size * MEGABYTE,
      timeout: limits.timeout,
    }
    const isLimited = words.acceptsLimit && engineMaxRows > limits.rows
    const limited = isLimited ? `${text}\nLIMIT ${limits.rows + 1}` : text
    const reply = await ask({ query: limited, ...question }).catch((error: unknown) => {
      // What is wrong is said of the text as it came.
      if (isLimited && isInvalid(error)) return ask({ query: text, ...question })
      throw error
    })
    requireWhole(reply, words, type)
    if (!engine.repairXml || !type.endsWith('xml')) return reply.body
    const repaired = engine.repairXml(reply.body.toString())
    if (repaired === undefined) throw problemOf('xml', '', limits)
    return Buffer.from(repaired)
  }

  function explain(error: unknown): unknown {
    if (!(error instanceof RemoteFault)) return error
    const { reason, detail } = error
    if (reason === 'late' || reason === 'bytes') return problemOf(reason, '', limits)
    if (reason !== 'invalid') return error
    return problemOf('invalid', (engine.describe?.(detail) ?? detail).slice(0, MAX_MESSAGE), limits)
  }

  return {
    limits,
    loadEngines: (engines) => places.loadEngines(engines),
    state: () => places.state(),
    close: () => places.close(),
    async ask(query, requester = {}) {
      const words = outline(query.text)
      requireAllowed(words, limits)
      if (types && !types.has(acceptedType(query.type)))
        throw new Problem('not-acceptable', `The store writes ${[...types].join(', ')}, not ${query.type}.`)
      try {
        return await places.run(requester, (ask) => answer(ask, query, words))
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

const isInvalid = (error: unknown): boolean => error instanceof RemoteFault && error.reason === 'invalid'

function requireAllowed(query: Outline, limits: Limits): void {
  if (query.usesService) throw problemOf('federated', '', limits)
  const tooLarge = sizeFault(query)
  if (tooLarge !== undefined) throw problemOf('large', tooLarge, limits)
  // The text may go to a server that takes updates from us.
  if (query.kind === undefined)
    throw new Problem(
      'invalid-query',
      'A query begins with SELECT, ASK, CONSTRUCT or DESCRIBE, after its PREFIXes.',
    )
}
