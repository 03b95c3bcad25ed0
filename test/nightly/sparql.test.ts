/** The SPARQL endpoint, asked by clients by other hands. */

import { expect } from 'chai'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { startSparql } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

const run = promisify(execFile)
/** The last major version that runs on Node 20. */
const COMUNICA = '@comunica/query-sparql@4.4.1'

describe('clients by other hands', function () {
  this.timeout(600_000)
  const server = throughout(() => startSparql())

  const COUNT = 'SELECT (COUNT(*) AS ?n) WHERE { ?s a <http://xmlns.com/foaf/0.1/Person> }'
  const expected = async (): Promise<string> => (await server.select(COUNT))[0]!.n!

  it('Comunica finds the endpoint by its description, and asks it', async function () {
    const comunica = (...args: string[]): Promise<{ stdout: string }> =>
      run('npx', ['--yes', '--package', COMUNICA, 'comunica-sparql', ...args], { timeout: 300_000 })
    try {
      await run('npx', ['--yes', '--package', COMUNICA, 'node', '--eval', '0'], { timeout: 300_000 })
    } catch {
      return this.skip()
    }
    for (const source of [server.url, `sparql@${server.url}`]) {
      const { stdout } = await comunica(source, COUNT, '-t', 'text/csv')
      expect(stdout.trim().split(/\s+/)).to.deep.equal(['n', await expected()])
    }
    const { stdout } = await comunica(
      server.url,
      'CONSTRUCT { ?s a ?c } WHERE { ?s a ?c } LIMIT 5',
      '-t',
      'application/n-triples',
    )
    expect(stdout.trim().split('\n')).to.have.length(5)
  })

  it('roqet asks the endpoint', async function () {
    if (spawnSync('roqet', ['--version']).error) return this.skip()
    const { stdout } = await run('roqet', ['-q', '-p', server.url, '-e', COUNT, '-r', 'csv'], {
      timeout: 60_000,
    })
    expect(stdout.trim().split(/\s+/)).to.deep.equal(['n', await expected()])
  })
})
