// An entity may be spread over several files; an open graph survives that its files are replaced; a report
// never overwrites an input.

import { expect } from 'chai'
import { dumpOf } from '../support/dump.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPaths } from '../../src/load/check.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://base.example/'

describe('files of a graph', () => {
  let folder: string
  const place = (name: string): string => join(folder, name)
  const prepare = (paths: readonly string[], name: string): ReturnType<typeof prepareGraph> =>
    prepareGraph(paths, { model, base: BASE, out: place(name) })
  beforeEach(() => {
    folder = temporaryFolder()
    const records = Array.from({ length: 20 }, (_, i) => ({
      local_identifier: `paper-${i}`,
      entity_type: 'product',
      product_type: 'literature',
      titles: { en: [`Paper ${i}`] },
      contributions: [
        {
          rank: 1,
          by: { local_identifier: `person-${i % 5}`, entity_type: 'person', name: `Person ${i % 5}` },
        },
        { rank: 2, by: { local_identifier: `house-${i % 3}`, entity_type: 'organisation', name: 'House' } },
      ],
    }))
    writeFileSync(place('records.json'), JSON.stringify(records))
  })

  it('may hold an entity and its referrers separately, and no type changes', async () => {
    const { manifest } = await prepare([place('records.json')], 'whole')
    const { graph, store } = await openGraph([place('whole')], { model })
    const dump = await dumpOf(store)
    await graph.close()
    const byGraph = new Map<string, string[]>()
    for (const quad of dump.trimEnd().split('\n')) {
      const name = quad.slice(quad.lastIndexOf('<'))
      byGraph.set(name, [...(byGraph.get(name) ?? []), quad])
    }
    const files = [...byGraph.values()].map((quads, i) => {
      writeFileSync(place(`part-${i}.nq`), `${quads.join('\n')}\n`)
      return place(`part-${i}.nq`)
    })
    expect(files.length).to.be.above(20)
    for (const some of [files, [...files].reverse()]) {
      const again = await prepare(some, 'again')
      expect(again.manifest.hash).to.equal(manifest.hash)
      expect(again.manifest.records).to.deep.equal(manifest.records)
    }
  })

  it('are held as long as the graph is served, though a load replaces them', async () => {
    await prepare([place('records.json')], 'graph')
    const { graph } = await openGraph([place('graph')], { model })
    const server = await startServer(graph)
    try {
      const before = await (await fetch(`${server.root}/dump`)).text()
      writeFileSync(
        place('other.json'),
        JSON.stringify([{ local_identifier: 'x', entity_type: 'topic', labels: { en: 'x' } }]),
      )
      await prepare([place('other.json')], 'graph')
      expect(await (await fetch(`${server.root}/dump`)).text()).to.equal(before)
      expect(before.split('\n').length).to.be.above(100)
    } finally {
      await server.close()
      await graph.close()
    }
  })

  it('are not overwritten by their report', async () => {
    const before = readFileSync(place('records.json'), 'utf8')
    for (const read of [
      () => checkPaths([place('records.json')], { model, base: BASE, report: place('records.json') }),
      () =>
        prepareGraph([place('records.json')], {
          model,
          base: BASE,
          out: place('g'),
          report: place('records.json'),
        }),
    ]) {
      const error = await read().then(
        () => undefined,
        (one: Error) => one,
      )
      expect(error?.message).to.match(
        /records\.json is one of the files that are read; --report needs another file$/,
      )
      expect(readFileSync(place('records.json'), 'utf8')).to.equal(before)
    }
  })
})
