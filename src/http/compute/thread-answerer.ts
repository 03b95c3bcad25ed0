/** In the main thread: has worker threads answer requests, and asks stores for them. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { tryBriefly } from '../../admission/brief-task.ts'
import { ownTask, waitElsewhere, type Task } from '../../admission/task.ts'
import type { Services } from '../../threads/thread.ts'
import type { ThreadHandle, Threads } from '../../threads/pool.ts'
import type { GraphContext } from '../graph-context.ts'
import type { Pieces } from '../representation/answer.ts'
import type { Answerer, PlainRequest, TimedAnswer } from './answerer.ts'
import type { Arguments, GraphData, PlainAnswer, Questions } from './messages.ts'

interface ThreadAnswererOptions {
  /** Makes the threads, which ask these services. */
  readonly createThreads: (services: Services) => Threads
  /** What threads have to know of a graph; undefined where they cannot open it. */
  readonly dataOf: (context: GraphContext) => GraphData | undefined
  /** Answers until the first thread does, and over graphs that threads cannot open. */
  readonly local: Answerer
  /** Whether the answer of a route may be tried in the main thread now. */
  readonly mayTry: (path: string) => boolean
}

export interface ThreadAnswerer extends Answerer {
  /** Starts the threads, which open the graph. */
  start(context: GraphContext): void
  end(): Promise<void>
}

/** Characters of a URL above which it takes long to read what it asks for. */
const MAX_BRIEF_URL = 1000

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

export function createThreadAnswerer({
  createThreads,
  dataOf,
  local,
  mayTry,
}: ThreadAnswererOptions): ThreadAnswerer {
  const graphs = new Map<number, GraphContext['graph']>()
  const keys = new WeakMap<object, number | undefined>()
  const threads = createThreads(servicesOver(graphs))
  let lastKey = 0
  /** Answers that are being made. */
  let pending = 0

  /** The number by which threads know a graph; undefined where they cannot open it. */
  function keyOf(context: GraphContext): number | undefined {
    const { graph } = context
    if (keys.has(graph)) return keys.get(graph)
    const data = dataOf(context)
    if (!data) {
      keys.set(graph, undefined)
      return undefined
    }
    const key = ++lastKey
    keys.set(graph, key)
    graphs.set(key, graph)
    threads.open(key, data)
    graph.beforeClose(async () => {
      keys.set(graph, undefined)
      await threads.close(key)
      graphs.delete(key)
    })
    return key
  }

  const piecesOf = (stream: number, thread: ThreadHandle, title: string): Pieces => ({
    async next(task) {
      const { value } = await threads.run(task, 'piece', stream satisfies Arguments['piece'], title, thread)
      return value === undefined ? undefined : bufferOf(value as Uint8Array)
    },
    // Where the thread has ended, so have the pieces.
    close: () =>
      void threads.run(ownTask, 'drop', stream satisfies Arguments['drop'], title, thread).catch(() => {}),
  })

  async function answerInThread(task: Task, key: number, request: PlainRequest): Promise<TimedAnswer> {
    const argument: Arguments['answer'] = { graph: key, request }
    const { value, thread } = await threads.run(task, 'answer', argument, request.url)
    const answer = value as PlainAnswer
    const { body } = answer
    return {
      ...answer,
      body: typeof body === 'number' ? piecesOf(body, thread, request.url) : bufferOf(body),
    }
  }

  /** Answers here what takes a moment, if nothing else is being made, or has come with it. */
  async function answerBriefly(
    task: Task,
    request: PlainRequest,
    context: GraphContext,
  ): Promise<TimedAnswer | undefined> {
    if (pending > 1 || !mayTry(request.route) || request.url.length > MAX_BRIEF_URL) return undefined
    await nextTurn()
    return pending > 1 ? undefined : tryBriefly(task, (brief) => local.answer(brief, request, context))
  }

  return {
    async answer(task, request, context) {
      const key = keyOf(context)
      // Afterwards never: what has held up a thread would hold up all requests.
      if (key === undefined || !threads.hasBegun) return local.answer(task, request, context)
      pending++
      try {
        return (await answerBriefly(task, request, context)) ?? (await answerInThread(task, key, request))
      } finally {
        pending--
      }
    },
    start(context) {
      keyOf(context)
      threads.start()
    },
    end: () => threads.end(),
  }
}

/** What threads ask, of the graph that they name by its number. */
function servicesOver(graphs: ReadonlyMap<number, GraphContext['graph']>): Services {
  function graphOf(key: number): GraphContext['graph'] {
    const graph = graphs.get(key)
    if (!graph) throw new Error('the graph of the request is closed')
    return graph
  }
  return {
    select: async (task, { graph, query }: Questions['select']) => graphOf(graph).forTask(task).select(query),
    iris: async (task, { graph, query }: Questions['iris']) =>
      (await graphOf(graph).forTask(task).iris(query)).join('\n'),
    async ask(task, { graph, query, client }: Questions['ask']) {
      const { endpoint } = graphOf(graph)
      if (!endpoint) throw new Error('the graph has no public endpoint')
      return waitElsewhere(task, () =>
        endpoint.ask(query, { ...(client !== undefined && { client }), signal: task.signal }),
      )
    },
    async ping(_task, { graph }: Questions['ping']) {
      const state = await graphOf(graph).state()
      if (state === 'gone') throw new Error('the store does not answer')
      return state === 'busy' ? 'busy' : 'ok'
    },
    damage: async (_task, { graph, message }: Questions['damage']) =>
      graphOf(graph).index?.onDamage(new Error(message)),
  }
}
