// What cannot be read is reported with file, line and reason, and everything else loads.

import { expect } from 'chai'
import { BASE, load, loadPaths, zip, type Files, type Json } from './files.ts'
import { messageOf } from '../support/message.ts'

const line = JSON.stringify
const person = (local_identifier: string, more: Json = {}): Json => ({
  local_identifier,
  entity_type: 'person',
  name: local_identifier,
  ...more,
})
const good = line(person('good'))
const lines = (...texts: string[]): string => texts.join('\n')
const a = line(person('a'))
const b = line(person('b'))
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const A = '<http://x.example/a>'
const TYPED = `${A} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person> .`
const NAMED = `${A} <http://xmlns.com/foaf/0.1/name> "a" .`
const storedZip = zip({ 'one.jsonl': a, 'two.jsonl': b }, 0)
const packed = zip({ 'one.jsonl': a, 'two.jsonl': `${b}\n`.repeat(200) }, 8)

/**
 * The archive with two bytes of each entry in its directory written over: its flags stand at 8, its
 * compression at 10.
 */
function overwritten(archive: Buffer, at: number, value: number): Buffer {
  const written = Buffer.from(archive)
  for (
    let start = written.indexOf('PK\x01\x02');
    start !== -1;
    start = written.indexOf('PK\x01\x02', start + 1)
  )
    written.writeUInt16LE(value, start + at)
  return written
}

/** Files beside a good one, findings (each by how it starts), persons loaded beside the good one. */
type Row = [files: Files, findings: string[], records: string[]]

const unreadable: Row[] = [
  [
    { 'x.jsonl': lines('7', a, 'null', '"text"', '[]') },
    [
      'refused x.jsonl:1 is number where a record is expected',
      'refused x.jsonl:3 is null',
      'refused x.jsonl:4 is string',
    ],
    ['a'],
  ],
  [
    {
      'x.jsonl': lines(
        a,
        '['.repeat(30_000) + ']'.repeat(30_000),
        b.replace(/}$/, `,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
      ),
    },
    [
      'refused x.jsonl:2 is nested more than 500 levels deep',
      'refused x.jsonl:3 is nested more than 500 levels deep',
    ],
    ['a'],
  ],
  [
    { 'x.json': `{"@graph":[${a},7,null,[],"text",${b}]}` },
    Array(4).fill('refused x.json:1 is no JSON object') as string[],
    ['a', 'b'],
  ],
  [
    { 'x.jsonl': lines(line({ local_identifier: 'c', name: 'c' }), b) },
    ['refused x.jsonl:1 <c> has no entity_type; known are product, '],
    ['b'],
  ],
  [
    {
      'x.jsonl': lines(
        a,
        line({ entity_type: 'person', name: 'c' }),
        line({ local_identifier: '', entity_type: 'person' }),
        line({ local_identifier: '_:b0', entity_type: 'person' }),
        line({ local_identifier: 7, entity_type: 'person' }),
        line({ id: 'a', entity_type: 'person' }),
        b,
      ),
    },
    [
      'refused x.jsonl:2 has no local_identifier',
      'refused x.jsonl:3 has no local_identifier',
      'refused x.jsonl:4 <_:b0> has no local_identifier',
      'refused x.jsonl:5 <7> has no local_identifier',
      'refused x.jsonl:6 <a> has no local_identifier',
    ],
    ['a', 'b'],
  ],
  [
    { 'x.jsonl': lines(a, line(person('http://')), b) },
    ['refused x.jsonl:2 <http://> has a local_identifier that is not an IRI'],
    ['a', 'b'],
  ],
  [
    {
      'x.jsonl': Buffer.concat([latin1(`${a}\n${line(person('c', { name: 'é' }))}\n`), Buffer.from(b)]),
      'x.nt': latin1(`${TYPED}\n${A} <http://x.example/p> "é" .\n${NAMED}\n`),
    },
    ['refused x.jsonl:2 is not UTF-8', 'refused x.nt:2 is not UTF-8'],
    ['a', 'b', 'http://x.example/a'],
  ],
  [
    { 'x.zip': a, 'y.zip': '', 'z.zip': packed.subarray(0, -30) },
    ['x', 'y', 'z'].map((name) => `refused ${name}.zip is no readable zip archive: `),
    [],
  ],
  [
    {
      'x.zip': Buffer.from(packed).fill(
        0,
        packed.indexOf('two.jsonl') - 30,
        packed.indexOf('two.jsonl') - 26,
      ),
    },
    ['refused x.zip/two.jsonl invalid local file header signature'],
    ['a'],
  ],
  [
    { 'x.zip': Buffer.from(storedZip.toString('latin1').replace('"name":"b"', '"name":"c"'), 'latin1') },
    ['refused x.zip/two.jsonl is not as it was packed: its checksum (CRC-32) is another'],
    ['a'],
  ],
  [
    { 'x.zip': overwritten(packed, 8, 1) },
    ['refused x.zip/one.jsonl is encrypted; unpack it before', 'refused x.zip/two.jsonl is encrypted'],
    [],
  ],
  [
    { 'x.zip': overwritten(packed, 10, 12) },
    [
      'refused x.zip/one.jsonl is compressed by method 12; stored and deflated files can be read',
      'refused x.zip/two.jsonl is compressed',
    ],
    [],
  ],
  [
    {
      'x.jsonl': lines(
        line(
          person('a', {
            identifiers: [{ scheme: 'constructor', value: '__proto__' }],
            affiliations: [{ role: 'toString' }],
          }),
        ),
        `{"__proto__":{"name":"x"},${a.slice(1)}`,
        b,
      ),
    },
    ['warned x.jsonl:2 <a> __proto__ unknown key; its value is left out', 'warned x.jsonl:2 <http'],
    ['a', 'b'],
  ],
]

/** Ids of every awkward form, and the IRIs that they are. */
const ids: [given: string, iri: string][] = [
  ['with blank', `${BASE}with%20blank`],
  ['http://x.example/a b', 'http://x.example/a%20b'],
  ['http://x.example/"q"', 'http://x.example/%22q%22'],
  ['http://x.example/10.1002/43:4<338::AID>3.0', 'http://x.example/10.1002/43:4%3C338::AID%3E3.0'],
  ['a|b', `${BASE}a%7Cb`],
  ['100%', `${BASE}100%25`],
  ['a%2Fb', `${BASE}a%2Fb`],
  ['x#1#2', `${BASE}x#1%232`],
  ['[x]', `${BASE}%5Bx%5D`],
  ['^`{}\\', `${BASE}%5E%60%7B%7D%5C`],
  ['grün/日本/\u{1f600}', `${BASE}grün/日本/\u{1f600}`],
  ['../up', 'https://example.org/up'],
  ['/root', 'https://example.org/root'],
  ['//host.example/x', 'https://host.example/x'],
  ['urn:isbn:1', 'urn:isbn:1'],
  [' spaced ', `${BASE}spaced`],
  ['tab\there', `${BASE}tab%09here`],
]

async function check(files: Files, findings: readonly string[], records: readonly string[]): Promise<void> {
  const loaded = await load({ 'good.json': good, ...files })
  expect(Object.keys(loaded.answers).sort()).to.deep.equal(
    ['good', ...records].map((id) => `person ${id}`).sort(),
  )
  const found = [...loaded.findings].sort()
  const expected = [...findings].sort()
  expect(
    found.map((finding, i) => (finding.startsWith(expected[i] ?? '\n') ? expected[i] : finding)),
    found.join('\n'),
  ).to.deep.equal(expected)
}

describe('bad input', () => {
  for (const [files, findings, records] of unreadable)
    it(`is reported, the others load: ${findings.join()}`, () => check(files, findings, records))

  it('with awkward ids is kept, percent-encoded', async () => {
    const { answers, findings } = await load({
      'a.json': line(ids.map(([id], i) => person(id, { name: String(i) }))),
    })
    expect(findings).to.deep.equal(
      ids
        .filter(([id]) => /\s/.test(id.trim()))
        .map(
          ([id, iri]) => `warned a.json:1 <${id}> local_identifier has a blank, and is read as the id ${iri}`,
        ),
    )
    expect(
      Object.fromEntries(
        Object.values(answers).map(({ name, local_identifier }) => [name, local_identifier]),
      ),
    ).to.deep.equal(Object.fromEntries(ids.map(([, iri], i) => [String(i), iri])))
  })
  it('with awkward ids in JSON-LD is kept, percent-encoded', async () => {
    const awkward = ids.filter(([id]) => id.startsWith('http'))
    const { answers, findings } = await load({
      'a.jsonld': line(
        awkward.map(([id]) => ({
          '@id': id,
          '@type': 'http://xmlns.com/foaf/0.1/Person',
          'http://xmlns.com/foaf/0.1/name': id,
        })),
      ),
    })
    expect(findings).to.deep.equal([])
    expect(
      Object.fromEntries(
        Object.values(answers).map(({ name, local_identifier }) => [name, local_identifier]),
      ),
    ).to.deep.equal(Object.fromEntries(awkward))
  })
  it('of which nothing can be read is an error that says why', () =>
    refused(
      { 'x.json': '{', 'y.jsonl': '7' },
      BASE,
      /no record could be loaded from 2 files[^]*(?=[^]*x\.json:1 is not valid JSON)[^]*y\.jsonl:1 is number where a/,
    ))
  it('that is no file is an error', async () => {
    expect(await messageOf(loadPaths(['/nowhere/x.json'], BASE))).to.match(
      /\/nowhere\/x\.json does not exist or cannot be read/,
    )
    expect(await messageOf(loadPaths([new URL(import.meta.url).pathname], BASE))).to.match(
      /bad-input\.test\.ts is of no known format; known are \.json \.jsonld /,
    )
  })
})

const refused = async (files: Files, base: string, title: RegExp): Promise<void> => {
  expect(await messageOf(load(files, base))).to.match(title)
}

describe('the base', () => {
  const at = (base: string, id = 'a'): string =>
    line({
      '@context': ['https://w3id.org/skg-if/context/1.1.0/skg-if.json', { '@base': base }],
      '@graph': [person(id)],
    })
  const fine: [title: string, files: Files, base: string, expected: string, records: string[]][] = [
    [
      'is the one that the documents share',
      {
        'a.json': at('http://one.example/'),
        'b.json': at('http://one.example/', 'b'),
        'c.jsonl': at('http://one.example/', 'c'),
      },
      '',
      'http://one.example/',
      ['a', 'b', 'c'],
    ],
    [
      'is the one given, ids keep that of their document',
      {
        'a.json': at('http://one.example/'),
        'b.json': at('http://two.example/x#', 'b'),
        'c.json': line(person('c')),
      },
      'http://three.example/',
      'http://three.example/',
      ['http://one.example/a', 'http://two.example/x#b', 'c'],
    ],
  ]
  for (const [title, files, base, expected, records] of fine) {
    it(title, async () => {
      const loaded = await load(files, base)
      expect(loaded.base).to.equal(expected)
      expect(Object.keys(loaded.answers).sort()).to.deep.equal(records.map((id) => `person ${id}`).sort())
    })
  }
  const wrong: [files: Files, base: string, error: RegExp][] = [
    [
      { 'a.json': a, 'b.nt': `${TYPED}\n` },
      '',
      /needs one base IRI, and the inputs state no @base; give it with --base/,
    ],
    [{ 'a.json': a }, 'graph/', /the base graph\/ cannot be used: it is not an absolute/],
    [{ 'a.json': a }, 'http://one.example/graph', /lacks the final \/ or #/],
    [{ 'a.json': a }, 'http://one.example', /lacks the final \/ or #/],
    [{ 'a.json': a }, 'one.example/', /not an absolute http\(s\) IRI/],
    [{ 'a.json': a }, 'http://one.example/a b/', /characters that an IRI cannot hold/],
    [{ 'a.json': at('graph/') }, '', /the base graph\/ cannot be used/],
  ]
  for (const [files, base, error] of wrong)
    it(`is refused: ${error.source}`, () => refused(files, base, error))
})
