/** Copies of the graph for SPARQL that the system gives no process: none is a reason to end. */

import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withDefaults } from '../../src/settings.ts'
import { openCopy } from '../../src/store/copy.ts'
import { openEndpoint } from '../../src/store/endpoint.ts'
import { limitsOf } from '../../src/store/with-endpoint.ts'

/** One string of the environment may have 128 kB: with more, no process can be made. */
const NO_PROCESS = 'SKEG_TEST_NO_PROCESS'
const asked = { text: 'ASK {}', type: 'application/sparql-results+json', defaultGraphs: [], namedGraphs: [] }

describe('a copy without a process', function () {
  this.timeout(30_000)
  afterEach(() => { delete process.env[NO_PROCESS] })

  it('has ended, and has no answers', async () => {
    process.env[NO_PROCESS] = 'x'.repeat(200_000)
    const copy = openCopy([], 1)
    await copy.ended
    copy.end()
    expect(await copy.ask({ ...asked, rows: 1, bytes: 1 }).catch(({ fault }: { fault: string }) => fault)).to.equal('ended')
  })

  it('has ended where there are no descriptors', () => {
    const script = `import { openSync } from 'node:fs'
      import { openCopy } from ${JSON.stringify(new URL('../../dist/store/copy.js', import.meta.url).href)}
      try { for (;;) openSync('/dev/null') } catch {}
      await openCopy([], 1).ended
      console.log('ended')`
    expect(execFileSync('sh', ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script], { encoding: 'utf8' })).to.equal('ended\n')
  })

  it('is tried again until there is one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
    const file = join(folder, 'graph.nq')
    writeFileSync(file, '<urn:s> <urn:p> <urn:o> <urn:g> .\n')
    process.env[NO_PROCESS] = 'x'.repeat(200_000)
    const endpoint = openEndpoint([file], limitsOf(withDefaults({})))
    try {
      expect(await endpoint.ready.then(() => 'ready', ({ message }: Error) => message)).to.match(/ended while it was loaded/)
      expect(await endpoint.ask(asked).catch(({ code }: { code: string }) => code)).to.equal('busy')
      delete process.env[NO_PROCESS]
      while (endpoint.state().loaded === 0) await wait(50)
      expect(JSON.parse((await endpoint.ask(asked)).toString())).to.include({ boolean: true })
    } finally {
      await endpoint.close()
      rmSync(folder, { recursive: true })
    }
  })
})
