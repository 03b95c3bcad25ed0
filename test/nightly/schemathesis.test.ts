/**
 * Schemathesis sends what the OpenAPI document of the demo graph allows, and what it does not: no answer fails,
 * and none has a status, a media type, a header or a body that the document does not name.
 */

import { expect } from 'chai'
import { join } from 'node:path'
import { startSparql, type SparqlServer } from '../support/endpoint.ts'
import { installPython, run, SCHEMATHESIS, type Tools } from '../support/tools.ts'

const SEED = '7'
/** Requests that are made up for each operation, beside those that try each limit of the document once. */
const EXAMPLES = '15'
const LONGEST_MS = 400_000

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

describe('schemathesis', function () {
  this.timeout(600_000)
  let server: SparqlServer
  let tools: Tools | undefined
  before(async function () {
    tools = await installPython(SCHEMATHESIS)
    if (!tools) return this.skip()
    server = await startSparql({ settings: { sparqlTimeout: 5 } })
  })
  after(async () => {
    await server?.close()
    tools?.remove()
  })

  it('finds no answer that the OpenAPI document does not describe', async () => {
    const { bin } = tools as Tools
    const options = [
      ['--phases', 'examples,coverage,fuzzing,stateful'],
      ['--checks', CHECKS.join(',')],
      ['--seed', SEED],
      ['--max-examples', EXAMPLES],
      ['--max-redirects', '0'],
      ['--request-timeout', '30'],
      // Whether it finds it easy to make up requests is no matter of the answers.
      ['--suppress-health-check', 'all'],
      ['--no-shrink', '--continue-on-failure', '--warnings', 'off', '--no-color'],
    ].flat()
    const { code, output } = await run(
      join(bin, 'schemathesis'),
      ['run', `${server.root}/openapi.json`, ...options],
      { cwd: bin, timeoutMs: LONGEST_MS },
    )
    const [, cases = '0'] = /(\d+) generated/.exec(output) ?? []
    console.log(`      ${cases} requests`)
    expect(code, output.slice(0, 10_000)).to.equal(0)
    expect(Number(cases)).to.be.above(1000)
  })
})
