/** Exact conditions: the terms that a text may stand for, by the kind of the value. */

import type { FieldOf } from '../../model/rows/row.ts'
import type { PathTarget, TargetKind } from '../../model/rows/paths.ts'
import { iriVariants, XSD } from '../../model/context/iri.ts'
import { NO_LANGUAGE, readLanguage } from '../../model/values/languages.ts'
import { toNfc } from '../../model/values/fold.ts'
import { readNumber, decodePercent } from '../../model/values/text.ts'
import { createTermExpander } from '../../model/vocab-terms.ts'
import { or, inList, operation, type Operand } from '../../sparql/ast.ts'
import { namedNode, isIriText, literal } from '../../sparql/terms.ts'
import { alternativesOf } from './alternatives.ts'
import { kindTest } from './kinds.ts'
import { licenceIri, licencePattern } from '../../model/identifiers/licences.ts'
import { asNumber, numberOf, numberTerm } from './instants.ts'
import { readDateValue } from '../../model/values/dates.ts'
import {
  InvalidValue,
  isTerm,
  FORBIDDEN_IN_IRI,
  FORBIDDEN_IN_IRI_MESSAGE,
  type MakeTest,
  type CompileContext,
  type ValueTest,
  type TermCount,
} from './value-test.ts'

const terms = (of: readonly Operand[], matches?: number): ValueTest => ({
  kind: 'oneOf',
  terms: of,
  estimate: matches,
})

/** A text, and what it is if it was percent-encoded once more than needed. */
const decodings = (text: string): string[] =>
  text.includes('%') ? [...new Set([text, decodePercent(text)])] : [text]

/** A text as it is, and as texts are stored: an IRI may be stored in either form. */
const compositions = (text: string): string[] => [...new Set([text, toNfc(text)])]

export const readingsOfAll = (text: string): string[] => [...new Set(alternativesOf(text).flatMap(decodings))]

/** The IRI as a term; none for text that is no IRI, as a vocabulary's word may be. */
const iriOrNone = (iri: string): Operand[] => (isIriText(iri) ? [namedNode(iri)] : [])

const sum = (counted: readonly TermCount[]): number => counted.reduce((total, { count }) => total + count, 0)

/** The values of the graph that are right, where they are known: the query then looks for them alone. */
function knownTerms(
  { predicates }: PathTarget,
  { statistics }: CompileContext,
  isRight: (term: Operand) => boolean,
): readonly TermCount[] | undefined {
  const all = predicates.map((predicate) => statistics.valuesOf(predicate))
  return all.some((values) => values === undefined)
    ? undefined
    : all.flatMap((values) => (values as readonly TermCount[]).filter(({ term }) => isRight(term)))
}

/** Whatever the case; blanks around the text are none of it. */
function caseless(leaf: PathTarget, given: string, context: CompileContext): ValueTest {
  const text = given.trim()
  const lower = text.toLowerCase()
  const found = knownTerms(
    leaf,
    context,
    (term) => term.termType === 'Literal' && term.value.toLowerCase() === lower,
  )
  if (found) return terms(found.length > 0 ? found.map(({ term }) => term) : [literal(text)], sum(found))
  return {
    kind: 'matches',
    expression: (value) => operation('=', operation('lcase', operation('str', value)), literal(lower)),
    holds: ({ kind, value }) => kind !== 'blank' && value.toLowerCase() === lower,
  }
}

const text: MakeTest = (leaf, given, context) => {
  const value = toNfc(given)
  const field = leaf.field as FieldOf<'string'>
  if (field.scheme !== undefined) return identifierTest(value, [], context)
  return field.caseInsensitive ? caseless(leaf, value, context) : terms([literal(value)])
}

/** Identifiers in the forms in which they may be stored. @param schemes those that are known; none: any */
export function identifierTest(
  value: string,
  schemes: readonly string[],
  { model }: CompileContext,
): ValueTest {
  const forms = new Set<string>()
  for (const one of readingsOfAll(value))
    for (const scheme of schemes.length > 0 ? schemes : [undefined])
      for (const form of model.identifiers.spellings(one, scheme)) forms.add(form)
  const literals = Array.from(forms, (form) => literal(form))
  return terms(literals, alternativesOf(value).length)
}

/**
 * The IRI of a word, and for vocabularies without case every word of the graph that differs in case alone.
 */
const term: MakeTest = (leaf, given, context) => {
  const value = toNfc(given).trim()
  const {
    model: { vocabulary },
    base,
  } = context
  const field = leaf.field as FieldOf<'vocabTerm'>
  const iri = createTermExpander(vocabulary, base, field)(value)
  const lower = value.toLowerCase()
  if (!field.caseInsensitive)
    return terms(
      iriOrNone(iri),
      sum(knownTerms(leaf, context, (one) => one.value === iri) ?? []) || undefined,
    )
  const lowerIri = iri.toLowerCase()
  const own = new Map((field.terms ?? []).map((word) => [vocabulary.iri(word), word]))
  const found = knownTerms(
    leaf,
    context,
    ({ value: one }) =>
      one.toLowerCase() === lowerIri ||
      (own.get(one) ?? vocabulary.compactIri(one, base)).toLowerCase() === lower,
  )
  if (found) return terms(found.length > 0 ? found.map((one) => one.term) : iriOrNone(iri), sum(found))
  const words = [...vocabulary.terms.keys()]
    .filter((word) => word.toLowerCase() === lower)
    .flatMap((word) => vocabulary.iri(word) ?? [])
  const ofBase = vocabulary.expandTerm(value.toUpperCase(), base)
  const lowered = new Set([iri, ofBase, ...words].map((one) => one.toLowerCase()))
  const literals = [...lowered].map((one) => literal(one))
  return {
    kind: 'matches',
    expression: (value) => inList(operation('lcase', operation('str', value)), literals),
    holds: ({ kind, value }) => kind !== 'blank' && lowered.has(value.toLowerCase()),
  }
}

/** A class of the type's vocabulary; the word for none of them asks for their absence. */
const classWord: MakeTest = (leaf, given, context) => {
  const value = toNfc(given).trim()
  const { model, base } = context
  const { terms: values, termAliases, default: defaultTerm } = leaf.field as FieldOf<'rdfType'>
  const classIris = values.map((one) => model.vocabulary.iri(one) as string)
  const word = new Map(Object.entries(termAliases ?? {})).get(value) ?? value
  if (word === defaultTerm) {
    const classes = classIris.map(namedNode)
    return {
      kind: 'noneMatches',
      expression: (one) =>
        or([inList(one, classes), operation('strstarts', operation('str', one), literal(base))]),
      holds: ({ kind, value }) => kind === 'iri' && (classIris.includes(value) || value.startsWith(base)),
    }
  }
  const iri = values.includes(word)
    ? (model.vocabulary.iri(word) as string)
    : model.vocabulary.expandTerm(word, base)
  const isWord = classIris.includes(iri) || (iri.startsWith(base) && !model.typeOfClass(iri))
  return terms(
    isWord ? iriOrNone(iri) : [],
    sum(knownTerms(leaf, context, (one) => one.value === iri) ?? []) || undefined,
  )
}

/**
 * The terms that an id of an entity may be.
 * @throws InvalidValue for what is neither an IRI nor an id of the graph
 */
export const idTerms = (value: string, context: CompileContext): readonly Operand[] =>
  irisOf(value, context, true)

/** The spellings of an IRI; of an entity's, those that the graph knows, as a DOI, for instance, in any case. */
const irisOf = (value: string, { model, base, statistics }: CompileContext, ofEntity: boolean): Operand[] => {
  const readings = decodings(value.trim()).flatMap(compositions)
  const spellings = [...new Set(readings.flatMap((one) => iriVariants(one, base)))].filter(isIriText)
  const identical = (): string[] =>
    readings.flatMap((one) => model.identifiers.entityIris(one)).flatMap(statistics.irisOfIdentifier)
  const those = ofEntity
    ? [...new Set([...spellings.filter((iri) => statistics.hasSubject(iri)), ...identical()])]
    : spellings
  if (those.length === 0 && FORBIDDEN_IN_IRI.test(value)) throw new InvalidValue(FORBIDDEN_IN_IRI_MESSAGE)
  return (those.length > 0 ? those : spellings.slice(0, 1)).map(namedNode)
}
const iris = (value: string, context: CompileContext, ofEntity: boolean): ValueTest =>
  terms(irisOf(value, context, ofEntity), 1)

function licence(value: string, context: CompileContext): ValueTest {
  const all = [...new Set(irisOf(value, context, false).map((one) => licenceIri(one.value)))]
  const patterns = all.map((iri) => licencePattern(iri).map((text) => literal(text)))
  return {
    kind: 'matches',
    expression: (one) => or(patterns.map((pattern) => operation('regex', operation('str', one), ...pattern))),
    holds: ({ kind, value: iri }) => kind === 'iri' && all.includes(licenceIri(iri)),
  }
}

const entityType: MakeTest = ({ types, predicates }, value, { model, statistics }) => {
  const type = model.typeNamed(value.trim())
  if (!type || !types.includes(type) || predicates.length === 0) return terms([])
  return terms([namedNode(model.classOf(type))], statistics.records(type.name))
}

/** The language tag of RDF that a text means: empty for texts whose language is not known. */
function languageTag(text: string): string {
  const { tag, fault } = readLanguage(text)
  return fault === 'no-tag' ? text.trim().toLowerCase() : tag === NO_LANGUAGE ? '' : tag
}

const sameText: MakeTest = (_leaf, value) => ({
  kind: 'matches',
  expression: (one) => operation('=', operation('str', one), literal(toNfc(value))),
  holds: (term) => term.kind !== 'blank' && term.value === toNfc(value),
})

const ofKind: MakeTest = ({ types: [type] }, value, context) =>
  type?.kinds?.names[value] ? kindTest(type, value, context) : terms([])

const impossible: MakeTest = () => terms([])

export const exactTests: { readonly [K in TargetKind]: MakeTest } = {
  string: text,
  langString: sameText,
  '@value': sameText,
  '@language': (_leaf, value) => {
    const tag = languageTag(value)
    return {
      kind: 'matches',
      expression: (one) => operation('=', operation('lcase', operation('lang', one)), literal(tag)),
      holds: ({ kind, language = '' }) => kind === 'literal' && language.toLowerCase() === tag,
    }
  },
  '@cited': (_leaf, value, { base }) =>
    value.toLowerCase() === 'true'
      ? terms([namedNode(base)])
      : {
          kind: 'noneMatches',
          expression: (one) => operation('=', one, namedNode(base)),
          holds: (term) => isTerm(term, namedNode(base)),
        },
  '@kind': ofKind,
  number: (_leaf, value) => ({
    kind: 'matches',
    expression: (one) => operation('=', asNumber(one), numberTerm(readNumber(value) as number)),
    holds: (term) => numberOf(term) === readNumber(value),
  }),
  boolean: (_leaf, value) => terms([literal(value.toLowerCase(), `${XSD}boolean`)]),
  date: (_leaf, value) => {
    const date = readDateValue(value)
    return terms([date ? literal(date.text, XSD + date.type) : literal(value)])
  },
  iri: ({ field }, value, context) =>
    field?.kind === 'iri' && field.isLicence ? licence(value, context) : iris(value, context, false),
  vocabTerm: term,
  rdfType: classWord,
  reference: (_leaf, value, context) => iris(value, context, true),
  id: (_leaf, value, context) => iris(value, context, true),
  type: entityType,
  object: impossible,
  nest: impossible,
  labelledClass: impossible,
  typedIri: impossible,
}
