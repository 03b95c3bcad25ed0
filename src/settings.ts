/** The settings: one table. The command line and the environment are read by parse-settings.ts. */

import { delimiter } from 'node:path'
import type { CommandName, SettingRow, SettingValues } from './setting-row.ts'

/** The settings in the groups of the help; those that name no commands are of serve alone. */
export const settingGroups = {
  Data: {
    base: {
      kind: 'text',
      commands: ['serve', 'mcp', 'check', 'load', 'export'],
      value: 'IRI',
      help:
        'Base IRI of the graph. Without it, the one @base that all inputs share; where they state none, ' +
        'serve takes https://example.org/skeg/.',
    },
    source: {
      kind: 'text',
      commands: ['serve', 'mcp', 'check', 'load', 'export'],
      value: 'NAME',
      help:
        'Source of all that is not SKG-IF: {sources}, or one of an extension. Without it, each record is ' +
        'recognised by its keys.',
    },
    fromSparql: {
      kind: 'url',
      commands: ['load'],
      value: 'URL',
      help: 'SPARQL server from which load takes records, beside those of PATHs; --construct says how.',
    },
    fromStore: {
      kind: 'url',
      commands: ['load'],
      value: 'URL',
      help: 'SPARQL server whose graph load copies, if skeg wrote it.',
    },
    construct: {
      kind: 'text',
      commands: ['load'],
      value: 'DIR',
      help:
        'Directory with a CONSTRUCT for each entity type, TYPE.rq, that makes records of ?subject. ' +
        'There are some for OpenCitations, VIVO and Wikidata in queries/constructs.',
    },
    extension: {
      kind: 'paths',
      commands: ['serve', 'mcp', 'check', 'load', 'harvest', 'export'],
      default: [],
      value: 'PATH',
      help:
        'Module or package that adds entity types, fields and filters; may be given again, or hold ' +
        `several with ${delimiter} between. docs/extending.md says how one is written.`,
    },
    out: {
      kind: 'text',
      commands: ['load', 'harvest', 'export'],
      value: 'PATH',
      help:
        'What is written: by load the directory of a prepared graph, by export and harvest a file. ' +
        'What is there is replaced when the new one is whole.',
    },
    report: {
      kind: 'text',
      commands: ['check', 'load', 'harvest'],
      value: 'FILE',
      help:
        'File that gets every finding as a line of JSON: kind, severity, file, line, id, path, message, ' +
        'expected.',
    },
    shacl: {
      kind: 'text',
      commands: ['check'],
      value: 'FILE',
      help:
        'Turtle file of SHACL shapes with which the graph is validated, in memory. Known faults of the ' +
        'published shapes of SKG-IF are corrected.',
    },
    maxRefused: {
      kind: 'limit',
      commands: ['serve', 'mcp', 'check', 'load'],
      value: 'N|N%',
      help:
        'Records that may be refused: a number, in which a file that cannot be read to its end counts as ' +
        'one, or a percentage, of the records and of the files. Without it, 10% in load, serve and reloads, and ' +
        'none in a check. Where more are refused, the old graph stays; load ends with 3, and check with 1.',
    },
    replace: {
      kind: 'switch',
      commands: ['load'],
      default: false,
      help:
        'Load replaces the graph at --out even where more than a tenth of its records are not in the new one; ' +
        'without ' +
        'it, that graph stays, and load ends with 4.',
    },
    effectiveIn: {
      kind: 'integer',
      commands: ['load'],
      default: 10,
      minimum: 0,
      maximum: 3600,
      value: 'SECONDS',
      help: 'Time after a load over a graph until all servers show its changes, and harvesters find them.',
    },
    fresh: {
      kind: 'switch',
      commands: ['load'],
      default: false,
      help: 'Load forgets when records changed, and which are gone.',
    },
    keep: {
      kind: 'text',
      commands: ['load'],
      value: 'EXPRESSION',
      help:
        "Only works of sources for which this holds, such as 'ror:03vek6s52 and year:2020- and xpac:no', and " +
        'records ' +
        'of others that they name; docs/sources.md has the keys. Records of SKG-IF are always kept.',
    },
    join: {
      kind: 'switch',
      commands: ['load'],
      default: false,
      help:
        'Persons, organisations, products, grants and venues of SKG-IF records in JSON that have an ORCID, ' +
        'ROR, DOI ' +
        'or ISSN get its IRI as id, so that they are one with those of all other inputs.',
    },
    correct: {
      kind: 'text',
      commands: ['load'],
      value: 'FILE',
      help:
        'Corrections, as SKG-IF records in JSON: local_identifier says of what, the other members replace ' +
        'those of all ' +
        'inputs, and null removes one.',
    },
    about: {
      kind: 'text',
      commands: ['serve', 'mcp', 'load'],
      value: 'FILE',
      help: 'JSON with title, description, publisher, licence and contact of the graph.',
    },
  },
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
    shutdownGrace: {
      kind: 'integer',
      default: 10,
      minimum: 0,
      maximum: 3600,
      value: 'SECONDS',
      help: 'Time that running requests have when the server is asked to end.',
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
        'The SPARQL endpoint. Where there is memory for it, a second engine holds the graph, so that ' +
        'filters need not wait for public queries. Without it, an engine is started for the first filter that ' +
        'needs one.',
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
    sparqlSize: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 50,
      minimum: 1,
      maximum: 500,
      value: 'MB',
      help: 'Size that the answer to a SPARQL query may have.',
    },
    sparqlQueue: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 50,
      minimum: 1,
      maximum: 10_000,
      help: 'SPARQL queries that may wait; further ones get 503, first those of the busiest client.',
    },
    sparqlMemory: {
      kind: 'integer',
      commands: ['serve', 'mcp'],
      default: 1000,
      minimum: 50,
      maximum: 65_536,
      value: 'MB',
      help: 'Memory that a SPARQL query may take; one that takes more is ended.',
    },
  },
  'A SPARQL server as the store': {
    store: {
      kind: 'url',
      value: 'URL',
      help: 'SPARQL 1.1 endpoint that holds the quads of the prepared graph, in place of the embedded store.',
    },
    graph: {
      kind: 'text',
      value: 'DIR',
      help: 'Prepared graph beside --store, copied from it if there is none.',
    },
    storeCredentials: {
      kind: 'text',
      commands: ['serve', 'load'],
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
    storeForwardClients: {
      kind: 'switch',
      default: false,
      help:
        'Send the store the address of the client of each SPARQL query (X-Forwarded-For), by which it may ' +
        'limit them.',
    },
  },
  'Other servers': {
    fetchDelay: {
      kind: 'integer',
      commands: ['check', 'harvest'],
      default: 100,
      minimum: 0,
      maximum: 600_000,
      value: 'MS',
      help: 'Milliseconds between two requests to another server, of which there is one at a time.',
    },
    fetchTimeout: {
      kind: 'integer',
      commands: ['check', 'load', 'harvest'],
      default: 60,
      minimum: 1,
      maximum: 3600,
      value: 'SECONDS',
      help: 'Time that another server has for one answer.',
    },
    fetchRetries: {
      kind: 'integer',
      commands: ['check', 'load', 'harvest'],
      default: 5,
      minimum: 0,
      maximum: 100,
      help:
        'How often a request is sent again that fails, or that another server is too busy for: after ' +
        '1, 2, 4, … seconds, or as long as it asks for (Retry-After).',
    },
    fetchLimit: {
      kind: 'integer',
      commands: ['check'],
      default: 1000,
      minimum: 1,
      maximum: 1_000_000,
      help: 'Requests that the check of a server may send.',
    },
  },
  Monitoring: {
    log: {
      kind: 'switch',
      default: true,
      help: 'A line on stderr for each request. Failures are logged in any case.',
    },
    metrics: { kind: 'switch', default: true, help: 'Figures for Prometheus at /metrics.' },
    admin: {
      kind: 'address',
      value: 'HOST:PORT',
      help:
        'Second address, for operators: /metrics and /health are there, and /metrics no longer on the ' +
        'public port.',
    },
    serverTiming: {
      kind: 'switch',
      default: false,
      help:
        'The header Server-Timing: how long each request took in the server, and its stages: read, ' +
        'search, fetch, frame, write.',
    },
  },
  Limits: {
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
    listQueue: {
      kind: 'integer',
      default: 500,
      minimum: 0,
      maximum: 100_000,
      help:
        'Requests that may wait for a thread; beyond that those of the client with the most get 503. ' +
        'Downloads and batches to reconcile have queues of the same length.',
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

/** The commands that have a setting. */
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
