/** What a query is by its words, beside what a parser says of it. */

import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import sparqljs from 'sparqljs'
import { kindOf, outline, type Kind } from '../../src/sparql/outline.ts'

const folders = ['../../queries/', '../filter/golden/'].map((name) => new URL(name, import.meta.url))
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.rq'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8')),
)

describe('the outline of a query', () => {
  const kinds: readonly [title: string, text: string, kind: Kind | undefined][] = [
    ['SELECT', 'SELECT * {}', 'select'],
    ['in small letters', 'ask{}', 'ask'],
    [
      'behind a prologue',
      'BASE <http://a/> PREFIX select: <http://b/> PREFIX : <c> CONSTRUCT {} WHERE {}',
      'construct',
    ],
    ['behind a version', 'VERSION "1.2" DESCRIBE <a:b>', 'describe'],
    ['behind comments', '# SELECT\r# ASK\n  DESCRIBE <a:b>', 'describe'],
    ['that closes up', 'PREFIX a:<b>SELECT?x{}', 'select'],
    ['an update', 'PREFIX a: <b> INSERT DATA { a:a a:b a:c }', 'update'],
    ['a load', 'load <http://example.org/>', 'update'],
    ['nothing', '', undefined],
    ['a comment', '# SELECT', undefined],
    ['another language', 'MATCH (n) RETURN n', undefined],
    ['a bracket first', '{ SELECT * {} }', undefined],
    ['a name of the object prototype', 'constructor', undefined],
  ]
  for (const [title, text, kind] of kinds)
    it(`knows ${title}: ${kind}`, () => {
      expect(kindOf(text)).to.equal(kind)
      expect(outline(text).kind).to.equal(kind)
    })

  const counts: readonly [title: string, text: string, parts: number, listed: number, values: number][] = [
    ['a triple', 'SELECT * { ?s a <a:b> }', 4, 0, 0],
    ['a path', 'SELECT * { ?s <a:a>/^a:b|!<c:c>*/a:d? ?o }', 14, 0, 0],
    ['a comparison', 'ASK { FILTER(?a<?b && -1 + ?c > "x"@en || !true) }', 14, 0, 0],
    ['typed literals', 'ASK { ?s ?p "1"^^a:b, 1.5e3 }', 5, 0, 0],
    ['objects', 'ASK { ?s ?p <a:a>, <a:b>, [ ?q true ] }', 7, 0, 0],
    ['a collection', 'ASK { ?s ?p (1 2 true) }', 6, 0, 0],
    ['IN', 'ASK { FILTER(?s IN (<a:a>, "b", 3)) }', 4, 2, 0],
    ['calls', 'SELECT (CONCAT(?a, STR(?b), "c") AS ?d) {}', 6, 1, 0],
    ['VALUES', 'SELECT * { VALUES (?a ?b) { (1 UNDEF) ("}" <a:a>) } ?s a ?o } VALUES ?c { a:b }', 4, 0, 8],
    ['text, comments', "# ?a / ?b\nASK { ?s ?p \"?a / ?b\", '''a | b''' }", 4, 0, 0],
  ]
  for (const [title, text, parts, listed, values] of counts)
    it(`counts the terms and operators of ${title}`, () =>
      expect(outline(text)).to.include({ parts, listed, values }))

  const rows: readonly [text: string, expected: Partial<ReturnType<typeof outline>>][] = [
    ['SELECT * { ?s ?from "FROM" }', { hasDatasetClause: false, acceptsLimit: true, usesService: false }],
    ['SELECT * FROM <a:b> {}', { hasDatasetClause: true }],
    ['ASK from named <a:b> {}', { hasDatasetClause: true }],
    ['SELECT * {} ORDER BY ?x limit 3', { acceptsLimit: false }],
    ['SELECT * { SELECT * {} LIMIT 3 }', { acceptsLimit: true }],
    ['SELECT * {} OFFSET 3', { acceptsLimit: true }],
    ['SELECT * {} VALUES ?x { 1 }', { acceptsLimit: false }],
    ['SELECT * { VALUES ?x { 1 } }', { acceptsLimit: true }],
    ['SELECT * {', { acceptsLimit: false }],
    ['CONSTRUCT {} WHERE {}', { acceptsLimit: false }],
    ['SELECT * { service <a:b> {} }', { usesService: true }],
    ['ASK { ?s ?p 1.SERVICE SILENT ?x {} }', { usesService: true }],
    [
      'ASK { ?SERVICE a:SERVICE "SERVICE"@service, """ SERVICE "" """, \'SERVICE\', a:b.SERVICE, ' +
        '_:SERVICE # SERVICE\n }',
      { usesService: false },
    ],
    ['ASK { ?s ?p "\\" SERVICE", \'\\\' SERVICE\', <a:SERVICE> }', { usesService: false }],
    ['ASK { FILTER(?a<?b && ?c>?d) SERVICE <a:b> {} }', { usesService: true }],
  ]
  for (const [text, expected] of rows)
    it(`sees what ${text} says`, () => expect(outline(text)).to.include(expected))

  it('is what sparqljs reads', () => {
    expect(files.length).to.be.greaterThan(50)
    for (const text of files) {
      const parsed = new sparqljs.Parser().parse(text) as sparqljs.SelectQuery
      expect(outline(text), text).to.include({
        kind: parsed.queryType.toLowerCase(),
        hasDatasetClause: parsed.from !== undefined,
        usesService: false,
        acceptsLimit:
          parsed.queryType === 'SELECT' && parsed.limit === undefined && parsed.values === undefined,
      })
    }
  })

  const long: readonly [title: string, text: string][] = [
    ['brackets', `SELECT * {FILTER(${'('.repeat(400_000)}`],
    ['dots', 'a.'.repeat(500_000)],
    ['open strings', '"""\\"'.repeat(200_000)],
    ['quotes', `'''a`.repeat(250_000)],
    ['open IRIs', 'a<'.repeat(500_000)],
    ['a long string', `"${'a'.repeat(1_000_000)}`],
  ]
  for (const [title, text] of long)
    it(`takes no square of time for a megabyte of ${title}`, () => {
      outline(text)
    })
})
