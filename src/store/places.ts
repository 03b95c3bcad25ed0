/** Where in a file the text of each named graph stands. */

/** In the order of the hashes. */
export interface Places {
  /** Hashes of the graphs' names, ascending. */
  readonly hashes: Uint32Array<ArrayBuffer>
  /** Where the texts start, and how long they are, in bytes. */
  readonly starts: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
}

/** FNV-1a of the UTF-16 units. */
function hashOf(iri: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < iri.length; i++) hash = Math.imul(hash ^ iri.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Gathers the places of texts that stand one behind the other. */
export function gatherPlaces(): { add(iri: string, length: number): void; finish(): Places } {
  const hashes: number[] = []
  const starts: number[] = []
  const lengths: number[] = []
  let end = 0
  return {
    add(iri, length) {
      hashes.push(hashOf(iri))
      starts.push(end)
      lengths.push(length)
      end += length
    },
    finish() {
      const order = BigUint64Array.from(hashes, (hash, i) => (BigInt(hash) << 32n) | BigInt(i)).sort()
      const sorted = Uint32Array.from(order, (key) => Number(key & 0xffff_ffffn))
      const of = (values: readonly number[]) => (number: number): number => values[number] as number
      return { hashes: sorted.map(of(hashes)), starts: Float64Array.from(sorted, of(starts)), lengths: sorted.map(of(lengths)) }
    },
  }
}

/** The places at which a graph may stand: mostly the one or none, seldom one of another name too. */
export function* placesOf(iri: string, { hashes, starts, lengths }: Places): Generator<{ readonly start: number; readonly length: number }> {
  const hash = hashOf(iri)
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  for (let i = low; hashes[i] === hash; i++) yield { start: starts[i] as number, length: lengths[i] as number }
}
