/** The settings: one table, read once from the command line and the environment. */

import { delimiter } from 'node:path'
import { parseArgs } from 'node:util'

interface Row {
  readonly kind: Kind
  readonly help: string
  readonly default?: unknown
  /** What stands for the value in the help. */
  readonly value?: string
  /** The values of a choice. */
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
interface Address {
  readonly host: string
  readonly port: number
}

interface Values {
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
type Kind = keyof Values

export const settings = {
  port: {
    kind: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    help: 'Port on which the server answers; 0 takes a free one.',
  },
  host: {
    kind: 'text',
    default: '127.0.0.1',
    value: 'ADDRESS',
    help: 'Address on which the server answers; 0.0.0.0 for all of this machine.',
  },
  base: {
    kind: 'text',
    value: 'IRI',
    help: 'Base IRI of the graph. Without it, the one @base that all inputs share.',
  },
  out: {
    kind: 'text',
    value: 'PATH',
    help:
      'What is written: by load the directory of a prepared graph, by export and harvest a file. ' +
      'What is there is replaced when the new one is whole.',
  },
  publicUrl: {
    kind: 'url',
    value: 'URL',
    help: 'URL under which the world sees the server; every link starts with it. Without it, host and port.',
  },
  about: {
    kind: 'text',
    value: 'FILE',
    help: 'JSON with title, description, publisher, licence and contact of the graph.',
  },
  emptyList: {
    kind: 'choice',
    default: '404',
    values: ['404', '200'],
    help: 'Status of a list without a match.',
  },
  serviceLinks: {
    kind: 'templates',
    default: [],
    value: 'TEMPLATES',
    help:
      'Links to other services for each entity, blanks between them: [media/type=]URL with {iri}, ' +
      '{+iri}, {suffix} or {type}.',
  },
  cache: {
    kind: 'integer',
    default: 64,
    minimum: 0,
    maximum: 65_536,
    value: 'MB',
    help: 'Memory for answers that are kept as they were written; 0 keeps none.',
  },
  extension: {
    kind: 'paths',
    default: [],
    value: 'PATH',
    help:
      'Module or package that adds entity types, fields and filters; may be given again, or hold ' +
      `several with ${delimiter} between. /docs/extending says how one is written.`,
  },
  report: {
    kind: 'text',
    value: 'FILE',
    help: 'File that gets every finding as a line of JSON: kind, severity, file, line, id, path, message, expected.',
  },
  source: {
    kind: 'text',
    value: 'NAME',
    help:
      'Source of all JSON that is not SKG-IF: crossref, datacite, ror, or one of an extension. ' +
      'Without it, each record is recognised by its keys.',
  },
  fromSparql: {
    kind: 'url',
    value: 'URL',
    help: 'SPARQL server from which load takes records, beside those of PATHs; --construct says how.',
  },
  construct: {
    kind: 'text',
    value: 'DIR',
    help:
      'Directory with a CONSTRUCT for each entity type, TYPE.rq, that makes records of ?subject. ' +
      'There are some for OpenCitations, VIVO and Wikidata in queries/constructs.',
  },
  maxRefused: {
    kind: 'limit',
    default: { value: 10, unit: 'percent' },
    value: 'N|N%',
    help:
      'Records that load may refuse, or that a reload of PATHs may: a number, in which a file that ' +
      'cannot be read to its end counts as one, or a percentage, of the records and of the files. ' +
      'Where more are refused, the old graph stays, and load and check end with 3.',
  },
  shacl: {
    kind: 'text',
    value: 'FILE',
    help:
      'Turtle file of SHACL shapes with which the graph is validated, in memory. Known faults of the ' +
      'published shapes of SKG-IF are corrected.',
  },
  maxAge: {
    kind: 'integer',
    default: 300,
    minimum: 0,
    maximum: 31_536_000,
    value: 'SECONDS',
    help: 'Time for which caches may keep an answer before they ask again; 0 lets them always ask.',
  },
  sparql: {
    kind: 'switch',
    default: true,
    help:
      'The SPARQL endpoint. Where there is memory for it, a second engine holds the graph, so that ' +
      'filters need not wait for public queries.',
  },
  sparqlTimeout: {
    kind: 'integer',
    default: 10,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time after which a SPARQL query is ended. It may wait for as long, and for an engine to load the graph.',
  },
  sparqlRows: {
    kind: 'integer',
    default: 100_000,
    minimum: 1,
    maximum: 100_000_000,
    help: 'Rows that the answer to a SELECT may have.',
  },
  sparqlSize: {
    kind: 'integer',
    default: 50,
    minimum: 1,
    maximum: 500,
    value: 'MB',
    help: 'Size that the answer to a SPARQL query may have.',
  },
  sparqlQueue: {
    kind: 'integer',
    default: 50,
    minimum: 1,
    maximum: 10_000,
    help: 'SPARQL queries that may wait; further ones get 503, first those of the busiest client.',
  },
  sparqlMemory: {
    kind: 'integer',
    default: 1000,
    minimum: 50,
    maximum: 65_536,
    value: 'MB',
    help: 'Memory that a SPARQL query may take; one that takes more is ended.',
  },
  store: {
    kind: 'url',
    value: 'URL',
    help: 'SPARQL 1.1 endpoint that holds the graph, in place of PATHs and the embedded store.',
  },
  storeCredentials: {
    kind: 'text',
    value: 'TEXT',
    help:
      'What the store asks for: USER:PASSWORD, or the whole value of the header Authorization. ' +
      'Others see it on a command line; better use the variable.',
  },
  storeTimeout: {
    kind: 'integer',
    default: 10,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time in which the store has to answer a query; then the request ends with 504.',
  },
  storeConnections: {
    kind: 'integer',
    default: 8,
    minimum: 1,
    maximum: 1000,
    help: 'Queries that the store is asked at once; further ones wait, within their time.',
  },
  answerTimeout: {
    kind: 'integer',
    default: 20,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help:
      'Time after which a list or record that the store has not given is answered with 503; the ' +
      'search for a list continues, and its result is cached.',
  },
  log: {
    kind: 'switch',
    default: true,
    help: 'A line on stderr for each request. Failures are logged in any case.',
  },
  watch: {
    kind: 'switch',
    default: false,
    help: 'Serve a prepared graph, or the graph of a store, anew when it is replaced.',
  },
  metrics: { kind: 'switch', default: true, help: 'Figures for Prometheus at /metrics.' },
  admin: {
    kind: 'address',
    value: 'HOST:PORT',
    help: 'Second address, for operators: /metrics and /health are there, and /metrics no longer on the public port.',
  },
  dump: {
    kind: 'choice',
    default: 'public',
    values: ['public', 'admin', 'off'],
    help: 'Where /dump is: on the public port, on that of --admin alone, or nowhere.',
  },
  serverTiming: {
    kind: 'switch',
    default: false,
    help:
      'The header Server-Timing: how long each request took in the server, and its stages: read, ' +
      'search, fetch, frame, write.',
  },
  trustProxy: {
    kind: 'switch',
    default: false,
    help: 'Take the address of clients from X-Forwarded-For; only behind a proxy that sets it.',
  },
  maxConnections: {
    kind: 'integer',
    default: 10_000,
    minimum: 1,
    maximum: 1_000_000,
    help: 'Connections at once; further ones are closed.',
  },
  maxConnectionsPerAddress: {
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    help:
      'Connections at once from one IP address; further ones are closed. 0 sets no limit: behind a ' +
      'proxy all come from its address.',
  },
  maxLists: {
    kind: 'integer',
    default: 8,
    minimum: 1,
    maximum: 1000,
    help: 'Lists and searches that are made at once, if they are not in the cache.',
  },
  listQueue: {
    kind: 'integer',
    default: 500,
    minimum: 0,
    maximum: 100_000,
    help: 'Lists and searches that may wait for their turn; further ones are answered with 503.',
  },
  maxDownload: {
    kind: 'integer',
    default: 100_000,
    minimum: 0,
    maximum: 100_000_000,
    value: 'RECORDS',
    help: 'Records in the download of a list (/download), at most; a longer list is refused. 0 offers no downloads.',
  },
  idleTimeout: {
    kind: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time after which a connection without a request is closed.',
  },
  requestTimeout: {
    kind: 'integer',
    default: 30,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time in which a request has to arrive, with its body.',
  },
  shutdownGrace: {
    kind: 'integer',
    default: 10,
    minimum: 0,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time that running requests have when the server is asked to end.',
  },
  fetchDelay: {
    kind: 'integer',
    default: 100,
    minimum: 0,
    maximum: 600_000,
    value: 'MS',
    help: 'Milliseconds between two requests to another server, of which there is one at a time.',
  },
  fetchTimeout: {
    kind: 'integer',
    default: 60,
    minimum: 1,
    maximum: 3600,
    value: 'SECONDS',
    help: 'Time that another server has for one answer.',
  },
  fetchRetries: {
    kind: 'integer',
    default: 5,
    minimum: 0,
    maximum: 100,
    help:
      'How often a request is sent again that fails, or that another server is too busy for: after ' +
      '1, 2, 4, … seconds, or as long as it asks for (Retry-After).',
  },
  fetchLimit: {
    kind: 'integer',
    default: 1000,
    minimum: 1,
    maximum: 1_000_000,
    help: 'Requests that the check of a server may send.',
  },
} as const satisfies Record<string, Row>

export type SettingName = keyof typeof settings
type ValueOf<R extends Row> = R extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : Values[R['kind']]

/** All settings with their values; those without a default may be undefined. */
export type Settings = {
  readonly [N in SettingName]:
    ValueOf<(typeof settings)[N]> | ((typeof settings)[N] extends { default: unknown } ? never : undefined)
}

/**
 * The user asked for something that does not exist or cannot be. `unknown` and `known` are names, for a
 * suggestion.
 */
export class UsageError extends Error {
  readonly unknown: string | undefined
  readonly known: readonly string[]
  constructor(message: string, unknown?: string, known: readonly string[] = []) {
    super(message)
    this.name = 'UsageError'
    this.unknown = unknown
    this.known = known
  }
}

const names = Object.keys(settings) as SettingName[]
const separated = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase())

/** `publicUrl` → `--public-url` */
export const flagOf = (name: SettingName): string => `--${separated(name, '-')}`
/** `publicUrl` → `SKEG_PUBLIC_URL` */
export const variableOf = (name: SettingName): string => `SKEG_${separated(name, '_').toUpperCase()}`

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
    throw new Error('must be an http(s) URL without query and fragment')
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
const readers: { [K in Kind]: (text: string, row: Row) => Values[K] } = {
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

function read(name: SettingName, text: string, where: string): unknown {
  const row: Row = settings[name]
  if (text === '') throw new UsageError(`${where} needs a value`)
  try {
    return readers[row.kind](text, row)
  } catch (error) {
    throw new UsageError(
      `${where} ${(error as Error).message}${text.length > 100 ? '' : ` (it is ${text})`}`,
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
const flags = new Map(names.map((name) => [flagOf(name).slice(2), name] as const))

/**
 * Reads the command line and the environment; flags win. An empty variable counts as absent.
 * @throws UsageError for an unknown flag, a flag given twice or without its value, a value that cannot be
 */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const options = Object.fromEntries([
    ...[...flags.keys()].map((flag) => [flag, { type: 'string', ...letterOf(flag) }] as const),
    ...SWITCHES.map((name) => [name, { type: 'boolean', ...letterOf(name) }] as const),
  ])
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values: Partial<Record<SettingName, unknown>> = {}
  const words: string[] = []
  const switchesGiven = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const name = flags.get(token.name)
    if (name !== undefined) takeFlag(values, name, token)
    else if ((SWITCHES as readonly string[]).includes(token.name)) switchesGiven.add(token.name)
    else throw unknownFlag(token.rawName)
  }
  const given = Object.keys(values) as SettingName[]
  for (const name of names) {
    const text = environment[variableOf(name)]
    if (text && values[name] === undefined) values[name] = read(name, text, variableOf(name))
  }
  const chosen = Object.fromEntries(
    names.map((name) => [name, values[name] ?? (settings[name] as Row).default]),
  )
  const variables = new Set(names.map(variableOf))
  const unknownVariables = Object.keys(environment).filter(
    (variable) => variable.startsWith('SKEG_') && !variables.has(variable),
  )
  return {
    settings: Object.freeze(chosen) as Settings,
    flags: given,
    positionals: words,
    help: switchesGiven.has('help'),
    version: switchesGiven.has('version'),
    unknownVariables: unknownVariables,
  }
}

interface Flag {
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function takeFlag(
  values: Partial<Record<SettingName, unknown>>,
  name: SettingName,
  { rawName, value, inlineValue }: Flag,
): void {
  if (value === undefined || (!inlineValue && value.startsWith('-')))
    throw new UsageError(`${rawName} needs a value`)
  const isRepeated = values[name] !== undefined
  if (isRepeated && settings[name].kind !== 'paths') throw new UsageError(`${rawName} is given twice`)
  const found = read(name, value, rawName)
  values[name] = isRepeated
    ? [...(values[name] as readonly string[]), ...(found as readonly string[])]
    : found
}

function unknownFlag(flag: string): UsageError {
  const known = [...names.map(flagOf), ...SWITCHES.map((name) => `--${name}`)]
  return new UsageError(`Unknown setting ${flag}.`, flag, known)
}

const placeholderOf = (row: Row): string =>
  row.kind === 'choice'
    ? (row.values ?? []).join('|')
    : row.kind === 'switch'
      ? 'on|off'
      : (row.value ?? (row.kind === 'integer' ? 'NUMBER' : 'TEXT'))

function describeDefault({ default: value }: Row): string {
  if (value === undefined || Array.isArray(value)) return ''
  return ` Default: ${value === true ? 'on' : value === false ? 'off' : textOf(value)}.`
}

const isLimit = (value: unknown): value is RefusalLimit => typeof value === 'object'

/** A value as it is written on the command line. */
export const textOf = (value: unknown): string =>
  isLimit(value) ? `${value.value}${value.unit === 'percent' ? '%' : ''}` : String(value)

/** The table as lines for --help. */
export function describeSettings(of: readonly SettingName[] = names): string {
  return of
    .map(
      (name) =>
        `  ${flagOf(name)} ${placeholderOf(settings[name])}\n      ` +
        `${settings[name].help}${describeDefault(settings[name])} [${variableOf(name)}]`,
    )
    .join('\n')
}

/** All settings at their defaults, with what is given in their place: for embedding and tests. */
export function withDefaults(given: Partial<Settings> = {}): Settings {
  const defaults = Object.fromEntries(names.map((name) => [name, (settings[name] as Row).default]))
  return Object.freeze({ ...defaults, ...given }) as Settings
}
