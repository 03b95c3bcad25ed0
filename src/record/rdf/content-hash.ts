/**
 * The content hash of a graph: equal for equal data, whatever the order of graphs and lines and the labels of
 * blank nodes.
 */

import { hash } from 'node:crypto'
import { canonicalLines } from './blank-node-labels.ts'
import type { TripleIndex } from './triples.ts'

/** Graph name, as a term → its triples, each once. */
export type Graphs = ReadonlyMap<string, TripleIndex>

/**
 * The sum modulo 2^256 of one SHA-256 for each named graph: it does not depend on the order and can be computed from a
 * stream. It detects accidental changes; it does not resist an attacker who may choose very many graphs.
 */
export interface ContentHash {
  /** Adds a named graph as a whole. @returns its own hash */
  add(name: string, nodes: TripleIndex): Buffer
  /** Adds what another one has. */
  join(sum: Uint32Array): void
  /** Takes away what another one has. */
  remove(sum: Uint32Array): void
  /** Eight numbers of 32 bits, the lowest first. */
  readonly sum: Uint32Array
  /** 64 hexadecimal digits. */
  toString(): string
}

/** @param start a hash as text */
export function createContentHash(start = ''): ContentHash {
  const sum = Uint32Array.from({ length: 8 }, (_, i) => Number(`0x0${start.slice(56 - 8 * i, 64 - 8 * i)}`))
  const addend = new Uint32Array(8)
  function join(other: Uint32Array): void {
    let carry = 0
    for (let i = 0; i < 8; i++) {
      const total = (sum[i] as number) + (other[i] as number) + carry
      sum[i] = total
      carry = total > 0xffff_ffff ? 1 : 0
    }
  }
  return {
    sum,
    join,
    remove(other) {
      join(other.map((word) => ~word))
      join(Uint32Array.of(1, 0, 0, 0, 0, 0, 0, 0))
    },
    add(name, nodes) {
      const bytes = hash('sha256', `${name}\n${canonicalLines(nodes).join('\n')}`, 'buffer')
      for (let i = 0; i < 8; i++) addend[i] = bytes.readUInt32LE(i * 4)
      join(addend)
      return bytes
    },
    toString: () =>
      [...sum]
        .reverse()
        .map((word) => word.toString(16).padStart(8, '0'))
        .join(''),
  }
}
