/** Readers of words: vocabularies whose words are IRIs in the graph. */

import { isObject } from '../model/json.ts'
import type { FieldOf } from '../model/row.ts'
import type { Model } from '../model/model.ts'
import { recase, termIris } from '../model/words.ts'
import { examineLocalName, examineWord, warnWord } from './examine.ts'
import { warn, type Read } from './reading.ts'
import { readText } from './values.ts'

/**
 * Word → IRI: a term of the contexts, a name in one of the field's namespaces, or a word of the graph's base.
 */
export function readTerm(model: Model, graphBase: string, field: FieldOf<'term'>): Read {
  const iriOf = termIris(model.vocabulary, graphBase, field)
  const vocabulary =
    field.values && !field.namespaces ? new Set(field.values.map((word) => iriOf(word))) : undefined
  const [first] = (field.namespaces ?? []).map((name) => model.vocabulary.prefixes.get(name) ?? name)
  const enumerated = new Set(field.namespaces ? field.values?.map((word) => iriOf(word)) : [])
  const known = new Map<string, string>()
  const inVocabulary = recase(field)

  return (value, place) => {
    const given = isObject(value) ? (value['@id'] ?? value['local_identifier']) : value
    const written = readText(given, place)?.trim()
    if (!written) return undefined
    const word = inVocabulary(written)
    if (word !== undefined && place.reading.thorough)
      warn(place, 'other-spelling', `is read as ${word}`, { right: word })
    const text = word ?? written
    let iri = known.get(text)
    if (iri === undefined) {
      iri = iriOf(text)
      if (known.size < WORDS_KEPT) known.set(text, iri)
    }
    if (place.reading.thorough && vocabulary && !vocabulary.has(iri))
      examineWord(place, text, field, model.identifiers)
    if (place.reading.thorough && field.localNames && first !== undefined && !enumerated.has(iri))
      examineLocalName(place, text, iri.startsWith(first) ? iri.slice(first.length) : undefined, field)
    return iri
  }
}

/** Words remembered of one field: vocabularies are small, free text in their place is not. */
const WORDS_KEPT = 1_000

/** Word → class IRI; a word that the vocabulary does not have is kept as a word of the graph's base. */
export function readClass(
  model: Model,
  graphBase: string,
  { values, synonyms: given, otherwise }: FieldOf<'class'>,
): Read {
  const { vocabulary } = model
  const synonyms = new Map(Object.entries(given ?? {}))
  return (value, place) => {
    const text = readText(value, place)?.trim()
    const word = text === undefined ? undefined : (synonyms.get(text) ?? text)
    if (!word || word === otherwise) return undefined
    if (values.includes(word)) return vocabulary.iri(word)
    const iri = vocabulary.wordIri(word, graphBase)
    if (model.typeOfClass(iri)) return undefined
    if (!values.some((one) => vocabulary.iri(one) === iri)) warnWord(place, word, values)
    return iri
  }
}
