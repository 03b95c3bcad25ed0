/** RDF terms → N-Quads text: the one place that writes them, and the reader of what was written. */

import { NO_LANGUAGE } from '../../model/values/languages.ts'
import {
  countTriples,
  graphOf,
  quote,
  scanTriples,
  withoutRepetitions,
  writeTriples,
  type TripleIndex,
} from './triples.ts'

/** What stands between `<` and `>`: an absolute IRI, in the characters that N-Quads lets stand there. */
const IRI = '[A-Za-z][A-Za-z0-9+.-]*:[^\\u0000-\\u0020<>"{}|^`\\\\]*'
const LANGUAGE = '[A-Za-z]+(?:-[A-Za-z0-9]+)*'

const WHOLE_IRI = new RegExp(`^${IRI}$`)
const WHOLE_LANGUAGE = new RegExp(`^${LANGUAGE}$`)

/** A term that N-Quads cannot hold. Written as it is, it might end early, and what follows say anything. */
export class UnwritableTerm extends Error {}

/** @throws UnwritableTerm if the text is no absolute IRI, or holds a character that IRIs cannot hold */
export function iriTerm(iri: string): string {
  if (!WHOLE_IRI.test(iri)) throw new UnwritableTerm(`${JSON.stringify(iri)} is no absolute IRI`)
  return `<${iri}>`
}

/** @param language a tag, or `none` @throws UnwritableTerm if it has not the form of a language tag */
export function languageTerm(text: string, language: string): string {
  if (language === NO_LANGUAGE) return quote(text)
  if (!isLanguage(language)) throw new UnwritableTerm(`${JSON.stringify(language)} is no language tag`)
  return `${quote(text)}@${language}`
}

export const isLanguage = (language: string): boolean => WHOLE_LANGUAGE.test(language)

/** @throws UnwritableTerm as `iriTerm` */
export const typedTerm = (text: string, datatype: string): string => `${quote(text)}^^${iriTerm(datatype)}`

const BLANK = /^_:\w+$/
const TERM = new RegExp(`^<${IRI}>$`)
/** An object, with nothing escaped in a literal. */
const OBJECT = new RegExp(`^(?:<${IRI}>|_:\\w+|"[^"\\\\\\n\\r]*"(?:@${LANGUAGE}|\\^\\^<${IRI}>)?)$`)
const ESCAPES = /\\(?:[tbnrf"'\\]|u[0-9A-F]{4}|U[0-9A-F]{8})/g

/** Predicates that are IRIs; there are few. */
const predicates = new Set<string>()
const MAX_PREDICATES = 10_000

function isPredicate(term: string): boolean {
  if (predicates.has(term)) return true
  if (!TERM.test(term)) return false
  // A copy: it is a part of a long text, which it would keep in memory.
  if (predicates.size < MAX_PREDICATES) predicates.add(Buffer.from(term).toString())
  return true
}

function isObject(term: string): boolean {
  if (OBJECT.test(term)) return true
  const close = term.lastIndexOf('"')
  return close > 0 && OBJECT.test(`"${term.slice(1, close).replace(ESCAPES, '')}${term.slice(close)}`)
}

/**
 * Reads the N-Quads of one subject as strictly as N-Quads are meant: each line is a whole quad, in the graph that is
 * called like the subject, and says something of it or of a blank node.
 * @param asStored gives literals, and other objects, as they are stored
 * @returns the graph, its triples, each once, how many they are, and N-Quads that say just that
 * @throws Error with the line that is none
 */
export function readSubject(
  nquads: string,
  asStored: (object: string) => string = (object) => object,
): { readonly name: string; readonly nodes: TripleIndex; readonly count: number; readonly nquads: string } {
  const { name, end } = graphOf(nquads)
  let [lines, isAsStored] = [0, true]
  const require = (isGood: boolean, text: string): void => {
    if (!isGood) throw unreadable(text)
  }
  require(TERM.test(name) && nquads.endsWith('\n'), nquads)
  const nodes = scanTriples(nquads, end, {
    subject: (term) => require(term === name || BLANK.test(term), term),
    predicate: (term) => require(isPredicate(term), term),
    object(term) {
      require(isObject(term), term)
      lines++
      const stored = asStored(term)
      isAsStored &&= stored === term
      return stored
    },
    otherEnd: (line) => require(false, line),
  })
  const count = countTriples(withoutRepetitions(nodes))
  const isExact = isAsStored && count === lines
  return { name, nodes, count, nquads: isExact ? nquads : writeTriples(nodes, end) }
}

const unreadable = (text: string): Error =>
  new Error(`a line was written that is no quad of its subject: ${text.slice(0, 500)}`)
