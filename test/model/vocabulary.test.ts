// Words and IRIs: the contexts read as JSON-LD reads them, unknown words there and back.

import { expect } from 'chai'
import fc from 'fast-check'
import jsonld from 'jsonld'
import oxigraph from 'oxigraph'
import type {
  ContextDocument,
  JsonLdContext,
  TermDefinition,
} from '../../src/model/context/context-document.ts'
import {
  applyCorrections,
  parseContext,
  parseTerm,
  withReferencedPrefixes,
  type Term,
} from '../../src/model/context/context.ts'
import { createVocabulary } from '../../src/model/context/vocabulary.ts'
import { model } from '../support/model.ts'
import { runs } from '../support/effort.ts'

const { vocabulary } = model
const BASE = 'https://example.org/graph/'

const definitions: [definition: string | TermDefinition, term: Partial<Term> & { iri: string }][] = [
  ['foaf:name', { iri: 'foaf:name' }],
  [{ '@id': 'foaf:name' }, { iri: 'foaf:name' }],
  ['@id', { iri: '@id' }],
  [
    { '@id': '@type', '@type': '@vocab' },
    { iri: '@type', type: '@vocab' },
  ],
  [
    { '@id': 'dcterms:title', '@container': '@language' },
    { iri: 'dcterms:title', container: '@language' },
  ],
  [
    { '@id': 'co:index', '@type': 'xsd:integer' },
    { iri: 'co:index', type: 'xsd:integer' },
  ],
  [
    { '@id': 'co:index', '@type': 'http://www.w3.org/2001/XMLSchema#integer' },
    { iri: 'co:index', type: 'xsd:integer' },
  ],
  [
    { '@id': 'cito:cites', '@type': '@vocab', '@nest': 'related products' },
    { iri: 'cito:cites', type: '@vocab', nest: 'related products' },
  ],
  [
    { '@id': 'dcterms:subject', '@context': { '@base': 'http://l.example/' } },
    { iri: 'dcterms:subject', base: 'http://l.example/' },
  ],
  [
    { '@id': 'srv:x', '@context': { '@vocab': 'p:y/' } },
    { iri: 'srv:x', vocab: 'p:y/' },
  ],
  [{ '@reverse': 'cv:aboutPerson' }, { iri: 'cv:aboutPerson', reverse: true }],
]

/** What a context with one key says of names that start with it, by jsonld.js and by skeg. */
const prefixes: [definition: string | TermDefinition, isPrefix: boolean][] = [
  ['http://p.example/', true],
  ['http://p.example/ns#', true],
  ['http://p.example/?', true],
  ['urn:p:', true],
  ['http://p.example/ns', false],
  [{ '@id': 'http://p.example/' }, false],
  [{ '@id': 'http://p.example/ns', '@prefix': true }, true],
]

/** Words, prefixed names and IRIs → the IRI that stands for them. */
const words: [title: string, word: string, iri: string][] = [
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

describe('term definitions', () => {
  for (const [definition, term] of definitions) {
    it(JSON.stringify(definition), () =>
      expect(
        Object.fromEntries(Object.entries(parseTerm(definition)).filter(([, value]) => value !== undefined)),
      ).to.deep.equal(term),
    )
  }
  for (const [definition, isPrefix] of prefixes) {
    it(`${JSON.stringify(definition)} make ${isPrefix ? 'a prefix' : 'no prefix'}, as in JSON-LD`, async () => {
      const context = { p: definition }
      const [expanded] = (await jsonld.expand({
        '@context': context,
        '@id': 'p:x',
        'http://a.example/b': 1,
      } as never)) as unknown as { '@id': string }[]
      const name = createVocabulary([parseContext(context)]).expandTerm('p:x', BASE)
      expect(name).to.equal(expanded?.['@id'])
      expect(name === 'p:x').to.equal(!isPrefix)
    })
  }
  it('are contexts that JSON-LD processors read as skeg does', async () => {
    for (const [name, iri] of [...vocabulary.terms.keys()].map(
      (term) => [term, vocabulary.iri(term)] as const,
    )) {
      if (iri === undefined) continue
      const [expanded] = (await jsonld.expand({
        '@context': [...model.contexts.map(({ document }) => document['@context']), { '@base': BASE }],
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

describe('corrections of a context', () => {
  const published: JsonLdContext = { a: 'http://a/', x: 'a:x', y: 'a:y' }
  const document: ContextDocument = { url: 'u', version: '1', '@context': published }
  const rows: [
    corrections: Parameters<typeof applyCorrections>[2],
    expected: Readonly<Record<string, string | TermDefinition>>,
  ][] = [
    [
      [{ context: 't', terms: ['x'], definition: { '@id': 'a:z', '@type': '@vocab' }, reason: 'r' }],
      { x: { '@id': 'a:z', '@type': '@vocab' } },
    ],
    [[{ context: 't', terms: ['z'], definition: 'a:z', reason: 'r' }], { z: 'a:z' }],
    [[{ context: 't', terms: ['b'], definition: 'http://b/', reason: 'r' }], { b: 'http://b/' }],
    [[{ context: 'u', terms: ['x'], definition: 'a:z', reason: 'r' }], {}],
    [[{ context: 't', terms: ['x'], datatypeFrom: 'lexicalForm', reason: 'r' }], {}],
  ]
  for (const [corrections, expected] of rows)
    it(`${JSON.stringify(corrections)} make ${JSON.stringify(expected)}`, () =>
      expect(applyCorrections('t', document, corrections)).to.deep.equal({
        ...document,
        '@context': { ...published, ...expected },
      }))
})

describe('a context that takes prefixes from others', () => {
  it('gets those that it uses, wherever it uses them, and no others', () => {
    const known = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, `http://${name}/`]))
    const own: JsonLdContext = {
      '@protected': true,
      g: 'http://own/',
      p: 'a:p',
      q: { '@id': 'b:q', '@type': 'c:type' },
      r: { '@reverse': 'g:r', '@context': { '@vocab': 'd:r/' } },
      s: { '@id': 'http://s.example/s', '@context': { '@vocab': 'e' } },
    }
    expect(withReferencedPrefixes(own, { prefixes: known })).to.deep.equal({
      '@version': 1.1,
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, `http://${name}/`])),
      ...own,
    })
  })
})

describe('words', () => {
  for (const [title, word, iri] of words) {
    it(`${title}: ${word}`, () => {
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
  it('of later contexts add to those of earlier ones', () => {
    const both = createVocabulary([
      parseContext({ a: 'http://a/', x: 'a:x', same: 'a:same' }),
      parseContext({ b: 'http://b/', y: 'b:y', other: 'a:same' }),
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
