#!/usr/bin/env node
/** The command line: the only file that starts anything. */

import { catchSignals, onSignal, stop } from './commands/signals.ts'
import type { Model } from './model/model.ts'
import type { SettingName, Settings } from './settings.ts'

// All other code is read after that: it takes long enough for a signal to come.
catchSignals()
const [
  { software },
  { say },
  api,
  { extensions },
  { loadExtensions },
  { buildModel, withSource },
  { nearest },
  { describeSettings, flagOf, readCommandLine, UsageError },
] = await Promise.all([
  import('./about.ts'),
  import('./commands/terminal.ts'),
  import('./extensions/api.ts'),
  import('./extensions/index.ts'),
  import('./load/extensions.ts'),
  import('./model/model.ts'),
  import('./model/values/closest-match.ts'),
  import('./settings.ts'),
])

interface Command {
  readonly usage: string
  readonly help: string
  /** The settings that it heeds. */
  readonly settings: readonly SettingName[]
  /** Exit status where it cannot be carried out. */
  readonly failure: number
  /** SIGHUP, which ends other commands, has a meaning of its own. */
  readonly reloads?: true
  /**
   * Brings what it needs when it is run, so that nobody waits for what others need. @returns exit status, if
   * not 0
   */
  run(paths: readonly string[], settings: Settings, model: Model): Promise<number | void>
}

/**
 * Exit status of a command that does not exist or has no such setting, and of a check that cannot be done.
 */
const USAGE = 2

const commands: Readonly<Record<string, Command>> = {
  serve: {
    usage: 'serve [PATH…]',
    help: 'Serve the records of the PATHs (.json .jsonld .jsonl .ttl .nt .nq .trig .rdf, .gz of these, directories, .zip, .tar, prepared graphs); without PATH, those of the demo graph.',
    settings: [
      'port',
      'host',
      'extension',
      'base',
      'source',
      'maxRefused',
      'publicUrl',
      'about',
      'emptyList',
      'serviceLinks',
      'cache',
      'maxAge',
      'answerTimeout',
      'sparql',
      'sparqlTimeout',
      'sparqlRows',
      'sparqlSize',
      'sparqlQueue',
      'sparqlMemory',
      'sparqlSpare',
      'store',
      'storeCredentials',
      'storeTimeout',
      'storeConnections',
      'watch',
      'metrics',
      'admin',
      'dump',
      'serverTiming',
      'trustProxy',
      'maxConnections',
      'maxConnectionsPerAddress',
      'maxLists',
      'listQueue',
      'idleTimeout',
      'requestTimeout',
      'log',
      'shutdownGrace',
    ],
    failure: 1,
    reloads: true,
    run: async (...given) => (await import('./commands/serve.ts')).serve(...given),
  },
  check: {
    usage: 'check PATH…',
    help: 'Read the records of the PATHs and say what is wrong with them; of prepared graphs, every byte is held against its hash. Ends with 0 if no record is refused and no graph damaged, 1 if one is, 2 if the check cannot be done.',
    settings: ['base', 'source', 'report', 'shacl', 'extension'],
    failure: USAGE,
    run: async (...given) => (await import('./commands/check.ts')).check(...given),
  },
  load: {
    usage: 'load PATH… --out GRAPH',
    help: 'Read the records of the PATHs into the prepared graph GRAPH, which serve opens fast. Ends with 0 if they were loaded, with 3 if more were refused than --max-refused allows, and with 1 if it cannot be done; then GRAPH stays as it was.',
    settings: ['out', 'base', 'source', 'about', 'report', 'maxRefused', 'extension'],
    failure: 1,
    run: async (...given) => (await import('./commands/load.ts')).load(...given),
  },
  export: {
    usage: 'export GRAPH --out FILE',
    help: 'Write a prepared graph, or the records of PATHs, as one file by its ending: .zip (snapshot), .nq .nt .jsonl (also .gz).',
    settings: ['out', 'base', 'source', 'extension'],
    failure: 1,
    run: async (...given) => (await import('./commands/export.ts')).exportCommand(...given),
  },
}

const help = (): string =>
  [
    `${software.name} ${software.version}: a linked-data server for SKG-IF records.`,
    '',
    ...Object.values(commands).flatMap((command) => [
      `  ${software.name} ${command.usage}`,
      `      ${command.help}`,
    ]),
    '',
    'Settings, each a flag and a variable of the environment:',
    describeSettings(),
    '',
    '  --version  --help',
    '',
  ].join('\n')

function commandNamed(name: string | undefined): Command {
  const known = Object.keys(commands)
  if (name === undefined)
    throw new UsageError(`A command is missing. There are ${known.join(', ')}; --help says more.`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new UsageError(
      `${name} is no command. There are ${known.join(', ')}; --help says more.`,
      name,
      known,
    )
  return command
}

/** @returns exit status */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const line = readCommandLine(args, environment)
  if (line.version) {
    console.log(software.version)
    return 0
  }
  if (line.help) {
    console.log(help())
    return 0
  }
  const [name, ...paths] = line.words
  const command = commandNamed(name)
  const idle = line.flags.find((flag) => !command.settings.includes(flag))
  if (idle !== undefined)
    throw new UsageError(
      `${flagOf(idle)} is no setting of ${name}. It has ${command.settings.map(flagOf).join(', ')}.`,
    )
  if (line.unknownVariables.length > 0)
    say([`${software.name}: passed over, as they are no settings: ${line.unknownVariables.join(', ')}`])
  return await runCommand(command, paths, line.settings)
}

async function runCommand(command: Command, paths: readonly string[], settings: Settings): Promise<number> {
  if (!command.reloads) onSignal('SIGHUP', stop)
  try {
    const all = buildModel([...extensions, ...(await loadExtensions(settings.extension, api))])
    const model = settings.source === undefined ? all : withSource(all, settings.source)
    return (await command.run(paths, settings, model)) ?? 0
  } catch (error) {
    say([`${software.name}: ${explain(error)}`])
    return error instanceof UsageError ? USAGE : command.failure
  }
}

/** What the user has to know of a failure; a fault of the program shows where it is. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return error.stack ?? error.message
  const guess =
    error instanceof UsageError && error.unknown !== undefined
      ? nearest(error.unknown, error.known)
      : undefined
  return guess === undefined ? error.message : `${error.message.replace(/\.?$/, '.')} Did you mean ${guess}?`
}

try {
  process.exitCode = await run(process.argv.slice(2), process.env)
} catch (error) {
  say([`${software.name}: ${explain(error)}`])
  process.exitCode = error instanceof UsageError ? USAGE : 1
}
