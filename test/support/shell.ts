/**
 * Runs the commands of documentation as a reader would: in a folder of its own with `examples/` and a
 * `records.jsonl`, with curl reaching a test server where a page says http://localhost:8080, and servers ended as
 * soon as they answer.
 */

import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const MAIN = join(clone, 'dist/main.js')
const MAX_RUN_MS = 60_000

const findCurl = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim()

/** Without curl, no command is run. */
export const hasCurl = findCurl !== ''

const curlCommand = (port: number): string => `#!/usr/bin/env bash
exec ${findCurl} --show-error --fail-with-body --connect-to localhost:8080:127.0.0.1:${port} "$@"`

/** A server takes a free port, and is ended when it says that it serves; others reach the test server. */
const skegCommand = (port: number): string => `#!/usr/bin/env node
const args = process.argv.slice(2).map((one) => one.replace('http://localhost:8080', 'http://127.0.0.1:${port}'))
const serves = args[0] === 'serve'
const server = require('node:child_process').spawn(process.execPath, [${JSON.stringify(MAIN)}, ...args], {
  stdio: ['ignore', serves ? 'pipe' : 'inherit', 'inherit'],
  env: { ...process.env, ...(serves && { SKEG_PORT: '0' }) },
})
server.stdout?.on('data', (text) => {
  if (String(text).includes(' serves ')) server.kill()
})
server.on('close', (status) => process.exit(status ?? 1))`

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
  remove(): void
}

/** @param port port of the server that answers as http://localhost:8080 */
export function openShell(port: number): Shell {
  const place = mkdtempSync(join(tmpdir(), 'skeg-'))
  const commands = join(place, 'commands')
  const work = join(place, 'work')
  mkdirSync(commands)
  cpSync(join(clone, 'examples'), join(work, 'examples'), { recursive: true })
  cpSync(join(clone, 'examples/records.jsonl'), join(work, 'records.jsonl'))
  for (const [name, text] of Object.entries({ curl: curlCommand(port), skeg: skegCommand(port), npx: NPX })) {
    writeFileSync(join(commands, name), `${text}\n`)
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
    write: (name, text) => writeFileSync(join(work, name), text),
    remove: () => rmSync(place, { recursive: true }),
  }
}
