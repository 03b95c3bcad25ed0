/**
 * The SPARQL page: queries to edit and examples to follow, answers as tables, problems beside the
 * query; all of it without scripts.
 */

import { expect } from 'chai'
import { parseTsvResults } from '../../src/record/serializers/tsv-results.ts'
import { exampleQueries } from '../../src/api/dataset/example-queries.ts'
import { getPage, type Html } from '../support/html.ts'
import { startSparql } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

describe('the SPARQL page', () => {
  const server = throughout(() => startSparql({ settings: { sparqlRows: 2000 } }))

  const ask = async (query: string): Promise<{ status: number; headers: Headers; html: Html }> => {
    const answer = await getPage(`${server.url}?query=${encodeURIComponent(query)}`)
    expect(answer.html.faults).to.deep.equal([])
    expect(answer.html.all('textarea').map(({ text }) => text)).to.deep.equal([query])
    return answer
  }
  const cells = (html: Html): string[] => html.all('td').map(({ text }) => text)

  it(
    'has a form, the examples, what the editor completes, and a policy that lets only our own ' +
      'scripts run',
    async () => {
      const { html, headers } = await getPage(server.url)
      expect(html.all('form').map(({ attributes: { action } }) => action)).to.include('/sparql')
      for (const { title, text } of exampleQueries()) {
        expect(html.all('a').find((link) => link.text === title)?.attributes.href, title).to.equal(
          `/sparql?query=${encodeURIComponent(text)}`,
        )
      }
      const { prefixes } = JSON.parse(
        html.all('script').find(({ attributes: { type } }) => type === 'application/json')?.text as string,
      )
      expect(prefixes).to.include({
        foaf: 'http://xmlns.com/foaf/0.1/',
        srv: server.graph.model.vocabulary.prefixes.get('srv'),
      })
      expect(html.all('p').map(({ text }) => text)).to.include(
        'Ctrl+Enter runs the query. Ctrl+Space completes what is typed. Esc and then Tab leaves the editor.',
      )
      const policy = headers.get('content-security-policy')
      expect(policy)
        .to.include("script-src 'self'")
        .and.include("default-src 'none'")
        .and.not.include('unsafe')
    },
  )

  const joined = (count: number, one: (index: number) => string, separator: string): string =>
    Array.from({ length: count }, (_, index) => one(index)).join(separator)
  const WORDS =
    'Six principles for citing software like any other result of research with the reasons behind them and what they'.split(
      ' ',
    )
  const largeLists: readonly [title: string, filter: string][] = [
    ['20 words', `cf.search.words:${WORDS.join(' ')}`],
    ['10 phrases', `cf.search.words:${joined(10, (index) => `"${WORDS[index]} ${WORDS[index + 1]}"`, ' ')}`],
    ['40 years', `cf.publication_year:${joined(40, (index) => String(2026 - index), '|')}`],
  ]
  for (const [title, filter] of largeLists)
    it(`answers what the page of a list shows: ${title}`, async () => {
      const url = `${new URL(server.url).origin}/skg-if/api/products?filter=${encodeURIComponent(filter)}`
      const { html } = await getPage(url)
      const query = html.all('pre').find(({ text }) => text.includes('SELECT'))!.text
      const list = await (await fetch(`${url}&format=json`)).json()
      expect(await server.select(query)).to.have.length(list.meta.part_of.total_items)
    })

  it('answers every example with as many rows as the endpoint gives', async () => {
    for (const { title, text } of exampleQueries()) {
      const { status, html } = await ask(text)
      expect(status, title).to.equal(200)
      const rows = await server.select(text)
      expect(
        html.all('h2').map((heading) => heading.text),
        title,
      ).to.include(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`)
      expect(html.all('tbody').at(-1)?.text.length, title).to.be.above(0)
    }
  })

  const answers: readonly [query: string, expected: (html: Html) => void][] = [
    [
      'SELECT ?a ?b { VALUES (?a ?b) { ("x"@en 1) (UNDEF 2.5) } }',
      (html) => expect(cells(html).slice(-4)).to.deep.equal(['x en', '1', '', '2.5']),
    ],
    [
      `SELECT ?s { VALUES ?s { <https://w3id.org/skg-if/sandbox/skeg/topic-linked-data> } }`,
      (html) => {
        expect(html.links).to.include('/skg-if/api/topics/topic-linked-data')
        expect(cells(html)).to.deep.equal(['linked data'])
      },
    ],
    [
      'SELECT ?s { VALUES ?s { <http://xmlns.com/foaf/0.1/name> } }',
      (html) => expect(cells(html)).to.deep.equal(['foaf:name']),
    ],
    [
      'SELECT ?a { VALUES ?a { 1234567 } }',
      (html) => {
        expect(cells(html)).to.deep.equal(['1,234,567'])
        expect(html.all('td')[0]?.attributes).to.include({ class: 'number', 'data-value': '1234567' })
      },
    ],
    [
      'SELECT ?s { VALUES ?s { <https://elsewhere.example/x> <javascript:alert(1)> } }',
      (html) => {
        expect(html.links).to.include('https://elsewhere.example/x')
        expect(html.links.filter((link) => link.startsWith('javascript'))).to.deep.equal([])
      },
    ],
    [
      'SELECT ?s { VALUES ?s { "<script>alert(1)</script>" } }',
      (html) => expect(cells(html)).to.deep.equal(['<script>alert(1)</script>']),
    ],
    [
      'SELECT ?s ?t { VALUES (?s ?t) { ("a\\tb\\nc" "d") } }',
      (html) => expect(cells(html)).to.deep.equal(['a\tb\nc', 'd']),
    ],
    ['SELECT ?s { FILTER(false) }', (html) => expect(html.text('main')).to.include('0 rows')],
    [
      'SELECT ?s ?p ?o { ?s ?p ?o } LIMIT 1000',
      (html) => {
        expect(html.all('tr')).to.have.length(501)
        expect(html.text('main')).to.include('The first 500 of 1,000 rows')
      },
    ],
    ['ASK { ?s ?p ?o }', (html) => expect(html.all('h2').map(({ text }) => text)).to.include('Yes')],
    ['ASK { FILTER(false) }', (html) => expect(html.all('h2').map(({ text }) => text)).to.include('No')],
    [
      'CONSTRUCT { <a:b> <a:c> "<d>" } {}',
      (html) => expect(html.text('pre')).to.match(/<a:b> <a:c> "<d>" \./),
    ],
  ]
  for (const [query, expected] of answers) {
    it(`shows what is found by ${query}`, async () => {
      const { status, html } = await ask(query)
      expect(status).to.equal(200)
      expected(html)
      const other = html
        .all('a')
        .find(({ text }) => text === (query.startsWith('CONSTRUCT') ? 'Turtle' : 'JSON'))?.attributes.href
      expect((await fetch(server.root + other)).status).to.equal(200)
    })
  }

  const problems: readonly [testTitle: string, query: string, status: number, text: string][] = [
    ['a fault in the query', 'SELECT ?s {', 400, 'Invalid query'],
    ['markup in a query with a fault', 'SELECT </textarea><b>', 400, 'Invalid query'],
    ['too many rows', 'SELECT * { ?s ?p ?o . ?t ?q ?o }', 422, '2000 rows'],
  ]
  for (const [testTitle, query, status, text] of problems) {
    it(`says beside the query that there is ${testTitle}`, async () => {
      const answer = await ask(query)
      expect(answer.status).to.equal(status)
      expect(answer.html.text('main')).to.include(text)
    })
  }

  it('goes on asking the graphs that were named', async () => {
    const graph = 'https://w3id.org/skg-if/sandbox/skeg/topic-linked-data'
    const parameters = new URLSearchParams({ query: 'SELECT ?s { ?s ?p ?o }', 'default-graph-uri': graph })
    const { html } = await getPage(`${server.url}?${parameters}`)
    expect(
      html.all('input').find(({ attributes: { name } }) => name === 'default-graph-uri')?.attributes.value,
    ).to.equal(graph)
    const { results } = (await (
      await fetch(server.root + html.all('a').find(({ text }) => text === 'JSON')?.attributes.href)
    ).json()) as { results: { bindings: object[] } }
    expect(html.all('h2').map(({ text }) => text)).to.include(`${results.bindings.length} rows`)
    expect(results.bindings.length).to.be.within(1, 20)
  })

  it('gives programs what they had before', async () => {
    const response = await fetch(`${server.url}?query=ASK%7B%7D`)
    expect(response.headers.get('content-type')).to.equal('application/sparql-results+json')
  })
})

describe('results in TSV', () => {
  it('are read as terms, the first of them', () => {
    const tsv = '?a\t?b\n<https://x.example/>\t1\n"a\\tb"@en\t\n\t-2.5\n_:b\ttrue\n"x"^^<a:b>\t1.0E3\n'
    expect(parseTsvResults(tsv, 2)).to.deep.equal({
      variables: ['a', 'b'],
      total: 5,
      solutions: [
        { a: '<https://x.example/>', b: '"1"^^<http://www.w3.org/2001/XMLSchema#integer>' },
        { a: '"a\\tb"@en' },
      ],
    })
    expect(parseTsvResults(tsv, 9).solutions.slice(2)).to.deep.equal([
      { b: '"-2.5"^^<http://www.w3.org/2001/XMLSchema#decimal>' },
      { a: '_:b', b: '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>' },
      { a: '"x"^^<a:b>', b: '"1.0E3"^^<http://www.w3.org/2001/XMLSchema#double>' },
    ])
  })
})
