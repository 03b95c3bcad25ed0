// A damaged index is an error that says so, never a wrong answer.

import { expect } from 'chai'
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { failureCounts, onFailure } from '../../src/admission/background.ts'
import { openIndex, type OpenIndex } from '../../src/search-index/open-index.ts'
import { IndexDamaged, tableNames, type TableName } from '../../src/search-index/tables/tables.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { openGraph } from '../../src/load/open/open.ts'
import type { Json } from '../../src/model/values/json.ts'
import { flipLastValue } from '../support/damage.ts'
import { sources } from '../support/generated.ts'
import { indexFiles } from '../support/index-files.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const { path: demo, base } = sources.demo

describe('a damaged index', () => {
  let folder = ''
  let prepared = ''
  let whole = ''
  let quads = ''
  const copy = (): string => join(folder, 'copy')
  before(async () => {
    folder = temporaryFolder()
    prepared = join(folder, 'graph')
    const gone = join(folder, 'gone.jsonl')
    writeFileSync(gone, JSON.stringify({ local_identifier: 'gone', entity_type: 'person', name: 'Gone' }))
    for (const path of [gone, demo])
      await prepareGraph([path], { model, base, out: prepared, examine: false })
    ;({ file: whole, quads } = indexFiles(prepared))
  })
  beforeEach(() => copyFileSync(whole, copy()))
  afterEach(() => rmSync(`${copy()}-lock`, { force: true }))

  const open = (): OpenIndex => openIndex({ file: copy(), quads }, { model, base })

  const flip = (name: TableName, path = copy()): Promise<void> => flipLastValue(name, path)

  it('is none as it was written', async () => {
    const index = open()
    await index.check()
    await index.close()
  })

  // The demo has no IRI that is another spelling of an identifier.
  const names = (Object.keys(tableNames) as TableName[]).filter((name) => name !== 'addresses')
  for (const name of names) {
    it(`is reported where a bit is wrong in its table ${name}`, async () => {
      await flip(name)
      let failure: unknown
      try {
        const index = open()
        await index.check().finally(index.close)
      } catch (error) {
        failure = error
      }
      expect(failure).to.be.instanceOf(IndexDamaged)
      // Entries of these two tables may be the same bytes.
      const tables = name === 'namePostings' ? `(?:${name}|wholeNames)` : name
      expect((failure as Error).message).to.match(
        new RegExp(`^the index is damaged: an entry of its table ${tables} is not as it was written$`),
      )
    })
  }

  it('gives no record that is not as it was written, and the others', async () => {
    await flip('records')
    const index = open()
    try {
      let failures = 0
      let records = 0
      for (const type of model.types) {
        for (const iri of index.index.records(type).slice()) {
          try {
            expect(index.reads.answer(type, iri)?.json).to.include({ local_identifier: iri })
            records++
          } catch (error) {
            expect(error).to.be.instanceOf(IndexDamaged)
            failures++
          }
        }
      }
      // Those of its block are lost with it.
      expect(failures).to.be.within(1, 40)
      expect(failures + records).to.equal(88)
    } finally {
      await index.close()
    }
  })

  it('that turns up while it serves is counted, logged once, and said by the health check', async () => {
    const graph = mkdtempSync(join(folder, 'graph-of-a-server-'))
    const countBefore = failureCounts().get('index') ?? 0
    cpSync(prepared, graph, { recursive: true })
    const log: string[] = []
    // Other test files may have left failures of other tasks that nobody has heard of.
    const unlisten = onFailure((task, error) => {
      if (task === 'index') log.push((error as Error).message)
    })
    const opened = await openGraph([graph], { model })
    const server = await startServer(opened.graph)
    const get = (path: string): Promise<Response> => fetch(`${server.root}${path}`)
    const status = async (): Promise<unknown> => ((await (await get('/health')).json()) as Json)['status']
    try {
      expect(await status()).to.equal('ok')
      await flip('records', indexFiles(graph).file)
      const urls = model.types.flatMap((type) =>
        opened.graph
          .list(type, 0, 100)
          .map((iri) => `/skg-if/api/${type.path}/${encodeURIComponent(iri)}?format=json`),
      )
      const failed: string[] = []
      for (const url of urls) if ((await get(url)).status === 500) failed.push(url)
      expect(failed.length).to.be.within(1, urls.length / 2)
      expect((await get(failed[0]!)).status).to.equal(500)
      expect((await get('/health')).status).to.equal(503)
      expect(await status()).to.equal('damaged')
      expect(log).to.deep.equal([`the index of ${graph} is damaged; load the graph again`])
      expect(await (await get('/metrics')).text()).to.include(
        `\nskeg_background_failures_total{task="index"} ${countBefore + failed.length + 1}\n`,
      )
    } finally {
      await server.close()
      await opened.graph.close()
      unlisten()
    }
  })

  it('of the file of quads is a 500 for the documents of one member, and unhealthy, and no other answer', async () => {
    const graph = mkdtempSync(join(folder, 'graph-with-quads-'))
    cpSync(prepared, graph, { recursive: true })
    const unlisten = onFailure(() => {})
    const opened = await openGraph([graph], { model })
    const server = await startServer(opened.graph)
    const get = (path: string): Promise<Response> => fetch(`${server.root}${path}`)
    try {
      await opened.verified
      const { quads: file } = indexFiles(graph)
      const bytes = readFileSync(file)
      // Of the first member, whose length no header says: a byte of what is deflated.
      const descriptor = openSync(file, 'r+')
      writeSync(descriptor, Buffer.of(bytes[200]! ^ 4), 0, 1, 200)
      closeSync(descriptor)
      const urls = model.types.flatMap((type) =>
        opened.graph
          .list(type, 0, 100)
          .map((iri) => `/skg-if/api/${type.path}/${encodeURIComponent(iri)}?format=turtle`),
      )
      const statuses = new Map<number, number>()
      for (const url of urls) {
        const { status } = await get(url)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect([...statuses.keys()].sort()).to.deep.equal([200, 500])
      expect((await get('/health')).status).to.equal(503)
    } finally {
      await server.close()
      await opened.graph.close()
      unlisten()
    }
  })

  it('is reported where it is no index at all', () => {
    writeFileSync(copy(), 'x'.repeat(100_000))
    expect(open).to.throw(IndexDamaged, /^the index cannot be opened/)
    truncateSync(copy(), 0)
    expect(open).to.throw(IndexDamaged)
  })
})
