/**
 * What is measured and what stands beside it, each in a process of its own: skeg as its command starts it, a
 * bare Koa app, Oxigraph alone.
 */

import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { load, type Load, type LoadOptions } from '../support/load.ts'

export interface Server {
  readonly root: string
  readonly pid: number
  close(): Promise<void>
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function end(child: ChildProcess): Promise<void> {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Load of which every answer is a success. @throws Error that says which statuses came */
export async function loadWell(root: string, options: LoadOptions): Promise<Load> {
  const result = await load(root, options)
  if (result.statuses.size !== 1 || !result.statuses.has(200))
    throw new Error(`Answers were ${[...result.statuses.keys()].join(', ')}`)
  return result
}

/**
 * `skeg serve` of a path on a free port; its log goes to the file of a descriptor. @throws Error if it ends
 * before it serves
 */
export async function startSkeg(
  path: string,
  base: string,
  flags: readonly string[],
  stderr: number | 'ignore' = 'ignore',
): Promise<Server> {
  const args = [file('../../dist/main.js'), 'serve', path, '--base', base, ...flags, '--port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', stderr] })
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const root = / serves .* at (http\S+)$/.exec(line)?.[1]
    if (root !== undefined) return { root, pid: child.pid as number, close: () => end(child) }
  }
  throw new Error('skeg has ended before it answered')
}

export interface Answer {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** A bare Koa app that answers each target with the same bytes. */
export async function startBareKoa(answers: ReadonlyMap<string, Answer>): Promise<Server> {
  const child = fork(file('bare-koa.mjs'), { serialization: 'advanced', execArgv: [] })
  child.send(answers)
  const [root] = (await once(child, 'message')) as [string]
  return { root, pid: child.pid as number, close: () => end(child) }
}

/** Loads N-Quads into Oxigraph alone, in a process of its own. @returns milliseconds */
export async function loadOxigraph(quads: string): Promise<{ readonly ms: number }> {
  const child = spawn(process.execPath, [file('load-oxigraph.mjs'), quads], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as { ms: number }
}

type Rows = readonly Readonly<Record<string, { readonly value: string }>>[]

export interface Oxigraph {
  readonly pid: number
  /** Milliseconds that Oxigraph takes for a SELECT query, and its solutions. */
  ask(query: string): Promise<{ readonly ms: number; readonly rows: Rows }>
  /** Milliseconds that it takes for a CONSTRUCT query, written as Turtle. */
  construct(query: string): Promise<number>
  close(): Promise<void>
}

/** Oxigraph alone, with a file of N-Quads. */
export async function startOxigraph(quads: string): Promise<Oxigraph> {
  const child = fork(file('oxigraph.mjs'), [quads], { execArgv: [] })
  await once(child, 'message')
  async function run<T>(query: string, format: string): Promise<T> {
    child.send({ query, format })
    const [answer] = (await once(child, 'message')) as [T]
    return answer
  }
  return {
    pid: child.pid as number,
    ask: (query) => run(query, 'json'),
    construct: async (query) => (await run<{ ms: number }>(query, 'ttl')).ms,
    close: () => end(child),
  }
}
