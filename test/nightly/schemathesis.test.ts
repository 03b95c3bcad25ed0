/**
 * Schemathesis sends what the OpenAPI document of the demo graph allows, and what it does not: no answer fails,
 * and none has a status, a media type, a header or a body that the document does not name.
 */

import { expect } from 'chai'
import { startSchemathesis } from '../support/schemathesis.ts'
import { throughout } from '../support/closing.ts'

/** Requests that are made up for each operation, beside those that try each limit of the document once. */
const EXAMPLES = '15'

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

describe('schemathesis', function () {
  this.timeout(600_000)
  const schemathesis = throughout(startSchemathesis)

  it('finds no answer that the OpenAPI document does not describe', async () => {
    const { code, output, requests } = await schemathesis.check(CHECKS, [
      '--phases',
      'examples,coverage,fuzzing,stateful',
      '--max-examples',
      EXAMPLES,
    ])
    console.log(`      ${requests} requests`)
    expect(code, output.slice(0, 10_000)).to.equal(0)
    expect(requests).to.be.above(1000)
  })
})
