/** What a query leaves to others: undeclared prefixes, and relative IRIs. */

import { expect } from 'chai'
import { declareBase, withoutBaseLine } from '../../src/api/routes/sparql/sparql.ts'
import { describeUndeclaredPrefixes } from '../../src/sparql/prefixes.ts'

const known = new Map([
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['cito', 'http://purl.org/spar/cito/'],
])

describe('undeclared prefixes of a query', () => {
  const rows: readonly [title: string, query: string, expected: string | undefined][] = [
    ['are none where an IRI is broken', 'SELECT * { ?s <http://e.org/a b> ?o }', undefined],
    [
      'are none where prefixes are declared as in Turtle',
      '@prefix foo: <http://e.org/> . ASK { foo:a a foo:b }',
      undefined,
    ],
    [
      'are named with their declaration',
      'SELECT * { ?s foaf:name ?o }',
      'Line 1, column 15: The prefix foaf is not declared; add PREFIX foaf: <http://xmlns.com/foaf/0.1/>',
    ],
    [
      'are named without a declaration where there is none',
      'SELECT *\n{ ?s a un-known.x:T }',
      'Line 2, column 8: The prefix un-known.x is not declared; add PREFIX un-known.x: <IRI of the namespace>',
    ],
    [
      'are named all',
      'PREFIX a: <b:> ASK { ?s cito:cites/a:b ?o ; ^foaf:name cito:x }',
      'Line 1, column 25: The prefixes cito, foaf are not declared; add ' +
        'PREFIX cito: <http://purl.org/spar/cito/> PREFIX foaf: <http://xmlns.com/foaf/0.1/>',
    ],
    [
      'may be empty',
      'ASK { :a a :b }',
      'Line 1, column 7: The prefix : is not declared; add PREFIX : <IRI of the namespace>',
    ],
    [
      'may be those of data types and functions',
      'ASK { FILTER(foaf:a(?x) = "1"^^cito:b) }',
      'Line 1, column 14: The prefixes foaf, cito are not declared; add ' +
        'PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX cito: <http://purl.org/spar/cito/>',
    ],
    ['are none where all are declared', 'prefix foaf:<x:> PREFIX : <y:> ASK { :a foaf:name _:b }', undefined],
    [
      'are none in texts, comments, IRIs, variables and languages',
      'ASK { <foaf:a> ?foaf ?b # foaf:a\n . ?s ?p "foaf:a", \'foaf:b\'@en, """\nfoaf:c""" }',
      undefined,
    ],
    ['are none in another language', 'MATCH (n:Person) RETURN n', undefined],
  ]
  for (const [title, query, expected] of rows)
    it(title, () => {
      expect(describeUndeclaredPrefixes(query, known)).to.equal(expected)
    })

  it('are named in one message up to a number', () => {
    const query = `ASK { ${Array.from({ length: 50 }, (_, i) => `p${i}:a`).join(' ')} }`
    expect(describeUndeclaredPrefixes(query, known)).to.match(/p7: <IRI of the namespace>$/)
  })
})

describe('the base of a query', () => {
  const BASE = 'http://localhost/sparql'
  const rows: readonly [title: string, query: string, declared: boolean][] = [
    ['is declared for a relative IRI', 'CONSTRUCT { <s> <p> 1 } {}', true],
    ['is declared for an empty IRI', 'DESCRIBE <>', true],
    ['is declared for a relative namespace', 'PREFIX a: <#> ASK { a:b a:c a:d }', true],
    ['is not declared where all IRIs are absolute', 'PREFIX a: <urn:x> ASK { a:b <HTTP://x/> a:d }', false],
    ['is not declared for comparisons', 'ASK { ?a ?b ?c FILTER(?a < ?b && ?b > ?c) }', false],
    ['is not declared for texts', 'ASK { ?a ?b "<s>" } # <t>', false],
  ]
  for (const [title, query, declared] of rows)
    it(title, () => {
      expect(declareBase(query, BASE)).to.equal(declared ? `BASE <${BASE}>\n${query}` : query)
    })

  it('moves no line number of a message', () => {
    expect(withoutBaseLine('Line 3, column 4: x')).to.equal('Line 2, column 4: x')
    expect(withoutBaseLine("syntax error at line 2 near 'x'")).to.equal("syntax error at line 1 near 'x'")
    expect(withoutBaseLine('error at 12:4: expected line 7')).to.equal('error at 11:4: expected line 6')
    expect(withoutBaseLine('Outline 3, online 4')).to.equal('Outline 3, online 4')
  })
})
