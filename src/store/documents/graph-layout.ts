/**
 * How SPARQL distinguishes the triples of an entity: by its named graph, or, where there is none, by the blank
 * nodes reachable from it.
 */

import { iriText } from '../../sparql/terms.ts'

export interface Layout {
  /** The entity ?g is of a class (a term). */
  isOf(classTerm: string): string
  /** The entity ?g has the triple ?s ?p ?o, which is its own or that of a blank node of its. */
  readonly has: string
  /** Anything that is said of things called ?g. */
  readonly any: string
  /** The triples ?s ?p ?o of some entities. */
  triplesOf(iris: readonly string[]): string
  /** The entities ?owner that name an IRI, and by which ?property. */
  naming(iri: string): string
}

/** Blank nodes within each other that are followed where no graph holds them together. SKG-IF needs two. */
const DEPTH = 3

const list = (iris: readonly string[]): string => iris.map(iriText).join(' ')

/** The way from an entity over so many blank nodes to the last. */
function descent(from: string, to: string, steps: number): string {
  const nodes = [from, ...Array.from({ length: steps - 1 }, (_, i) => `?blank${i}`), to]
  const links = nodes.slice(1).map((node, i) => `${nodes[i]} ?via${i} ${node} . FILTER(isBlank(${node}))`)
  return links.join(' ')
}

const depths = Array.from({ length: DEPTH }, (_, i) => i + 1)

const united = (parts: readonly string[]): string => parts.map((part) => `{ ${part} }`).join(' UNION ')

export const layouts = {
  graphs: {
    isOf: (classTerm) => `GRAPH ?g { ?g a ${classTerm} }`,
    has: 'GRAPH ?g { ?s ?p ?o }',
    any: 'GRAPH ?g { ?s ?p ?o }',
    triplesOf: (iris) => `VALUES ?g { ${list(iris)} } GRAPH ?g { ?s ?p ?o }`,
    naming: (iri) => `GRAPH ?owner { ?node ?property ${iriText(iri)} }`,
  },
  triples: {
    isOf: (classTerm) => `?g a ${classTerm} . FILTER(isIRI(?g))`,
    has: '?g ?p ?o',
    any: '?g ?p ?o . FILTER(isIRI(?g))',
    triplesOf: (iris) =>
      united([
        `VALUES ?s { ${list(iris)} } ?s ?p ?o`,
        ...depths.map((depth) => `VALUES ?g { ${list(iris)} } ${descent('?g', '?s', depth)} ?s ?p ?o`),
      ]),
    naming: (iri) =>
      `${united([
        `?owner ?property ${iriText(iri)}`,
        ...depths.map((depth) => `?node ?property ${iriText(iri)} . ${descent('?owner', '?node', depth)}`),
      ])} FILTER(isIRI(?owner))`,
  },
} as const satisfies Record<string, Layout>

export type LayoutName = keyof typeof layouts

/** The layout of a store; that of skeg's own graphs where it says nothing. */
export const layoutOf = ({ layout = 'graphs' }: { readonly layout?: LayoutName }): Layout => layouts[layout]
