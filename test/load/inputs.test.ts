// Every form in which records may come gives the same graph as their JSON document.

import { expect } from 'chai'
import jsonld from 'jsonld'
import { DataFactory, Parser, Writer, type Quad } from 'n3'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findInputs } from '../../src/load/input/find-inputs.ts'
import { model } from '../support/model.ts'
import { BASE, load, loadPaths, zip, type Files, type Json, type Loaded } from './files.ts'
import { folderOf, temporaryFolder } from '../support/folders.ts'
import { readData } from '../support/data.ts'

const product = readData<Json>('load/input-product.json')
const grant: Json = {
  local_identifier: 'g',
  entity_type: 'grant',
  funded_amount: 2_985_441.55,
  currency: 'EUR',
  titles: { en: 'G' },
  duration: { start: '2020-01-01', end: '2021' },
  funding_agency: { local_identifier: 'org', entity_type: 'organisation', name: 'House' },
}
const other: Json = {
  local_identifier: 'p/2',
  entity_type: 'product',
  product_type: 'other',
  titles: { fr: ['Eau'] },
}
const service: Json = {
  local_identifier: 's',
  entity_type: 'service',
  name: { en: 'Table' },
  is_accessible_for_free: true,
  srv_supported_language: ['iso639-3:eng'],
  srv_deployment_of: [{ '@id': 'https://x.example/c', '@type': 'fabio:Software' }],
}
const records = [product, grant, other, service]

const context = [
  'https://w3id.org/skg-if/context/1.1.0/skg-if.json',
  'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json',
  { '@base': BASE },
]
const document: Json = { '@context': context, '@graph': records }
const json = JSON.stringify(document)
const line = JSON.stringify
const lines = records.map((record) => line(record)).join('\n')
const meta = {
  local_identifier: 'https://api.example/products?page=1',
  entity_type: 'search_result_page',
  part_of: { total_items: 4 },
  api_items: [],
}

const jsonForms: [title: string, files: Files][] = [
  ['a document, pretty-printed', { 'a.json': JSON.stringify(document, null, 2) }],
  ['a document called .jsonld', { 'a.JSONLD': json }],
  ['a document with a byte order mark', { 'a.json': `\uFEFF${json}` }],
  [
    'a document for each record',
    Object.fromEntries(records.map((record, i) => [`${i}.json`, line({ '@context': context, ...record })])),
  ],
  [
    'a document with one record as @graph',
    Object.fromEntries(
      records.map((record, i) => [`${i}.json`, line({ '@context': context, '@graph': record })]),
    ),
  ],
  ['bare records', Object.fromEntries(records.map((record, i) => [`${i}.json`, line(record)]))],
  ['an array of records', { 'a.json': line(records) }],
  [
    'an array of documents',
    { 'a.json': line(records.map((record) => ({ '@context': context, '@graph': [record] }))) },
  ],
  ['JSON Lines', { 'a.jsonl': lines }],
  [
    'JSON Lines with blank lines, a byte order mark and Windows line ends',
    { 'a.ndjson': `\uFEFF${lines.replaceAll('\n', '\r\n\r\n')}\r\n` },
  ],
  ['JSON Lines in a .json file', { 'a.json': lines }],
  [
    'JSON Lines of documents',
    { 'a.jsonl': records.map((record) => line({ '@context': context, '@graph': [record] })).join('\n') },
  ],
  ['a search result with meta', { 'a.json': line({ ...document, meta }) }],
  [
    '.json.gz and .jsonl.gz',
    {
      'a.json.gz': gzipSync(line([product, grant])),
      'b.jsonl.gz': gzipSync(`${line(other)}\n${line(service)}\n`),
    },
  ],
  [
    '.gz of several members',
    {
      'a.jsonl.gz': Buffer.concat([
        gzipSync(`${line(product)}\n${line(grant)}\n`),
        gzipSync(`${line(other)}\n${line(service)}`),
      ]),
    },
  ],
  ['a stored .zip', { 'a.zip': zip({ 'products/0/part.jsonl': lines }, 0) }],
  [
    'a .zip of macOS, with what it puts beside each file',
    {
      'a.zip': zip(
        {
          './a.jsonl': lines,
          '.DS_Store': 'x',
          '__MACOSX/._a.jsonl': 'Mac OS X',
          '._a.jsonl': 'x',
          '.git/b.json': '{',
        },
        8,
      ),
    },
  ],
  [
    'a deflated .zip with folders, .gz and other files',
    {
      'a.zip': zip(
        {
          'README.md': '# x',
          'a/one.json': line([product, grant]),
          'b/two.jsonl': `${line(other)}\n${line(service)}`,
        },
        8,
      ),
    },
  ],
  [
    'folders within folders, files of other formats beside',
    {
      'x/y/a.json': line([product, grant]),
      'x/b.jsonl': line(other),
      'z/c.json': line(service),
      'z/notes.txt': 'no JSON',
      '.hidden/a.json': '{',
    },
  ],
  ['the same records in two files', { 'a.json': json, 'b.json': json }],
  [
    'ids that are full IRIs',
    {
      'a.json': json
        .replaceAll('"local_identifier":"', `"local_identifier":"${BASE}`)
        .replace('"p/2"]', `"${BASE}p/2"]`),
    },
  ],
]

const quadsOf = (dump: string): Quad[] => new Parser({ format: 'application/n-quads' }).parse(dump)

function written(quads: readonly Quad[], format: string): string {
  const writer = new Writer({ format })
  writer.addQuads([...quads])
  let text = ''
  writer.end((_error, result) => {
    text = result
  })
  return text
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)

/** RDF/XML, a description for each triple. */
function rdfXml(quads: readonly Quad[]): string {
  const statements = quads.map(({ subject, predicate, object }) => {
    const [, namespace = '', name = ''] = /^(.*[/#])([^/#]+)$/.exec(predicate.value) ?? []
    const about =
      subject.termType === 'BlankNode'
        ? `rdf:nodeID="${subject.value}"`
        : `rdf:about="${escapeXml(subject.value)}"`
    const open = `<p:${name} xmlns:p="${escapeXml(namespace)}"`
    const typing =
      object.termType !== 'Literal'
        ? ''
        : object.language
          ? ` xml:lang="${object.language}"`
          : ` rdf:datatype="${object.datatype.value}"`
    const value =
      object.termType === 'BlankNode'
        ? ` rdf:nodeID="${object.value}"/>`
        : object.termType === 'NamedNode'
          ? ` rdf:resource="${escapeXml(object.value)}"/>`
          : `${typing}>${escapeXml(object.value)}</p:${name}>`
    return `<rdf:Description ${about}>${open}${value}</rdf:Description>`
  })
  return (
    `<?xml version="1.0"?>\n<rdf:RDF ` +
    `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${statements.join('\n')}</rdf:RDF>`
  )
}

/** The triples in one graph of another name. */
const inGraph = (quads: readonly Quad[], graph: string): Quad[] =>
  quads.map(({ subject, predicate, object }) =>
    DataFactory.quad(
      subject,
      predicate,
      object,
      graph === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(graph),
    ),
  )

const expanded = async (dump: string): Promise<object[]> =>
  await jsonld.fromRDF(written(inGraph(quadsOf(dump), ''), 'N-Quads'), {
    format: 'application/n-quads',
  })

const rdfForms: [title: string, files: (dump: string) => Files | Promise<Files>][] = [
  ['N-Quads as the store writes it', (dump) => ({ 'a.nq': dump })],
  [
    'N-Quads with other graph names, packed',
    (dump) => ({ 'a.nq.gz': gzipSync(written(inGraph(quadsOf(dump), 'http://any.example/g'), 'N-Quads')) }),
  ],
  ['N-Triples', (dump) => ({ 'a.nt': written(inGraph(quadsOf(dump), ''), 'N-Triples') })],
  [
    'N-Triples, its lines in reverse',
    (dump) => ({
      'a.nt': written(inGraph(quadsOf(dump), ''), 'N-Triples')
        .trim()
        .split('\n')
        .reverse()
        .join('\n'),
    }),
  ],
  ['Turtle', (dump) => ({ 'a.ttl': written(inGraph(quadsOf(dump), ''), 'Turtle') })],
  [
    'Turtle with relative IRIs',
    (dump) => ({ 'a.ttl': written(inGraph(quadsOf(dump), ''), 'Turtle').replaceAll(`<${BASE}`, '<') }),
  ],
  ['TriG', (dump) => ({ 'a.trig': written(quadsOf(dump), 'TriG') })],
  ['RDF/XML', (dump) => ({ 'a.rdf': rdfXml(quadsOf(dump)) })],
  ['expanded JSON-LD', async (dump) => ({ 'a.jsonld': line(await expanded(dump)) })],
  [
    'flattened JSON-LD with a context of its own',
    async (dump) => ({
      'a.jsonld': line(
        await jsonld.flatten(
          (await expanded(dump)) as never,
          {
            dct: 'http://purl.org/dc/terms/',
            titel: { '@id': 'dct:title', '@container': '@language' },
          } as never,
        ),
      ),
    }),
  ],
  [
    'triples of one entity in two files',
    (dump) => {
      const hasBlank = ({ subject, object }: Quad): boolean =>
        [subject, object].some(({ termType }) => termType === 'BlankNode')
      const quads = quadsOf(dump)
      return {
        'a.nq': written(
          quads.filter((quad) => !hasBlank(quad)),
          'N-Quads',
        ),
        'b.nq': written(quads.filter(hasBlank), 'N-Quads'),
      }
    },
  ],
]

describe('inputs', () => {
  let expected: Loaded
  before(async () => {
    expected = await load({ 'a.json': json })
  })

  it('are all records with all that they say', () => {
    expect(expected.findings).to.deep.equal([])
    expect(Object.keys(expected.answers)).to.deep.equal([
      'product p/1',
      'product p/2',
      'person pers',
      'organisation org',
      'agent machine',
      'grant g',
      'venue venue',
      'topic topic',
      'service s',
    ])
    expect(expected.answers['grant g']).to.deep.equal({
      ...grant,
      local_identifier: `${BASE}g`,
      funding_agency: { local_identifier: `${BASE}org`, entity_type: 'organisation', name: 'House' },
    })
  })

  for (const [title, files] of jsonForms) {
    it(`may be ${title}`, async () => {
      const { hash, findings } = await load(files)
      expect(findings.filter((finding) => !/is there twice as/.test(finding))).to.deep.equal([])
      expect(hash).to.equal(expected.hash)
    })
  }
  for (const [title, files] of rdfForms) {
    it(`may be ${title}`, async () => {
      const { hash, findings, answers } = await load(await files(expected.dump))
      expect(findings.filter((finding) => !/is there twice as|it is a mention/.test(finding))).to.deep.equal(
        [],
      )
      expect(answers).to.deep.equal(expected.answers)
      expect(hash).to.equal(expected.hash)
    })
  }

  it('may be named one by one', async () => {
    const folder = folderOf({
      'a.json': line([product, grant]),
      'b.zip': zip({ 'x.jsonl': `${line(other)}\n${line(service)}` }, 8),
    })
    expect((await loadPaths([join(folder, 'a.json'), join(folder, 'b.zip')], BASE)).hash).to.equal(
      expected.hash,
    )
  })

  // An error thrown behind a stream that is given up would end the server; mocha tells of it.
  it('may be given up in the middle of an archive', async () => {
    const folder = temporaryFolder()
    const long = randomBytes(500_000).toString('hex')
    writeFileSync(join(folder, 'a.zip'), zip({ 'x.jsonl': long, 'y.jsonl': long }, 8))
    const streams = await Promise.all(
      (await findInputs([join(folder, 'a.zip')])).map((input) => input.open()),
    )
    for (const stream of streams)
      stream
        .on('error', () => {})
        .once('data', () => {
          for (const one of streams) one.destroy()
        })
    await Promise.all(streams.map((stream) => once(stream, 'close')))
  })

  it('bring every type of the model or leave it out', () => {
    expect(
      model.types
        .map(({ name }) => name)
        .filter((name) => !Object.keys(expected.answers).some((key) => key.startsWith(`${name} `))),
    ).to.deep.equal(['datasource'])
  })
})
