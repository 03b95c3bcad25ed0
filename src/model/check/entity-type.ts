/** What is wrong with the rows of an entity type: what they name must be there, and have a term. */

import { suggestNames } from '../values/closest-match.ts'
import { groupBy } from '../values/collections.ts'
import { isAbsolute, RDF_TYPE } from '../context/iri.ts'
import type { Vocabulary } from '../context/vocabulary.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from '../rows/row.ts'
import type { ReportFault } from '../rows/merge.ts'
import { checkValuePaths, isClosed, termsOf } from './value-paths.ts'
import { fieldsByNode, walkFields, type FieldAtPath } from '../rows/walk.ts'

/** Kinds whose key is no predicate: a group is no node, a class is rdf:type. */
const WITHOUT_PREDICATE: ReadonlySet<Kind> = new Set<Kind>(['nest', 'rdfType'])

const hasPredicate = (field: Field): boolean =>
  !WITHOUT_PREDICATE.has(field.kind) && !(field.kind === 'labelledClass' && field.selfClass)

/** A key that a row names, and the kinds of field that can be there. */
interface NamedKey {
  readonly key: string | undefined
  readonly kinds?: readonly Kind[]
}

/** The keys beside a field, or below it, that its row names. */
const namedKeys: {
  readonly [K in Kind]?: (field: FieldOf<K>) => {
    readonly siblings?: readonly NamedKey[]
    readonly childKeys?: readonly NamedKey[]
  }
} = {
  string: ({ scheme }) => ({ siblings: [{ key: scheme, kinds: ['vocabTerm'] }] }),
  number: ({ unit }) => ({ siblings: [{ key: unit, kinds: ['string', 'vocabTerm'] }] }),
  object: ({ orderBy, identity = [], interval = [], hoistFrom = {}, discriminator = {} }) => ({
    childKeys: [
      { key: orderBy?.key, kinds: ['number'] },
      { key: orderBy?.thenBy, kinds: ['vocabTerm'] },
      ...identity.map((key) => ({ key })),
      ...interval.map((key): NamedKey => ({ key, kinds: ['date', 'number', 'string'] })),
      ...Object.entries(hoistFrom)
        .flatMap(([key, names]) => [key, ...names])
        .map((key) => ({ key })),
      ...Object.keys(discriminator).map((key) => ({ key })),
    ],
  }),
}

/** Hints must lead to a key that is there; an extension may add the key that a hint explains. */
function checkHints(
  hints: Readonly<Record<string, string>>,
  fields: Fields,
  location: string,
  report: ReportFault,
): void {
  for (const [key, place] of Object.entries(hints)) {
    const [target = ''] = /^\w*/.exec(place) as RegExpExecArray
    if (!fields[target])
      report(`${location} has the hint ${key}: ${place}, which must begin with a field of it`)
  }
}

function checkNamedKeys(fields: Fields, location: string, report: ReportFault): void {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'object') checkHints(field.hints ?? {}, field.fields, `${location}.${key}`, report)
    const { siblings = [], childKeys = [] } = namedKeys[field.kind]?.(field as never) ?? {}
    const inner = 'fields' in field ? field.fields : {}
    const check = ({ key: name, kinds }: NamedKey, table: Fields, place: string): void => {
      if (name === undefined) return
      const found = table[name]
      if (!found) report(`${location}.${key} names ${name}, which is not a field ${place}`)
      else if (kinds && !kinds.includes(found.kind))
        report(`${location}.${key} names ${name}, which is ${found.kind}; it must be ${kinds.join(' or ')}`)
    }
    for (const one of siblings) check(one, fields, 'beside it')
    for (const one of childKeys) check(one, inner, 'of it')
    checkNamedKeys(inner, `${location}.${key}`, report)
  }
}

/**
 * Synonyms of words that the vocabulary does not have, where it is closed: words of the contexts are IRIs
 * anywhere.
 */
function unknownAliasTargets(
  field: Field,
  vocabulary: Vocabulary,
): (readonly [word: string, meant: string])[] {
  if (!isClosed(field)) return []
  const words = termsOf(field)
  return Object.entries(field.termAliases ?? {}).filter(
    ([, target]) => !words.includes(target) && vocabulary.iri(target) === undefined && !isAbsolute(target),
  )
}

/** Words of a vocabulary that no context has. */
function unknownTerms(field: Field, vocabulary: Vocabulary): string[] {
  const words =
    field.kind === 'rdfType' || (field.kind === 'vocabTerm' && !field.namespaces) ? (field.terms ?? []) : []
  const coined = field.kind === 'vocabTerm' ? (field.localTerms ?? []) : []
  return words.filter((word) => !vocabulary.iri(word) && !coined.includes(word))
}

function checkField(
  { path, field }: FieldAtPath,
  location: string,
  vocabulary: Vocabulary,
  names: readonly string[],
  report: ReportFault,
): void {
  const key = path.at(-1) as string
  if (!field.doc) report(`${location} has no doc`)
  if (hasPredicate(field) && !vocabulary.iri(key) && !vocabulary.terms.has(key))
    report(`${location} is not a term of the contexts; a context needs a definition of ${key}`)
  if (vocabulary.terms.get(key)?.reverse && field.kind !== 'object')
    report(
      `${location} is of the kind ${field.kind}, but its term has @reverse, which only a field of the kind object ` +
        'can have; give the term an @id',
    )
  if (field.kind === 'reference')
    for (const name of field.range)
      if (!names.includes(name))
        report(`${location} refers to ${name}, which is not an entity type; ${suggestNames(name, names)}`)
  if (field.kind === 'string' && field.viaNode !== undefined && !vocabulary.iri(field.viaNode))
    report(`${location} is wrapped as ${field.viaNode}, which is not a term of the contexts`)
  for (const word of unknownTerms(field, vocabulary))
    report(`${location} has the value ${word}, which is not a term of the contexts`)
  for (const [word, meant] of unknownAliasTargets(field, vocabulary))
    report(
      `${location} reads ${word} as ${meant}, which is not one of its terms; ` +
        suggestNames(meant, termsOf(field)),
    )
  if (
    field.kind === 'number' &&
    field.minimum !== undefined &&
    field.maximum !== undefined &&
    field.minimum > field.maximum
  )
    report(
      `${location} has the minimum ${field.minimum} and the maximum ${field.maximum}; the minimum ` +
        'must not be greater than the maximum',
    )
  if (field.kind === 'vocabTerm')
    for (const name of field.namespaces ?? [])
      if (!vocabulary.prefixes.has(name) && !/^[a-z][a-z0-9+.-]*:/i.test(name))
        report(`${location} has the namespace ${name}, which is neither a prefix of the contexts nor an IRI`)
}

const ownPredicate = ({ path, field }: FieldAtPath, vocabulary: Vocabulary): string | undefined => {
  const key = path.at(-1) as string
  const iri = hasPredicate(field) ? vocabulary.iri(key) : undefined
  return iri === undefined || iri === RDF_TYPE
    ? undefined
    : `${vocabulary.terms.get(key)?.reverse ? '^' : ''}${iri}`
}

/** Reports fields of one node that share a predicate although no discriminator separates their values. */
function checkSharedPredicates(type: EntityType, vocabulary: Vocabulary, report: ReportFault): void {
  for (const node of fieldsByNode(type.fields)) {
    const byPredicate = groupBy(node, (one) => ownPredicate(one, vocabulary))
    byPredicate.delete(undefined)
    for (const [predicate, sharing] of byPredicate) {
      const discriminated = sharing.filter(({ field }) => field.kind === 'object' && field.discriminator)
      const [above] = sharing.map(({ path }) => path.slice(0, -1).join('.'))
      const areSiblings = sharing.every(
        ({ path, field }) => field.kind === 'object' && path.slice(0, -1).join('.') === above,
      )
      if (sharing.length - discriminated.length > 1 || (sharing.length > 1 && !areSiblings)) {
        report(
          `${sharing.map(({ path }) => `${type.name}.${path.join('.')}`).join(' and ')} have one ` +
            `predicate, ${vocabulary.toPrefixedName(predicate as string)}; all but one must be ` +
            'objects beside it with a discriminator',
        )
      }
    }
  }
}

/** Tells what is wrong with a type. @param names names of all entity types */
export function checkEntityType(
  type: EntityType,
  vocabulary: Vocabulary,
  names: readonly string[],
  report: ReportFault,
): void {
  if (!vocabulary.iri(type.name))
    report(
      `entity type ${type.name} is not a term of the contexts; a context needs a definition of ${type.name}`,
    )
  checkValuePaths(type, report)
  for (const one of walkFields(type.fields))
    checkField(one, `${type.name}.${one.path.join('.')}`, vocabulary, names, report)
  checkNamedKeys(type.fields, type.name, report)
  checkHints(type.hints ?? {}, type.fields, type.name, report)
  checkSharedPredicates(type, vocabulary, report)
}
