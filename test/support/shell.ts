/**
 * Runs the commands of documentation as a reader would: in a folder of its own with `examples/` and a
 * `records.jsonl`, with curl reaching a test server where a page says http://localhost:8080, and servers ended as
 * soon as they answer.
 */

import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { PROGRAM, startCommandRunner } from './command.ts'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const MAX_RUN_MS = 60_000

const findCurl = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim()

/** Without curl, no command is run. */
export const hasCurl = findCurl !== ''

const curlCommand = (port: number): string => `#!/usr/bin/env bash
exec ${findCurl} --show-error --fail-with-body --connect-to localhost:8080:127.0.0.1:${port} "$@"`

/** A server is a process of its own: it takes a free port, and is ended when it says that it serves. */
const SERVE = `#!/usr/bin/env node
const server = require('node:child_process').spawn(process.execPath, [${JSON.stringify(PROGRAM)}, ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, SKEG_PORT: '0' },
})
server.stdout.on('data', (text) => {
  if (String(text).includes(' serves ')) server.kill()
})
server.on('close', (status) => process.exit(status ?? 1))`

/** All other commands run in one process, which writes into a folder what they have said. */
const skegCommand = (socket: string): string => `#!/usr/bin/env bash
set -eo pipefail
if [ "$1" = serve ]; then exec serve "$@"; fi
answer=$(mktemp -d)
printf '%s\\0' "$answer" "$PWD" "$@" | ${findCurl} -sSf --unix-socket '${socket}' --data-binary @- http://skeg
cat "$answer/out"
cat "$answer/err" >&2
code=$(cat "$answer/code")
rm -r "$answer"
exit "$code"`

const NPX = `#!/usr/bin/env bash
if [ "$1" != skeg ]; then echo "npx is asked for $1, expected: skeg" >&2; exit 2; fi
shift
exec skeg "$@"`

export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export interface Shell {
  /** Runs lines of bash; `folder` is relative to the clone, and absent for the folder of its own. */
  run(lines: string, folder?: string): Promise<Ran>
  write(name: string, text: string): void
  close(): Promise<void>
}

/** Runs the commands that it is asked for at a socket. */
async function startCommands(socket: string, port: number): Promise<{ close(): Promise<void> }> {
  const runner = startCommandRunner()
  const server = createServer(async (request, response) => {
    const [answer = '', cwd = '', ...args] = (await text(request)).split('\0').slice(0, -1)
    const reachable = args.map((one) => one.replace('http://localhost:8080', `http://127.0.0.1:${port}`))
    const ended = await runner.run(reachable, {}, cwd)
    for (const [name, value] of Object.entries(ended)) writeFileSync(join(answer, name), String(value))
    response.end()
  })
  await once(server.listen(socket), 'listening')
  return {
    async close() {
      server.close()
      await runner.close()
    },
  }
}

/** @param port port of the server that answers as http://localhost:8080 */
export async function openShell(port: number): Promise<Shell> {
  const place = mkdtempSync(join(tmpdir(), 'skeg-'))
  const commands = join(place, 'commands')
  const work = join(place, 'work')
  mkdirSync(commands)
  cpSync(join(clone, 'examples'), join(work, 'examples'), { recursive: true })
  cpSync(join(clone, 'examples/records.jsonl'), join(work, 'records.jsonl'))
  const socket = join(place, 'socket')
  const runner = await startCommands(socket, port)
  const scripts = { curl: curlCommand(port), skeg: skegCommand(socket), serve: SERVE, npx: NPX }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(commands, name), `${script}\n`)
    chmodSync(join(commands, name), 0o755)
  }
  const env = { ...process.env, PATH: `${commands}${delimiter}${process.env.PATH}` }
  return {
    run: (lines, folder) =>
      new Promise((resolve) => {
        const cwd = folder === undefined ? work : join(clone, folder)
        execFile(
          'bash',
          ['-euo', 'pipefail', '-c', lines],
          { cwd, env, timeout: MAX_RUN_MS },
          (error, stdout, stderr) =>
            resolve({
              status: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
              stdout,
              stderr,
            }),
        )
      }),
    write: (name, content) => writeFileSync(join(work, name), content),
    async close() {
      await runner.close()
      rmSync(place, { recursive: true })
    },
  }
}
