// The server inside other applications: a plain http.Server, Connect and Express, Koa; and the example of it.

import { expect } from 'chai'
import Koa from 'koa'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createApp, type App } from '../src/server/app.ts'
import { Problem, type ProblemCode } from '../src/config/errors.ts'
import { freePort } from './support/port.ts'
import { openSmallGraph } from './support/server.ts'
import { throughout } from './support/closing.ts'

const PUBLIC_URL = 'https://host.example/kg'

describe('an app inside another application', () => {
  const graph = throughout(openSmallGraph)
  let app: App
  let server: Server | undefined
  before(() => {
    app = createApp({ graph, settings: { log: false, publicUrl: PUBLIC_URL } })
  })
  afterEach(() => {
    server?.close()
    server?.closeAllConnections()
  })

  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** What the host answers, and the header that it sets on every response. */
  const HOST = 'the page of the host'
  const asConnect = (): RequestListener => (request, response) => {
    response.setHeader('X-Host', 'yes')
    app.connectMiddleware(request, response, () => response.end(HOST))
  }
  const asKoa = (): RequestListener => {
    const koa = new Koa()
    koa.use(async (ctx, next) => {
      ctx.set('X-Host', 'yes')
      await next()
    })
    koa.use(app.koaMiddleware)
    koa.use((ctx) => {
      ctx.body = HOST
    })
    return koa.callback() as RequestListener
  }

  for (const [name, listenerOf] of [
    ['Connect', asConnect],
    ['Koa', asKoa],
  ] as const) {
    it(`answers below its path in ${name}, from the cache too`, async () => {
      const root = await serve(listenerOf())
      for (const time of ['first', 'second']) {
        const response = await fetch(`${root}/kg/skg-if/api/products?page_size=1`)
        expect(response.status, time).to.equal(200)
        expect(response.headers.get('x-host'), time).to.equal('yes')
        expect(response.headers.get('x-request-id'), time).to.be.a('string')
        const { meta } = (await response.json()) as { meta: { next_page: { local_identifier: string } } }
        expect(meta.next_page.local_identifier, time).to.match(/^https:\/\/host\.example\/kg\/skg-if\/api\//)
      }
    })
    it(`answers an unknown path below its own with a problem document in ${name}`, async () => {
      const response = await fetch(`${await serve(listenerOf())}/kg/nothing`)
      expect(response.status).to.equal(404)
      expect(response.headers.get('content-type')).to.match(/^application\/problem\+json/)
    })
    for (const path of ['/', '/kgs', '/other/kg'])
      it(`leaves ${path} to ${name}`, async () =>
        expect(await (await fetch((await serve(listenerOf())) + path)).text()).to.equal(HOST))
  }

  it('answers where Express has taken the path off the URL', async () => {
    const root = await serve((request, response) => {
      const originalUrl = request.url as string
      request.url = originalUrl.replace('/kg', '')
      app.connectMiddleware(Object.assign(request, { originalUrl }), response, () => response.end(HOST))
    })
    expect((await fetch(`${root}/kg/skg-if/api/products`)).status).to.equal(200)
  })

  const thrown: readonly [code: ProblemCode, status: number, body: string][] = [
    ['method-not-allowed', 405, 'What the host says.'],
    ['busy', 503, 'What the host says.'],
    ['store-failed', 502, 'Bad Gateway'],
  ]
  for (const [code, status, body] of thrown)
    it(`throws problems that the error handler of Koa answers by ${status}: ${code}`, async () => {
      const koa = new Koa()
      koa.silent = true
      koa.use(() => {
        throw new Problem(code, 'What the host says.', { headers: { 'X-Reason': code } })
      })
      const response = await fetch(await serve(koa.callback() as RequestListener))
      expect([response.status, response.headers.get('x-reason'), await response.text()]).to.deep.equal([
        status,
        code,
        body,
      ])
    })

  it('answers all requests of a server as its listener', async () => {
    const root = await serve(app.listener)
    expect((await fetch(`${root}/skg-if/api/products`)).status).to.equal(200)
    expect((await fetch(`${root}/kg/skg-if/api/products`)).status).to.equal(200)
  })
})

describe('the example of embedding', () => {
  let child: ChildProcess | undefined
  afterEach(async () => {
    if (child?.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  it('serves the demo graph below /kg, and its own page beside it', async () => {
    const port = await freePort()
    const example = fileURLToPath(new URL('../examples/koa.mjs', import.meta.url))
    child = spawn(process.execPath, [example, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout!, 'data')) as [Buffer]
    const root = line.toString().trim()
    expect(root).to.equal(`http://localhost:${port}/kg`)
    expect((await fetch(`${root}/skg-if/api/products`)).status).to.equal(200)
    expect(await (await fetch(`http://localhost:${port}/`)).text()).to.equal(`The graph is at ${root}\n`)
  })
})
