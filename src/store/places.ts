/** Where the text of each named graph stands: in a file, or among the short ones, which are kept in memory. */

import { crc32 } from 'node:zlib'

/** Bytes up to which a text is short: of papers with their authors, most of those that documents read are, and all together they take a sixth of the room. */
const SHORT = 1024

export const isShort = ({ length }: { readonly length: number }): boolean => length <= SHORT

/** In the order of the hashes. */
export interface Places {
  /** Hashes of the graphs' names, ascending. */
  readonly hashes: Uint32Array<ArrayBuffer>
  /** Where in the file or among the short ones each text starts, and how long it is, in bytes. */
  readonly starts: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** CRC-32 of the texts. */
  readonly sums: Uint32Array<ArrayBuffer>
}

export interface Place { readonly start: number; readonly length: number; readonly sum: number }

/** FNV-1a of the UTF-16 units. */
function hashOf(iri: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < iri.length; i++) hash = Math.imul(hash ^ iri.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Gathers the places of texts, of which the short ones stand one behind the other, and the long ones too. */
export function gatherPlaces(): { add(iri: string, text: Buffer): void; finish(): Places } {
  const hashes: number[] = []
  const starts: number[] = []
  const lengths: number[] = []
  const sums: number[] = []
  const ends = { short: 0, long: 0 }
  return {
    add(iri, text) {
      const kind = isShort(text) ? 'short' : 'long'
      hashes.push(hashOf(iri))
      starts.push(ends[kind])
      lengths.push(text.length)
      sums.push(crc32(text))
      ends[kind] += text.length
    },
    finish() {
      const order = BigUint64Array.from(hashes, (hash, i) => (BigInt(hash) << 32n) | BigInt(i)).sort()
      const sorted = Uint32Array.from(order, (key) => Number(key & 0xffff_ffffn))
      const of = (values: readonly number[]) => (number: number): number => values[number] as number
      return { hashes: sorted.map(of(hashes)), starts: Float64Array.from(sorted, of(starts)), lengths: sorted.map(of(lengths)), sums: sorted.map(of(sums)) }
    },
  }
}

/** The places at which a graph may stand: mostly the one or none, seldom one of another name too. */
export function* placesOf(iri: string, { hashes, starts, lengths, sums }: Places): Generator<Place> {
  const hash = hashOf(iri)
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  for (let i = low; hashes[i] === hash; i++) yield { start: starts[i] as number, length: lengths[i] as number, sum: sums[i] as number }
}
