/** Whether there is memory for an engine with another graph. */

import { freemem } from 'node:os'

/**
 * Bytes of memory that a graph takes by quad, with the indexes beside it: measured on 1.85 million quads,
 * rounded up.
 */
const PER_QUAD = 420

/** Bytes that the process may still take: of its own limits, else of the machine. */
const available = (): number =>
  (process as { availableMemory?: () => number }).availableMemory?.() ?? freemem()

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

/** @throws Error that gives the figures if an engine with so many quads would not fit */
export function requireMemory(quads: number, free = available()): void {
  const needed = quads * PER_QUAD
  if (needed > free)
    throw new Error(
      `a second graph of ${quads} quads takes about ${megabytes(needed)}, and ${megabytes(free)} are free`,
    )
}
