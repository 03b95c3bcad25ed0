/**
 * All parts of one subject → its named graph, and whether it is a record or a mention: the rule of merging,
 * which does not depend on the order of the input.
 */

import { orList, withArticle } from '../../model/values/text.ts'
import type { Finding } from '../../findings/kinds.ts'
import type { Model } from '../../model/model.ts'
import { holdsIdentifiers } from '../../model/identifier-predicates.ts'
import { IS_REFERENCED_BY, WAS_DERIVED_FROM } from '../../model/rows/added-filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { canonicalLines } from '../../record/rdf/blank-node-labels.ts'
import { createQuadSerializer } from '../../record/rdf/quads.ts'
import { dedupeLines, parseGraphQuads } from '../../record/rdf/triples.ts'
import {
  isEntity,
  kindOf,
  reconcileTypes,
  type StoredObject,
  type SubjectFragment,
} from '../../record/rdf/stored.ts'
import { bitOf, RECORD, typesIn, type Mask } from '../../search-index/query/entity-index.ts'
import { isContradicted, saysAll } from './compare-copies.ts'
import { chooseComposites } from './composites.ts'
import { declaredTypes, type DeclaredTypes } from './declared-types.ts'
import { mergeCopies, mergeEmbedded } from './merge-embedded.ts'
import type { OwnIdentifiers } from './own-identifiers.ts'
import type { EmbeddedPart, Part, RecordPart } from './part.ts'
import { mergeByType, ownFragments, sourcesOf, unmappedLines, type RecordSource } from './record-sources.ts'
import { reportSeveralNames } from './several-names.ts'
import { createConflicts, type Conflicts, type WarnOfSubject } from './warnings.ts'

export interface MergedSubject {
  readonly nquads: string
  /** Its types, and whether it is a record. */
  readonly mask: Mask
  /** What is said of it, piece by piece. */
  readonly fragments: readonly SubjectFragment[]
  /** How many of the triples JSON does not show. */
  readonly unmapped: number
}

export interface Merging {
  readonly model: Model
  /** Of the graph. */
  readonly base: string
  readonly own: OwnIdentifiers
  readonly warn: WarnOfSubject
  /** Called for references to what has no record, or one of another type, with the types that were expected. */
  onMisplaced(finding: Finding, expected: readonly string[]): void
  /** Whether it was a record in the graph that is replaced: what refers to it is reported, whoever read that. */
  wasRecord?(iri: string): boolean
}

export function createSubjectMerger({
  model,
  base,
  own,
  warn,
  onMisplaced,
  wasRecord = () => false,
}: Merging): (iri: string, parts: readonly Part[]) => MergedSubject {
  const toQuads = createQuadSerializer(model)
  const markCitedOnly = createCitedMarker(model, base)

  return (iri, parts) => {
    const types = declaredTypes(model, iri, parts, warn)
    const records = parts.filter((part): part is RecordPart => part.kind === 'record')
    const embedded = parts.filter((part): part is EmbeddedPart => part.kind === 'embedded')
    const [copies, additions] = partitionCopies(model, types, embedded)
    const conflicts = createConflicts()
    const choose = chooseComposites([...records, ...additions], conflicts)
    const chosen = additions.map((part) => ({ ...part, fragment: choose(part.fragment) }))
    const { types: mask, fragments: others } = mergeEmbedded(model, iri, types, chosen, warn, conflicts)
    const ofRecords = records.map(({ fragment }) => fragment)
    // What contradicts itself between records is reported where their graph is made.
    if (copies.length > 0)
      compareCopies(
        mergeByType(model, ofRecords.map(choose), () => {}),
        copies,
        conflicts,
      )
    const said = [...ofRecords, ...others]
    const names = copies.length > 0 && own.ofIri(iri) ? namesOfCopies(said, copies) : []
    const identifiers = identifiersOfCopies(said, copies, own, conflicts)
    const hasData = parts.some(hasContent) || others.some(isFilledEntity) || names.length > 0
    const ofIri = hasData ? identifierOfIri(iri, [...said, ...identifiers], own) : []
    const added = [...others, ...names, ...identifiers, ...ofIri]
    const sources = sourcesOf(parts)
    const [first] = sources
    // One record alone is written as it is: it has its quads, if it came as RDF, or one fragment.
    const { nquads, mapped } =
      first && sources.length === 1 && added.length === 0
        ? quadsOf(first, toQuads)
        : mergedQuads({ model, toQuads, choose, conflicts }, iri, sources, added)
    conflicts.report(warn, iri, records.at(-1)?.origin)
    if (own.ofIri(iri)) reportSeveralNames(iri, [...records, ...embedded], warn)
    const isRecord = hasData && mask !== 0
    if (!hasData && records[0])
      warn(
        'empty-record',
        records[0].origin,
        iri,
        [],
        'has nothing but an id and a type; it is a mention, not a record',
      )
    if (isRecord) reportWrongTypes(iri, parts, typesIn(model, mask), onMisplaced)
    else reportDangling(iri, parts, wasRecord, onMisplaced)
    const written = isRecord
      ? withProviders(iri, markCitedOnly(iri, nquads, mask, parts), [...records, ...additions])
      : nquads
    // What is no record is shown where a record names it.
    const shown =
      isRecord || embedded.length > 0 || parts.some(({ kind }) => kind === 'reference') ? mapped : ''
    return {
      nquads: written,
      mask: isRecord ? mask | RECORD : mask,
      fragments: [...said, ...added],
      unmapped: written === shown ? 0 : Math.max(0, countLines(written) - countLines(shown)),
    }
  }
}

/** What entities are called in copies, where their records give no such name, and no other one. */
function namesOfCopies(said: readonly SubjectFragment[], copies: readonly EmbeddedPart[]): SubjectFragment[] {
  const choose = chooseComposites(copies, createConflicts())
  const chosen = mergeCopies(copies.map((part) => ({ ...part, fragment: choose(part.fragment) })))
  return chosen.flatMap(({ iri, subjectType, fields }) => {
    if (!isEntity(subjectType)) return []
    const own = said.filter((one) => one.subjectType === subjectType).map((one) => one.fields)
    const record: StoredObject = Object.assign({}, ...own)
    const names = subjectType.labelFields.flatMap((key) => {
      const name = fields[key]
      return name === undefined ? [] : [[key, name] as const]
    })
    const missing = names.filter(([key]) => record[key] === undefined)
    const isOther = names.some(([key, name]) => !saysAll(record[key] ?? name, name))
    if (own.length === 0 || missing.length === 0 || isOther) return []
    return { iri, subjectType, fields: Object.fromEntries(missing) }
  })
}

/** The identifier that the IRI of an entity is, for each of its types that does not say it. */
function identifierOfIri(
  iri: string,
  said: readonly SubjectFragment[],
  own: OwnIdentifiers,
): SubjectFragment[] {
  const identifier = own.ofIri(iri)
  if (!identifier) return []
  const { scheme, value } = identifier
  const isSaid = said.some((fragment) =>
    own.ofFragment(fragment).some((one) => one.scheme === scheme && one.value === value),
  )
  if (isSaid) return []
  const types = new Set(said.filter(isFilledEntity).map(({ subjectType }) => subjectType as EntityType))
  return Array.from(types, (subjectType) => ({
    iri,
    subjectType,
    fields: own.asField(subjectType, identifier),
  })).filter(isFilledEntity)
}

/** The identifiers of copies in schemes of which their record has none. */
function identifiersOfCopies(
  said: readonly SubjectFragment[],
  copies: readonly EmbeddedPart[],
  own: OwnIdentifiers,
  conflicts: Conflicts,
): SubjectFragment[] {
  const [copy] = copies
  if (!copy) return []
  const known = [...said.flatMap(own.ofFragment), own.ofIri(copy.fragment.iri) ?? []].flat()
  return copies.flatMap(({ fragment, origin }) => {
    const { subjectType } =
      said.find(({ subjectType: type }) => type === fragment.subjectType) ?? (said[0] as SubjectFragment)
    return own.ofFragment(fragment).flatMap((identifier) => {
      const { scheme, value } = identifier
      // The value alone: some say eissn for issn.
      if (known.some((one) => one.value === value)) return []
      const fields = own.asField(subjectType as EntityType, identifier)
      const other = known.find((one) => one.scheme === scheme)
      if (!other) return { iri: fragment.iri, subjectType, fields }
      conflicts.add(Object.keys(fields), `${scheme} ${other.value}`, `${scheme} ${value}`, origin)
      return []
    })
  })
}

interface QuadMerging extends Pick<Merging, 'model'> {
  toQuads(fragment: SubjectFragment): string
  choose(fragment: SubjectFragment): SubjectFragment
  readonly conflicts: Conflicts
}

/** What copies of records say otherwise. */
function compareCopies(
  records: readonly SubjectFragment[],
  copies: readonly EmbeddedPart[],
  conflicts: Conflicts,
): void {
  for (const { fragment, origin } of copies) {
    const { subjectType, typeIsGuessed, fields } = fragment
    const record = records.find((one) => typeIsGuessed || one.subjectType === subjectType)
    if (!record) continue
    const { referenceFields, fields: rows } = record.subjectType as EntityType
    // Further names, for instance.
    const others = Object.entries(record.fields).flatMap(([key, value]) =>
      rows[key]?.kind === 'string' && Array.isArray(value) ? value : [],
    )
    for (const key of referenceFields) {
      const [recordValue, value] = [record.fields[key], fields[key]]
      if (recordValue === undefined || value === undefined || holdsIdentifiers(rows[key])) continue
      if (isContradicted(recordValue, value, others)) conflicts.add([key], recordValue, value, origin)
    }
  }
}

/** The graph of a subject, and what of it JSON shows; both as N-Quads. */
interface Quads {
  readonly nquads: string
  readonly mapped: string
}

function quadsOf({ quads, fragments }: RecordSource, toQuads: QuadMerging['toQuads']): Quads {
  const mapped = fragments.map(toQuads).join('')
  return { nquads: quads ?? mapped, mapped }
}

/** How many lines there are, of equal ones the first. */
const countLines = (nquads: string): number => new Set(nquads.split('\n')).size - 1

/** The graph of records that came several times, of several types, or with copies of further types. */
function mergedQuads(
  { model, toQuads, choose, conflicts }: QuadMerging,
  iri: string,
  sources: readonly RecordSource[],
  added: readonly SubjectFragment[],
): Quads {
  const own = sources.map((source) => ownFragments(source, toQuads))
  const unmapped = sources.flatMap((source, i) =>
    unmappedLines(source, own[i] as readonly SubjectFragment[], toQuads),
  )
  const fragments = [...own.flat().map(choose), ...added]
  const entities = mergeByType(
    model,
    fragments.filter(({ subjectType }) => isEntity(subjectType)),
    conflicts.add,
  )
  const others = fragments.filter(({ subjectType }) => !isEntity(subjectType))
  const quads = [...reconcileTypes(entities, conflicts.add), ...others].map(toQuads).join('')
  // A node that two types read may have been written by each.
  const once = sources.some((source) => source.fragments.length > 1)
    ? (nquads: string) => inGraph(canonicalLines(parseGraphQuads(nquads)), iri).join('')
    : dedupeLines
  return { nquads: once(quads + inGraph(unmapped, iri).join('')), mapped: once(quads) }
}

const hasFields = ({ fields }: SubjectFragment): boolean => Object.keys(fields).length > 0

const isFilledEntity = (fragment: SubjectFragment): boolean =>
  isEntity(fragment.subjectType) && hasFields(fragment)

/** Whether a part says more of its subject than an id and a type. */
const hasContent = (part: Part): boolean =>
  part.kind === 'triples' || (part.kind === 'record' && (part.hasUnmapped || hasFields(part.fragment)))

/** Copies of what has a record, and those that say what no record does. */
function partitionCopies(
  model: Model,
  { ofRecords }: DeclaredTypes,
  embedded: readonly EmbeddedPart[],
): [copies: EmbeddedPart[], additions: EmbeddedPart[]] {
  const [copies, additions]: [EmbeddedPart[], EmbeddedPart[]] = [[], []]
  for (const part of embedded) {
    const { subjectType, typeIsGuessed } = part.fragment
    const hasRecord =
      isEntity(subjectType) &&
      (typeIsGuessed ? ofRecords !== 0 : (ofRecords & bitOf(model, subjectType)) !== 0)
    if (hasRecord) copies.push(part)
    else if (!isEntity(subjectType) || hasFields(part.fragment)) additions.push(part)
  }
  return [copies, additions]
}

/** Reports the first reference to a subject that has no record. */
function reportDangling(
  iri: string,
  parts: readonly Part[],
  wasRecord: NonNullable<Merging['wasRecord']>,
  report: Merging['onMisplaced'],
): void {
  for (const part of parts) {
    const isReference =
      part.kind === 'reference' ||
      (part.kind === 'embedded' && isEntity(part.fragment.subjectType) && !hasFields(part.fragment))
    if (!isReference || !(part.place ?? wasRecord(iri))) continue
    const expected = part.kind === 'reference' ? part.expected : [kindOf(part.fragment.subjectType)]
    const message = `refers to ${iri}, which has no record (${orList(expected)})`
    report({ kind: 'dangling-reference', ...placeOf(part), message, isEarlier: false }, expected)
    return
  }
}

/** Reports references to a record that none of the expected types has. */
function reportWrongTypes(
  iri: string,
  parts: readonly Part[],
  types: readonly EntityType[],
  report: Merging['onMisplaced'],
): void {
  const names = types.map(({ name }) => name)
  for (const part of parts) {
    if (part.kind !== 'reference' || part.expected.some((name) => names.includes(name))) continue
    const expected = orList(part.expected)
    const message = `refers to ${iri}, which is ${names.map(withArticle).join(' and ')}, where ${expected} is expected`
    const right = `The id of ${orList(part.expected.map(withArticle))}.`
    report({ kind: 'wrong-type', ...placeOf(part), message, expected: right }, part.expected)
  }
}

const placeOf = ({
  origin,
  place,
}: Extract<Part, { place?: unknown }>): Omit<Finding, 'kind' | 'message'> => ({
  file: origin.file,
  line: origin.line,
  ...place,
})

const inGraph = (lines: readonly string[], iri: string): string[] =>
  lines.map((line) => `${line} <${iri}> .\n`)

/** The graph of a record, as N-Quads, with the mark where all that is said of it is said by others. */
type MarkCitedOnly = (iri: string, nquads: string, mask: Mask, parts: readonly Part[]) => string

/** Marks the graphs of records that stand there only because others cite them. @param base what refers to them */
function createCitedMarker(model: Model, base: string): MarkCitedOnly {
  const marked = model.types
    .filter(({ citedOnly }) => citedOnly)
    .reduce((mask, type) => mask | bitOf(model, type), 0)
  const mark = ` <${IS_REFERENCED_BY}> <${base}> `
  /** Whether a part is a record that an input has for itself; of RDF, one that does not bear the mark. */
  const isOwn = (part: Part): boolean =>
    part.kind === 'record' &&
    !part.origin.isAddition &&
    !part.sharesQuads &&
    part.quads?.includes(mark) !== true

  return (iri, nquads, mask, parts) => {
    const [only] = parts
    if ((mask & marked) === 0 || (parts.length === 1 && only && isOwn(only))) return nquads
    const isMarked = nquads.includes(mark)
    if (parts.some(isOwn) === !isMarked) return nquads
    if (!isMarked) return `${nquads}<${iri}>${mark}<${iri}> .\n`
    return nquads
      .split('\n')
      .filter((line) => !line.startsWith(`<${iri}>${mark}`))
      .join('\n')
  }
}

/** The graph of a record, with the providers of what is said of it; of inputs without providers as it is. */
function withProviders(iri: string, nquads: string, parts: readonly (RecordPart | EmbeddedPart)[]): string {
  const urls = new Set(parts.flatMap(({ origin }) => origin.providers ?? []))
  if (urls.size === 0) return nquads
  const lines = [...urls].sort().map((url) => `<${iri}> <${WAS_DERIVED_FROM}> <${url}> <${iri}> .\n`)
  return nquads + lines.filter((line) => !nquads.includes(line)).join('')
}
