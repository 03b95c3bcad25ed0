// Records that were framed ahead are those that their documents give; where there are none, documents give
// them.

import { expect } from 'chai'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
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
import { openGraph } from '../../src/load/open.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { buildModel, type Model } from '../../src/model/model.ts'
import { extensions } from '../../src/extensions/index.ts'
import { createFramer } from '../../src/record/frame.ts'
import { RDF_TYPE } from '../../src/record/triples.ts'
import type { Graph } from '../../src/store/graph.ts'
import { createGraphWriter } from '../../src/store/graph-text.ts'
import { RECORD } from '../../src/store/entity-index.ts'
import type { Order } from '../../src/store/record-file.ts'
import { createTextFile } from '../../src/store/text-file.ts'
import { model as raSkgModel, raSkg, RECORDS } from '../extensions/ra-skg.ts'
import { sources } from '../support/generated.ts'
import { model } from '../support/model.ts'
import { startServer } from '../support/server.ts'
import { hasSnapshot, openSnapshot } from '../support/snapshot.ts'

const { demo } = sources

/** Where Linux shows the files that a process has open. */
const OPEN_FILES = '/proc/self/fd'
const openFiles = (): string[] =>
  existsSync(OPEN_FILES)
    ? readdirSync(OPEN_FILES).flatMap((name) => {
        try {
          return readlinkSync(join(OPEN_FILES, name))
        } catch {
          return []
        }
      })
    : []

const fileOf = (graph: Graph): string => join(dirname(graph.quads?.[0] as string), 'records')

const irisOf = (graph: Graph): [name: string, iris: readonly string[]][] =>
  graph.model.types.map((type) => [type.name, graph.list(type, 0, graph.count(type))])

/** The records of a graph from their documents, as JSON: keys in their order. */
async function fromDocuments(graph: Graph): Promise<string[]> {
  const frame = createFramer(graph.model, graph.base)
  const all: string[] = []
  for (const type of graph.model.types) {
    for (let at = 0; at < graph.count(type); at += 500)
      all.push(
        ...(await graph.documents(graph.list(type, at, 500))).map((document) =>
          JSON.stringify(frame(document, type)),
        ),
      )
  }
  return all
}

const ahead = (graph: Graph): unknown[] =>
  graph.model.types.flatMap((type) =>
    graph.list(type, 0, graph.count(type)).map((iri) => JSON.stringify(graph.framed(type, iri))),
  )

/** Processes of ours that frame. */
const framing = (): number[] =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => (line.includes('record-file-process') ? [Number.parseInt(line, 10)] : []))

describe('records that are framed ahead', function () {
  this.timeout(60_000)
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skeg-records-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const openDemo = (of: Model = model): Promise<Graph> =>
    openGraph([demo.path], { model: of, base: demo.base }).then(({ graph }) => graph)

  it('are those of the documents, be the graph prepared or read from records, and nothing is left of the file', async () => {
    await prepareGraph([demo.path], { model, base: demo.base, out: join(folder, 'prepared') })
    for (const path of [demo.path, join(folder, 'prepared')]) {
      const { graph } = await openGraph([path], { model, base: demo.base })
      const expected = await fromDocuments(graph)
      expect(ahead(graph).every((text) => text === undefined)).to.equal(true)
      await graph.frameAhead()
      expect(ahead(graph)).to.deep.equal(expected).and.have.length.greaterThan(80)
      const [type] = model.types
      expect(graph.framed(type!, `${demo.base}nowhere`)).to.equal(undefined)
      const file = fileOf(graph)
      await graph.close()
      expect(existsSync(file)).to.equal(false)
      expect(openFiles().filter((name) => name.startsWith(file))).to.deep.equal([])
    }
  })

  it('have what extensions from outside bring', async () => {
    const { graph } = await openGraph([demo.path, RECORDS], { model: raSkgModel, base: demo.base })
    await graph.frameAhead()
    expect(ahead(graph)).to.deep.equal(await fromDocuments(graph))
    expect(ahead(graph).join('\n')).to.include('ra_metrics').and.include('ra_profiles')
    await graph.close()
  })

  it('are those of the documents in a graph that people use', async function () {
    if (!hasSnapshot()) return this.skip()
    this.timeout(300_000)
    const { graph } = await openSnapshot()
    await graph.frameAhead()
    const expected = await fromDocuments(graph)
    expect(ahead(graph).filter((text, i) => text !== expected[i])).to.deep.equal([])
    expect(expected).to.have.length.greaterThan(70_000)
    await graph.close()
  })

  it('make no difference to any answer', async () => {
    const graph = await openDemo()
    const plain: Graph = { ...graph, framed: () => undefined }
    await graph.frameAhead()
    const [there, without] = [
      await startServer(graph, { settings: { cache: 0 } }),
      await startServer(plain, { settings: { cache: 0 } }),
    ]
    const asked: string[] = []
    try {
      for (const [i, [, iris]] of irisOf(graph).entries()) {
        const { path } = model.types[i]!
        asked.push(
          `/${path}?page_size=5`,
          `/${path}?page=2&page_size=3`,
          ...iris.slice(0, 5).map((iri) => `/${path}/${encodeURIComponent(iri)}`),
        )
      }
      for (const path of asked) {
        for (const accept of [
          'application/json',
          'application/ld+json',
          'text/turtle',
          'text/html',
          'text/csv',
          'application/x-bibtex',
        ]) {
          const [one, other] = await Promise.all(
            [there, without].map(async ({ api, root }) => {
              const response = await fetch(api + path, { headers: { accept } })
              return [
                response.status,
                response.headers.get('content-type'),
                (await response.text()).replaceAll(root, ''),
                response.headers.get('link')?.replaceAll(root, ''),
              ]
            }),
          )
          expect(one, `${path} ${accept}`).to.deep.equal(other)
        }
      }
      expect(asked).to.have.length.greaterThan(50)
    } finally {
      await there.close()
      await without.close()
      await graph.close()
    }
  })

  it('are asked for by the server, once, and are behind its answers', async () => {
    const graph = await openDemo()
    let [begun, used] = [0, 0]
    const watched: Graph = {
      ...graph,
      frameAhead: () => {
        begun++
        return graph.frameAhead()
      },
      framed: (...at) => {
        const record = graph.framed(...at)
        if (record) used++
        return record
      },
    }
    const server = await startServer(watched, { settings: { cache: 0 } })
    try {
      await (await fetch(`${server.api}/products`)).text()
      while (!existsSync(fileOf(graph)) || framing().length > 0) await wait(10)
      await graph.frameAhead()
      await (await fetch(`${server.api}/products?page_size=7`)).text()
      expect([begun, used]).to.deep.equal([1, 7])
    } finally {
      await server.close()
      await graph.close()
    }
  })

  it('are left to the documents where the file is not as it was written', async () => {
    const letter = (file: string): void => {
      writeFileSync(file, readFileSync(file, 'latin1').replaceAll('e', 'f'), 'latin1')
    }
    for (const damage of [
      (file: string) => truncateSync(file, 0),
      (file: string) => truncateSync(file, statSync(file).size - 2000),
      letter,
    ]) {
      const graph = await openDemo()
      await graph.frameAhead()
      const file = fileOf(graph)
      damage(file)
      expect(ahead(graph)).to.include(undefined)
      expect(existsSync(file)).to.equal(false)
      expect(openFiles()).not.to.include(`${file} (deleted)`)
      // The graphs have a file of their own.
      expect(await fromDocuments(graph)).to.have.length.greaterThan(80)
      await graph.close()
    }
  })

  it('are left to the documents where the process that frames is killed, or cannot be told what to frame', async () => {
    const killed = await openDemo()
    await killed.learn()
    const framed = killed.frameAhead()
    let pids: number[] = []
    while ((pids = framing()).length === 0) await wait(1)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await framed
    // What is no data cannot be told; definitions of extensions are held against that, those that a program
    // makes are not.
    const untold = await openDemo(
      buildModel([...extensions, Object.assign({ ...raSkg! }, { note: () => 'no data' })]),
    )
    await untold.frameAhead()
    for (const graph of [killed, untold]) {
      expect(ahead(graph).every((text) => text === undefined)).to.equal(true)
      expect(existsSync(fileOf(graph))).to.equal(false)
      while (framing().length > 0) await wait(1)
      await graph.close()
    }
  })

  it('are given up when the graph is closed', async () => {
    for (const begun of [false, true]) {
      const graph = await openDemo()
      const file = fileOf(graph)
      const framed = graph.frameAhead()
      while (begun && framing().length === 0) await wait(1)
      await graph.close()
      expect(framing()).to.deep.equal([])
      await framed
      expect(existsSync(file)).to.equal(false)
    }
  })

  it('are not framed to the end where the server has ended, and are where it is asked to reload', async () => {
    const [many, path, source] = [30_000, join(folder, 'records'), join(folder, 'graphs')]
    const iris = Array.from({ length: many }, (_, i) => `${demo.base}many-${i}`)
    const writer = createGraphWriter()
    const graphs = createTextFile(source)
    const [type] = model.types
    for (const iri of iris)
      graphs.add(
        iri,
        writer.write(
          iri,
          new Map([
            [
              `<${iri}>`,
              new Map([
                [RDF_TYPE, [`<${model.classOf(type!)}>`]],
                [model.vocabulary.iri('titles')!, [`"${'x'.repeat(1000)}"@en`]],
              ]),
            ],
          ]),
        ),
      )
    const orders: readonly Order[] = [
      {
        kind: 'begin',
        base: demo.base,
        extensions: model.extensions,
        graphs: { path: source, places: graphs.finish(), predicates: writer.predicates },
      },
      { kind: 'entities', entities: iris.map((iri) => [iri, RECORD | 1] as const) },
      { kind: 'all' },
    ]
    for (const ends of [true, false]) {
      rmSync(path, { force: true })
      const framer = fork(new URL('../../src/store/record-file-process.ts', import.meta.url), [path], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      for (const order of orders) framer.send(order)
      while (!existsSync(path)) await wait(1)
      framer.kill('SIGHUP')
      if (ends) framer.disconnect()
      expect(await once(framer, 'exit')).to.deep.equal([0, null])
      expect(statSync(path).size > many * 1000).to.equal(!ends)
    }
  })

  it('are left to the documents where their file can neither be read nor taken away', async () => {
    const graph = await openDemo()
    await graph.frameAhead()
    const file = fileOf(graph)
    truncateSync(file, 0)
    rmSync(file)
    mkdirSync(file)
    expect(ahead(graph).every((text) => text === undefined)).to.equal(true)
    await graph.close()
    const unwritten = await openDemo()
    mkdirSync(fileOf(unwritten))
    await unwritten.frameAhead()
    expect(ahead(unwritten).every((text) => text === undefined)).to.equal(true)
    await unwritten.close()
  })
})
