/** What extensions cannot both have: names of types, paths, contexts, and terms that mean two things. */

import { duplicates } from '../values/collections.ts'
import type { ReportFault } from '../rows/merge.ts'
import type { Extension } from '../rows/extension-row.ts'
import { formatTerm, termDefinitionErrors } from './term-definitions.ts'
import type { EntityType } from '../rows/row.ts'
import type { CorrectedContext, Term } from '../context/context.ts'
import type { Vocabulary } from '../context/vocabulary.ts'

/**
 * The most entity types that all extensions may have together: the types of an IRI are the bits of one number.
 */
const MAX_TYPES = 30

function reportTypeConflicts(extensions: readonly Extension[], report: ReportFault): void {
  const types = extensions.flatMap(({ name: by, entities = [] }) => entities.map((type) => ({ by, type })))
  const claims = types.flatMap(({ by, type }) => [
    ...[type.name, ...(type.aliases ?? [])].map((name) => ({ by, claim: `are named ${name}` })),
    { by, claim: `have the path ${type.path}` },
    { by, claim: `have the label ${type.label}` },
  ])
  for (const [claim, found] of duplicates(claims, (one) => one.claim))
    report(`two entity types ${claim} (${[...new Set(found.map(({ by }) => by))].join(' and ')})`)
  if (types.length > MAX_TYPES)
    report(
      `there are ${types.length} entity types; more than ${MAX_TYPES} cannot be distinguished in one graph`,
    )
}

function reportClassConflicts(
  types: readonly EntityType[],
  vocabulary: Vocabulary,
  report: ReportFault,
): void {
  const typesWithClass = types.filter(({ name }) => vocabulary.iri(name) !== undefined)
  for (const [iri, typesOfClass] of duplicates(
    typesWithClass,
    ({ name }) => vocabulary.iri(name) as string,
  )) {
    const names = [...new Set(typesOfClass.map(({ name }) => name))]
    if (names.length > 1)
      report(
        `the entity types ${names.join(' and ')} have one class, ` +
          `${vocabulary.toPrefixedName(iri)}; records of the two could not be distinguished`,
      )
  }
}

/** What a term means, with its IRI written out. */
function meaningOf(
  { iri, type, container, nest, reverse, vocab, base }: Term,
  vocabulary: Vocabulary,
): string {
  const [, prefix = '', rest = ''] = /^([^:]+):(?!\/\/)(.*)$/.exec(iri) ?? []
  const namespace = vocabulary.prefixes.get(prefix)
  const whole = namespace === undefined ? iri : namespace + rest
  return JSON.stringify([whole, type, container, nest, reverse, vocab, base])
}

/** A prefix or term as one context defines it; `meaning` is equal for two of one meaning. */
interface Definition {
  readonly by: string
  readonly kind: 'prefix' | 'term'
  readonly name: string
  readonly text: string
  readonly meaning: string
}

const definitionsOf = (
  { name: by, prefixes, terms }: CorrectedContext,
  vocabulary: Vocabulary,
): Definition[] => [
  ...[...prefixes].map(([name, iri]) => ({ by, kind: 'prefix' as const, name, text: iri, meaning: iri })),
  ...[...terms].map(([name, term]) => ({
    by,
    kind: 'term' as const,
    name,
    text: formatTerm(term),
    meaning: meaningOf(term, vocabulary),
  })),
]

function reportContextConflicts(
  extensions: readonly Extension[],
  contexts: readonly CorrectedContext[],
  vocabulary: Vocabulary,
  report: ReportFault,
): void {
  for (const [name] of duplicates(extensions, (one) => one.name)) report(`two extensions are named ${name}`)
  for (const [name, [a, b]] of duplicates(contexts, (one) => one.name))
    report(`two contexts are named ${name} (${a.extension} and ${b.extension})`)
  for (const [url, [a, b]] of duplicates(contexts, (one) => one.url))
    report(`two contexts have the URL ${url} (${a.name} and ${b.name})`)
  const definitions = contexts.flatMap((context) => definitionsOf(context, vocabulary))
  for (const [name, [first, ...otherDefinitions]] of duplicates(definitions, (one) => one.name)) {
    for (const other of otherDefinitions)
      if (other.meaning !== first.meaning)
        report(
          `the ${first.kind} ${name} is ${first.text} in the context ${first.by} and ${other.text} in ${other.by}; ` +
            'give the second another name, or put the right one into corrections',
        )
  }
}

/** Prefixes and terms that mean nothing, and corrections of what is not there. */
function reportTermErrors(
  extensions: readonly Extension[],
  contexts: readonly CorrectedContext[],
  vocabulary: Vocabulary,
  report: ReportFault,
): void {
  for (const { name: by, prefixes, terms } of contexts) {
    for (const [prefix, iri] of prefixes) {
      const expanded = vocabulary.iri(iri)
      if (expanded !== undefined)
        report(
          `the prefix ${prefix} of the context ${by} is ${iri}; a prefix must be a whole IRI: ${expanded}`,
        )
    }
    for (const [name, term] of terms)
      for (const fault of termDefinitionErrors(term, vocabulary))
        report(`the term ${name} of the context ${by} ${fault}`)
  }
  for (const { name, contexts: ownContexts, corrections = [] } of extensions) {
    for (const { context, terms: corrected, definition, datatypeFrom, storedAs } of corrections) {
      if (!ownContexts[context])
        report(
          `${name} corrects terms of the context ${context}, which it does not bring; it brings ` +
            (Object.keys(ownContexts).join(', ') || 'none'),
        )
      if (definition === undefined && datatypeFrom === undefined && storedAs === undefined)
        report(
          `${name} corrects ${corrected.join(', ')} without saying how; give it a definition, ` +
            'datatypeFrom or storedAs',
        )
    }
  }
}

/**
 * Tells what extensions have that others have too, and what is wrong with their terms. @param types the
 * entity types of all, merged
 */
export function reportConflicts(
  extensions: readonly Extension[],
  contexts: readonly CorrectedContext[],
  types: readonly EntityType[],
  vocabulary: Vocabulary,
  report: ReportFault,
): void {
  reportTypeConflicts(extensions, report)
  reportClassConflicts(types, vocabulary, report)
  reportContextConflicts(extensions, contexts, vocabulary, report)
  reportTermErrors(extensions, contexts, vocabulary, report)
}
