/** The model: the extensions merged and checked, with every row resolved to its predicate. */

import type { FilterRow } from './filter-row.ts'
import { filterFaults, readFilters, type Filters } from './filters.ts'
import type { Addition, EntityType, Extension, Field, Fields, Selection, TermTable } from './row.ts'
import { correctTable, readVocabulary, type Vocabulary } from './vocabulary.ts'

export interface PublishedContext { readonly name: string; readonly url: string; readonly table: TermTable; readonly extension: string }

export interface Model {
  readonly types: readonly EntityType[]
  readonly vocabulary: Vocabulary
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

/** All fields of a table with the keys that lead to them, those of groups and nodes included. */
export function* walkFields(fields: Fields, path: readonly string[] = []): Generator<{ path: readonly string[]; field: Field }> {
  for (const [key, field] of Object.entries(fields)) {
    yield { path: [...path, key], field }
    if ('fields' in field) yield* walkFields(field.fields, [...path, key])
  }
}

function addTo(type: EntityType, addition: Addition, by: string, faults: string[]): EntityType {
  const fields: Record<string, Field> = { ...type.fields }
  for (const [key, field] of Object.entries(addition.fields ?? {})) {
    if (fields[key]) faults.push(`${by} adds ${type.name}.${key}, which is there already`)
    fields[key] = field
  }
  for (const [key, { words, synonyms }] of Object.entries(addition.values ?? {})) {
    const field = fields[key]
    if (field?.kind !== 'class') { faults.push(`${by} adds words to ${type.name}.${key}, which is no class field`); continue }
    fields[key] = { ...field, values: [...field.values, ...words], synonyms: { ...field.synonyms, ...synonyms } }
  }
  const filters: Record<string, FilterRow> = { ...type.filters }
  for (const [key, row] of Object.entries(addition.filters ?? {})) {
    if (filters[key]) faults.push(`${by} adds the filter ${key} to ${type.name}, which has it already`)
    filters[key] = row
  }
  return { ...type, fields, filters }
}

/** Kinds whose key is no predicate: a group is no node, a class is rdf:type. */
const WITHOUT_PREDICATE: ReadonlySet<string> = new Set(['group', 'class', 'concept'])

/** All that a row selects of a record. */
function selectionsOf({ signposts = [], schema, view, citation }: EntityType): { readonly what: string; readonly path: readonly string[] }[] {
  const named = (what: string, table: Readonly<Record<string, Selection>> = {}): { what: string; path: readonly string[] }[] =>
    Object.entries(table).map(([name, { path }]) => ({ what: `${what} ${name}`, path }))
  const cited = Object.entries(citation?.variables ?? {}).flatMap(([name, places]) => [places].flat().map(({ path }) => ({ what: `variable ${name}`, path })))
  const told = [...(citation?.forms === undefined ? [] : [{ path: [citation.forms] }]), ...(citation?.types ?? [])].map(({ path }) => ({ what: 'citation', path }))
  const keys = [view?.kind, view?.lead].flatMap((key) => (key === undefined ? [] : [{ path: [key] }]))
  const shown = [...keys, ...(view?.byline ? [view.byline] : []), ...(view?.brief ?? [])].map(({ path }) => ({ what: 'view', path }))
  return [...signposts.map(({ rel, path }) => ({ what: `signpost ${rel}`, path })), ...named('property', schema?.properties), ...named('tag', view?.tags), ...cited, ...told, ...shown]
}

function fieldFaults(type: EntityType, vocabulary: Vocabulary, names: ReadonlySet<string>): string[] {
  const faults: string[] = []
  if (!vocabulary.iri(type.name)) faults.push(`entity type ${type.name} is no term of the contexts`)
  for (const key of type.reference) if (!type.fields[key]) faults.push(`${type.name} shows ${key} in references, which it does not have`)
  for (const key of type.title) if (!type.fields[key]) faults.push(`${type.name} has the title ${key}, which is no field of it`)
  const paths = new Set([...walkFields(type.fields)].map(({ path }) => path.join('.')))
  for (const { what, path } of selectionsOf(type)) if (!paths.has(path.join('.'))) faults.push(`${type.name} has the ${what} at ${path.join('.')}, which is no field of it`)
  for (const { path, field } of walkFields(type.fields)) {
    const where = `${type.name}.${path.join('.')}`
    if (!field.doc) faults.push(`${where} has no doc`)
    if (!WITHOUT_PREDICATE.has(field.kind) && !vocabulary.iri(path.at(-1) as string)) faults.push(`${where} is no term of the contexts`)
    if (field.kind === 'entity') for (const name of field.of) if (!names.has(name)) faults.push(`${where} refers to ${name}, which is no entity type`)
    const words = field.kind === 'class' ? field.values : field.kind === 'term' && !field.namespaces ? field.values ?? [] : []
    if (field.kind === 'class') for (const word of words) if (!vocabulary.iri(word)) faults.push(`${where} has the value ${word}, which is no term of the contexts`)
  }
  return faults
}

const repeated = (values: readonly string[]): string[] => [...new Set(values.filter((value, i) => values.indexOf(value) !== i))]

/**
 * Merges extensions into a model.
 * @throws ModelError with every fault at once: repeated names, unknown types, fields that no context maps.
 */
export function buildModel(extensions: readonly Extension[]): Model {
  const faults: string[] = []
  const contexts = extensions.flatMap((extension) => Object.entries(extension.contexts)
    .map(([name, table]) => ({ name, url: table.url, table: correctTable(name, table, extension.corrections), extension: extension.name })))
  const vocabulary = readVocabulary(contexts.map(({ table }) => table))

  const owner = new Map(extensions.flatMap(({ name, entities }) => entities.map((type) => [type.name, name] as const)))
  let types: EntityType[] = extensions.flatMap(({ entities }) => entities)
  for (const twice of repeated(types.map(({ name }) => name))) faults.push(`two entity types are named ${twice}`)
  for (const twice of repeated(types.map(({ path }) => path))) faults.push(`two entity types have the path ${twice}`)
  for (const { name, extend = {} } of extensions) {
    for (const [target, addition] of Object.entries(extend)) {
      if (!owner.has(target)) faults.push(`${name} extends ${target}, which is no entity type`)
      types = types.map((type) => (type.name === target ? addTo(type, addition, name, faults) : type))
    }
  }
  const names = new Set(types.map(({ name }) => name))
  for (const type of types) faults.push(...fieldFaults(type, vocabulary, names))
  const byName = new Map(types.flatMap((type) => [type.name, ...(type.aliases ?? [])].map((name) => [name, type] as const)))
  const resolving = { vocabulary, typeNamed: (name: string) => byName.get(name) }
  for (const type of types) faults.push(...filterFaults(resolving, type))
  if (faults.length > 0) throw new ModelError(faults)

  const byPath = new Map(types.map((type) => [type.path, type]))
  const classes = new Map(types.map((type) => [type.name, vocabulary.iri(type.name) as string]))
  const byClass = new Map(types.map((type) => [classes.get(type.name) as string, type]))
  const filters = new Map(types.map((type) => [type.name, readFilters(resolving, type)]))
  const first = extensions[0]?.name
  const urlsOf = (extension: string): string[] => contexts.filter((context) => context.extension === extension).map(({ url }) => url)

  return {
    types, vocabulary, contexts,
    typeNamed: (name) => byName.get(name),
    typeAt: (path) => byPath.get(path),
    classOf: (type) => classes.get(type.name) as string,
    typeOfClass: (iri) => byClass.get(iri),
    filtersOf: (type) => filters.get(type.name) as Filters,
    extraContexts: (type, record) => extensions
      .filter(({ name, extend }) => name !== first && (owner.get(type.name) === name || usesAddition(extend?.[type.name], record)))
      .flatMap(({ name }) => urlsOf(name)),
  }
}

function usesAddition(addition: Addition | undefined, record: Readonly<Record<string, unknown>>): boolean {
  if (!addition) return false
  if (Object.keys(addition.fields ?? {}).some((key) => record[key] !== undefined)) return true
  return Object.entries(addition.values ?? {}).some(([key, { words }]) => [record[key]].flat().some((word) => words.includes(word as string)))
}
