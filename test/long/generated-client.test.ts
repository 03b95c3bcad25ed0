/**
 * A Python client that openapi-python-client makes from the OpenAPI document of the demo lists products and
 * reads a problem.
 */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSparql } from '../support/endpoint.ts'
import { installPython, run } from '../support/tools.ts'
import { throughout } from '../support/closing.ts'

const GENERATOR = 'openapi-python-client==0.29.1'

/** Imports each operation; prints how many products there are, the detail of a refusal, and the type of a problem. */
const SCRIPT = `
import importlib, json, pkgutil, sys
import client.api
from client import Client
from client.api.products import get_products
from client.models import Problem

for module in pkgutil.walk_packages(client.api.__path__, "client.api."):
    importlib.import_module(module.name)

client = Client(base_url=sys.argv[1])
first = get_products.sync_detailed(client=client)
refused = get_products.sync_detailed(client=client, filter_="nope:1")
wrong = get_products.sync_detailed(client=client, page_size=7000)
print(json.dumps({
    "status": int(first.status_code),
    "products": len(first.parsed.graph),
    "total": first.parsed.meta.part_of.total_items,
    "problems": [isinstance(one.parsed, Problem) for one in (refused, wrong)],
    "types": [one.parsed.type_ for one in (refused, wrong)],
    "statuses": [int(one.status_code) for one in (refused, wrong)],
}))
`

describe('a generated Python client', function () {
  this.timeout(600_000)
  const tools = throughout(() => installPython(GENERATOR))
  const server = throughout(startSparql)

  it('has every operation, lists products of the demo and reads problems, without an exception', async () => {
    const { bin } = tools
    const options = ['--meta', 'none', '--output-path', 'client', '--overwrite']
    const generated = await run(
      join(bin, 'openapi-python-client'),
      ['generate', '--url', `${server.root}/openapi.json`, ...options],
      { cwd: bin, timeoutMs: 300_000 },
    )
    expect(generated.code, generated.output.slice(0, 5000)).to.equal(0)
    writeFileSync(join(bin, 'use.py'), SCRIPT)
    const used = await run(join(bin, 'python'), ['use.py', server.api], { cwd: bin, timeoutMs: 60_000 })
    expect(used.code, used.output.slice(-3000)).to.equal(0)
    const { total, ...read } = JSON.parse(used.output) as Record<string, unknown>
    expect(total).to.be.above(10)
    expect(read).to.deep.equal({
      status: 200,
      products: 10,
      problems: [true, true],
      types: [
        'https://skg-if.github.io/api/errors#INVALID_FILTER',
        `${server.root}/docs/errors#invalid-parameter`,
      ],
      statuses: [422, 400],
    })
  })
})
