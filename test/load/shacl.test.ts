// SHACL: shapes that the user gives, and the published ones with their faults corrected.

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { Parser } from 'n3'
import rdf from 'rdf-ext'
import { correctShapes, shapeCorrections } from '../../src/tools/shapes/shape-corrections.ts'
import { checkAll, checkFiles } from './checking.ts'
import { documentOf, good } from './good.ts'
import type { Json } from './files.ts'
import { DEMO } from '../support/endpoint.ts'

const PREFIXES = `@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix fabio: <http://purl.org/spar/fabio/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix datacite: <http://purl.org/spar/datacite/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix literal: <http://www.essepuntato.it/2010/06/literalreification/> . @prefix x: <http://x.example/> .\n`
const skosLabel = '<http://www.w3.org/2004/02/skos/core#prefLabel>'

/** Title, shapes, findings: line of the record's id, path, message. */
const rows: [title: string, shapes: string, findings: [id: string, path: string, message: RegExp][]][] = [
  [
    'a shape that is met',
    `x:S a sh:NodeShape ; sh:targetClass fabio:SubjectTerm ; sh:property [ sh:path ${skosLabel} ; sh:minCount 1 ] .`,
    [],
  ],
  [
    'a value that is missing',
    `x:S a sh:NodeShape ; sh:targetClass fabio:SubjectTerm ; sh:property [ sh:path foaf:homepage ; sh:minCount 1 ] .`,
    [['topic-1', 'foaf:homepage', /Less than 1/]],
  ],
  [
    'a message of its own',
    'x:S a sh:NodeShape ; sh:targetClass fabio:SubjectTerm ; sh:property [ sh:path foaf:homepage ' +
      '; sh:minCount 1 ; sh:message "A topic wants a page." ] .',
    [['topic-1', 'foaf:homepage', /^A topic wants a page\.$/]],
  ],
  [
    'a value within',
    'x:S a sh:NodeShape ; sh:targetClass foaf:Person ; sh:property [ sh:path ' +
      'datacite:hasIdentifier ; sh:node [ sh:property [ sh:path literal:hasLiteralValue ; ' +
      'sh:pattern "^9" ] ] ] .',
    [['person-1', 'datacite:hasIdentifier / literal:hasLiteralValue', /0000-0002-1825-0097/]],
  ],
  [
    'a node without an IRI',
    'x:S a sh:NodeShape ; sh:targetSubjectsOf literal:hasLiteralValue ; sh:property [ sh:path ' +
      'datacite:usesIdentifierScheme ; sh:hasValue datacite:wikidata ] .',
    Array(8).fill(['', 'datacite:usesIdentifierScheme', /./]) as never,
  ],
]

const published = new URL('../../../shared/spec/shapes.ttl', import.meta.url)

describe('check with SHACL shapes', () => {
  for (const [title, shapes, findings] of rows) {
    it(`tells of ${title}`, async () => {
      const text = documentOf(good)
      const outcome = await checkFiles({ 'records.json': text }, undefined, PREFIXES + shapes)
      expect(outcome.findings.map(({ kind }) => kind)).to.deep.equal(findings.map(() => 'shape'))
      for (const [i, [id, path, message]] of findings.entries()) {
        const finding = outcome.findings[i]
        expect(finding?.path).to.equal(path)
        expect(finding?.message).to.match(message)
        expect(finding?.file).to.equal('records.json')
        const record = good.find(
          ({ local_identifier: own }) => finding?.id === `https://example.org/graph/${String(own)}`,
        )
        expect(
          text
            .split('\n')
            .slice((finding?.line ?? 0) - 1, (finding?.line ?? 0) + 1)
            .join(''),
        ).to.equal(`    {      "local_identifier": "${String(record?.['local_identifier'])}",`)
        if (id) expect(record?.['local_identifier']).to.equal(id)
      }
    })
  }

  it('holds RDF input against them', async () => {
    const shapes =
      `${PREFIXES}x:S a sh:NodeShape ; sh:targetClass x:Thing ; sh:property [ sh:path x:size ; ` +
      'sh:datatype xsd:integer ] .'
    const { findings } = await checkFiles(
      {
        'a.ttl':
          '@prefix x: <http://x.example/> .\nx:a a x:Thing ; x:size 1 . x:b a x:Thing ; x:size "large" .',
      },
      undefined,
      shapes,
    )
    const [other, { kind, id, path, message } = {}, ...more] = findings
    expect([other?.kind, ...more]).to.deep.equal(['other-class'])
    expect([kind, id, path]).to.deep.equal(['shape', 'http://x.example/b', 'http://x.example/size'])
    expect(message).to.match(/"large".*datatype/)
  })

  it('unites before it judges: of two records of one id the graph is judged', async () => {
    const [a, b] = [
      { local_identifier: 'p', entity_type: 'person', name: 'P' },
      { local_identifier: 'p', entity_type: 'person', given_name: 'Q' },
    ]
    const shapes =
      `${PREFIXES}x:S a sh:NodeShape ; sh:targetClass foaf:Person ; sh:property [ sh:path foaf:name ` +
      '; sh:minCount 1 ], [ sh:path foaf:givenName ; sh:minCount 1 ] .'
    const { findings } = await checkFiles(
      { 'a.jsonl': `${JSON.stringify(a)}\n${JSON.stringify(b)}` },
      undefined,
      shapes,
    )
    expect(findings.map(({ kind }) => kind)).to.deep.equal(['duplicate-record'])
  })
})

describe('the published shapes', () => {
  before(function () {
    if (!existsSync(published)) this.skip()
  })
  const text = (): string => readFileSync(published, 'utf8')

  it('have every fault that is corrected, and none of them afterwards', () => {
    const shapes = rdf.dataset(new Parser({ factory: rdf }).parse(text()))
    expect(
      correctShapes(shapes)
        .map((times, i) => (times > 0 ? '' : shapeCorrections[i]?.value))
        .filter(Boolean),
    ).to.deep.equal([])
    expect(correctShapes(shapes).slice(4)).to.deep.equal([0, 0, 0])
  })

  it('find nothing in a good graph, and uncorrected find what is no fault', async () => {
    const corrected = await checkFiles({ 'records.json': documentOf(good) }, undefined, text())
    expect(corrected.findings).to.deep.equal([])
    const others = text().replaceAll('https://w3id.org/skg-if/shapes/', 'https://other.example/shapes/')
    const { findings } = await checkFiles({ 'records.json': documentOf(good) }, undefined, others)
    expect(
      findings.filter(({ kind, message }) => kind === 'shape' && /datatype/.test(message)).length,
    ).to.be.greaterThan(2)
  })

  it('find nothing in the demo graph', async () => {
    const { findings } = await checkAll([DEMO], 'https://w3id.org/skg-if/sandbox/skeg/', text())
    expect(findings.filter(({ kind }) => kind === 'shape')).to.deep.equal([])
  })

  const sown: [id: string, change: (record: any) => unknown, path: string][] = [
    [
      'topic-1',
      (r) => r.identifiers.push({ value: '7' }),
      'datacite:hasIdentifier / datacite:usesIdentifierScheme',
    ],
    ['grant-1', (r) => (r.duration.start = 'May'), 'dcterms:temporal / ti:hasIntervalStartDate'],
    ['grant-1', (r) => delete r.duration.start, 'dcterms:temporal / ti:hasIntervalStartDate'],
    ['datasource-1', (r) => delete r.policies[0].about, 'odrl:hasPolicy / odrl:action'],
    [
      'product-1',
      (r) => (r.manifestations[0].dates.deposit = ['soon']),
      'frbr:realization / fabio:hasDepositDate',
    ],
  ]
  for (const [id, change, path] of sown) {
    it(`find what is wrong at ${path} of ${id}`, async () => {
      const records = structuredClone(good) as Json[]
      change(records.find((record) => record['local_identifier'] === id))
      const { findings } = await checkFiles({ 'records.json': documentOf(records) }, undefined, text())
      expect(
        findings.filter(({ kind }) => kind === 'shape').map((finding) => [finding.id, finding.path]),
      ).to.deep.equal([[`https://example.org/graph/${id}`, path]])
    })
  }
})
