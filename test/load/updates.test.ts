// Loaded onto a graph, a record takes the place of its earlier copy: what comes of it is what a load of the
// records as they are then makes, whatever they are of.

import { expect } from 'chai'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../../src/findings/kinds.ts'
import { readManifest, type Manifest } from '../../src/load/prepared/manifest.ts'
import type { RecordOptions } from '../../src/load/load-plan.ts'
import { prepareGraph, type PrepareOptions } from '../../src/load/prepare.ts'
import { runs } from '../support/effort.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { createRandom, type Random } from '../support/random.ts'

type Json = Record<string, unknown>

const BASE = 'https://example.org/graph/'
const shared = fileURLToPath(new URL('../../../shared/data/sources/', import.meta.url))
const own = fileURLToPath(new URL('../sources/data/', import.meta.url))
const demo = fileURLToPath(new URL('../../data/', import.meta.url))

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'skeg-'))
})
after(() => rmSync(folder, { recursive: true }))

let files = 0
const fresh = (name = ''): string => join(folder, `${++files}${name}`)

function write(records: readonly unknown[], name = '.jsonl'): string {
  const file = fresh(name)
  writeFileSync(file, records.map((one) => JSON.stringify(one)).join('\n'))
  return file
}

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
  const out = fresh()
  const { report } = await prepareGraph(paths, { model, base: BASE, out, records, ...options })
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

const contentOf = ({ hash, quads, records, mentions, unmapped, lists }: Outcome): unknown => ({
  hash,
  quads,
  records,
  mentions,
  unmapped,
  lists,
})

/** A file of records of one source: what each is called there, and members that stay in a changed copy. */
interface SourceFile {
  readonly path: string
  readonly idOf: (record: Json) => string | undefined
  readonly keeps: readonly string[]
  /** Where the members are; absent: the record itself. */
  readonly inside?: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const openAlex = ['works', 'authors', 'institutions', 'sources', 'topics', 'funders', 'publishers', 'awards']
const openAire = ['products', 'organizations', 'projects', 'datasources']
const allFiles: readonly SourceFile[] = [
  { path: `${shared}crossref/works.jsonl`, idOf: ({ DOI }) => text(DOI), keeps: ['DOI', 'indexed', 'type'] },
  {
    path: `${shared}datacite/dois.jsonl`,
    idOf: ({ attributes }) => text((attributes as Json)['doi']),
    keeps: ['doi', 'updated', 'types'],
    inside: 'attributes',
  },
  ...openAlex.map((name) => ({
    path: `${shared}openalex/${name}.jsonl`,
    idOf: ({ id }: Json) => text(id),
    keeps: ['id', 'ids', 'updated_date'],
  })),
  { path: `${shared}ror/ror-300.jsonl`, idOf: ({ id }) => text(id), keeps: ['id', 'admin', 'status'] },
  ...openAire.map((name) => ({
    path: `${shared}openaire/camelcase-derived/${name}.jsonl`,
    idOf: ({ id }: Json) => text(id),
    keeps: ['id', 'pids', 'type', 'instances'],
  })),
  {
    path: `${own}orcid.jsonl`,
    idOf: (record) => text((record['orcid-identifier'] as Json | undefined)?.['path']),
    keeps: ['orcid-identifier', 'history', 'path'],
  },
  { path: `${own}csl.jsonl`, idOf: ({ DOI }) => text(DOI), keeps: ['DOI', 'id', 'type'] },
  ...readdirSync(demo)
    .filter((name) => name.endsWith('s.json'))
    .map((name) => ({
      path: join(demo, name),
      idOf: ({ local_identifier: id }: Json) => text(id),
      keeps: ['local_identifier', 'entity_type', '@context'],
    })),
]
const sourceFiles = allFiles.filter(({ path }) => existsSync(path))

/** Records of a source file that have an id, each once. */
function recordsOf({ path, idOf }: SourceFile, most: number): Map<string, Json> {
  const found = new Map<string, Json>()
  const content = readFileSync(path, 'utf8')
  const records: readonly Json[] = path.endsWith('.json')
    ? (JSON.parse(content) as { '@graph': Json[] })['@graph']
    : content.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Json]))
  for (const record of records) {
    if (found.size === most) break
    const id = idOf(record)
    if (id !== undefined && !found.has(id)) found.set(id, record)
  }
  return found
}

/** A copy that says of some members what another record says. */
function changed({ keeps, inside }: SourceFile, record: Json, other: Json, random: Random): Json {
  const membersOf = (one: Json): Json => (inside === undefined ? one : (one[inside] as Json))
  const members = Object.entries(membersOf(record)).map(([key, value]) => {
    const isChanged = !keeps.includes(key) && key in membersOf(other) && random.chance(0.5)
    return [key, isChanged ? membersOf(other)[key] : value]
  })
  const copy = Object.fromEntries(members) as Json
  return inside === undefined ? copy : { ...record, [inside]: copy }
}

type Records = ReadonlyMap<SourceFile, ReadonlyMap<string, Json>>

const writeAll = (records: Records): string[] =>
  [...records].flatMap(([{ path }, byId]) =>
    byId.size > 0 ? [write([...byId.values()], `-${basename(path, '.json')}.jsonl`)] : [],
  )

/** Records before, changed and new ones, and what is there then. */
function scenario(random: Random, most: number): { a: Records; b: Records; then: Records } {
  const [a, b, then] = [0, 1, 2].map(() => new Map<SourceFile, Map<string, Json>>()) as [
    Map<SourceFile, Map<string, Json>>,
    Map<SourceFile, Map<string, Json>>,
    Map<SourceFile, Map<string, Json>>,
  ]
  for (const file of sourceFiles) {
    const all = [...recordsOf(file, most)]
    const before = new Map(all.filter(() => random.chance(0.8)))
    const later = new Map(
      all.flatMap(([id, record]): [string, Json][] =>
        random.chance(0.25) ? [[id, changed(file, record, random.pick(all)[1], random)]] : [],
      ),
    )
    a.set(file, before)
    b.set(file, later)
    then.set(file, new Map([...before, ...later]))
  }
  return { a, b, then }
}

const without = (records: Records, isGone: (file: SourceFile, id: string) => boolean): Records =>
  new Map([...records].map(([file, byId]) => [file, new Map([...byId].filter(([id]) => !isGone(file, id)))]))

describe('a load onto a graph', function () {
  this.timeout(600_000)
  for (let seed = 1; seed <= runs(20); seed++)
    it(`makes what a load of the records makes that are there then, of all sources (${seed})`, async () => {
      const random = createRandom(seed)
      const { a, b, then } = scenario(random, 12)
      const first = await load(writeAll(a))
      const second = await load([first.graph, ...writeAll(b)])
      expect(contentOf(second)).to.deep.equal(contentOf(await load(writeAll(then))))

      // What is taken out, by id.
      const gone = new Set([...then].flatMap(([, byId]) => [...byId.keys()].filter(() => random.chance(0.1))))
      const deletions = fresh('.txt')
      writeFileSync(deletions, [...gone].join('\n'))
      const third = await load([second.graph], { delete: deletions })
      const kept = without(then, (_, id) => gone.has(id))
      expect(contentOf(third)).to.deep.equal(contentOf(await load(writeAll(kept))))

      // All of some collections: what is not there is gone.
      const whole = without(kept, ({ path }) => !/crossref|openalex/.test(path))
      const half = without(whole, () => random.chance(0.5))
      const fourth = await load([third.graph, ...writeAll(half)], { isWhole: true })
      const rest = without(kept, (file, id) => whole.get(file)?.has(id) === true && !half.get(file)?.has(id))
      expect(contentOf(fourth)).to.deep.equal(contentOf(await load(writeAll(rest))))
    })

  it('makes the same of updates of different records, whatever their order', async () => {
    const random = createRandom(99)
    const { a, b } = scenario(random, 8)
    const one = without(b, (_, id) => id.length % 2 === 0)
    const other = without(b, (_, id) => id.length % 2 === 1)
    const { graph } = await load(writeAll(a))
    const [first, second] = [await load([graph, ...writeAll(one)]), await load([graph, ...writeAll(other)])]
    const oneLast = await load([second.graph, ...writeAll(one)])
    expect(contentOf(await load([first.graph, ...writeAll(other)]))).to.deep.equal(contentOf(oneLast))
  })
})
