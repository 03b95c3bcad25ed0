/** What extensions cannot both have: names of types, paths, contexts, and terms that mean two things. */

import { groupBy } from '../values/group-by.ts'
import type { Extension, PublishedContext } from '../rows/extension-row.ts'
import { termDefinitionErrors } from './term-definitions.ts'
import type { EntityType } from '../rows/row.ts'
import { parseTerm, type Vocabulary } from '../context/vocabulary.ts'

type Report = (fault: string) => void

/** Values that come more than once, with the places where they do. */
function* duplicates<T>(
  items: readonly T[],
  valueOf: (item: T) => string,
): Generator<readonly [value: string, items: readonly [T, T, ...T[]]]> {
  for (const [value, found] of groupBy(items, valueOf))
    if (found.length > 1) yield [value, found as [T, T, ...T[]]]
}

/**
 * An extension may have so many entity types with all others: what is known of an IRI is kept in the bits of
 * one number.
 */
const MAX_TYPES = 30

function reportTypeConflicts(extensions: readonly Extension[], report: Report): void {
  const types = extensions.flatMap(({ name: by, entities = [] }) => entities.map((type) => ({ by, type })))
  const names = types.flatMap(({ by, type }) =>
    [type.name, ...(type.aliases ?? [])].map((name) => ({ by, name })),
  )
  const owners = (found: readonly { readonly by: string }[]): string =>
    [...new Set(found.map(({ by }) => by))].join(' and ')
  for (const [name, found] of duplicates(names, (one) => one.name))
    report(`two entity types are named ${name} (${owners(found)})`)
  for (const [path, found] of duplicates(types, ({ type }) => type.path))
    report(`two entity types have the path ${path} (${owners(found)})`)
  for (const [label, found] of duplicates(types, ({ type }) => type.label))
    report(`two entity types have the label ${label} (${owners(found)})`)
  if (types.length > MAX_TYPES)
    report(`there are ${types.length} entity types; more than ${MAX_TYPES} cannot be told apart in one graph`)
}

function reportClassConflicts(types: readonly EntityType[], vocabulary: Vocabulary, report: Report): void {
  const known = types.filter(({ name }) => vocabulary.iri(name) !== undefined)
  for (const [iri, found] of duplicates(known, ({ name }) => vocabulary.iri(name) as string)) {
    const names = [...new Set(found.map(({ name }) => name))]
    if (names.length > 1)
      report(
        `the entity types ${names.join(' and ')} have one class, ${vocabulary.toPrefixedName(iri)}; records could not be told apart`,
      )
  }
}

/** What a line of a term table says, with its IRI written out. */
function normalisedDefinition(line: string, prefixes: ReadonlyMap<string, string>): string {
  const { iri, ...marks } = parseTerm(line)
  const [, prefix = '', rest = ''] = /^([^:]+):(?!\/\/)(.*)$/.exec(iri) ?? []
  const namespace = prefixes.get(prefix)
  return JSON.stringify([namespace === undefined ? iri : namespace + rest, Object.entries(marks).sort()])
}

function reportContextConflicts(
  extensions: readonly Extension[],
  contexts: readonly PublishedContext[],
  { prefixes }: Vocabulary,
  report: Report,
): void {
  for (const [name] of duplicates(extensions, (one) => one.name)) report(`two extensions are named ${name}`)
  for (const [name, [a, b]] of duplicates(contexts, (one) => one.name))
    report(`two contexts are named ${name} (${a.extension} and ${b.extension})`)
  for (const [url, [a, b]] of duplicates(contexts, (one) => one.url))
    report(`two contexts have the URL ${url} (${a.name} and ${b.name})`)
  const entries = (kind: 'prefixes' | 'terms'): { by: string; name: string; line: string }[] =>
    contexts.flatMap(({ name: by, table }) =>
      Object.entries(table[kind]).map(([name, line]) => ({ by, name, line })),
    )
  for (const [name, [first, ...others]] of duplicates(entries('prefixes'), (one) => one.name)) {
    for (const other of others)
      if (other.line !== first.line)
        report(
          `the prefix ${name} is ${first.line} in the context ${first.by} and ${other.line} in ${other.by}`,
        )
  }
  for (const [name, [first, ...others]] of duplicates(entries('terms'), (one) => one.name)) {
    for (const other of others)
      if (normalisedDefinition(other.line, prefixes) !== normalisedDefinition(first.line, prefixes))
        report(
          `the term ${name} is ${first.line} in the context ${first.by} and ${other.line} in ${other.by}; give the second another name, or correct it`,
        )
  }
}

/** IRIs that need no prefix. */
const ABSOLUTE = /^(?:https?|urn|tag|info|ark|doi):/

/** Terms whose line is none, and corrections of what is not there. */
function reportTermErrors(
  extensions: readonly Extension[],
  contexts: readonly PublishedContext[],
  { prefixes, terms }: Vocabulary,
  report: Report,
): void {
  for (const { name: by, table } of contexts) {
    for (const [term, line] of Object.entries(table.terms)) {
      const { iri } = parseTerm(line)
      const prefix = /^([^:]+):(?!\/\/)/.exec(iri)?.[1]
      const known =
        iri.startsWith('@') || ABSOLUTE.test(iri) || (prefix !== undefined && prefixes.has(prefix))
      if (!known)
        report(
          `the term ${term} of the context ${by} has the IRI ${iri}, ${prefix === undefined ? 'which is none' : `but ${prefix} is no prefix of the contexts`}`,
        )
      for (const fault of termDefinitionErrors(line, terms))
        report(`the term ${term} of the context ${by} ${fault}`)
    }
  }
  for (const { name, contexts: own, corrections = [] } of extensions) {
    for (const { context, terms: corrected, ours, datatype, values } of corrections) {
      if (!own[context])
        report(
          `${name} corrects terms of the context ${context}, which it does not bring; it brings ${Object.keys(own).join(', ') || 'none'}`,
        )
      if (ours === undefined && datatype === undefined && values === undefined)
        report(`${name} corrects ${corrected.join(', ')} without saying how: by ours, datatype or values`)
    }
  }
}

/**
 * Tells what extensions have that others have too, and what is wrong with their terms. @param types the
 * entity types of all, merged
 */
export function reportConflicts(
  extensions: readonly Extension[],
  contexts: readonly PublishedContext[],
  types: readonly EntityType[],
  vocabulary: Vocabulary,
  report: Report,
): void {
  reportTypeConflicts(extensions, report)
  reportClassConflicts(types, vocabulary, report)
  reportContextConflicts(extensions, contexts, vocabulary, report)
  reportTermErrors(extensions, contexts, vocabulary, report)
}
