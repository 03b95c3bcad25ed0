/**
 * The published SHACL shapes of SKG-IF, corrected where they contradict the contexts or themselves: one row
 * for each fault.
 */

import type { DatasetCore, NamedNode, Quad, Quad_Object, Quad_Subject } from '@rdfjs/types'
import rdf from 'rdf-ext'

interface Correction {
  /** Constraint that is replaced, for all paths or those named. */
  readonly constraint: 'datatype' | 'node' | 'path'
  readonly value: string
  readonly paths?: readonly string[]
  /** What stands there instead: IRIs of which one must hold. */
  readonly ours: { readonly constraint: 'datatype' | 'nodeKind' | 'path'; readonly values: readonly string[] }
  readonly reason: string
}

const sh = rdf.namespace('http://www.w3.org/ns/shacl#')
const SHAPES = 'https://w3id.org/skg-if/shapes/'
const prefixes = rdf.prefixMap([
  ['sh', sh('')],
  ['rdf', rdf.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#')],
  ['xsd', rdf.namedNode('http://www.w3.org/2001/XMLSchema#')],
  ['pro', rdf.namedNode('http://purl.org/spar/pro/')],
  ['co', rdf.namedNode('http://purl.org/co/')],
  ['frapo', rdf.namedNode('http://purl.org/cerif/frapo/')],
  ['dcterms', rdf.namedNode('http://purl.org/dc/terms/')],
  ['foaf', rdf.namedNode('http://xmlns.com/foaf/0.1/')],
  ['skg', rdf.namedNode(SHAPES)],
])

export const shapeCorrections = [
  {
    constraint: 'datatype',
    value: 'xsd:dateTime',
    ours: { constraint: 'datatype', values: ['xsd:gYear', 'xsd:gYearMonth', 'xsd:date', 'xsd:dateTime'] },
    reason: 'The model lets dates be a year, a month or a day, which are no xsd:dateTime.',
  },
  {
    constraint: 'datatype',
    value: 'xsd:float',
    paths: ['frapo:hasCurrency'],
    ours: { constraint: 'datatype', values: ['xsd:decimal', 'xsd:integer', 'xsd:float', 'xsd:double'] },
    reason: 'A 32-bit float does not keep amounts: 2985441.55 becomes 2985441.5.',
  },
  {
    constraint: 'datatype',
    value: 'xsd:positiveInteger',
    paths: ['co:index'],
    ours: { constraint: 'datatype', values: ['xsd:positiveInteger', 'xsd:integer'] },
    reason: 'Stores keep derived integers as xsd:integer.',
  },
  {
    constraint: 'datatype',
    value: 'xsd:float',
    paths: ['rdf:value'],
    ours: { constraint: 'datatype', values: ['xsd:float', 'xsd:double', 'xsd:decimal', 'xsd:integer'] },
    reason: 'Which kind of number a trust is depends on who wrote it, not on what it says.',
  },
  {
    constraint: 'path',
    value: 'pro:isDocumentContextFor',
    ours: { constraint: 'path', values: ['pro:isRelatedToRoleInTime'] },
    reason: 'The context maps the contributions of venues to pro:isRelatedToRoleInTime.',
  },
  {
    constraint: 'path',
    value: 'dcterms:title',
    paths: ['skg:venue/ExpressionCollectionShape'],
    ours: { constraint: 'path', values: ['foaf:name'] },
    reason: 'The context maps the name of venues to foaf:name.',
  },
  {
    constraint: 'node',
    value: 'skg:research-product/WorkShape',
    ours: { constraint: 'nodeKind', values: ['sh:BlankNodeOrIRI'] },
    reason:
      'A product that names products would be judged by all that these name, without end; each is judged by itself.',
  },
] as const satisfies readonly Correction[]

const iri = (name: string): NamedNode => prefixes.resolve(rdf.namedNode(name)) as NamedNode

function applies({ paths }: Correction, property: Quad_Subject, shapes: DatasetCore): boolean {
  const owners = [...shapes.match(null, sh('property'), property)].map(({ subject }) => subject.value)
  // Shapes of others are as their authors want them.
  if (!owners.some((owner) => owner.startsWith(SHAPES))) return false
  const shapePaths = [...shapes.match(property, sh('path'))].map(({ object }) => object.value)
  return !paths || paths.some((path) => [...shapePaths, ...owners].includes(iri(path).value))
}

/** Puts `sh:or ([constraint value] …)` on a property shape, or the constraint itself if it has one value. */
function put(shapes: DatasetCore, property: Quad_Subject, { constraint, values }: Correction['ours']): void {
  const add = (subject: Quad_Subject, predicate: NamedNode, object: Quad_Object): void =>
    void shapes.add(rdf.quad(subject, predicate, object))
  const predicate = sh(constraint)
  const [only] = values
  if (values.length === 1 && only !== undefined) {
    add(property, predicate, iri(only))
    return
  }
  let list: Quad_Object = iri('rdf:nil')
  for (const value of values.toReversed()) {
    const [cell, choice] = [rdf.blankNode(), rdf.blankNode()]
    add(choice, predicate, iri(value))
    add(cell, iri('rdf:first'), choice)
    add(cell, iri('rdf:rest'), list)
    list = cell
  }
  add(property, sh('or'), list)
}

/** Corrects shapes in place. @returns how often each correction was applied */
export function correctShapes(shapes: DatasetCore): number[] {
  return shapeCorrections.map((correction: Correction) => {
    const constraints = [...shapes.match(null, sh(correction.constraint), iri(correction.value))].filter(
      ({ subject }: Quad) => applies(correction, subject, shapes),
    )
    for (const quad of constraints) {
      shapes.delete(quad)
      put(shapes, quad.subject, correction.ours)
    }
    return constraints.length
  })
}
