/** Counting the rows of results, whatever stands in them. */

import { expect } from 'chai'
import oxigraph from 'oxigraph'
import { countRows } from '../../../src/store/endpoint/count-rows.ts'

const TYPES = [
  'application/sparql-results+json',
  'application/json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
]

const queries: readonly [title: string, query: string, rows: number][] = [
  ['none', 'SELECT ?x { FILTER(false) }', 0],
  ['one without variables', 'SELECT * {}', 1],
  ['one that binds nothing', 'SELECT ?x ?y {}', 1],
  ['several', 'SELECT ?x { VALUES ?x { 1 2 3 <a:b> "x"@en } }', 5],
  [
    'texts that look like results',
    String.raw`SELECT ?x { VALUES ?x { "}},{" "<result>" "a\nb" "\"" "a\\\"{{{" "\"\n\"," "\t" "," "'" } }`,
    9,
  ],
  ['unbound beside bound', 'SELECT ?x ?y { VALUES (?x ?y) { (1 UNDEF) (UNDEF "\\n") (UNDEF UNDEF) } }', 3],
]

describe('rows of results', () => {
  const store = new oxigraph.Store()
  for (const [title, query, rows] of queries) {
    for (const type of TYPES) {
      it(`${title}, ${type}`, () =>
        expect(countRows(store.query(query, { results_format: type }) as string, type)).to.equal(rows))
    }
  }
})
