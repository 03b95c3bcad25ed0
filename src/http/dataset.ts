/** The description of the graph as a data set, in the forms of RDF. */

import type { RouterMiddleware } from '@koa/router'
import { describeDataset } from '../docs/dataset.ts'
import { prefixes } from '../docs/void.ts'
import { writeRdf, type RdfFormat } from '../record/rdf/serializers.ts'
import { chooseForm, send } from './answer.ts'
import { readQuery, single } from './query.ts'
import type { Serve, Served } from './served.ts'

interface Options {
  /** Whether the server has a route for a path. */
  has(path: string): boolean
}

async function write(
  { graph, model, base, urls, about }: Served,
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

/** Counts the graph when first asked, and keeps what it has written. */
export const dataset = (serve: Serve, options: Options): RouterMiddleware => {
  const written = new WeakMap<Served, Map<string, Promise<Buffer>>>()
  return async function dataset(ctx) {
    const served = serve()
    const form = chooseForm(ctx, 'dataset', single(readQuery(ctx.querystring), 'format'))
    let known = written.get(served)
    if (!known) written.set(served, (known = new Map()))
    let body = known.get(form.name)
    if (!body) {
      known.set(form.name, (body = write(served, options, form.name)))
      body.catch(() => known.delete(form.name))
    }
    send(ctx, form, 200, await body)
  }
}
