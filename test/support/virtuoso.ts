/**
 * Virtuoso as a store: a server of its own for a test, on free ports, in a folder that goes with it. Tests
 * that need it are skipped where it is not installed.
 */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './port.ts'

function isInstalled(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v virtuoso-t && command -v isql-vt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
export const hasVirtuoso = isInstalled()

export interface Engine {
  /** URL of its SPARQL endpoint. */
  readonly url: string
  close(): Promise<void>
}

export interface VirtuosoEngine extends Engine {
  /** Runs statements of Virtuoso's SQL. */
  sql(text: string): string
}

const database = (name: string): string =>
  `DatabaseFile = ${name}.db\nTransactionFile = ${name}.trx\nMaxCheckpointRemap = 2000\nStriping = 0\n`

const ini = (sqlPort: number, port: number, maxRows: number): string => `[Database]
${database('virtuoso')}ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
xa_persistent_file = virtuoso.pxa
TempStorage = TempDatabase
[TempDatabase]
${database('temporary')}
[Parameters]
ServerPort = 127.0.0.1:${sqlPort}
DisableUnixSocket = 1
CaseMode = 2
DirsAllowed = /
NumberOfBuffers = 40000
MaxDirtyBuffers = 30000
CheckpointInterval = 0
[HTTPServer]
ServerPort = 127.0.0.1:${port}
ServerRoot = .
ServerThreads = 20
Charset = UTF-8
[SPARQL]
ResultSetMaxRows = ${maxRows}
`

function loadFiles(files: readonly string[], sql: VirtuosoEngine['sql']): void {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
  for (const file of files) sql(`ld_dir(${quoted(dirname(file))}, ${quoted(basename(file))}, 'urn:default');`)
  const output = sql(
    'rdf_loader_run();\ncheckpoint;\nSELECT ll_error FROM DB.DBA.load_list WHERE ll_error IS NOT NULL;',
  )
  if (!output.includes('\n0 Rows.')) throw new Error(`Virtuoso does not load: ${output}`)
}

/** Milliseconds in which it has to answer. */
const PATIENCE_MS = 60_000

/** How often it is started, each time on other ports: another program may have taken one in the meantime. */
const ATTEMPTS = 3

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a server without data. @throws Error with the end of its log */
async function startEmpty(maxRows: number): Promise<VirtuosoEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-virtuoso-'))
  const [sqlPort, port] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'virtuoso.ini'), ini(sqlPort, port, maxRows))
  const child = spawn('virtuoso-t', ['+foreground', '+configfile', 'virtuoso.ini'], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const engine: VirtuosoEngine = {
    url: `http://127.0.0.1:${port}/sparql`,
    sql: (text) =>
      execFileSync('isql-vt', [`127.0.0.1:${sqlPort}`, 'dba', 'dba'], {
        input: text,
        encoding: 'utf8',
        cwd: folder,
      }),
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const end = Date.now() + PATIENCE_MS
  while (!(await answers(engine.url))) {
    if (Date.now() > end || child.exitCode !== null || child.signalCode !== null) {
      const log = readFileSync(join(folder, 'virtuoso.log'), { encoding: 'utf8', flag: 'a+' })
      await engine.close()
      throw new Error(`Virtuoso does not start: ${log.slice(-LOG_END)}`)
    }
    await wait(100)
  }
  return engine
}

/** Characters of the log that a message has. */
const LOG_END = 1000

/**
 * Starts one that holds N-Quads files (.nq, .nq.gz, .nt).
 * @param maxRows its limit of rows; 10000 is its own
 * @throws Error with the end of its log, after the last attempt
 */
export async function startVirtuoso(
  files: readonly string[],
  maxRows = 10_000,
  attempts = ATTEMPTS,
): Promise<VirtuosoEngine> {
  let engine: VirtuosoEngine | undefined
  try {
    engine = await startEmpty(maxRows)
    loadFiles(files, engine.sql)
    return engine
  } catch (error) {
    await engine?.close()
    if (attempts === 1) throw error
    console.error(String(error))
    return startVirtuoso(files, maxRows, attempts - 1)
  }
}

/**
 * Virtuoso 7.2 ignores patterns of an entity that is named by its IRI: those behind three OPTIONALs (a list of one
 * id and of three external identifiers that no record has together then has the record of the id), and those of a
 * node of it beside what refers to it (the grants of a person with an ORCID are those of the person without one).
 */
export const isKnownFault = (difference: string): boolean =>
  (/,local_identifier:/.test(difference) &&
    (difference.match(/identifiers\.(?:id|value):/g) ?? []).length > 2) ||
  /([\w.]+)\.local_identifier:.*\1\.identifiers\.|([\w.]+)\.identifiers\..*\2\.local_identifier:/.test(
    difference,
  )
