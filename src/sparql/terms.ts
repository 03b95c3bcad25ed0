/** Request text → RDF term: the only way by which what a client sends reaches SPARQL. */

import type { Literal, NamedNode, Term } from '@rdfjs/types'
import oxigraph from 'oxigraph'

/** A literal in SPARQL syntax, quoted by Oxigraph. */
export const literalText = (text: string): string => oxigraph.literal(text.toWellFormed()).toString()

/**
 * IRIs as most are, which need no closer look: http, a host, a path of the characters that RFC 3986 allows
 * there.
 */
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})*)*$/i

/** Characters from which on the pattern is not tried: it would need a stack as deep as the text is long. */
const LONG = 10_000

/** An IRI in SPARQL syntax. @throws Error if the text is no absolute IRI of RFC 3987 */
export function iriText(iri: string): string {
  // Oxigraph checks it and changes nothing: its term is not read back, which would cost more. A pattern costs
  // a tenth of the check.
  if (iri.length > LONG || !PLAIN.test(iri)) oxigraph.namedNode(iri)
  return `<${iri}>`
}

const equalTo =
  (own: { termType: string; value: string; language?: string; datatype?: { value: string } }) =>
  (other: Term | null | undefined): boolean =>
    other !== null &&
    other !== undefined &&
    own.termType === other.termType &&
    own.value === other.value &&
    (other.termType !== 'Literal' ||
      (own.language === other.language && own.datatype?.value === other.datatype.value))

function plainIri(value: string): NamedNode {
  const term = { termType: 'NamedNode' as const, value }
  return { ...term, equals: equalTo(term) }
}

/**
 * An IRI as a term for syntax trees: printers of SPARQL write it as it is, so Oxigraph checks it first.
 * @throws Error as namedNode
 */
export const namedNode = (iri: string): NamedNode => plainIri(oxigraph.namedNode(iri).value)

/** Whether the text is an absolute IRI of RFC 3987. */
export function isIriText(text: string): boolean {
  try {
    return oxigraph.namedNode(text).value === text
  } catch {
    return false
  }
}

const STRING = 'http://www.w3.org/2001/XMLSchema#string'

/** A literal as a term for syntax trees. @param datatype IRI; absent for a plain string */
export function literal(text: string, datatype = STRING): Literal {
  const term = {
    termType: 'Literal' as const,
    value: text.toWellFormed(),
    language: '',
    datatype: namedNode(datatype),
  }
  return { ...term, equals: equalTo(term) }
}
