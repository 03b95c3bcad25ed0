/** The settings as the command line and the environment give them. */

import { delimiter } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from './errors.ts'
import {
  flagOf,
  variableOf,
  type Address,
  type LinkTemplate,
  type SettingKind,
  type SettingRow,
  type SettingValues,
} from './setting-row.ts'
import { settingNames, settings, type SettingName, type Settings } from './settings.ts'

const MEDIA_TYPE = /^([\w.+-]+\/[\w.+-]+)=(.*)$/s
const PLACEHOLDERS = ['{iri}', '{+iri}', '{suffix}', '{type}']

function readTemplate(text: string): LinkTemplate | string {
  const [, mediaType, rest] = MEDIA_TYPE.exec(text) ?? []
  const template = rest ?? text
  const unknownPlaceholder = template.match(/\{[^}]*\}?/g)?.find((found) => !PLACEHOLDERS.includes(found))
  if (unknownPlaceholder !== undefined)
    return `has ${unknownPlaceholder}; known are ${PLACEHOLDERS.join(', ')}`
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"]+$/i.test(template)) return `must be URLs with a scheme, not ${template}`
  return mediaType === undefined ? { template } : { template, mediaType }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error('must be an http(s) URL without user, query and fragment')
  return url.href.replace(/\/+$/, '')
}

const ADDRESS = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i
const MAX_PORT = 65_535

function readAddress(text: string): Address {
  const [, ipv6, host = ipv6, digits] = ADDRESS.exec(text) ?? []
  const port = Number(digits)
  if (host === undefined || !(port <= MAX_PORT))
    throw new Error('must be HOST:PORT, such as 127.0.0.1:9090 or [::1]:9090')
  return { host, port }
}

/** Reads the text of a setting of each kind; throws what the value must be. */
const readers: { [K in SettingKind]: (text: string, row: SettingRow) => SettingValues[K] } = {
  text: (text) => text,
  url: readUrl,
  address: readAddress,
  integer(text, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }) {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= minimum && value <= maximum))
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
    return value
  },
  limit(text) {
    const [, digits, percent] = /^(\d{1,15})(%?)$/.exec(text) ?? []
    const value = Number(digits)
    if (digits === undefined || (percent && value > 100))
      throw new Error('must be a whole number, or a percentage from 0% to 100%')
    return { value, unit: percent ? 'percent' : 'records' }
  },
  choice(text, { values = [] }) {
    if (!values.includes(text)) throw new Error(`must be ${values.join(' or ')}`)
    return text
  },
  switch(text) {
    if (text !== 'on' && text !== 'off') throw new Error('must be on or off')
    return text === 'on'
  },
  paths: (text) => text.split(delimiter).filter(Boolean),
  templates: (text) =>
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((item) => {
        const found = readTemplate(item)
        if (typeof found === 'string') throw new Error(found)
        return found
      }),
}

/** Long texts, and URLs with a user, which may have a password, are not repeated in messages. */
const isSecret = (text: string): boolean => text.length > 100 || /^[\w+.-]+:\/\/[^/]*@/.test(text)

function read(name: SettingName, text: string, setting: string): unknown {
  const row: SettingRow = settings[name]
  if (text === '') throw new UsageError(`${setting} needs a value`)
  try {
    return readers[row.kind](text, row)
  } catch (error) {
    throw new UsageError(
      `${setting} ${(error as Error).message}${isSecret(text) ? '' : ` (it is ${text})`}`,
      undefined,
      [],
    )
  }
}

export interface CommandLine {
  readonly settings: Settings
  /** The settings that stand on the command line. */
  readonly flags: readonly SettingName[]
  /** What is neither a setting nor the value of one. */
  readonly positionals: readonly string[]
  readonly help: boolean
  readonly version: boolean
  /** Variables SKEG_… that are no setting. */
  readonly unknownVariables: readonly string[]
}

const SWITCHES = ['help', 'version'] as const
/** Letters for flags: `-p 8081`. */
const LETTERS: Readonly<Record<string, string>> = { help: 'h', version: 'v', port: 'p' }
const letterOf = (flag: string): { short?: string } => {
  const short = LETTERS[flag]
  return short === undefined ? {} : { short }
}
const flags = new Map(settingNames.map((name) => [flagOf(name).slice(2), name] as const))

/** Whether a flag that is on or off stands without a value: it is on then. */
function isBareSwitch(word: string, next: string | undefined): boolean {
  const name = word.startsWith('--') ? flags.get(word.slice(2)) : undefined
  return (
    name !== undefined && settings[name].kind === 'switch' && (next === undefined || next.startsWith('-'))
  )
}

/**
 * Reads the command line and the environment; flags win. An empty variable counts as absent.
 * @throws UsageError for an unknown flag, a flag given twice or without its value, a value that cannot be
 */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const options = Object.fromEntries([
    ...[...flags.keys()].map(
      (flag) => [flag, { type: 'string', multiple: true, ...letterOf(flag) }] as const,
    ),
    ...SWITCHES.map((name) => [name, { type: 'boolean', ...letterOf(name) }] as const),
  ])
  const { values: given, positionals } = parseArgs({
    args: args.map((word, i) => (isBareSwitch(word, args[i + 1]) ? `${word}=on` : word)),
    options,
    strict: false,
    allowPositionals: true,
  }) as { values: Record<string, (string | boolean)[] | true>; positionals: string[] }
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const [flag, texts] of Object.entries(given)) {
    const name = flags.get(flag)
    if (name !== undefined) values[name] = valueOf(name, `--${flag}`, texts as (string | boolean)[])
    else if (!(SWITCHES as readonly string[]).includes(flag))
      throw unknownFlag(`${flag.length === 1 ? '-' : '--'}${flag}`)
  }
  const flagNames = Object.keys(values) as SettingName[]
  for (const name of settingNames) {
    const text = environment[variableOf(name)]
    if (text && values[name] === undefined) values[name] = read(name, text, variableOf(name))
  }
  const chosen = Object.fromEntries(
    settingNames.map((name) => [name, values[name] ?? (settings[name] as SettingRow).default]),
  )
  const variables = new Set(settingNames.map(variableOf))
  const unknownVariables = Object.keys(environment).filter(
    (variable) => variable.startsWith('SKEG_') && !variables.has(variable),
  )
  return {
    settings: Object.freeze(chosen) as Settings,
    flags: flagNames,
    positionals,
    help: 'help' in given,
    version: 'version' in given,
    unknownVariables,
  }
}

/** The value of a setting of which several texts add to a list, if it is one; `true` is a flag without a value. */
function valueOf(name: SettingName, flag: string, texts: readonly (string | boolean)[]): unknown {
  if (texts.some((text) => text === true || String(text).startsWith('--')))
    throw new UsageError(`${flag} needs a value`)
  const isList = settings[name].kind === 'paths'
  if (texts.length > 1 && !isList) throw new UsageError(`${flag} is given twice`)
  const found = texts.map((text) => read(name, text as string, flag))
  return isList ? found.flat() : found[0]
}

function unknownFlag(flag: string): UsageError {
  const known = [...settingNames.map(flagOf), ...SWITCHES.map((name) => `--${name}`)]
  return new UsageError(`Unknown setting ${flag}.`, flag, known)
}
