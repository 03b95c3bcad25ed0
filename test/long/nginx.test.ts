/** Behind Debian's nginx, with the block that docs/operations.md documents: no answer is too large for it. */

import { expect } from 'chai'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { freePort } from '../support/port.ts'
import { openGraphOf, startServer, type Json, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'
import { DEMO } from '../support/endpoint.ts'

const LISTS = 500
/** A public URL as long as many are. */
const PUBLIC_URL = 'https://skg.library.example.org'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** The block of the documentation; only its addresses are those of the test, and it has no certificate. */
function documentedBlock(from: number, to: number): string {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(text) ?? []
  for (const part of ['listen 443 ssl;', 'proxy_pass http://127.0.0.1:8080;']) expect(block).to.include(part)
  return block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${from};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${to}`)
}

describe('nginx in front of skeg, as documented', function () {
  this.timeout(300_000)
  let folder: string
  let graph: Graph
  let server: TestServer
  let nginx: ChildProcess | undefined
  let root: string
  before(async function () {
    if (!hasNginx) this.skip()
    folder = temporaryFolder()
    graph = await openGraphOf([DEMO])
    server = await startServer(graph, { settings: { publicUrl: PUBLIC_URL } })
    const port = await freePort()
    root = `http://127.0.0.1:${port}`
    mkdirSync(join(folder, 'temp'))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
    )
    const log = join(folder, 'error.log')
    writeFileSync(
      join(folder, 'nginx.conf'),
      // Workers of root are of another user, who cannot write here.
      `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\npid ${join(folder, 'pid')};\nerror_log ${log};\nevents {}\n` +
        `http {\naccess_log off;\n${temporary.join('\n')}\n${documentedBlock(port, server.port)}}\n`,
    )
    nginx = spawn('nginx', ['-e', log, '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    await until(async () =>
      fetch(`${root}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  })
  after(async () => {
    if (nginx) {
      nginx.kill()
      await once(nginx, 'exit')
    }
    await server?.close()
    await graph?.close()
    if (folder) rmSync(folder, { recursive: true })
  })

  /** Lists that find something: those of the values of facets. */
  async function filters(): Promise<string[]> {
    const facets =
      'product_type,cf.publication_year,cf.language,cf.contributor,cf.affiliation,cf.topic,cf.venue,cf.funder'
    const known = await (
      await fetch(`${root}/skg-if/api/products?skeg_facets=${facets}&skeg_facet_size=100`)
    ).text()
    const { meta } = JSON.parse(known) as { meta: Json }
    return (meta['skeg_facets'] as Json[]).flatMap(({ values }) =>
      (values as Json[]).map(({ local_identifier: url }) => String(url).replace(PUBLIC_URL, root)),
    )
  }

  it(`answers ${LISTS} filtered lists with 200, as JSON and as pages`, async () => {
    const urls = await filters()
    expect(urls.length).to.be.above(20)
    const statuses = new Map<number, number>()
    for (let i = 0; i < LISTS; i++) {
      const url = urls[i % urls.length] as string
      const size = 10 + Math.floor(i / urls.length)
      const Accept = i % 2 === 0 ? 'application/json' : 'text/html'
      const response = await fetch(`${url}&page_size=${size}`, { headers: { Accept } })
      await response.arrayBuffer()
      const { status } = response
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).to.deep.equal([[200, LISTS]])
  })

  it('answers a filter of 30 kB, records, searches and dumps', async () => {
    for (const [path, status] of [
      [`/skg-if/api/products?filter=identifiers.value:${Array(100).fill('x'.repeat(300)).join('|')}`, 404],
      ['/skg-if/api/products?format=turtle', 200],
      ['/search?q=science', 200],
      ['/dump', 200],
      ['/', 200],
    ] as const) {
      const response = await fetch(root + path)
      await response.arrayBuffer()
      expect(response.status, path.slice(0, 60)).to.equal(status)
    }
    const list = (await (await fetch(`${root}/skg-if/api/products?page_size=100`)).json()) as Json
    for (const { local_identifier: id } of list['@graph'] as Json[]) {
      const path = `/skg-if/api/products/${encodeURIComponent(String(id))}`
      for (const Accept of ['application/json', 'text/html', 'text/turtle'])
        expect((await fetch(root + path, { headers: { Accept } })).status, path).to.equal(200)
    }
  })
})
