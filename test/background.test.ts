/** No failure in the background is silent: it is counted, shown in /metrics, and told once. */

import { expect } from 'chai'
import {
  ignoreRejection,
  failureCounts,
  onFailure,
  reportFailure,
  reportSuccess,
  type BackgroundTask,
} from '../src/admission/background.ts'
import { createApp } from '../src/server/app.ts'
import { enginesOf, openStore } from './support/engines.ts'
import { getRaw, openSmallGraph, startServer } from './support/server.ts'
import { until } from './support/until.ts'

describe('a failure in the background', () => {
  let reports: string[]
  let end: () => void
  beforeEach(() => {
    reports = []
    end = onFailure((task, error) => reports.push(`${task}: ${(error as Error).message}`))
    reports.length = 0
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
    expect(reports).to.deep.equal(['store-watch: a', 'store-watch: b', 'store-watch: a', 'store-watch: a'])
  })

  it('that nobody hears is held for who listens next', () => {
    end()
    reportFailure('warm-up', new Error('held'))
    const late: unknown[] = []
    onFailure((task) => late.push(task))()
    expect(late).to.deep.equal(['warm-up'])
  })

  it('is told of an engine that cannot load the graph', async () => {
    const before = count('engine')
    const store = openStore(['/nonexistent.nq'])
    const asked = store.select('SELECT (1 AS ?x) {}').catch(() => [])
    await until(() => count('engine') > before)
    await store.close()
    await asked
    expect(reports).to.have.length(1)
    expect(reports[0]).to.match(/^engine: an engine could not load the graph: ENOENT.*nonexistent/)
  })

  it('is told of each engine that crashes, and another one takes its place', async () => {
    const before = count('engine')
    const store = openStore([])
    await store.select('SELECT (1 AS ?x) {}')
    for (let i = 1; i <= 2; i++) {
      const [pid] = enginesOf()
      process.kill(pid!, 'SIGKILL')
      await until(() => count('engine') === before + i)
      expect(await store.select('SELECT (1 AS ?x) {}')).to.have.length(1)
    }
    await store.close()
    expect(reports).to.deep.equal(
      Array(2).fill('engine: an engine has crashed (SIGKILL); another one takes its place'),
    )
  })

  it('is shown in the metrics', async () => {
    reportFailure('warm-up', new Error('shown'))
    await using graph = await openSmallGraph()
    await using server = await startServer(graph)
    const { body } = await getRaw(server.port, '/metrics')
    expect(body).to.include(`\nskeg_background_failures_total{task="warm-up"} ${count('warm-up')}\n`)
  })

  it('of warming up is told where the store answers, and is none where the graph was closed', async () => {
    const graph = await openSmallGraph()
    const before = count('warm-up')
    const verified = Promise.reject(new Error('it cannot'))
    const app = createApp({ graph: { ...graph, verified } })
    await app.warmUp()
    expect(count('warm-up')).to.equal(before + 1)
    await graph.close()
    await app.warmUp()
    expect(count('warm-up')).to.equal(before + 1)
    expect(reports).to.deep.equal(['warm-up: it cannot'])
  })

  it('that is handled elsewhere is no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.once('unhandledRejection', (error) => unhandled.push(error))
    ignoreRejection(Promise.reject(new Error('later')), 'by this test')
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    process.removeAllListeners('unhandledRejection')
    for (const listener of others) process.on('unhandledRejection', listener)
    expect(unhandled).to.deep.equal([])
  })
})
