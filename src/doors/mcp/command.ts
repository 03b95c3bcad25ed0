/** `skeg mcp`: the tools of agents over a graph, on standard input and output. */

import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import { software } from '../../config/about.ts'
import { LimitedTask } from '../../admission/task.ts'
import { UsageError } from '../../config/errors.ts'
import { createContextProvider, withTask, type GraphContext } from '../../api/graph-context.ts'
import { createMcpServer } from './server.ts'
import { readGraphAbout } from '../../load/prepared/about-file.ts'
import type { Model } from '../../model/model.ts'
import type { Settings } from '../../config/settings.ts'
import { PathsOrigin } from '../../load/open/paths-origin.ts'
import { stopping } from '../../console/signals.ts'
import { printMessages } from '../../console/terminal.ts'

/** Nobody serves it there, and no answer of the tools has a URL of the server. */
const ROOT = 'http://localhost'

export async function mcp(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  if (paths.length === 0) throw new UsageError('mcp needs a GRAPH, or PATHs to read')
  const about = readGraphAbout(paths, settings.about)
  const { graph } = await new PathsOrigin(paths, settings, model).open()
  try {
    const context = createContextProvider(
      () => graph,
      { root: ROOT, about: () => about, has: () => false },
      settings,
    )()
    const onFault = (error: unknown): void =>
      printMessages([`${software.name}: ${error instanceof Error ? error.stack : String(error)}`])
    await Promise.race([serveOverStdio(context, settings, onFault), stopping()])
  } finally {
    await graph.close()
  }
}

/** The graph stays as it is until the process ends. */
const TTL_MS = 3_600_000

/** Resolves when the client has closed its end. @param onFault hears of faults of the server */
async function serveOverStdio(
  context: GraphContext,
  settings: Settings,
  onFault: (error: unknown) => void,
): Promise<void> {
  const services = { settings, metrics: undefined, lateSince: () => undefined, endpoints: [] }
  async function run<A>(work: (context: GraphContext) => Promise<A>): Promise<A> {
    const task = new LimitedTask({ client: '', timeout: context.answerTimeout })
    try {
      return await work(withTask(context, task))
    } finally {
      task.close()
    }
  }
  const ended = once(process.stdin, 'close')
  const handle = serveStdio(() => createMcpServer({ context, services, run, ttlMs: TTL_MS, onFault }), {
    onerror: onFault,
  })
  await ended
  await handle.close()
}
