/** No failure in the background is silent: it is counted, shown in /metrics, and told once. */

import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  failureCounts,
  onFailure,
  reportFailure,
  reportSuccess,
  type BackgroundTask,
} from '../src/background.ts'
import { openEmbeddedStore } from '../src/store/embedded.ts'
import { openEndpoint } from '../src/store/endpoint.ts'
import { withGraphFile } from '../src/store/graph-file.ts'
import { createRecordFile } from '../src/store/record-file.ts'
import { createIndex } from '../src/store/entity-index.ts'
import { model } from './support/model.ts'
import { getRaw, openSmallGraph, startServer } from './support/server.ts'

describe('a failure in the background', function () {
  this.timeout(30_000)
  let told: string[]
  let end: () => void
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-background-'))
    told = []
    end = onFailure((task, error) => told.push(`${task}: ${(error as Error).message}`))
    told.length = 0
  })
  afterEach(() => {
    end()
    rmSync(folder, { recursive: true })
    for (const task of failureCounts().keys()) reportSuccess(task)
  })
  const count = (task: BackgroundTask): number => failureCounts().get(task) ?? 0

  it('is counted each time, and told when it is another one or comes again', () => {
    const before = count('store-watch')
    for (const message of ['a', 'a', 'b', 'b', 'a']) reportFailure('store-watch', new Error(message))
    reportSuccess('store-watch')
    reportFailure('store-watch', new Error('a'))
    expect(count('store-watch') - before).to.equal(6)
    expect(told).to.deep.equal(['store-watch: a', 'store-watch: b', 'store-watch: a', 'store-watch: a'])
  })

  it('that nobody hears is held for who listens next', () => {
    end()
    reportFailure('warm-up', new Error('held'))
    const late: unknown[] = []
    onFailure((task) => late.push(task))()
    expect(late).to.deep.equal(['warm-up'])
  })

  it('is told of the file of graphs and of the file of records, unless they were closed', async () => {
    const before = [count('graph-file'), count('record-file')]
    for (const closed of [false, true]) {
      const store = withGraphFile(openEmbeddedStore(), { quads: ['/nonexistent.nq'], folder })
      const learning = store.learn!()
      if (closed) await store.close()
      await learning
      await store.close()
    }
    const graphs = { path: '/nonexistent', predicates: [], places: undefined as never }
    const store = { ...openEmbeddedStore(), graphFile: () => graphs }
    const records = createRecordFile({
      model,
      base: 'https://a.b/',
      index: createIndex(model, new Map()),
      store,
      folder,
    })
    await records.write()
    await records.close()
    await store.close()
    expect([count('graph-file'), count('record-file')]).to.deep.equal(before.map((number) => number + 1))
    expect(told).to.have.length(2)
    expect(told[0]).to.match(/^graph-file: the process that writes it has ended/)
    expect(told[1]).to.match(/^record-file: /)
  })

  it('is told of a copy for SPARQL that cannot be loaded', async () => {
    const endpoint = openEndpoint(['/nonexistent.nq'], {
      timeout: 1,
      rows: 1,
      size: 1,
      queue: 1,
      memory: 50,
      spare: 0,
    })
    const before = count('sparql-copy')
    while (count('sparql-copy') === before) await wait(20)
    await endpoint.close()
    expect(told).to.deep.equal(['sparql-copy: the copy of the graph for SPARQL ended while it was loaded'])
  })

  it('is shown in the metrics', async () => {
    reportFailure('warm-up', new Error('shown'))
    const graph = await openSmallGraph()
    const server = await startServer(graph)
    const { body } = await getRaw(server.port, '/metrics')
    await server.close()
    await graph.close()
    expect(body).to.include(`\nskeg_background_failures_total{task="warm-up"} ${count('warm-up')}\n`)
  })

  it('of warming up is told where the store answers, and is none where the graph was closed', async () => {
    const graph = await openSmallGraph()
    const before = count('warm-up')
    const learn = (): Promise<never> => Promise.reject(new Error('it does not learn'))
    const server = await startServer({ ...graph, learn })
    await getRaw(server.port, '/health')
    while (count('warm-up') === before) await wait(10)
    await server.close()
    await graph.close()
    const other = await startServer({ ...graph, learn })
    await getRaw(other.port, '/health')
    await wait(100)
    await other.close()
    expect(count('warm-up')).to.equal(before + 1)
    expect(told).to.deep.equal(['warm-up: it does not learn'])
  })
})
