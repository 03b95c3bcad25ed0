/** Parts of records, shuffled so that those of one subject come together. */

import type { Model } from '../../model/model.ts'
import type { SubjectFragment, StoredValue } from '../../record/rdf/stored.ts'
import type { Finding } from '../../findings/kinds.ts'
import { createLinesByKey } from './lines-by-key.ts'
import {
  createPartCodec,
  isCounted,
  type CountedPart,
  type RecordPlace,
  type Part,
  type ReferencePlace,
} from './part.ts'

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
  const { file, line, isEarlier } = origin
  const at = { kind: 'large-value', file, line, isEarlier, id: fragment.iri } as const
  for (const [path, bytes] of longTexts(fragment.fields, []))
    yield { ...at, path, message: `is a text of ${kilobytes(bytes)}` }
  const bytes = Buffer.byteLength(content)
  if (bytes > MAX_RECORD_BYTES) yield { ...at, message: `is a record of ${kilobytes(bytes)}` }
}

/** Takes what is read. */
export interface PartSink {
  /** @param place of what is counted, in its record */
  add(iri: string, part: Part, place?: () => ReferencePlace): void
}

/** Counts an equal part. Where earlier loads alone have read the first, its place is that of the second. */
function count(part: CountedPart, other: CountedPart, placeOf = () => other.place): void {
  part.count = (part.count ?? 1) + (other.count ?? 1)
  if (part.origin.isEarlier && !other.origin.isEarlier)
    Object.assign(part, { origin: other.origin, place: placeOf() })
}

export interface Shuffle extends PartSink {
  /**
   * All parts by their subjects; after that, the shuffle is empty.
   * @param onShare gets the share that is done, from 0 to 1, now and then
   */
  subjects(onShare?: (share: number) => void): Generator<Shuffled>
}

/** Parts of a subject, and those of them that are counted, as lines for a later load. */
type Shuffled = readonly [iri: string, parts: readonly Part[], counted: readonly string[]]

/** Subjects whose last content waits, to be counted: many records say the same of one class or venue. */
const MAX_RECENT = 5000

/**
 * @param folder for temporary files
 * @param report takes what is found to be too large
 * @param countedBefore the lines of the counted parts of a subject that earlier loads have read
 */
export function createShuffle(
  model: Model,
  folder: string,
  report: (finding: Finding) => void = () => {},
  countedBefore: (iri: string) => readonly string[] = () => [],
): Shuffle {
  const lines = createLinesByKey(folder, 'parts')
  const codec = createPartCodec(model)
  const recent = new Map<string, { readonly content: string; readonly part: CountedPart }>()

  function write(iri: string, part: Part, content = codec.content(part)): void {
    if (part.kind === 'record' || part.kind === 'embedded')
      for (const finding of largeValues(part.fragment, content, part.origin)) report(finding)
    lines.add(iri, codec.encode(part, content))
  }

  /** Parts of one content and one source add nothing to each other but their number. */
  const sourceOf = ({ providers = [], rank = 0 }: RecordPlace): string => `${rank} ${providers.join(' ')}`

  function addCounted(iri: string, part: CountedPart, place?: () => ReferencePlace): void {
    const last = recent.get(iri)
    // Without making a text of it, where the same is read again.
    const isAgain =
      'fragment' in part && last && 'fragment' in last.part && last.part.fragment === part.fragment
    const content = isAgain ? last.content : codec.content(part)
    if (last?.content === content && sourceOf(last.part.origin) === sourceOf(part.origin))
      count(last.part, part, place)
    else {
      if (last) write(iri, last.part, last.content)
      else if (recent.size >= MAX_RECENT) writeRecent()
      recent.set(iri, { content, part: place ? { ...part, place: place() } : part })
    }
  }

  function writeRecent(): void {
    for (const [iri, { content, part }] of recent) write(iri, part, content)
    recent.clear()
  }

  return {
    add: (iri, part, place) => (isCounted(part) ? addCounted(iri, part, place) : write(iri, part)),
    *subjects(onShare) {
      writeRecent()
      for (const [iri, own] of lines.groups(onShare)) {
        const counted = new Map<string, { readonly content: string; readonly part: CountedPart }>()
        const parts: Part[] = []
        const take = (line: string, isEarlier: boolean): void => {
          const part = codec.decode(iri, line)
          if (!isCounted(part)) return void parts.push(part)
          const content = line.slice(0, line.lastIndexOf('\t'))
          const name = `${content} ${sourceOf(part.origin)}`
          const known = counted.get(name)
          if (known) count(known.part, part)
          else
            counted.set(name, {
              content,
              part: isEarlier ? { ...part, origin: { ...part.origin, isEarlier } } : part,
            })
        }
        for (const line of countedBefore(iri)) take(line, true)
        for (const line of own) take(line, false)
        const left = [...counted.values()].filter(({ part: { count: times = 1 } }) => times > 0)
        yield [
          iri,
          [...parts, ...left.map(({ part }) => part)],
          left.map(({ content, part }) => codec.encode(withoutPlace(part), content)),
        ]
      }
    },
  }
}

/** As a later load gets it, which does not judge the reference again. */
const withoutPlace = ({
  place: _,
  origin: { isEarlier: __, ...origin },
  ...part
}: CountedPart): CountedPart => ({ ...part, origin }) as CountedPart
