/**
 * SPARQL servers by other hands beside the index of a graph: every filter, public queries, a copy with the same
 * content hash, and the contract suite (every filter, by id, paging, negotiation, dereferencing).
 */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { testGraphsIn } from '../store/remote/graph-in-engine.ts'
import { testQueriesOver } from '../store/remote/queries-over-engine.ts'
import { foreignEngines, type ForeignEngine } from '../support/foreign-engines.ts'

const CONTRACT = [
  'filter/contract',
  'filter/http',
  'http/list',
  'http/entity',
  'http/representations',
  'http/difficult-values',
  'http/dereference',
  'http/links',
].map((name) => `test/${name}.test.ts`)

const MOCHA =
  'node_modules/.bin/mocha --no-package --no-config --exit --timeout 120000 -n import=./test/support/tsx.mjs'

function testContract({ name, isThere }: ForeignEngine): void {
  describe(`over ${name}`, function () {
    this.timeout(1_800_000)
    it('the contract suite passes: every filter, by id, paging, negotiation, dereferencing', async function () {
      if (!(await isThere())) this.skip()
      const { stdout, status } = spawnSync(
        process.execPath,
        [...MOCHA.split(' '), '--reporter', 'dot', ...CONTRACT],
        { encoding: 'utf8', env: { ...process.env, SKEG_TEST_ENGINE: name }, maxBuffer: 1 << 26 },
      )
      expect(status, stdout.slice(-4000)).to.equal(0)
      expect(Number(/(\d+) passing/.exec(stdout)?.[1])).to.be.above(400)
    })
  })
}

for (const engine of foreignEngines) {
  testGraphsIn({ ...engine, known: engine.name })
  testQueriesOver({ ...engine, timeout: 2, start: ({ files }) => engine.start(files) })
  testContract(engine)
}
