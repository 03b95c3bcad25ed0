/** Request text → RDF term: the only way by which what a client sends reaches SPARQL. */

import oxigraph from 'oxigraph'

/** A literal in SPARQL syntax, quoted by Oxigraph. */
export const literal = (text: string): string => oxigraph.literal(text.toWellFormed()).toString()

/** An IRI in SPARQL syntax. @throws Error if the text is no absolute IRI of RFC 3987 */
export const namedNode = (iri: string): string => oxigraph.namedNode(iri).toString()
