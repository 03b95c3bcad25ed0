/**
 * Runs the commands of documentation as a reader would: in a folder of its own with `examples/` and a
 * `records.jsonl`, with curl reaching a test server where a page says http://localhost:8080, and servers ended as
 * soon as they answer.
 */

import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const clone = fileURLToPath(new URL('../../', import.meta.url))
const MAIN = join(clone, 'dist/main.js')
const MAX_RUN_MS = 60_000

const curlCommand = (port: number): string => {
  const curl = execFileSync('which', ['curl'], { encoding: 'utf8' }).trim()
  return `exec ${curl} --show-error --fail-with-body --connect-to localhost:8080:127.0.0.1:${port} "$@"`
}

/** A server takes a free port, and is ended when it says that it serves. */
const SKEG = `
if [ "$1" != serve ]; then exec '${process.execPath}' '${MAIN}' "$@"; fi
export SKEG_PORT=0
coproc SERVER { exec '${process.execPath}' '${MAIN}' "$@"; }
server=$SERVER_PID
while read -r line <&"\${SERVER[0]}"; do
  case $line in *' serves '*) kill "$server"; wait "$server"; exit $?;; esac
done
exit 1`

const NPX = `
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
  for (const [name, text] of Object.entries({ curl: curlCommand(port), skeg: SKEG, npx: NPX })) {
    writeFileSync(join(commands, name), `#!/usr/bin/env bash\n${text}\n`)
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
