/** `skeg completion`: a script that completes commands, settings and their values in a shell. */

import { software } from '../about.ts'
import { UsageError } from '../errors.ts'
import type { CommandName, SettingRow } from '../setting-row.ts'
import { flagOf } from '../setting-row.ts'
import { commandsOf, settingNames, settings, type SettingName } from '../settings.ts'
import type { CommandHelp } from './help.ts'

type Commands = Readonly<Record<CommandName, CommandHelp>>

const { name: program } = software

const settingsOf = (command: CommandName): SettingName[] =>
  settingNames.filter((one) => commandsOf(one).includes(command))

/** The values that a setting may have, where they are few. */
const valuesOf = ({ kind, values = [] }: SettingRow): readonly string[] =>
  kind === 'switch' ? ['on', 'off'] : values

/** For bash, and for zsh, which reads it. Where nothing is offered, the shell completes names of files. */
function bashScript(commands: Commands): string {
  const names = Object.keys(commands) as CommandName[]
  const values = settingNames
    .filter((name) => valuesOf(settings[name]).length > 0)
    .map((name) => `    ${flagOf(name)}) words='${valuesOf(settings[name]).join(' ')}' ;;`)
  const flags = names.map(
    (name) => `      ${name}) words='${[...settingsOf(name).map(flagOf), '--help'].join(' ')}' ;;`,
  )
  return `_${program}() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  case $before in
${values.join('\n')}
  esac
  if [ -z "$words" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then words='${[...names, 'help', '--help', '--version'].join(' ')}'
    elif [ "$before" = help ]; then words='${names.join(' ')}'
    elif [ "\${word#-}" != "$word" ]; then case \${COMP_WORDS[1]} in
${flags.join('\n')}
    esac; fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _${program} ${program}
`
}

const zshScript = (commands: Commands): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`

/** A text for fish, in quotes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

function fishScript(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, { summary }]) => [
    `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...settingsOf(name as CommandName).map((setting) => {
      const values = valuesOf(settings[setting])
      const takes = values.length > 0 ? `-x -a ${quoted(values.join(' '))}` : '-r'
      const flag = flagOf(setting).slice(2)
      const help = quoted(settings[setting].help.split('. ', 1)[0] as string)
      return `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag} ${takes} -d ${help}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

const scripts: Readonly<Record<string, (commands: Commands) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

/** @throws UsageError for a shell that is not known */
export function completion([shell, ...more]: readonly string[], commands: Commands): void {
  const script = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (!script || more.length > 0)
    throw new UsageError(`completion takes one of ${Object.keys(scripts).join(', ')}`)
  process.stdout.write(script(commands))
}
