/** What a row of the table of settings says, and what settings of each kind give. */

export type CommandName = 'serve' | 'mcp' | 'check' | 'load' | 'fetch' | 'harvest' | 'export'

export interface SettingRow {
  readonly kind: SettingKind
  /** The commands that have it; absent: serve alone. */
  readonly commands?: readonly CommandName[]
  readonly help: string
  readonly default?: unknown
  /** What stands for the value in the help. */
  readonly value?: string
  readonly values?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

/**
 * A template of a link to another service: its URL with `{iri}`, `{+iri}`, `{suffix}` or `{type}`, and
 * perhaps a media type.
 */
export interface LinkTemplate {
  readonly template: string
  readonly mediaType?: string
}

/** How much may be refused: a number of records, or a percentage. */
export interface RefusalLimit {
  readonly value: number
  readonly unit: 'records' | 'percent'
}

/** A host or IP address, and a port. */
export interface Address {
  readonly host: string
  readonly port: number
}

export interface SettingValues {
  address: Address
  integer: number
  limit: RefusalLimit
  text: string
  url: string
  choice: string
  switch: boolean
  templates: readonly LinkTemplate[]
  /** Given again, a flag adds to the list. */
  paths: readonly string[]
}
export type SettingKind = keyof SettingValues

const separated = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase())

/** `publicUrl` → `--public-url` */
export const flagOf = (name: string): string => `--${separated(name, '-')}`
/** `publicUrl` → `SKEG_PUBLIC_URL` */
export const variableOf = (name: string): string => `SKEG_${separated(name, '_').toUpperCase()}`
