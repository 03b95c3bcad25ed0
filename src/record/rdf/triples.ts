/** Triples as N-Triples text: terms stay text, so that reading a graph costs no objects per term. */

export { RDF_TYPE, XSD } from '../../model/context/iri.ts'

/** Predicate IRI → object terms, each as N-Triples text. */
export type PredicateMap = Map<string, string[]>

/** Subject (N-Triples text) → its properties. */
export type TripleIndex = Map<string, PredicateMap>

/** The document of an entity: its own graph, the reference fields of those that it names, the labels of classes. */
export interface Document {
  /** IRI of the entity. */
  readonly iri: string
  /** All triples of the document, by subject. */
  readonly nodes: TripleIndex
}

/**
 * Adds the triples of N-Triples text to the nodes. The text is a store's own output: one triple a line,
 * single blanks.
 */
function addTriples(text: string, nodes: TripleIndex): void {
  for (
    let start = 0, end = text.indexOf('\n');
    end !== -1;
    start = end + 1, end = text.indexOf('\n', start)
  ) {
    if (end === start) continue
    const afterSubject = text.indexOf(' ', start)
    const afterPredicate = text.indexOf(' ', afterSubject + 1)
    addTriple(
      nodes,
      text.slice(start, afterSubject),
      text.slice(afterSubject + 2, afterPredicate - 1),
      text.slice(afterPredicate + 1, end - 2),
    )
  }
}

/** The nodes of such a text. */
export function parseNTriples(text: string): TripleIndex {
  const nodes: TripleIndex = new Map()
  addTriples(text, nodes)
  return nodes
}

/**
 * The nodes of one graph in N-Quads, one quad a line; whatever a text holds, a name and a stop before a line
 * feed end one.
 */
export const parseGraphQuads = (nquads: string): TripleIndex =>
  parseNTriples(nquads.replace(/ <[^> ]*> \.\n/g, ' .\n'))

/** The lines of N-Quads, each of which has an end, each once. */
export const dedupeLines = (nquads: string): string => [...new Set(nquads.split('\n'))].join('\n')

/** Adds one triple, once. */
export function addTriple(nodes: TripleIndex, subject: string, predicate: string, object: string): void {
  let node = nodes.get(subject)
  if (!node) nodes.set(subject, (node = new Map()))
  const objects = node.get(predicate)
  if (!objects) node.set(predicate, [object])
  else if (!objects.includes(object)) objects.push(object)
}

/** The nodes as N-Triples lines, without the final ` .`. */
export function* tripleLines(nodes: TripleIndex): Generator<string> {
  for (const [subject, node] of nodes) {
    for (const [predicate, objects] of node) {
      for (const object of objects) yield `${subject} <${predicate}> ${object}`
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
}
const ESCAPED = /[\\"\u0000-\u001f\u007f]/
const ESCAPED_ALL = /[\\"\u0000-\u001f\u007f]/g

const escapeCharacter = (character: string): string =>
  ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A string in quotes, as N-Triples writes it. */
export const quote = (text: string): string =>
  `"${ESCAPED.test(text) ? text.replace(ESCAPED_ALL, escapeCharacter) : text}"`

const UNESCAPES: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' }

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g,
    (_, four: string | undefined, eight: string | undefined, one: string) =>
      (four ?? eight) !== undefined
        ? String.fromCodePoint(Number.parseInt((four ?? eight) as string, 16))
        : (UNESCAPES[one] ?? one),
  )
}

export const isLiteral = (term: string): boolean => term.charCodeAt(0) === 34
export const isIri = (term: string): boolean => term.charCodeAt(0) === 60
export const isBlank = (term: string): boolean => term.charCodeAt(0) === 95

/** IRI of a term `<…>`. */
export const iriOf = (term: string): string => term.slice(1, -1)

/** The string of a literal. */
export function textOf(term: string): string {
  const quoted = term.slice(1, term.lastIndexOf('"'))
  return quoted.includes('\\') ? unescape(quoted) : quoted
}

/** Language tag of a literal; undefined if it has none. */
export function languageOf(term: string): string | undefined {
  const mark = term.lastIndexOf('"') + 1
  return term.charCodeAt(mark) === 64 ? term.slice(mark + 1) : undefined
}

/** IRI of a literal's datatype; undefined for plain strings and for text in a language. */
export function datatypeOf(term: string): string | undefined {
  const mark = term.lastIndexOf('"') + 1
  return term.charCodeAt(mark) === 94 ? term.slice(mark + 3, -1) : undefined
}

/** N-Triples text. */
export function writeNTriples(nodes: TripleIndex): string {
  let text = ''
  for (const line of tripleLines(nodes)) text += `${line} .\n`
  return text
}
