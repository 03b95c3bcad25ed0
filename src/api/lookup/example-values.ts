/** Values that have a result in a graph, for examples: of filters, records, and searches in titles. */

import { once } from '../../admission/once.ts'
import type { Condition } from '../../filter/condition.ts'
import { identifiersOf } from '../../model/identifier-predicates.ts'
import type { Model } from '../../model/model.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { isGeneratedId } from '../../model/identifiers/generated-ids.ts'
import { lexicalForm, isLiteral, type Document } from '../../record/rdf/triples.ts'
import type { ServedGraph } from '../../search-index/query/graph.ts'
import type { GraphQueries } from '../../search-index/query/graph-queries.ts'
import { isTextSearch, isWordSearch } from '../../search-index/query/text-search.ts'

/** A search that finds something. */
export interface ExampleSearch {
  readonly type: EntityType
  readonly condition: Condition
  readonly total: number
}

export interface ExampleRecord {
  readonly iri: string
  /** An external identifier that it alone has. */
  readonly identifier?: string
}

export interface ExampleValues {
  /** Of facets the most frequent value that people can read. Filters of which none is known are left out. */
  readonly filters: ReadonlyMap<Filter, string>
  /** Of each type that has records. */
  readonly records: ReadonlyMap<EntityType, ExampleRecord>
}

/** A graph, and its queries for a request. */
interface Source {
  readonly model: Model
  readonly graph: Pick<ServedGraph, 'list' | 'count' | 'forTask'>
  readonly queries: GraphQueries
}

/** Records that are read for an example. */
const RECORDS = 20
/** Records whose titles are read for a word. */
const TITLES = 3
/** Values among which one is looked for that people can read. */
const MAX_VALUES = 20

/** The longest words of the titles of the first records. */
async function titleWords(type: EntityType, { graph, queries, model }: Source): Promise<string[]> {
  const predicates = type.labelFields.map((key) => model.vocabulary.iri(key) as string)
  const documents = await queries.documents(graph.list(type, 0, TITLES))
  const titles = documents.flatMap(({ iri, nodes }) =>
    predicates
      .flatMap((predicate) => nodes.get(`<${iri}>`)?.get(predicate) ?? [])
      .filter(isLiteral)
      .map(lexicalForm),
  )
  return titles.flatMap(
    (title) =>
      title
        .match(/\p{L}{5,24}/gu)
        ?.sort((a, b) => b.length - a.length)[0]
        ?.toLowerCase() ?? [],
  )
}

/**
 * The condition that looks for a text in the titles of a type, else in another text that the index knows; undefined
 * where no filter does.
 */
function textCondition(model: Model, type: EntityType, value: string): Condition | undefined {
  const texts = model.filtersOf(type).all.filter((filter) => isTextSearch({ filter }))
  const filter =
    texts.find(({ key, row }) => (row.path ?? key).split('.', 1)[0] === type.labelFields[0]) ?? texts[0]
  return filter && { key: filter.key, filter, value }
}

async function searchOf(type: EntityType, source: Source): Promise<ExampleSearch | undefined> {
  const { model, graph, queries } = source
  const row = textCondition(model, type, '')?.filter.row
  if (!row || graph.count(type) === 0) return undefined
  for (const value of [...(await titleWords(type, source)), row.example]) {
    const condition = textCondition(model, type, value)
    const total = condition ? (await queries.search(type, [condition])).length : 0
    if (condition && total > 0) return { type, condition, total }
  }
  return undefined
}

/** What is made once for each graph, with queries that end with the last request that waits for it. */
function oncePerGraph<T>(make: (source: Source) => Promise<T>): (source: Source) => Promise<T> {
  const byGraph = new WeakMap<object, Promise<T>>()
  return ({ model, graph, queries }) =>
    once(byGraph, graph, (task) => make({ model, graph, queries: graph.forTask(task) }), queries.task)
}

/** A search of each type that has texts. */
export const exampleSearches = oncePerGraph(async (source): Promise<readonly ExampleSearch[]> => {
  const all = await Promise.all(source.model.types.map((type) => searchOf(type, source)))
  return all.filter((one) => one !== undefined)
})

/** The external identifiers of a record, as its document has them. */
function identifiersIn({ iri, nodes }: Document, type: EntityType, model: Model): string[] {
  const predicates = identifiersOf(model, type).filter(({ ofEntity }) => ofEntity)
  return predicates.flatMap(({ hasIdentifier, value }) =>
    (nodes.get(`<${iri}>`)?.get(hasIdentifier) ?? [])
      .flatMap((node) => nodes.get(node)?.get(value) ?? [])
      .map(lexicalForm),
  )
}

/** The first record of a type that has an identifier by which it is found, else the first. */
async function recordOf(
  type: EntityType,
  { model, graph, queries }: Source,
): Promise<ExampleRecord | undefined> {
  const iris = graph.list(type, 0, RECORDS)
  const documents = await queries.documents(iris)
  for (const document of documents)
    for (const identifier of identifiersIn(document, type, model))
      if ((await queries.holders(identifier)).length === 1) return { iri: document.iri, identifier }
  return iris[0] === undefined ? undefined : { iri: iris[0] }
}

/** Whether a filter asks for an identifier of the record itself. */
const asksForIdentifier = ({ path: { steps, target } }: Filter): boolean =>
  steps.length === 1 && steps[0]?.identifier?.value.key === target.key

/** Values of a type's filters: of facets, of words in which something is found, and of an identifier. */
async function valuesOf(
  type: EntityType,
  { model, queries }: Source,
  word: ExampleSearch | undefined,
  record: ExampleRecord | undefined,
): Promise<[Filter, string][]> {
  const values: [Filter, string][] = []
  for (const filter of model.filtersOf(type).all) {
    const addIfFound = async (value: string): Promise<void> => {
      const found = await queries.search(type, [{ key: filter.key, filter, value }])
      if (found.length > 0) values.push([filter, value])
    }
    if (filter.row.facet !== undefined) {
      const found = await queries.facet(type, filter.key, [], MAX_VALUES)
      const readable = found.find(({ value }) => !isGeneratedId(value))
      if (readable) values.push([filter, readable.value])
    } else if (word && (isWordSearch({ filter }) || word.condition.filter === filter))
      await addIfFound(word.condition.value)
    else if (record?.identifier !== undefined && asksForIdentifier(filter))
      await addIfFound(record.identifier)
  }
  return values
}

export const exampleValues = oncePerGraph(async (source): Promise<ExampleValues> => {
  const searches = await exampleSearches(source)
  const filters: [Filter, string][] = []
  const records = new Map<EntityType, ExampleRecord>()
  for (const type of source.model.types.filter((one) => source.graph.count(one) > 0)) {
    const record = await recordOf(type, source)
    if (record) records.set(type, record)
    const word = searches.find((one) => one.type === type)
    filters.push(...(await valuesOf(type, source, word, record)))
  }
  return { filters: new Map(filters), records }
})
