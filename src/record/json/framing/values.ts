/** The readers of values that stand at a node itself: texts, numbers, dates, links and words. */

import type { Json } from '../../../model/values/json.ts'
import { minByCodePoint, sortCodePoints } from '../../../model/values/sorting.ts'
import { createTermCompactor } from '../../../model/vocab-terms.ts'
import type { Vocabulary } from '../../../model/context/vocabulary.ts'
import { compareInstants, irisOf, byCardinality, textsOf } from './lists.ts'
import { EMPTY_NODE, type Readers } from './read-node.ts'
import { isLiteral, languageOf, RDF_TYPE, lexicalForm } from '../../rdf/triples.ts'

type ValueKind = 'string' | 'langString' | 'number' | 'boolean' | 'date' | 'iri' | 'vocabTerm' | 'rdfType'

function languageMap(terms: readonly string[], multiple: true | undefined): Json | undefined {
  if (terms.length === 0) return undefined
  const texts = new Map<string, string[]>()
  for (const term of terms) {
    const language = languageOf(term) ?? 'none'
    const list = texts.get(language)
    if (list) list.push(lexicalForm(term))
    else texts.set(language, [lexicalForm(term)])
  }
  const map: Json = {}
  for (const language of sortCodePoints([...texts.keys()])) {
    const list = texts.get(language) as string[]
    map[language] = multiple ? sortCodePoints(list) : minByCodePoint(list)
  }
  return map
}

/** @param base base of the graph: words that the contexts do not know come back without it */
export function valueReaders(vocabulary: Vocabulary, base: string): Readers<ValueKind> {
  return {
    string: ({ multiple, viaNode }, predicate) => {
      const inner = viaNode === undefined ? undefined : (vocabulary.iri(viaNode) as string)
      return (node, { nodes }) => {
        const texts =
          inner === undefined
            ? textsOf(node, predicate)
            : (node.get(predicate) ?? []).flatMap((object) => textsOf(nodes.get(object) ?? EMPTY_NODE, inner))
        return byCardinality(multiple, sortCodePoints(texts))
      }
    },
    langString:
      ({ multiple }, predicate) =>
      (node) =>
        languageMap((node.get(predicate) ?? []).filter(isLiteral), multiple),
    number: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : Number(minByCodePoint(texts))
    },
    boolean: (_field, predicate) => (node) => {
      const texts = textsOf(node, predicate)
      return texts.length === 0 ? undefined : ['true', '1'].includes(minByCodePoint(texts))
    },
    date:
      ({ multiple }, predicate) =>
      (node) => {
        const texts = textsOf(node, predicate)
        return byCardinality(multiple, texts.length > 1 ? texts.sort(compareInstants) : texts)
      },
    iri:
      ({ multiple }, predicate) =>
      (node) =>
        byCardinality(multiple, sortCodePoints(irisOf(node, predicate))),
    vocabTerm: (field, predicate) => {
      const wordOf = createTermCompactor(vocabulary, base, field)
      return (node) => byCardinality(field.multiple, sortCodePoints(irisOf(node, predicate).map(wordOf)))
    },
    rdfType: ({ multiple, terms, default: defaultTerm }) => {
      const words = new Map(terms.map((word) => [vocabulary.iri(word) as string, word] as const))
      return (node, _document, nested) => {
        const types = irisOf(node, RDF_TYPE).flatMap(
          (iri) => words.get(iri) ?? (iri.startsWith(base) ? vocabulary.compactIri(iri, base) : []),
        )
        return byCardinality(multiple, sortCodePoints(types)) ?? (nested ? undefined : defaultTerm)
      }
    },
  }
}
