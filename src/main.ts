#!/usr/bin/env node
/** The command line: the only file that starts anything. */

import { catchSignals, onSignal, stop } from './console/signals.ts'
import type { Command } from './console/command.ts'
import type { CommandLine } from './config/parse-settings.ts'
import type { CommandName } from './config/setting-row.ts'
import type { Settings } from './config/settings.ts'

// All other code is read after that: it takes long enough for a signal to come.
catchSignals()
const [
  { software },
  { commands },
  { describeCommand, describeCommands },
  { printMessages },
  api,
  { extensions },
  { loadExtensions },
  { withMaps },
  { buildModel, withSource },
  { closestMatch },
  { UsageError },
  { flagOf },
  { readCommandLine },
  { commandsOf },
] = await Promise.all([
  import('./config/about.ts'),
  import('./commands/commands.ts'),
  import('./commands/help.ts'),
  import('./console/terminal.ts'),
  import('./extensions/api.ts'),
  import('./extensions/index.ts'),
  import('./load/extensions.ts'),
  import('./load/sources/text-records.ts'),
  import('./model/model.ts'),
  import('./model/values/closest-match.ts'),
  import('./config/errors.ts'),
  import('./config/setting-row.ts'),
  import('./config/parse-settings.ts'),
  import('./config/settings.ts'),
]).catch((error: unknown) => {
  console.error(`skeg: ${ofTooFewFiles(error) ?? String((error as Error).stack)}`)
  process.exit(1)
})

/** Exit status of a command that does not exist, has no such setting, or lacks what it needs. */
const USAGE = 2

/** Exit status of a command that cannot be carried out. */
const FAILURE = 1

const { name: program, version } = software

const sourceNames = extensions
  .flatMap(({ sources = [] }) => sources.map(({ name: source }) => source))
  .join(', ')

/** @param named the command of which the help tells; absent for all */
const help = (named?: ReturnType<typeof requireCommand>): string =>
  [
    `${program} ${version}: a linked-data server for SKG-IF records.`,
    '',
    named
      ? describeCommand(program, named.name, named.command, { sources: sourceNames })
      : describeCommands(program, commands),
    '',
  ].join('\n')

/** @throws UsageError for a name that is none, with those that there are */
function requireCommand(name: string): { readonly name: CommandName; readonly command: Command } {
  const [found] = Object.entries(commands).filter(([one]) => one === name)
  if (!found) throw new UsageError(`Unknown command "${name}".`, name, Object.keys(commands))
  return { name: found[0] as CommandName, command: found[1] }
}

/** A flag that the command does not have: says which commands have it. */
function requireSettings(name: CommandName, line: CommandLine): void {
  const foreignFlag = line.flags.find((flag) => !commandsOf(flag).includes(name))
  if (foreignFlag === undefined) return
  throw new UsageError(
    `${flagOf(foreignFlag)} is a setting of ${commandsOf(foreignFlag).join(', ')}, not of ${name}. ` +
      `See ${program} ${name} --help.`,
  )
}

/** @returns exit status */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const line = readCommandLine(args, environment)
  if (line.version) {
    console.log(version)
    return 0
  }
  const [first, ...rest] = line.positionals
  if (line.help || first === 'help') {
    const name = first === 'help' ? rest[0] : first
    console.log(help(name === undefined ? undefined : requireCommand(name)))
    return 0
  }
  if (first === undefined)
    throw new UsageError(`A command is missing: ${Object.keys(commands).join(', ')}. See ${program} --help.`)
  const { name, command } = requireCommand(first)
  requireSettings(name, line)
  if (line.unknownVariables.length > 0)
    printMessages([`${program}: ignored, as they are no settings: ${line.unknownVariables.join(', ')}`])
  return await runCommand(command, rest, line.settings)
}

async function runCommand(command: Command, paths: readonly string[], settings: Settings): Promise<number> {
  if (!command.reloads) onSignal('SIGHUP', stop)
  try {
    const all = buildModel([...extensions, ...(await loadExtensions(settings.extension, api))])
    const mapped = withMaps(all, settings.map)
    const model = settings.source === undefined ? mapped : withSource(mapped, settings.source)
    return (await command.run(paths, settings, model)) ?? 0
  } catch (error) {
    printMessages([`${program}: ${explain(error)}`])
    return error instanceof UsageError ? USAGE : FAILURE
  }
}

/** What to say where the system lets a process open too few files; undefined for other errors. */
function ofTooFewFiles(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EMFILE'
    ? `${message}; 128 files must be allowed at once (ulimit -n, LimitNOFILE)`
    : undefined
}

/** What the user has to know of a failure; a fault of the program shows where it is. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
    return error.stack ?? error.message
  if (!(error instanceof UsageError) || error.unknown === undefined || error.knownNames.length === 0)
    return ofTooFewFiles(error) ?? error.message
  const guess = closestMatch(error.unknown, error.knownNames)
  const message = error.message.replace(/\.?$/, '.')
  return guess === undefined
    ? `${message} Known: ${error.knownNames.join(', ')}.`
    : `${message} Did you mean ${guess}?`
}

try {
  process.exitCode = await run(process.argv.slice(2), process.env)
} catch (error) {
  printMessages([`${program}: ${explain(error)}`])
  process.exitCode = error instanceof UsageError ? USAGE : FAILURE
}
