/** What is wrong with the rows of an entity type: what they name must be there, and have a term. */

import { grouped } from './grouped.ts'
import { isAbsolute } from './iri.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { EntityType, Field, FieldOf, Fields, Kind } from './row.ts'
import { selectionFaults } from './selection-faults.ts'
import { RDF_TYPE } from './rdf.ts'
import { nodesIn, walkFields, type Walked } from './walk.ts'

type Report = (fault: string) => void

/** Kinds whose key is no predicate: a group is no node, a class is rdf:type. */
const WITHOUT_PREDICATE: ReadonlySet<Kind> = new Set<Kind>(['group', 'class'])

const hasPredicate = (field: Field): boolean =>
  !WITHOUT_PREDICATE.has(field.kind) && !(field.kind === 'concept' && field.itself)

/** A key that a row names, and the kinds of field that can be there. */
interface NamedKey {
  readonly key: string | undefined
  readonly kinds?: readonly Kind[]
}

/** The keys beside a field, or below it, that its row names. */
const named: {
  readonly [K in Kind]?: (field: FieldOf<K>) => {
    readonly beside?: readonly NamedKey[]
    readonly below?: readonly NamedKey[]
  }
} = {
  text: ({ scheme }) => ({ beside: [{ key: scheme, kinds: ['term'] }] }),
  number: ({ unit }) => ({ beside: [{ key: unit, kinds: ['text', 'term'] }] }),
  node: ({ rank, ordered = [], misplaced = {}, toldBy = {} }) => ({
    below: [
      { key: rank?.key, kinds: ['number'] },
      { key: rank?.ties, kinds: ['term'] },
      ...ordered.map((key): NamedKey => ({ key, kinds: ['date'] })),
      ...Object.entries(misplaced)
        .flatMap(([key, names]) => [key, ...names])
        .map((key) => ({ key })),
      ...Object.keys(toldBy).map((key) => ({ key })),
    ],
  }),
}

/** Hints must lead to a key that is there; an extension may add the key that a hint explains. */
function hintFaults(
  hints: Readonly<Record<string, string>>,
  fields: Fields,
  where: string,
  report: Report,
): void {
  for (const [key, place] of Object.entries(hints)) {
    const [target = ''] = /^\w*/.exec(place) as RegExpExecArray
    if (!fields[target]) report(`${where} has the hint ${key}: ${place}, which must begin with a field of it`)
  }
}

function impliedFaults(type: EntityType, report: Report): void {
  for (const [word, implied] of Object.entries(type.hints?.types ?? {}))
    for (const [key, value] of Object.entries(implied)) {
      const field = type.fields[key]
      if (!field || !wordsOf(field).includes(value))
        report(`${type.name} reads ${word} as ${key} ${value}, which is no word of a field of it`)
    }
}

function keyFaults(fields: Fields, where: string, report: Report): void {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'node') hintFaults(field.hints ?? {}, field.fields, `${where}.${key}`, report)
    const { beside = [], below = [] } = named[field.kind]?.(field as never) ?? {}
    const inner = 'fields' in field ? field.fields : {}
    const check = ({ key: name, kinds }: NamedKey, table: Fields, place: string): void => {
      if (name === undefined) return
      const found = table[name]
      if (!found) report(`${where}.${key} names ${name}, which is no field ${place}`)
      else if (kinds && !kinds.includes(found.kind))
        report(`${where}.${key} names ${name}, which is ${found.kind}; it must be ${kinds.join(' or ')}`)
    }
    for (const one of beside) check(one, fields, 'beside it')
    for (const one of below) check(one, inner, 'of it')
    keyFaults(inner, `${where}.${key}`, report)
  }
}

/** All words that the row of a vocabulary names. */
const wordsOf = (field: Field): readonly string[] =>
  field.kind === 'class'
    ? [...field.values, field.otherwise ?? []].flat()
    : field.kind === 'term'
      ? [...(field.values ?? []), ...(field.coined ?? [])]
      : []

/**
 * Synonyms of words that the vocabulary does not have, where it is closed: words of the contexts are IRIs
 * anywhere.
 */
function synonymsWithout(field: Field, vocabulary: Vocabulary): (readonly [word: string, meant: string])[] {
  if (field.kind !== 'class' && (field.kind !== 'term' || field.open || field.namespaces)) return []
  const words = wordsOf(field)
  return Object.entries(field.synonyms ?? {}).filter(
    ([, meant]) => !words.includes(meant) && vocabulary.iri(meant) === undefined && !isAbsolute(meant),
  )
}

/** Words of a vocabulary that no context has. */
function wordsWithout(field: Field, vocabulary: Vocabulary): string[] {
  const words =
    field.kind === 'class' || (field.kind === 'term' && !field.namespaces) ? (field.values ?? []) : []
  const coined = field.kind === 'term' ? (field.coined ?? []) : []
  return words.filter((word) => !vocabulary.iri(word) && !coined.includes(word))
}

function fieldFaults(
  { path, field }: Walked,
  where: string,
  vocabulary: Vocabulary,
  names: readonly string[],
  report: Report,
): void {
  const key = path.at(-1) as string
  if (!field.doc) report(`${where} has no doc`)
  if (hasPredicate(field) && !vocabulary.iri(key) && !vocabulary.terms.has(key))
    report(`${where} is no term of the contexts; a context needs a line for ${key}`)
  if (vocabulary.terms.get(key)?.reverse && field.kind !== 'node')
    report(`${where} is a reverse term of the contexts, which only a node can be`)
  if (field.kind === 'entity')
    for (const name of field.of)
      if (!names.includes(name))
        report(`${where} refers to ${name}, which is no entity type; there are ${names.join(', ')}`)
  if (field.kind === 'text' && field.wrapped !== undefined && !vocabulary.iri(field.wrapped))
    report(`${where} is wrapped as ${field.wrapped}, which is no term of the contexts`)
  for (const word of wordsWithout(field, vocabulary))
    report(`${where} has the value ${word}, which is no term of the contexts`)
  for (const [word, meant] of synonymsWithout(field, vocabulary))
    report(
      `${where} reads ${word} as ${meant}, which is no word of it; there are ${wordsOf(field).join(', ') || 'none'}`,
    )
  if (
    field.kind === 'number' &&
    field.least !== undefined &&
    field.most !== undefined &&
    field.least > field.most
  )
    report(
      `${where} has least ${field.least} and most ${field.most}, between which no number is; least must not be greater than most`,
    )
  if (field.kind === 'term')
    for (const name of field.namespaces ?? [])
      if (!vocabulary.prefixes.has(name) && !/^[a-z][a-z0-9+.-]*:/i.test(name))
        report(`${where} has the namespace ${name}, which is no prefix of the contexts and no IRI`)
}

const ownPredicate = ({ path, field }: Walked, vocabulary: Vocabulary): string | undefined => {
  const key = path.at(-1) as string
  const iri = hasPredicate(field) ? vocabulary.iri(key) : undefined
  return iri === undefined || iri === RDF_TYPE
    ? undefined
    : `${vocabulary.terms.get(key)?.reverse ? '^' : ''}${iri}`
}

/** Fields of one node that share a predicate, though nothing tells their values apart. */
function sharedFaults(type: EntityType, vocabulary: Vocabulary, report: Report): void {
  for (const node of nodesIn(type.fields)) {
    const byPredicate = grouped(node, (one) => ownPredicate(one, vocabulary))
    byPredicate.delete(undefined)
    for (const [predicate, sharing] of byPredicate) {
      const told = sharing.filter(({ field }) => field.kind === 'node' && field.toldBy)
      const [above] = sharing.map(({ path }) => path.slice(0, -1).join('.'))
      const alike = sharing.every(
        ({ path, field }) => field.kind === 'node' && path.slice(0, -1).join('.') === above,
      )
      if (sharing.length - told.length > 1 || (sharing.length > 1 && !alike)) {
        report(
          `${sharing.map(({ path }) => `${type.name}.${path.join('.')}`).join(' and ')} have one predicate, ${vocabulary.prefixed(predicate as string)}; all but one must be nodes beside it with toldBy`,
        )
      }
    }
  }
}

/** Tells what is wrong with a type. @param names names of all entity types */
export function typeFaults(
  type: EntityType,
  vocabulary: Vocabulary,
  names: readonly string[],
  report: Report,
): void {
  if (!vocabulary.iri(type.name))
    report(`entity type ${type.name} is no term of the contexts; a context needs a line for ${type.name}`)
  for (const key of type.reference)
    if (!type.fields[key]) report(`${type.name} shows ${key} in references, which it does not have`)
  selectionFaults(type, report)
  for (const one of walkFields(type.fields))
    fieldFaults(one, `${type.name}.${one.path.join('.')}`, vocabulary, names, report)
  keyFaults(type.fields, type.name, report)
  hintFaults(type.hints?.keys ?? {}, type.fields, type.name, report)
  impliedFaults(type, report)
  sharedFaults(type, vocabulary, report)
}
