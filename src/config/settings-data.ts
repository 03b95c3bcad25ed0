/** The settings of the group Data: what is read, checked and written. Part of the table in settings.ts. */

import { delimiter } from 'node:path'
import type { SettingRow } from './setting-row.ts'

export const dataSettings = {
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
  map: {
    kind: 'paths',
    commands: ['serve', 'mcp', 'check', 'load', 'export'],
    default: [],
    value: 'FILE',
    help:
      'YAML that says what the columns of a table are, as check prints it; may be given again. It holds for ' +
      'tables that have all its columns; others are read by their headings.',
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
      'Directory with a CONSTRUCT for each entity type, TYPE.rq, that makes records of ?subject, of what ' +
      '--from-sparql names, else of the RDF files of PATHs. ' +
      'There are some for OpenCitations, VIVO and Wikidata in queries/constructs.',
  },
  extension: {
    kind: 'paths',
    commands: ['serve', 'mcp', 'check', 'load', 'fetch', 'harvest', 'export'],
    default: [],
    value: 'PATH',
    help:
      'Module or package that adds entity types, fields and filters; may be given again, or hold ' +
      `several with ${delimiter} between. docs/extending.md says how one is written.`,
  },
  out: {
    kind: 'text',
    commands: ['load', 'fetch', 'harvest', 'export'],
    value: 'PATH',
    help:
      'What is written: by load the directory of a prepared graph, by fetch, export and harvest a file. ' +
      'What is there is replaced when the new one is whole; fetch adds to it what it lacks.',
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
    commands: ['serve', 'load'],
    default: false,
    help:
      'Load, or serve on SIGHUP, replaces a graph even where more than a tenth of its records are not in the ' +
      'new one; without it, that graph stays, and load ends with 4.',
  },
  collection: {
    kind: 'text',
    commands: ['load'],
    value: 'NAME',
    help:
      'What the records of this load are part of: a record takes the place of that of the same id in its ' +
      'collection. Without it, the name of its source, or what that says.',
  },
  whole: {
    kind: 'switch',
    commands: ['load'],
    default: false,
    help: 'The PATHs beside GRAPH are all of their collections: what these had and have no more is gone.',
  },
  delete: {
    kind: 'text',
    commands: ['load'],
    value: 'FILE',
    help: 'Ids of records that are taken out of the graph among the PATHs, one on each line.',
  },
  allAgain: {
    kind: 'switch',
    commands: ['load'],
    default: false,
    help:
      'Make all of the graph among the PATHs anew from its records, by --join and --correct of this load; without ' +
      'it, those of the loads before hold.',
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
  since: {
    kind: 'text',
    commands: ['harvest'],
    value: 'FILE|DAY',
    help:
      'Only what has changed since is fetched. Of a copy of a graph: the copy before, an --out of an earlier ' +
      'harvest of the same server, which may be --out itself. By OAI-PMH: a day, a moment, or a number of days ' +
      'before today: 2026-11-01, 2026-11-01T12:00:00Z, 7d.',
  },
  format: {
    kind: 'text',
    commands: ['harvest'],
    value: 'PREFIX',
    help:
      'The server is a repository that speaks OAI-PMH, and this is the prefix of the metadata: oai_datacite, ' +
      'oai_openaire, oai_dc. Without it, a URL with oai in its path is asked, and the best of these is taken.',
  },
  set: {
    kind: 'text',
    commands: ['harvest'],
    value: 'SETS',
    help: 'By OAI-PMH: only the records of these sets, with commas between.',
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
} as const satisfies Record<string, SettingRow>
