/**
 * SPARQL servers by other hands, each in a process of its own. What is not installed is fetched from its registry for
 * the test; where that cannot be, the test is skipped.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Spelling } from '../store/remote/queries-over-engine.ts'
import { freePort } from './port.ts'
import { installMaven, installPython, run, type Tools } from './tools.ts'
import { hasVirtuoso, startVirtuoso, type Engine } from './virtuoso.ts'

export interface ForeignEngine {
  readonly name: string
  /** Whether it can be started; it is installed where that is needed. */
  isThere(): Promise<boolean>
  /** What it writes otherwise than SPARQL 1.1 has it. */
  readonly spelling?: Spelling
  /** Records that its SPARQL finds of a year of dates with offsets, where it reads one of them wrongly. */
  readonly wrongYears?: Readonly<Record<string, number>>
  /** Starts one that holds N-Quads files (.nq, .nq.gz). */
  start(files: readonly string[]): Promise<Engine>
}

/** Milliseconds in which a server has to answer, and in which files are loaded. */
const PATIENCE_MS = 120_000

/** Programs by the variable that names them, which is set where one was installed: processes of tests share it. */
async function find(
  variable: string,
  install: () => Promise<Tools | undefined>,
  file: string,
): Promise<boolean> {
  if (process.env[variable] !== undefined) return true
  const tools = await install()
  if (!tools) return false
  process.on('exit', tools.close)
  process.env[variable] = join(tools.bin, file)
  return true
}

/** @throws Error if it ends before it answers, or does not in time */
async function startServer(command: readonly string[], folder: string, url: string): Promise<Engine> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-1000)))
  const ended = once(child, 'exit')
  const engine = {
    url,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const answers = (): Promise<boolean> =>
    fetch(`${url}?query=ASK%7B%7D`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + PATIENCE_MS; !(await answers()); await wait(200)) {
    if (Date.now() < end && child.exitCode === null && child.signalCode === null) continue
    await engine.close()
    throw new Error(`${program} does not start: ${errors}`)
  }
  return engine
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'skeg-server-'))

async function startNativeOxigraph(files: readonly string[]): Promise<Engine> {
  const folder = newFolder()
  const program = process.env['SKEG_TEST_OXIGRAPH'] as string
  const place = ['--location', join(folder, 'store')]
  const { code, output } = await run(program, ['load', ...place, '--file', ...files], {
    cwd: folder,
    timeoutMs: PATIENCE_MS,
  })
  if (code !== 0) throw new Error(`oxigraph does not load: ${output.slice(-1000)}`)
  const address = `127.0.0.1:${await freePort()}`
  const words = ['serve-read-only', ...place, '--bind', address, '--union-default-graph']
  return startServer([program, ...words], folder, `http://${address}/query`)
}

const FUSEKI_CONFIGURATION = `
@prefix fuseki: <http://jena.apache.org/fuseki#> .
@prefix tdb2: <http://jena.apache.org/2016/tdb#> .
<#service> a fuseki:Service ; fuseki:name "graph" ; fuseki:dataset <#dataset> ;
  fuseki:endpoint [ fuseki:operation fuseki:query ; fuseki:name "sparql" ] ;
  fuseki:endpoint [ fuseki:operation fuseki:gsp-rw ; fuseki:name "data" ] .
<#dataset> a tdb2:DatasetTDB2 ; tdb2:location "--mem--" ; tdb2:unionDefaultGraph true .
`

async function startFuseki(files: readonly string[]): Promise<Engine> {
  const folder = newFolder()
  writeFileSync(join(folder, 'fuseki.ttl'), FUSEKI_CONFIGURATION)
  const port = String(await freePort())
  const jar = process.env['SKEG_TEST_FUSEKI'] as string
  const words = ['-Xmx500m', '-jar', jar, '--localhost', '--port', port, '--config', 'fuseki.ttl']
  const root = `http://127.0.0.1:${port}/graph`
  const engine = await startServer(['java', ...words], folder, `${root}/sparql`)
  for (const file of files) {
    const bytes = readFileSync(file)
    const { ok, status } = await fetch(`${root}/data`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/n-quads' },
      body: file.endsWith('.gz') ? gunzipSync(bytes) : bytes,
    })
    if (ok) continue
    await engine.close()
    throw new Error(`Fuseki does not load: ${status}`)
  }
  return engine
}

export const virtuoso: ForeignEngine = {
  name: 'Virtuoso',
  isThere: async () => hasVirtuoso,
  // It keeps booleans as integers, and its TSV is its CSV with tabs.
  spelling: { booleans: ['1', '0'], hasBareTsv: true },
  start: (files) => startVirtuoso(files),
}

const nativeOxigraph: ForeignEngine = {
  name: 'Oxigraph',
  isThere: () => find('SKEG_TEST_OXIGRAPH', () => installPython('oxigraph==0.5.13'), 'oxigraph'),
  start: startNativeOxigraph,
}

const fuseki: ForeignEngine = {
  name: 'Fuseki',
  isThere: () =>
    find(
      'SKEG_TEST_FUSEKI',
      () => installMaven('org.apache.jena:jena-fuseki-server:5.2.0'),
      'jena-fuseki-server-5.2.0.jar',
    ),
  start: startFuseki,
  // TDB2 loses the offset -00:30.
  wrongYears: { 2022: 2 },
}

/** By name, as the variable SKEG_TEST_ENGINE has it. */
export const foreignEngines: readonly ForeignEngine[] = [virtuoso, nativeOxigraph, fuseki]
