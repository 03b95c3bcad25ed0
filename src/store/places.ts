/** Where the texts of a file stand, found by their names. */

import { crc32 } from 'node:zlib'

/** In the order of the hashes. */
export interface Places {
  /** Hashes of the names, ascending. */
  readonly hashes: Uint32Array<ArrayBuffer>
  /** Where in the file each text starts, and how long it is, in bytes. */
  readonly starts: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** CRC-32 of the texts. */
  readonly sums: Uint32Array<ArrayBuffer>
}

export interface Place {
  readonly start: number
  readonly length: number
  readonly sum: number
}

/** FNV-1a of the UTF-16 units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Gathers the places of texts that stand one behind the other. */
export function gatherPlaces(): { add(name: string, text: Buffer): void; finish(): Places } {
  const hashes: number[] = []
  const starts: number[] = []
  const lengths: number[] = []
  const sums: number[] = []
  let end = 0
  return {
    add(name, text) {
      hashes.push(hashOf(name))
      starts.push(end)
      lengths.push(text.length)
      sums.push(crc32(text))
      end += text.length
    },
    finish() {
      const order = BigUint64Array.from(hashes, (hash, i) => (BigInt(hash) << 32n) | BigInt(i)).sort()
      const sorted = Uint32Array.from(order, (key) => Number(key & 0xffff_ffffn))
      const of =
        (values: readonly number[]) =>
        (number: number): number =>
          values[number] as number
      return {
        hashes: sorted.map(of(hashes)),
        starts: Float64Array.from(sorted, of(starts)),
        lengths: sorted.map(of(lengths)),
        sums: sorted.map(of(sums)),
      }
    },
  }
}

/** The places at which a text may stand: mostly the one or none, seldom one of another name too. */
export function placesOf(name: string, { hashes, starts, lengths, sums }: Places): Place[] {
  const hash = hashOf(name)
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  const places: Place[] = []
  for (let i = low; hashes[i] === hash; i++)
    places.push({ start: starts[i] as number, length: lengths[i] as number, sum: sums[i] as number })
  return places
}
