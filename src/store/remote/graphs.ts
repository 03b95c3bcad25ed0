/** Named graphs of an endpoint: many in one answer, taken apart again by what hangs on each of their subjects. */

import { LRUCache } from 'lru-cache'
import { isBlank } from '../../record/triples.ts'
import { followed } from '../follow.ts'
import type { Layout } from '../layout.ts'
import type { Graphs } from '../store.ts'
import type { Triple } from './ntriples.ts'

/** How triples are asked for. */
export interface Asking {
  readonly layout: Layout
  /** The triples of a CONSTRUCT; undefined if there are more than the engine gives at once. */
  construct(query: string): Promise<Triple[] | undefined>
  /** What ?p can be in a SELECT, as terms. */
  predicates(query: string): Promise<string[]>
  /** The graph is too large for the endpoint. */
  tooLarge(iri: string): Error
}

/** Graphs that one query names. */
const TOGETHER = 200

/** Followed graphs that are kept: records name the same venues, organisations and classes again and again. */
const KEPT = 20_000

const constructOf = (layout: Layout, iris: readonly string[]): string => `CONSTRUCT { ?s ?p ?o } WHERE { ${layout.triplesOf(iris)} }`

const lineOf = ({ subject, predicate, object }: Triple): string => `${subject} ${predicate} ${object} .\n`

/** A subject has its triples in its own graph, a blank node where it hangs: so the graphs can be told from their triples. */
function takeApart(triples: readonly Triple[], iris: readonly string[], into: Map<string, string>): void {
  const bySubject = new Map<string, Triple[]>()
  for (const triple of triples) {
    const known = bySubject.get(triple.subject)
    if (known) known.push(triple)
    else bySubject.set(triple.subject, [triple])
  }
  for (const iri of iris) {
    let text = ''
    const seen = new Set([`<${iri}>`])
    for (const subject of seen) {
      for (const triple of bySubject.get(subject) ?? []) {
        text += lineOf(triple)
        if (isBlank(triple.object)) seen.add(triple.object)
      }
    }
    into.set(iri, text)
  }
}

export function createGraphReader({ layout, construct, predicates, tooLarge }: Asking): (iris: readonly string[], follow: readonly string[]) => Promise<Graphs> {
  const kept = new LRUCache<string, string>({ max: KEPT })

  /** What is too large for one answer, by its predicates. */
  async function readLarge(iri: string): Promise<Triple[]> {
    const own = layout.triplesOf([iri])
    const parts = await Promise.all((await predicates(`SELECT DISTINCT ?p WHERE { ${own} }`)).map((predicate) =>
      construct(`CONSTRUCT { ?s ?p ?o } WHERE { ${own} FILTER(?p = ${predicate}) }`)))
    return parts.flatMap((part) => { if (!part) throw tooLarge(iri); return part })
  }

  async function read(iris: readonly string[], into: Map<string, string>): Promise<void> {
    const triples = await construct(constructOf(layout, iris))
    if (triples) { takeApart(triples, iris, into); return }
    const [only, ...more] = iris as readonly [string, ...string[]]
    if (more.length === 0) { takeApart(await readLarge(only), iris, into); return }
    const half = iris.length >> 1
    await Promise.all([read(iris.slice(0, half), into), read(iris.slice(half), into)])
  }

  async function readAll(iris: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const parts = Array.from({ length: Math.ceil(iris.length / TOGETHER) }, (_, i) => iris.slice(i * TOGETHER, (i + 1) * TOGETHER))
    await Promise.all(parts.map((part) => read(part, found)))
    return found
  }

  return async function graphs(iris, follow) {
    const own = await readAll(iris)
    const texts = iris.map((iri) => own.get(iri) ?? '')
    const wanted = new Set(follow)
    const named = new Map<string, string>()
    const missing: string[] = []
    for (const iri of new Set(texts.flatMap((text) => [...followed(text, wanted)]))) {
      const text = own.get(iri) ?? kept.get(iri)
      if (text === undefined) missing.push(iri)
      else named.set(iri, text)
    }
    for (const [iri, text] of await readAll(missing)) { named.set(iri, text); kept.set(iri, text) }
    return { graphs: texts, named }
  }
}
