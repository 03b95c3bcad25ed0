// Loaded onto a graph, a record takes the place of its earlier copy: what comes of it is what a load of the
// records as they are then makes, whatever they are of.

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Finding } from '../../src/findings/kinds.ts'
import { readManifest, type Manifest } from '../../src/load/prepared/manifest.ts'
import type { RecordOptions } from '../../src/load/load-plan.ts'
import { prepareGraph, type PrepareOptions } from '../../src/load/prepare.ts'
import { MODIFIED } from '../../src/search-index/query/stamps.ts'
import { readMeta } from '../../src/search-index/tables/meta.ts'
import {
  entriesInBlocks,
  openTables,
  tableNames,
  type TableName,
} from '../../src/search-index/tables/tables.ts'
import { runs } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { createRandom, type Random } from '../support/random.ts'
import { sourceFiles, type Json, type SourceFile } from './source-files.ts'
import { temporaryFolder } from '../support/folders.ts'

const BASE = 'https://example.org/graph/'
const folder = temporaryFolder()

let files = 0
const fresh = (name = ''): string => join(folder, `${++files}${name}`)

/** What a load makes, and what it says. */
interface Outcome extends Pick<Manifest, 'hash' | 'quads' | 'records' | 'mentions' | 'unmapped'> {
  readonly graph: string
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<string, number>>
}

async function load(
  paths: readonly string[],
  records: RecordOptions = {},
  options: Partial<PrepareOptions> = {},
): Promise<Outcome> {
  const { out = fresh() } = options
  const { report } = await prepareGraph(paths, { model, base: BASE, records, ...options, out })
  const { hash, quads, records: counted, mentions, unmapped } = readManifest(out)
  const { graph } = await openGraph([out], { model })
  const lists = Object.fromEntries(
    model.types.map((type) => [type.name, graph.list(type, 0, 10_000)] as const),
  )
  await graph.close()
  const { findings, counts } = report
  return {
    graph: out,
    hash,
    quads,
    records: counted,
    mentions,
    unmapped,
    lists,
    findings,
    counts: Object.fromEntries(counts),
  }
}

const inBlocks: readonly TableName[] = ['records', 'references', 'stamps', 'orderKeys', 'parts']
/** What tells of the loads before, or of places in the file of quads. */
const others: readonly TableName[] = ['meta', 'graphs', 'tombstones', 'gone']

/** All that the index of a graph holds, but for when records changed: a text for each entry, by its table and key. */
async function indexOf(graph: string): Promise<Map<string, string>> {
  const { files } = readManifest(graph)
  const tables = openTables(join(graph, files.index.file))
  const { orders, entries: _, stamps: __, ...meta } = readMeta(tables)
  const loaded = orders.filter(({ name }) => name !== MODIFIED)
  const found = new Map([
    ['meta', JSON.stringify({ ...meta, orders: loaded })],
    ['quads', gunzipSync(readFileSync(join(graph, files.quads.file))).toString()],
  ])
  for (const name of (Object.keys(tableNames) as TableName[]).filter((one) => !others.includes(one))) {
    const table = tables.table(name)
    for (const { key, value } of inBlocks.includes(name) ? entriesInBlocks(table) : table.range()) {
      if (name.startsWith('order') && key.readUInt16BE() >= loaded.length) continue
      const text = value.toString('latin1', name === 'stamps' ? 8 : 0)
      found.set(`${name} ${key.toString('latin1')}`, name === 'parts' ? withoutPlaces(text) : text)
    }
  }
  await tables.close()
  return found
}

/** Lines of parts without the places in which they were found, of which the first ones may be gone. */
const withoutPlaces = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => {
      const end = line.lastIndexOf('\t')
      const { count = 1 } = JSON.parse(line.slice(end)) as { count?: number }
      return `${line.slice(0, end)} ${count}`
    })
    .sort()
    .join('\n')

async function expectSameIndex(updated: string, whole: string): Promise<void> {
  const [found, expected] = [await indexOf(updated), await indexOf(whole)]
  const keys = [...new Set([...found.keys(), ...expected.keys()])]
  expect(keys.filter((key) => found.get(key) !== expected.get(key))).to.deep.equal([])
}

const contentOf = ({ hash, quads, records, mentions, unmapped, lists }: Outcome): unknown => ({
  hash,
  quads,
  records,
  mentions,
  unmapped,
  lists,
})

/** A copy that says of some members what another record says, as of another day where it says a day. */
function changed(file: SourceFile, record: Json, other: Json, random: Random): Json {
  const { keeps, inside, dateOf } = file
  const membersOf = (one: Json): Json => (inside === undefined ? one : (one[inside] as Json))
  const members = Object.entries(membersOf(record)).map(([key, value]) => {
    const isChanged = !keeps.includes(key) && key in membersOf(other) && random.chance(0.5)
    return [key, isChanged ? membersOf(other)[key] : value]
  })
  const copy = Object.fromEntries(members) as Json
  if (inside !== undefined) return { ...record, [inside]: copy }
  return dateOf && random.chance(0.2) ? { ...copy, isDeleted: true } : copy
}

/** Records of a file by what each is called in its source, or where it has no id by what it says. */
type Records = ReadonlyMap<SourceFile, ReadonlyMap<string, Json>>

/** How the name of a record begins that has no id. */
const MADE = 'made '

const withNames = ({ idOf }: SourceFile, records: readonly Json[]): Map<string, Json> =>
  new Map(records.map((record) => [idOf(record) ?? `${MADE}${JSON.stringify(record)}`, record]))

const writeAll = (records: Records): string[] =>
  [...records].flatMap(([file, byName]) => {
    if (byName.size === 0) return []
    const path = fresh(`-${file.name}`)
    writeFileSync(path, file.write([...byName.values()]))
    return [path]
  })

/** Some of the records of all files. @param share of those of a file, by chance */
const someOf = (pools: Records, share: number, random: Random): Records =>
  new Map([...pools].map(([file, byName]) => [file, new Map([...byName].filter(() => random.chance(share)))]))

const pools = (most: number, files = sourceFiles): Records =>
  new Map(files.map((file) => [file, new Map([...withNames(file, file.records())].slice(0, most))] as const))

/** Those of SKG-IF: of a graph of these alone, what no change reaches is not read again. */
const ownFiles = sourceFiles.filter(({ collection }) => collection === 'skg-if')

const changedCopies = (records: Records, random: Random): Records =>
  new Map(
    [...records].map(([file, byName]) => {
      const all = [...byName.values()]
      return [
        file,
        withNames(
          file,
          all.map((one) => changed(file, one, random.pick(all), random)),
        ),
      ]
    }),
  )

/** What is there when records have come: by ids, dates, and what is all of its collections. */
function updated(there: Records, later: Records, isWhole: boolean): Records {
  const coming = new Set([...later].flatMap(([{ collection }, { size }]) => (size > 0 ? [collection] : [])))
  return new Map(
    [...there].map(([file, before]) => {
      const added = later.get(file) ?? new Map<string, Json>()
      const staying = [...before].filter(
        ([name]) => !coming.has(file.collection) || (!isWhole && !name.startsWith(MADE)) || added.has(name),
      )
      const all = new Map(staying)
      for (const [name, record] of added) {
        const [last, date] = [before.get(name), file.dateOf?.(record)]
        if (!last || date === undefined || date >= (file.dateOf?.(last) ?? '')) all.set(name, record)
      }
      return [file, all]
    }),
  )
}

const spelling = (id: string): string => id.toLowerCase().replace(/^https?:\/\/(?:doi|orcid|ror)\.org\//, '')

const idsOf = ({ otherIdsOf }: SourceFile, name: string, record: Json): string[] =>
  [name, ...(otherIdsOf?.(record) ?? [])].map(spelling)

const without = (records: Records, gone: ReadonlySet<string>): Records =>
  new Map(
    [...records].map(([file, byName]) => [
      file,
      new Map([...byName].filter(([name, record]) => !idsOf(file, name, record).some((id) => gone.has(id)))),
    ]),
  )

/** What is done in a night, and what is there then. */
type Night = (graph: string, there: Records, random: Random) => Promise<{ after: Outcome; then: Records }>

/** Changed and new records. */
const come: Night = async (graph, there, random) => {
  const changes = changedCopies(someOf(there, 0.3, random), random)
  const later = new Map(
    [...someOf(pools(MOST, [...there.keys()]), 0.1, random)].map(([file, known]) => [
      file,
      new Map([...known, ...(changes.get(file) ?? [])]),
    ]),
  )
  return {
    after: await load([graph, ...writeAll(later)], {}, { out: graph }),
    then: updated(there, later, false),
  }
}

/** Records that are taken out by their ids, which have no blanks: a pair and a number at a funder are none. */
const go: Night = async (graph, there, random) => {
  const names = [...there].flatMap(([, byName]) => [...byName.keys()].filter((name) => !name.includes(' ')))
  const ids = names.filter(() => random.chance(0.1))
  const deletions = fresh('.txt')
  writeFileSync(deletions, ids.join('\n'))
  return {
    after: await load([graph], { delete: deletions }, { out: graph }),
    then: without(there, new Set(ids.map(spelling))),
  }
}

/** All of some collections: what is not there is gone. */
const comeWhole: Night = async (graph, there, random) => {
  const chosen = new Set(
    [...there.keys()].flatMap(({ collection }) => (random.chance(0.5) ? [collection] : [])),
  )
  const files = new Map([...there].filter(([{ collection }]) => chosen.has(collection)))
  const later = changedCopies(someOf(files, 0.6, random), random)
  return {
    after: await load([graph, ...writeAll(later)], { isWhole: true }, { out: graph }),
    then: updated(there, later, true),
  }
}

/** Records of a file. */
const MOST = 12

/** What the report counts where not all is read again. */
const TAKEN_OVER = 'records that no change reaches, taken over as they were'

describe('a load onto a graph', function () {
  this.timeout(600_000)
  for (const [what, files, most] of [
    ['all sources', sourceFiles, MOST],
    ['SKG-IF', ownFiles, 100],
  ] as const)
    for (let seed = 1; seed <= runs(20); seed++)
      it(`makes what a load of the records makes that are there then, of ${what} (${seed})`, async () => {
        const random = createRandom(seed)
        let there = someOf(pools(most, files), 0.8, random)
        let { graph } = await load(writeAll(there))
        for (const night of [come, go, comeWhole, random.pick([come, go])]) {
          const { after, then } = await night(graph, there, random)
          if (night !== comeWhole) expect(TAKEN_OVER in after.counts).to.equal(files === ownFiles)
          const whole = await load(writeAll(then))
          expect(contentOf(after), night.name).to.deep.equal(contentOf(whole))
          await expectSameIndex(after.graph, whole.graph)
          ;[graph, there] = [after.graph, then]
        }
      })

  it('makes the same of the first records of sources that come onto a graph of SKG-IF', async () => {
    const all = pools(MOST)
    const only = (isOwn: boolean): string[] =>
      writeAll(new Map([...all].filter(([file]) => ownFiles.includes(file) === isOwn)))
    const { graph } = await load(only(true))
    const after = await load([graph, ...only(false)], {}, { out: graph })
    const whole = await load(writeAll(all))
    expect(contentOf(after)).to.deep.equal(contentOf(whole))
    await expectSameIndex(after.graph, whole.graph)
  })

  it('makes the same of updates of different records, whatever their order', async () => {
    const random = createRandom(99)
    // What has no id of its own goes when others come.
    const a = new Map(
      [...pools(8)].map(([file, all]) => [
        file,
        new Map([...all].filter(([name]) => !name.startsWith(MADE))),
      ]),
    )
    const b = changedCopies(someOf(a, 0.4, random), random)
    const half = (rest: number): Records =>
      new Map([...b].map(([file, all]) => [file, new Map([...all].filter((_, i) => i % 2 === rest))]))
    const [one, other] = [half(0), half(1)]
    const { graph } = await load(writeAll(a))
    const [first, second] = [await load([graph, ...writeAll(one)]), await load([graph, ...writeAll(other)])]
    const oneLast = await load([second.graph, ...writeAll(one)])
    expect(contentOf(await load([first.graph, ...writeAll(other)]))).to.deep.equal(contentOf(oneLast))
  })
})
