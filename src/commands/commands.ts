/** The commands: what each is for, its settings, and the file that carries it out. */

import type { Model } from '../model/model.ts'
import type { CommandName } from '../setting-row.ts'
import type { Settings } from '../settings.ts'
import type { CommandHelp } from './help.ts'

export interface Command extends CommandHelp {
  /** SIGHUP, which ends other commands, has a meaning of its own. */
  readonly reloads?: true
  /**
   * Brings what it needs when it is run, so that nobody waits for what others need. @returns exit status, if
   * not 0
   */
  run(paths: readonly string[], settings: Settings, model: Model): Promise<number | void>
}

export const commands: Readonly<Record<CommandName, Command>> = {
  serve: {
    usage: 'serve [PATH…]',
    summary: 'Serve a graph: the SKG-IF API, linked data, SPARQL and web pages.',
    examples: [
      ['serve', 'the demo graph on http://localhost:8080'],
      ['serve records.jsonl --base https://example.org/graph/', 'records from a file'],
      [
        'serve graph --public-url https://graph.example.org --watch',
        'a prepared graph, opened again when load replaces it',
      ],
      [
        'serve graph --store http://localhost:7001/sparql -p 8081',
        'a prepared graph whose quads a SPARQL server holds, on port 8081',
      ],
    ],
    help:
      'Serve the records of the PATHs (.json .jsonld .jsonl .ttl .nt .nq .trig .rdf, .gz of these, ' +
      'directories, .zip, .tar, prepared graphs); without PATH, those of the demo graph.',
    reloads: true,
    run: async (...args) => (await import('./serve.ts')).serve(...args),
  },
  mcp: {
    usage: 'mcp GRAPH',
    summary: 'Give agents the tools over a graph, on standard input and output.',
    examples: [['mcp graph', 'the tools of /mcp, for a program that starts this command']],
    help:
      'Speak the Model Context Protocol on standard input and output, over the prepared graph GRAPH or the records ' +
      'of PATHs, until standard input is closed. A server has the same tools at /mcp.',
    run: async (...args) => (await import('./mcp.ts')).mcp(...args),
  },
  check: {
    usage: 'check PATH… | URL',
    summary: 'Check records, the files of a prepared graph, or a server.',
    examples: [
      [
        'check records.jsonl --report findings.jsonl',
        'what is wrong with the records, each finding as a line of JSON',
      ],
      ['check graph', 'whether the files of a prepared graph are undamaged'],
      [
        'check https://example.org/skg-if/api --report findings.jsonl',
        'whether a server does what the specification of SKG-IF says',
      ],
    ],
    help:
      'Read the records of the PATHs and say what is wrong with them; of prepared graphs, every ' +
      'byte is checked against its hash. A server at URL is asked, by GET alone and one request at a ' +
      'time, for its lists, records, filters and forms. Ends with 0 if all is well, and with 1 if a ' +
      'record or file is refused (unless --max-refused allows it), a graph is damaged, a server breaks ' +
      'a rule, or there is nothing that can be checked.',
    run: async (...args) => (await import('./check.ts')).check(...args),
  },
  load: {
    usage: 'load PATH… --out GRAPH',
    summary: 'Load records into a prepared graph, which opens fast.',
    examples: [
      [
        'load records.jsonl --out graph --base https://example.org/graph/',
        'a prepared graph in the directory graph',
      ],
      [
        'load dump.zip more.ttl --out graph --max-refused 5%',
        'several inputs; at most 5% of the records may be refused',
      ],
      ['load graph new.jsonl --out graph', 'adds records to the graph that is there'],
      [
        'load --from-sparql http://localhost:7001/sparql --construct queries/constructs/vivo ' +
          '--base https://example.org/graph/ --out graph',
        'what the queries of a folder make of the graph of a SPARQL server',
      ],
      [
        'load --from-store http://localhost:7001/sparql --out graph',
        'a copy of the graph that a store holds',
      ],
    ],
    help:
      'Read the records of the PATHs into the prepared graph GRAPH, which serve opens fast. Ends ' +
      'with 0 if they were loaded, with 3 if more were refused than --max-refused allows, with 4 if more than a ' +
      'tenth of the records of GRAPH would be gone (unless --replace is given), and with 1 if it cannot be done; ' +
      'then GRAPH stays as it was. To add to a graph, name it as one of the PATHs.',
    run: async (...args) => (await import('./load.ts')).load(...args),
  },
  fetch: {
    usage: 'fetch LIST --out FILE',
    summary: 'Fetch the records of a list of DOIs, ORCIDs and RORs, for load.',
    examples: [
      [
        'fetch dois.txt --out records.jsonl --mail you@example.org',
        'what Crossref, DataCite and OpenAlex have; run again, it fetches what is missing',
      ],
    ],
    help:
      'Ask Crossref or DataCite (by the DOI) and OpenAlex, ORCID and ROR for the records of the identifiers in LIST, ' +
      'a text with one or several a line in any spelling, one request at a time, and add them to FILE (.jsonl), ' +
      'which load reads. What is in FILE is not asked for again. Ends with 0 if all services have answered, with 3 ' +
      'if requests have failed or lines have no identifier (the same command goes on), and with 1 if it cannot be ' +
      'done.',
    run: async (...args) => (await import('./fetch.ts')).fetchCommand(...args),
  },
  harvest: {
    usage: 'harvest URL --out FILE',
    summary: 'Fetch all records of a SKG-IF server into a file, or what has changed.',
    examples: [
      [
        'harvest https://example.org/skg-if/api --out records.jsonl.gz',
        'the records of all lists, for load; run again, it goes on where it was ended',
      ],
      [
        'harvest https://example.org/skg-if/api/grants --out grants.jsonl --fetch-delay 1000',
        'those of one list, with a second between two requests',
      ],
      ['harvest https://example.org --out copy.nq.gz', 'a copy of the graph of a server that is skeg'],
      [
        'harvest https://example.org --out copy.nq.gz --since copy.nq.gz',
        'the same, of which only what has changed is fetched',
      ],
    ],
    help:
      'Fetch all records of the API, or the list, at URL into FILE (.jsonl, .jsonl.gz), page by ' +
      'page and one request at a time. Servers that break rules of SKG-IF are understood as far as ' +
      'they can be, and what is wrong is reported. Ends with 0 if the harvest is complete, with 3 if ' +
      'something of it is missing, and with 1 if it cannot be done; a harvest that was ended is resumed ' +
      'by the same command. Where FILE is .nq or .nq.gz, it gets a copy of the graph by the stream of its ' +
      'changes (/changes), which --since brings up to date.',
    run: async (...args) => (await import('./harvest.ts')).harvestCommand(...args),
  },
  export: {
    usage: 'export GRAPH --out FILE',
    summary: 'Write a graph as one file.',
    examples: [
      ['export graph --out graph.nq.gz', 'N-Quads, compressed'],
      ['export graph --out snapshot.zip', 'a snapshot of JSON-LD files'],
      ['export graph --out products.parquet', 'a table of the products'],
    ],
    help:
      'Write a prepared graph, or the records of PATHs, as one file by its ending: .zip (snapshot), ' +
      '.nq .nt .jsonl (also .gz), or a table of one kind of records, called after its list: products.parquet.',
    run: async (...args) => (await import('./export.ts')).exportCommand(...args),
  },
}
