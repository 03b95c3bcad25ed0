/** The settings in words, for `--help` and the documentation. */

import { flagOf, variableOf, type RefusalLimit, type SettingRow } from './setting-row.ts'
import { settingNames, settings, type SettingName } from './settings.ts'

const placeholderOf = (row: SettingRow): string =>
  row.kind === 'choice'
    ? (row.values ?? []).join('|')
    : row.kind === 'switch'
      ? 'on|off'
      : (row.value ?? (row.kind === 'integer' ? 'NUMBER' : 'TEXT'))

function describeDefault({ default: value }: SettingRow): string {
  if (value === undefined || Array.isArray(value)) return ''
  return ` Default: ${value === true ? 'on' : value === false ? 'off' : settingText(value)}.`
}

const isLimit = (value: unknown): value is RefusalLimit => typeof value === 'object'

/** A value as it is written on the command line. */
export const settingText = (value: unknown): string =>
  isLimit(value) ? `${value.value}${value.unit === 'percent' ? '%' : ''}` : String(value)

/** What help texts name in braces, by these names: it is known only where the extensions are. */
export interface HelpNames {
  readonly sources: string
}

/** The help of a setting with the names that it has in braces. */
export const helpOf = (name: SettingName, names: HelpNames): string =>
  settings[name].help.replace('{sources}', names.sources)

export function describeSettings(names: HelpNames, of: readonly SettingName[] = settingNames): string {
  return of
    .map(
      (name) =>
        `  ${flagOf(name)} ${placeholderOf(settings[name])}\n      ` +
        `${helpOf(name, names)}${describeDefault(settings[name])} [${variableOf(name)}]`,
    )
    .join('\n')
}
