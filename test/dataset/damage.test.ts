// A damaged index is an error that says so, never a wrong answer.

import { expect } from 'chai'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIndex, type OpenIndex } from '../../src/dataset/open-index.ts'
import {
  IndexDamaged,
  openTables,
  seal,
  tableNames,
  type TableName,
} from '../../src/dataset/tables/tables.ts'
import { readManifest } from '../../src/load/write/manifest.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'

const { path: demo, base } = sources.demo

describe('a damaged index', function () {
  this.timeout(60_000)
  let folder = ''
  let whole = ''
  const copy = (): string => join(folder, 'copy')
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-damage-'))
    const graph = join(folder, 'graph')
    await prepareGraph([demo], { model, out: graph })
    whole = join(graph, readManifest(graph).files.index.file)
  })
  beforeEach(() => copyFileSync(whole, copy()))
  afterEach(() => rmSync(`${copy()}-lock`, { force: true }))
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (): OpenIndex => openIndex(copy(), { model, base, isCurrent: true })

  /** Flips a bit of the last value of a table, wherever it stands in the file behind its checksum. */
  async function flip(name: TableName): Promise<void> {
    const tables = openTables(copy())
    const last = [...tables.table(name).range()].at(-1)!
    const sealed = seal(name, last.key, last.value)
    await tables.close()
    const bytes = readFileSync(copy())
    let found = 0
    for (let at = bytes.indexOf(sealed); at !== -1; at = bytes.indexOf(sealed, at)) {
      const place = at + (sealed.length >> 1)
      bytes[place] = bytes[place]! ^ 4
      found++
    }
    expect(found, name).to.be.above(0)
    writeFileSync(copy(), bytes)
  }

  it('is none as it was written', async () => {
    const index = open()
    await index.check()
    await index.close()
  })

  // The demo has no IRI that is another spelling of an identifier.
  const names = (Object.keys(tableNames) as TableName[]).filter((name) => name !== 'addresses')
  for (const name of names) {
    it(`is told where a bit is wrong in its table ${name}`, async () => {
      await flip(name)
      let failure: unknown
      try {
        const index = open()
        await index.check().finally(index.close)
      } catch (error) {
        failure = error
      }
      expect(failure).to.be.instanceOf(IndexDamaged)
      expect((failure as Error).message).to.equal(
        `the index is damaged: an entry of its table ${name} is not as it was written`,
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
            expect(index.reads.framed(type, iri)).to.include({ local_identifier: iri })
            records++
          } catch (error) {
            expect(error).to.be.instanceOf(IndexDamaged)
            failures++
          }
        }
      }
      expect({ failures, records }).to.deep.equal({ failures: 1, records: 87 })
    } finally {
      await index.close()
    }
  })

  it('is told where it is no index at all', () => {
    writeFileSync(copy(), 'x'.repeat(100_000))
    expect(open).to.throw(IndexDamaged, /^the index cannot be opened/)
    truncateSync(copy(), 0)
    expect(open).to.throw(IndexDamaged)
  })
})
