/** By-id requests, warm, log off, beside a bare Koa app that serves the same bytes from memory. */

import autocannon from 'autocannon'
import Koa from 'koa'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { openGraph } from '../../src/load/open.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'
import type { Figure, Source } from './bench.ts'

const SECONDS = 3
const CONNECTIONS = 20
const PATHS = 100
const ROUNDS = 3

async function rate(root: string, paths: readonly string[]): Promise<number> {
  const result = await autocannon({ url: root, connections: CONNECTIONS, duration: SECONDS, requests: paths.map((path) => ({ method: 'GET' as const, path })) })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} requests failed`)
  return result.requests.average
}

async function bareKoa(bodies: ReadonlyMap<string, Buffer>): Promise<{ root: string; close(): void }> {
  const app = new Koa()
  app.use((ctx) => {
    ctx.type = 'application/json'
    ctx.body = bodies.get(ctx.url)
  })
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => { server.closeAllConnections(); server.close() } }
}

export async function byId({ path, base }: Source): Promise<Figure[]> {
  const { graph } = await openGraph([path], { model, base })
  const [type] = model.types
  if (!type) return []
  const skeg = await startServer(graph)
  const step = Math.max(1, Math.floor(graph.count(type) / PATHS))
  const paths = Array.from({ length: Math.min(PATHS, graph.count(type)) }, (_, i) => `/skg-if/api/${type.path}/${encodeURIComponent(graph.list(type, i * step, 1)[0] as string)}`)
  const bodies = new Map<string, Buffer>()
  for (const one of paths) bodies.set(one, Buffer.from(await (await fetch(skeg.root + one)).arrayBuffer()))
  const koa = await bareKoa(bodies)
  const rounds: { skeg: number; koa: number }[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push({ skeg: await rate(skeg.root, paths), koa: await rate(koa.root, paths) })
  koa.close()
  await skeg.close()
  await graph.close()
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number
  return [{
    what: 'by id, warm, log off', unit: 'requests/s', value: median(rounds.map((one) => one.skeg)),
    beside: median(rounds.map((one) => one.koa)), besideWhat: 'bare Koa, the same bytes from memory',
  }]
}
