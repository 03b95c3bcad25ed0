/** A subject that is written already, and what came late: united into the N-Quads that take their place. */

import type { EntityType } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { canonicalLines } from '../record/canonical.ts'
import { createFramer } from '../record/frame.ts'
import { createNormaliser } from '../record/normalise.ts'
import {
  fieldsOf,
  inPairs,
  isEntity,
  reconcile,
  unite,
  type OnConflict,
  type Part,
  type StoredValue,
} from '../record/stored.ts'
import { addTriple, iriOf, isIri, linesOnce, nodesOfGraph, RDF_TYPE, type Nodes } from '../record/triples.ts'
import { createWriter } from '../record/write.ts'
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
  readonly parts: Part[]
}

/** N-Quads of one subject and what came late → its N-Quads; triples that no row maps stay. */
export type Unite = (iri: string, nquads: string, late: readonly Told[]) => string

export function createUniter({ model, base, warn, typesOf }: Uniting): Unite {
  const frame = createFramer(model, base, { assume: false })
  const normalise = createNormaliser(model, base)
  const toQuads = createWriter(model)
  const silent = {
    base,
    unordered: true,
    warn: () => {},
    part: () => {},
    refer: () => {},
    count: () => {},
  } as const

  /** The records that N-Quads of one subject hold. */
  function partsOf(iri: string, nquads: string): Part[] {
    const nodes = nodesOfGraph(nquads)
    const classes = nodes.get(`<${iri}>`)?.get(RDF_TYPE) ?? []
    const types = typesOf(iri).filter((type) => classes.includes(`<${model.classOf(type)}>`))
    if (types.length > 0) addClasses(iri, nodes)
    return types.map((type) => normalise(frame({ iri, nodes }, type), silent))
  }

  /** Adds the classes of the entities that the nodes name: keys may be told apart by them. */
  function addClasses(iri: string, nodes: Nodes): void {
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
    const there = new Set(canonicalLines(nodesOfGraph(nquads)))
    return {
      nquads,
      parts: parts.map((part) => {
        const isThere = (key: string, value: StoredValue): boolean =>
          canonicalLines(nodesOfGraph(toQuads({ ...part, fields: { [key]: value } }))).every((line) =>
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
        'copies-differ',
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
        nodesOfGraph(all),
        parts.map((part) => nodesOfGraph(toQuads(part))),
      ),
    )
    const parts = [
      ...sources.flatMap((source) => source.parts),
      ...late.flatMap(({ part, quads }) => (part && quads === undefined ? [part] : [])),
    ]
    const entities = uniteByType(
      parts.filter(({ of }) => isEntity(of)),
      onConflict,
    )
    const quads = [...reconcile(entities, onConflict), ...parts.filter(({ of }) => !isEntity(of))].map(
      toQuads,
    )
    const all = linesOnce([...quads, ...inGraph(unmapped, iri)].join(''))
    // A node that two types read may have been written by each.
    return shared.some((source) => source.parts.length > 1)
      ? inGraph(canonicalLines(nodesOfGraph(all)), iri).join('')
      : all
  }
}

const inGraph = (lines: readonly string[], iri: string): string[] =>
  lines.map((line) => `${line} <${iri}> .\n`)

/** The lines of a graph that none of its parts writes. */
function unwritten(all: Nodes, parts: readonly Nodes[]): string[] {
  const told = new Set(parts.flatMap(canonicalLines))
  return canonicalLines(all).filter((line) => !told.has(line))
}

/** One part of each type, in the order in which the types come last. */
function uniteByType(parts: readonly Part[], onConflict: OnConflict): Part[] {
  const two = (a: Part, b: Part): Part => ({
    ...b,
    fields: unite(fieldsOf(b.of), a.fields, b.fields, onConflict),
  })
  const types = [...new Set(parts.map(({ of }) => of).reverse())].reverse()
  return types.map(
    (type) =>
      inPairs(
        parts.filter(({ of }) => of === type),
        two,
      ) as Part,
  )
}
