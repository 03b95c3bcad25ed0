/** RDF from elsewhere brought into the graph's own forms, term by term: IRIs, language tags, dates, numbers, identifiers. */

import type { Field } from '../model/row.ts'
import { identifiersOf, type IdentifierPredicates } from '../model/identifiers.ts'
import { encodeIri } from '../model/iri.ts'
import { walkFields, type Model } from '../model/model.ts'
import { normaliseIdentifier } from '../model/schemes.ts'
import { dateTerm, numberTerm } from '../record/write.ts'
import { iriOf, isIri, isLiteral, languageOf, quote, textOf, type Node, type Nodes } from '../record/triples.ts'

type Fix = (term: string) => string

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

function fixOf(field: Field): Fix | undefined {
  if (field.kind === 'date') return (term) => dateTerm(textOf(term))
  if (field.kind === 'number') return (term) => (Number.isFinite(Number(textOf(term))) && textOf(term).trim() !== '' ? numberTerm(Number(textOf(term)), field.datatype) : term)
  return undefined
}

const fixLiteral: Fix = (term) => {
  const language = languageOf(term)
  return language === undefined || language === language.toLowerCase() ? term : `${quote(textOf(term))}@${language.toLowerCase()}`
}

const fixIri: Fix = (term) => `<${encodeIri(iriOf(term))}>`

/**
 * Rewrites the terms of nodes in place: IRIs and language tags of all, dates, numbers and identifiers of those that
 * belong to entities.
 */
export function normaliseTerms(nodes: Nodes, model: Model, base: string, ofEntity: ReadonlySet<string>): void {
  const fixes = fixesOf(model)
  const pairs = model.types.flatMap((type) => identifiersOf(model, type)).filter(({ value }, i, all) => all.findIndex((one) => one.value === value) === i)
  for (const [subject, node] of [...nodes]) {
    for (const [predicate, objects] of node) {
      const fix = ofEntity.has(subject) ? fixes.get(predicate) : undefined
      node.set(predicate, [...new Set(objects.map((term) => {
        if (!isLiteral(term)) return isIri(term) ? fixIri(term) : term
        return fix && languageOf(term) === undefined ? fix(term) : fixLiteral(term)
      }))])
    }
    if (ofEntity.has(subject)) for (const pair of pairs) normaliseValue(node, pair, model, base)
    const fixed = isIri(subject) ? fixIri(subject) : subject
    if (fixed !== subject) { nodes.delete(subject); nodes.set(fixed, node) }
  }
}

function normaliseValue(node: Node, { scheme, value }: IdentifierPredicates, model: Model, base: string): void {
  const [by] = node.get(scheme) ?? []
  const values = node.get(value)
  if (by === undefined || !isIri(by) || !values) return
  node.set(value, values.map((term) => (isLiteral(term) ? quote(normaliseIdentifier(model.vocabulary.word(iriOf(by), base), textOf(term))) : term)))
}
