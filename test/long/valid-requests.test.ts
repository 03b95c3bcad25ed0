/**
 * Schemathesis sends requests that the OpenAPI document of the demo graph allows: none is refused but for what a schema
 * cannot say.
 */

import { expect } from 'chai'
import { startSchemathesis } from '../support/schemathesis.ts'
import { throughout } from '../support/closing.ts'

/** Requests that are made up for each operation, beside those that try each limit of the document once. */
const EXAMPLES = '3'

/** Refusals that stay: what no schema of a parameter can say, and what the answer says of it. */
const UNSAYABLE: readonly (readonly [what: string, status: string, detail: RegExp])[] = [
  ['the keys of filters and what their values look like', '422', /[Ff]ilter/],
  ['one parameter excludes another', '400', /^skeg_(?:fields selects from|facets is counted in) /],
  ['one parameter needs another', '400', /^(?:Pages are those of one list|skeg_sort=relevance needs one of)/],
  ['the formats of the results of a query beside no query', '406', /^There is no format \w+ here\. /],
  ['the grammar of SPARQL', '400', /^A query begins with SELECT/],
  ['JSON in a parameter', '400', /^(?:extend|queries) is not valid JSON/],
  ['the types of a graph at the start of a text', '400', /^after must be the name of a type, or gone/],
  ['the grammar of IRIs', '400', /^(?:default|named)-graph-uri must be an absolute IRI/],
  ['the schemes of identifiers', '400', /^iri must be an absolute IRI or an external identifier/],
]

/** The refusals in a report of Schemathesis: each a status and the problem that was answered. */
const refusalsOf = (report: string): { status: string; detail: string; request: string }[] =>
  [...report.matchAll(/^\[(\d{3})\] [^\n]*\n\n(.*?)^ +(curl [^\n]*)/gms)].map(
    ([, status = '', answer = '', request = '']) => ({
      status,
      detail: /"detail":"((?:[^"\\]|\\.)*)/.exec(answer)?.[1] ?? answer.trim(),
      request,
    }),
  )

describe('requests that the OpenAPI document allows', function () {
  this.timeout(600_000)
  const schemathesis = throughout(startSchemathesis)

  it('are not refused, but for what a schema cannot say', async () => {
    const { output, requests } = await schemathesis.check(
      ['positive_data_acceptance'],
      ['--mode', 'positive', '--phases', 'examples,coverage,fuzzing', '--max-examples', EXAMPLES],
    )
    const [, failures = '0'] = /(\d+) unique failures?/.exec(output) ?? []
    console.log(`      ${requests} requests, ${failures} of them refused`)
    expect(requests, output.slice(-3000)).to.be.above(500)
    const refusals = refusalsOf(output)
    expect(refusals, 'refusals that the report lists').to.have.length(Number(failures))
    const isUnsayable = ({ status, detail }: (typeof refusals)[number]): boolean =>
      UNSAYABLE.some(([, itsStatus, text]) => status === itsStatus && text.test(detail))
    expect(refusals.filter((refusal) => !isUnsayable(refusal))).to.deep.equal([])
  })
})
