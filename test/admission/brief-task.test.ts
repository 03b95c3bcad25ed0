import { expect } from 'chai'
import { tryBriefly } from '../../src/admission/brief-task.ts'
import {
  checkpoint,
  ClientDisconnected,
  expectLongWork,
  ownTask,
  waitElsewhere,
} from '../../src/admission/task.ts'
import { Problem } from '../../src/errors.ts'
import { until } from '../support/until.ts'

describe('A try in the main thread', () => {
  it('gives the result of what is done in a moment', async () => {
    // A machine that stops meanwhile makes it long.
    await until(async () => {
      const result = await tryBriefly(ownTask, async (task) => {
        checkpoint(task)
        return 'an answer'
      })
      expect(result).to.be.oneOf(['an answer', undefined])
      return result !== undefined
    })
  })

  it('passes on what the work throws', async () => {
    const thrown = await tryBriefly(ownTask, async () => {
      throw new Problem('not-found', 'There is none.')
    }).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(Problem)
  })

  it('ends at a checkpoint of work that does not end', async () => {
    const result = await tryBriefly(ownTask, async (task) => {
      for (;;) checkpoint(task)
    })
    expect(result).to.equal(undefined)
  })

  it('ends before work that says it takes long', async () => {
    let isBegun = false
    const result = await tryBriefly(ownTask, async (task) => {
      expectLongWork(task)
      isBegun = true
    })
    expect([result, isBegun]).to.deep.equal([undefined, false])
  })

  it('gives no result of work that went on without what takes long', async () => {
    const result = await tryBriefly(ownTask, async (task) => {
      try {
        expectLongWork(task)
      } catch {
        return task.signal.aborted ? 'a part' : 'a failure'
      }
      return 'all'
    })
    expect(result).to.equal(undefined)
  })

  it('does not wait for an engine', async () => {
    let isAsked = false
    const result = await tryBriefly(ownTask, (task) =>
      waitElsewhere(task, async () => {
        isAsked = true
        return 'rows'
      }),
    )
    expect([result, isAsked]).to.deep.equal([undefined, false])
  })

  it('ends with its client', async () => {
    const gone = new AbortController()
    gone.abort(new ClientDisconnected())
    const task = { ...ownTask, signal: gone.signal }
    const thrown = await tryBriefly(task, async (brief) => checkpoint(brief)).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(ClientDisconnected)
  })
})

describe('Work that takes long', () => {
  it('goes on for a task that has time', () => {
    expect(() => expectLongWork(ownTask)).not.to.throw()
  })
})
