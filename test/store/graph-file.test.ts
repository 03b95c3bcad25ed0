// Named graphs come from a file by position as soon as it is written, and are those of the store; where the
// file fails, the store answers.

import { expect } from 'chai'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, gzipSync } from 'node:zlib'
import { openGraph } from '../../src/load/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { createFramer } from '../../src/record/frame.ts'
import { openEmbeddedStore } from '../../src/store/embedded.ts'
import type { Graph } from '../../src/store/graph.ts'
import { withGraphFile } from '../../src/store/graph-file.ts'
import { gatherPlaces, placesOf } from '../../src/store/places.ts'
import type { FillableStore, Store } from '../../src/store/store.ts'
import { tripleLines, type Nodes } from '../../src/record/triples.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'

const NAMES = 'https://example.org/names'
const LABEL = 'https://example.org/label'

const quad = (graph: string, subject: string, predicate: string, object: string): string =>
  `${subject} <${predicate}> ${object} <${graph}> .\n`
const iri = (name: string): string => `https://example.org/${name}`

/** Where Linux shows the files that a process has open. */
const OPEN_FILES = '/proc/self/fd'

/** Names with the same hash. */
const SAME = [iri('182jueb'), iri('1g64iwg')] as const

/** Graphs of which each is a case of its own. */
const graphs: Readonly<Record<string, string>> = {
  plain: quad(iri('plain'), `<${iri('plain')}>`, LABEL, '"plain"'),
  'naïve-☃': quad(iri('naïve-☃'), `<${iri('naïve-☃')}>`, LABEL, '"n\u00e4ive \u{1f600}"@de'),
  'looks like the end of a line':
    quad(iri('tail'), `<${iri('tail')}>`, LABEL, `"a <${iri('plain')}> .\\n<${iri('tail')}> ."`) +
    quad(iri('tail'), `<${iri('tail')}>`, LABEL, `"<${iri('tail')}>"`),
  'blank nodes':
    quad(iri('blank'), `<${iri('blank')}>`, LABEL, '_:a') +
    quad(iri('blank'), '_:a', LABEL, '_:b') +
    quad(iri('blank'), '_:b', LABEL, '"deep"'),
  'names others':
    quad(iri('names'), `<${iri('names')}>`, NAMES, `<${iri('plain')}>`) +
    quad(iri('names'), `<${iri('names')}>`, NAMES, `<${iri('nowhere')}>`) +
    quad(iri('names'), `<${iri('names')}>`, LABEL, `<${iri('tail')}>`),
  'share a hash': SAME.map((name, i) => quad(name, `<${name}>`, LABEL, `"${i}"`)).join(''),
  'values in other spellings': [
    '"01"^^integer',
    '"1.50"^^decimal',
    '"1e-7"^^float',
    '"1E400"^^double',
    '"10:00:00.0Z"^^time',
    '"2020-01-01T00:00:00.000+01:00"^^dateTime',
    '"1"^^boolean',
    '"0042"^^gYear',
    '"text"^^string',
    '"no number"^^integer',
  ]
    .map((object) =>
      quad(
        iri('values'),
        `<${iri('values')}>`,
        LABEL,
        object.replace(/\w+$/, (type) => `<http://www.w3.org/2001/XMLSchema#${type}>`),
      ),
    )
    .join(''),
  'no characters':
    quad(iri('none'), `<${iri('none')}>`, LABEL, '"a\uFFFE\uFFFFb"') +
    quad(iri('none'), `<${iri('none')}>`, LABEL, '"\uFFFE"@en'),
  'literals that look typed':
    quad(
      iri('quotes'),
      `<${iri('quotes')}>`,
      LABEL,
      '"\\"01\\"^^<http://www.w3.org/2001/XMLSchema#integer>"',
    ) + quad(iri('quotes'), `<${iri('quotes')}>`, LABEL, '"\\"^^<x>"^^<https://example.org/type>'),
  'many predicates': Array.from({ length: 120 }, (_, i) =>
    quad(iri('many'), `<${iri('many')}>`, `${LABEL}${i % 60}`, `"${i}"`),
  ).join(''),
  'others alone':
    quad(iri('others'), `<${iri('plain')}>`, LABEL, '"of another"') +
    quad(iri('others'), '_:o', LABEL, `<${iri('others')}>`) +
    quad(iri('others'), `<${iri('plain')}>`, NAMES, '"again"'),
  large: Array.from({ length: 3000 }, (_, i) =>
    quad(
      iri('large'),
      `<${iri('large')}>`,
      LABEL,
      `"line ${i} of a graph that is longer than what is read at once"`,
    ),
  ).join(''),
}
const asked = [
  ...new Set(
    Object.values(graphs).flatMap((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(line.lastIndexOf('<') + 1, -3)),
    ),
  ),
  iri('nowhere'),
]

/** The triples of graphs, blank nodes by the order in which they come. */
const linesOf = (nodes: Nodes): string[] =>
  [...tripleLines(nodes)].map((line) => line.replaceAll(/_:\w+/g, '_:x')).sort()

async function told(store: Store): Promise<unknown> {
  const found = await store.graphs(asked, [NAMES])
  return {
    graphs: found.graphs.map(linesOf),
    named: await Promise.all(
      [iri('plain'), iri('nowhere')].map(async (name) => linesOf((await found.named).get(name) ?? new Map())),
    ),
  }
}

/** Processes of ours that write such files. */
const writers = (): number[] =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => (line.includes('graph-file-process') ? [Number.parseInt(line, 10)] : []))

describe('the file of a graph', function () {
  this.timeout(30_000)
  let folder: string
  let inner: FillableStore
  let files: readonly string[]
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-file-'))
    const texts = Object.values(graphs)
    const [first, second] = [texts.slice(0, 3).join(''), texts.slice(3).join('')]
    files = [join(folder, 'first.nq'), join(folder, 'second.nq.gz')]
    writeFileSync(files[0] as string, first)
    writeFileSync(files[1] as string, gzipSync(second))
    inner = openEmbeddedStore()
    for (const text of [first, second]) await inner.add(new TextEncoder().encode(text))
  })
  afterEach(async () => {
    await inner.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('gives the graphs that the store gives, and does not ask the store for them', async () => {
    const expected = await told(inner)
    expect(JSON.stringify(expected)).to.include('deep').and.include('line 2999')
    const store = withGraphFile(inner, { quads: files, folder })
    expect(await told(store)).to.deep.equal(expected)
    await store.learn?.()
    await inner.close()
    expect(await told(store)).to.deep.equal(expected)
    await store.close()
  })

  it('is written once, whoever asks for it', async () => {
    const store = withGraphFile(inner, { quads: files, folder })
    await Promise.all([store.learn?.(), store.learn?.()])
    await store.learn?.()
    expect(readdirSync(folder).sort()).to.deep.equal(['first.nq', 'graphs', 'second.nq.gz'])
    await store.close()
  })

  it('leaves the answers to the store where it cannot be written', async () => {
    const expected = await told(inner)
    for (const [quads, place] of [
      [files, join(folder, 'nowhere')],
      [[join(folder, 'missing.nq')], folder],
    ] as const) {
      const store = withGraphFile(inner, { quads, folder: place })
      await store.learn?.()
      expect(await told(store)).to.deep.equal(expected)
    }
  })

  it('is given up when the store is closed before it is written', async () => {
    appendFileSync(
      files[0] as string,
      readFileSync(files[0] as string)
        .toString()
        .replaceAll('<https://example.org/', '<https://example.org/more/')
        .repeat(2000),
    )
    const store = withGraphFile(inner, { quads: files, folder })
    const learning = store.learn?.()
    await store.close()
    expect(writers()).to.deep.equal([])
    await learning
    expect(existsSync(join(folder, 'graphs'))).to.equal(false)
  })

  it('is not written to its end where the server has ended', async () => {
    const quads = join(folder, 'many.nq')
    writeFileSync(
      quads,
      Array.from({ length: 20_000 }, (_, i) =>
        quad(iri(`many-${i}`), `<${iri(`many-${i}`)}>`, LABEL, `"${'x'.repeat(2000)}"`),
      ).join(''),
    )
    for (const begun of [false, true]) {
      const path = join(folder, `of-${begun}`)
      const writer = fork(new URL('../../src/store/graph-file-process.ts', import.meta.url), [path, quads], {
        stdio: 'ignore',
      })
      while (begun && !existsSync(path)) await wait(1)
      writer.disconnect()
      expect(await once(writer, 'exit')).to.deep.equal([0, null])
      expect(statSync(path, { throwIfNoEntry: false })?.size ?? 0).to.be.below(20_000_000)
    }
  })

  it('leaves the answers to the store where the process that writes it is killed', async () => {
    const expected = await told(inner)
    const store = withGraphFile(inner, { quads: files, folder })
    const learning = store.learn?.()
    const [writer = 0, ...more] = writers()
    expect(more).to.deep.equal([])
    process.kill(writer, 'SIGKILL')
    await learning
    expect(await told(store)).to.deep.equal(expected)
    expect(existsSync(join(folder, 'graphs'))).to.equal(false)
    await store.close()
  })
})

describe('the documents of a graph', function () {
  this.timeout(60_000)
  it('are the same from its file as from its store, be it prepared or read from records, and nothing is left of the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skeg-file-'))
    await prepareGraph([sources.demo.path], { model, base: sources.demo.base, out: join(folder, 'prepared') })
    for (const path of [sources.demo.path, join(folder, 'prepared')]) {
      const { graph } = await openGraph([path], { model, base: sources.demo.base })
      const frame = createFramer(model, graph.base)
      const records = async (): Promise<unknown[]> =>
        (
          await Promise.all(
            model.types.map(async (type) =>
              (await graph.documents(graph.list(type, 0, graph.count(type)))).map((document) =>
                frame(document, type),
              ),
            ),
          )
        ).flat()
      const before = await records()
      await graph.learn()
      expect(await records())
        .to.deep.equal(before)
        .and.have.length.greaterThan(80)
      const [quads = ''] = graph.quads ?? []
      expect(existsSync(join(dirname(quads), 'graphs'))).to.equal(true)
      await graph.close()
      expect(existsSync(dirname(quads))).to.equal(false)
    }
    rmSync(folder, { recursive: true })
  })

  it('come from the store where the file is not as it was written, be it in a record or in what it names', async () => {
    const { graph } = await openGraph([sources.demo.path], { model, base: sources.demo.base })
    const iris = model.types.flatMap((type) => graph.list(type, 0, graph.count(type)))
    const asked = async (of: Graph): Promise<string[][]> =>
      Promise.all(iris.map(async (one) => (await of.documents([one])).flatMap(({ nodes }) => linesOf(nodes))))
    const expected = await asked(graph)
    await graph.close()
    const cutAt =
      (part: number) =>
      (file: string, size: number): void =>
        truncateSync(file, Math.floor(size * part))
    const fill =
      (value: string, from: number, to: number) =>
      (file: string, size: number): void => {
        const bytes = readFileSync(file)
        writeFileSync(file, bytes.fill(value, Math.floor(size * from), Math.floor(size * to)))
      }
    const letter = (file: string): void => {
      writeFileSync(file, readFileSync(file, 'latin1').replaceAll('e', 'f'), 'latin1')
    }
    for (const damage of [
      ...[0, 0.3, 0.6, 0.8, 0.9].map(cutAt),
      fill('\0', 0, 1),
      fill('1', 0, 1),
      fill('\0', 0.5, 1),
      fill('1', 0.1, 0.15),
      fill('\n', 0.4, 0.41),
      letter,
    ]) {
      const { graph: cut } = await openGraph([sources.demo.path], { model, base: sources.demo.base })
      await cut.learn()
      const file = join(dirname(cut.quads?.[0] as string), 'graphs')
      damage(file, statSync(file).size)
      expect(await asked(cut)).to.deep.equal(expected)
      expect(existsSync(file)).to.equal(false)
      if (existsSync(OPEN_FILES))
        expect(
          readdirSync(OPEN_FILES).map((name) => {
            try {
              return readlinkSync(join(OPEN_FILES, name))
            } catch {
              return ''
            }
          }),
        ).not.to.include(`${file} (deleted)`)
      await cut.close()
    }
  })
})

describe('places of graphs', () => {
  it('are found by name, those of names with the same hash beside each other', () => {
    const places = gatherPlaces()
    const names = [...Array.from({ length: 1000 }, (_, i) => iri(String(i))), ...SAME]
    const textOf = (i: number): Buffer => Buffer.alloc(2 * (i + 1))
    names.forEach((name, i) => places.add(name, textOf(i)))
    const gathered = places.finish()
    const placeOf = (i: number): object => ({
      start: i * (i + 1),
      length: 2 * (i + 1),
      sum: crc32(textOf(i)),
    })
    for (let i = 0; i < 1000; i++) expect(placesOf(names[i] as string, gathered)).to.deep.equal([placeOf(i)])
    for (const name of SAME)
      expect(placesOf(name, gathered)).to.have.deep.members([placeOf(1000), placeOf(1001)])
    expect(placesOf('https://elsewhere.example/', gathered)).to.deep.equal([])
    expect(placesOf(SAME[0], gatherPlaces().finish())).to.deep.equal([])
  })
})
