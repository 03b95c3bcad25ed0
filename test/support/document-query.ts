/** The document of an entity as a SPARQL query: the second way to what `Graph.documents` reads. */

import type { EntityType } from '../../src/model/rows/row.ts'
import type { Model } from '../../src/model/model.ts'
import { embeddingScopeOf, referencePredicates } from '../../src/model/embedding-scope.ts'
import { RDF_TYPE } from '../../src/record/rdf/triples.ts'
import { iriText } from '../../src/sparql/terms.ts'

const oneOf = (variable: string, iris: Iterable<string>): string =>
  `${variable} IN (${[...new Set(iris)].map(iriText).join(', ')})`

/**
 * Patterns and what holds for them. Oxigraph runs single patterns one after the other; what only checks is
 * fast in EXISTS alone.
 */
const unionBranch = (patterns: string, ...conditions: readonly string[]): string =>
  `{ ${patterns} FILTER(${conditions.join(' && ')}) }`

/**
 * The CONSTRUCT query whose result are the triples of an entity's document.
 * @param types the types of which the IRI is a record
 * @throws Error if the text is no absolute IRI
 */
export function documentQuery(model: Model, iri: string, types: readonly EntityType[]): string {
  const graph = iriText(iri)
  const follows = types.map((type) => embeddingScopeOf(model, type))
  const labels = model.types.flatMap((type) => [...embeddingScopeOf(model, type).classLabels])
  const isType = (predicate: string): string => `${predicate} = ${iriText(RDF_TYPE)}`
  const isEntityClass = oneOf(
    '?o',
    model.types.map((type) => model.classOf(type)),
  )

  const isNamed = (entity: string): string => `isIRI(${entity}) && ${entity} != ${graph}`
  const isEntity = (entity: string): string =>
    `${oneOf(
      '?via',
      follows.flatMap(({ entities }) => [...entities]),
    )} && ${isNamed(entity)}`
  const isOther = `${isNamed('?s')} && ((${isType('?via')} && ?holder != ${graph}) || ${oneOf(
    '?via',
    follows.flatMap(({ typedIris: typed }) => [...typed]),
  )})`
  const naming = (name: string): string => `GRAPH ${graph} { ?holder ?via ${name} }`
  const isReferenceField = (entity: string, predicate: string): string =>
    `EXISTS { GRAPH ${entity} { ${entity} a ?type } FILTER(${model.types
      .filter(({ referenceFields: reference }) => reference.length > 0)
      .map(
        (type) =>
          `(?type = ${iriText(model.classOf(type))} && ${oneOf(predicate, referencePredicates(model, type))})`,
      )
      .join(' || ')}) }`
  const leads = (to: string): string =>
    `isBlank(?first) && isBlank(${to}) && EXISTS { GRAPH ?entity { ?first (a|!a)* ${to} } }`
  const ownTriples = 'GRAPH ?s { ?s ?p ?o }'
  const reachedFrom = (object: string): string =>
    `${naming('?entity')} GRAPH ?entity { ?entity ?shown ${object} }`

  return `CONSTRUCT { ?s ?p ?o } WHERE {\n  ${[
    `{ GRAPH ${graph} { ?s ?p ?o } }`,
    // The entities that it names: their classes, what references to them show, the blank nodes reachable
    // from that, and the classes of what is named there.
    unionBranch(`${naming('?s')} ${ownTriples}`, isEntity('?s'), isType('?p'), isEntityClass),
    unionBranch(`${naming('?s')} ${ownTriples}`, isEntity('?s'), isReferenceField('?s', '?p')),
    unionBranch(
      `${reachedFrom('?first')} GRAPH ?entity { ?s ?p ?o }`,
      isEntity('?entity'),
      isReferenceField('?entity', '?shown'),
      leads('?s'),
    ),
    unionBranch(
      `${reachedFrom('?s')} ${ownTriples}`,
      isEntity('?entity'),
      'isIRI(?s)',
      isType('?p'),
      isEntityClass,
      isReferenceField('?entity', '?shown'),
    ),
    unionBranch(
      `${reachedFrom('?first')} GRAPH ?entity { ?inner ?by ?s } ${ownTriples}`,
      isEntity('?entity'),
      'isIRI(?s)',
      isType('?p'),
      isEntityClass,
      isReferenceField('?entity', '?shown'),
      leads('?inner'),
    ),
    // Classes of nodes, and things that are no entities: their labels and classes.
    unionBranch(
      `${naming('?s')} ${ownTriples}`,
      isOther,
      `(${oneOf('?p', labels)} || (${isType('?p')} && !(${isEntityClass})))`,
    ),
  ].join('\n  UNION ')}\n}\n`
}
