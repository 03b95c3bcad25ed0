/** The largest queries of each construct that are let through leave the engine as it was. */

import { expect } from 'chai'
import { outline } from '../../src/sparql/outline.ts'
import { startEngine, type Engine } from '../../src/store/oxigraph/engine.ts'
import { sizeFault } from '../../src/store/endpoint/public-endpoint.ts'

/** A text so many times, with `#` for the number. */
const many = (count: number, text: string, separator = ' '): string =>
  Array.from({ length: count }, (_, i) => text.replaceAll('#', String(i))).join(separator)

const constructs: Readonly<Record<string, (size: number) => string>> = {
  alternatives: (n) => `ASK { ?s ${many(n, '<a:a>', '|')} ?o }`,
  'groups of a path': (n) => `ASK { ?s ${many(n, '(<a:a>/', '')}<a:a>${many(n, ')', '')} ?o }`,
  conditions: (n) => `ASK { ?s ?p ?o FILTER(${many(n, '?o', '||')}) }`,
  sums: (n) => `ASK { ?s ?p ?o FILTER(${many(n, '?o', '+')} > 0) }`,
  negations: (n) => `ASK { ?s ?p ?o FILTER(${many(n, '!', '')}true) }`,
  calls: (n) => `ASK { FILTER(${many(n, 'STR(')}1${many(n, ')')}) }`,
  'members of IN': (n) => `ASK { ?s ?p ?o FILTER(?s IN (${many(n, '<a:#>', ',')})) }`,
  'members of IN, deep': (n) =>
    `ASK { FILTER(${'('.repeat(90)}?s IN (${many(n, '<a:#>', ',')})${')'.repeat(90)}) }`,
  'rows of VALUES': (n) => `ASK { VALUES ?s { ${many(n, '<a:#>')} } ?s ?p ?o }`,
  assignments: (n) => `ASK { ?s ?p ?o ${many(n, 'BIND(1 AS ?b#)')} }`,
  'assignments behind OPTIONAL': (n) =>
    `ASK { ?s ?p ?o ${many(Math.min(n, 499), 'OPTIONAL {}')} ${many(n, 'BIND(1 AS ?b#)')} }`,
  'assignments behind MINUS': (n) =>
    `ASK { ?s ?p ?o ${many(Math.min(n, 499), 'MINUS {}')} ${many(n, 'BIND(1 AS ?b#)')} }`,
  'assignments behind UNION': (n) =>
    `ASK { ${many(Math.min(n, 499), '{}', ' UNION ')} ${many(n, 'BIND(1 AS ?b#)')} }`,
  'filters that ask for patterns': (n) => `ASK { ?s ?p ?o FILTER(${many(n, 'EXISTS {}', '||')}) }`,
  'filters within patterns': (n) => `ASK { ?s ?p ?o ${many(n, 'FILTER EXISTS {')} ?s ?p ?o ${many(n, '}')} }`,
  'groups within groups': (n) => `ASK ${'{'.repeat(n)} ?s ?p ?o ${'}'.repeat(n)}`,
  'queries within queries': (n) => `ASK { ${many(n, '{ SELECT * {')} ?s ?p ?o ${many(n, '} }')} }`,
  'columns that are computed': (n) => `SELECT ${many(n, '(1 AS ?x#)')} { ?s ?p ?o }`,
  'keys of a group': (n) => `SELECT ?s { ?s ?p ?o } GROUP BY ?s ${many(n, '?o')}`,
  'things to describe': (n) => `DESCRIBE ${many(n, '<a:#>')}`,
}

/** The largest size at which a construct is let through. */
function largest(make: (size: number) => string): number {
  let [low, high] = [1, 60_000]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (sizeFault(outline(make(middle))) === undefined) low = middle
    else high = middle - 1
  }
  return low
}

describe('the largest number', () => {
  let engine: Engine
  before(() => {
    engine = startEngine(() => {})
  })
  after(async () => {
    engine.kill()
    await engine.exited
  })

  const ask = (text: string): Promise<string> =>
    engine
      .ask({
        query: text,
        accept: [text.startsWith('DESCRIBE') ? 'application/n-triples' : 'text/tab-separated-values'],
      })
      .then(
        () => 'answered',
        ({ message }: Error) => message,
      )

  for (const [title, make] of Object.entries(constructs)) {
    it(`of ${title} that is let through ends in an answer`, async () => {
      const size = largest(make)
      expect(size).to.be.within(20, 59_999)
      expect(await ask(make(size))).to.equal('answered')
      expect(sizeFault(outline(make(size + 1)))).to.match(/^The query has \d+ .* are the most\. /)
    })
  }
})
