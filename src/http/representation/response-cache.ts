/**
 * The cache of responses: bodies by representation (format and record or page), and complete responses by
 * request.
 */

import { LRUCache } from 'lru-cache'
import type { Representation } from './response.ts'

/** A complete response, as it was sent. */
export interface CachedResponse {
  readonly route: string | undefined
  readonly body: Buffer
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly validators: { readonly etag: string; readonly 'last-modified': string }
}

export interface ResponseCache {
  readonly byRepresentation: LRUCache<string, Representation>
  readonly byRequest: LRUCache<string, CachedResponse>
}

/** Bytes of an entry beside its body, its headers and its key. */
const OVERHEAD_BYTES = 1000

/** Size of a body with its gzip and Brotli copies, as a multiple of the body. */
const SIZE_WITH_COMPRESSED_COPIES = 1.7

const sizeOf = (body: number, headers: readonly string[], key: string): number =>
  headers.reduce((sum, text) => sum + text.length, Math.ceil(body) + 2 * key.length + OVERHEAD_BYTES)

const HALF_MEGABYTE = 500_000

/**
 * Each map gets half of the budget. A body that both hold is counted in both; compressed copies are counted
 * in `byRepresentation` only.
 */
export function createResponseCache(megabytes: number): ResponseCache {
  const maxSize = megabytes * HALF_MEGABYTE
  return {
    byRepresentation: new LRUCache<string, Representation>({
      maxSize,
      sizeCalculation: ({ body, headers }, key) =>
        sizeOf(body.length * SIZE_WITH_COMPRESSED_COPIES, Object.values(headers), key),
    }),
    byRequest: new LRUCache<string, CachedResponse>({
      maxSize,
      sizeCalculation: ({ body, headers }, key) => sizeOf(body.length, headers, key),
    }),
  }
}
