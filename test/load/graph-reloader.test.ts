// A graph that is replaced while requests go on: none fails, none mixes two graphs, and what cannot be opened
// changes nothing.

import { expect } from 'chai'
import { truncateSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createGraphReloader, type GraphReloader } from '../../src/load/open/graph-reloader.ts'
import { requireMemory } from '../../src/load/open/paths-origin.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { effectiveAt } from '../../src/load/prepared/manifest.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { isFullEffort } from '../support/effort.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const RELOADS = isFullEffort ? 10 : 3
const RATE = 50
const MOST = 20
const PAPERS = 60
const DRAIN_MS = 5000

describe('a graph that is replaced', () => {
  let folder: string
  let server: TestServer
  let reloader: GraphReloader
  let next = 'b'
  const failures: string[] = []
  let swaps = 0
  const place = (name: string): string => join(folder, name)

  /** Papers whose titles all name the version, and that cite each other. */
  const records = (version: string): object[] =>
    Array.from({ length: PAPERS }, (_, i) => ({
      local_identifier: `paper-${i}`,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [`paper ${i} of version ${version}`] },
      relevant_organisations: [
        { local_identifier: 'org', entity_type: 'organisation', name: `house of version ${version}` },
      ],
    }))

  before(async () => {
    folder = temporaryFolder()
    for (const version of ['a', 'b']) {
      writeFileSync(place(`${version}.json`), JSON.stringify(records(version)))
      await prepareGraph([place(`${version}.json`)], {
        model,
        base: 'https://base.example/',
        out: place(version),
      })
    }
    const open = async (): Promise<Graph> => (await openGraph([place(next)], { model })).graph
    const { graph: first } = await openGraph([place('a')], { model })
    reloader = createGraphReloader({
      first,
      open,
      drained: (since) => server.drained(DRAIN_MS, since),
      listener: {
        swapped: () => {
          swaps++
        },
        failed: (error) => {
          failures.push((error as Error).message)
        },
      },
    })
    server = await startServer(reloader.graph)
  })
  after(async () => {
    await server?.close()
    await reloader?.close()
  })

  /** The versions that a text names. */
  const versionsIn = (text: string): string[] => [
    ...new Set([...text.matchAll(/of version (\w)/g)].map(([, version]) => version as string)),
  ]

  it(`answers ${RATE} requests a second through ${RELOADS} reloads, each from one graph`, async () => {
    const paths = [
      'products?page_size=60',
      'products/paper-7',
      'products?filter=cf.search.title:version&page_size=60',
      'organisations',
    ]
    const wrong: string[] = []
    const seen = new Set<string>()
    let requests = 0
    let going = true
    const ask = async (path: string): Promise<void> => {
      const response = await fetch(`${server.api}/${path}`)
      const versions = versionsIn(await response.text())
      for (const version of versions) seen.add(version)
      if (response.status !== 200 || versions.length !== 1)
        wrong.push(`${path}: ${response.status}, versions ${versions.join(' and ')}`)
    }
    const traffic = (async () => {
      const running = new Set<Promise<void>>()
      while (going) {
        const pending = ask(paths[requests++ % paths.length] as string).finally(() => running.delete(pending))
        running.add(pending)
        await wait(1000 / RATE)
        // A machine that does not keep up has fewer in a second.
        if (running.size >= MOST) await Promise.race(running)
      }
      await Promise.all(running)
    })()
    await until(() => seen.has('a'))
    for (let i = 0; i < RELOADS; i++) {
      next = i % 2 === 0 ? 'b' : 'a'
      await reloader.reload()
    }
    await until(() => seen.has('b'))
    going = false
    await traffic
    expect(wrong).to.deep.equal([])
    expect(failures).to.deep.equal([])
    expect(swaps).to.equal(RELOADS)
    expect([...seen].sort()).to.deep.equal(['a', 'b'])
  })

  it('has the records of a new graph at once', async () => {
    next = 'a'
    await reloader.reload()
    const graph = reloader.graph()
    const [type] = model.types
    const [iri = ''] = graph.list(type!, 0, 1)
    expect(graph.answer(type!, iri)?.json).to.include({ local_identifier: iri })
  })

  it('shows nothing of the new graph before its changes count, on whatever server', async () => {
    next = 'ahead'
    await prepareGraph([place('a.json')], { model, base: 'https://base.example/', out: place('ahead') })
    const lead = 3
    await prepareGraph([place('b.json')], { model, base: 'https://base.example/', out: place('ahead'), lead })
    const due = effectiveAt(place('ahead'))! * 1000
    const before = reloader.graph()
    let isReloaded = false
    const reloading = reloader.reload().then(() => (isReloaded = true))
    for (; !isReloaded; await wait(10)) {
      const seen = [reloader.graph() === before, reloader.lateSince(before)]
      if (Date.now() < due) expect(seen).to.deep.equal([true, undefined])
    }
    await reloading
    expect(reloader.graph()).to.not.equal(before)
    expect(reloader.graph().stamps.effective * 1000).to.equal(due)
    expect(Date.now()).to.be.at.least(due)
    expect(reloader.lateSince(reloader.graph())).to.equal(undefined)
  })

  it('keeps serving where the new graph is damaged, and says why', async () => {
    const before = reloader.graph()
    next = 'broken'
    await prepareGraph([place('a.json')], { model, base: 'https://base.example/', out: place('broken') })
    const quads = readdirSync(place('broken')).find((name) => name.endsWith('.nq.gz')) as string
    truncateSync(join(place('broken'), quads), 100)
    await reloader.reload()
    expect(failures.splice(0))
      .to.have.length(1)
      .and.satisfy(([message]: string[]) => /cannot be used/.test(message ?? ''))
    expect(reloader.graph()).to.equal(before)
    expect((await fetch(`${server.api}/products/paper-1`)).status).to.equal(200)
  })

  it('loads once more where it is asked while it loads', async () => {
    swaps = 0
    next = 'b'
    await Promise.all([reloader.reload(), reloader.reload(), reloader.reload()])
    expect(swaps).to.be.within(1, 2)
  })

  it('is replaced again and again while a client reads slowly, and closed when that has ended', async () => {
    const closed: string[] = []
    let opened = 0
    let end = (): void => {}
    const slow = new Promise<void>((resolve) => (end = resolve))
    const since: number[] = []
    const numbered = async (): Promise<Graph> => {
      const { graph } = await openGraph([place('a')], { model })
      const name = String(opened++)
      return { ...graph, close: () => graph.close().then(() => void closed.push(name)) }
    }
    const other = createGraphReloader({
      first: await numbered(),
      open: numbered,
      async drained(start) {
        since.push(start)
        if (start === 0) await slow
      },
      listener: { swapped: () => {}, failed: (error) => failures.push(String(error)) },
    })
    for (let i = 0; i < 3; i++) await other.reload()
    expect(other.reloads.swapped).to.equal(3)
    // The client began with the first graph.
    await until(() => closed.length === 2)
    expect(closed).to.have.members(['1', '2'])
    expect(since).to.deep.equal([...since].sort((a, b) => a - b))
    end()
    await until(() => closed.length === 3)
    await other.close()
    expect([closed, failures.splice(0)]).to.deep.equal([[...closed.slice(0, 2), '0', '3'], []])
  })

  it('is not replaced where memory for a second graph is missing', () => {
    expect(() => requireMemory(1_850_000, 500_000_000)).to.throw(
      /^a second graph of 1850000 quads takes about 777 MB, and 500 MB are free$/,
    )
    requireMemory(1_850_000, 2_000_000_000)
  })
})
