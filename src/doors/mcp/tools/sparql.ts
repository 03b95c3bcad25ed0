/** The tool `sparql`: a query to the public endpoint, with its limits. */

import { Problem } from '../../../config/errors.ts'
import { bareType, offersOf, type MediaName, type MediaType } from '../../../config/media.ts'
import { askEndpoint, resourcesOf, type ResultKind } from '../../../api/routes/sparql/sparql.ts'
import { dataBlock, DATA_NOTE } from './text.ts'
import type { Tool } from './tool.ts'

/** Names of the forms that are shown. */
const forms: Readonly<Record<ResultKind, MediaName>> = { select: 'tsv', ask: 'results', triples: 'turtle' }

const typeOf = (kind: ResultKind): string =>
  bareType(offersOf(kind).find(({ name }) => name === forms[kind]) as MediaType)

export const sparql: Tool = {
  name: 'sparql',
  title: 'SPARQL',
  description:
    'A SPARQL 1.1 query (SELECT, ASK, CONSTRUCT, DESCRIBE) over the graph, for what the other tools cannot tell. ' +
    'Look at describe, sections classes and queries, first; aggregate in the query and set LIMIT.',
  schema: () => ({
    type: 'object',
    properties: {
      query: { type: 'string', maxLength: 20_000, description: 'With its PREFIX lines' },
      rows: { type: 'integer', minimum: 1, maximum: 500, default: 50, description: 'Lines that are shown' },
    },
    required: ['query'],
    additionalProperties: false,
  }),
  isOpen: ({ graph }) => graph.endpoint !== undefined,
  async run(args, context) {
    const { query, rows } = args as { readonly query: string; readonly rows: number }
    const { endpoint } = context.graph
    if (!endpoint) throw new Problem('not-found', 'There is no SPARQL endpoint over this graph.')
    const [kind] = resourcesOf(query)
    const { signal } = context.task
    const body = await askEndpoint({ context, signal }, endpoint, { query }, typeOf(kind))
    if (kind === 'ask') return String((JSON.parse(body.toString()) as { boolean: boolean }).boolean)
    const lines = body.toString().trimEnd().split('\n')
    const head = kind === 'select' ? 1 : 0
    const total = lines.length - head
    const shown = Math.min(total, rows)
    const counted = `${shown < total ? `the first ${shown} of ` : ''}${total} ${head === 1 ? 'rows' : 'lines'}`
    return `${counted}. ${DATA_NOTE}\n${dataBlock(lines.slice(0, rows + head).join('\n'))}`
  },
}
