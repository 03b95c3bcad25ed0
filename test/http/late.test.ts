// Harvesters that always ask from their last answer on miss nothing of several servers that swap graphs when they can:
// all changes of a load count from one moment on, and who is late then says so.

import { expect } from 'chai'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpClient } from '../../src/tools/shared/http-client.ts'
import { copyChanges } from '../../src/tools/harvest/copy.ts'
import { createGraphReloader, type GraphReloader } from '../../src/load/open/graph-reloader.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { effectiveAt, readManifest } from '../../src/load/prepared/manifest.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/'
const LOADS = 10

/** Milliseconds by which the opening of a graph takes longer on the second server. */
const DELAYS = [0, 2100, 1000]

type Names = ReadonlyMap<string, string>

interface Place {
  readonly server: TestServer
  readonly reloader: GraphReloader
}

describe('servers that swap at different moments', function () {
  this.timeout(180_000)
  let folder: string
  let places: Place[] = []
  const out = (): string => join(folder, 'graph')

  async function load(names: Names, lead = 1): Promise<string> {
    const lines = Array.from(names, ([id, name]) =>
      JSON.stringify({ local_identifier: id, entity_type: 'person', name }),
    )
    writeFileSync(join(folder, 'records.jsonl'), lines.join('\n'))
    const options = { model, base: BASE, out: out(), lead }
    return (await prepareGraph([join(folder, 'records.jsonl')], options)).manifest.hash
  }
  async function start(delayOf: () => number): Promise<Place> {
    const open = async (): Promise<Graph> => {
      const { graph } = await openGraph([out()], { model, atOnce: true })
      await wait(delayOf())
      return graph
    }
    let server: TestServer | undefined
    const reloader = createGraphReloader({
      first: await open(),
      open,
      effectiveNext: () => effectiveAt(out()),
      drained: (since) => server?.drained(5000, since) ?? Promise.resolve(),
      listener: { swapped: () => {}, failed: () => {} },
    })
    server = await startServer(reloader.graph, { lateSince: reloader.lateSince })
    return { server, reloader }
  }
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(async () => {
    for (const { server, reloader } of places) {
      await server.close()
      await reloader.close()
    }
    places = []
  })

  /** The status with which a tool for agents answers. */
  async function callStatus({ root }: TestServer, name: string, args: object): Promise<number> {
    const response = await fetch(`${root}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    })
    const text = await response.text()
    expect(text).not.to.include('"isError":true')
    return response.status
  }

  let turn = 0
  let refusals = 0
  /** Which server is asked alone; absent: all by turns. */
  let only: number | undefined
  const portOfNext = (): number => (places[only ?? turn++ % places.length] as Place).server.port
  /** Asks a server, and again where it is late. */
  async function ask(path: string): Promise<string> {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${portOfNext()}${path}`)
      if (response.status === 200) return response.text()
      expect(response.status).to.equal(503)
      refusals++
      await wait(50)
    }
  }

  /** Brings a copy up to date. @returns from when the next harvest is to be */
  async function harvest(copy: Map<string, string>, from: string | undefined): Promise<string> {
    let next: string | undefined
    let query = `metadataPrefix=oai_dc${from === undefined ? '' : `&from=${from}`}`
    for (;;) {
      const text = await ask(`/oai?verb=ListRecords&${query}`)
      next ??= /<responseDate>(.*?)</.exec(text)?.[1]
      for (const [record] of text.matchAll(/<record>.*?<\/record>/gs)) {
        const id = /<identifier>oai:[^:]*:(.*?)</.exec(record)?.[1] as string
        const name = /<dc:title[^>]*>(.*?)</.exec(record)?.[1]
        if (record.includes('status="deleted"')) copy.delete(id)
        else copy.set(id, name as string)
      }
      const token = /<resumptionToken[^>]*>([^<]+)</.exec(text)?.[1]
      if (token === undefined) return next as string
      query = `resumptionToken=${token}`
    }
  }

  it('give harvesters and copies the graph after each of ten loads', async () => {
    const names = new Map(Array.from({ length: 260 }, (_, i) => [`p${i}`, `Name ${i}`]))
    await load(names, 0)
    let number = 0
    places = [await start(() => 0), await start(() => DELAYS[number % DELAYS.length] as number)]
    const copy = new Map<string, string>()
    let from = await harvest(copy, undefined)
    const file = join(folder, 'copy.nq')
    const client = createHttpClient({ delayMs: 0, retries: 50, backoffMs: 20, timeoutMs: 10_000 })
    const follow = (since?: string): Promise<unknown> => {
      const port = portOfNext()
      // The address is that of the stream, whichever server answers.
      const balanced = {
        get requests() {
          return client.requests
        },
        get: (url: string, options?: object) =>
          client.get(url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`), options),
      }
      return copyChanges('http://127.0.0.1:1/changes', { client: balanced, out: file, since })
    }
    await follow()
    for (number = 1; number <= LOADS; number++) {
      for (let i = 0; i < 30; i++) names.set(`p${(number * 37 + i) % 260}`, `Name ${i} of load ${number}`)
      names.delete(`p${number * 11}`)
      names.set(`new${number}`, 'New')
      const hash = await load(names)
      const reloads = Promise.all(places.map(({ reloader }) => reloader.reload()))
      only = number % 2 === 0 ? undefined : 1
      let isReloading = true
      void reloads.finally(() => (isReloading = false))
      for (; isReloading; await wait(100)) from = await harvest(copy, from)
      from = await harvest(copy, from)
      expect([...copy].sort(), `after load ${number}`).to.deep.equal([...names].sort())
      await follow(file)
      if (number % 5 > 0) continue
      const replica = await prepareGraph([file], { model, base: BASE, out: join(folder, 'replica') })
      expect(replica.manifest.hash).to.equal(hash)
    }
    expect(refusals, 'answers of a server that was late').to.be.greaterThan(0)
  })

  it('say at /health that they are late, and that they are not when the graph is the same', async () => {
    const names = new Map([['a', 'A']])
    await load(names, 0)
    places = [await start(() => 1000)]
    const { server, reloader } = places[0] as Place
    const health = async (): Promise<Record<string, unknown>> =>
      (await (await fetch(`${server.root}/health`)).json()) as Record<string, unknown>
    const again = reloader.reload()
    await wait(500)
    expect(await health()).not.to.have.property('late_since')
    await again
    await load(new Map([['b', 'B']]), 0)
    const reload = reloader.reload()
    await until(async () => (await health())['late_since'] !== undefined)
    const list = '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc'
    expect((await fetch(`${server.root}${list}`)).status).to.equal(503)
    expect((await fetch(`${server.root}${list}&until=2020-01-01`)).status).to.equal(200)
    expect((await fetch(`${server.root}/oai?verb=Identify`)).status).to.equal(200)
    await reload
    expect(await health()).not.to.have.property('late_since')
    expect((await fetch(`${server.root}${list}`)).status).to.equal(200)
  })

  it('are late as long as a graph that counts cannot be opened', async () => {
    await load(new Map([['a', 'A']]), 0)
    places = [await start(() => 0)]
    const { server, reloader } = places[0] as Place
    await load(new Map([['b', 'B']]), 0)
    const index = join(out(), readManifest(out()).files.index.file)
    writeFileSync(index, Buffer.alloc(statSync(index).size))
    await reloader.reload()
    expect(reloader.reloads).to.deep.equal({ swapped: 0, failed: 1, open: 0 })
    await until(async () => (await fetch(`${server.root}/changes`)).status === 503)
    const persons = { collection: 'persons' }
    expect(await callStatus(server, 'list', { ...persons, filter: { 'cf.modified.from': '2020' } })).to.equal(
      503,
    )
    expect(await callStatus(server, 'list', { ...persons, skeg_sort: 'modified' })).to.equal(503)
    expect(await callStatus(server, 'list', persons)).to.equal(200)
    await load(new Map([['c', 'C']]), 0)
    await reloader.reload()
    expect((await fetch(`${server.root}/changes`)).status).to.equal(200)
  })
})
