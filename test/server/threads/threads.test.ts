/** Worker threads: a task ends by its flag alone, and one that passes no checkpoint holds up nobody. */

import { expect } from 'chai'
import { getPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { ownTask, untilEnd, type Task } from '../../../src/admission/task.ts'
import { openTask } from '../../support/tasks.ts'
import { failureCounts } from '../../../src/admission/background.ts'
import { Problem } from '../../../src/config/errors.ts'
import { Threads } from '../../../src/server/threads/pool.ts'
import { until } from '../../support/until.ts'

const entry = new URL('../../support/task-thread.mjs', import.meta.url)

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'went well',
    (error: unknown) => error,
  )

describe('threads', () => {
  let threads: Threads
  let notes: number[]
  beforeEach(() => {
    notes = []
    const services = {
      note: async (_task: Task, number: number) => notes.push(number),
      double: async (_task: Task, number: number) => {
        if (number < 0) throw new Problem('invalid-parameter', 'It is negative.')
        return 2 * number
      },
    }
    threads = new Threads({ entry, count: 1, data: undefined, services })
  })
  afterEach(() => threads.end())

  const run = async (operation: string, argument?: unknown, task = ownTask): Promise<unknown> =>
    (await threads.run(task, operation, argument, operation)).value
  const failures = (task: 'profile' | 'thread'): number => failureCounts().get(task) ?? 0

  it('give back what operations give, and throw what they throw', async () => {
    expect(await run('echo', { text: 'ä' })).to.deep.equal({ text: 'ä' })
    expect(await faultOf(run('refuse')))
      .to.be.instanceOf(Problem)
      .that.deep.includes({ code: 'invalid-filter', message: 'No.', headers: { 'X-Reason': 'no' } })
    const error = await faultOf(run('fail'))
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(Problem)
    expect(error).to.include({ message: 'It is broken.' })
    expect((error as Error).stack).to.match(/task-thread\.mjs/)
  })

  it('let the main thread go first', async function () {
    if (process.platform !== 'linux') return this.skip()
    expect(await run('priority')).to.be.greaterThan(getPriority())
  })

  it('ask the main thread for their tasks', async () => {
    expect(await Promise.all([1, 2].map((number) => run('ask', number)))).to.deep.equal([2, 4])
    expect(await faultOf(run('ask', -1)))
      .to.be.instanceOf(Problem)
      .that.includes({ code: 'invalid-parameter', message: 'It is negative.' })
  })

  it('ask it for themselves, too, when no task is left', async () => {
    await run('askAfterwards', 7)
    await until(() => notes.length === 1)
    expect(notes).to.deep.equal([7])
  })

  it('end a task at its next checkpoint when its client has left, and take the next', async () => {
    const [before, faults] = [failures('profile'), failures('thread')]
    const { task, abandon, close } = openTask({ client: '192.0.2.1', timeout: 100 })
    const spinning = faultOf(untilEnd(task, run('spin', undefined, task)))
    await until(() => failures('profile') === before + 1)
    const next = run('echo', 'next')
    abandon()
    expect(await spinning).to.include({ reason: 'client-gone' })
    expect(await next).to.equal('next')
    expect(failures('profile')).to.equal(before + 2)
    expect(failures('thread')).to.equal(faults)
    close()
  })

  it('end a task at its next checkpoint when its time is over', async () => {
    const before = failures('profile')
    const { task } = openTask({ client: '192.0.2.1', timeout: 0.1 })
    expect(await faultOf(untilEnd(task, run('spin', undefined, task)))).to.include({ code: 'busy' })
    await until(() => failures('profile') === before + 2)
    expect(await run('echo', 'next')).to.equal('next')
  })

  it('give piece after piece of a stream, until that is closed', async () => {
    const { value, stream } = await threads.run(ownTask, 'stream', undefined, 'stream')
    expect(value).to.equal('head')
    for (let i = 0; i < 2; i++) expect((await stream!.next(ownTask)).value).to.equal('piece')
    stream!.close()
    await until(() => notes.length === 1)
    expect(await faultOf(stream!.next(ownTask))).to.include({ reason: 'client-gone' })
  })

  it('close a stream whose task has ended before it was there', async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const { task, abandon, close } = openTask({ client: '192.0.2.1', timeout: 100 })
    const opening = faultOf(untilEnd(task, threads.run(task, 'streamLate', gate, 'stream')))
    abandon()
    expect(await opening).to.include({ reason: 'client-gone' })
    Atomics.store(gate, 0, 1)
    await until(() => notes.length === 1)
    close()
  })

  it('leave one its tasks that gets no processor', async () => {
    const before = failures('thread')
    expect(await run('starve', 4000)).to.equal('done')
    expect(failures('thread')).to.equal(before)
  })

  it('have one more for others, while long work of one client holds all', async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const opened = ['192.0.2.1', '192.0.2.2'].map((client) => openTask({ client, timeout: 100 }))
    const [first, other] = opened.map(({ task }) => task) as [Task, Task]
    await run('echo')
    const ends = [1, 2].map(() => run('work', gate, first))
    // The first one waits behind the work, which nobody knows to be long.
    let answers = 0
    await until(async () => {
      ends.push(run('echo', 'other', other).finally(() => answers++))
      await wait(100)
      return answers > 0
    })
    let isOwnDone = false
    ends.push(run('echo', 'own', first).finally(() => (isOwnDone = true)))
    for (let i = 0; i < 3; i++) await run('echo', 'other', other)
    expect(isOwnDone).to.equal(false)
    Atomics.store(gate, 0, 1)
    await Promise.all(ends)
    for (const { close } of opened) close()
  })

  it('leave one alone whose task passes no checkpoint: its client is refused, another takes the next', async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const before = { profile: failures('profile'), thread: failures('thread') }
    await run('echo')
    const holding = faultOf(run('hold', gate))
    const error = await holding
    expect(error).to.be.instanceOf(Problem).that.includes({ status: 503 })
    expect(await run('echo', 'next')).to.equal('next')
    // It was not cut off: that might have ended the process.
    expect(failures('profile')).to.equal(before.profile)
    expect(failures('thread')).to.equal(before.thread + 1)
    Atomics.store(gate, 0, 1)
    await until(() => failures('profile') === before.profile + 1)
  })
})
