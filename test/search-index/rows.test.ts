// An index of other rows is never answered from: it is made again from the quads of its graph.

import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../../src/load/open/open.ts'
import { MANIFEST, readManifest, rowsHash, writeManifest } from '../../src/load/prepared/manifest.ts'
import type { Model } from '../../src/model/model.ts'
import { DEMO } from '../support/endpoint.ts'
import { preparedGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

/** A model in which products show nothing of their titles. */
const without = (field: string): Model => {
  const types = model.types.map((type) =>
    type.name === 'product'
      ? { ...type, fields: Object.fromEntries(Object.entries(type.fields).filter(([key]) => key !== field)) }
      : type,
  )
  return { ...model, types }
}

describe('a prepared graph of other rows', () => {
  let folder = ''
  let prepared = ''
  before(async () => {
    folder = temporaryFolder()
    prepared = join(folder, 'graph')
    cpSync(await preparedGraph([DEMO], { model }), prepared, { recursive: true })
  })

  it('has another hash for each change of a row', () => {
    expect(rowsHash(model)).to.equal(readManifest(prepared).rows)
    expect(rowsHash(without('titles'))).to.not.equal(rowsHash(model))
    const identifiers = { ...model.identifiers, rows: {} }
    expect(rowsHash({ ...model, identifiers })).to.not.equal(rowsHash(model))
    expect(rowsHash({ ...model, contexts: model.contexts.slice(1) })).to.not.equal(rowsHash(model))
  })

  it('gets its index anew from its quads, and says so', async () => {
    const manifest = readManifest(prepared)
    const type = model.typeAt('products')!
    const read = async (): Promise<{ text: string; kinds: string[]; version: string | undefined }> => {
      const { graph, report } = await openGraph([prepared], { model })
      const [iri = ''] = graph.list(type, 0, 1)
      const answer = { text: String(graph.answer(type, iri)?.text), version: graph.version }
      await graph.close()
      return { ...answer, kinds: [...report.kinds.keys()] }
    }
    const before = await read()
    expect(before.kinds).to.not.include('other-rows')
    writeFileSync(join(prepared, MANIFEST), writeManifest({ ...manifest, rows: rowsHash(without('titles')) }))
    const text = readFileSync(join(prepared, MANIFEST), 'utf8')
    const again = await read()
    expect(again).to.deep.include({ text: before.text, version: before.version })
    expect(again.text).to.include('"titles"')
    expect(again.kinds).to.include('other-rows')
    // What is on the disk is somebody else's to replace.
    expect(readFileSync(join(prepared, MANIFEST), 'utf8')).to.equal(text)
  })

  it('is read in pieces where its quads are many', async () => {
    // Text that hardly becomes smaller, in words that are too long to be found.
    const textOf = (i: number): string =>
      Array.from({ length: 4000 }, (_, k) => createHash('sha1').update(`${i} ${k}`).digest('hex')).join('')
    const records = Array.from({ length: 80 }, (_, i) => ({
      local_identifier: `p-${i}`,
      entity_type: 'product',
      abstracts: { en: [textOf(i)] },
    }))
    const input = join(folder, 'records.jsonl')
    writeFileSync(input, records.map((record) => JSON.stringify(record)).join('\n'))
    const many = join(folder, 'many')
    cpSync(await preparedGraph([input], { model, base: 'https://example.org/many/' }), many, {
      recursive: true,
    })
    const manifest = readManifest(many)
    expect(manifest.files.quads.members.length).to.be.above(1)
    writeFileSync(join(many, MANIFEST), writeManifest({ ...manifest, rows: rowsHash(without('titles')) }))
    const { graph, report } = await openGraph([many], { model })
    expect([graph.version, [...report.kinds.keys()]]).to.deep.equal([manifest.hash, ['other-rows']])
    await graph.close()
  })
})
