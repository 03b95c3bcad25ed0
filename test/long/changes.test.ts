// The client of LDES that people use reads the stream of changes to its end, in order, and again what is new.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { model } from '../support/model.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { installNpm, run } from '../support/tools.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const BASE = 'https://example.org/'
const AS = 'https://www.w3.org/ns/activitystreams#'
const RECORDS = 700

describe('ldes-client', function () {
  this.timeout(400_000)
  const folder = temporaryFolder()
  const tools = throughout(() => installNpm('ldes-client@0.3.0'))
  let server: TestServer
  let graph: Graph | undefined
  async function load(names: readonly (string | undefined)[]): Promise<void> {
    const records = names.flatMap((name, i) =>
      name === undefined ? [] : [JSON.stringify({ local_identifier: `p${i}`, entity_type: 'person', name })],
    )
    writeFileSync(join(folder, 'records.jsonl'), records.join('\n'))
    const out = join(folder, 'graph')
    await prepareGraph([join(folder, 'records.jsonl')], { model, base: BASE, out })
    const old = graph
    ;({ graph } = await openGraph([out], { model, atOnce: true }))
    await old?.close()
  }
  /** What the client writes: of each change, its kind, record and name. */
  async function follow(): Promise<string[]> {
    const { code, output } = await run(
      join(tools.bin, 'ldes-client'),
      ['-s', 'state', '-o', 'ascending', `${server.root}/changes`],
      { cwd: folder, timeoutMs: 120_000 },
    )
    expect(code, output.slice(-1000)).to.equal(0)
    const kinds = [...output.matchAll(new RegExp(`^<\\S+> <\\S+#type> <${AS}(\\w+)>`, 'gm'))]
    const objects = [...output.matchAll(new RegExp(`^<\\S+> <${AS}object> <${BASE}(\\w+)>`, 'gm'))]
    expect(kinds.length).to.equal(objects.length)
    const names = new Map(
      [...output.matchAll(/^<\S+\/(p\d+)> <\S+\/name> "([^"]*)"/gm)].map(([, id, name]) => [id, name]),
    )
    return objects.map(([, id = ''], i) => [kinds[i]?.[1], id, names.get(id)].filter(Boolean).join(' '))
  }
  after(async () => {
    await server?.close()
    await graph?.close()
  })

  it('reads all changes, the oldest first, and later those that are new', async () => {
    const names: (string | undefined)[] = Array.from({ length: RECORDS }, (_, i) => `First ${i}`)
    await load(names)
    server = await startServer(() => graph as Graph)
    ;[names[3], names[600]] = ['Second', undefined]
    await load(names)
    const all = await follow()
    expect(all.length).to.equal(RECORDS)
    expect(all.slice(-2).sort()).to.deep.equal(['Delete p600', 'Update p3 Second'])
    const unchanged = names.flatMap((name, i) => (i === 3 || !name ? [] : [`Create p${i} ${name}`]))
    expect(all.slice(0, -2).sort()).to.deep.equal(unchanged.sort())
    names[7] = 'Third'
    await load([...names, 'More'])
    expect((await follow()).sort()).to.deep.equal([`Create p${RECORDS} More`, 'Update p7 Third'])
  })
})
