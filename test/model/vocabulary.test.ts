// Words and IRIs: the contexts read as JSON-LD reads them, unknown words there and back.

import { expect } from 'chai'
import fc from 'fast-check'
import jsonld from 'jsonld'
import oxigraph from 'oxigraph'
import type { TermTable } from '../../src/model/rows/extension-row.ts'
import {
  applyCorrections,
  parseTerm,
  createVocabulary,
  toContext,
  type Term,
} from '../../src/model/context/vocabulary.ts'
import { model } from '../support/model.ts'
import { runs } from '../support/effort.ts'

const { vocabulary } = model
const BASE = 'https://example.org/graph/'

const lines: [line: string, term: Partial<Term> & { iri: string }][] = [
  ['foaf:name', { iri: 'foaf:name' }],
  ['@id', { iri: '@id' }],
  ['@type @vocab', { iri: '@type', type: '@vocab' }],
  ['dcterms:title @language', { iri: 'dcterms:title', container: '@language' }],
  ['as:items @set', { iri: 'as:items', container: '@set' }],
  ['co:index xsd:integer', { iri: 'co:index', type: 'xsd:integer' }],
  [
    'cito:cites @vocab nest:related products',
    { iri: 'cito:cites', type: '@vocab', nest: 'related products' },
  ],
  [
    'dcterms:subject @vocab base:http://l.example/',
    { iri: 'dcterms:subject', type: '@vocab', base: 'http://l.example/' },
  ],
  ['srv:x @vocab vocab:p:y/', { iri: 'srv:x', type: '@vocab', vocab: 'p:y/' }],
]

/** Words, prefixed names and IRIs → the IRI that stands for them. */
const words: [says: string, word: string, iri: string][] = [
  ['a term', 'doi', 'http://purl.org/spar/datacite/doi'],
  ['a term with blanks', 'writing – original draft', 'http://purl.org/spar/scoro/writes-manuscript-draft'],
  ['a prefixed name', 'fabio:Book', 'http://purl.org/spar/fabio/Book'],
  ['an IRI', 'https://x.example/y', 'https://x.example/y'],
  ['an IRI with a scheme that is a prefix too', 'loc:QC1', 'http://id.loc.gov/authorities/QC1'],
  ['an unknown word', 'wikidata', `${BASE}wikidata`],
  ['several words', 'scientific advisor', `${BASE}scientific%20advisor`],
  ['a word with a colon and blanks', 'x:y z', `${BASE}x%3Ay%20z`],
  ['a word with slashes and dots', 'a/../b', `${BASE}a/%2E%2E/b`],
  ['a word that starts with a slash', '/x', `${BASE}%2Fx`],
  ['a word that would be a host', '//x/y', `${BASE}%2F/x/y`],
  ['a question', 'x?', `${BASE}x%3F`],
  ['a share', '50%', `${BASE}50%25`],
  ['a hash', 'C#', `${BASE}C%23`],
  ['words in other scripts', 'Köln 日本', `${BASE}Köln%20日本`],
  ['a word of the language that skeg is written in', 'constructor', `${BASE}constructor`],
]

describe('lines of term tables', () => {
  for (const [line, term] of lines) {
    it(`"${line}"`, () =>
      expect(
        Object.fromEntries(Object.entries(parseTerm(line)).filter(([, value]) => value !== undefined)),
      ).to.deep.equal(term))
  }
  it('are contexts that JSON-LD processors read as skeg does', async () => {
    for (const [name, iri] of [...vocabulary.terms.keys()].map(
      (term) => [term, vocabulary.iri(term)] as const,
    )) {
      if (iri === undefined) continue
      const [expanded] = (await jsonld.expand({
        '@context': [...model.contexts.map(({ table }) => toContext(table)['@context']), { '@base': BASE }],
        '@id': 'x',
        types: [name],
      } as never)) as unknown as Record<string, { '@id': string }[]>[]
      expect(
        Object.values(expanded ?? {})
          .flat()
          .map((value) => value['@id'])
          .filter(Boolean),
        name,
      ).to.deep.equal([iri])
    }
  })
})

describe('corrections of a table', () => {
  const table: TermTable = {
    url: 'u',
    version: '1',
    prefixes: { a: 'http://a/' },
    terms: { x: 'a:x', y: 'a:y' },
  }
  const rows: [
    says: string,
    corrections: Parameters<typeof applyCorrections>[2],
    expected: Partial<TermTable>,
  ][] = [
    [
      'change a term',
      [{ context: 't', terms: ['x'], ours: 'a:z @vocab', reason: 'r' }],
      { terms: { x: 'a:z @vocab', y: 'a:y' } },
    ],
    [
      'add a term',
      [{ context: 't', terms: ['z'], ours: 'a:z', reason: 'r' }],
      { terms: { ...table.terms, z: 'a:z' } },
    ],
    [
      'add a prefix',
      [{ context: 't', terms: ['b'], ours: 'http://b/', reason: 'r' }],
      { prefixes: { a: 'http://a/', b: 'http://b/' } },
    ],
    ['of other tables change nothing', [{ context: 'u', terms: ['x'], ours: 'a:z', reason: 'r' }], {}],
    [
      'of datatypes change no term',
      [{ context: 't', terms: ['x'], datatypeFrom: 'lexicalForm', reason: 'r' }],
      {},
    ],
  ]
  for (const [says, corrections, expected] of rows)
    it(says, () => expect(applyCorrections('t', table, corrections)).to.deep.equal({ ...table, ...expected }))
})

describe('words', () => {
  for (const [says, word, iri] of words) {
    it(`${says}: ${word}`, () => {
      expect(vocabulary.expandTerm(word, BASE)).to.equal(iri)
      expect(vocabulary.expandTerm(vocabulary.compactIri(iri, BASE), BASE)).to.equal(iri)
    })
  }
  it('that are keywords or nothing have no IRI', () => {
    for (const name of [
      'entity_type',
      'dates',
      'none',
      'nothing',
      'http://x/',
      'nope:x',
      ':x',
      '',
      '@id',
      '__proto__',
      'toString',
    ])
      expect(vocabulary.iri(name), name).to.equal(undefined)
  })
  it('of no context come back as they were, from IRIs that Oxigraph accepts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.stringMatching(/^[./?#%:a[\]@ ]{1,8}$/),
    )
    fc.assert(
      fc.property(
        text.filter((word) => vocabulary.iri(word) === undefined && !/^[a-z][a-z0-9+.-]*:\S*$/i.test(word)),
        (word) => {
          for (const base of [BASE, 'https://example.org/graph#', 'https://example.org/']) {
            const iri = vocabulary.expandTerm(word, base)
            oxigraph.namedNode(iri)
            expect(iri.startsWith(base)).to.equal(true)
            expect(vocabulary.compactIri(iri, base)).to.equal(word)
          }
        },
      ),
      { numRuns: runs(1000) },
    )
  })
  it('of a context come back as a word of the same IRI', () => {
    for (const name of vocabulary.terms.keys()) {
      const iri = vocabulary.iri(name)
      if (iri !== undefined) expect(vocabulary.iri(vocabulary.compactIri(iri, BASE)), name).to.equal(iri)
    }
  })
  it('of a prefix are written with the longest that fits', () => {
    const rows: [iri: string, name: string][] = [
      ['http://purl.org/spar/fabio/Software', 'fabio:Software'],
      ['http://id.loc.gov/authorities/classification/QC1', 'lcc:QC1'],
      ['http://id.loc.gov/authorities/QC1', 'loc:QC1'],
      ['http://id.loc.gov/authorities/', 'http://id.loc.gov/authorities/'],
      ['http://x.example/y', 'http://x.example/y'],
    ]
    for (const [iri, name] of rows) expect(vocabulary.toPrefixedName(iri)).to.equal(name)
  })
  it('of later tables add to those of earlier ones', () => {
    const both = createVocabulary([
      { url: '', version: '', prefixes: { a: 'http://a/' }, terms: { x: 'a:x', same: 'a:same' } },
      { url: '', version: '', prefixes: { b: 'http://b/' }, terms: { y: 'b:y', other: 'a:same' } },
    ])
    expect([both.iri('x'), both.iri('y'), both.iri('a:z'), both.iri('b:z')]).to.deep.equal([
      'http://a/x',
      'http://b/y',
      'http://a/z',
      'http://b/z',
    ])
    expect(both.compactIri('http://a/same', BASE)).to.equal('same')
  })
})
