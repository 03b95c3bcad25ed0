/** A lane: some work at a time, the rest waits in a queue that is fair between clients. */

import type { Accounts } from './accounts.ts'
import { systemClock, type Clock } from './clock.ts'
import { FairQueue, type Refusals } from './queue.ts'
import { untilEnd, type HeldPlace, type Task } from './task.ts'

interface LaneOptions {
  /** Work that is done at once. */
  readonly places: number
  /** Further places, for clients that have none: otherwise one alone may have all. */
  readonly guestPlaces?: number
  /** Work that may wait, of all clients together. */
  readonly maxWaiting: number
  readonly refusals: Refusals
  readonly accounts: Accounts
  readonly clock?: Clock
}

export class Lane {
  readonly #places: number
  readonly #guestPlaces: number
  readonly #queue: FairQueue<undefined>
  readonly #clock: Clock
  #running = 0

  constructor({ places, guestPlaces = 0, maxWaiting, refusals, accounts, clock = systemClock }: LaneOptions) {
    this.#places = places
    this.#guestPlaces = guestPlaces
    this.#clock = clock
    this.#queue = new FairQueue({ maxWaiting, refusals, mayBegin: accounts.mayBegin, clock })
    accounts.onChange(() => this.#dispatch())
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Runs work when there is a place for it. The place is given back when the work has ended, or its task.
   * @throws Error one of the refusals, and what the work throws
   */
  run<A>(task: Task, work: () => Promise<A>): Promise<A> {
    // Nobody holds a place of one lane while waiting in another.
    const { place } = task
    return place ? place.waitElsewhere(() => this.#run(task, work)) : this.#run(task, work)
  }

  /** The same if there is no other work, until that ends, and without waiting; else it is undefined. */
  runAlone<A>(task: Task, work: () => Promise<A>): Promise<A> | undefined {
    if (this.#running > 0 || !this.#queue.take(task.client)) return undefined
    this.#running++
    return this.#hold(task, work)
  }

  async #run<A>(task: Task, work: () => Promise<A>): Promise<A> {
    await this.#enter(task, false)
    return this.#hold(task, () => untilEnd(task, work()))
  }

  /** Runs work in a place that its task has. */
  async #hold<A>(task: Task, work: () => Promise<A>): Promise<A> {
    const place = new LanePlace(
      () => this.#enter(task, true),
      () => this.#leave(task),
    )
    const { place: outer } = task
    task.place = place
    try {
      return await work()
    } finally {
      task.place = outer
      place.close()
    }
  }

  #enter({ client, signal, deadline }: Task, isBegun: boolean): Promise<undefined> {
    const place = this.#queue.wait({ client, signal, timeoutMs: deadline - this.#clock.now(), isBegun })
    this.#dispatch()
    return place
  }

  #leave({ client }: Task): void {
    this.#running--
    this.#queue.release(client)
    this.#dispatch()
  }

  #dispatch(): void {
    if (this.#queue.length === 0) return
    const maxHeld = (): number => (this.#running < this.#places ? Infinity : 0)
    while (
      this.#running < this.#places + this.#guestPlaces &&
      this.#queue.offer(undefined, undefined, maxHeld())
    )
      this.#running++
  }
}

class LanePlace implements HeldPlace {
  readonly #enter: () => Promise<unknown>
  readonly #leave: () => void
  #isHeld = true
  #isClosed = false
  /** How often its task waits elsewhere at this moment. */
  #waits = 0
  #return: Promise<void> | undefined

  constructor(enter: () => Promise<unknown>, leave: () => void) {
    this.#enter = enter
    this.#leave = leave
  }

  async waitElsewhere<A>(wait: () => Promise<A>): Promise<A> {
    this.#waits++
    this.#giveBack()
    try {
      return await wait()
    } finally {
      this.#waits--
      if (this.#waits === 0 && !this.#isHeld && !this.#isClosed) await this.#comeBack()
    }
  }

  /** Its task has ended. */
  close(): void {
    this.#isClosed = true
    this.#giveBack()
  }

  #comeBack(): Promise<void> {
    this.#return ??= this.#enter()
      .then(() => {
        this.#isHeld = true
        // Meanwhile the task may have ended, or begun to wait for something else.
        if (this.#isClosed || this.#waits > 0) this.#giveBack()
      })
      .finally(() => (this.#return = undefined))
    return this.#return
  }

  #giveBack(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#leave()
  }
}
