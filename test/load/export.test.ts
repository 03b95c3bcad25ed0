// Exports: what is written in each form, read again, is the same graph.

import { expect } from 'chai'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exportFormats, exportGraph } from '../../src/load/export.ts'
import { findInputs } from '../../src/load/inputs.ts'
import { openGraph, type Opened } from '../../src/load/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'

describe('an export', function () {
  this.timeout(60_000)
  const { path, base } = sources.demo
  let folder: string
  let opened: Opened
  let hash: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-export-'))
    ;({ manifest: { hash } } = await prepareGraph([path], { model, base, out: join(folder, 'graph') }))
    opened = await openGraph([join(folder, 'graph')], { model })
  })
  after(async () => {
    await opened?.graph.close()
    rmSync(folder, { recursive: true })
  })

  for (const ending of Object.keys(exportFormats)) {
    it(`as ${ending} is the same graph when it is loaded`, async () => {
      const file = join(folder, `export${ending}`)
      await exportGraph(opened, file)
      const { manifest } = await prepareGraph([file], { model, base, out: join(folder, 'again') })
      expect(manifest.hash).to.equal(hash)
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).to.deep.equal([])
    })
  }
  it('of files that were read is the same graph too', async () => {
    const raw = await openGraph([path], { model, base })
    try {
      await exportGraph(raw, join(folder, 'raw.nq.gz'))
    } finally {
      await raw.graph.close()
    }
    expect((await prepareGraph([join(folder, 'raw.nq.gz')], { model, base, out: join(folder, 'again') })).manifest.hash).to.equal(hash)
  })
  it('as .nt has a line for each triple, and no graphs', async () => {
    await exportGraph(opened, join(folder, 'lines.nt'))
    const lines = readFileSync(join(folder, 'lines.nt'), 'utf8').trimEnd().split('\n')
    expect(new Set(lines).size).to.equal(lines.length)
    expect(lines).to.have.length(await opened.store.size())
    expect(lines.filter((line) => !/^(?:<[^>]+>|_:\w+) <[^>]+> (?:<[^>]+>|_:\w+|".*"\S*) \.$/.test(line))).to.deep.equal([])
  })
  it('as .jsonl holds each record once', async () => {
    await exportGraph(opened, join(folder, 'all.jsonl.gz'))
    const ids = gunzipSync(readFileSync(join(folder, 'all.jsonl.gz'))).toString().trimEnd().split('\n').map((line) => { const { local_identifier: id, entity_type: type } = JSON.parse(line); return `${type} ${id}` })
    const expected = model.types.flatMap((type) => opened.graph.list(type, 0, 1e6).map((iri) => `${type.name} ${iri}`))
    expect(ids).to.deep.equal(expected)
  })
  it('as .zip has the layout of a snapshot', async () => {
    await exportGraph(opened, join(folder, 'parts.zip'))
    const names = (await findInputs([join(folder, 'parts.zip')])).map(({ name }) => name.slice(join(folder, 'parts.zip/').length))
    expect(names).to.deep.equal(model.types.filter((type) => opened.graph.count(type) > 0).map((type) => `${type.path}/00000-00999/part_00000.jsonl`))
  })
  it('leaves nothing behind where its name says nothing', async () => {
    const file = join(folder, 'export.doc')
    const error = await exportGraph(opened, file).then(() => undefined, (one: Error) => one)
    expect(error?.message).to.include('known are .zip .nq.gz')
    expect(existsSync(file)).to.equal(false)
  })
})
