/**
 * RDF that JSON-LD processors make with the published contexts, where these say another thing than the
 * corrected ones: which classes, predicates and values mean which of ours. All of it follows from the rows
 * and the corrections.
 */

import { isAbsolute, resolveIri } from '../../model/context/iri.ts'
import { walkFields, type Model } from '../../model/model.ts'
import type { EntityType, Field, FieldOf } from '../../model/rows/row.ts'
import type { Term } from '../../model/context/context.ts'
import { baseTermIri } from '../../model/context/vocabulary.ts'
import { createTermExpander } from '../../model/vocab-terms.ts'
import {
  iriOf,
  isIri,
  isLiteral,
  languageOf,
  quote,
  RDF_TYPE,
  lexicalForm,
  type TripleIndex,
} from '../../record/rdf/triples.ts'
import { iriTerm } from '../../record/rdf/write-terms.ts'

/** The definition of a term in the contexts as they are published, with its IRI written out. */
function publishedTerm({ contexts, vocabulary }: Model, name: string): Term | undefined {
  const term = contexts.map(({ published }) => published.terms.get(name)).find((one) => one !== undefined)
  return term && { ...term, iri: vocabulary.iri(term.iri) ?? term.iri }
}

/** The IRI that the published contexts give a key that the corrected ones map to another. */
export function publishedIri(model: Model, name: string): string | undefined {
  const iri = publishedTerm(model, name)?.iri
  return iri === model.vocabulary.iri(name) || iri?.startsWith('@') ? undefined : iri
}

/** Whether documents without the contexts of extensions have the term. */
const isCoreTerm = ({ contexts, extensions: [core] }: Model, name: string): boolean =>
  contexts.some(({ extension, published }) => extension === core?.name && published.terms.has(name))

/** Words of a vocabulary and what stands for them, each with the IRI that it means. */
function* meanings(
  { vocabulary }: Model,
  field: FieldOf<'rdfType'> | FieldOf<'vocabTerm'>,
): Generator<[string, string]> {
  for (const word of field.terms ?? []) yield [word, vocabulary.iri(word) ?? '']
  for (const [word, target] of Object.entries(field.termAliases ?? {}))
    yield [word, vocabulary.iri(target) ?? '']
}

/** IRIs that words get where their context is missing or mistaken → those that they mean. */
function wordFixes(
  model: Model,
  base: string,
  words: Iterable<readonly [word: string, iri: string]>,
): Map<string, string> {
  const fixes = new Map<string, string>()
  for (const [word, iri] of words) {
    if (iri === '') continue
    if (!isCoreTerm(model, word)) fixes.set(`<${baseTermIri(word, base)}>`, `<${iri}>`)
    const published = publishedTerm(model, word)?.iri
    if (published !== undefined && published !== iri) fixes.set(`<${published}>`, `<${iri}>`)
  }
  return fixes
}

const classWords = (model: Model, type: EntityType): (readonly [string, string])[] => [
  ...[type.name, ...(type.aliases ?? [])].map((name) => [name, model.classOf(type)] as const),
  ...Object.values(type.fields).flatMap((field) =>
    field.kind === 'rdfType' ? [...meanings(model, field)] : [],
  ),
]

/** Gives nodes the classes that their words mean. */
export function fixClasses(nodes: TripleIndex, model: Model, base: string): void {
  const fixes = wordFixes(
    model,
    base,
    model.types.flatMap((type) => classWords(model, type)),
  )
  for (const node of nodes.values()) {
    const classes = node.get(RDF_TYPE)
    if (classes?.some((one) => fixes.has(one)))
      node.set(RDF_TYPE, [...new Set(classes.map((one) => fixes.get(one) ?? one))])
  }
}

type FixTerm = (term: string) => string

/** Text that the published context makes an IRI. */
const toText =
  ({ vocabulary }: Model, base: string): FixTerm =>
  (term) =>
    isIri(term) ? quote(vocabulary.compactIri(iriOf(term), base)) : term

/** References that the published context leaves text. */
const toIri =
  (kind: Field['kind'], base: string): FixTerm =>
  (term) => {
    if (!isLiteral(term) || languageOf(term) !== undefined) return term
    const text = lexicalForm(term).trim()
    if (text === '' || (kind !== 'reference' && !isAbsolute(text))) return term
    return iriTerm(resolveIri(text, base))
  }

/** Words of vocabularies, and names that have a prefix that the published context does not bind. */
function toWord(model: Model, base: string, field: FieldOf<'vocabTerm'>): FixTerm {
  const fixes = wordFixes(model, base, meanings(model, field))
  const names = field.namespaces ?? []
  const [first = ''] = names.map((name) => model.vocabulary.prefixes.get(name) ?? name)
  const iriOfWord = createTermExpander(model.vocabulary, base, field)
  return (term) => {
    if (!isIri(term)) return term
    const iri = iriOf(term)
    const word = first !== '' && iri.startsWith(first) ? iri.slice(first.length) : iri
    const isNamed = names.some((name) => word.startsWith(`${name}/`) || iri.startsWith(`${name}:`))
    return isNamed ? iriTerm(iriOfWord(word)) : (fixes.get(term) ?? term)
  }
}

const REFERENCES: ReadonlySet<Field['kind']> = new Set<Field['kind']>(['reference', 'iri', 'typedIri'])

/** How the objects of a predicate are mended, by predicate. */
export function objectFixes(model: Model, base: string): ReadonlyMap<string, FixTerm> {
  const fields = new Map<string, { readonly key: string; readonly field: Field }[]>()
  for (const type of model.types) {
    for (const { path, field } of walkFields(type.fields)) {
      const key = path.at(-1) as string
      const predicate = model.vocabulary.iri(key)
      if (predicate === undefined) continue
      const known = fields.get(predicate)
      if (known) known.push({ key, field })
      else fields.set(predicate, [{ key, field }])
    }
  }
  const fixes = new Map<string, FixTerm>()
  for (const [predicate, fieldUses] of fields) {
    const fixesOfPredicate: FixTerm[] = []
    const isIriThere = fieldUses.every(({ key }) =>
      ['@vocab', '@id'].includes(publishedTerm(model, key)?.type ?? ''),
    )
    if (isIriThere && fieldUses.every(({ field }) => field.kind === 'string' && field.viaNode === undefined))
      fixesOfPredicate.push(toText(model, base))
    if (fieldUses.every(({ field }) => REFERENCES.has(field.kind)))
      fixesOfPredicate.push(
        toIri(fieldUses.some(({ field }) => field.kind === 'reference') ? 'reference' : 'iri', base),
      )
    for (const { field } of fieldUses)
      if (field.kind === 'vocabTerm') fixesOfPredicate.push(toWord(model, base, field))
    if (fixesOfPredicate.length > 0)
      fixes.set(predicate, (term) => fixesOfPredicate.reduce((found, fix) => fix(found), term))
  }
  return fixes
}
