/** Parts of many records → one graph per subject: what is written when, how copies unite, what is record and what mention. */

import type { FindingKind } from '../findings.ts'
import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { compareCodePoints } from '../model/order.ts'
import { fieldsOf, fingerprint, isEntity, kindOf, reconcile, unite, type OnConflict, type Part, type StoredObject, type Subject } from '../record/stored.ts'
import { createWriter } from '../record/write.ts'
import { RECORD, type Mask } from '../store/index.ts'

/** Where a part was found, for messages. */
export interface Origin { readonly file: string; readonly line?: number }

export interface AssemblerOptions {
  readonly model: Model
  /** Takes the N-Quads of one subject. */
  write(nquads: string): void
  warn(kind: FindingKind, origin: Origin | undefined, iri: string, path: readonly string[], message: string, right?: string): void
}

/** Triples of a record that are there already. */
export interface Given {
  readonly quads?: string
  /** Whether there are more than the record says. */
  readonly more?: boolean
}

export interface Assembler {
  /**
   * A record that stands by itself. Written at once, as `quads` where its triples are there already; a second one
   * with the same IRI and type waits for `finish`.
   */
  record(part: Part, origin: Origin, given?: Given): void
  /** An entity that stands inside a record, the labels of a class, the class of a thing. */
  part(part: Part, origin: Origin): void
  /** A reference by id alone. */
  refer(iri: string, of: readonly string[]): void
  /** The triples of a subject that is no entity by itself, as N-Quads lines. */
  triples(iri: string, quads: readonly string[]): void
  /** Writes what waited. */
  finish(): Finished
  readonly masks: ReadonlyMap<string, Mask>
}

/** A part of a subject of which something was written before; `quads`: its triples, where they were there already. */
export interface LatePart { readonly part: Part; readonly quads?: string }

export interface Finished {
  /** What must unite with what is written: second records, and copies of another type than the record's. */
  readonly late: readonly LatePart[]
}

interface Entry {
  /** Types of records that stand by themselves, as bits. */
  written: Mask
  /** Types that anything says of the IRI, as bits. */
  types: Mask
  /** Whether its graph holds more than its entity class. */
  full: boolean
  /** Where a record was that tells nothing but its type. */
  empty?: Origin
  /** Type to assume if nothing says one. */
  assumed?: string
  copies?: Part[]
  /** Digests of the fields shown in references, for comparison with copies that come later. */
  digests?: Readonly<Record<string, string>>
}

export function createAssembler({ model, write, warn }: AssemblerOptions): Assembler {
  const entries = new Map<string, Entry>()
  const late: LatePart[] = []
  const masks = new Map<string, Mask>()
  const toQuads = createWriter(model)
  const bitOf = new Map(model.types.map((type, i) => [type.name, 1 << i] as const))
  const bit = (type: EntityType): Mask => bitOf.get(type.name) as Mask

  function entryOf(iri: string): Entry {
    let entry = entries.get(iri)
    if (!entry) entries.set(iri, entry = { written: 0, types: 0, full: false })
    return entry
  }

  const disagree = (origin: Origin | undefined, iri: string): OnConflict => (path, kept, dropped) =>
    warn('copies-differ', origin, iri, path, `differs between copies: ${JSON.stringify(kept)} is kept, ${JSON.stringify(dropped)} is not`)

  function record(part: Part, origin: Origin, { quads, more = false }: Given = {}): void {
    const entry = entryOf(part.iri)
    const type = part.of as EntityType
    entry.full ||= more || Object.keys(part.fields).length > 0
    if (entry.types !== 0 && !(entry.types & bit(type))) warnKinds(entry, type, part.iri, origin)
    if (entry.written) {
      late.push({ part, quads })
      if (entry.written & bit(type)) warn('record-twice', origin, part.iri, [], `is there twice as ${type.name}; the two are united`)
      entry.written |= bit(type)
      entry.types |= bit(type)
      return
    }
    entry.written |= bit(type)
    entry.types |= bit(type)
    if (!entry.full) entry.empty = origin
    write(quads ?? toQuads(part))
    for (const copy of entry.copies ?? []) if (copy.of === type || copy.tentative) compare(part.fields, copy, origin)
    entry.copies = entry.copies?.filter((copy) => copy.of !== type && !copy.tentative)
    entry.digests = digestsOf(type, part.fields)
  }

  function warnKinds(entry: Entry, type: EntityType, iri: string, origin: Origin): void {
    const others = model.types.filter((other) => other !== type && (entry.types & bit(other)) !== 0).map(({ name }) => name)
    warn('two-kinds', origin, iri, [], `is used for two kinds: ${[...others, type.name].sort().join(' and ')}`)
  }

  function digestsOf(type: EntityType, fields: StoredObject): Record<string, string> {
    return Object.fromEntries(type.reference.flatMap((key) => (fields[key] === undefined ? [] : [[key, fingerprint(JSON.stringify(fields[key]))]])))
  }

  function compare(fields: StoredObject, copy: Part, origin: Origin): void {
    for (const [key, value] of Object.entries(copy.fields)) {
      const own = fields[key]
      if (own !== undefined && JSON.stringify(own) !== JSON.stringify(value)) {
        warn('copies-differ', origin, copy.iri, [key], `differs in a copy: the record says ${JSON.stringify(own)}, the copy ${JSON.stringify(value)}`)
      }
    }
  }

  function compareDigests(entry: Entry, part: Part, origin: Origin): void {
    for (const [key, value] of Object.entries(part.fields)) {
      const own = entry.digests?.[key]
      if (own !== undefined && own !== fingerprint(JSON.stringify(value))) {
        warn('copies-differ', origin, part.iri, [key], `differs in a copy, which says ${JSON.stringify(value)}; the record holds`)
      }
    }
  }

  function part(found: Part, origin: Origin): void {
    const entry = entryOf(found.iri)
    if (!isEntity(found.of)) { addCopy(entry, found, origin); return }
    if (entry.written) compareDigests(entry, found, origin)
    if (!found.tentative) {
      if (entry.types & ~bit(found.of)) { if (!(entry.types & bit(found.of))) warnKinds(entry, found.of, found.iri, origin) }
      entry.types |= bit(found.of)
    }
    const adds = found.tentative ? !entry.written : (entry.written & bit(found.of)) === 0
    if (adds && Object.keys(found.fields).length > 0) addCopy(entry, found, origin)
    else if (found.tentative) entry.assumed ??= found.of.name
  }

  function addCopy(entry: Entry, found: Part, origin: Origin): void {
    const copies = entry.copies ??= []
    const i = copies.findIndex((copy) => kindOf(copy.of) === kindOf(found.of) && copy.tentative === found.tentative)
    const known = copies[i]
    if (!known) { copies.push(found); return }
    copies[i] = { ...known, fields: uniteParts(found.of, known.fields, found.fields, disagree(origin, found.iri)) }
  }

  function refer(iri: string, of: readonly string[]): void {
    const entry = entryOf(iri)
    const assumed = of.at(-1) as string
    if (entry.assumed === undefined || compareCodePoints(assumed, entry.assumed) < 0) entry.assumed = assumed
  }

  function triples(iri: string, quads: readonly string[]): void {
    if (quads.length === 0) return
    entryOf(iri).full = true
    write(quads.join(''))
  }

  /** What is known of an IRI beside its own records, as parts that may be written. */
  function rest(iri: string, entry: Entry): Part[] {
    const entities = (entry.copies ?? []).filter((copy) => isEntity(copy.of))
    const others = (entry.copies ?? []).filter((copy) => !isEntity(copy.of))
    const certain = entities.filter((copy) => !copy.tentative)
    for (const copy of entities.filter(({ tentative }) => tentative)) settle(copy, entry, certain)
    if (entry.types === 0 && entry.assumed !== undefined) entry.types |= bitOf.get(entry.assumed) as Mask
    const told = reconcile(certain, disagree(undefined, iri))
    const mentioned = model.types.filter((type) => (entry.types & ~entry.written & bit(type)) !== 0 && !told.some((copy) => copy.of === type))
    return [...told, ...mentioned.map((type) => ({ iri, of: type, fields: {} })), ...others]
  }

  /** A copy whose type was a guess becomes a copy of the type that others say. */
  function settle(copy: Part, entry: Entry, certain: Part[]): void {
    const said = model.types.find((type) => (entry.types & bit(type)) !== 0) ?? copy.of as EntityType
    entry.types |= bit(said)
    const i = certain.findIndex(({ of }) => of === said)
    const known = certain[i]
    if (known) certain[i] = { ...known, fields: uniteParts(said, known.fields, copy.fields, disagree(undefined, copy.iri)) }
    else certain.push({ iri: copy.iri, of: said, fields: copy.fields })
  }

  function finish(): Finished {
    for (const [iri, entry] of entries) {
      const parts = rest(iri, entry)
      const telling = parts.filter((one) => isEntity(one.of) && Object.keys(one.fields).length > 0)
      entry.full ||= telling.length > 0
      if (entry.empty && !entry.full) warn('tells-nothing', entry.empty, iri, [], 'tells nothing but id and type; it is a mention, not a record')
      const apart = entry.written ? telling : []
      for (const part of apart) late.push({ part })
      // In one piece: blank nodes of equal content are one node only within one call of the store.
      write(parts.filter((one) => !apart.includes(one)).map(toQuads).join(''))
      masks.set(iri, entry.types | (entry.full && entry.types !== 0 ? RECORD : 0))
      entry.copies = undefined
      entry.digests = undefined
    }
    entries.clear()
    return { late }
  }

  return { record, part, refer, triples, finish, masks }
}

function uniteParts(subject: Subject, a: StoredObject, b: StoredObject, onConflict: OnConflict): StoredObject {
  if (!isEntity(subject) && subject.kind === 'typed') return { class: [...new Set([...[a['class'] ?? []].flat(), ...[b['class'] ?? []].flat()])] }
  return unite(fieldsOf(subject), a, b, onConflict)
}
