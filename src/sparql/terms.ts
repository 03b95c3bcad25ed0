/** Request text → RDF term: the only way by which what a client sends reaches SPARQL. */

import type { Literal, NamedNode } from '@rdfjs/types'
import { oxigraph } from './oxigraph.ts'

/** Characters from which on no pattern is tried: it would need a stack as deep as the text is long. */
const LONG = 10_000

/** Texts in which there is nothing to escape. */
const PLAIN_TEXT = /^[\w .,:;/()'-]*$/

/** A literal in SPARQL syntax, quoted by Oxigraph. */
export const literalText = (text: string): string =>
  text.length <= LONG && PLAIN_TEXT.test(text)
    ? `"${text}"`
    : oxigraph().literal(text.toWellFormed()).toString()

const CHARACTER = "(?:[\\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})"

/**
 * IRIs as most are, which need no closer look: http, a host, a port, a path and a fragment of the characters that
 * RFC 3986 allows there.
 */
const PLAIN = new RegExp(`^https?://[a-z0-9.-]+(?::\\d+)?(?:/${CHARACTER}*)?(?:#${CHARACTER}*)?$`, 'i')

/** The text, checked by Oxigraph, which costs ten times as much as the pattern. */
const checkedIri = (text: string): string =>
  text.length <= LONG && PLAIN.test(text) ? text : oxigraph().namedNode(text).value

/** An IRI in SPARQL syntax. @throws Error if the text is no absolute IRI of RFC 3987 */
export const iriText = (iri: string): string => `<${checkedIri(iri)}>`

interface TermContent {
  readonly termType: string
  readonly value: string
  readonly language?: string
  readonly datatype?: NamedNode
}

/** A term of RDF/JS with these values. */
export const termOf = <T extends TermContent>(term: T) => ({
  ...term,
  equals: (other: TermContent | null | undefined): boolean =>
    other?.termType === term.termType &&
    other.value === term.value &&
    other.language === term.language &&
    other.datatype?.value === term.datatype?.value,
})

/**
 * An IRI as a term for syntax trees: printers of SPARQL write it as it is, so Oxigraph checks it first.
 * @throws Error as namedNode
 */
export const namedNode = (iri: string): NamedNode => termOf({ termType: 'NamedNode', value: checkedIri(iri) })

export function isIriText(text: string): boolean {
  try {
    return checkedIri(text) === text
  } catch {
    return false
  }
}

const STRING = namedNode('http://www.w3.org/2001/XMLSchema#string')

/** A literal as a term for syntax trees. @param datatype IRI; absent for a plain string */
export const literal = (text: string, datatype?: string): Literal =>
  termOf({
    termType: 'Literal',
    value: text.toWellFormed(),
    language: '',
    datatype: datatype === undefined ? STRING : namedNode(datatype),
  })
