/** The model: the extensions merged and checked, with every row resolved to its predicate. */

import { clashes } from './clashes.ts'
import { filterFaults, readFilters, type Filters } from './filters.ts'
import { markFaults } from './marks.ts'
import { mergeTypes } from './merge.ts'
import type { Extension, PublishedContext } from './extension-row.ts'
import { createIdentifiers, type Identifiers } from './identifier-schemes.ts'
import { mergeSchemes } from './scheme-faults.ts'
import type { EntityType } from './row.ts'
import { typeFaults } from './type-faults.ts'
import { createUses } from './uses.ts'
import { correctTable, readVocabulary, type Vocabulary } from './vocabulary.ts'

export { walkFields } from './walk.ts'

export interface Model {
  /** The extensions that make it, the core first. */
  readonly extensions: readonly Extension[]
  readonly types: readonly EntityType[]
  readonly vocabulary: Vocabulary
  /** How identifiers are read, by the schemes of all extensions. */
  readonly identifiers: Identifiers
  /** The contexts with corrections applied, in the order in which answers list them. */
  readonly contexts: readonly PublishedContext[]
  typeNamed(name: string): EntityType | undefined
  typeAt(path: string): EntityType | undefined
  /** Class IRI of an entity type. */
  classOf(type: EntityType): string
  /** The entity type of a class IRI. */
  typeOfClass(iri: string): EntityType | undefined
  /** The filters of the type's list. */
  filtersOf(type: EntityType): Filters
  /** URLs of the contexts of extensions that a record of the type needs beyond those of the core. */
  extraContexts(type: EntityType, record: Readonly<Record<string, unknown>>): string[]
}

export class ModelError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The extensions do not fit together:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ModelError'
    this.faults = faults
  }
}

/**
 * Merges extensions into a model.
 * @throws ModelError with every fault at once: what two of them cannot both have, rows that name what is not
 * there, fields that no context maps, or not to what they hold
 */
export function buildModel(extensions: readonly Extension[]): Model {
  const faults: string[] = []
  const report = (fault: string): void => {
    faults.push(fault)
  }
  const contexts = extensions.flatMap(({ name: extension, contexts, corrections = [] }) =>
    Object.entries(contexts).map(([name, table]) => ({
      name,
      url: table.url,
      table: correctTable(name, table, corrections),
      extension,
    })),
  )
  const vocabulary = readVocabulary(contexts.map(({ table }) => table))
  const types = mergeTypes(extensions, report)
  clashes(extensions, contexts, types, vocabulary, report)
  const names = [...new Set(types.map(({ name }) => name))]
  // Of two terms of one name the first holds here, so that nobody else is blamed for the second.
  const first = readVocabulary(contexts.map(({ table }) => table).reverse())
  const unsaid = new Set(
    extensions.flatMap(({ corrections = [] }) =>
      corrections.flatMap(({ terms, values }) => (values === undefined ? [] : terms)),
    ),
  )
  for (const type of types) {
    typeFaults(type, vocabulary, names, report)
    markFaults(type, first, unsaid, report)
  }
  const byName = new Map(
    types
      .flatMap((type) => [type.name, ...(type.aliases ?? [])].map((name) => [name, type] as const))
      .reverse(),
  )
  const schemes = mergeSchemes(extensions, report)
  const resolving = { vocabulary, typeNamed: (name: string) => byName.get(name) }
  for (const type of types) faults.push(...filterFaults(resolving, schemes, type))
  if (faults.length > 0) throw new ModelError(faults)

  const byPath = new Map(types.map((type) => [type.path, type]))
  const classes = new Map(types.map((type) => [type.name, vocabulary.iri(type.name) as string]))
  const byClass = new Map(types.map((type) => [classes.get(type.name) as string, type]))
  const filters = new Map(types.map((type) => [type.name, readFilters(resolving, type)]))
  const usesOf = createUses(extensions, types)

  return {
    extensions,
    types,
    vocabulary,
    identifiers: createIdentifiers(schemes),
    contexts,
    typeNamed: (name) => byName.get(name),
    typeAt: (path) => byPath.get(path),
    classOf: (type) => classes.get(type.name) as string,
    typeOfClass: (iri) => byClass.get(iri),
    filtersOf: (type) => filters.get(type.name) as Filters,
    extraContexts(type, record) {
      const used = usesOf(type, record)
      return contexts.filter(({ extension }) => used.has(extension)).map(({ url }) => url)
    },
  }
}
