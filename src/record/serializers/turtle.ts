/**
 * Triples as Turtle, which is TriG of the default graph. Literals and IRIs are taken over from N-Triples,
 * which is a part of it.
 */

import { memoize } from '../../model/values/collections.ts'
import type { NamedGraphs } from './datasets.ts'
import { planNesting } from './nested-blank-nodes.ts'
import {
  datatypeOf,
  iriOf,
  isIri,
  isLiteral,
  RDF_TYPE,
  lexicalForm,
  XSD,
  type PredicateMap,
  type TripleIndex,
} from '../rdf/triples.ts'

/** Prefix → namespace. */
export type Prefixes = ReadonlyMap<string, string>

/** Namespace → prefix, the longest namespace first, so that the closest fits. */
export const byNamespace = (prefixes: Prefixes): (readonly [namespace: string, prefix: string])[] =>
  [...prefixes]
    .map(([prefix, namespace]) => [namespace, prefix] as const)
    .sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))

/** Local names that need no escapes; Turtle allows more. */
const LOCAL = /^[A-Za-z0-9_](?:[\w-]*\w)?$/

/** Literals that Turtle writes without quotes. */
const BARE: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
}

const STEP = '    '

interface ShortTerm {
  readonly text: string
  readonly prefix: string
}

/** IRIs whose short form is remembered for later responses: vocabularies have fewer. */
const MAX_REMEMBERED = 5000
const MAX_MODELS = 4

/** Where a local name of an IRI can begin. */
function localStart(iri: string): number {
  let at = iri.length
  while (at > 0 && isLocal(iri.charCodeAt(at - 1))) at--
  return at
}

/** Letters and digits of ASCII, `-` and `_`. */
const isLocal = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x2d ||
  unit === 0x5f

/** Gives an IRI with a prefix, where one fits; once for each model. */
const shortenerOf = memoize((prefixes: Prefixes) => {
  const namespaces = byNamespace(prefixes)
  return memoize((iri: string): ShortTerm | undefined => {
    const start = localStart(iri)
    for (const [namespace, prefix] of namespaces) {
      if (namespace.length < start) return undefined
      if (!iri.startsWith(namespace)) continue
      const local = iri.slice(namespace.length)
      if (LOCAL.test(local)) return { text: `${prefix}:${local}`, prefix }
    }
    return undefined
  }, MAX_REMEMBERED)
}, MAX_MODELS)

/** Writes nodes, and remembers which prefixes it took. */
function createWriter(prefixes: Prefixes): {
  readonly usedPrefixes: ReadonlySet<string>
  write(nodes: TripleIndex): string
} {
  const shorten = shortenerOf(prefixes)
  const usedPrefixes = new Set<string>()

  function shortText(iri: string): string | undefined {
    const short = shorten(iri)
    if (short) usedPrefixes.add(short.prefix)
    return short?.text
  }
  const iriText = (term: string): string => shortText(iriOf(term)) ?? term
  const predicateText = (iri: string): string => (iri === RDF_TYPE ? 'a' : (shortText(iri) ?? `<${iri}>`))
  function literalText(term: string): string {
    const datatype = datatypeOf(term)
    if (datatype === undefined) return term
    if (BARE[datatype]?.test(lexicalForm(term))) return lexicalForm(term)
    return `${term.slice(0, term.lastIndexOf('"') + 1)}^^${shortText(datatype) ?? `<${datatype}>`}`
  }
  const termText = (term: string): string =>
    isIri(term) ? iriText(term) : isLiteral(term) ? literalText(term) : term

  function write(nodes: TripleIndex): string {
    const { topLevel, inlined } = planNesting(nodes)
    const object = (term: string, depth: string): string =>
      inlined.has(term)
        ? `[\n${properties(nodes.get(term) as PredicateMap, depth + STEP)}\n${depth}]`
        : termText(term)
    function properties(node: PredicateMap, depth: string): string {
      let text = ''
      for (const [predicate, objects] of node) {
        text += `${text === '' ? '' : ' ;\n'}${depth}${predicateText(predicate)} `
        for (let i = 0; i < objects.length; i++)
          text += (i === 0 ? '' : ', ') + object(objects[i] as string, depth)
      }
      return text
    }
    return topLevel
      .map((subject) => `${termText(subject)}\n${properties(nodes.get(subject) as PredicateMap, STEP)} .\n`)
      .join('\n')
  }
  return { write, usedPrefixes }
}

/** The declarations of the prefixes that were used. */
function head(prefixes: Prefixes, used: ReadonlySet<string>): string {
  const lines = [...used].sort().map((prefix) => `@prefix ${prefix}: <${prefixes.get(prefix)}> .\n`)
  return lines.length > 0 ? `${lines.join('')}\n` : ''
}

/** A default graph, and graphs by their IRIs. */
export function writeTriG(nodes: TripleIndex, graphs: NamedGraphs, prefixes: Prefixes): string {
  const { usedPrefixes, write } = createWriter(prefixes)
  let body = write(nodes)
  for (const [name, graph] of graphs) body += `\n<${name}> {\n${write(graph)}}\n`
  return head(prefixes, usedPrefixes) + body
}

export function writeTurtle(nodes: TripleIndex, prefixes: Prefixes): string {
  const { usedPrefixes, write } = createWriter(prefixes)
  const body = write(nodes)
  return head(prefixes, usedPrefixes) + body
}
