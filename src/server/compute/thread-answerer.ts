/** In the main thread: has worker threads answer requests, and asks stores for them. */

import { waitElsewhere } from '../../admission/task.ts'
import type { PieceStream, Services } from '../threads/thread.ts'
import type { Threads } from '../threads/pool.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import type { Pieces } from '../../api/representation/answer.ts'
import type { Answerer } from './answerer.ts'
import type { Arguments, GraphData, PlainAnswer, Questions } from './messages.ts'

interface ThreadAnswererOptions {
  /** Makes the threads, which ask these services. */
  readonly createThreads: (services: Services) => Threads
  /** What threads have to know of a graph; undefined where they cannot open it. */
  readonly dataOf: (context: GraphContext) => GraphData | undefined
  /** Answers until the first thread does, and over graphs that threads cannot open. */
  readonly local: Answerer
}

export interface ThreadAnswerer extends Answerer {
  /** Starts the threads, which open the graph. */
  start(context: GraphContext): void
  end(): Promise<void>
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const piecesOf = ({ next, close }: PieceStream): Pieces => ({
  async next(task) {
    const { value } = await next(task)
    return value === undefined ? undefined : bufferOf(value as Uint8Array)
  },
  close,
})

export function createThreadAnswerer({
  createThreads,
  dataOf,
  local,
}: ThreadAnswererOptions): ThreadAnswerer {
  const graphs = new Map<number, GraphContext['graph']>()
  const keys = new WeakMap<object, number | undefined>()
  const threads = createThreads(servicesOver(graphs))
  let lastKey = 0

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

  return {
    async answer(task, request, context) {
      const key = keyOf(context)
      // Afterwards never: what has held up a thread would hold up all requests.
      if (key === undefined || !threads.hasBegun) return local.answer(task, request, context)
      const argument: Arguments['answer'] = { graph: key, request }
      const { value, stream } = await threads.run(task, 'answer', argument, request.url)
      const { body = new Uint8Array(), ...answer } = value as PlainAnswer
      return { ...answer, body: stream ? piecesOf(stream) : bufferOf(body) }
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
