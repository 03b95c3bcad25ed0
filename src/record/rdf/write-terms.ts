/** RDF terms → N-Quads text: the one place that writes them, and the reader of what was written. */

import { NO_LANGUAGE } from '../../model/values/languages.ts'
import { quote } from './triples.ts'

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

const BLANK = /_:\w+ /y
/** Predicate and object; of a literal nothing is escaped. */
const PROPERTY = new RegExp(
  `<${IRI}> (?:<${IRI}>|_:\\w+|"[^"\\\\\\n\\r]*"(?:@${LANGUAGE}|\\^\\^<${IRI}>)?) `,
  'y',
)
const ESCAPES = /\\(?:[tbnrf"'\\]|u[0-9A-F]{4}|U[0-9A-F]{8})/g
const GRAPH = new RegExp(`<${IRI}> \\.\\n$`)

/**
 * Reads the N-Quads of one subject as strictly as N-Quads are meant: each line is a whole quad, in the graph that is
 * called like the subject, and says something of it or of a blank node.
 * @throws Error with the line that is none
 */
export function requireReadable(nquads: string): void {
  const end = nquads.slice(nquads.lastIndexOf(' ', nquads.length - 4) + 1)
  if (!GRAPH.test(end)) throw unreadable(nquads.slice(nquads.lastIndexOf('\n', nquads.length - 2) + 1))
  const subject = end.slice(0, end.indexOf(' ') + 1)
  for (let start = 0; start < nquads.length;) {
    const next = endOfQuad(nquads, start, subject, end)
    if (next === -1) {
      const after = nquads.indexOf('\n', start) + 1
      throw unreadable(nquads.slice(start, after === 0 ? undefined : after))
    }
    start = next
  }
}

/** Where a quad ends that begins here; -1 if none does. */
function endOfQuad(nquads: string, start: number, subject: string, end: string): number {
  const predicate = nquads.startsWith(subject, start) ? start + subject.length : endOf(BLANK, nquads, start)
  if (predicate === -1) return -1
  const object = endOf(PROPERTY, nquads, predicate)
  if (object !== -1 && nquads.startsWith(end, object)) return object + end.length
  const after = nquads.indexOf('\n', predicate) + 1
  return isWithEscapes(nquads.slice(predicate, after), end) ? after : -1
}

/** Where the match of a sticky pattern ends; -1 if there is none. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Whether a line, from its predicate on, is a quad with escapes in its literal, and nowhere else. */
function isWithEscapes(line: string, end: string): boolean {
  const [open, close] = [line.indexOf('"'), line.lastIndexOf('"')]
  if (open === -1 || open === close || !line.endsWith(end)) return false
  const text = line.slice(open + 1, close).replace(ESCAPES, '')
  const plain = line.slice(0, open + 1) + text + line.slice(close)
  return endOf(PROPERTY, plain, 0) + end.length === plain.length
}

const unreadable = (line: string): Error =>
  new Error(`a line was written that is no quad of its subject: ${line.slice(0, 500)}`)
