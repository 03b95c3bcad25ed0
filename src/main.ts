#!/usr/bin/env node
/** The command line: the only file that starts anything. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { neutralAbout, readAbout, software, type About } from './about.ts'
import { createApp, localUrl } from './app.ts'
import { extensions } from './extensions/index.ts'
import { createLog } from './http/log.ts'
import { end, listen, requireFree } from './http/server.ts'
import { ABOUT } from './load/inputs.ts'
import { openGraph } from './load/open.ts'
import { buildModel } from './model/model.ts'
import { nearest } from './model/nearest.ts'
import { describeSettings, flagOf, readCommandLine, UsageError, type SettingName, type Settings } from './settings.ts'
import { withEndpoint } from './store/with-endpoint.ts'

interface Command {
  readonly usage: string
  readonly help: string
  /** The settings that it heeds. */
  readonly settings: readonly SettingName[]
  run(paths: readonly string[], settings: Settings): Promise<void>
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve [PATH…]',
    help: 'Serve the records of the PATHs (.json .jsonld .jsonl .ttl .nt .nq .trig .rdf, .gz of these, directories, .zip); without PATH, those of the demo graph.',
    settings: ['port', 'host', 'base', 'publicUrl', 'about', 'emptyList', 'serviceLinks', 'cache', 'sparql', 'sparqlTimeout', 'sparqlRows', 'sparqlSize', 'sparqlQueue', 'sparqlSpare', 'log', 'shutdownGrace'],
    run: serve,
  },
}

/** The demo graph, which is served where no PATH is given. */
const DEMO = fileURLToPath(new URL('../data/', import.meta.url))

/** What is said of the graph: in the file that the setting names, else in the one that lies in a directory of the PATHs. */
function aboutOf(paths: readonly string[], { about }: Settings): About {
  const file = about ?? paths.map((path) => join(path, ABOUT)).find((path) => existsSync(path))
  return file === undefined ? neutralAbout : readAbout(file)
}

async function serve(paths: readonly string[], settings: Settings): Promise<void> {
  const sources = paths.length > 0 ? paths : [DEMO]
  await requireFree(settings.host, settings.port)
  const about = aboutOf(sources, settings)
  const opened = await openGraph(sources, { model: buildModel(extensions), base: settings.base })
  const { report } = opened
  const graph = settings.sparql ? await withEndpoint(opened, settings) : opened.graph
  try {
    let root = ''
    const server = await listen(settings.host, settings.port, (port) => {
      root = settings.publicUrl ?? localUrl(settings.host, port)
      return { root, listener: createApp({ graph, settings: { ...settings, port }, about, log: createLog() }).callback() }
    })
    if (report.refused + report.warned + report.counts.size > 0) say(report.lines())
    const records = graph.model.types.reduce((sum, type) => sum + graph.count(type), 0)
    console.log(`${software.name} ${software.version} serves ${records} ${records === 1 ? 'record' : 'records'} at ${root}`)
    await signal()
    await end(server, settings.shutdownGrace * 1000)
  } finally {
    await graph.close()
  }
}

/** Waits to be asked to end; asked a second time, the process ends as it stands. */
const signal = (): Promise<void> => new Promise((resolve) => {
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve())
})

const say = (lines: Iterable<string>): void => { for (const line of lines) process.stderr.write(`${line}\n`) }

const help = (): string => [
  `${software.name} ${software.version}: a linked-data server for SKG-IF records.`, '',
  ...Object.values(commands).flatMap((command) => [`  ${software.name} ${command.usage}`, `      ${command.help}`]), '',
  'Settings, each a flag and a variable of the environment:', describeSettings(), '', '  --version  --help', '',
].join('\n')

function commandNamed(name: string | undefined): Command {
  const known = Object.keys(commands)
  if (name === undefined) throw new UsageError(`A command is missing. There are ${known.join(', ')}; --help says more.`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`${name} is no command. There are ${known.join(', ')}; --help says more.`, name, known)
  return command
}

async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const line = readCommandLine(args, environment)
  if (line.version) { console.log(software.version); return }
  if (line.help) { console.log(help()); return }
  const [name, ...paths] = line.words
  const command = commandNamed(name)
  const idle = line.flags.find((flag) => !command.settings.includes(flag))
  if (idle !== undefined) throw new UsageError(`${flagOf(idle)} is no setting of ${name}. It has ${command.settings.map(flagOf).join(', ')}.`)
  if (line.strangers.length > 0) say([`${software.name}: passed over, as they are no settings: ${line.strangers.join(', ')}`])
  await command.run(paths, line.settings)
}

/** What the user has to know of a failure; a fault of the program shows where it is. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return error.stack ?? error.message
  const guess = error instanceof UsageError && error.unknown !== undefined ? nearest(error.unknown, error.known) : undefined
  return guess === undefined ? error.message : `${error.message.replace(/\.?$/, '.')} Did you mean ${guess}?`
}

try {
  await run(process.argv.slice(2), process.env)
} catch (error) {
  say([`${software.name}: ${explain(error)}`])
  process.exitCode = 1
}
