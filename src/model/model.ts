/** The model: the extensions merged and checked, with every row resolved to its predicate. */

import { UsageError } from '../config/errors.ts'
import { reportConflicts } from './check/conflicts.ts'
import { filterErrors, resolveFilters, type Filters, type Filter } from './rows/filters.ts'
import { duplicates } from './values/collections.ts'
import { contextErrors } from './check/context.ts'
import { checkFieldTerms } from './check/term-definitions.ts'
import { mergeTypes } from './rows/merge.ts'
import { sourceFilterOf } from './rows/added-filters.ts'
import type { Extension } from './rows/extension-row.ts'
import { createIdentifiers, type Identifiers } from './identifiers/schemes.ts'
import { mergeSchemes } from './check/identifier-schemes.ts'
import type { EntityType } from './rows/row.ts'
import type { Source } from './rows/source-row.ts'
import { checkEntityType } from './check/entity-type.ts'
import { createContextUsage } from './rows/required-contexts.ts'
import { applyCorrections, parseContext, type CorrectedContext } from './context/context.ts'
import { createVocabulary, type Vocabulary } from './context/vocabulary.ts'
import { suggestNames } from './values/closest-match.ts'

/** Which facets and filters the charts of a type name wrongly. @param typeAt gives the type of a collection */
function chartErrors(
  type: EntityType,
  typeAt: (path: string) => EntityType | undefined,
  filtersOf: (type: EntityType) => Filters,
): string[] {
  const { name, profiles = [], charts = {}, examples = [], display = { summary: [] } } = type
  const unknown = (
    of: EntityType,
    location: string,
    key: string,
    what: string,
    fits: (one: Filter) => boolean,
  ): string[] => {
    const keys = filtersOf(of)
      .all.filter(fits)
      .map((one) => one.key)
    return keys.includes(key) ? [] : [`${location} has the ${what} ${key}; ${suggestNames(key, keys)}`]
  }
  const unknownFacets = (of: EntityType, location: string, facets: readonly string[]): string[] =>
    facets.flatMap((key) => unknown(of, location, key, 'facet', ({ row }) => row.facet !== undefined))
  const ofProfiles = profiles.flatMap(({ collection, filter, facets, itemFacets = [] }) => {
    const location = `the profile ${filter} of ${name}`
    const listed = typeAt(collection)
    if (!listed) return [`${location} has the collection ${collection}, which there is not`]
    const takesId = ({ row, path }: Filter): boolean => row.operator === 'equals' && path.target.kind === 'id'
    return [
      ...unknown(listed, location, filter, 'filter', takesId),
      ...unknownFacets(listed, location, [...Object.keys(facets), ...itemFacets]),
    ]
  })
  const { series } = display
  const ofSeries = series
    ? unknown(
        type,
        `the series of ${name}`,
        series.filter,
        'filter',
        ({ path, row }) =>
          row.operator === 'equals' && path.steps.length === 0 && path.target.kind === 'string',
      )
    : []
  return [
    ...ofProfiles,
    ...ofSeries,
    ...unknownFacets(type, `the charts of ${name}`, [...Object.keys(charts), ...examples]),
  ]
}

export { walkFields } from './rows/walk.ts'

export interface Model {
  /** The extensions that make it, the core first. */
  readonly extensions: readonly Extension[]
  readonly types: readonly EntityType[]
  readonly vocabulary: Vocabulary
  /** How identifiers are read, by the schemes of all extensions. */
  readonly identifiers: Identifiers
  /** The formats of metadata from elsewhere that are read; the first that recognises a record reads it. */
  readonly sources: readonly Source[]
  /** The contexts with corrections applied, in the order in which answers list them. */
  readonly contexts: readonly CorrectedContext[]
  typeNamed(name: string): EntityType | undefined
  typeAt(path: string): EntityType | undefined
  classOf(type: EntityType): string
  typeOfClass(iri: string): EntityType | undefined
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
 * The contexts of extensions, corrected.
 * @throws ModelError with every fault in their form
 */
function readContexts(extensions: readonly Extension[]): CorrectedContext[] {
  const faults = extensions.flatMap((one) => contextErrors(one).map((fault) => `${one.name}: ${fault}`))
  if (faults.length > 0) throw new ModelError(faults)
  return extensions.flatMap(({ name: extension, contexts, corrections = [] }) =>
    Object.entries(contexts).map(([name, original]) => {
      const document = applyCorrections(name, original, corrections)
      const published = parseContext(original['@context'])
      return {
        name,
        url: document.url,
        extension,
        document,
        published,
        ...parseContext(document['@context']),
      }
    }),
  )
}

/**
 * Merges extensions into a model.
 * @throws ModelError with the faults in the form of contexts, else with every fault at once: what two of them
 * cannot both have, rows that name what does not exist, fields that no context maps, or not to what they hold
 */
export function buildModel(extensions: readonly Extension[]): Model {
  const faults: string[] = []
  const report = (fault: string): void => {
    faults.push(fault)
  }
  const contexts = readContexts(extensions)
  const vocabulary = createVocabulary(contexts)
  const types = mergeTypes(extensions, report)
  reportConflicts(extensions, contexts, types, vocabulary, report)
  const names = [...new Set(types.map(({ name }) => name))]
  // If two contexts define a term, fields are checked against the first definition, so that only the extension
  // that defines it again is reported.
  const first = createVocabulary([...contexts].reverse())
  const storedAsRows = new Set(
    extensions.flatMap(({ corrections = [] }) =>
      corrections.flatMap(({ terms, storedAs }) => (storedAs === undefined ? [] : terms)),
    ),
  )
  for (const type of types) {
    checkEntityType(type, vocabulary, names, report)
    checkFieldTerms(type, first, storedAsRows, report)
  }
  const byName = new Map(
    types
      .flatMap((type) => [type.name, ...(type.aliases ?? [])].map((name) => [name, type] as const))
      .reverse(),
  )
  const schemes = mergeSchemes(extensions, first, report)
  const sources = extensions.flatMap(({ sources: own = [] }) => own)
  for (const [name] of duplicates(sources, (source) => source.name)) report(`two sources are named ${name}`)
  const resolving = { vocabulary, typeNamed: (name: string) => byName.get(name) }
  for (const type of types) faults.push(...filterErrors(resolving, schemes, type))
  if (faults.length > 0) throw new ModelError(faults)

  const byPath = new Map(types.map((type) => [type.path, type]))
  const classes = new Map(types.map((type) => [type.name, vocabulary.iri(type.name) as string]))
  const byClass = new Map(types.map((type) => [classes.get(type.name) as string, type]))
  const bySource = sourceFilterOf(sources)
  const filters = new Map(types.map((type) => [type.name, resolveFilters(resolving, type, bySource)]))
  const filtersOf = (type: EntityType): Filters => filters.get(type.name) as Filters
  for (const type of types) faults.push(...chartErrors(type, (path) => byPath.get(path), filtersOf))
  if (faults.length > 0) throw new ModelError(faults)
  const usesOf = createContextUsage(extensions, resolving.typeNamed)

  return {
    extensions,
    types,
    vocabulary,
    identifiers: createIdentifiers(schemes),
    sources,
    contexts,
    typeNamed: (name) => byName.get(name),
    typeAt: (path) => byPath.get(path),
    classOf: (type) => classes.get(type.name) as string,
    typeOfClass: (iri) => byClass.get(iri),
    filtersOf,
    extraContexts(type, record) {
      const used = usesOf(type, record)
      return contexts.filter(({ extension }) => used.has(extension)).map(({ url }) => url)
    },
  }
}

/**
 * The model with one source, which reads all JSON that is not SKG-IF.
 * @throws UsageError that lists the sources that there are
 */
export function withSource(model: Model, name: string): Model {
  const source = model.sources.find((one) => one.name === name)
  const known = model.sources.map((one) => one.name)
  if (!source) throw new UsageError(`There is no source ${name}. There are ${known.join(', ')}.`, name, known)
  const text = source.text && { ...source.text, recognises: () => true }
  const sources = model.sources.map((one) =>
    one === source
      ? { ...source, ...(text && { text }), recognises: () => true }
      : { ...one, text: undefined, containers: [], otherFiles: [], recognises: () => false },
  )
  return { ...model, sources }
}
