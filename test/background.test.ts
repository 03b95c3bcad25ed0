/** No failure in the background is silent: it is counted, shown in /metrics, and told once. */

import { expect } from 'chai'
import { setTimeout as wait } from 'node:timers/promises'
import {
  failureCounts,
  onFailure,
  reportFailure,
  reportSuccess,
  type BackgroundTask,
} from '../src/background.ts'
import { openEndpoint } from '../src/store/endpoint.ts'
import { getRaw, openSmallGraph, startServer } from './support/server.ts'

describe('a failure in the background', function () {
  this.timeout(30_000)
  let told: string[]
  let end: () => void
  beforeEach(() => {
    told = []
    end = onFailure((task, error) => told.push(`${task}: ${(error as Error).message}`))
    told.length = 0
  })
  afterEach(() => {
    end()
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
