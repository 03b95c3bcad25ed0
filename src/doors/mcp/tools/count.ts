/** The tool `count`: how many records there are, by the values of facets. */

import { FACET_SIZE, MAX_FACETS } from '../../../config/parameters.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { GraphContext } from '../../../api/graph-context.ts'
import { noTimer } from '../../../api/server-timing.ts'
import { countFacets } from '../../../api/facets/facets-of-list.ts'
import { readFacets } from '../../../api/request/facets.ts'
import { shortId } from './cards.ts'
import { countText, queryOf, readConditions, typeNamed, withDefaults } from './requests.ts'
import { data, DATA_NOTE } from './text.ts'
import { collectionsOf, filtersSchema, type Tool } from './tool.ts'

export const count: Tool = {
  name: 'count',
  title: 'Count',
  description:
    'How many records of a type there are, and how many have each value of facets (by year, kind, who …), the most ' +
    'frequent first: for every question of how many, who most, which most.',
  schema: (context) => ({
    type: 'object',
    properties: {
      type: { type: 'string', enum: collectionsOf(context) },
      by: {
        type: 'array',
        items: { type: 'string' },
        maxItems: MAX_FACETS,
        description: 'Keys of facets: those that the description of filters lists',
      },
      filters: { ...filtersSchema(context), description: 'As in search: only the records that meet them' },
      size: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'Values of each facet' },
    },
    required: ['type'],
    additionalProperties: false,
  }),
  async run(args, context) {
    const { by, filters, size } = args as {
      readonly by?: readonly string[]
      readonly filters?: object
      readonly size: number
    }
    const type = typeNamed(context, args['type'] as string)
    const own = readConditions(filters, type, context)
    const conditions = withDefaults(own, type, context)
    const meeting = own.length > 0 ? ' that meet the filters' : ''
    const total = `${type.plural}${meeting}: ${await countText(type, own, context)}.`
    const query = queryOf({ by: by?.join(','), [FACET_SIZE]: size })
    const request = readFacets(query, type, context.model, 'by')
    if (!request) return `${total} ${facetsThere(type, context)}`
    const facets = await countFacets(context, type, conditions, request, noTimer)
    const lines = facets.map(({ key, label, values }) =>
      [
        `${key} (${label})${values.length === size ? `, the first ${size}` : ''}:` +
          (values.length === 0 ? ' no values' : ''),
        ...values.map(
          ({ value, label: name, count: records }) => `- ${valueText(context, value, name)}: ${records}`,
        ),
      ].join('\n'),
    )
    return [`${total} ${DATA_NOTE}`, ...lines].join('\n')
  },
}

/** The value as filters take it, and what readers call it. */
const valueText = (context: GraphContext, value: string, name: string): string =>
  name === value ? data(value, 300) : `${data(name)} ${shortId(context, value)}`

function facetsThere(type: EntityType, { model }: GraphContext): string {
  const keys = model.filtersOf(type).all.flatMap(({ key, row }) => (row.facet ? [key] : []))
  return keys.length > 0 ? `It can be counted by ${keys.join(', ')}.` : 'The type has no facets.'
}
