/** Handlers whose code is read at their first request. */

import { Router } from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOnDemand } from '../../src/http/middleware/on-demand.ts'

describe('handlers on demand', () => {
  it('are made of code that is read when they are first asked, again where that has failed', async () => {
    const onDemand = createOnDemand()
    let reads = 0
    const handlers = onDemand.from(async () => {
      if (++reads === 1) throw new Error('the file cannot be read')
      return { greet: (name: string) => `hello ${name}` }
    })
    const router = new Router()
    router.get(
      '/:name',
      handlers(
        ({ greet }) =>
          (ctx) =>
            void (ctx.body = greet(ctx.params['name'] as string)),
      ),
    )
    const app = new Koa().use(router.routes())
    app.silent = true
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expect(reads).to.equal(0)
      const statuses: number[] = []
      for (const name of ['a', 'b', 'c']) {
        const response = await fetch(`${root}/${name}`)
        statuses.push(response.status)
        if (response.status === 200) expect(await response.text()).to.equal(`hello ${name}`)
      }
      expect(statuses).to.deep.equal([500, 200, 200])
      expect(reads).to.equal(2)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('can be read before', async () => {
    const onDemand = createOnDemand()
    const reads: string[] = []
    onDemand.from(async () => reads.push('a'))
    onDemand.from(async () => reads.push('b'))
    await onDemand.readAll()
    expect(reads).to.deep.equal(['a', 'b'])
  })
})
