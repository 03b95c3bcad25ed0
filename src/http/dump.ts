/** The whole graph as N-Quads, from the files that it was opened from. */

import type { RouterMiddleware } from '@koa/router'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { software } from '../about.ts'
import { encodingFor } from '../media.ts'
import { readFiles } from '../store/nquads.ts'
import { chooseForm, send } from './answer.ts'
import { readQuery, single } from './query.ts'
import type { Serve } from './served.ts'

/** What is packed on disk goes out as it is to those who can unpack it. */
export const dump = (serve: Serve): RouterMiddleware =>
  async function dump(ctx) {
    const { quads = [] } = serve().graph
    const form = chooseForm(ctx, 'dump', single(readQuery(ctx.querystring), 'format'))
    const [only] = quads
    const packed =
      quads.length === 1 &&
      only?.endsWith('.gz') &&
      encodingFor(ctx.get('Accept-Encoding').replace(/\bbr\b/g, '')) === 'gzip'
    ctx.set('Content-Disposition', `attachment; filename="${software.name}.nq"`)
    if (packed) {
      ctx.set('Content-Encoding', 'gzip')
      ctx.compress = false
    }
    send(
      ctx,
      form,
      200,
      ctx.method === 'HEAD'
        ? Readable.from([])
        : packed
          ? createReadStream(only as string)
          : Readable.from(readFiles(quads), { objectMode: false }),
    )
  }
