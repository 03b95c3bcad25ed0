/** Programs by other hands, installed into a folder of their own from the registry for a test. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Tools {
  /** Folder of the executables. */
  readonly bin: string
  close(): void
}

/** Checks a server by its OpenAPI document. */
export const SCHEMATHESIS = 'schemathesis==4.32.5'

/** Milliseconds that an installation may take. */
const INSTALLING = 300_000

/**
 * Runs the commands one after the other in a new folder.
 * @returns undefined, with the reason on the console, if one of them fails
 */
async function install(commands: (folder: string) => string[][], bin: string): Promise<Tools | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-tools-'))
  const close = (): void => rmSync(folder, { recursive: true, force: true })
  for (const [command = '', ...args] of commands(folder)) {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALLING })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const failed = await Promise.race([
      once(child, 'close').then(([code]) => (code === 0 ? undefined : errors.trim() || 'it took too long')),
      once(child, 'error').then(([error]) => String(error)),
    ])
    if (failed === undefined) continue
    console.log(`      ${[command, ...args].join(' ')}: ${failed.slice(-300)}`)
    close()
    return undefined
  }
  return { bin: join(folder, bin), close }
}

/** Installs packages of npm. */
export const installNpm = (...packages: readonly string[]): Promise<Tools | undefined> =>
  install(
    (folder) => [['npm', 'install', '--no-audit', '--no-fund', '--silent', '--prefix', folder, ...packages]],
    'node_modules/.bin',
  )

/** Installs packages of PyPI into a virtual environment. */
export const installPython = (...packages: readonly string[]): Promise<Tools | undefined> =>
  install(
    (folder) => [
      ['python3', '-m', 'venv', folder],
      [join(folder, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', ...packages],
    ],
    'bin',
  )

/** Fetches an archive of Maven Central, without what it depends on; where Java is missing, it is of no use. */
export const installMaven = (artifact: string): Promise<Tools | undefined> =>
  install(
    (folder) => [
      ['java', '-version'],
      [
        'mvn',
        '--quiet',
        '--batch-mode',
        'dependency:copy',
        `-Dartifact=${artifact}`,
        `-DoutputDirectory=${folder}`,
      ],
    ],
    '.',
  )

export interface Ended {
  /** Exit code; null if the program was ended. */
  readonly code: number | null
  /** All that it wrote. */
  readonly output: string
}

/** Runs a program to its end, or for so many milliseconds. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number },
): Promise<Ended> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
