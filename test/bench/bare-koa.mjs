/** A bare Koa app that serves bytes from memory: gets them in a message, answers with its URL. */

import Koa from 'koa'
import { createServer } from 'node:http'

process.once(
  'message',
  (/** @type {Map<string, { body: Uint8Array, headers: Record<string, string> }>} */ answers) => {
    for (const answer of answers.values()) answer.body = Buffer.from(answer.body)
    const app = new Koa()
    app.use((ctx) => {
      const { body, headers } = answers.get(ctx.url)
      ctx.set(headers)
      ctx.body = body
    })
    const server = createServer(app.callback()).listen(0, '127.0.0.1', () =>
      process.send(`http://127.0.0.1:${server.address().port}`),
    )
  },
)
