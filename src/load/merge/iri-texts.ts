/** The texts of many IRIs in few bytes: what stands behind a namespace that they share, in large buffers. */

export interface IriTexts {
  /** Adds an IRI. @returns where it is, a number of 32 bits */
  add(iri: string): number
  /** Whether the IRI there is this one. */
  equals(place: number, iri: string): boolean
  text(place: number): string
}

/** A place is the number of a segment and, below that, a position in it, in units of 8 bytes. */
const SEGMENT_BYTES = 1 << 20
const POSITION_BITS = 17
const ALIGNMENT_BITS = 3
const MAX_SEGMENTS = 2 ** (32 - POSITION_BITS)

/** Before the bytes of a text: the number of its namespace, and how many bytes there are. */
const [NAMESPACE_BYTES, HEADER_BYTES] = [2, 6]

/** Namespaces that are stored once; IRIs of further ones are stored whole. */
const MAX_NAMESPACES = 65_535

/** Length of the part of an IRI that others share: up to the last slash or number sign. */
const namespaceLength = (iri: string): number => Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1

export function createIriTexts(): IriTexts {
  const segments: Buffer[] = []
  const namespaces: string[] = ['']
  const numbers = new Map([['', 0]])
  let end = SEGMENT_BYTES
  let scratch = Buffer.allocUnsafeSlow(4096)

  /** Number of the namespace of an IRI, 0 where it has none that is stored once. */
  function namespaceOf(iri: string, length: number, make: boolean): number {
    const namespace = iri.slice(0, length)
    const known = numbers.get(namespace)
    if (known !== undefined || !make || namespaces.length > MAX_NAMESPACES) return known ?? 0
    numbers.set(namespace, namespaces.length)
    return namespaces.push(namespace) - 1
  }

  /** Writes what stands behind the namespace into `scratch`. @returns how many bytes it has */
  function encode(iri: string, from: number): number {
    const most = (iri.length - from) * 3
    if (most > scratch.length) scratch = Buffer.allocUnsafeSlow(most * 2)
    return scratch.write(from === 0 ? iri : iri.slice(from))
  }

  function reserve(bytes: number): number {
    const aligned = Math.ceil(bytes / 2 ** ALIGNMENT_BITS) * 2 ** ALIGNMENT_BITS
    if (end + aligned > SEGMENT_BYTES) {
      if (segments.length === MAX_SEGMENTS)
        throw new Error('the IRIs of the graph take more than 32 GB; make two graphs of it')
      // A text that is longer than a segment has one for itself.
      segments.push(Buffer.allocUnsafeSlow(Math.max(SEGMENT_BYTES, aligned)))
      end = 0
    }
    const place = (segments.length - 1) * 2 ** POSITION_BITS + (end >>> ALIGNMENT_BITS)
    end += aligned
    return place
  }

  const segmentOf = (place: number): Buffer => segments[place >>> POSITION_BITS] as Buffer
  const startOf = (place: number): number => (place & (2 ** POSITION_BITS - 1)) << ALIGNMENT_BITS

  return {
    add(iri) {
      const shared = namespaceLength(iri)
      const namespace = namespaceOf(iri, shared, true)
      const length = encode(iri, namespace === 0 ? 0 : shared)
      const place = reserve(HEADER_BYTES + length)
      const [segment, start] = [segmentOf(place), startOf(place)]
      segment.writeUInt16LE(namespace, start)
      segment.writeUInt32LE(length, start + NAMESPACE_BYTES)
      scratch.copy(segment, start + HEADER_BYTES, 0, length)
      return place
    },
    equals(place, iri) {
      const [segment, start] = [segmentOf(place), startOf(place)]
      const shared = namespaceLength(iri)
      // Namespaces are only ever added, so that a text that was stored whole stays so.
      const namespace = segment.readUInt16LE(start)
      if (namespace !== 0 && namespaceOf(iri, shared, false) !== namespace) return false
      const length = encode(iri, namespace === 0 ? 0 : shared)
      if (segment.readUInt32LE(start + NAMESPACE_BYTES) !== length) return false
      return segment.compare(scratch, 0, length, start + HEADER_BYTES, start + HEADER_BYTES + length) === 0
    },
    text(place) {
      const [segment, start] = [segmentOf(place), startOf(place)]
      const length = segment.readUInt32LE(start + NAMESPACE_BYTES)
      const text = segment.toString('utf8', start + HEADER_BYTES, start + HEADER_BYTES + length)
      return `${namespaces[segment.readUInt16LE(start)]}${text}`
    },
  }
}
