/** A subject that is written already, and what came late: united into the N-Quads that take their place. */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { canonicalLines } from '../../record/rdf/canonical.ts'
import { createFramer } from '../../record/json/frame.ts'
import { createNormaliser } from '../../record/json/normalise.ts'
import {
  fieldsOf,
  reduceBalanced,
  isEntity,
  reconcileTypes,
  mergeFragments,
  type OnConflict,
  type SubjectFragment,
  type StoredValue,
} from '../../record/stored.ts'
import {
  addTriple,
  iriOf,
  isIri,
  dedupeLines,
  parseGraphQuads,
  RDF_TYPE,
  type TripleIndex,
} from '../../record/rdf/triples.ts'
import { createQuadSerializer } from '../../record/rdf/quads.ts'
import type { WarnOf } from './settle.ts'
import type { Told } from './told.ts'

interface Uniting {
  readonly model: Model
  readonly base: string
  readonly warn: WarnOf
  /** All types of an IRI, as they are known at the end. */
  typesOf(iri: string): readonly EntityType[]
}

/** Triples of one subject that are there already, and the records that they make. */
interface Source {
  readonly nquads: string
  readonly parts: SubjectFragment[]
}

/** N-Quads of one subject and what came late → its N-Quads; triples that no row maps stay. */
export type Unite = (iri: string, nquads: string, late: readonly Told[]) => string

export function createUniter({ model, base, warn, typesOf }: Uniting): Unite {
  const frame = createFramer(model, base, { assume: false })
  const normalise = createNormaliser(model, base)
  const toQuads = createQuadSerializer(model)
  const silent = {
    base,
    unordered: true,
    warn: () => {},
    part: () => {},
    refer: () => {},
    count: () => {},
  } as const

  /** The records that N-Quads of one subject hold. */
  function partsOf(iri: string, nquads: string): SubjectFragment[] {
    const nodes = parseGraphQuads(nquads)
    const classes = nodes.get(`<${iri}>`)?.get(RDF_TYPE) ?? []
    const types = typesOf(iri).filter((type) => classes.includes(`<${model.classOf(type)}>`))
    if (types.length > 0) addClasses(iri, nodes)
    return types.map((type) => normalise(frame({ iri, nodes }, type), silent))
  }

  /** Adds the classes of the entities that the nodes name: keys may be told apart by them. */
  function addClasses(iri: string, nodes: TripleIndex): void {
    const named = new Set([...nodes.values()].flatMap((node) => [...node.values()].flat()))
    for (const term of named) {
      if (!isIri(term) || iriOf(term) === iri) continue
      for (const type of typesOf(iriOf(term))) addTriple(nodes, term, RDF_TYPE, `<${model.classOf(type)}>`)
    }
  }

  /**
   * Of records that share their triples, each without what it reads of the others' in its own way: no such
   * triples are there.
   */
  function apart({ nquads, parts }: Source): Source {
    if (parts.length < 2) return { nquads, parts }
    const there = new Set(canonicalLines(parseGraphQuads(nquads)))
    return {
      nquads,
      parts: parts.map((part) => {
        const isThere = (key: string, value: StoredValue): boolean =>
          canonicalLines(parseGraphQuads(toQuads({ ...part, fields: { [key]: value } }))).every((line) =>
            there.has(line),
          )
        const own = Object.entries(part.fields).map(
          ([key, value]) =>
            [
              key,
              Array.isArray(value)
                ? value.filter((one) => isThere(key, [one]))
                : isThere(key, value)
                  ? value
                  : [],
            ] as const,
        )
        return {
          ...part,
          fields: Object.fromEntries(own.filter(([, value]) => !Array.isArray(value) || value.length > 0)),
        }
      }),
    }
  }

  return (iri, nquads, late) => {
    const origin = late.findLast((told) => told.origin)?.origin
    const onConflict: OnConflict = (path, one, other) =>
      warn(
        'conflicting-copies',
        origin,
        iri,
        path,
        `differs between records: ${JSON.stringify(one)} is kept, ${JSON.stringify(other)} is not`,
      )
    const shared: Source[] = [{ nquads, parts: partsOf(iri, nquads) }]
    for (const { part, quads } of late) {
      if (quads) shared.push({ nquads: quads, parts: [] })
      if (quads !== undefined && part) shared.at(-1)?.parts.push(part)
    }
    const sources = shared.map(apart)
    const unmapped = sources.flatMap(({ nquads: all, parts }) =>
      unwritten(
        parseGraphQuads(all),
        parts.map((part) => parseGraphQuads(toQuads(part))),
      ),
    )
    const parts = [
      ...sources.flatMap((source) => source.parts),
      ...late.flatMap(({ part, quads }) => (part && quads === undefined ? [part] : [])),
    ]
    const entities = uniteByType(
      parts.filter(({ subjectType: of }) => isEntity(of)),
      onConflict,
    )
    const quads = [
      ...reconcileTypes(entities, onConflict),
      ...parts.filter(({ subjectType: of }) => !isEntity(of)),
    ].map(toQuads)
    const all = dedupeLines([...quads, ...inGraph(unmapped, iri)].join(''))
    // A node that two types read may have been written by each.
    return shared.some((source) => source.parts.length > 1)
      ? inGraph(canonicalLines(parseGraphQuads(all)), iri).join('')
      : all
  }
}

const inGraph = (lines: readonly string[], iri: string): string[] =>
  lines.map((line) => `${line} <${iri}> .\n`)

/** The lines of a graph that none of its parts writes. */
function unwritten(all: TripleIndex, parts: readonly TripleIndex[]): string[] {
  const told = new Set(parts.flatMap(canonicalLines))
  return canonicalLines(all).filter((line) => !told.has(line))
}

/** One part of each type, in the order in which the types come last. */
function uniteByType(parts: readonly SubjectFragment[], onConflict: OnConflict): SubjectFragment[] {
  const two = (a: SubjectFragment, b: SubjectFragment): SubjectFragment => ({
    ...b,
    fields: mergeFragments(fieldsOf(b.subjectType), a.fields, b.fields, onConflict),
  })
  const types = [...new Set(parts.map(({ subjectType: of }) => of).reverse())].reverse()
  return types.map(
    (type) =>
      reduceBalanced(
        parts.filter(({ subjectType: of }) => of === type),
        two,
      ) as SubjectFragment,
  )
}
