/** Readers of words: vocabularies whose words are IRIs in the graph. */

import { isObject } from '../../model/values/json.ts'
import type { FieldOf } from '../../model/rows/row.ts'
import type { Model } from '../../model/model.ts'
import { createCanonicalCase, createTermExpander } from '../../model/vocab-terms.ts'
import { checkLocalName, checkTerm, warnTerm } from './validation.ts'
import { warn, type ValueReader } from './read-context.ts'
import { readText } from './value-readers.ts'

/**
 * Word → IRI: a term of the contexts, a name in one of the field's namespaces, or a word of the graph's base.
 */
export function readTerm(model: Model, graphBase: string, field: FieldOf<'vocabTerm'>): ValueReader {
  const iriOf = createTermExpander(model.vocabulary, graphBase, field)
  const vocabulary =
    field.terms && !field.namespaces ? new Set(field.terms.map((word) => iriOf(word))) : undefined
  const [first] = (field.namespaces ?? []).map((name) => model.vocabulary.prefixes.get(name) ?? name)
  const enumerated = new Set(field.namespaces ? field.terms?.map((word) => iriOf(word)) : [])
  const wordByText = new Map<string, string>()
  const inVocabulary = createCanonicalCase(field)

  return (value, place) => {
    const given = isObject(value) ? (value['@id'] ?? value['local_identifier']) : value
    const written = readText(given, place)?.trim()
    if (!written) return undefined
    const word = inVocabulary(written)
    if (word !== undefined && place.context.validate)
      warn(place, 'alias-used', `is read as ${word}`, { expected: word })
    const text = word ?? written
    let iri = wordByText.get(text)
    if (iri === undefined) {
      iri = iriOf(text)
      if (wordByText.size < MAX_CACHED) wordByText.set(text, iri)
    }
    if (place.context.validate && vocabulary && !vocabulary.has(iri))
      checkTerm(place, text, field, model.identifiers)
    if (place.context.validate && field.localNames && first !== undefined && !enumerated.has(iri))
      checkLocalName(place, text, iri.startsWith(first) ? iri.slice(first.length) : undefined, field)
    return iri
  }
}

/** Words remembered of one field: vocabularies are small, free text in their place is not. */
const MAX_CACHED = 1_000

/** Word → class IRI; a word that the vocabulary does not have is kept as a word of the graph's base. */
export function readClass(
  model: Model,
  graphBase: string,
  { terms, termAliases: given, default: defaultTerm }: FieldOf<'rdfType'>,
): ValueReader {
  const { vocabulary } = model
  const synonyms = new Map(Object.entries(given ?? {}))
  return (value, place) => {
    const text = readText(value, place)?.trim()
    const word = text === undefined ? undefined : (synonyms.get(text) ?? text)
    if (!word || word === defaultTerm) return undefined
    if (terms.includes(word)) return vocabulary.iri(word)
    const iri = vocabulary.expandTerm(word, graphBase)
    if (model.typeOfClass(iri)) return undefined
    if (!terms.some((one) => vocabulary.iri(one) === iri)) warnTerm(place, word, terms)
    return iri
  }
}
