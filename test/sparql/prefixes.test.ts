/** What a query leaves to others: undeclared prefixes, and relative IRIs. */

import { expect } from 'chai'
import { declareBase, withoutBaseLine } from '../../src/api/routes/sparql/sparql.ts'
import { describeUndeclaredPrefixes } from '../../src/sparql/prefixes.ts'

const known = new Map([
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['cito', 'http://purl.org/spar/cito/'],
])

describe('undeclared prefixes of a query', () => {
  const rows: readonly [query: string, expected: string | undefined][] = [
    ['SELECT * { ?s <http://e.org/a b> ?o }', undefined],
    ['@prefix foo: <http://e.org/> . ASK { foo:a a foo:b }', undefined],
    [
      'SELECT * { ?s foaf:name ?o }',
      'Line 1, column 15: The prefix foaf is not declared; add PREFIX foaf: <http://xmlns.com/foaf/0.1/>',
    ],
    [
      'SELECT *\n{ ?s a un-known.x:T }',
      'Line 2, column 8: The prefix un-known.x is not declared; add PREFIX un-known.x: <IRI of the namespace>',
    ],
    [
      'PREFIX a: <b:> ASK { ?s cito:cites/a:b ?o ; ^foaf:name cito:x }',
      'Line 1, column 25: The prefixes cito, foaf are not declared; add ' +
        'PREFIX cito: <http://purl.org/spar/cito/> PREFIX foaf: <http://xmlns.com/foaf/0.1/>',
    ],
    [
      'ASK { :a a :b }',
      'Line 1, column 7: The prefix : is not declared; add PREFIX : <IRI of the namespace>',
    ],
    [
      'ASK { FILTER(foaf:a(?x) = "1"^^cito:b) }',
      'Line 1, column 14: The prefixes foaf, cito are not declared; add ' +
        'PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX cito: <http://purl.org/spar/cito/>',
    ],
    ['prefix foaf:<x:> PREFIX : <y:> ASK { :a foaf:name _:b }', undefined],
    ['ASK { <foaf:a> ?foaf ?b # foaf:a\n . ?s ?p "foaf:a", \'foaf:b\'@en, """\nfoaf:c""" }', undefined],
    ['MATCH (n:Person) RETURN n', undefined],
  ]
  for (const [query, expected] of rows)
    it(`are ${expected === undefined ? 'none' : 'named'} in ${query}`, () => {
      expect(describeUndeclaredPrefixes(query, known)).to.equal(expected)
    })

  it('are named in one message up to a number', () => {
    const query = `ASK { ${Array.from({ length: 50 }, (_, i) => `p${i}:a`).join(' ')} }`
    expect(describeUndeclaredPrefixes(query, known)).to.match(/p7: <IRI of the namespace>$/)
  })
})

describe('the base of a query', () => {
  const BASE = 'http://localhost/sparql'
  const rows: readonly [query: string, declared: boolean][] = [
    ['CONSTRUCT { <s> <p> 1 } {}', true],
    ['DESCRIBE <>', true],
    ['PREFIX a: <#> ASK { a:b a:c a:d }', true],
    ['PREFIX a: <urn:x> ASK { a:b <HTTP://x/> a:d }', false],
    ['ASK { ?a ?b ?c FILTER(?a < ?b && ?b > ?c) }', false],
    ['ASK { ?a ?b "<s>" } # <t>', false],
  ]
  for (const [query, declared] of rows)
    it(`is ${declared ? '' : 'not '}declared for ${query}`, () => {
      expect(declareBase(query, BASE)).to.equal(declared ? `BASE <${BASE}>\n${query}` : query)
    })

  it('moves no line number of a message', () => {
    expect(withoutBaseLine('Line 3, column 4: x')).to.equal('Line 2, column 4: x')
    expect(withoutBaseLine("syntax error at line 2 near 'x'")).to.equal("syntax error at line 1 near 'x'")
    expect(withoutBaseLine('error at 12:4: expected line 7')).to.equal('error at 11:4: expected line 6')
    expect(withoutBaseLine('Outline 3, online 4')).to.equal('Outline 3, online 4')
  })
})
