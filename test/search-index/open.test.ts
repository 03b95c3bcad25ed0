// A prepared graph answers from its index while its files are verified, or turn out to be damaged.

import { expect } from 'chai'
import { appendFileSync, cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPaths } from '../../src/load/check.ts'
import { MANIFEST, readManifest, writeManifest } from '../../src/load/prepared/manifest.ts'
import { openGraph, type Opened } from '../../src/load/open/open.ts'
import { verifyPrepared } from '../../src/load/open/prepared.ts'
import { makeDurable } from '../../src/load/write/durable-files.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import { sources } from '../support/generated.ts'
import { preparedGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { filterByEngine } from '../support/engines.ts'
import { getJson, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'
import { messageOf } from '../support/message.ts'

/** An index that is verified before it answers, and one that is verified while it answers. */
const [LARGE_BYTES, LARGER_BYTES] = [70_000_000, 2 ** 28 + 4096]

describe('a prepared graph that is opened', () => {
  let folder = ''
  const path = (): string => join(folder, 'graph')
  const open = (): Promise<Opened> => openGraph([path()], { model, atOnce: true })
  const partName = (part: string): string => readdirSync(path()).find((name) => name.startsWith(part))!
  const flip = (part: string, share: number): void => {
    const file = join(path(), partName(part))
    const bytes = readFileSync(file)
    const place = Math.floor(bytes.length * share)
    bytes[place] = bytes[place]! ^ 1
    writeFileSync(file, bytes)
  }
  beforeEach(async () => {
    folder = temporaryFolder()
    cpSync(await preparedGraph([sources.demo.path], { model }), path(), { recursive: true })
  })

  /** What the index answers. */
  async function readIndex({ graph }: Opened): Promise<object> {
    const type = model.types[0]!
    const [iri = ''] = graph.list(type, 0, 1)
    const text = parseFilter([',cf.search.title:open'], type, model)
    return {
      counts: model.types.map((one) => graph.count(one)),
      record: graph.answer(type, iri)?.json,
      documents: await graph.documents([iri]),
      found: (await graph.search(type, text)).slice(),
      referring: await graph.referring(iri),
      mentions: await graph.mentions(iri),
      holders: await graph.holders('10.1038/sdata.2016.18'),
      statistics: graph.statistics,
    }
  }

  it('answers from its index before its files are verified, and filters wait for that', async () => {
    const opened = await open()
    let isFilled = false
    void opened.verified.then(() => {
      isFilled = true
    })
    const before = await readIndex(opened)
    expect(await opened.graph.state()).to.be.oneOf(['ok', 'busy'])
    expect(isFilled).to.equal(false)
    const type = model.types[0]!
    const found = await opened.graph.search(type, parseFilter([filterByEngine('Piwowar')], type, model))
    expect(isFilled).to.equal(true)
    expect(found.length).to.be.above(0)
    expect(await readIndex(opened)).to.deep.equal(before)
    await opened.graph.close()
  })

  it('answers from its index where its quads are damaged, and filters say that they cannot', async () => {
    flip('quads', 0.5)
    const opened = await open()
    const logged: object[] = []
    const log = { info: () => {}, error: (fields: object) => void logged.push(fields) }
    await using server = await startServer(opened.graph, { log })
    expect(await messageOf(opened.verified)).to.match(/its file quads-\S+ is not as it was written/)
    expect((await getJson(`${server.api}/products`)).status).to.equal(200)
    const filtered = await getJson(`${server.api}/products?filter=${filterByEngine('Piwowar')}`)
    expect(filtered.status).to.equal(500)
    expect(JSON.stringify(filtered.body)).not.to.contain('quads-')
    expect(JSON.stringify(logged.map((fields) => String((fields as { err: Error }).err)))).to.contain(
      'quads-',
    )
    expect(await opened.graph.state()).to.equal('gone')
    await opened.graph.close()
  })

  it('is proved byte by byte when it is checked', async () => {
    const proved = await verifyPrepared(path(), model)
    expect(proved.files).to.equal(4)
    expect(proved.entries).to.be.above(100)
    expect((await checkPaths([path()], { model })).report.refused).to.equal(0)
    for (const part of ['quads', 'index', 'dataset', 'about']) {
      flip(part, 0.4)
      expect(await messageOf(verifyPrepared(path(), model))).to.match(
        new RegExp(`its file ${part}-\\S+ is not as it was written; prepare it again`),
      )
      flip(part, 0.4)
    }
    await verifyPrepared(path(), model)
  })

  /** Makes the index larger by pages that nothing leads to. */
  async function enlargeIndex(bytes: number): Promise<void> {
    const file = join(path(), partName('index'))
    const manifest = readManifest(path())
    truncateSync(file, bytes)
    const index = { file: partName('index'), ...(await makeDurable(file)) }
    writeFileSync(join(path(), MANIFEST), writeManifest({ ...manifest, files: { ...manifest.files, index } }))
  }

  it('is refused before it answers where one bit of its index is wrong', async () => {
    await enlargeIndex(LARGE_BYTES)
    const opened = await open()
    await readIndex(opened)
    await opened.graph.close()
    flip('index', 8192 / LARGE_BYTES)
    expect(await messageOf(open())).to.match(/its file index-\S+ is not as it was written; prepare it again/)
  })

  it('answers before a large index is verified, and turns out to be of no use if that is damaged', async () => {
    await enlargeIndex(LARGER_BYTES)
    const whole = await open()
    expect(await messageOf(whole.verified)).to.equal('went well')
    await whole.graph.close()
    truncateSync(join(path(), partName('index')), LARGER_BYTES - 1)
    appendFileSync(join(path(), partName('index')), '!')
    const opened = await open()
    try {
      await readIndex(opened)
      expect(await messageOf(opened.verified)).to.match(
        /its file index-\S+ is not as it was written; prepare it again/,
      )
    } finally {
      await opened.graph.close()
    }
  })

  it('leaves no lock beside its files', async () => {
    const before = readdirSync(path())
    const opened = await open()
    await readIndex(opened)
    expect(readdirSync(path())).to.deep.equal(before)
    await opened.graph.close()
  })

  it('may be open twice in one process, and one of them be closed', async () => {
    const [first, second] = [await open(), await open()]
    const before = await readIndex(first)
    await first.graph.close()
    expect(await readIndex(second)).to.deep.equal(before)
    await second.graph.close()
  })
})
