/**
 * The document of an entity as a SPARQL query: what `Graph.documents` reads, for all who have SPARQL alone.
 */

import type { EntityType } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { embeddingScopeOf, referencePredicates } from '../../model/rows/embedding-scope.ts'
import { RDF_TYPE } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'

const oneOf = (variable: string, iris: Iterable<string>): string =>
  `${variable} IN (${[...new Set(iris)].map(iriText).join(', ')})`

/**
 * Patterns and what holds for them. Oxigraph runs single patterns one after the other; what only checks is
 * fast in EXISTS alone.
 */
const part = (patterns: string, ...conditions: readonly string[]): string =>
  `{ ${patterns} FILTER(${conditions.join(' && ')}) }`

/**
 * The CONSTRUCT query whose result are the triples of an entity's document.
 * @param types the types of which the IRI is a record
 * @throws Error if the text is no absolute IRI
 */
export function documentQuery(model: Model, iri: string, types: readonly EntityType[]): string {
  const own = iriText(iri)
  const follows = types.map((type) => embeddingScopeOf(model, type))
  const labels = model.types.flatMap((type) => [...embeddingScopeOf(model, type).classLabels])
  const isType = (predicate: string): string => `${predicate} = ${iriText(RDF_TYPE)}`
  const isEntityClass = oneOf(
    '?o',
    model.types.map((type) => model.classOf(type)),
  )

  const isNamed = (entity: string): string => `isIRI(${entity}) && ${entity} != ${own}`
  const isEntity = (entity: string): string =>
    `${oneOf(
      '?via',
      follows.flatMap(({ entities }) => [...entities]),
    )} && ${isNamed(entity)}`
  const isOther = `${isNamed('?s')} && ((${isType('?via')} && ?holder != ${own}) || ${oneOf(
    '?via',
    follows.flatMap(({ typedIris: typed }) => [...typed]),
  )})`
  const naming = (name: string): string => `GRAPH ${own} { ?holder ?via ${name} }`
  const shows = (entity: string, predicate: string): string =>
    `EXISTS { GRAPH ${entity} { ${entity} a ?type } FILTER(${model.types
      .filter(({ referenceFields: reference }) => reference.length > 0)
      .map(
        (type) =>
          `(?type = ${iriText(model.classOf(type))} && ${oneOf(predicate, referencePredicates(model, type))})`,
      )
      .join(' || ')}) }`
  const leads = (to: string): string =>
    `isBlank(?first) && isBlank(${to}) && EXISTS { GRAPH ?entity { ?first (a|!a)* ${to} } }`
  const all = 'GRAPH ?s { ?s ?p ?o }'
  const shown = (object: string): string => `${naming('?entity')} GRAPH ?entity { ?entity ?shown ${object} }`

  return `CONSTRUCT { ?s ?p ?o } WHERE {\n  ${[
    `{ GRAPH ${own} { ?s ?p ?o } }`,
    // The entities that it names: their classes, what references to them show, the blank nodes reachable
    // from that, and the classes of what is named there.
    part(`${naming('?s')} ${all}`, isEntity('?s'), isType('?p'), isEntityClass),
    part(`${naming('?s')} ${all}`, isEntity('?s'), shows('?s', '?p')),
    part(
      `${shown('?first')} GRAPH ?entity { ?s ?p ?o }`,
      isEntity('?entity'),
      shows('?entity', '?shown'),
      leads('?s'),
    ),
    part(
      `${shown('?s')} ${all}`,
      isEntity('?entity'),
      'isIRI(?s)',
      isType('?p'),
      isEntityClass,
      shows('?entity', '?shown'),
    ),
    part(
      `${shown('?first')} GRAPH ?entity { ?inner ?by ?s } ${all}`,
      isEntity('?entity'),
      'isIRI(?s)',
      isType('?p'),
      isEntityClass,
      shows('?entity', '?shown'),
      leads('?inner'),
    ),
    // Classes of nodes, and things that are no entities: their labels and classes.
    part(
      `${naming('?s')} ${all}`,
      isOther,
      `(${oneOf('?p', labels)} || (${isType('?p')} && !(${isEntityClass})))`,
    ),
  ].join('\n  UNION ')}\n}\n`
}
