/** The description of the graph as a data set, in the forms of RDF. */

import type { RouterMiddleware } from '@koa/router'
import { describeDataset } from '../../../docs/dataset.ts'
import { prefixes } from '../../../docs/void.ts'
import { writeRdf, type RdfFormat } from '../../../record/rdf/serializers.ts'
import { negotiateFormat, send } from '../../representation/response.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'

interface Options {
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

async function write(
  { graph, model, base, urls, about }: GraphContext,
  { has }: Options,
  format: RdfFormat,
): Promise<string> {
  const statistics = await graph.statistics()
  const examples = model.types.flatMap((type) => graph.list(type, 0, 1))
  return writeRdf(describeDataset({ model, base, urls, about, statistics, examples, has }), format, prefixes)
}

/** Counts the graph at the first request. */
export const dataset = (getContext: GetContext, options: Options): RouterMiddleware =>
  async function dataset(ctx) {
    const context = getContext()
    const mediaType = negotiateFormat(ctx, 'dataset', readFormat(ctx))
    send(ctx, mediaType, 200, await write(context, options, mediaType.name))
  }
