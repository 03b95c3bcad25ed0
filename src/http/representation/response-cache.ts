/**
 * Memory for answers: those that were written, by what they are an answer to, and those that were sent, by
 * the request that they answered.
 */

import { LRUCache } from 'lru-cache'
import type { Representation } from './response.ts'

/** An answer as it was sent. */
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

/** Bytes that an answer takes besides its body, its headers and its key. */
const OVERHEAD_BYTES = 1000

/** A body together with what it is compressed to, gzip and Brotli, as a multiple of itself. */
const SIZE_WITH_COMPRESSED_COPIES = 1.7

const sizeOf = (body: number, headers: readonly string[], key: string): number =>
  headers.reduce((sum, text) => sum + text.length, Math.ceil(body) + 2 * key.length + OVERHEAD_BYTES)

/** Bytes for each of the two kinds, of a megabyte for both. */
const HALF_MEGABYTE = 500_000

/**
 * Both kinds share the memory evenly, and each counts its bodies, although most are the same; what they are
 * compressed to counts once.
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
