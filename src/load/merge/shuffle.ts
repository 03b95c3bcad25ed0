/** Parts of records, shuffled so that those of one subject come together. */

import type { Model } from '../../model/model.ts'
import type { SubjectFragment, StoredValue } from '../../record/rdf/stored.ts'
import type { Finding } from '../../findings/kinds.ts'
import { createLinesByKey } from './lines-by-key.ts'
import { createPartCodec, type RecordPlace, type Part, type ReferencePlace } from './part.ts'

const MAX_TEXT_BYTES = 100_000
const MAX_RECORD_BYTES = 1_000_000

/** Bytes of UTF-8 that a character of JavaScript takes at most. */
const MAX_BYTES_PER_CHARACTER = 3

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`

/** The texts of a value that are too long, with the keys that lead to them. */
function* longTexts(value: StoredValue, path: readonly string[]): Generator<[path: string, bytes: number]> {
  if (typeof value === 'string') {
    const bytes = value.length * MAX_BYTES_PER_CHARACTER > MAX_TEXT_BYTES ? Buffer.byteLength(value) : 0
    if (bytes > MAX_TEXT_BYTES) yield [path.join('.'), bytes]
  } else if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value as Readonly<Record<string, StoredValue>>))
      yield* longTexts(inner, [...path, key])
}

/**
 * What is too large of what is said of a subject.
 * @param content the fragment as JSON: most are too short to be looked through
 */
function* largeValues(fragment: SubjectFragment, content: string, origin: RecordPlace): Generator<Finding> {
  if (content.length * MAX_BYTES_PER_CHARACTER <= MAX_TEXT_BYTES) return
  const at = { kind: 'large-value', file: origin.file, line: origin.line, id: fragment.iri } as const
  for (const [path, bytes] of longTexts(fragment.fields, []))
    yield { ...at, path, message: `is a text of ${kilobytes(bytes)}` }
  const bytes = Buffer.byteLength(content)
  if (bytes > MAX_RECORD_BYTES) yield { ...at, message: `is a record of ${kilobytes(bytes)}` }
}

/** Takes what is read. */
export interface PartSink {
  /** A top-level record. */
  record(fragment: SubjectFragment, origin: RecordPlace): void
  /**
   * The records of one subject that came as RDF, one of each type, and its triples.
   * @param hasUnmapped whether some of the triples are in no record
   */
  subject(
    fragments: readonly SubjectFragment[],
    quads: string,
    hasUnmapped: boolean,
    origin: RecordPlace,
  ): void
  /** An entity that stands inside a record, the labels of a class, the class of a thing. */
  embedded(fragment: SubjectFragment, origin: RecordPlace, place?: () => ReferencePlace): void
  /** A reference by id alone. */
  reference(iri: string, expected: readonly string[], origin: RecordPlace, place?: () => ReferencePlace): void
  /** The triples of a subject that is no entity by itself, as N-Quads lines. */
  triples(iri: string, quads: readonly string[]): void
}

export interface Shuffle extends PartSink {
  /**
   * All parts by their subjects; after that, the shuffle is empty.
   * @param onShare gets the share that is done, from 0 to 1, now and then
   */
  subjects(onShare?: (share: number) => void): Generator<readonly [iri: string, parts: readonly Part[]]>
}

/** Subjects whose last content is not added again: many records say the same of one class or venue. */
const MAX_RECENT = 5000

/** @param folder for temporary files @param report takes what is found to be too large */
export function createShuffle(
  model: Model,
  folder: string,
  report: (finding: Finding) => void = () => {},
): Shuffle {
  const lines = createLinesByKey(folder, 'parts')
  const codec = createPartCodec(model)
  const recent = new Map<string, string>()

  function add(iri: string, part: Part, content = codec.content(part)): void {
    if (part.kind === 'record' || part.kind === 'embedded')
      for (const finding of largeValues(part.fragment, content, part.origin)) report(finding)
    lines.add(iri, codec.encode(part, content))
  }

  /** What parts say that add nothing to each other: the same, of the same providers. */
  const comparable = (content: string, { providers }: RecordPlace): string =>
    providers ? `${content} ${providers.join(' ')}` : content

  function addOnce(
    iri: string,
    part: Extract<Part, { kind: 'embedded' | 'reference' }>,
    place?: () => ReferencePlace,
  ): void {
    const content = codec.content(part)
    const whole = comparable(content, part.origin)
    if (recent.get(iri) === whole) return
    if (recent.size >= MAX_RECENT) recent.clear()
    recent.set(iri, whole)
    add(iri, place ? { ...part, place: place() } : part, content)
  }

  return {
    record(fragment, origin) {
      add(fragment.iri, { kind: 'record', fragment, origin })
    },
    subject(fragments, quads, hasUnmapped, origin) {
      fragments.forEach((fragment, i) => {
        const own = i === 0 ? { quads, hasUnmapped } : { sharesQuads: true }
        add(fragment.iri, { kind: 'record', fragment, origin, ...own })
      })
    },
    embedded(fragment, origin, place) {
      addOnce(fragment.iri, { kind: 'embedded', fragment, origin }, place)
    },
    reference(iri, expected, origin, place) {
      addOnce(iri, { kind: 'reference', expected, origin }, place)
    },
    triples(iri, quads) {
      if (quads.length > 0) add(iri, { kind: 'triples', quads: quads.join('') })
    },
    *subjects(onShare) {
      for (const [iri, own] of lines.groups(onShare)) {
        const contents = new Set<string>()
        const parts: Part[] = []
        for (const line of own) {
          const part = codec.decode(iri, line)
          if (part.kind === 'embedded' || part.kind === 'reference') {
            const content = comparable(line.slice(0, line.lastIndexOf('\t')), part.origin)
            if (contents.has(content)) continue
            contents.add(content)
          }
          parts.push(part)
        }
        yield [iri, parts]
      }
    },
  }
}
