/**
 * What a graph says of itself, in the graph that is called like its base: so a store that holds it can be
 * asked for its base and version.
 */

import { RDF_TYPE } from '../../model/context/iri.ts'
import { iriOf, quote, lexicalForm, XSD, type PredicateMap } from '../../record/rdf/triples.ts'
import { iriText } from '../../sparql/terms.ts'
import type { Row } from '../store.ts'

export interface Description {
  readonly base: string
  /** Changes with the content: its hash. */
  readonly version: string
  /** When it was written, as ISO 8601. */
  readonly time: string
  /** Quads of the graph, without these. */
  readonly quads: number
}

/** Property of the content hash. */
export const VERSION = 'http://www.w3.org/2002/07/owl#versionInfo'

const VOID = 'http://rdfs.org/ns/void#'
const terms = {
  type: RDF_TYPE,
  dataset: `${VOID}Dataset`,
  space: `${VOID}uriSpace`,
  triples: `${VOID}triples`,
  version: VERSION,
  modified: 'http://purl.org/dc/terms/modified',
} as const

const PREDICATES = [terms.type, terms.space, terms.version, terms.modified, terms.triples]

/** The description as N-Quads. */
export function writeDescription({ base, version, time, quads }: Description): string {
  const self = iriText(base)
  const description: [predicate: string, object: string][] = [
    [terms.type, `<${terms.dataset}>`],
    [terms.space, quote(base)],
    [terms.version, quote(version)],
    [terms.modified, `${quote(time)}^^<${XSD}dateTime>`],
    [terms.triples, `"${quads}"^^<${XSD}integer>`],
  ]
  return description.map(([predicate, object]) => `${self} <${predicate}> ${object} ${self} .\n`).join('')
}

/** A version as a literal: a content hash. */
const HASH = /^"[0-9a-f]{64}"$/

/** Whether this is all that is said of a subject (a term): it is no part of the graph then. */
export const isDescription = (subject: string, node: PredicateMap): boolean =>
  node.size === PREDICATES.length &&
  PREDICATES.every((predicate) => node.has(predicate)) &&
  node.get(terms.type)?.join() === `<${terms.dataset}>` &&
  node.get(terms.space)?.join() === quote(iriOf(subject)) &&
  node.get(terms.version)?.every((version) => HASH.test(version)) === true

/** Gives a row for each description that a store holds. */
export const DESCRIPTIONS =
  `SELECT ?base ?version ?time ?quads WHERE { GRAPH ?base { ?base <${terms.type}> ` +
  `<${terms.dataset}> ; <${terms.version}> ?version ; <${terms.modified}> ?time ; ` +
  `<${terms.triples}> ?quads } }`

export const readDescription = ({ base = '', version = '', time = '', quads = '' }: Row): Description => ({
  base: iriOf(base),
  version: lexicalForm(version),
  time: lexicalForm(time),
  quads: Number(lexicalForm(quads)),
})
