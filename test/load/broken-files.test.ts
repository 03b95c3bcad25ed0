// Files that are broken in every way: reported with file, line and reason, and what stands beside them is
// read.

import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import type { FindingKind } from '../../src/findings/kinds.ts'
import { checkFiles } from './checking.ts'
import { BASE, zip, type Files } from './files.ts'
import { documentOf, good } from './good.ts'

const topic = (local_identifier: string): object => ({
  local_identifier,
  entity_type: 'topic',
  labels: { en: local_identifier },
})
const document = documentOf([topic('a'), topic('b')])
const linesOf = (text: string): number => text.split('\n').length
const cut = document.slice(0, document.indexOf('"b"'))
const replaced = (from: string, to: string): string => document.replace(from, () => to)
const lineOf = (part: string): number => linesOf(document.slice(0, document.indexOf(part)))
const typed = (subject: string): string =>
  `<${subject}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ` +
  `<http://purl.org/spar/fabio/SubjectTerm> .\n<${subject}> ` +
  `<http://www.w3.org/2004/02/skos/core#prefLabel> "x"@en .\n`
const a = typed('http://x.example/a')
const b = typed('http://x.example/b')
const quads = (text: string): string => text.replace(/ \.$/gm, ' <http://x.example/g> .')
const xml =
  '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
  'xmlns:s="http://www.w3.org/2004/02/skos/core#" ' +
  'xmlns:f="http://purl.org/spar/fabio/">\n<f:SubjectTerm ' +
  'rdf:about="http://x.example/a"><s:prefLabel xml:lang="en">x</s:prefLabel></f:SubjectTerm>\n'
const packed = zip(
  { 'one.json': documentOf([topic('a')]), 'two.jsonl': `${JSON.stringify(topic('b'))}\n`.repeat(200) },
  8,
)

/** Files beside good ones, findings (kind, file, line, what it says), records beside the good ones. */
type Row = [files: Files, findings: [kind: FindingKind, place: string, title: RegExp][], records: number]

const badJson: [text: string, line: number, right?: RegExp][] = [
  [cut, linesOf(cut), /is not valid JSON: after «.*» the text ends/],
  [
    document.slice(0, document.indexOf('"b"') + 2),
    lineOf('"b"'),
    /is not valid JSON: after «.*» there is «"b» \(unexpected end of string/,
  ],
  [
    replaced('"en": "a"', '"en": "a",'),
    lineOf('"en": "a"') + 1,
    /is not valid JSON: after «.*"en": "a",» there is «}.*» \(property name expected\)/,
  ],
  [
    replaced('"local_identifier": "b",', '"local_identifier": "b"'),
    lineOf('"b"') + 1,
    /is not valid JSON: .*\(comma expected\)/,
  ],
  [
    replaced('"en": "a"', '// text\n"en": "a"'),
    lineOf('"en": "a"'),
    /is not valid JSON: .*\(invalid comment token\)/,
  ],
  [replaced('"b"', 'None'), lineOf('"b"')],
  [replaced('"en": "b"', '"en": "b\u0000"'), lineOf('"en": "b"')],
  [replaced('"en": "b"', '"en": "b\n"'), lineOf('"en": "b"')],
  [`${document}\n${document}`, linesOf(document) + 1],
]

const rows: Row[] = [
  ...badJson.map(([text, line, right = /is not valid JSON: /]): Row => [
    { 'x.json': text },
    [['bad-json', `x.json:${line}`, right]],
    0,
  ]),
  [
    { 'x.json': `\uFEFF${document}`, 'x.jsonl': `\uFEFF${JSON.stringify(topic('c'))}`, 'x.nt': `\uFEFF${a}` },
    [],
    4,
  ],
  [
    {
      'x.json': Buffer.from(`\uFEFF${document}`, 'utf16le'),
      'x.jsonl': Buffer.from(`\uFEFF${JSON.stringify(topic('c'))}`, 'utf16le').swap16(),
      'x.ttl': Buffer.from(`\uFEFF${a}`, 'utf16le'),
    },
    [
      ['bad-encoding', 'x.json:1', /UTF-16; UTF-8 is expected/],
      ['bad-encoding', 'x.jsonl:1', /UTF-16/],
      ['bad-encoding', 'x.ttl:1', /UTF-16/],
    ],
    0,
  ],
  [
    { 'x.json': '[\n7,\n{"local_identifier": "c", "entity_type": "topic", "labels": {"en": "c"}},\nnull\n]' },
    [
      ['no-record', 'x.json:2', /is number/],
      ['no-record', 'x.json:4', /is null/],
    ],
    1,
  ],
  [
    {
      'x.jsonl': `${JSON.stringify(topic('c'))}\n{"local_identifier":\n\n[1,]\n${JSON.stringify(topic('d'))}`,
    },
    [
      ['bad-json', 'x.jsonl:2', /after «{"local_identifier":» the text ends/],
      ['bad-json', 'x.jsonl:4', /is not valid JSON/],
    ],
    2,
  ],
  [
    {
      'x.jsonld': '[\n{"@context": "https://unknown.example/",\n "@id": "http://x.example/c", "name": "c"}]',
    },
    [['bad-jsonld', 'x.jsonld:1', /https:\/\/unknown\.example\//]],
    0,
  ],
  [
    { 'x.ttl': `${a}<http://x.example/c> nope:x 1 .\n` },
    [['bad-rdf', 'x.ttl:3', /Undefined prefix "nope:"/]],
    1,
  ],
  [
    { 'x.trig': `${a}<http://x.example/g> {\n<http://x.example/c> <http://x.example/p> ] }\n` },
    [['bad-rdf', 'x.trig:4', /what stands before is read/]],
    1,
  ],
  [
    { 'x.nt': `${a}a b c .\n${b}<http://x.example/c> <p> "open .\n` },
    [
      ['bad-rdf', 'x.nt:3', /./],
      ['bad-rdf', 'x.nt:6', /./],
    ],
    2,
  ],
  [{ 'x.nq': quads(`${a}_:a <p> .\n${b}`) }, [['bad-rdf', 'x.nq:3', /./]], 2],
  [
    { 'x.rdf': `${xml}<f:SubjectTerm rdf:about="http://x.example/a">\n</f:Wrong>` },
    [['bad-rdf', 'x.rdf:5', /what stands before is read/]],
    1,
  ],
  [
    { 'x.rdf': `${xml}<f:Subj` },
    [['bad-rdf', 'x.rdf:4', /ends before its root rdf:RDF does; what stands before is read/]],
    1,
  ],
  [{ 'x.rdf': `${xml}</rdf:RDF >\n<!-- end -->\n` }, [], 1],
  [
    {
      'x.rdf': Buffer.from(
        `${xml}<f:SubjectTerm rdf:about="http://x.example/b"><s:prefLabel>é</s:prefLabel></f:SubjectTerm></rdf:RDF>`,
        'latin1',
      ),
    },
    [['bad-encoding', 'x.rdf:4', /is not UTF-8/]],
    2,
  ],
  [
    {
      'x.ttl':
        `<http://x.example/a> <http://x.example/p> 1 .\n_:x <http://x.example/p> _:y .\n_:y ` +
        '<http://x.example/p> _:x .',
    },
    [
      ['blank-node', 'x.ttl', /is a blank node/],
      ['blank-node', 'x.ttl', /is a blank node/],
    ],
    0,
  ],
  [
    {
      'x.json': '',
      'x.jsonl': '\n\n',
      'x.ttl': '',
      'list.json': ' [] ',
      'x.bib': '',
      'x.csv': ' \n',
      'x.xml': '\n',
      'x.tsv.gz': gzipSync('\ufeff\n'),
    },
    [
      ['empty-file', 'list.json', /holds no record/],
      ['empty-file', 'x.bib', /is empty/],
      ['empty-file', 'x.csv', /is empty/],
      ['empty-file', 'x.xml', /is empty/],
      ['empty-file', 'x.tsv.gz', /is empty/],
      ['empty-file', 'x.json', /is empty/],
      ['empty-file', 'x.jsonl', /is empty/],
      ['empty-file', 'x.ttl', /no triples/],
    ],
    0,
  ],
  [
    { 'x.ttl': '@prefix x: <http://x.example/> .\nx:a x:b ' },
    [['bad-rdf', 'x.ttl:2', /Expected entity but got eof/]],
    0,
  ],
  [
    { 'x.json.gz': gzipSync(document).subarray(0, -12) },
    [['unreadable-file', 'x.json.gz', /unexpected end of file/]],
    0,
  ],
  [{ 'x.jsonl.gz': JSON.stringify(topic('c')) }, [['unreadable-file', 'x.jsonl.gz', /incorrect header/]], 0],
  [{ 'x.json.gz': gzipSync(cut) }, [['bad-json', `x.json.gz:${linesOf(cut)}`, /the text ends/]], 0],
  [
    {
      'x.zip': Buffer.from(packed).fill(
        0xff,
        packed.indexOf('two.jsonl') + 9,
        packed.indexOf('two.jsonl') + 29,
      ),
    },
    [['unreadable-file', 'x.zip/two.jsonl', /./]],
    1,
  ],
  [
    { 'x.zip': zip({ 'in/x.json': cut, 'in/y.json': document }, 8) },
    [['bad-json', `x.zip/in/x.json:${linesOf(cut)}`, /the text ends/]],
    2,
  ],
  [
    { 'x.jsonl': '\n{"local_identifier": "c", "entity_type": "topic"}' },
    [['empty-record', 'x.jsonl:2', /a mention/]],
    1,
  ],
  [
    {
      'x.jsonl': `${JSON.stringify(topic('c'))}\n${JSON.stringify({ ...topic('c'), labels: { en: 'other' } })}`,
    },
    [
      ['duplicate-record', 'x.jsonl:2', /united/],
      ['conflicting-copies', 'x.jsonl:2', /"c" is used, "other" is not/],
    ],
    2,
  ],
]

describe('a broken file', () => {
  for (const [files, findings, records] of rows) {
    it(`is reported with its place: ${findings.join('; ')}`, async () => {
      const outcome = await checkFiles(
        { 'good.json': documentOf(good), 'z.jsonl': JSON.stringify(topic('z')), ...files },
        BASE,
      )
      const found = outcome.findings.map(({ kind, file, line, message }) => ({
        kind,
        place: line === undefined ? file : `${file}:${line}`,
        message,
      }))
      expect(
        found.map(({ kind, place }) => [kind, place]),
        JSON.stringify(found, null, 1),
      ).to.have.deep.members(findings.map(([kind, place]) => [kind, place]))
      for (const [, place, text] of findings)
        expect(
          found
            .filter((one) => one.place === place)
            .map(({ message }) => message)
            .join('\n'),
        ).to.match(text)
      expect(outcome.records).to.equal(good.length + 1 + records)
    })
  }
})
