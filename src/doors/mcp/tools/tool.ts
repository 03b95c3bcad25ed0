/** What a tool of MCP is, and the arguments that several have. */

import type { Filter } from '../../../model/rows/filters.ts'
import type { Json } from '../../../model/values/json.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import type { ArgumentSchema, ToolSchema } from './arguments.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  /** For models: what it gives, and when it is the right one. */
  readonly description: string
  schema(context: GraphContext): ToolSchema
  /** Whether the graph can be asked so; absent: always. */
  isOpen?(context: GraphContext): boolean
  /** @param args as the schema has them. @throws Problem that says what would have been right */
  run(args: Json, context: GraphContext): Promise<string>
}

/** The arguments that several tools have. */
export const PAGE = { type: 'integer', minimum: 1, maximum: 100_000, default: 1 } as const
export const SIZE = { type: 'integer', minimum: 1, maximum: 50, default: 10 } as const
export const ID = {
  type: 'string',
  maxLength: 2000,
  description: 'Id from an answer, IRI, or external identifier (DOI, ORCID, ROR …)',
} as const

/** Only what there are records of. */
export const collectionsOf = ({ model, graph }: GraphContext): string[] =>
  model.types.filter((type) => graph.count(type) > 0).map(({ path }) => path)

/** Words of a vocabulary that are listed. */
const MAX_WORDS = 12

/** The words that a filter takes, where these are few and no others are. */
export function wordsOf({ path: { target } }: Filter): readonly string[] {
  const { field } = target
  if (field?.kind !== 'vocabTerm' && field?.kind !== 'rdfType') return []
  const words = field.terms ?? []
  return words.length <= MAX_WORDS ? words : []
}

/** The facets of the types that have records, each key once. */
const facetsOf = ({ model, graph }: GraphContext): ReadonlyMap<string, Filter> =>
  new Map(
    model.types.flatMap((type) =>
      graph.count(type) > 0
        ? model
            .filtersOf(type)
            .all.flatMap((filter) => (filter.row.facet ? [[filter.key, filter] as const] : []))
        : [],
    ),
  )

export function filtersSchema(context: GraphContext): ArgumentSchema {
  const facets = [...facetsOf(context)].map(([key, filter]) => {
    const words = wordsOf(filter)
    return words.length > 0 ? `${key} (${words.join(' | ')})` : key
  })
  return {
    type: 'object',
    description:
      `Key: value, or a list of values of which one is met. Keys, as far as the type has them: ${facets.join(', ')}; ` +
      'the others and examples: describe, section filters',
  }
}
