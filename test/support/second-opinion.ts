/** Runs random condition lists through the server's search and through the plain evaluator. */

import { Problem } from '../../src/config/errors.ts'
import { ENTITY } from '../../src/filter/query/compile.ts'
import type { Condition } from '../../src/filter/condition.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sortCodePoints } from '../../src/model/values/sorting.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { iriOf } from '../../src/record/rdf/triples.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { isTextSearch, isWordSearch } from '../../src/search-index/query/text-search.ts'
import { drawConditions } from './conditions.ts'
import { kindIn } from './evaluator-kinds.ts'
import { createEvaluator, type ParsedCondition, type Evaluator, type Json } from './evaluator.ts'
import type { Source } from './generated.ts'
import type { Model } from '../../src/model/model.ts'
import { openGraph } from './graphs.ts'
import { model as core } from './model.ts'
import { createRandom } from './random.ts'

/** A graph, its canonical records by path of their list, and the evaluator over them. */
export interface Opinion extends AsyncDisposable {
  readonly model: Model
  readonly graph: Graph
  readonly lists: ReadonlyMap<string, readonly Json[]>
  readonly evaluator: Evaluator
}

const BATCH = 500

/** A model with an extension, and what the evaluator has to know of it. */
export interface Extended {
  readonly model: Model
}

export const openOpinion = ({ path, base }: Source): Promise<Opinion> =>
  openOpinionOf([path], base, { model: core })

export async function openOpinionOf(
  paths: readonly string[],
  base: string,
  { model }: Extended,
): Promise<Opinion> {
  const { graph } = await openGraph(paths, { model, base })
  const frame = createFramer(model, base)
  const lists = new Map<string, Json[]>()
  for (const type of model.types) {
    const list: Json[] = []
    for (let from = 0; from < graph.count(type); from += BATCH) {
      for (const document of await graph.documents(graph.list(type, from, BATCH)))
        list.push(frame(document, type))
      if (type.kinds)
        for (const record of list.slice(from))
          Object.defineProperty(record, '@kind', { value: kindIn(record, type.kinds) })
    }
    lists.set(type.path, list)
  }
  const cited = await graph.select(
    'SELECT ?cited WHERE { ?cited <http://purl.org/dc/terms/isReferencedBy> ?graph }',
  )
  const isCited = new Set(cited.map(({ cited: iri }) => iri))
  for (const record of [...lists.values()].flat()) {
    Object.defineProperty(record, '@cited', { value: String(isCited.has(`<${record.local_identifier}>`)) })
    // When it changed is no part of a record: it is there for the evaluator alone.
    Object.defineProperty(record, '@modified', {
      value: new Date(graph.stamps.of(record.local_identifier)!.modified * 1000).toISOString(),
    })
  }
  return {
    model,
    graph,
    lists,
    evaluator: createEvaluator(base, lists, model),
    [Symbol.asyncDispose]: () => graph.close(),
  }
}

/** Conditions as the value of the parameter. */
export const textOf = (conditions: readonly ParsedCondition[]): string =>
  `,${conditions.map(({ key, value }) => `${key}:${encodeURIComponent(value)}`).join(',')}`

export interface DrawnFilter {
  /** Of the list. */
  readonly path: string
  /** Value of the parameter, percent-encoded where it must be. */
  readonly filter: string
}

/** Random filters on all lists that have records. */
export function drawFilters(
  { model, graph, lists, evaluator }: Opinion,
  count: number,
  seed: number,
): DrawnFilter[] {
  const random = createRandom(seed)
  const types = model.types.filter((type) => graph.count(type) > 0)
  return Array.from({ length: count }, () => {
    const { path } = random.pick(types)
    const { keys } = model.filtersOf(model.typeAt(path)!)
    const records = lists.get(path)!
    const conditions = drawConditions(random, evaluator, path, keys, records, random.pick(keys))
    return { path, filter: textOf(conditions) }
  })
}

/** When records changed SPARQL does not know, and a text it looks for in all texts, which takes long. */
const isComparable = (condition: Condition): boolean =>
  !condition.filter.isOfStamp && !isTextSearch(condition)

/** The records that the SPARQL of conditions finds. */
export async function findBySparql(
  graph: Graph,
  type: EntityType,
  conditions: readonly Condition[],
): Promise<string[]> {
  const rows = await graph.select(graph.compile(type, conditions).ids)
  const iris = rows.map((row) => iriOf(row[ENTITY]!))
  return sortCodePoints(iris.filter((iri) => graph.typesOf(iri).includes(type)))
}

export interface Verdict {
  readonly lists: number
  readonly found: number
  readonly keys: ReadonlySet<string>
  readonly differences: readonly string[]
}

/**
 * Compares both on at least `count` random condition lists, every key of every type that has records among
 * them.
 * @param milliseconds ends the run earlier, after every key has had its turn
 */
export async function compare(
  { model, graph, lists, evaluator }: Opinion,
  count: number,
  seed: number,
  milliseconds = Infinity,
): Promise<Verdict> {
  const random = createRandom(seed)
  const turns = model.types
    .filter((type) => graph.count(type) > 0)
    .flatMap((type) => model.filtersOf(type).keys.map((key) => ({ type, key })))
  const differences: string[] = []
  const keys = new Set<string>()
  const end = performance.now() + milliseconds
  let compared = 0
  let found = 0
  for (; compared < turns.length || (compared < count && performance.now() < end); compared++) {
    const { type, key } = turns[compared % turns.length]!
    const conditions = drawConditions(
      random,
      evaluator,
      type.path,
      model.filtersOf(type).keys,
      lists.get(type.path)!,
      key,
    )
    const text = textOf(conditions)
    const expected = evaluator.evaluate(type.path, conditions)
    const parsed = parseFilter([text], type, model)
    const actual = (await graph.search(type, parsed)).slice()
    if (parsed.every(isComparable)) {
      const bySparql = await findBySparql(graph, type, parsed).catch((error: unknown) => {
        // What takes an engine too long, the evaluator alone tells.
        if (error instanceof Problem && error.code === 'busy') return actual
        throw error
      })
      // Without accents SPARQL finds less.
      const isRight = parsed.some(isWordSearch)
        ? bySparql.every((iri) => actual.includes(iri))
        : bySparql.join(' ') === actual.join(' ')
      if (!isRight)
        differences.push(`${type.path}?filter=${text}: SPARQL finds ${bySparql.length}, not ${actual.length}`)
    }
    for (const { key: one } of conditions) keys.add(`${type.path} ${one}`)
    found += expected.length > 0 ? 1 : 0
    if (actual.length === expected.length && actual.every((iri, i) => iri === expected[i])) continue
    const [more, less] = [
      actual.filter((iri) => !expected.includes(iri)),
      expected.filter((iri) => !actual.includes(iri)),
    ]
    differences.push(
      `${type.path}?filter=${text}: ${actual.length} instead of ${expected.length}; too many: ` +
        `${more.slice(0, 2).join(' ')}; missing: ${less.slice(0, 2).join(' ')}`,
    )
  }
  return { lists: compared, found, keys, differences }
}
