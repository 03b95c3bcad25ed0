/** Answers that are made once for all who wait for them, until the last of these has left. */

import { expect } from 'chai'
import { createAccounts } from '../../src/admission/accounts.ts'
import { Lane } from '../../src/admission/lane.ts'
import { once } from '../../src/admission/once.ts'
import { checkpoint, isClientGone, waitElsewhere, type Task } from '../../src/admission/task.ts'
import { openTask } from '../support/tasks.ts'
import { until } from '../support/until.ts'

type Make = (task: Task) => Promise<string>

describe('an answer for several', () => {
  let computed: number
  let known: Map<string, Promise<string>>
  beforeEach(() => {
    computed = 0
    known = new Map()
  })

  function client(respond: Make): { readonly answer: Promise<string>; leave(): void } {
    const { task, abandon, close } = openTask({ client: 'one', timeout: 60 })
    const make: Make = (shared) => {
      computed++
      return respond(shared)
    }
    const answer = once(known, 'key', make, task)
      .catch((error: Error) => (isClientGone(error) ? 'left' : error.message))
      .finally(close)
    return { answer, leave: abandon }
  }
  const soon = (text: string) => (): Promise<string> =>
    new Promise((resolve) => {
      setTimeout(resolve, 50, text)
    })
  /** Works until its task has ended. */
  const forEver = (onEnd: () => void): Make =>
    async function forEver(task) {
      try {
        for (;;) {
          await checkpoint(task)
          await new Promise(setImmediate)
        }
      } finally {
        onEnd()
      }
    }

  it('is made once, and not again for who comes later', async () => {
    const clients = [client(soon('one')), client(soon('two'))]
    expect(await Promise.all(clients.map(({ answer }) => answer))).to.deep.equal(['one', 'one'])
    expect(await client(soon('three')).answer).to.equal('one')
    expect(computed).to.equal(1)
  })

  it('goes on for those who stay, whoever began it', async () => {
    const leaving = Array.from({ length: 500 }, () => client(soon('one')))
    const staying = [client(soon('two')), client(soon('three'))]
    for (const { leave } of leaving) leave()
    expect(new Set(await Promise.all(leaving.map(({ answer }) => answer)))).to.deep.equal(new Set(['left']))
    expect(await Promise.all(staying.map(({ answer }) => answer))).to.deep.equal(['one', 'one'])
    expect(computed).to.equal(1)
  })

  it('ends when the last of them has left, and is made anew for the next', async () => {
    let hasEnded = false
    const clients = Array.from({ length: 3 }, () => client(forEver(() => (hasEnded = true))))
    for (const { leave } of clients.slice(1)) leave()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(hasEnded).to.equal(false)
    clients[0]!.leave()
    expect(await clients[0]!.answer).to.equal('left')
    expect(await client(soon('new')).answer).to.equal('new')
    await until(() => hasEnded)
    expect(computed).to.equal(2)
  })

  it('that failed is said to all, and forgotten', async () => {
    const fails = (): Promise<string> => Promise.reject(new Error('no'))
    expect(await Promise.all([client(fails).answer, client(soon('one')).answer])).to.deep.equal(['no', 'no'])
    expect(await client(soon('two')).answer).to.equal('two')
    expect(computed).to.equal(2)
  })

  it('that is waited for elsewhere takes no place meanwhile, of none of those who wait for it', async () => {
    const accounts = createAccounts({ maxBytes: 1, maxBytesPerClient: 1 })
    const refusals = {
      full: () => new Error('full'),
      late: () => new Error('late'),
      aborted: () => new Error(),
    }
    const lane = new Lane({ places: 2, maxWaiting: 10, refusals, accounts })
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const make: Make = () => gate.then(() => 'answer')
    const answers = Array.from({ length: 5 }, () => {
      const { task, close } = openTask({ client: 'one', timeout: 60 })
      return lane.run(task, () => waitElsewhere(task, () => once(known, 'key', make, task))).finally(close)
    })
    await until(() => lane.waiting === 0 && lane.running === 0)
    open()
    expect(new Set(await Promise.all(answers))).to.deep.equal(new Set(['answer']))
    expect([lane.running, lane.waiting]).to.deep.equal([0, 0])
  })
})
