/** The readers of values that stand at a node itself: texts, numbers, dates, links and words. */

import type { Json } from '../model/json.ts'
import type { FieldOf, Kind } from '../model/row.ts'
import { smallest, sortCodePoints } from '../model/order.ts'
import type { Vocabulary } from '../model/vocabulary.ts'
import { compareInstants, irisOf, listOrFirst, textsOf } from './objects.ts'
import { isLiteral, languageOf, RDF_TYPE, textOf, type Node, type Nodes } from './triples.ts'

export type { Json }

/** @param subject the term that the node stands for */
export type ReadNode = (node: Node, nodes: Nodes, nested: boolean, subject: string) => Json

/** Reads the value of a field. */
export type Read = (...at: Parameters<ReadNode>) => unknown

/** Makes the readers of fields. */
export type Readers<Kinds extends Kind> = {
  readonly [K in Kinds]: (field: FieldOf<K>, predicate: string) => Read
}

type ValueKind = 'text' | 'languages' | 'number' | 'boolean' | 'date' | 'link' | 'term' | 'class'

const NOTHING: Node = new Map()

function languageMap(terms: readonly string[], each: 'one' | 'list'): Json | undefined {
  if (terms.length === 0) return undefined
  const texts = new Map<string, string[]>()
  for (const term of terms) {
    const language = languageOf(term) ?? 'none'
    const list = texts.get(language)
    if (list) list.push(textOf(term))
    else texts.set(language, [textOf(term)])
  }
  const map: Json = {}
  for (const language of sortCodePoints([...texts.keys()])) {
    const list = texts.get(language) as string[]
    map[language] = each === 'list' ? sortCodePoints(list) : smallest(list)
  }
  return map
}

/** @param base base of the graph: words that the contexts do not know come back without it */
export function valueReaders(vocabulary: Vocabulary, base: string): Readers<ValueKind> {
  /** The word of an IRI in a vocabulary: one of its own words first, since words of several share an IRI. */
  function wordReader(field: FieldOf<'term'>): (iri: string) => string {
    const own = new Map((field.values ?? []).map((word) => [vocabulary.iri(word), word] as const))
    const [first, ...others] = (field.namespaces ?? []).map((name) => vocabulary.prefixes.get(name) ?? name)
    return (iri) => {
      const word = own.get(iri)
      if (word !== undefined) return word
      if (first === undefined || field.written === undefined) return vocabulary.word(iri, base)
      // Contexts bind the prefix of the first namespace: no other can be written with its own.
      if (others.some((namespace) => iri.startsWith(namespace))) return iri
      if (field.written === 'iri') return iri.startsWith(first) ? iri : vocabulary.word(iri, base)
      if (field.written === 'bare' && iri.startsWith(first)) return iri.slice(first.length)
      const known = vocabulary.word(iri, base)
      return known === iri ? vocabulary.prefixed(iri) : known
    }
  }

  return {
    text: ({ many, wrapped }, predicate) => {
      const inner = wrapped === undefined ? undefined : (vocabulary.iri(wrapped) as string)
      return (node, nodes) => {
        const texts =
          inner === undefined
            ? textsOf(node, predicate)
            : (node.get(predicate) ?? []).flatMap((object) => textsOf(nodes.get(object) ?? NOTHING, inner))
        return listOrFirst(many, sortCodePoints(texts))
      }
    },
    languages:
      ({ each }, predicate) =>
      (node) =>
        languageMap((node.get(predicate) ?? []).filter(isLiteral), each),
    number: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : Number(smallest(texts))
    },
    boolean: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : ['true', '1'].includes(smallest(texts))
    },
    date:
      ({ many }, predicate) =>
      (node) => {
        const texts = textsOf(node, predicate)
        return listOrFirst(many, texts.length > 1 ? texts.sort(compareInstants) : texts)
      },
    link:
      ({ many }, predicate) =>
      (node) =>
        listOrFirst(many, sortCodePoints(irisOf(node, predicate))),
    term: (field, predicate) => {
      const wordOf = wordReader(field)
      return (node) => listOrFirst(field.many, sortCodePoints(irisOf(node, predicate).map(wordOf)))
    },
    class: ({ many, values, otherwise }) => {
      const words = new Map(values.map((word) => [vocabulary.iri(word) as string, word] as const))
      return (node, _nodes, nested) => {
        const found = irisOf(node, RDF_TYPE).flatMap(
          (iri) => words.get(iri) ?? (iri.startsWith(base) ? vocabulary.word(iri, base) : []),
        )
        return listOrFirst(many, sortCodePoints(found)) ?? (nested ? undefined : otherwise)
      }
    },
  }
}
