/** The built program as a command line. */

import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

export const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** For a server whose worker threads do not matter: the start of one takes a third of that of the server. */
export const WITHOUT_THREADS = ['--threads', '0']

export interface Ended {
  /** Exit status; null if a signal has ended it. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

type Variables = Readonly<Record<string, string>>

/** What the tests are run with is no setting of a command. */
function environment(variables: Variables): NodeJS.ProcessEnv {
  const { SKEG_PORT: _, ...env } = process.env
  return { ...env, ...variables }
}

/** What a process writes, until it has ended. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** What is done while a command serves. @param kill sends it a signal; at the end it gets a SIGTERM if it got none */
type Visit = (url: string, kill: (signal: NodeJS.Signals) => void) => Promise<void> | void

/** Runs a command as a process. @param visit when it serves */
export async function runProcess(
  args: readonly string[],
  visit?: Visit,
  variables: Variables = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = endOf(child)
  let visited: Promise<void> | undefined
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    const url = / at (http\S+)\n/.exec(out)?.[1]
    if (!url || !visit || visited) return
    visited = visitServer(url, child, visit)
    visited.catch(() => {})
  })
  const result = await ended
  await visited
  return result
}

export interface Serving {
  readonly root: string
  readonly child: ChildProcess
  printed(): string
  /** @returns its exit status */
  close(): Promise<number | null>
}

/** Runs `skeg serve` on a free port, until it serves or ends. */
export async function startServing(words: readonly string[], variables: Variables = {}): Promise<Serving> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', ...words], {
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  let isClosed = false
  const closed = once(child, 'close').then(() => (isClosed = true))
  // Under another public URL it says separately where it listens.
  const port = (): string | undefined =>
    (/ listens on 127\.0\.0\.1:(\d+)\n/.exec(printed) ?? / at http:\/\/localhost:(\d+)\n/.exec(printed))?.[1]
  await until(() => isClosed || (port() !== undefined && / at http\S+\n/.test(printed)))
  return {
    root: isClosed ? '' : `http://127.0.0.1:${port()}`,
    child,
    printed: () => printed,
    async close() {
      child.kill()
      await closed
      return child.exitCode
    },
  }
}

async function visitServer(url: string, child: ChildProcess, visit: Visit): Promise<void> {
  let isSignalled = false
  try {
    await visit(url, (signal) => {
      isSignalled = true
      child.kill(signal)
    })
  } finally {
    if (!isSignalled) child.kill('SIGTERM')
  }
}

/** Many commands that end by themselves, one after another in one process, which reads the code once. */
export interface CommandRunner {
  /** @param cwd folder in which it is run; absent: that of the tests */
  run(args: readonly string[], variables?: Variables, cwd?: string): Promise<Ended>
  close(): Promise<void>
}

export function startCommandRunner(): CommandRunner {
  const child = fork(fileURLToPath(new URL('command-process.mjs', import.meta.url)), {
    env: environment({}),
    execArgv: [],
  })
  const exited = once(child, 'exit')
  let last: Promise<unknown> = Promise.resolve()
  async function run(args: readonly string[], variables: Variables, cwd: string): Promise<Ended> {
    child.send({ args, variables, cwd })
    const [answer] = (await Promise.race([
      once(child, 'message'),
      exited.then(([code, signal]) => {
        throw new Error(`${args.join(' ')} has ended the process: ${code ?? signal}`)
      }),
    ])) as [Ended]
    return answer
  }
  return {
    run: (args, variables = {}, cwd = process.cwd()) => {
      const next = last.then(() => run(args, variables, cwd))
      last = next.catch(() => {})
      return next
    },
    async close() {
      child.disconnect()
      await exited
    },
  }
}
