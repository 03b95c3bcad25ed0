// What the index says of a graph that is loaded chunk by chunk.

import { recordKey } from '../../src/search-index/tables/keys.ts'
import { expect } from 'chai'
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGraphEntry } from '../../src/search-index/content/graphs.ts'
import { collectContent, type Content } from '../../src/search-index/content/content.ts'
import { openIndex } from '../../src/search-index/open-index.ts'
import { planContent } from '../../src/search-index/content/plan.ts'
import { RECORD } from '../../src/search-index/query/entity-index.ts'
import { createRun, readRun } from '../../src/search-index/tables/sorter.ts'
import { openTables, unseal, type TableName } from '../../src/search-index/tables/tables.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { createPack } from '../../src/load/write/pack.ts'
import { addGraphs } from '../support/content-hash.ts'
import { indexFiles } from '../support/index-files.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const A = 'https://example.org/a'
const B = 'https://example.org/b'
const TITLE = 'http://purl.org/dc/terms/title'
const CITES = 'http://purl.org/spar/cito/cites'
const { identifiers } = planContent(model, '')
const [[HOLDS, VALUE]] = identifiers as [readonly [string, string]]

const graph = (iri: string, ...triples: readonly string[]): string =>
  triples.map((triple) => `${triple} <${iri}> .\n`).join('')

const other = graph(B, `<${B}> <${TITLE}> "Other"`, `<${B}> <${HOLDS}> <${A}>`, `<${B}> <${CITES}> <${A}>`)
/** The node of an identifier that has a graph of its own. */
const shared = graph(A, `<${A}> <${VALUE}> "shared"`)

describe('what an index says of chunks', () => {
  let folder = ''
  beforeEach(() => {
    folder = temporaryFolder()
  })

  async function contentOf(add: (content: Content) => void): Promise<object> {
    const plan = planContent(model, folder)
    const content = collectContent(plan)
    add(content)
    const records = plan.types.map((name) => {
      const path = join(folder, name)
      const run = createRun(path)
      for (const iri of [A, B]) run.add(iri)
      run.close()
      return path
    })
    const graphs = [...readRun(content.graphs().entries)].map(([iri, entry]) => [
      iri,
      readGraphEntry(entry).graph.toString(),
    ])
    await content.tables({ lists: records, reuse: undefined })
    const { files, ...summary } = await content.finish()
    const tables = Object.entries(files).map(([name, paths]) => [
      name,
      paths.flatMap((path) =>
        [...readRun(path)].map(([key, value]) => [
          key,
          unseal(name as TableName, Buffer.from(key, 'latin1'), value).toString('latin1'),
        ]),
      ),
    ])
    content.close()
    return { graphs, tables: Object.fromEntries(tables), ...summary }
  }

  it('has the identifiers whose nodes have graphs of their own', async () => {
    const owners = await contentOf((content) => {
      addGraphs(content, shared)
      addGraphs(content, other)
    })
    expect(owners)
      .to.have.nested.property('tables.owners')
      .that.deep.equals([['shared', `0 ${B}`]])
  })

  it('is the same where records of one id are far from each other, whichever is first', async function () {
    const base = 'https://example.org/'
    const person = (id: string, more: object): string =>
      JSON.stringify({ local_identifier: id, entity_type: 'person', ...more })
    const long = 'x'.repeat(2000)
    // More than a chunk, so that a thread packs them.
    const others = Array.from({ length: 2200 }, (_, i) => person(`p${i}`, { name: `N ${i} ${long}` }))
    const halves = [
      person('x', { identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }] }),
      person('x', { given_name: 'X' }),
    ]
    const type = model.types.find(({ name }) => name === 'person')!
    const results: object[] = []
    for (const [start, end] of [halves, halves.toReversed()]) {
      const file = join(folder, 'records.jsonl')
      writeFileSync(file, [start, ...others, end].join('\n'))
      const out = join(folder, 'graph')
      await prepareGraph([file], { model, base, out })
      const { index, reads, check, close } = openIndex(indexFiles(out), {
        model,
        base,
      })
      await check()
      results.push({
        records: index.records(type).length,
        record: reads.answer(type, `${base}x`)?.json,
        holders: reads.holders([type], '0000-0002-1825-0097'),
        statistics: reads.statistics,
      })
      await close()
    }
    expect(results[0]).to.deep.equal(results[1])
    expect(results[0]).to.deep.include({ records: 2201, holders: [`${base}x`] })
    expect(results[0]).to.have.nested.property('record.given_name', 'X')
  })

  it('has no record that names more than a record may hold, but its names and its place in orders', async () => {
    const base = 'https://example.org/'
    const person = (id: string, identifiers: number): object => ({
      local_identifier: id,
      entity_type: 'person',
      name: `Name of ${id}`,
      identifiers: Array.from({ length: identifiers }, (_, i) => ({ scheme: 'other', value: `${id}-${i}` })),
    })
    const product = (id: string, by: string): object => ({
      local_identifier: id,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [`Title of ${id}`] },
      contributions: [{ by, role: 'author' }],
    })
    const file = join(folder, 'records.jsonl')
    const records = [
      person('many', 1500),
      person('few', 5),
      product('heavy', 'many'),
      product('light', 'few'),
    ]
    writeFileSync(file, records.map((one) => JSON.stringify(one)).join('\n'))
    const out = join(folder, 'graph')
    await prepareGraph([file], { model, base, out })
    const tables = openTables(indexFiles(out).file)
    const type = model.types.findIndex(({ name }) => name === 'product')
    const stored = (id: string): number | undefined =>
      tables.table('records').get(recordKey(type, base + id))?.length
    expect(stored('heavy')).to.equal(0)
    expect(stored('light')).to.be.greaterThan(100)
    const names = [...tables.table('names').range()].map(({ value }) => value.toString()).join('\n')
    expect(names).to.include('title of heavy').and.include('title of light').and.include('name of few')
    await tables.close()
    const { reads, close } = openIndex(indexFiles(out), { model, base })
    expect([...(await reads.order(model.types[type]!, 'title', true))]).to.deep.equal([1, 0])
    await close()
  })

  it('leaves no file open where a load ends before all is collected', async function () {
    if (!existsSync('/proc/self/fd')) return this.skip()
    const openFiles = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          const path = readlinkSync(`/proc/self/fd/${fd}`)
          return path.startsWith(folder) ? [path] : []
        } catch {
          return []
        }
      })
    const pack = createPack(planContent(model, folder))
    const bytes = Buffer.from(graph(A, `<${A}> <${TITLE}> "Title"`))
    await pack.sink(bytes, [bytes.length], [RECORD])
    await pack.complete()
    const bytesOfRecord = Buffer.from('A record'.repeat(2000))
    const record = {
      type: 0,
      position: 0,
      iri: A,
      sortKeys: [],
      names: 'a name',
      bytes: bytesOfRecord.length,
    }
    await pack.index.records({ records: [record], bytes: bytesOfRecord })
    expect(openFiles()).to.not.deep.equal([])
    await pack.close()
    expect(openFiles()).to.deep.equal([])
  })
})
