/** A document of a stream of changes (LDES) whose members are ActivityStreams, as skeg writes it. */

import type { Quad } from '@rdfjs/types'
import { Parser } from 'n3'
import { RDF_TYPE } from '../../model/context/iri.ts'
import { groupBy } from '../../model/values/collections.ts'
import { rdf } from '../../sparql/rdf.ts'

const AS = 'https://www.w3.org/ns/activitystreams#'
const LDES = 'https://w3id.org/ldes#'
const TREE = 'https://w3id.org/tree#'

/** A document that another one leads to. */
interface StreamLink {
  readonly url: string
  /** Milliseconds up to which it has members. */
  readonly until: number
}

/** A version of a record, or that it is gone. */
export interface Change {
  readonly iri: string
  readonly published: number
  readonly isGone: boolean
  /** Its triples, in the default graph. */
  readonly quads: readonly Quad[]
}

export interface StreamPage {
  readonly links: readonly StreamLink[]
  readonly changes: readonly Change[]
  /** What went before that is not in the stream, in milliseconds; only the root says so. */
  readonly began: number | undefined
}

/**
 * @param text N-Quads
 * @param prefix for the labels of blank nodes, which no other document of the copy has
 * @throws Error if it is no document of such a stream
 */
export function readStreamPage(text: string, prefix: string): StreamPage {
  const quads = new Parser({ format: 'N-Quads', blankNodePrefix: `_:${prefix}`, factory: rdf }).parse(text)
  const graphs = groupBy(quads, ({ graph }) => graph.value)
  const bySubject = groupBy(graphs.get('') ?? [], ({ subject }) => subject.value)
  const valuesOf = (subject: string, predicate: string): string[] =>
    (bySubject.get(subject) ?? []).flatMap((quad) =>
      quad.predicate.value === predicate ? [quad.object.value] : [],
    )
  const valueOf = (subject: string, predicate: string): string => {
    const [value] = valuesOf(subject, predicate)
    if (value === undefined) throw new Error(`${subject} has no ${predicate}`)
    return value
  }
  const timeOf = (subject: string, predicate: string): number => {
    const time = Date.parse(valueOf(subject, predicate))
    if (Number.isNaN(time)) throw new Error(`${predicate} of ${subject} is no time`)
    return time
  }
  const objectsOf = (predicate: string): string[] =>
    [...bySubject.keys()].flatMap((subject) => valuesOf(subject, predicate))

  const until = new Map<string, number>()
  for (const relation of objectsOf(`${TREE}relation`)) {
    const url = valueOf(relation, `${TREE}node`)
    const isUpper = valuesOf(relation, RDF_TYPE).some((type) => type.startsWith(`${TREE}LessThan`))
    const upper = isUpper ? timeOf(relation, `${TREE}value`) : Infinity
    until.set(url, Math.min(upper, until.get(url) ?? Infinity))
  }
  const [began] = [...bySubject.keys()].filter((one) => valuesOf(one, `${LDES}startingFrom`).length > 0)
  return {
    links: Array.from(until, ([url, time]) => ({ url, until: time })),
    changes: objectsOf(`${TREE}member`).map((member) => ({
      iri: valueOf(member, `${AS}object`),
      published: timeOf(member, `${AS}published`),
      isGone: valuesOf(member, RDF_TYPE).includes(`${AS}Delete`),
      quads: graphs.get(member) ?? [],
    })),
    began: began === undefined ? undefined : timeOf(began, `${LDES}startingFrom`),
  }
}
