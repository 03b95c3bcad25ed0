/**
 * The published SHACL shapes of SKG-IF, corrected where they contradict the contexts or themselves: one row
 * for each fault.
 */

import { DataFactory, Store, type Quad, type Term } from 'n3'

interface Correction {
  /** Constraint that is replaced, for all paths or those named. */
  readonly constraint: 'datatype' | 'node' | 'path'
  readonly value: string
  readonly paths?: readonly string[]
  /** What stands there instead: IRIs of which one must hold. */
  readonly ours: { readonly constraint: 'datatype' | 'nodeKind' | 'path'; readonly values: readonly string[] }
  readonly reason: string
}

const prefixes = {
  sh: 'http://www.w3.org/ns/shacl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  pro: 'http://purl.org/spar/pro/',
  co: 'http://purl.org/co/',
  frapo: 'http://purl.org/cerif/frapo/',
  frbr: 'http://purl.org/vocab/frbr/core#',
  cito: 'http://purl.org/spar/cito/',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  skg: 'https://w3id.org/skg-if/shapes/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
}

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

const expand = (name: string): string => {
  const colon = name.indexOf(':')
  return prefixes[name.slice(0, colon) as keyof typeof prefixes] + name.slice(colon + 1)
}
const iri = (name: string): Term & { termType: 'NamedNode' } => DataFactory.namedNode(expand(name)) as never

/** The node shape that holds a property shape. */
const ownersOf = (shapes: Store, property: Term): string[] =>
  shapes.getSubjects(iri('sh:property') as never, property as never, null).map(({ value }) => value)

function applies({ paths }: Correction, property: Quad['subject'], shapes: Store): boolean {
  const owners = ownersOf(shapes, property)
  // Shapes of others are as their authors want them.
  if (!owners.some((owner) => owner.startsWith(prefixes.skg))) return false
  const shapePaths = [
    ...shapes.getObjects(property, iri('sh:path') as never, null).map(({ value }) => value),
    ...owners,
  ]
  return !paths || paths.some((path) => shapePaths.includes(expand(path)))
}

/** Puts `sh:or ([constraint value] …)` on a property shape, or the constraint itself if it has one value. */
function put(shapes: Store, property: Quad['subject'], { constraint, values }: Correction['ours']): void {
  const predicate = iri(`sh:${constraint}`) as never
  const [only] = values
  if (values.length === 1 && only !== undefined) {
    shapes.addQuad(property, predicate, iri(only) as never)
    return
  }
  let list: Quad['object'] = iri('rdf:nil')
  for (const value of values.toReversed()) {
    const [cell, choice] = [DataFactory.blankNode(), DataFactory.blankNode()]
    shapes.addQuad(choice, predicate, iri(value) as never)
    shapes.addQuad(cell, iri('rdf:first') as never, choice)
    shapes.addQuad(cell, iri('rdf:rest') as never, list)
    list = cell
  }
  shapes.addQuad(property, iri('sh:or') as never, list)
}

/** Corrects shapes in place. @returns how often each correction was applied */
export function correctShapes(shapes: Store): number[] {
  return shapeCorrections.map((correction: Correction) => {
    const constraints = shapes
      .getQuads(null, iri(`sh:${correction.constraint}`) as never, iri(correction.value) as never, null)
      .filter(({ subject }) => applies(correction, subject, shapes))
    for (const quad of constraints) {
      shapes.removeQuad(quad)
      put(shapes, quad.subject, correction.ours)
    }
    return constraints.length
  })
}
