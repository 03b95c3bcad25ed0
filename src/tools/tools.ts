/** Tools that take records elsewhere or ask other servers: what each brings. Without its lines, its folder can go. */

import type { Commands } from '../console/command.ts'
import type { CheckTool } from '../load/check.ts'
import type { LoadTool } from '../load/prepare.ts'

interface Tool extends CheckTool, LoadTool {
  readonly commands?: Commands
}

const endpointInputs: Tool['loadInputs'] = {
  areGiven: ({ fromStore, fromSparql, construct }) => Boolean(fromStore ?? fromSparql ?? construct),
  read: async (...args) => (await import('./endpoint/inputs.ts')).inputsFromEndpoint(...args),
}

const exportCommands: Commands = {
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
    run: async (...args) => (await import('./export/command.ts')).exportCommand(...args),
  },
}

const fetchCommands: Commands = {
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
    run: async (...args) => (await import('./fetch/command.ts')).fetchCommand(...args),
  },
}

const harvestCommands: Commands = {
  harvest: {
    usage: 'harvest URL --out FILE',
    summary: 'Fetch all records of a SKG-IF server or a repository into a file, or what has changed.',
    examples: [
      [
        'harvest https://example.org/skg-if/api --out records.jsonl.gz',
        'the records of all lists, for load; run again, it goes on where it was ended',
      ],
      [
        'harvest https://example.org/skg-if/api/grants --out grants.jsonl --fetch-delay 1000',
        'those of one list, with a second between two requests',
      ],
      [
        'harvest https://repository.example/oai --format oai_datacite --since 7d --out repository.jsonl',
        'what a repository has by OAI-PMH, and has changed in a week, for load',
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
      'by the same command. A repository is harvested by OAI-PMH: where --format or --set are ' +
      'given, or the path of URL has oai in it and it answers Identify. Where FILE is .nq or ' +
      '.nq.gz, it gets a copy of the graph by the stream of its changes (/changes), which --since brings up to date.',
    run: async (...args) => (await import('./harvest/command.ts')).harvestCommand(...args),
  },
}

export const tools: readonly Tool[] = [
  { checkUrl: async (...args) => (await import('./conformance/command.ts')).checkServer(...args) },
  { readShapes: async (...args) => (await import('./shapes/shacl.ts')).readShapes(...args) },
  { loadInputs: endpointInputs },
  { commands: exportCommands },
  { commands: fetchCommands },
  { commands: harvestCommands },
]
