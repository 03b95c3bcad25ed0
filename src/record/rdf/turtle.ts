/**
 * Triples as Turtle, which is TriG of the default graph. Literals and IRIs are taken over from N-Triples,
 * which is a part of it.
 */

import { planNesting } from './nested-blank-nodes.ts'
import {
  datatypeOf,
  iriOf,
  isIri,
  isLiteral,
  RDF_TYPE,
  textOf,
  XSD,
  type PredicateMap,
  type TripleIndex,
} from './triples.ts'

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

/** Writes nodes, and remembers which prefixes it took. */
function createWriter(prefixes: Prefixes): {
  readonly used: ReadonlySet<string>
  write(nodes: TripleIndex): string
} {
  const namespaces = byNamespace(prefixes)
  const known = new Map<string, string>()
  const used = new Set<string>()

  function shortened(term: string): string {
    const iri = iriOf(term)
    for (const [namespace, prefix] of namespaces) {
      if (!iri.startsWith(namespace)) continue
      const local = iri.slice(namespace.length)
      if (!LOCAL.test(local)) continue
      used.add(prefix)
      return `${prefix}:${local}`
    }
    return term
  }
  function iriText(term: string): string {
    let text = known.get(term)
    if (text === undefined) known.set(term, (text = shortened(term)))
    return text
  }
  function literalText(term: string): string {
    const datatype = datatypeOf(term)
    if (datatype === undefined) return term
    if (BARE[datatype]?.test(textOf(term))) return textOf(term)
    return term.slice(0, term.lastIndexOf('"') + 1) + '^^' + iriText(`<${datatype}>`)
  }
  const termText = (term: string): string =>
    isIri(term) ? iriText(term) : isLiteral(term) ? literalText(term) : term

  function write(nodes: TripleIndex): string {
    const { topLevel, inlined } = planNesting(nodes)
    const object = (term: string, depth: string): string =>
      inlined.has(term)
        ? `[\n${properties(nodes.get(term) as PredicateMap, depth + STEP)}\n${depth}]`
        : termText(term)
    const properties = (node: PredicateMap, depth: string): string =>
      [...node]
        .map(
          ([predicate, objects]) =>
            `${depth}${predicate === RDF_TYPE ? 'a' : iriText(`<${predicate}>`)} ` +
            objects.map((term) => object(term, depth)).join(', '),
        )
        .join(' ;\n')
    return topLevel
      .map((subject) => `${termText(subject)}\n${properties(nodes.get(subject) as PredicateMap, STEP)} .\n`)
      .join('\n')
  }
  return { write, used }
}

/** The declarations of the prefixes that were used. */
function head(prefixes: Prefixes, used: ReadonlySet<string>): string {
  const lines = [...used].sort().map((prefix) => `@prefix ${prefix}: <${prefixes.get(prefix)}> .\n`)
  return lines.length > 0 ? `${lines.join('')}\n` : ''
}

export function writeTurtle(nodes: TripleIndex, prefixes: Prefixes): string {
  const { used, write } = createWriter(prefixes)
  const body = write(nodes)
  return head(prefixes, used) + body
}
