// skeg inside another application: a Koa app with a page of its own, and the graph below /kg.
// Run `npm run build` and then: node examples/koa.mjs [PORT]

import Koa from 'koa'
import { fileURLToPath } from 'node:url'
import { buildModel, createApp, extensions, openGraph } from 'skeg'

const port = Number(process.argv[2] ?? 8080)
const publicUrl = `http://localhost:${port}/kg`

const model = buildModel(extensions)
const { graph } = await openGraph([fileURLToPath(new URL('../data', import.meta.url))], { model })
const skeg = createApp({ graph, settings: { publicUrl, log: false } })

const app = new Koa()
app.use(async (ctx, next) => {
  ctx.set('X-Host', 'example')
  await next()
})
app.use(skeg.koaMiddleware) // in Express: app.use(skeg.connectMiddleware)
app.use((ctx) => {
  ctx.body = `The graph is at ${publicUrl}\n`
})

const server = app.listen(port, () => console.log(publicUrl))
void skeg.warmUp()
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void graph.close()
})
