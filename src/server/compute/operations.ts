/** In a worker thread: the graphs that it has opened, and answers to requests over them. */

import { ownTask, type Task } from '../../admission/task.ts'
import { reportFailure } from '../../admission/background.ts'
import type { ServedGraph } from '../../search-index/query/graph.ts'
import type { Ask, Operations, Outcome, TaskStream } from '../threads/serve-tasks.ts'
import type { Endpoint, Limits } from '../../store/endpoint/endpoint.ts'
import type { Queries, Store } from '../../store/store.ts'
import { createContextProvider } from '../../api/graph-context.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { firstLinks, type Pieces } from '../../api/representation/answer.ts'
import { publicRoutesOf, loadAll } from '../routes/available-routes.ts'
import { describeForSearch, pages } from '../routes/routes.ts'
import { createAnswerer, type Answerer } from './answerer.ts'
import type { Arguments, GraphData, PlainAnswer, Questions } from './messages.ts'

interface AskedStore extends Queries, Pick<Store, 'ping' | 'close'> {
  /** The public endpoint, for what pages show. */
  endpoint(limits: Limits): Pick<Endpoint, 'limits' | 'ask'>
}

/** Queries that no request has made are those of the thread itself. */
function askedFrom(graph: number, ask: Ask): AskedStore {
  const question = <A, K extends keyof Questions>(
    task: Task,
    name: K,
    argument: Omit<Questions[K], 'graph'>,
  ): Promise<A> => ask(task, name, { graph, ...argument })
  const forTask = (task: Task): AskedStore => ({
    task,
    forTask,
    select: (query) => question(task, 'select', { query }),
    iris: async (query) =>
      (await question<string, 'iris'>(task, 'iris', { query })).split('\n').filter(Boolean),
    ping: () => question(task, 'ping', {}),
    // The main thread closes it.
    close: async () => {},
    endpoint: (limits) => ({
      limits,
      ask: async (query, { client, task: requestTask = task } = {}) =>
        Buffer.from(await question<Uint8Array, 'ask'>(requestTask, 'ask', { query, client })),
    }),
  })
  return forTask(ownTask)
}

/** Opens a graph whose store is asked through the main thread. @throws Error if that cannot be */
export type OpenGraph = (data: GraphData, store: AskedStore, onDamage: (cause: Error) => void) => ServedGraph

interface OpenedGraph {
  readonly graph: ServedGraph
  readonly context: GraphContext
  readonly answerer: Answerer
  /** Answers that have further pieces. */
  readonly streams: Set<Pieces>
  /** Answers and pieces that are being made. */
  uses: number
  /** Is called when there are none. */
  onUnused?: (() => void) | undefined
}

const encoder = new TextEncoder()

/** Bytes in memory of their own, which can be handed over. */
const ownBytes = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? encoder.encode(text) : new Uint8Array(text)

/** Makes a part of an answer, before whose end its graph is not closed. */
async function use<A>(opened: OpenedGraph, work: () => Promise<A>): Promise<A> {
  opened.uses++
  try {
    return await work()
  } finally {
    opened.uses--
    if (opened.uses === 0) opened.onUnused?.()
  }
}

function streamOf(opened: OpenedGraph, pieces: Pieces): TaskStream {
  const { streams } = opened
  streams.add(pieces)
  return {
    next: (task) =>
      use(opened, async (): Promise<Outcome> => {
        if (!streams.has(pieces)) throw new Error('the graph of the answer is closed')
        const piece = await pieces.next(task)
        if (piece === undefined) return {}
        const value = ownBytes(piece)
        return { value, transfer: [value.buffer] }
      }),
    close() {
      streams.delete(pieces)
      pieces.close()
    },
  }
}

export function createOperations(openGraph: OpenGraph, ask: Ask): Operations {
  const graphs = new Map<number, OpenedGraph | Error>()

  function graphOf(key: number): OpenedGraph {
    const opened = graphs.get(key)
    if (opened instanceof Error) throw opened
    if (!opened) throw new Error('the graph of the request is closed')
    return opened
  }

  function open(key: number, data: GraphData): OpenedGraph {
    const store = askedFrom(key, ask)
    const graph = openGraph(data, store, ({ message }) => {
      ask(ownTask, 'damage', { graph: key, message }).catch((error: unknown) =>
        reportFailure('thread', error),
      )
    })
    const { settings, root, about } = data
    const routes = publicRoutesOf({ graph, settings })
    const has = (path: string): boolean => routes.some(({ route }) => route.path === path)
    const place = { root, about: () => about, has, hasPages: pages !== undefined }
    const context = createContextProvider(() => graph, place, settings)()
    const services = {
      settings,
      metrics: undefined,
      lateSince: () => undefined,
      endpoints: routes.map(({ route }) => route),
      describeForSearch,
      pages,
    }
    loadAll(routes, 'thread').catch((error: unknown) => reportFailure('warm-up', error))
    return { graph, context, answerer: createAnswerer(routes, services), streams: new Set(), uses: 0 }
  }

  return {
    async open(_task, { key, argument }: Arguments['open']) {
      try {
        graphs.set(key, open(key, argument))
        return {}
      } catch (error) {
        graphs.set(key, error as Error)
        throw error
      }
    },
    async close(_task, key: Arguments['close']) {
      const opened = graphs.get(key)
      graphs.delete(key)
      if (!opened || opened instanceof Error) return {}
      // Their clients have had their time; what is being made ends with its own.
      for (const pieces of opened.streams) pieces.close()
      opened.streams.clear()
      if (opened.uses > 0) await new Promise<void>((resolve) => (opened.onUnused = resolve))
      await opened.graph.close()
      return {}
    },
    async answer(task, { graph, request }: Arguments['answer']) {
      const opened = graphOf(graph)
      return use(opened, async () => {
        const { body, ...answer } = await opened.answerer.answer(task, request, opened.context)
        const plain: PlainAnswer = { ...answer, links: answer.links && firstLinks(answer.links) }
        if (typeof body !== 'string' && !Buffer.isBuffer(body))
          return { value: plain, stream: streamOf(opened, body) }
        const bytes = ownBytes(body)
        return { value: { ...plain, body: bytes } satisfies PlainAnswer, transfer: [bytes.buffer] }
      })
    },
  }
}
