/** Calls to a worker thread: each is answered by itself, whatever becomes of the others. */

import { expect } from 'chai'
import { Worker } from 'node:worker_threads'
import { createRpcClient, type RpcClient } from '../../src/load/write/worker-rpc.ts'
import type { operations } from '../support/rpc-thread.mjs'

describe('calls to a thread', () => {
  let worker: Worker
  let calls: RpcClient<typeof operations>
  before(() => {
    worker = new Worker(new URL('../support/rpc-thread.mjs', import.meta.url))
    calls = createRpcClient(worker)
    worker.on('error', calls.end)
    worker.on('exit', () => calls.end(new Error('It has ended.')))
  })
  after(async () => {
    await worker.terminate()
  })
  const fault = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'went well',
      (error: Error) => error,
    )

  it('are answered, those under way at once too', async () => {
    expect(await Promise.all([1, 2, 3].map((number) => calls.call('double', number)))).to.deep.equal([
      2, 4, 6,
    ])
  })
  it('are answered when their work is done, later ones meanwhile', async () => {
    const order: string[] = []
    const first = calls.call('wait').then(() => order.push('first'))
    await calls.call('double', 2)
    order.push('second')
    await Promise.all([first, calls.call('finish')])
    expect(order).to.deep.equal(['second', 'first'])
  })
  it('that fail, or whose value cannot be sent, take no others along', async () => {
    const [failed, unsent, well] = await Promise.all([
      fault(calls.call('fail', 'No.')),
      fault(calls.call('make')),
      calls.call('double', 4),
    ])
    expect(failed).to.be.instanceOf(Error).with.property('message', 'No.')
    expect(unsent)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/could not be cloned/)
    expect(well).to.equal(8)
  })
  it('end with what the thread ended with', async () => {
    const waiting = fault(calls.call('double', 1))
    calls.end(new Error('First.'))
    calls.end(new Error('Second.'))
    expect(await waiting).to.have.property('message', 'First.')
    expect(await fault(calls.call('double', 1))).to.have.property('message', 'First.')
  })
})
