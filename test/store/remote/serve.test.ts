/**
 * `skeg serve --store`: what it asks of a store before it serves, several servers over one store, and a graph
 * that is replaced.
 */

import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCommandRunner } from '../../support/command.ts'
import { DEMO } from '../../support/endpoint.ts'
import { startFaulty } from '../../support/faulty.ts'
import { startOxigraph, type OxigraphEngine } from '../../support/oxigraph.ts'
import { prepare, type Prepared } from '../../support/stores.ts'
import { until } from '../../support/until.ts'

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

interface Started {
  readonly root: string
  readonly child: ChildProcess
  stderr(): string
  end(): Promise<number | null>
}

/** Runs skeg until it serves or ends. */
async function serve(words: readonly string[], env: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [file('../../../dist/main.js'), 'serve', '--port', '0', ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  let isClosed = false
  const closed = once(child, 'close').then(() => {
    isClosed = true
  })
  // Under another public URL it says separately where it listens.
  const port = (): string | undefined =>
    (/ listens on 127\.0\.0\.1:(\d+)\n/.exec(err) ?? / at http:\/\/localhost:(\d+)\n/.exec(out))?.[1]
  await until(() => isClosed || (port() !== undefined && / at http\S+\n/.test(out)))
  const root = isClosed ? '' : `http://127.0.0.1:${port()}`
  return {
    root,
    child,
    stderr: () => err,
    async end() {
      child.kill()
      await closed
      return child.exitCode
    },
  }
}

const ENTITY = '/skg-if/api/topics/topic-linked-data'
const PUBLIC = ['--public-url', 'https://graph.example.org']

describe('skeg serve --store', () => {
  let prepared: Prepared
  let engine: OxigraphEngine
  before(async () => {
    prepared = await prepare([DEMO])
    engine = await startOxigraph()
    engine.load(prepared.files)
  })
  after(async () => {
    await engine?.close()
  })

  it('serves the same answers from several servers, with the same validators, as from the files', async () => {
    const servers = await Promise.all(
      [['--store', engine.url], ['--store', engine.url], [prepared.path]].map((words) =>
        serve([...words, ...PUBLIC, '--sparql', 'off']),
      ),
    )
    const paths = [
      // Without meta, which counts what refers to a record where there is an index.
      `${ENTITY}?format=jsonld`,
      '/skg-if/api/products?filter=cf.search.title:e&page_size=3',
      '/.well-known/void',
      '/sitemap.xml',
      '/skg-if/api/persons?format=turtle',
      '/id/product-fair-principles',
    ]
    for (const path of paths) {
      const [first, second, third] = await Promise.all(
        servers.map(async ({ root }) => {
          const response = await fetch(root + path, { redirect: 'manual' })
          return {
            status: response.status,
            tag: response.headers.get('etag'),
            modified: response.headers.get('last-modified'),
            body: await response.text(),
          }
        }),
      )
      expect(first!.status, path).to.be.oneOf([200, 303])
      expect(second, path).to.deep.equal(first)
      if (!path.includes('void')) expect(third, path).to.deep.equal(first)
    }
    expect(await Promise.all(servers.map((server) => server.end()))).to.deep.equal([0, 0, 0])
  })

  it('learns what filters need when it serves, and before anybody asks', async () => {
    const proxy = await startFaulty(engine.url)
    const server = await serve(['--store', proxy.url])
    try {
      await until(() =>
        proxy.traffic.queries.some((query) => /\(COUNT\(\*\) AS \?n\).* GROUP BY \?o/.test(query)),
      )
    } finally {
      await server.end()
      await proxy.close()
    }
  })

  it('keeps the addresses of clients to itself, unless it is asked to forward them', async () => {
    const proxy = await startFaulty(engine.url)
    for (const [words, forwarded] of [
      [[], []],
      [['--store-forward-clients', 'on'], ['127.0.0.1']],
    ] as const) {
      const server = await serve(['--store', proxy.url, ...words])
      try {
        expect((await fetch(`${server.root}/sparql?query=ASK%7B%7D`)).status).to.equal(200)
      } finally {
        await server.end()
      }
      expect(proxy.traffic.forwarded).to.deep.equal(forwarded)
    }
    await proxy.close()
  })

  it('swaps in the graph that takes the place of the old one, on every server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-next-'))
    writeFileSync(
      join(folder, 'a.json'),
      JSON.stringify({
        '@context': [{ '@base': prepared.base }],
        '@graph': [{ local_identifier: 'topic-new', entity_type: 'topic', labels: { en: 'New' } }],
      }),
    )
    const next = await prepare([folder], prepared.base)
    const servers = await Promise.all([1, 2].map(() => serve(['--store', engine.url, '--watch', 'on'])))
    try {
      const statusOf = async (path: string): Promise<number[]> =>
        Promise.all(servers.map(async ({ root }) => (await fetch(root + path)).status))
      expect(await statusOf(ENTITY)).to.deep.equal([200, 200])
      engine.load(next.files)
      await until(async () => String(await statusOf('/skg-if/api/topics/topic-new')) === '200,200')
      expect(await statusOf(ENTITY)).to.deep.equal([404, 404])
    } finally {
      for (const server of servers) await server.end()
      engine.load(prepared.files)
      rmSync(folder, { recursive: true })
    }
  })

  it('gives its credentials to the store and to nobody else', async () => {
    const guarded = await startOxigraph({
      authorization: `Basic ${Buffer.from('me:secret').toString('base64')}`,
    })
    guarded.load(prepared.files)
    const refused = await serve(['--store', guarded.url])
    expect([refused.root, refused.stderr()]).to.deep.equal([
      '',
      `skeg: asks the store ${guarded.url} what it holds\nskeg: the store ${guarded.url} cannot ` +
        `be served: It answered 401: who are you\n`,
    ])
    const server = await serve(['--store', guarded.url], { SKEG_STORE_CREDENTIALS: 'me:secret' })
    expect((await fetch(server.root + ENTITY)).status).to.equal(200)
    for (const path of ['/', '/docs', '/openapi.json', '/metrics', '/.well-known/void'])
      expect(await (await fetch(server.root + path)).text(), path).to.not.match(/secret|bWU6c2VjcmV0/)
    await server.end()
    expect(server.stderr()).to.not.match(/secret|bWU6c2VjcmV0/)
    await guarded.close()
  })

  it('ends where a store cannot be served, and says why', async () => {
    const plain = await startOxigraph({ union: false })
    plain.load(prepared.files)
    const empty = await startOxigraph()
    const unversioned = await startOxigraph()
    unversioned.load([prepared.files[0]])
    const portal = await startFaulty(engine.url)
    portal.fault = 'html'
    const rows: readonly [words: readonly string[], said: RegExp, code: number][] = [
      [
        ['--store', plain.url],
        /default graph of \S+ does not hold what its named graphs do.*oxigraph serve --union-default-graph$/,
        1,
      ],
      [['--store', empty.url], /holds no record of any entity type$/, 1],
      [['--store', unversioned.url], /does not say what its base is; name it with --base$/, 1],
      [
        ['--store', unversioned.url, '--base', prepared.base, '--watch', 'on'],
        /--watch needs a graph that carries a version/,
        1,
      ],
      [
        ['--store', engine.url, '--base', 'https://example.org/'],
        /has the base \S+, not https:\/\/example\.org\/; leave --base out$/,
        1,
      ],
      [
        ['--store', portal.url],
        /It answered with text\/html instead of application\/sparql-results\+json\.$/,
        1,
      ],
      [['--store', 'http://127.0.0.1:9/sparql'], /ECONNREFUSED/, 1],
      [['--store', 'ftp://example.org/'], /--store must be an http\(s\) URL/, 2],
      [[prepared.path, '--store', engine.url], /PATHs or from --store, not from both/, 2],
    ]
    const runner = startCommandRunner()
    for (const [words, message, code] of rows) {
      const ended = await runner.run(['serve', '--port', '0', ...words])
      expect(ended.out, words.join(' ')).to.equal('')
      expect(ended.err.trim()).to.match(message)
      expect(ended.code, words.join(' ')).to.equal(code)
    }
    await runner.close()
    await Promise.all([plain, empty, unversioned, portal].map((one) => one.close()))
  })
})
