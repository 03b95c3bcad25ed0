/**
 * Files of each kind in which bytes were changed: what loads is whole, fills an engine and can be exported, and no
 * record differs that was not touched. With the same seed, the same files.
 */

import { expect } from 'chai'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findingKinds } from '../../src/findings/kinds.ts'
import { exportGraph } from '../../src/tools/export/export.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { checkPaths } from '../../src/load/check.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { model } from '../support/model.ts'
import { createRandom, type Random } from '../support/random.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/graph/'
const SEED = Number(process.env['MUTATION_SEED'] ?? 20_261_126)
const MUTATIONS = Number(process.env['MUTATIONS'] ?? 500)
/** Files that are loaded together. */
const TOGETHER = 250

const DCT = 'http://purl.org/dc/terms/'
const A = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const WORK = 'http://purl.org/spar/fabio/Work'
const RELATION = `${DCT}relation`

/** A file of a kind: its head, records by their names, and its end. */
interface Kind {
  readonly ending: string
  readonly head?: string
  record(name: string): string
  readonly between?: string
  readonly end?: string
}

const json = (name: string): string =>
  JSON.stringify({
    local_identifier: name,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: [`Title of ${name}`], fr: ['Sens « et » "sens"'] },
    identifiers: [{ scheme: 'doi', value: `10.1234/${name}` }],
    related_products: { cites: ['victim'] },
    manifestations: [{ dates: { publication: ['2020-01-02'] }, version: 'Vor' }],
    contributions: [
      { by: { local_identifier: `p-${name}`, entity_type: 'person', name: 'P' }, rank: 1, roles: ['author'] },
    ],
  })
const quads = (name: string, graph: string): string =>
  [
    `<${BASE}${name}> <${A}> <${WORK}>${graph} .`,
    `<${BASE}${name}> <${DCT}title> "Title \\"of\\" ${name}"@en${graph} .`,
    `<${BASE}${name}> <${RELATION}> <${BASE}victim>${graph} .`,
    `<${BASE}${name}> <http://purl.org/spar/datacite/hasIdentifier> _:i-${name}${graph} .`,
    `_:i-${name} <http://www.w3.org/2000/01/rdf-schema#label> "x"^^<http://www.w3.org/2001/XMLSchema#token>${graph} .`,
  ].join('\n')
const turtle = (name: string): string =>
  `<${BASE}${name}> a f:Work ; d:title "Title of ${name}"@en , '''lang'''@fr ;\n` +
  `  d:relation <victim> ; d:extent [ r:label "x"^^x:token ] .`
const PREFIXES =
  `@prefix f: <http://purl.org/spar/fabio/> . @prefix d: <${DCT}> . @prefix x: <http://www.w3.org/2001/XMLSchema#> .\n` +
  `@prefix r: <http://www.w3.org/2000/01/rdf-schema#> . @base <${BASE}> .\n`

const kinds: Readonly<Record<string, Kind>> = {
  'JSON Lines': { ending: 'jsonl', record: json, between: '\n' },
  JSON: { ending: 'json', head: '[', record: json, between: ',\n', end: ']' },
  'JSON-LD': {
    ending: 'jsonld',
    head: '[',
    record: (name) =>
      JSON.stringify({
        '@id': BASE + name,
        '@type': [WORK],
        [`${DCT}title`]: [{ '@value': `Title of ${name}`, '@language': 'en' }],
        [RELATION]: [{ '@id': `${BASE}victim` }],
      }),
    between: ',\n',
    end: ']',
  },
  'N-Triples': { ending: 'nt', record: (name) => quads(name, ''), between: '\n', end: '\n' },
  'N-Quads': { ending: 'nq', record: (name) => quads(name, ` <${BASE}g>`), between: '\n', end: '\n' },
  Turtle: { ending: 'ttl', head: PREFIXES, record: turtle, between: '\n' },
  TriG: { ending: 'trig', head: `${PREFIXES}<g> {\n`, record: turtle, between: '\n', end: '}' },
  'RDF/XML': {
    ending: 'rdf',
    head: `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:d="${DCT}" xml:base="${BASE}">`,
    record: (name) =>
      `<r:Description r:about="${name}"><r:type r:resource="${WORK}"/><d:title xml:lang="en">Title of ${name}</d:title>` +
      `<d:relation r:resource="victim"/><d:extent r:datatype="http://www.w3.org/2001/XMLSchema#token">x</d:extent>` +
      `<d:source r:nodeID="n-${name}"/></r:Description>\n<r:Description r:nodeID="n-${name}"><d:title>n</d:title></r:Description>`,
    between: '\n',
    end: '</r:RDF>',
  },
  BibTeX: {
    ending: 'bib',
    record: (name) =>
      `@article{${name},\n  title = {Title {\\"o}f ${name}},\n  author = {M{\\"u}ller, A and B, C},\n  year = 2020,\n` +
      `  doi = {10.1234/${name}},\n  journal = "J ${name}"\n}`,
    between: '\n\n',
  },
  RIS: {
    ending: 'ris',
    record: (name) =>
      `TY  - JOUR\nTI  - Title of ${name}\nAU  - A, B\nPY  - 2020\nDO  - 10.1234/${name}\nJO  - J ${name}\nER  - `,
    between: '\n',
    end: '\n',
  },
  CSV: {
    ending: 'csv',
    head: '"id","title","author","pub_date","venue","volume","issue","page","type","publisher","editor"\n',
    record: (name) =>
      `"doi:10.1234/${name}","Title, ""of"" ${name}","A, B [omid:ra/${name}]","2020-01","J ${name}","1","2","3-4","journal article","",""`,
    between: '\n',
  },
}

/** What ends something in one of the kinds. */
const TOKENS = [
  ...[
    '"',
    "'",
    '<',
    '>',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '\n',
    '\r',
    '\t',
    '\0',
    ' .\n',
    ' ;\n',
    '"""',
    ',,',
    '@',
    '^^',
    '_:',
    '#',
  ],
  ...[
    '&#10;',
    '&quot;',
    '&lt;',
    '</',
    '<![CDATA[',
    '\\u0022',
    '\\n',
    '\\',
    '%',
    '%zz',
    '\uFFFE',
    '\u{1F600}',
    '\u202E',
    'e\u0301',
  ],
  ...[
    `"@en <${BASE}x> .\n`,
    `' <${BASE}x> .&#10;`,
    'ER  - \n',
    '@x{',
    '""',
    ' xml:lang="',
    '^^<x y>',
    'TY  - ',
    '-',
    '1e999',
    'null',
  ],
]

/** The text with some bytes of a part of it changed. */
function mutate(text: Buffer, from: number, to: number, random: Random): Buffer {
  let [part, count] = [Buffer.from(text.subarray(from, to)), 1 + random.below(3)]
  for (; count > 0 && part.length > 0; count--) {
    const at = random.below(part.length)
    const end = random.chance(0.5) ? at + 1 : Math.min(part.length, at + random.below(12))
    const other = [
      () => Buffer.from([part[at]! ^ (1 << random.below(8))]),
      () => Buffer.from([random.below(256)]),
      () => Buffer.alloc(0),
      () => Buffer.from(random.pick(TOKENS)),
      () => Buffer.concat([part.subarray(at, end), part.subarray(at, end)]),
    ]
    const isInserted = random.chance(0.5)
    part = Buffer.concat([part.subarray(0, at), random.pick(other)(), part.subarray(isInserted ? at : end)])
  }
  return Buffer.concat([text.subarray(0, from), part, text.subarray(to)])
}

const VICTIM = JSON.stringify({
  local_identifier: 'victim',
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: ['True title'] },
})

describe('files with changed bytes', function () {
  this.timeout(1_200_000)
  const folder = temporaryFolder()

  /** Loads files beside the victim, checks, opens and exports the graph. @returns its products by IRI */
  async function roundTrip(ending: string, files: readonly Buffer[]): Promise<ReadonlyMap<string, string>> {
    const [place, out] = [join(folder, 'in'), join(folder, 'graph')]
    for (const one of [place, out]) rmSync(one, { recursive: true, force: true })
    mkdirSync(place)
    writeFileSync(join(place, 'victim.jsonl'), VICTIM)
    files.forEach((file, i) => writeFileSync(join(place, `${i}.${ending}`), file))
    await prepareGraph([place], { model, base: BASE, out })
    const { findings } = (await checkPaths([out], { model })).report
    expect(findings.filter((finding) => findingKinds[finding.kind].severity === 'refused')).to.deep.equal([])
    // It resolves when an engine holds the graph.
    const opened = await openGraph([out], { model })
    const { graph } = opened
    try {
      const type = model.typeNamed('product')!
      const frame = createFramer(model, graph.base)
      const documents = await graph.documents(graph.list(type, 0, graph.count(type)))
      for (const form of ['nt', 'jsonl']) await exportGraph(opened, join(folder, `out.${form}`))
      return new Map(documents.map((document) => [document.iri, JSON.stringify(frame(document, type))]))
    } finally {
      await graph.close()
    }
  }

  for (const [name, kind] of Object.entries(kinds))
    it(`of ${name}, ${MUTATIONS} of them: no other record differs, and what is in a graph can be read`, async () => {
      const random = createRandom(SEED)
      const { ending, head = '', between = '', end = '' } = kind
      let [lost, loaded] = [0, 0]
      for (let from = 0; from < MUTATIONS; from += TOGETHER) {
        const parts = Array.from({ length: TOGETHER }, (_, i) => {
          const records = ['first', 'touched', 'last'].map((which) => kind.record(`${which}${from + i}`))
          const start = Buffer.byteLength(head + records[0]! + between)
          const text = Buffer.from(head + records.join(between) + end)
          return { text, start, stop: start + Buffer.byteLength(records[1]!) }
        })
        const before = await roundTrip(
          ending,
          parts.map(({ text }) => text),
        )
        const untouched = [...before.keys()].filter((iri) => /(?:first|last)\d+$|victim$/.test(iri))
        expect(untouched, 'all are read').to.have.length(2 * TOGETHER + 1)
        const mutated = parts.map(({ text, start, stop }) => mutate(text, start, stop, random))
        const after = await roundTrip(ending, mutated)
        for (const iri of untouched) {
          const found = after.get(iri)
          const number = Number(/\d+$/.exec(iri)?.[0] ?? -1) - from
          if (found === undefined) lost++
          else if (found !== before.get(iri))
            expect(found, `${iri} beside ${mutated[number]?.toString() ?? ''}`).to.equal(before.get(iri))
        }
        expect(after.has(`${BASE}victim`)).to.equal(true)
        loaded += after.size
      }
      console.log(
        `      ${loaded} records; ${lost} untouched ones stood in files that were not read to their end`,
      )
    })
})
