/** The SPARQL endpoint over the snapshot, and clients by other hands. */

import { expect } from 'chai'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ENDLESS, loaded, startSparql, type SparqlServer } from '../support/endpoint.ts'
import { hasSnapshot, preparedSnapshot } from '../support/snapshot.ts'

const run = promisify(execFile)
const TIMEOUT = 10
/** The last major version that runs on Node 20. */
const COMUNICA = '@comunica/query-sparql@4.4.1'
const MEGABYTE = 1_000_000

/** Resident megabytes of the engines. */
const memory = (): number =>
  execFileSync('ps', ['-e', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+.*engine-process/.exec(line))
    .filter((match) => Number(match?.[1]) === process.pid)
    .reduce((sum, match) => sum + Number(match?.[2]) * 1024, 0) / MEGABYTE

describe('the endpoint over the snapshot', function () {
  this.timeout(600_000)
  let server: SparqlServer
  before(async function () {
    if (!hasSnapshot()) return this.skip()
    server = await startSparql({
      settings: { sparqlTimeout: TIMEOUT, cache: 0 },
      path: await preparedSnapshot(),
    })
  })
  after(() => server?.close())

  it('is as it was after five queries without end', async () => {
    await loaded(server.graph, 2)
    const before = memory()
    for (let i = 0; i < 5; i++) {
      let response = await server.ask(ENDLESS)
      for (; response.status === 503; response = await server.ask(ENDLESS)) {
        expect(Number(response.headers.get('retry-after'))).to.be.within(1, 60)
        await new Promise((resolve) => {
          setTimeout(resolve, 500)
        })
      }
      expect(response.status).to.equal(422)
    }
    await loaded(server.graph, 2)
    await new Promise((resolve) => {
      setTimeout(resolve, 1000)
    })
    console.log(`      engines took ${before.toFixed(0)} MB before, ${memory().toFixed(0)} MB after`)
    expect(memory()).to.be.below(before * 1.2 + 50)
    expect((await server.ask('ASK {}')).status).to.equal(200)
  })

  const folder = new URL('../../queries/', import.meta.url)
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.rq'))) {
    it(`answers ${name} before its deadline`, async () => {
      await loaded(server.graph, 1)
      const start = performance.now()
      expect((await server.ask(readFileSync(new URL(name, folder), 'utf8'))).status).to.equal(200)
      console.log(`      ${(performance.now() - start).toFixed(0)} ms`)
    })
  }
})

describe('clients by other hands', function () {
  this.timeout(600_000)
  let server: SparqlServer
  before(async () => {
    server = await startSparql()
  })
  after(() => server.close())

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
