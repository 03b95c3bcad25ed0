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

const NODE = process.execPath
const asked = { text: 'ASK {}', type: 'application/sparql-results+json', defaultGraphs: [], namedGraphs: [] }

describe('a copy without a process', function () {
  this.timeout(30_000)
  afterEach(() => {
    process.execPath = NODE
  })

  // Node throws some failures, and tells others by an event.
  for (const [says, program] of [
    ['is thrown', 'a\u0000b'],
    ['is told later', '/nonexistent'],
  ] as const) {
    it(`has ended where the failure ${says}, and has no answers`, async () => {
      process.execPath = program
      const copy = openCopy([], 1)
      await copy.ended
      copy.end()
      expect(
        await copy.ask({ ...asked, rows: 1, bytes: 1 }).catch(({ fault }: { fault: string }) => fault),
      ).to.equal('ended')
    })
  }

  it('has ended where there are no descriptors', () => {
    const script = `import { openSync } from 'node:fs'
      import { openCopy } from ${JSON.stringify(new URL('../../dist/store/copy.js', import.meta.url).href)}
      try { for (;;) openSync('/dev/null') } catch {}
      await openCopy([], 1).ended
      console.log('ended')`
    expect(
      execFileSync(
        'sh',
        ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script],
        { encoding: 'utf8' },
      ),
    ).to.equal('ended\n')
  })

  it('is tried again until there is one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
    const file = join(folder, 'graph.nq')
    writeFileSync(file, '<urn:s> <urn:p> <urn:o> <urn:g> .\n')
    process.execPath = '/nonexistent'
    const endpoint = openEndpoint([file], limitsOf(withDefaults({})))
    try {
      expect(
        await endpoint.ready.then(
          () => 'ready',
          ({ message }: Error) => message,
        ),
      ).to.match(/ended while it was loaded/)
      expect(await endpoint.ask(asked).catch(({ code }: { code: string }) => code)).to.equal('busy')
      expect(
        await endpoint.ask(asked, { signal: AbortSignal.abort() }).catch(({ message }: Error) => message),
      ).to.equal('The client has left.')
      process.execPath = NODE
      while (endpoint.state().loaded === 0) await wait(50)
      expect(JSON.parse((await endpoint.ask(asked)).toString())).to.include({ boolean: true })
    } finally {
      await endpoint.close()
      rmSync(folder, { recursive: true })
    }
  })
})
