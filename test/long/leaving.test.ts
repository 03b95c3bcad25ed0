// What clients leave is gone: a server as users start it, whose clients leave at every stage of every route, with
// reloads between. Afterwards it has the memory, the handles, the engines and the graph of before, and no other.

import { expect } from 'chai'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { routes } from '../../src/server/routes/routes.ts'
import { filterByEngine } from '../support/engines.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runProcess, startServing, type Serving } from '../support/command.ts'

const PRODUCTS = 3000
const BASE = 'https://example.org/graph/'

/** What stands in the paths of routes. */
const NAMES: Readonly<Record<string, string>> = {
  collection: 'products',
  local_identifier: 'product-1',
  suffix: 'product-1',
  time: '0000-00-00T00:00:00Z',
  what: 'entity',
  file: 'products-1',
}

/** Further requests of a route: what is found, and takes some work. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/skg-if/api/{collection}': [
    'page_size=500',
    'format=html',
    'format=turtle&page_size=300',
    'filter=contributions.by.family_name:Li,contributions.by.given_name:A',
    `filter=${filterByEngine('Li')}`,
  ],
  '/skg-if/api/{collection}/{local_identifier}': ['format=html', 'format=turtle'],
  '/download/{collection}': ['format=csv', 'format=jsonl&skeg_sort=title', 'format=parquet', 'format=bibtex'],
  '/dump': ['format=gzip'],
  '/sparql': [`query=${encodeURIComponent('SELECT * { ?s ?p ?o } LIMIT 20000')}`],
  '/search': ['q=title', 'q=title&format=html'],
  '/oai': ['verb=ListRecords&metadataPrefix=oai_dc'],
  '/reconcile': [`queries=${encodeURIComponent('{"a":{"query":"Title, number 7"}}')}`],
}

const targets = routes.flatMap(({ path }) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? 'none')
  return [filled, ...(QUERIES[path] ?? []).map((query) => `${filled}?${query}`)]
})

/** When a client leaves: milliseconds after it has asked, or what it has seen by then. */
const stages = [0, 2, 10, 40, 'head', 'piece'] as const

describe('what clients leave', function () {
  this.timeout(300_000)
  let server: Serving
  before(async function () {
    if (process.platform !== 'linux') return this.skip()
    const folder = temporaryFolder()
    const products = Array.from({ length: PRODUCTS }, (_, i) => ({
      local_identifier: `${BASE}product-${i}`,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [`Title, number ${i}`] },
      abstracts: { en: [`What is said in number ${i}. `.repeat(50)] },
      contributions: [
        {
          role: 'author',
          by: {
            local_identifier: `${BASE}person-${i}`,
            entity_type: 'person',
            family_name: 'Li',
            given_name: 'A',
          },
        },
      ],
    }))
    const records = join(folder, 'records.jsonl')
    writeFileSync(records, products.map((product) => JSON.stringify(product)).join('\n'))
    const graph = join(folder, 'graph')
    expect((await runProcess(['load', records, '--base', BASE, '--out', graph])).code).to.equal(0)
    server = await startServing([graph, '--log', 'off', '--cache', '0', '--threads', '1'])
  })
  after(() => server?.close())

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.root}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }
  const ofServer = (file: string): string => readFileSync(`/proc/${server.child.pid}/${file}`, 'utf8')
  const privateMegabytes = (): number => Number(/^RssAnon:\s+(\d+)/m.exec(ofServer('status'))?.[1]) / 1000
  const children = (): number =>
    ofServer(`task/${server.child.pid}/children`).split(' ').filter(Boolean).length
  const openFiles = (): string[] =>
    readdirSync(`/proc/${server.child.pid}/fd`).flatMap((number) => {
      try {
        const file = readlinkSync(`/proc/${server.child.pid}/fd/${number}`)
        return file.startsWith('/') && !file.startsWith('/dev/') ? [file] : []
      } catch {
        return []
      }
    })

  /** Engines that a graph has at most; one that is replaced has ended. */
  const MAX_ENGINES = 2

  /** Asks, and leaves. */
  const leave = (target: string, stage: number | 'head' | 'piece'): Promise<void> =>
    new Promise((resolve) => {
      const client = http.get(server.root + target, (response) => {
        if (stage === 'head') client.destroy()
        else response.once('data', () => client.destroy()).on('end', () => client.destroy())
        response.on('error', () => {})
      })
      client.on('error', () => {}).on('close', resolve)
      if (typeof stage === 'number')
        client.once('socket', (socket) => {
          const go = (): unknown => setTimeout(() => client.destroy(), stage)
          if (socket.connecting) socket.once('connect', go)
          else go()
        })
    })

  let swapped = 0
  async function reload(): Promise<void> {
    swapped++
    server.child.kill('SIGHUP')
    await until(async () => (await metric('skeg_reloads_total{outcome="swapped"}')) === swapped)
    await until(async () => (await metric('skeg_graphs_replaced_open')) === 0)
    await until(async () => (await metric('skeg_sparql_copies')) >= 1)
  }

  it('holds no memory, no handle, no engine and no graph', async () => {
    for (const target of targets)
      await (await fetch(server.root + target, { method: target === '/mcp' ? 'POST' : 'GET' })).arrayBuffer()
    await reload()
    const before = { files: openFiles().length }
    for (const stage of stages) {
      for (const target of targets) await leave(target, stage)
      await reload()
      await until(() => children() <= MAX_ENGINES)
      expect(openFiles().length, `files after leaving at ${stage}`).to.equal(before.files)
    }
    expect(server.printed()).not.to.match(/has failed|could not be sent/)
  })

  it('keeps nothing of downloads that are left at any moment', async () => {
    const files = openFiles().length
    const before = privateMegabytes()
    for (let i = 0; i < 160; i++) {
      const found = `filter=cf.search.title:title&skeg_sort=title${i % 2 ? '' : ':desc'}`
      await leave(`/download/products?format=jsonl&${found}`, i % 80)
    }
    expect(privateMegabytes() - before).to.be.below(100)
    await reload()
    await until(() => children() <= MAX_ENGINES)
    expect(openFiles().length).to.equal(files)
  })
})
