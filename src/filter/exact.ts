/** Exact conditions: the terms that a text may stand for, by the kind of the value. */

import type { FieldOf } from '../model/row.ts'
import type { Leaf, LeafKind } from '../model/paths.ts'
import { iriSpellings } from '../model/iri.ts'
import { NO_LANGUAGE, readLanguage } from '../model/languages.ts'
import { readNumber } from '../model/numbers.ts'
import { XSD } from '../model/rdf.ts'
import { termIris } from '../model/words.ts'
import { anyOf, isOneOf, operation, type Operand } from '../sparql/ast.ts'
import { iriTerm, isIriText, literalTerm } from '../sparql/terms.ts'
import { asNumber, numberTerm, readDateValue } from './instants.ts'
import type { Counted } from './knowledge.ts'
import {
  ImpossibleValue,
  NEVER_IN_IRI,
  NEVER_IN_IRI_FAULT,
  type MakeTest,
  type Meaning,
  type Test,
} from './meaning.ts'

const terms = (of: readonly Operand[], matches?: number): Test => ({ kind: 'terms', terms: of, matches })

/** A text, and what it is if it was percent-encoded once more than needed. */
export function readingsOf(text: string): string[] {
  try {
    return [...new Set([text, decodeURIComponent(text)])]
  } catch {
    return [text]
  }
}

/** The IRI as a term; none for text that is no IRI, as a vocabulary's word may be. */
const iriOrNone = (iri: string): Operand[] => (isIriText(iri) ? [iriTerm(iri)] : [])

const sum = (counted: readonly Counted[]): number => counted.reduce((total, { count }) => total + count, 0)

/** The values of the graph that are right, where they are known: the query then looks for them alone. */
function known(
  { predicates }: Leaf,
  { knowledge }: Meaning,
  isRight: (term: Operand) => boolean,
): readonly Counted[] | undefined {
  const all = predicates.map((predicate) => knowledge.valuesOf(predicate))
  return all.some((values) => values === undefined)
    ? undefined
    : all.flatMap((values) => (values as readonly Counted[]).filter(({ term }) => isRight(term)))
}

function caseless(leaf: Leaf, text: string, meaning: Meaning): Test {
  const lower = text.toLowerCase()
  const found = known(
    leaf,
    meaning,
    (term) => term.termType === 'Literal' && term.value.toLowerCase() === lower,
  )
  if (found) return terms(found.length > 0 ? found.map(({ term }) => term) : [literalTerm(text)], sum(found))
  return {
    kind: 'holds',
    of: (value) => operation('=', operation('lcase', operation('str', value)), literalTerm(lower)),
  }
}

const text: MakeTest = (leaf, value, meaning) => {
  const field = leaf.field as FieldOf<'text'>
  if (field.scheme !== undefined) return identifier(value, undefined, meaning)
  return field.caseless ? caseless(leaf, value, meaning) : terms([literalTerm(value)])
}

/** An identifier in the forms in which it may be stored. @param scheme if it is known */
export function identifier(value: string, scheme: string | undefined, { model }: Meaning): Test {
  const forms = readingsOf(value).flatMap((one) => model.identifiers.spellings(one, scheme))
  return terms(
    [...new Set(forms)].map((form) => literalTerm(form)),
    1,
  )
}

/**
 * The IRI of a word, and for vocabularies without case every word of the graph that differs in case alone.
 */
const term: MakeTest = (leaf, value, meaning) => {
  const {
    model: { vocabulary },
    base,
  } = meaning
  const field = leaf.field as FieldOf<'term'>
  const iri = termIris(vocabulary, base, field)(value.trim())
  const lower = value.trim().toLowerCase()
  if (!field.caseless)
    return terms(iriOrNone(iri), sum(known(leaf, meaning, (one) => one.value === iri) ?? []) || undefined)
  const own = new Map((field.values ?? []).map((word) => [vocabulary.iri(word), word]))
  const found = known(
    leaf,
    meaning,
    ({ value: one }) => one === iri || (own.get(one) ?? vocabulary.word(one, base)).toLowerCase() === lower,
  )
  if (found) return terms(found.length > 0 ? found.map((one) => one.term) : iriOrNone(iri), sum(found))
  const words = [...vocabulary.terms.keys()]
    .filter((word) => word.toLowerCase() === lower)
    .flatMap((word) => vocabulary.iri(word) ?? [])
  const ofBase = vocabulary.wordIri(value.trim().toUpperCase(), base)
  const lowered = [...new Set([iri, ofBase, ...words].map((one) => one.toLowerCase()))].map((one) =>
    literalTerm(one),
  )
  return { kind: 'holds', of: (value) => isOneOf(operation('lcase', operation('str', value)), lowered) }
}

/** A class of the type's vocabulary; the word for none of them asks for their absence. */
const classWord: MakeTest = (leaf, value, meaning) => {
  const { model, base } = meaning
  const { values, synonyms, otherwise } = leaf.field as FieldOf<'class'>
  const own = values.map((one) => model.vocabulary.iri(one) as string)
  const word = new Map(Object.entries(synonyms ?? {})).get(value.trim()) ?? value.trim()
  if (word === otherwise) {
    const classes = own.map(iriTerm)
    return {
      kind: 'lacks',
      of: (one) =>
        anyOf([isOneOf(one, classes), operation('strstarts', operation('str', one), literalTerm(base))]),
    }
  }
  const iri = values.includes(word)
    ? (model.vocabulary.iri(word) as string)
    : model.vocabulary.wordIri(word, base)
  const isWord = own.includes(iri) || (iri.startsWith(base) && !model.typeOfClass(iri))
  return terms(
    isWord ? iriOrNone(iri) : [],
    sum(known(leaf, meaning, (one) => one.value === iri) ?? []) || undefined,
  )
}

/** The spellings of an IRI; of an entity's, those that the graph knows, as a DOI, for instance, in any case. */
const iris = (value: string, { model, base, knowledge }: Meaning, ofEntity: boolean): Test => {
  const readings = readingsOf(value.trim())
  const spellings = [...new Set(readings.flatMap((one) => iriSpellings(one, base)))].filter(isIriText)
  const identical = (): string[] =>
    readings.flatMap((one) => model.identifiers.entityIris(one)).flatMap(knowledge.spellingsOf)
  const those = ofEntity
    ? [...new Set([...spellings.filter((iri) => knowledge.knows(iri)), ...identical()])]
    : spellings
  if (those.length === 0 && NEVER_IN_IRI.test(value)) throw new ImpossibleValue(NEVER_IN_IRI_FAULT)
  return terms((those.length > 0 ? those : spellings.slice(0, 1)).map(iriTerm), 1)
}

const entityType: MakeTest = ({ types, predicates }, value, { model, knowledge }) => {
  const type = model.typeNamed(value.trim())
  if (!type || !types.includes(type) || predicates.length === 0) return terms([])
  return terms([iriTerm(model.classOf(type))], knowledge.records(type.name))
}

const sameText: MakeTest = (_leaf, value) => ({
  kind: 'holds',
  of: (one) => operation('=', operation('str', one), literalTerm(value)),
})

const impossible: MakeTest = () => terms([])

export const exactTests: { readonly [K in LeafKind]: MakeTest } = {
  text,
  languages: sameText,
  '@value': sameText,
  '@language': (_leaf, value) => {
    const { tag, fault } = readLanguage(value)
    const text = fault === 'no-tag' ? value.trim().toLowerCase() : tag === NO_LANGUAGE ? '' : tag
    const language = literalTerm(text)
    return {
      kind: 'holds',
      of: (one) => operation('=', operation('lcase', operation('lang', one)), language),
    }
  },
  number: (_leaf, value) => ({
    kind: 'holds',
    of: (one) => operation('=', asNumber(one), numberTerm(readNumber(value) as number)),
  }),
  boolean: (_leaf, value) => terms([literalTerm(value.toLowerCase(), `${XSD}boolean`)]),
  date: (_leaf, value) => {
    const date = readDateValue(value)
    return terms([date ? literalTerm(date.text, XSD + date.type) : literalTerm(value)])
  },
  link: (_leaf, value, meaning) => iris(value, meaning, false),
  term,
  class: classWord,
  entity: (_leaf, value, meaning) => iris(value, meaning, true),
  id: (_leaf, value, meaning) => iris(value, meaning, true),
  type: entityType,
  node: impossible,
  group: impossible,
  concept: impossible,
  typed: impossible,
}
