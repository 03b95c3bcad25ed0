/** The description of the graph as a data set, in the forms of RDF. */

import type { RouterMiddleware } from '@koa/router'
import { describeDataset } from '../../../docs/dataset.ts'
import { prefixes } from '../../../docs/void.ts'
import { writeRdf, type RdfFormat } from '../../../record/rdf/serializers.ts'
import { negotiateFormat, send } from '../../representation/response.ts'
import { readQuery, singleValue } from '../../request/query-parameters.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'

interface Options {
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

async function write(
  { graph, model, base, urls, about }: GraphContext,
  { has }: Options,
  format: RdfFormat,
): Promise<Buffer> {
  const statistics = await graph.statistics()
  const examples = model.types.flatMap((type) => graph.list(type, 0, 1))
  return Buffer.from(
    await writeRdf(
      describeDataset({ model, base, urls, about, statistics, examples, has }),
      format,
      prefixes,
    ),
  )
}

/** Counts the graph at the first request, and caches each representation. */
export const dataset = (getContext: GetContext, options: Options): RouterMiddleware => {
  const representations = new WeakMap<GraphContext, Map<string, Promise<Buffer>>>()
  return async function dataset(ctx) {
    const context = getContext()
    const mediaType = negotiateFormat(ctx, 'dataset', singleValue(readQuery(ctx.querystring), 'format'))
    let known = representations.get(context)
    if (!known) representations.set(context, (known = new Map()))
    let body = known.get(mediaType.name)
    if (!body) {
      known.set(mediaType.name, (body = write(context, options, mediaType.name)))
      body.catch(() => known.delete(mediaType.name))
    }
    send(ctx, mediaType, 200, await body)
  }
}
