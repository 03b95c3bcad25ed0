/** The table of commands: what each is for, and the file that carries it out; doors and tools bring further ones. */

import type { Commands } from '../console/command.ts'
import { doors } from '../doors/doors.ts'
import { tools } from '../tools/tools.ts'

const ownCommands: Commands = {
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
    run: async (...args) => (await import('./check.ts')).check(...args, tools),
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
      [
        'load graph new.jsonl --out graph',
        'what is new; records of the same id take the place of those that are there',
      ],
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
      'then GRAPH stays as it was. To bring a graph up to date, name it as one of the PATHs: a record of the ' +
      'others takes the place of the one that has its id in the same collection.',
    run: async (...args) => (await import('./load.ts')).load(...args, tools),
  },
}

export const commands = [...doors, ...tools].reduce<Commands>(
  (all, { commands: further }) => ({ ...all, ...further }),
  ownCommands,
)
