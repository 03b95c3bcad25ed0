// Sets of triples for comparison: brought into one form, told apart triple by triple, equal as canonical RDF
// or not.

import { DataFactory, Parser, type Quad, type Term } from 'n3'
import { canonize } from 'rdf-canonize'

const { literal, quad } = DataFactory
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const NUMBERS = new Set(
  ['integer', 'positiveInteger', 'decimal', 'float', 'double'].map((name) => XSD + name),
)
const DATES = new Set(['gYear', 'gYearMonth', 'date', 'dateTime'].map((name) => XSD + name))

/** Numbers in one lexical form; dates as their text where the datatype of dates does not count. */
function inOneForm(term: Term, plainDates: boolean): Term {
  if (term.termType !== 'Literal') return term
  const { value, language, datatype } = term
  if (language) return literal(value, language.toLowerCase())
  if (NUMBERS.has(datatype.value)) return literal(String(Number(value)), datatype)
  return plainDates && DATES.has(datatype.value) ? literal(value) : term
}

/** The triples of N-Triples or N-Quads text. */
export function parse(text: string, plainDates: boolean): Quad[] {
  return new Parser({ format: 'application/n-quads' })
    .parse(text)
    .map(({ subject, predicate, object }) =>
      quad(subject, predicate, inOneForm(object, plainDates) as Quad['object']),
    )
}

/** A triple as text, the labels of blank nodes left out. */
export const lineOf = ({ subject, predicate, object }: Quad): string =>
  [subject, predicate, object].map(textOf).join(' ')

function textOf(term: Term): string {
  if (term.termType === 'BlankNode') return '_:'
  if (term.termType !== 'Literal') return `<${term.value}>`
  return (
    JSON.stringify(term.value) +
    (term.language
      ? `@${term.language}`
      : term.datatype.value === `${XSD}string`
        ? ''
        : `^^<${term.datatype.value}>`)
  )
}

function bySubjectOf(quads: readonly Quad[]): Map<string, Quad[]> {
  const found = new Map<string, Quad[]>()
  for (const triple of quads) found.set(triple.subject.id, [...(found.get(triple.subject.id) ?? []), triple])
  return found
}

/**
 * The triples with equal trees of blank nodes once: an entity that JSON shows twice has its identifiers
 * twice.
 */
export function lean(quads: readonly Quad[]): Quad[] {
  const bySubject = bySubjectOf(quads)
  const content = (id: string, above: readonly string[]): string =>
    (bySubject.get(id) ?? [])
      .map(
        ({ predicate, object }) =>
          `${predicate.value} ` +
          (object.termType !== 'BlankNode'
            ? textOf(object)
            : above.includes(object.id)
              ? '_:'
              : `[${content(object.id, [...above, id])}]`),
      )
      .sort()
      .join('\n')
  const distinct: Quad[] = []
  const keep = (id: string, above: readonly string[]): void => {
    const seen = new Set<string>()
    for (const triple of bySubject.get(id) ?? []) {
      const { predicate, object } = triple
      const text =
        `${predicate.value} ` +
        (object.termType === 'BlankNode' ? `[${content(object.id, [])}]` : textOf(object))
      if (seen.has(text)) continue
      seen.add(text)
      distinct.push(triple)
      if (object.termType === 'BlankNode' && !above.includes(object.id)) keep(object.id, [...above, id])
    }
  }
  for (const [id, [first]] of bySubject) if (first?.subject.termType === 'NamedNode') keep(id, [])
  return distinct
}

/** The triples to which a subject leads. */
export function reachable(root: string, quads: readonly Quad[]): Quad[] {
  const bySubject = bySubjectOf(quads)
  const found = new Set([root])
  for (const id of found) for (const { object } of bySubject.get(id) ?? []) found.add(object.id)
  return quads.filter(({ subject }) => found.has(subject.id))
}

/** The triples of a that b lacks, blank nodes taken for equal. */
export function missingIn(b: readonly Quad[], a: readonly Quad[]): Quad[] {
  const count = new Map<string, number>()
  for (const line of b.map(lineOf)) count.set(line, (count.get(line) ?? 0) + 1)
  return a.filter((triple) => {
    const line = lineOf(triple)
    const remaining = count.get(line) ?? 0
    count.set(line, remaining - 1)
    return remaining <= 0
  })
}

/** The triples as canonical RDF (RDFC-1.0). */
export const canonical = (quads: readonly Quad[]): Promise<string> =>
  canonize([...quads], { algorithm: 'RDFC-1.0' })

export type { Quad } from 'n3'
