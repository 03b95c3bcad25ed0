/** Triples from elsewhere → records, by subject and class. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { GENERATED_PREFIX } from '../../model/identifiers/generated-ids.ts'
import type { FindingKind } from '../../findings/kinds.ts'
import type { Json } from '../../model/values/json.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { walkFields, type Model } from '../../model/model.ts'
import { normaliseTerms } from './foreign-terms.ts'
import { fixClasses, publishedIri } from './published-contexts.ts'
import { createTypeDetector, type TypeDetector } from '../../record/rdf/type-detection.ts'
import { createFramer } from '../../record/json/frame.ts'
import { digestsOf, descriptionQuads } from '../../record/rdf/blank-node-labels.ts'
import {
  blankNodesByReverseProperty,
  conciseBoundedDescription,
  type ReverseLinked,
} from '../../record/rdf/owned-blank-nodes.ts'
import { sortCodePoints } from '../../model/values/sorting.ts'
import { digest, selfClassKey } from '../../record/rdf/stored.ts'
import {
  iriOf,
  isBlank,
  isIri,
  RDF_TYPE,
  type PredicateMap,
  type TripleIndex,
} from '../../record/rdf/triples.ts'

/** A subject of RDF input: the records that its classes make of it, and all its triples as N-Quads lines. */
export interface SubjectRecords {
  readonly iri: string
  readonly records: readonly Json[]
  /** Its classes, if none of them makes a record and no field shows them. */
  readonly otherClasses: readonly string[]
  readonly quads: readonly string[]
}

/** Splits RDF into records by the classes of its subjects; rewrites the nodes on the way. */
export async function* subjectsOf(
  nodes: TripleIndex,
  model: Model,
  base: string,
  report: (kind: FindingKind, message: string, id?: string) => void,
): AsyncGenerator<SubjectRecords> {
  refuseLargeTrees(nodes, model, report)
  const values = valuesOfFields(nodes, model)
  const entities = new Map([...nodes].filter(([subject]) => isIri(subject) || !values.has(subject)))
  fixClasses(entities, model, base)
  nameEntities(nodes, entities, model, base)
  await nextTurn()
  const [preferred, own] = [alternatives(model), predicatesByType(model)]
  for (const [subject, node] of nodes)
    rename(node, entities.has(subject) || isIri(subject) ? (node.get(RDF_TYPE) ?? []) : [], preferred, own)
  const reverseLinked = blankNodesByReverseProperty(model.vocabulary.reverse, nodes)
  await nextTurn()
  const reached = ownersOf(nodes, reverseLinked)
  await nextTurn()
  normaliseTerms(
    nodes,
    model,
    base,
    nodesOfEntities(nodes, model, reverseLinked),
    (kind, message, subject) => {
      const owner = isBlank(subject) ? reached.get(subject) : subject
      report(kind, message, owner === undefined ? undefined : iriOf(owner))
    },
  )
  const detectTypes = createTypeDetector(model)
  // What has a record here is an id and a type elsewhere: a copy would stay when the record is replaced or deleted.
  const referenceTo = (iri: string, type: EntityType): Json | undefined =>
    typesOf(nodes.get(`<${iri}>`) ?? new Map(), detectTypes).includes(type)
      ? { local_identifier: iri, entity_type: type.name }
      : undefined
  const frame = createFramer(model, base, { inferTypes: false, referenceTo })
  for (const [subject, node] of nodes) {
    if (isBlank(subject)) {
      if (!reached.has(subject)) report('blank-node', 'is a blank node that no IRI leads to; give it an IRI')
      continue
    }
    const iri = iriOf(subject)
    const types = typesOf(node, detectTypes)
    yield {
      iri,
      records: types.map((type) => frame({ iri, nodes }, type)),
      otherClasses: types.length > 0 || values.has(subject) ? [] : (node.get(RDF_TYPE) ?? []),
      quads: descriptionQuads(subject, nodes, reverseLinked),
    }
  }
}

/** Blank nodes that may be reachable from one IRI: they are labelled, written and shown as one. */
const MAX_BLANK_NODES = 100_000

/** Removes subjects with too many blank nodes, and these blank nodes. */
function refuseLargeTrees(
  nodes: TripleIndex,
  model: Model,
  onBroken: (kind: FindingKind, message: string) => void,
): void {
  let blanks = 0
  for (const subject of nodes.keys()) if (isBlank(subject)) blanks++
  if (blanks <= MAX_BLANK_NODES) return
  const reverseLinked = blankNodesByReverseProperty(model.vocabulary.reverse, nodes)
  for (const subject of [...nodes.keys()].filter(isIri)) {
    const tree = conciseBoundedDescription(subject, nodes, reverseLinked)
    if (tree.size <= MAX_BLANK_NODES) continue
    for (const one of tree.keys()) nodes.delete(one)
    onBroken(
      'unreadable-record',
      `${subject} has more than ${MAX_BLANK_NODES.toLocaleString('en')} blank nodes; give IRIs to some of them`,
    )
  }
}

function typesOf(node: PredicateMap, detectTypes: TypeDetector): EntityType[] {
  return detectTypes(node.get(RDF_TYPE)?.filter(isIri).map(iriOf) ?? [], node.keys())
}

/** Other predicates that stand for a field's own. */
function alternatives(model: Model): Map<string, { predicate: string; type: string }[]> {
  const alternativesByPredicate = new Map<string, { predicate: string; type: string }[]>()
  for (const type of model.types) {
    for (const { path, field } of walkFields(type.fields)) {
      const key = path.at(-1) as string
      const published = [key, ...(field.aliases ?? [])].flatMap((name) => publishedIri(model, name) ?? [])
      for (const also of [...(field.inputPredicates ?? []), ...published]) {
        const other = model.vocabulary.iri(also) ?? also
        alternativesByPredicate.set(other, [
          ...(alternativesByPredicate.get(other) ?? []),
          {
            predicate: model.vocabulary.iri(key) as string,
            type: path.length > 1 ? '' : model.classOf(type),
          },
        ])
      }
    }
  }
  return alternativesByPredicate
}

/** Class → the predicates of its top-level fields. */
const predicatesByType = (model: Model): Map<string, Set<string>> =>
  new Map(
    model.types.map((type) => [
      `<${model.classOf(type)}>`,
      new Set(Object.keys(type.fields).map((key) => model.vocabulary.iri(key) as string)),
    ]),
  )

/**
 * Brings predicates that stand for others into one form, where no class of the node has them itself; those of
 * top-level fields only on entities of the type.
 */
function rename(
  node: PredicateMap,
  classes: readonly string[],
  preferred: ReadonlyMap<string, readonly { predicate: string; type: string }[]>,
  own: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [predicate, objects] of [...node]) {
    if (classes.some((one) => own.get(one)?.has(predicate))) continue
    const target = preferred.get(predicate)?.find(({ type }) => type === '' || classes.includes(`<${type}>`))
    if (!target || node.has(target.predicate)) continue
    node.delete(predicate)
    node.set(target.predicate, objects)
  }
}

/**
 * What fields show as their values, and not as entities, whatever its class: blank nodes, as manifestations are, and
 * things that are named with their class.
 */
function valuesOfFields(nodes: TripleIndex, model: Model): ReadonlySet<string> {
  const kinds = new Map<string, 'object' | 'typedIri'>()
  for (const { path, field } of model.types.flatMap((type) => [...walkFields(type.fields)])) {
    if (field.kind === 'typedIri' || (field.kind === 'object' && selfClassKey(field.fields) === undefined))
      kinds.set(model.vocabulary.iri(path.at(-1) as string) as string, field.kind)
  }
  const found = new Set<string>()
  for (const node of nodes.values())
    for (const [predicate, kind] of kinds)
      for (const term of node.get(predicate) ?? []) if (kind === 'typedIri' || isBlank(term)) found.add(term)
  return found
}

const hasEntityClass = (node: PredicateMap, model: Model): boolean =>
  node.get(RDF_TYPE)?.some((object) => isIri(object) && model.typeOfClass(iriOf(object))) ?? false

/** Gives blank nodes that are entities an IRI made of owner and content. */
function nameEntities(nodes: TripleIndex, entities: TripleIndex, model: Model, base: string): void {
  const names = new Map<string, string>()
  const owners = ownersOf(nodes, blankNodesByReverseProperty(model.vocabulary.reverse, nodes))
  const digests = digestsOf(nodes)
  for (const [subject, node] of entities) {
    if (!isBlank(subject) || !hasEntityClass(node, model)) continue
    const content = digest(`${owners.get(subject) ?? ''} ${digests.get(subject)}`)
    names.set(subject, `<${base}${GENERATED_PREFIX}${content}>`)
  }
  if (names.size === 0) return
  for (const [subject, node] of [...nodes]) {
    for (const [predicate, objects] of node)
      node.set(
        predicate,
        objects.map((object) => names.get(object) ?? object),
      )
    const name = names.get(subject)
    if (name !== undefined) {
      nodes.delete(subject)
      nodes.set(name, node)
    }
  }
}

/** The blank nodes reachable from IRIs, each with the first IRI that leads to it. */
function ownersOf(nodes: TripleIndex, reverseLinked: ReverseLinked): Map<string, string> {
  const owners = new Map<string, string>()
  for (const subject of sortCodePoints([...nodes.keys()].filter(isIri))) {
    for (const node of conciseBoundedDescription(subject, nodes, reverseLinked).keys())
      if (isBlank(node) && !owners.has(node)) owners.set(node, subject)
  }
  return owners
}

/** The entities, and the blank nodes reachable from them. */
function nodesOfEntities(nodes: TripleIndex, model: Model, reverseLinked: ReverseLinked): Set<string> {
  const found = new Set<string>()
  for (const [subject, node] of nodes) {
    if (hasEntityClass(node, model))
      for (const one of conciseBoundedDescription(subject, nodes, reverseLinked).keys()) found.add(one)
  }
  return found
}
