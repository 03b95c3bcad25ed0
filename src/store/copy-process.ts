/** The process that owns a copy of the graph: loads it, then answers one query after the other. */

import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import oxigraph from 'oxigraph'
import { describeSyntaxError } from '../sparql/syntax-error.ts'
import { outline } from '../sparql/outline.ts'
import { PIPE, type Fault, type Message, type Order, type Question } from './copy-messages.ts'
import { countRows } from './count-rows.ts'
import { readGraphs } from './nquads.ts'
import { sizeFault } from './query-size.ts'
import { repairXml } from './xml.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))
const store = new oxigraph.Store()
const pipe = new Socket({ fd: PIPE })
const say = (message: Message): void => {
  process.send?.(message)
}
const fault = (kind: Fault, detail = ''): void => say({ kind: 'fault', fault: kind, detail })

async function load(quads: readonly string[], growth: number): Promise<void> {
  for await (const chunk of readGraphs(quads))
    store.load(chunk, { format: 'nq', no_transaction: true, lenient: true })
  const memory = process.memoryUsage.rss()
  guard.postMessage(memory + growth)
  say({ kind: 'ready', memory, quads: store.size })
}

const terms = (iris: readonly string[]): ReturnType<typeof oxigraph.namedNode>[] =>
  iris.map((iri) => oxigraph.namedNode(iri))

/** Runs a query; one that is as long as it likes to be stops one row after the limit. */
function run(
  { text, type, defaultGraphs, namedGraphs, rows }: Question,
  { hasDatasetClause: dataset, acceptsLimit: unlimited }: ReturnType<typeof outline>,
): string {
  const given = defaultGraphs !== undefined || namedGraphs !== undefined
  const options = {
    results_format: type,
    use_default_graph_as_union: !dataset && !given,
    ...(given ? { default_graph: terms(defaultGraphs ?? []), named_graphs: terms(namedGraphs ?? []) } : {}),
  }
  if (!unlimited) return store.query(text, options) as string
  try {
    return store.query(`${text}\nLIMIT ${rows + 1}`, options) as string
  } catch (error) {
    if (isBroken(error)) throw error
    // What is wrong is said of the text as it came.
    return store.query(text, options) as string
  }
}

/** After a trap, the store can no longer be used. */
const isBroken = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof RangeError || error.name === 'RuntimeError'

async function ask(question: Question): Promise<void> {
  const words = outline(question.text)
  if (words.usesService) {
    fault('federated')
    return
  }
  const tooLarge = sizeFault(words)
  if (tooLarge !== undefined) {
    fault('large', tooLarge)
    return
  }
  let text: string | undefined
  try {
    text = run(question, words)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (isBroken(error)) fault('broken', message)
    else fault('invalid', await describeSyntaxError(question.text, message))
    return
  }
  if (question.type.endsWith('xml')) text = repairXml(text)
  if (text === undefined) {
    fault('xml')
    return
  }
  if (words.kind === 'select' && countRows(text, question.type) > question.rows) {
    fault('rows')
    return
  }
  const bytes = Buffer.from(text)
  if (bytes.length > question.bytes) {
    fault('bytes')
    return
  }
  say({ kind: 'answer', bytes: bytes.length, memory: process.memoryUsage.rss() })
  pipe.write(bytes)
}

// Where memory runs out, Linux ends this process before the server.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  /* not on other systems */
}
const guard = new Worker(new URL(`./copy-guard${EXTENSION}`, import.meta.url), { workerData: process.ppid })
guard.unref()
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  if (order.kind === 'load') void load(order.quads, order.growth)
  else void ask(order)
})
