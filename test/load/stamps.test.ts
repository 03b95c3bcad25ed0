// A load over a graph compares each record with what was there: what is unchanged keeps its stamp, what is gone leaves
// a tombstone, and all changes of one load have one stamp.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGraph } from '../../src/load/open/open.ts'
import { prepareGraph, type PrepareOptions, type PreparedGraph } from '../../src/load/prepare.ts'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { model } from '../support/model.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/'
type Records = Readonly<Record<string, object>>

const person = (name: string): object => ({ entity_type: 'person', name })
const paper = (title: string, ...authors: string[]): object => ({
  entity_type: 'product',
  titles: { en: [title] },
  contributions: authors.map((by) => ({ by, role: 'author' })),
})

describe('the stamps of records', () => {
  let folder: string
  const out = (): string => join(folder, 'graph')
  async function load(records: Records, options: Partial<PrepareOptions> = {}): Promise<PreparedGraph> {
    const lines = Object.entries(records).map(([id, record]) =>
      JSON.stringify({ local_identifier: id, ...record }),
    )
    writeFileSync(join(folder, 'records.jsonl'), lines.join('\n'))
    return prepareGraph([join(folder, 'records.jsonl')], { model, base: BASE, out: out(), ...options })
  }
  /** Reads the graph that is there. */
  async function look<T>(read: (graph: Graph) => T): Promise<T> {
    const { graph } = await openGraph([out()], { model, atOnce: true })
    try {
      return read(graph)
    } finally {
      await graph.close()
    }
  }
  const effective = (): number => Date.parse(readManifest(out()).effective) / 1000
  /** The stamps of records, in loads: 0 is that of the first one. */
  const stampsOf = (loads: readonly number[], ...ids: string[]): Promise<(number | undefined)[]> =>
    look(({ stamps }) =>
      ids.map((id) => {
        const stamp = stamps.of(BASE + id)?.modified
        return stamp === undefined ? undefined : loads.indexOf(stamp)
      }),
    )
  /** All IRIs by their stamps, as the stream of changes has them. */
  const streamOf = ({ stamps }: Graph): string[] =>
    [...model.types, undefined].flatMap((type) => {
      const length = stamps.runs(type).reduce((sum, [, count]) => sum + count, 0)
      return stamps.slice(type, 0, length).map((iri) => iri.slice(BASE.length))
    })

  beforeEach(() => {
    folder = temporaryFolder()
  })

  const first = { a: person('A'), b: person('B'), p: paper('P', 'a'), q: paper('Q', 'b') }

  it('stay where nothing changes, whatever the order of the input', async () => {
    await load(first)
    const loads = [effective()]
    const { replaced } = await load(Object.fromEntries(Object.entries(first).reverse()))
    expect(replaced).to.include({ new: 0, changed: 0, gone: 0, unchanged: 4 })
    loads.push(effective())
    expect(loads[1]).to.be.greaterThan(loads[0] as number)
    expect(await stampsOf(loads, 'a', 'b', 'p', 'q')).to.deep.equal([0, 0, 0, 0])
  })

  it('are new where a record, or what it shows of others, changes', async () => {
    await load(first)
    const loads = [effective()]
    const { replaced } = await load({ ...first, a: person('A. A.'), c: person('C') })
    loads.push(effective())
    expect(replaced).to.include({ new: 1, changed: 2, gone: 0, unchanged: 2 })
    expect(await stampsOf(loads, 'a', 'b', 'c', 'p', 'q')).to.deep.equal([1, 0, 1, 1, 0])
    expect(await look(streamOf)).to.deep.equal(['q', 'p', 'b', 'a', 'c'])
    expect(await look(({ stamps }) => stamps.of(`${BASE}a`)?.created)).to.equal(loads[0])
  })

  it('outlive further loads, and so do tombstones, until the record is back', async () => {
    const loads: number[] = []
    const step = async (records: Records): Promise<PreparedGraph> => {
      const prepared = await load(records)
      loads.push(effective())
      return prepared
    }
    const { q: _, ...withoutQ } = first
    await step(first)
    expect((await step(withoutQ)).replaced).to.include({ gone: 1, unchanged: 3 })
    await step({ ...withoutQ, c: person('C') })
    const gone = await look(({ stamps }) => stamps.tombstone(`${BASE}q`))
    expect(gone).to.deep.equal({ iri: `${BASE}q`, modified: loads[1], types: ['product'] })
    expect(await look(({ stamps }) => stamps.runs(undefined))).to.deep.equal([[loads[1], 1]])
    expect(await look(streamOf)).to.deep.equal(['p', 'a', 'b', 'c', 'q'])
    expect((await step(first)).replaced).to.include({ new: 1, gone: 1 })
    expect(await look(({ stamps }) => stamps.tombstone(`${BASE}q`))).to.equal(undefined)
    expect(await stampsOf(loads, 'a', 'q', 'c')).to.deep.equal([0, 3, undefined])
  })

  it('say which record has the identifiers of one that is gone', async () => {
    const doi = (value: string): object => ({ identifiers: [{ scheme: 'doi', value }] })
    await load({ x: { ...paper('X'), ...doi('10.1234/x') }, y: { ...paper('Y'), ...doi('10.1234/y') } })
    await load({ z: { ...paper('X'), ...doi('10.1234/X') } })
    const tombstone = (id: string): Promise<string | undefined> =>
      look(({ stamps }) => stamps.tombstone(BASE + id)?.replacement)
    expect(await tombstone('x')).to.equal(`${BASE}z`)
    expect(await tombstone('y')).to.equal(undefined)
  })

  it('are those of the load where what was there cannot be read', async () => {
    await load(first)
    writeFileSync(join(out(), 'manifest.json'), '{"format":"skeg prepared graph","version":7}')
    expect((await load(first)).replaced).to.have.property('fault')
    expect(await stampsOf([effective()], 'a', 'q')).to.deep.equal([0, 0])
  })

  it('do not go back with the clock, and lie ahead as far as is asked for', async () => {
    await load(first)
    const start = Math.floor(Date.now() / 1000)
    await load(first, { lead: 3000 })
    const ahead = effective()
    expect(ahead).to.be.within(start + 3000, start + 3060)
    await load({ ...first, a: person('other') })
    expect(effective()).to.equal(ahead + 1)
  })

  it('tell apart IRIs that are longer than keys', async () => {
    const long = 'x'.repeat(1100)
    await load({ [`${long}1`]: person('A'), [`${long}2`]: person('B'), b: person('B') })
    const { replaced } = await load({ [`${long}1`]: person('A'), b: person('B') })
    expect(replaced).to.include({ gone: 1, unchanged: 2 })
    expect(await look(({ stamps }) => stamps.slice(undefined, 0, 9))).to.deep.equal([`${BASE}${long}2`])
  })

  it('leave the content hash as it is: it says what the records are', async () => {
    const { manifest } = await load(first)
    await load({ a: person('other') })
    expect((await load(first)).manifest.hash).to.equal(manifest.hash)
  })
})
