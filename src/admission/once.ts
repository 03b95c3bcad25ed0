/** Single flight: what several clients ask for at once is made once, until the last of them has left. */

import { ClientDisconnected, untilEnd, type HeldPlace, type Task } from './task.ts'

interface PendingAnswers<Key, Answer> {
  get(key: Key): Promise<Answer> | undefined
  set(key: Key, answer: Promise<Answer>): unknown
  delete(key: Key): unknown
}

/** The work for each answer that is on its way. */
const tasks = new WeakMap<Promise<unknown>, SharedTask>()

/**
 * The answer that is known or on its way; one that failed is forgotten.
 * @param make gets a task that ends with the last of those who wait for the answer
 * @param task of this client: where it ends, the client waits no longer
 */
export function once<Key, Answer>(
  answers: PendingAnswers<Key, Answer>,
  key: Key,
  make: (task: Task) => Promise<Answer>,
  task: Task,
): Promise<Answer> {
  const known = answers.get(key)
  if (known) return tasks.get(known)?.join(task, known) ?? known
  const shared = new SharedTask(task)
  const pending = make(shared)
  answers.set(key, pending)
  tasks.set(pending, shared)
  // A cache may have dropped it and hold a later one.
  const forget = (): void => void (answers.get(key) === pending && answers.delete(key))
  shared.signal.addEventListener('abort', forget, { once: true })
  pending.then(
    // From now on nobody waits for it.
    () => void (tasks.delete(pending) && shared.close()),
    () => {
      shared.close()
      forget()
    },
  )
  return shared.join(task, pending)
}

/** What is made for each of some objects (a graph, say), as long as that is there. */
export function mapsByOwner<A>(): (owner: object) => Map<string, Promise<A>> {
  const maps = new WeakMap<object, Map<string, Promise<A>>>()
  return (owner) => {
    let map = maps.get(owner)
    if (!map) maps.set(owner, (map = new Map()))
    return map
  }
}

/** Work for several tasks. */
class SharedTask implements Task {
  readonly client: string
  place: HeldPlace | undefined
  readonly #controller = new AbortController()
  readonly #members = new Set<Task>()
  #isDone = false

  /** @param first of those who wait for the answer */
  constructor(first: Task) {
    this.client = first.client
    this.#members.add(first)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get deadline(): number {
    return Math.max(...[...this.#members].map(({ deadline }) => deadline))
  }

  get member(): Task | undefined {
    const [first] = this.#members
    return first
  }

  /** Goes on for as long as one of those waits who have not left. */
  check(): void {
    let fault: unknown = this.signal.aborted ? this.signal.reason : undefined
    if (!fault)
      for (const member of this.#members)
        try {
          return member.check?.()
        } catch (error) {
          fault = error
        }
    if (fault) throw fault
  }

  /** The answer, for one that waits for it. */
  async join<A>(member: Task, answer: Promise<A>): Promise<A> {
    this.#members.add(member)
    try {
      return await untilEnd(member, answer)
    } finally {
      this.#members.delete(member)
      if (this.#members.size === 0 && !this.#isDone) this.#controller.abort(new ClientDisconnected())
    }
  }

  /** The answer is there. */
  close(): void {
    this.#isDone = true
  }
}
