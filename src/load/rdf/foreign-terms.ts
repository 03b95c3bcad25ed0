/**
 * RDF from elsewhere brought into the graph's own forms, term by term: language tags, dates, numbers,
 * identifiers.
 */

import type { FindingKind } from '../../findings/kinds.ts'
import { normaliseCode, type CodeList } from '../../model/values/codes.ts'
import { parseDate, parseIsoDate } from '../../model/values/dates.ts'
import type { Field, FieldOf } from '../../model/rows/row.ts'
import { groupBy } from '../../model/values/collections.ts'
import { identifiersOf, type IdentifierPredicates } from '../../model/identifier-predicates.ts'
import { readLanguage } from '../../model/values/languages.ts'
import { toNfc } from '../../model/values/fold.ts'
import { walkFields, type Model } from '../../model/model.ts'
import { createCanonicalCase } from '../../model/vocab-terms.ts'
import { dateTerm, numberTerm } from '../../record/rdf/quads.ts'
import { iriTerm, languageTerm } from '../../record/rdf/write-terms.ts'
import { objectFixes } from './published-contexts.ts'
import {
  iriOf,
  isIri,
  isLiteral,
  languageOf,
  quote,
  RDF_TYPE,
  lexicalForm,
  type PredicateMap,
  type TripleIndex,
} from '../../record/rdf/triples.ts'

/** A term in the graph's own form; `finding`: the form that came was no right one. */
interface Fixed {
  readonly term: string
  readonly finding?: FindingKind
}

type Fix = (term: string) => Fixed

/** Tells of a literal of an entity that was written in another form. */
export type WarnOfTerm = (kind: FindingKind, message: string, subject: string) => void

/** How the literals of a predicate are written, where the rows say it. */
function fixesOf(model: Model): Map<string, Fix> {
  const fixes = new Map<string, Fix>()
  for (const type of model.types) {
    for (const { path, field } of walkFields(type.fields)) {
      const fix = fixOf(field)
      if (fix) fixes.set(model.vocabulary.iri(path.at(-1) as string) as string, fix)
    }
  }
  return fixes
}

const fixDate: Fix = (term) => {
  const text = lexicalForm(term)
  return {
    term: dateTerm(text),
    ...(!parseDate(text) && parseIsoDate(text) && { finding: 'form-normalised' }),
  }
}

const fixNumber =
  (datatype: FieldOf<'number'>['datatype']): Fix =>
  (term) => {
    const text = lexicalForm(term)
    const isNumber = Number.isFinite(Number(text)) && text.trim() !== ''
    return { term: isNumber ? numberTerm(Number(text), datatype) : term }
  }

const fixCode =
  (list: CodeList): Fix =>
  (term) => {
    const [text, code] = [lexicalForm(term), normaliseCode(lexicalForm(term), list)]
    return { term: quote(code), ...(code !== text && { finding: 'form-normalised' }) }
  }

function fixOf(field: Field): Fix | undefined {
  if (field.kind === 'date') return fixDate
  if (field.kind === 'number') return fixNumber(field.datatype)
  return field.kind === 'string' && field.codeList !== undefined ? fixCode(field.codeList) : undefined
}

/** Words of vocabularies without case, by predicate: in the letters that the vocabulary has. */
function wordsOf(model: Model, base: string): Map<string, (term: string) => string> {
  const { vocabulary } = model
  const fixes = new Map<string, (term: string) => string>()
  for (const { path, field } of model.types.flatMap((type) => [...walkFields(type.fields)])) {
    if (field.kind !== 'vocabTerm' || !field.caseInsensitive || !field.terms) continue
    const recased = createCanonicalCase(field)
    const byIri = new Map(field.terms.map((word) => [vocabulary.iri(word)?.toLowerCase(), word]))
    fixes.set(vocabulary.iri(path.at(-1) as string) as string, (term) => {
      const iri = iriOf(term)
      const word = byIri.get(iri.toLowerCase()) ?? recased(vocabulary.compactIri(iri, base))
      return word === undefined ? term : iriTerm(vocabulary.expandTerm(word, base))
    })
  }
  return fixes
}

/** Where a predicate holds plain text: on nodes of a class, or for any class. */
interface Use {
  readonly predicate: string
  readonly classIri?: string
  readonly plain: boolean
}

const usesOf = (model: Model): Use[] =>
  model.types.flatMap((type) =>
    [...walkFields(type.fields)].map(({ path, field }) => ({
      predicate: model.vocabulary.iri(path.at(-1) as string) as string,
      plain: field.kind === 'string',
      ...(path.length === 1 && { classIri: `<${model.classOf(type)}>` }),
    })),
  )

/**
 * Which predicates of a node hold nothing but plain text: filters look for text without language and
 * datatype.
 */
function plainTexts(model: Model): (predicate: string, classes: readonly string[]) => boolean {
  const byPredicate = groupBy(usesOf(model), ({ predicate }) => predicate)
  return (predicate, classes) => {
    const uses = (byPredicate.get(predicate) ?? []).filter(
      ({ classIri }) => classIri === undefined || classes.includes(classIri),
    )
    return uses.length > 0 && uses.every(({ plain }) => plain)
  }
}

/** A literal with its text in Normalization Form C. */
function composeLiteral(term: string): string {
  const given = lexicalForm(term)
  const text = toNfc(given)
  return text === given ? term : quote(text) + term.slice(term.lastIndexOf('"') + 1)
}

const fixLanguage: Fix = (term) => {
  const language = languageOf(term)
  if (language === undefined) return { term }
  const { tag, fault } = readLanguage(language)
  return {
    term: languageTerm(lexicalForm(term), tag),
    ...(fault !== undefined && { finding: fault === 'form-normalised' ? fault : 'bad-language' }),
  }
}

/**
 * Rewrites the terms of nodes in place: language tags of all; dates, numbers, codes, identifiers,
 * and what is plain text in the model, of those that belong to entities.
 */
export function normaliseTerms(
  nodes: TripleIndex,
  model: Model,
  base: string,
  ofEntity: ReadonlySet<string>,
  warn: WarnOfTerm,
): void {
  const fixes = fixesOf(model)
  const words = wordsOf(model, base)
  const published = objectFixes(model, base)
  const isPlain = plainTexts(model)
  const pairs = model.types
    .flatMap((type) => identifiersOf(model, type))
    .filter(({ value }, i, all) => all.findIndex((one) => one.value === value) === i)
  for (const [subject, node] of nodes) {
    const classes = node.get(RDF_TYPE) ?? []
    for (const [predicate, objects] of node) {
      const plain = ofEntity.has(subject) && isPlain(predicate, classes)
      const fix = ofEntity.has(subject) ? fixes.get(predicate) : undefined
      const fixLiteral: Fix = (term) => {
        if (fix && (plain || languageOf(term) === undefined)) return fix(term)
        return plain ? { term: quote(lexicalForm(term)) } : fixLanguage(term)
      }
      const mend = ofEntity.has(subject) ? published.get(predicate) : undefined
      const fixWord = ofEntity.has(subject) ? words.get(predicate) : undefined
      const fixed = objects.map((given) => {
        const term = mend ? mend(given) : given
        if (isIri(term)) return fixWord ? fixWord(term) : term
        if (!isLiteral(term)) return term
        const composed = composeLiteral(term)
        if (composed !== term)
          warn('not-nfc', `has ${term} as ${predicate}; it is stored as ${composed}`, subject)
        const { term: made, finding } = fixLiteral(composed)
        if (finding !== undefined)
          warn(finding, `has ${term} as ${predicate}; it is read as ${made}`, subject)
        return made
      })
      node.set(predicate, [...new Set(fixed)])
    }
    if (ofEntity.has(subject)) for (const pair of pairs) normaliseValue(node, pair, model, base)
  }
}

function normaliseValue(
  node: PredicateMap,
  { scheme, value }: IdentifierPredicates,
  model: Model,
  base: string,
): void {
  const [by] = node.get(scheme) ?? []
  const values = node.get(value)
  if (by === undefined || !isIri(by) || !values) return
  node.set(
    value,
    values.map((term) =>
      isLiteral(term)
        ? quote(model.identifiers.normalise(model.vocabulary.compactIri(iriOf(by), base), lexicalForm(term)))
        : term,
    ),
  )
}
