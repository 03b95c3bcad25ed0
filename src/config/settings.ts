/** The settings: one table. The command line and the environment are read by parse-settings.ts. */

import { dataSettings } from './settings-data.ts'
import type { CommandName, SettingRow, SettingValues } from './setting-row.ts'

/** The settings in the groups of the help; those that name no commands are of serve alone. */
export const settingGroups = {
  Data: dataSettings,
  Server: {
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
    publicUrl: {
      kind: 'url',
      value: 'URL',
      help: 'URL under which the world sees the server; every link starts with it. Without it, host and port.',
    },
    watch: {
      kind: 'switch',
      default: false,
      help: 'Serve a prepared graph anew when it is replaced; beside --store, when the store holds it too.',
    },
    trustProxy: {
      kind: 'switch',
      default: false,
      help: 'Take the address of clients from X-Forwarded-For; only behind a proxy that sets it.',
    },
  },
  Responses: {
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
      help: 'Memory of the response cache; 0 for none.',
    },
    maxAge: {
      kind: 'integer',
      default: 300,
      minimum: 0,
      maximum: 31_536_000,
      value: 'SECONDS',
      help: 'Time for which caches may keep an answer before they ask again; 0 lets them always ask.',
    },
    dump: {
      kind: 'choice',
      default: 'public',
      values: ['public', 'admin', 'off'],
      help: 'Where /dump is: on the public port, on that of --admin alone, or nowhere.',
    },
    answerTimeout: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 20,
      minimum: 1,
      maximum: 3600,
      value: 'SECONDS',
      help:
        'Time after which an answer that is not there is given up, with 503; the work for it ends when nobody ' +
        'else waits for it.',
    },
  },
  SPARQL: {
    sparql: {
      kind: 'switch',
      commands: ['serve', 'mcp'],
      default: true,
      help:
        'The SPARQL endpoint. An engine starts with the first question that needs one; a second, where there is ' +
        'memory for it, once a question has waited for 0.25 s. Off: one engine at most, for filters that need it.',
    },
    filters: {
      kind: 'choice',
      commands: ['serve', 'mcp'],
      values: ['index', 'sparql'],
      default: 'index',
      help:
        'What answers filters: the index where it can tell, or always the SPARQL that pages show, on the store; ' +
        'cf.modified is of the index alone.',
    },
    sparqlTimeout: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 10,
      minimum: 1,
      maximum: 3600,
      value: 'SECONDS',
      help: 'Time after which a SPARQL query is ended. It may wait for as long, and for an engine to load the graph.',
    },
    sparqlRows: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 100_000,
      minimum: 1,
      maximum: 100_000_000,
      help: 'Rows that the answer to a SELECT may have.',
    },
  },
  'A SPARQL server as the store': {
    store: {
      kind: 'url',
      value: 'URL',
      help: 'SPARQL 1.1 endpoint that holds the quads of the prepared graph, in place of the embedded store.',
    },
    storeCredentials: {
      kind: 'text',
      commands: ['serve', 'load'],
      value: 'TEXT',
      help:
        'What the store asks for: USER:PASSWORD, or the whole value of the header Authorization. ' +
        'Others see it on a command line; better use the variable.',
    },
  },
  'Other servers': {
    mail: {
      kind: 'text',
      commands: ['fetch'],
      value: 'ADDRESS',
      help: 'Your address, which Crossref and OpenAlex ask for.',
    },
    fetchDelay: {
      kind: 'integer',
      commands: ['check', 'fetch', 'harvest'],
      default: 100,
      minimum: 0,
      maximum: 600_000,
      value: 'MS',
      help: 'Milliseconds between two requests to another server, of which there is one at a time.',
    },
    fetchRetries: {
      kind: 'integer',
      commands: ['check', 'load', 'fetch', 'harvest'],
      default: 5,
      minimum: 0,
      maximum: 100,
      help:
        'How often a request is sent again that fails, or that another server is too busy for: after ' +
        '1, 2, 4, … seconds, or as long as it asks for (Retry-After).',
    },
  },
  Monitoring: {
    log: {
      kind: 'switch',
      default: true,
      help: 'A line on stderr for each request. Failures are logged in any case.',
    },
    admin: {
      kind: 'address',
      value: 'HOST:PORT',
      help:
        'Second address, for operators: /metrics and /health are there, and /metrics no longer on the ' +
        'public port.',
    },
  },
  Limits: {
    threads: {
      kind: 'integer',
      minimum: 0,
      maximum: 64,
      help:
        'Worker threads at most, for lists, searches, downloads, pages and all else that takes longer than a ' +
        'look-up: ' +
        'each makes one answer at a time, and a free one goes to the client that has the fewest. Without it, ' +
        'as many ' +
        'as the machine has processors, less one, at least 1 and at most 4. With 0, such work holds up all other ' +
        'requests.',
    },
    maxDownload: {
      kind: 'integer',
      default: 100_000,
      minimum: 0,
      maximum: 100_000_000,
      value: 'RECORDS',
      help:
        'Records in the download of a list (/download), at most; a longer list is refused. 0 offers no ' +
        'downloads.',
    },
  },
} as const satisfies Record<string, Record<string, SettingRow>>

export const settings = {
  ...settingGroups.Data,
  ...settingGroups.Server,
  ...settingGroups.Responses,
  ...settingGroups.SPARQL,
  ...settingGroups['A SPARQL server as the store'],
  ...settingGroups['Other servers'],
  ...settingGroups.Monitoring,
  ...settingGroups.Limits,
}

export type SettingName = keyof typeof settings
type ValueOf<R extends SettingRow> = R extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : SettingValues[R['kind']]

/** All settings with their values; those without a default may be undefined. */
export type Settings = {
  readonly [N in SettingName]:
    ValueOf<(typeof settings)[N]> | ((typeof settings)[N] extends { default: unknown } ? never : undefined)
}

export const commandsOf = (name: SettingName): readonly CommandName[] =>
  (settings[name] as SettingRow).commands ?? ['serve']

export const settingNames = Object.keys(settings) as SettingName[]

/** All settings at their defaults, with what is given in their place: for embedding and tests. */
export function withDefaults(given: Partial<Settings> = {}): Settings {
  const defaults = Object.fromEntries(
    settingNames.map((name) => [name, (settings[name] as SettingRow).default]),
  )
  return Object.freeze({ ...defaults, ...given }) as Settings
}

/** Seconds that another server has for one answer. */
export const SERVER_TIMEOUT_S = 60
