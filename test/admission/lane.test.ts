/** Lanes: some work at a time, fairly between clients, and no place for those who have left or wait for others. */

import { expect } from 'chai'
import { createAccounts, type Accounts } from '../../src/admission/accounts.ts'
import { Lane } from '../../src/admission/lane.ts'
import { checkpoint, isClientGone, waitElsewhere } from '../../src/admission/task.ts'
import { openTask, type OpenTask } from '../support/tasks.ts'
import { until } from '../support/until.ts'

interface Gate {
  readonly passed: Promise<void>
  open(): void
}
function createGate(): Gate {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

describe('a lane', () => {
  const refusals = {
    full: () => new Error('full'),
    late: () => new Error('late'),
    aborted: (reason: unknown) => reason as Error,
  }
  let accounts: Accounts
  let lane: Lane
  let begun: string[]
  let open: OpenTask[]
  beforeEach(() => {
    accounts = createAccounts({ maxBytes: 100, maxBytesPerClient: 10 })
    lane = laneOf(2)
    begun = []
    open = []
  })
  afterEach(() => {
    for (const { abandon, close } of open) {
      abandon()
      close()
    }
  })
  const laneOf = (places: number, guestPlaces = 0): Lane =>
    new Lane({ places, guestPlaces, maxWaiting: 500, refusals, accounts })

  function taskOf(client: string, timeout = 60): OpenTask {
    const opened = openTask({ client, timeout })
    open.push(opened)
    return opened
  }
  /** Runs work of a client that ends when the gate opens. */
  const run = (client: string, gate: Gate, one = taskOf(client)): Promise<string> =>
    lane
      .run(one.task, async () => {
        begun.push(client)
        await gate.passed
        return client
      })
      .catch((error: Error) => (isClientGone(error) ? `${client} left` : error.message))

  it('does some work at a time, and begins with that of a client that has none beside one that has much', async () => {
    const first = createGate()
    const busy = Array.from({ length: 520 }, () => run('busy', first))
    const other = run('other', createGate())
    await until(() => begun.length === 2)
    expect([lane.running, lane.waiting]).to.deep.equal([2, 500])
    first.open()
    await until(() => begun.length > 2)
    expect(begun.slice(0, 3)).to.deep.equal(['busy', 'busy', 'other'])
    void other
    const answers = await Promise.all(busy)
    expect(answers.filter((answer) => answer === 'full')).to.have.length(19)
  })

  it('runs alone what would be first, and nothing beside other work or for a client with much unread', async () => {
    const gate = createGate()
    const alone = (client: string): Promise<string> | undefined =>
      lane.runAlone(taskOf(client).task, () => gate.passed.then(() => client))
    const one = alone('one')
    expect([lane.running, alone('other')]).to.deep.equal([1, undefined])
    gate.open()
    expect(await one).to.equal('one')
    expect(lane.running).to.equal(0)
    const take = accounts.add('one', 10)
    expect(alone('one')).to.equal(undefined)
    expect(await alone('other')).to.equal('other')
    take()
    expect(await alone('one')).to.equal('one')
  })

  it('keeps a place for a client that has none', async () => {
    lane = laneOf(2, 1)
    const gate = createGate()
    const busy = Array.from({ length: 5 }, () => run('busy', gate))
    await until(() => begun.length === 2)
    const other = [run('other', gate), run('other', gate)]
    await until(() => begun.length === 3)
    expect(begun).to.deep.equal(['busy', 'busy', 'other'])
    expect([lane.running, lane.waiting]).to.deep.equal([3, 4])
    gate.open()
    await Promise.all([...busy, ...other])
    expect([lane.running, lane.waiting]).to.deep.equal([0, 0])
  })

  it('gives the place of a client that has left to the next at once, and ends its work at a checkpoint', async () => {
    let hasEnded = false
    const leaving = taskOf('one')
    const endless = lane
      .run(leaving.task, async () => {
        try {
          for (;;) {
            await checkpoint(leaving.task)
            await new Promise(setImmediate)
          }
        } finally {
          hasEnded = true
        }
      })
      .catch(isClientGone)
    const held = createGate()
    const stays = run('two', held)
    const next = run('three', held)
    await until(() => begun.length === 1)
    leaving.abandon()
    expect(await endless).to.equal(true)
    await until(() => hasEnded && begun.length === 2)
    held.open()
    expect(await Promise.all([stays, next])).to.deep.equal(['two', 'three'])
  })

  it('ends work when its time is over, though it never lets the event loop go on', async () => {
    const { task } = taskOf('one', 0.02)
    const spinning = async (): Promise<void> => {
      for (;;) checkpoint(task)
    }
    const error = await lane.run(task, spinning).catch((one: Error) => one)
    expect(error).to.include({ code: 'busy' })
    expect(lane.running).to.equal(0)
  })

  it('has no place for work that waits for something else, and has it back for the rest', async () => {
    lane = laneOf(1)
    const elsewhere = createGate()
    const { task } = taskOf('one')
    const waiting = lane.run(task, async () => {
      await Promise.all([1, 2].map(() => waitElsewhere(task, () => elsewhere.passed)))
      begun.push('rest')
      return lane.running
    })
    const gate = createGate()
    const other = run('two', gate)
    await until(() => begun.includes('two'))
    elsewhere.open()
    await new Promise(setImmediate)
    expect(begun).to.deep.equal(['two'])
    gate.open()
    expect([await waiting, await other]).to.deep.equal([1, 'two'])
    expect(lane.running).to.equal(0)
  })

  it('gives back its place while the work of the same task waits in another lane', async () => {
    const other = new Lane({ places: 1, maxWaiting: 5, refusals, accounts })
    const [held, { task }] = [createGate(), taskOf('one')]
    const holder = other.run(taskOf('two').task, () => held.passed)
    const both = lane.run(task, () => other.run(task, async () => 'both'))
    await until(() => other.waiting === 1)
    expect(lane.running).to.equal(0)
    held.open()
    await holder
    expect(await both).to.equal('both')
    expect([lane.running, other.running]).to.deep.equal([0, 0])
  })

  it('begins nothing for a client that has much unread, until it has taken it', async () => {
    const taken = accounts.add('one', 10)
    const gate = createGate()
    gate.open()
    const mine = run('one', gate)
    expect(await run('two', gate)).to.equal('two')
    expect(begun).to.deep.equal(['two'])
    taken()
    taken()
    expect(await mine).to.equal('one')
    // What is taken counts once: with these, all together have as much unread as they may.
    for (let i = 0; i < 20; i++) accounts.add(`client ${i}`, 5)
    expect(accounts.mayBegin('client 3')).to.equal(false)
  })

  it('where all together have much unread, begins what is of clients that have taken all', async () => {
    for (let i = 0; i < 20; i++) accounts.add(`client ${i}`, 5)
    const gate = createGate()
    gate.open()
    void run('client 3', gate)
    expect(await run('another', gate)).to.equal('another')
    expect(begun).to.deep.equal(['another'])
  })
})
