/**
 * Parts of many records → one graph per subject, written as they come; what must wait is put aside in files,
 * so that memory holds an IRI and a few numbers for each.
 */

import { groupBy } from '../../model/values/group-by.ts'
import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { compareCodePoints } from '../../model/values/code-points.ts'
import { isEntity, kindOf, type SubjectFragment } from '../../record/stored.ts'
import { dedupeLines } from '../../record/rdf/triples.ts'
import { createQuadSerializer } from '../../record/rdf/quads.ts'
import { bitOf, RECORD, typesIn, type Mask } from '../../store/entities/entity-index.ts'
import type { Chunks } from './chunks.ts'
import { createDigests } from './digests.ts'
import { settle, type WarnOf } from './settle.ts'
import { createSpill, type Spill } from './spill.ts'
import { createTable, words } from './iri-table.ts'
import { createTelling, type Origin, type Told } from './told.ts'

export type { Origin } from './told.ts'

export interface AssemblerOptions {
  readonly model: Model
  /** Takes the N-Quads of one subject after the other. */
  readonly chunks: Chunks
  /** Folder for what is put aside. */
  readonly folder: string
  readonly warn: WarnOf
}

export interface Assembler {
  /**
   * A record that stands by itself. Written at once, unless something of its subject is written: then it
   * waits for `finish`.
   */
  record(part: SubjectFragment, origin: Origin): void
  /**
   * The same of a subject whose triples are there already: its records, one of each type. @param more whether
   * it has triples that they do not say
   */
  subject(parts: readonly SubjectFragment[], quads: string, more: boolean, origin: Origin): void
  /**
   * An entity that stands inside a record, the labels of a class, the class of a thing.
   * @returns whether it is an entity that is but named, for the first time, while nothing is told of it
   */
  part(part: SubjectFragment, origin: Origin): boolean
  /** A reference by id alone. @returns as `part` does */
  refer(iri: string, of: readonly string[]): boolean
  /** The triples of a subject that is no entity by itself, as N-Quads lines. */
  triples(iri: string, quads: readonly string[]): void
  /**
   * Writes what waited. @returns what must be united with what is written, in buckets by number of the chunk
   */
  finish(): Promise<Spill>
  /** All types of an IRI. */
  typesOf(iri: string): readonly EntityType[]
  /** Whether there is a record of the IRI, be it that it stands inside another; after `finish`. */
  isRecord(iri: string): boolean
  /** All IRIs that have a graph, and what they are; after `finish`. */
  entities(): Generator<readonly [iri: string, mask: Mask]>
}

/** Bits of the state of an entry; above them the number of the assumed type, from 1. */
const FULL = 1
const SETTLED = 2
const NAMED = 4
const ASSUMED = 8

/** Parts of the spill, each held in memory while it is settled. */
const BUCKETS = 256

/** Copies remembered as they last were, since many records say the same of one class or venue. */
const REMEMBERED = 5000

export function createAssembler({ model, chunks, folder, warn }: AssemblerOptions): Assembler {
  const aside = createSpill(folder, 'aside', BUCKETS)
  const table = createTable()
  const digests = createDigests(model)
  const telling = createTelling(model)
  const toQuads = createQuadSerializer(model)
  const bits = new Map(model.types.map((type) => [type, bitOf(model, type)] as const))
  const bit = (type: EntityType): Mask => bits.get(type) as Mask
  const last = new Map<number, string>()

  /** @param mark what tells whether it need be looked at */
  function putAside(told: Told, fields?: string, mark = ''): void {
    aside.add(told.entry % BUCKETS, `${mark}\t${telling.toLine(told, fields)}`)
  }

  const record = (part: SubjectFragment, origin: Origin): void => standing([part], undefined, false, origin)

  /** What `subject` does; without quads they are written of the one part. */
  function standing(
    parts: readonly SubjectFragment[],
    quads: string | undefined,
    more: boolean,
    origin: Origin,
  ): void {
    const [first] = parts as [SubjectFragment]
    const { iri, fields } = first
    const entry = table.enter(iri)
    if (more || parts.some((part) => Object.keys(part.fields).length > 0))
      table.add(entry, words.state, FULL | NAMED)
    for (const { subjectType: of } of parts) enterType(entry, iri, of as EntityType, origin)
    if (table.get(entry, words.chunk) !== 0) {
      parts.forEach((part, i) =>
        putAside({ entry, iri, how: 'late', part, quads: i === 0 ? quads : '', origin }),
      )
      return
    }
    if (!(table.get(entry, words.state) & FULL)) putAside({ entry, iri, how: 'silent', origin })
    table.set(entry, words.chunk, chunks.write(quads ?? toQuads(first)))
    table.set(entry, words.digests, digests.keep(first.subjectType as EntityType, fields))
  }

  function enterType(entry: number, iri: string, type: EntityType, origin: Origin): void {
    const [types, written] = [table.get(entry, words.types), table.get(entry, words.written)]
    if (types !== 0 && !(types & bit(type))) warnKinds(types, type, iri, origin)
    if (written & bit(type))
      warn('duplicate-record', origin, iri, [], `is there twice as ${type.name}; the two are united`)
    table.add(entry, words.types, bit(type))
    table.add(entry, words.written, bit(type))
  }

  function warnKinds(types: Mask, type: EntityType, iri: string, origin: Origin): void {
    const others = typesIn(model, types)
      .filter((other) => other !== type)
      .map(({ name }) => name)
    warn(
      'conflicting-types',
      origin,
      iri,
      [],
      `is used for two kinds: ${[...others, type.name].sort().join(' and ')}`,
    )
  }

  function maskOf(entry: number): Mask {
    const types = table.get(entry, words.types)
    return types !== 0 && (table.get(entry, words.state) & FULL) !== 0 ? types | RECORD : types
  }

  /** Copies of what stands by itself add nothing; where they differ is said. */
  function compare(entry: number, copy: SubjectFragment, origin: Origin | undefined): void {
    for (const [key, value] of digests.differing(table.get(entry, words.digests), copy.fields)) {
      warn(
        'conflicting-copies',
        origin,
        copy.iri,
        [key],
        `differs in a copy, which says ${JSON.stringify(value)}; the record holds`,
      )
    }
  }

  function part(found: SubjectFragment, origin: Origin): boolean {
    const { iri, subjectType: of, typeIsGuessed: tentative } = found
    const entry = table.enter(iri)
    if (!isEntity(of)) {
      copy(entry, found, origin)
      return false
    }
    const tells = Object.keys(found.fields).length > 0
    const [types, written] = [table.get(entry, words.types), table.get(entry, words.written)]
    if (!tentative) {
      if (types & ~bit(of) && !(types & bit(of))) warnKinds(types, of, iri, origin)
      table.add(entry, words.types, bit(of))
    }
    if (tentative ? written !== 0 : (written & bit(of)) !== 0) compare(entry, found, origin)
    else if (tells) copy(entry, found, origin)
    else if (tentative) assume(entry, of.name)
    return name(entry) && !tells
  }

  function refer(iri: string, of: readonly string[]): boolean {
    const entry = table.enter(iri)
    assume(entry, of.at(-1) as string)
    return name(entry)
  }

  /** @returns whether it is the first time */
  function name(entry: number): boolean {
    const known = table.get(entry, words.state)
    table.set(entry, words.state, known | NAMED)
    return (known & NAMED) === 0
  }

  function copy(entry: number, found: SubjectFragment, origin: Origin): void {
    const fields = JSON.stringify(found.fields)
    const text = `${kindOf(found.subjectType)} ${found.typeIsGuessed} ${fields}`
    if (last.get(entry) === text) return
    if (last.size >= REMEMBERED) last.clear()
    last.set(entry, text)
    const mark =
      isEntity(found.subjectType) && !found.typeIsGuessed
        ? `${entry} ${digests.mark(found.subjectType, found.fields)}`
        : ''
    putAside({ entry, iri: found.iri, how: 'copy', part: found, origin }, fields, mark)
  }

  /** What was put aside, but for copies of which a record came that says the same: they add nothing. */
  function* linesAside(bucket: number): Generator<string> {
    for (const line of aside.lines(bucket)) {
      const [end, tab] = [line.indexOf(' '), line.indexOf('\t')]
      if (tab > 0) {
        const [entry, mark] = [Number(line.slice(0, end)), line.slice(end + 1, tab)]
        if (digests.agrees(table.get(entry, words.digests), mark)) continue
      }
      yield line.slice(tab + 1)
    }
  }

  /** The smallest name by code point of those that may be assumed. */
  function assume(entry: number, name: string): void {
    const known = assumed(entry)
    if (known && compareCodePoints(known.name, name) <= 0) return
    const number = model.types.findIndex((type) => type.name === name) + 1
    table.set(entry, words.state, (table.get(entry, words.state) % (1 << ASSUMED)) + (number << ASSUMED))
  }
  const assumed = (entry: number): EntityType | undefined =>
    model.types[(table.get(entry, words.state) >>> ASSUMED) - 1]

  function triples(iri: string, quads: readonly string[]): void {
    if (quads.length === 0) return
    const entry = table.enter(iri)
    table.add(entry, words.state, FULL)
    if (table.get(entry, words.chunk) !== 0) putAside({ entry, iri, how: 'late', quads: quads.join('') })
    else table.set(entry, words.chunk, chunks.write(quads.join('')))
  }

  async function finish(): Promise<Spill> {
    const late = createSpill(folder, 'late', BUCKETS)
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      for (const [entry, told] of groupBy(
        Array.from(linesAside(bucket), telling.fromLine),
        (one) => one.entry,
      )) {
        table.add(entry, words.state, SETTLED)
        writeRest(entry, told[0]?.iri as string, told, late)
        const full = chunks.pause()
        if (full) await full
      }
      aside.clear(bucket)
    }
    let entry = 0
    for (const iri of table.iris()) {
      if (!(table.get(entry, words.state) & SETTLED)) writeRest(entry, iri, [], late)
      entry++
      const full = chunks.pause()
      if (full) await full
    }
    await chunks.end()
    return late
  }

  /**
   * Writes what is told of a subject beside its records, in one piece; where something is written already, it
   * goes to `late`.
   */
  function writeRest(entry: number, iri: string, told: readonly Told[], late: Spill): void {
    const [written, state, chunk] = [
      table.get(entry, words.written),
      table.get(entry, words.state),
      table.get(entry, words.chunk),
    ]
    const said = table.get(entry, words.types)
    // Each of its types has a record: nothing is left to be written.
    if (told.length === 0 && said !== 0 && (said & ~written) === 0) return
    const known = { iri, written, types: said, full: (state & FULL) !== 0, assumed: assumed(entry) }
    const { types, full, parts } = settle(model, known, told, warn, (found, origin) =>
      compare(entry, found, origin),
    )
    table.set(entry, words.types, types)
    if (full) table.add(entry, words.state, FULL)
    if (chunk === 0) {
      const nquads = parts.map(toQuads).join('')
      // Of several types, some triples are the same.
      if (parts.length > 0) chunks.write(parts.length > 1 ? dedupeLines(nquads) : nquads)
      return
    }
    const put = (one: Omit<Told, 'entry' | 'iri'>): void =>
      late.add(chunk % BUCKETS, `${chunk} ${telling.toLine({ entry, iri, ...one })}`)
    for (const one of told) if (one.how === 'late') put(one)
    for (const found of parts) put({ how: 'copy', part: found })
  }

  return {
    record,
    subject: standing,
    part,
    refer,
    triples,
    finish,
    isRecord(iri) {
      const entry = table.find(iri)
      return entry !== -1 && (maskOf(entry) & RECORD) !== 0
    },
    typesOf(iri) {
      const entry = table.find(iri)
      return entry === -1 ? [] : typesIn(model, table.get(entry, words.types))
    },
    *entities() {
      let entry = 0
      for (const iri of table.iris()) yield [iri, maskOf(entry++)]
    },
  }
}
