/** Clients beside each other on the whole snapshot: whatever one of them asks for, the others have their share. */

import { expect } from 'chai'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startSkeg, type Server } from '../bench/servers.ts'
import { quantile } from '../support/load.ts'
import { hasSnapshot, preparedSnapshot, SNAPSHOT_BASE } from '../support/snapshot.ts'

const ATTACKER = '127.0.0.1'
const OTHER = '127.0.0.2'
const MEGABYTE = 1_000_000

interface Answer {
  readonly status: number
  readonly ms: number
  readonly body: string
}

describe('a client beside another one', function () {
  this.timeout(300_000)
  let graph: string
  let server: Server
  let port: number
  let sockets: net.Socket[]
  before(async function () {
    // Elsewhere the loopback has but one address.
    if (!hasSnapshot() || process.platform !== 'linux') this.skip()
    graph = await preparedSnapshot()
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await server.close()
  })
  async function start(...flags: readonly string[]): Promise<void> {
    sockets = []
    server = await startSkeg(graph, SNAPSHOT_BASE, ['--log', 'off', ...flags])
    port = Number(new URL(server.root).port)
  }

  async function get(path: string, localAddress: string): Promise<Answer> {
    const begin = performance.now()
    const headers = { Accept: 'application/json, application/sparql-results+json;q=0.9' }
    const request = http.get({ host: '127.0.0.1', port, path, localAddress, headers, agent: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += chunk as string
    return { status: response.statusCode ?? 0, ms: performance.now() - begin, body }
  }
  /** Sends a request of the attacker, and reads nothing of the answer. */
  async function send(target: string): Promise<net.Socket> {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: ATTACKER }).on('error', () => {})
    sockets.push(socket)
    socket.pause()
    await once(socket, 'connect')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  /** Lets the attacker ask for what is next again and again, until the function that it returns is called. */
  function repeat(connections: number, next: () => string): () => void {
    let isOver = false
    const loop = async (): Promise<void> => {
      while (!isOver) {
        const { status } = await get(next(), ATTACKER).catch(() => ({ status: 0 }))
        if (status === 503 || status === 0) await wait(100)
      }
    }
    for (let i = 0; i < connections; i++) void loop()
    return () => (isOver = true)
  }
  let unique = 0
  const facets = 'cf.publication_year,cf.venue,product_type'
  const largeList = (): string =>
    `/skg-if/api/products?page_size=100&page=${1 + (unique++ % 180)}&skeg_facets=${facets}&skeg_facet_size=${50 + (unique % 50)}`
  const sparql = (query: string): string => `/sparql?query=${encodeURIComponent(query)}`
  const endless = (): string =>
    sparql(`SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ${unique++}) }`)
  const small = (): Promise<Answer> => get(sparql(`SELECT * { ?s ?p ?o } LIMIT ${1 + unique++}`), OTHER)
  const residentBytes = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024

  const statusesOf = (answers: readonly Answer[]): number[] => [
    ...new Set(answers.map(({ status }) => status)),
  ]
  function print(name: string, answers: readonly Answer[]): void {
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => Math.round(quantile(times, share)))
    console.log(`      ${answers.length} ${name}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`)
  }

  it('has its small queries beside queries without end, also when these are ended', async () => {
    const SECONDS = 8
    await start('--sparql-timeout', String(SECONDS))
    // The second engine starts as a query waits for the first.
    const stopFirst = repeat(1, endless)
    await wait(1000)
    await small()
    stopFirst()
    for (const connections of [1, 60]) {
      const stop = repeat(connections, endless)
      await wait(1000)
      const answers: Answer[] = []
      // Until engines have been ended and loaded again.
      const end = performance.now() + 2.5 * SECONDS * 1000
      while (performance.now() < end) {
        answers.push(await small())
        await wait(1000)
      }
      stop()
      print(`small queries beside ${connections}`, answers)
      expect(statusesOf(answers)).to.deep.equal([200])
      // One that has to wait for a query without end waits for all of its time.
      const slow = answers.filter(({ ms }) => ms > (SECONDS * 1000) / 2)
      expect(slow.length, `of ${answers.length}`).to.be.at.most(1)
    }
  })

  it('has its lists and searches beside 520 connections that ask for lists', async () => {
    await start('--sparql', 'off')
    const stop = repeat(520, largeList)
    await wait(3000)
    const answers: Answer[] = []
    for (let i = 0; i < 50; i++) {
      answers.push(await get(`/skg-if/api/venues?page_size=${1 + i}`, OTHER))
      answers.push(await get(`/search?q=data+${i}`, OTHER))
    }
    stop()
    print('lists and searches', answers)
    expect(statusesOf(answers)).to.deep.equal([200])
  })

  it('has records and lists beside downloads that nobody reads, searches that were left, and long ids', async () => {
    await start('--sparql', 'off')
    const byId: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await get(`/skg-if/api/topics?page_size=100&page=${page}`, OTHER)
      const { meta } = JSON.parse(body) as { meta: { api_items: { urls: { href: string }[] }[] } }
      byId.push(...meta.api_items.flatMap(({ urls }) => urls.slice(0, 1).map(({ href }) => href)))
    }
    expect(byId).to.have.length(300)
    for (let i = 0; i < 1200; i++) await send('/download/products?format=jsonl')
    const search = `/search?q=${encodeURIComponent('\uFDFA').repeat(3300)}`
    const searches = await Promise.all(Array.from({ length: 10 }, () => send(search)))
    await wait(1000)
    for (const socket of searches) socket.destroy()
    const stop = repeat(16, () => `/skg-if/api/products/a${'/'.repeat(32_000)}x/`)
    let most = 0
    const [records, lists]: [Answer[], Answer[]] = [[], []]
    for (const [i, url] of byId.entries()) {
      records.push(await get(new URL(url).pathname, OTHER))
      if (i % 15 === 0) lists.push(await get(`/skg-if/api/venues?page_size=${1 + i / 15}`, OTHER))
      most = Math.max(most, residentBytes())
      await wait(20)
    }
    stop()
    print('records by id', records)
    print('lists', lists)
    console.log(`      ${Math.round(most / MEGABYTE)} MB`)
    expect(statusesOf([...records, ...lists])).to.deep.equal([200])
    expect(most / MEGABYTE).to.be.below(1000)
  })
})
