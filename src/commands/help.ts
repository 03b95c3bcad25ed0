/** The texts of `--help`: of all commands, and of one with its settings in groups and its examples. */

import { describeSettings, type HelpNames } from '../config/settings-help.ts'
import { commandsOf, settingGroups, type SettingName } from '../config/settings.ts'
import type { CommandHelp } from '../console/command.ts'
import type { CommandName } from '../config/setting-row.ts'

/** The help of the program: its commands, and how to learn more of each. */
export function describeCommands(program: string, commands: Readonly<Record<string, CommandHelp>>): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  return [
    ...Object.values(commands).map(({ usage, summary }) => `  ${program} ${usage.padEnd(width)}  ${summary}`),
    '',
    `  ${program} COMMAND --help   settings and examples of a command (also -h, or ${program} help COMMAND)`,
    `  ${program} --version        the version (also -v)`,
    '',
    'Every setting is a flag and an environment variable, for instance --port 8081 (also -p 8081,',
    '--port=8081) and SKEG_PORT=8081. Flags win.',
  ].join('\n')
}

export function describeCommand(
  program: string,
  name: CommandName,
  command: CommandHelp,
  filled: HelpNames,
): string {
  const groups = Object.entries(settingGroups).flatMap(([title, group]) => {
    const own = (Object.keys(group) as SettingName[]).filter((one) => commandsOf(one).includes(name))
    return own.length > 0 ? ['', `${title}:`, describeSettings(filled, own)] : []
  })
  return [
    `  ${program} ${command.usage}`,
    '',
    command.help,
    '',
    'Examples:',
    ...command.examples.flatMap(([words, description]) => [`  ${program} ${words}`, `      ${description}`]),
    ...groups,
  ].join('\n')
}
