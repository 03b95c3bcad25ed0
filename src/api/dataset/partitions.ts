/** What VoID says of the scheme of a graph: properties by class with what their values are, and links to other sets. */

import { identifiersOf } from '../../model/identifier-predicates.ts'
import { walkFields, type Model } from '../../model/model.ts'
import { quote, XSD } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import type { Statistics } from '../../search-index/query/index-reader.ts'
import { curie, integer, type Add } from './void.ts'

type Ranges = Map<string, number>

/** Class → property → datatype or class of the object, or nothing that was counted → triples. */
function propertiesByClass({ partitions }: Statistics): Map<string, Map<string, Ranges>> {
  const byClass = new Map<string, Map<string, Ranges>>()
  for (const [classes, properties] of partitions)
    for (const one of classes) {
      const own = byClass.get(one) ?? new Map<string, Ranges>()
      byClass.set(one, own)
      for (const [property, ranges] of properties) {
        const counts: Ranges = own.get(property) ?? new Map()
        own.set(property, counts)
        for (const [range, triples] of ranges) counts.set(range, (counts.get(range) ?? 0) + triples)
      }
    }
  return byClass
}

/** Property → the classes of the entities that it may name, by the rows. */
function classesNamed(model: Model): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const type of model.types)
    for (const { path, field } of walkFields(type.fields)) {
      const property = model.vocabulary.iri(path.at(-1) as string)
      if (field.kind !== 'reference' || property === undefined) continue
      const classes = named.get(property) ?? new Set()
      named.set(property, classes)
      for (const name of field.range) {
        const other = model.typeNamed(name)
        if (other) classes.add(model.classOf(other))
      }
    }
  return named
}

const isDatatype = (range: string): boolean =>
  range.startsWith(XSD) || range === curie('rdf:langString').slice(1, -1)

/**
 * Adds the properties of each class. Objects that are entities have records of their own, of the classes that the rows
 * say: where there are several, how many are of which is not counted.
 * @param url of the description @see addCounts
 */
export function addPartitions(add: Add, url: string, model: Model, statistics: Statistics): void {
  const named = classesNamed(model)
  const byClass = propertiesByClass(statistics)
  for (const [i, one] of [...statistics.classes.keys()].entries())
    for (const [j, [property, ranges]] of [...(byClass.get(one) ?? [])].entries()) {
      const node = iriText(`${url}#class-${i + 1}-property-${j + 1}`)
      add(iriText(`${url}#class-${i + 1}`), 'void:propertyPartition', node)
      add(node, 'void:property', iriText(property))
      add(node, 'void:triples', integer([...ranges.values()].reduce((sum, count) => sum + count, 0)))
      let number = 0
      const addRange = (range: string, triples?: number): void => {
        const part = iriText(`${url}#class-${i + 1}-property-${j + 1}-${++number}`)
        add(node, isDatatype(range) ? 'voidext:datatypePartition' : 'void:classPartition', part)
        add(part, isDatatype(range) ? 'voidext:datatype' : 'void:class', iriText(range))
        if (triples !== undefined) add(part, 'void:triples', integer(triples))
      }
      for (const [range, triples] of ranges) {
        const classes = range === '' ? [...(named.get(property) ?? [])] : range.split(' ')
        for (const other of classes) addRange(other, range === '' && classes.length > 1 ? undefined : triples)
      }
    }
}

/** Adds the links to the sets of others: how many identifiers of each scheme that has a resolver there are. */
export function addLinksets(
  add: Add,
  url: string,
  set: string,
  { base, model, statistics: { values } }: { base: string; model: Model; statistics: Statistics },
): void {
  const paths = model.types.flatMap((type) => identifiersOf(model, type))
  const byScheme = new Map(paths.map(({ scheme, hasIdentifier }) => [scheme, hasIdentifier]))
  for (const [scheme, hasIdentifier] of byScheme)
    for (const [name, { resolver }] of Object.entries(model.identifiers.rows)) {
      const links = values[scheme]?.[`<${model.vocabulary.iri(name) ?? base + name}>`]
      if (resolver === undefined || links === undefined) continue
      const [linkset, target] = [iriText(`${url}#links-${name}`), iriText(`${url}#${name}`)]
      add(linkset, 'rdf:type', curie('void:Linkset'))
      add(set, 'void:subset', linkset)
      add(linkset, 'void:subjectsTarget', set)
      add(linkset, 'void:objectsTarget', target)
      add(linkset, 'void:linkPredicate', iriText(hasIdentifier))
      add(linkset, 'void:triples', integer(links))
      add(target, 'rdf:type', curie('void:Dataset'))
      add(target, 'dcterms:title', quote(name))
      add(target, 'void:uriSpace', quote(resolver))
    }
}
