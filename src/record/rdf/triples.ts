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

/** What ends a line of N-Triples. */
const STOP = ' .\n'

/** Takes parts of a line as they are scanned: an object may come out as another text. */
export interface LineReader {
  subject?(term: string): void
  predicate?(term: string): void
  object?(term: string): string
  /** Hears of a line that does not end as all do. */
  otherEnd?(line: string): void
}

/**
 * Scans lines of N-Triples, or of the N-Quads of one graph, as stores and we write them: one statement a line, single
 * blanks. Each triple is in the nodes as often as it stands there.
 * @param end of each line: a blank, the graph where there is one, the stop and the line end
 */
export function scanTriples(text: string, end = STOP, reader: LineReader = {}): TripleIndex {
  const nodes: TripleIndex = new Map()
  // With the blanks behind them: lines that begin alike stand together.
  let [subject, predicate] = ['', '']
  let node: PredicateMap = new Map()
  let objects: string[] = []
  for (let start = 0, next = 0; start < text.length; start = next) {
    next = text.indexOf('\n', start) + 1 || text.length
    if (next === start + 1) continue
    if (subject === '' || !text.startsWith(subject, start)) {
      subject = text.slice(start, text.indexOf(' ', start) + 1)
      const term = subject.slice(0, -1)
      reader.subject?.(term)
      const known = nodes.get(term)
      node = known ?? new Map<string, string[]>()
      if (!known) nodes.set(term, node)
      predicate = ''
    }
    const afterSubject = start + subject.length
    if (predicate === '' || !text.startsWith(predicate, afterSubject)) {
      predicate = text.slice(afterSubject, text.indexOf(' ', afterSubject) + 1)
      reader.predicate?.(predicate.slice(0, -1))
      const iri = predicate.slice(1, -2)
      const known = node.get(iri)
      objects = known ?? []
      if (!known) node.set(iri, objects)
    }
    if (reader.otherEnd && !text.startsWith(end, next - end.length)) reader.otherEnd(text.slice(start, next))
    const object = text.slice(afterSubject + predicate.length, next - end.length)
    objects.push(reader.object ? reader.object(object) : object)
  }
  return nodes
}

/** The same nodes, each triple once. Looking for each object whether it is there already would take long. */
export function withoutRepetitions(nodes: TripleIndex): TripleIndex {
  for (const node of nodes.values())
    for (const [predicate, objects] of node)
      if (objects.length > 1) {
        const once = new Set(objects)
        if (once.size < objects.length) node.set(predicate, [...once])
      }
  return nodes
}

/** What ends each line of a named graph. @param name its IRI as a term */
export const graphEnd = (name: string): string => ` ${name}${STOP}`

/** The graph of the first line of N-Quads, and what ends each line of that graph. */
export function graphOf(nquads: string): { readonly name: string; readonly end: string } {
  const stop = nquads.indexOf('\n') - STOP.length + 1
  const name = nquads.slice(nquads.lastIndexOf(' ', stop - 1) + 1, stop)
  return { name, end: graphEnd(name) }
}

/** The nodes of N-Quads that are all in one graph, each triple once. */
export const parseGraphQuads = (nquads: string): TripleIndex =>
  withoutRepetitions(scanTriples(nquads, graphOf(nquads).end))

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
export function lexicalForm(term: string): string {
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

/** @param end of each line: of N-Quads that of their graph (`graphEnd`) */
export function writeTriples(nodes: TripleIndex, end: string): string {
  let text = ''
  for (const line of tripleLines(nodes)) text += line + end
  return text
}

/** N-Triples text. */
export const writeNTriples = (nodes: TripleIndex): string => writeTriples(nodes, STOP)

export function countTriples(nodes: TripleIndex): number {
  let count = 0
  for (const node of nodes.values()) for (const objects of node.values()) count += objects.length
  return count
}
