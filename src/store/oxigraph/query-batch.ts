/** Public queries that an engine is given at once: it goes on by itself while they are short. */

import type { Limits, PublicQuery } from '../endpoint/endpoint.ts'
import { EngineError, requestBody } from './engine.ts'
import type { EnginePool, PooledEngine } from './pool.ts'
import type { EngineRequest } from './protocol.ts'

const MEGABYTE = 1_000_000

/**
 * Bytes by which a query may leave an engine larger than it was: memory that Oxigraph has taken it does not
 * give back.
 */
const MAX_RSS_GROWTH_BYTES = 300 * MEGABYTE

export interface RunningQuery {
  readonly client: string
  /** The engine has done with it. */
  end(): void
  resolve(answer: Buffer): void
  /** @param error an EngineError becomes a problem */
  reject(error: unknown): void
}

/** What becomes of the queries of a batch. */
interface BatchEvents {
  /** The engine begins the next query. */
  begin(): RunningQuery
  /** The last query of a client has left its engine too large. */
  onReplaced(client: string): void
}

const requestOf = (engine: PooledEngine, queries: readonly PublicQuery[], limits: Limits): EngineRequest => ({
  method: 'answer',
  queries,
  maxRows: limits.rows,
  maxBytes: limits.size * MEGABYTE,
  maxRssBytes: engine.memory + limits.memory * MEGABYTE,
})

/** Runs queries one after another. Never rejects: each query hears of its own answer or error. */
export async function runBatch(
  pool: EnginePool,
  engine: PooledEngine,
  queries: readonly PublicQuery[],
  limits: Limits,
  { begin, onReplaced }: BatchEvents,
): Promise<void> {
  let current = begin()

  async function answer(onNext: () => void): Promise<Buffer> {
    const { body, memory } = await requestBody(engine, requestOf(engine, queries, limits), (result) => {
      current.end()
      if (result instanceof EngineError) current.reject(result)
      else current.resolve(result)
      current = begin()
      onNext()
    })
    if (memory > engine.memory + MAX_RSS_GROWTH_BYTES) {
      pool.replace(engine)
      onReplaced(current.client)
    }
    return body
  }

  try {
    const last = await pool.run(engine, limits.timeout * 1000, (onNext) =>
      answer(onNext).finally(() => current.end()),
    )
    current.resolve(last)
  } catch (error) {
    current.reject(error)
  }
}
