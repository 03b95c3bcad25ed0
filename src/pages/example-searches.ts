/** Searches that find something in the graph: words of its titles, else the examples of the rows. */

import { once } from '../admission/once.ts'
import type { Condition } from '../filter/condition.ts'
import type { Model } from '../model/model.ts'
import type { EntityType } from '../model/rows/row.ts'
import { textOf, isLiteral } from '../record/rdf/triples.ts'
import type { Example } from './home.ts'
import { isTextSearch } from '../query/text-search.ts'
import type { Site } from './shared/site.ts'

const EXAMPLES = 3
/** Records whose titles are read for a word. */
const TITLES = 3

/** The longest words of the titles of the first records. */
async function titleWords(type: EntityType, { graph, queries, model }: Site): Promise<string[]> {
  const predicates = type.labelFields.map((key) => model.vocabulary.iri(key) as string)
  const documents = await queries.documents(graph.list(type, 0, TITLES))
  const titles = documents.flatMap(({ iri, nodes }) =>
    predicates
      .flatMap((predicate) => nodes.get(`<${iri}>`)?.get(predicate) ?? [])
      .filter(isLiteral)
      .map(textOf),
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

async function exampleOf(type: EntityType, site: Site): Promise<Example | undefined> {
  const { model, graph, queries } = site
  const row = textCondition(model, type, '')?.filter.row
  if (!row || graph.count(type) === 0) return undefined
  for (const value of [...(await titleWords(type, site)), row.example]) {
    const condition = textCondition(model, type, value)
    const total = condition ? (await queries.search(type, [condition])).length : 0
    if (condition && total > 0) return { type, condition, total }
  }
  return undefined
}

const searchesByGraph = new WeakMap<object, Promise<readonly Example[]>>()

/** A few examples, looked for once for each graph. */
export function exampleSearches(site: Site): Promise<readonly Example[]> {
  return once(
    searchesByGraph,
    site.graph,
    async (task) => {
      const shared = { ...site, queries: site.graph.forTask(task) }
      const all = await Promise.all(site.model.types.map((type) => exampleOf(type, shared)))
      return all.filter((one) => one !== undefined).slice(0, EXAMPLES)
    },
    site.queries.task,
  )
}
