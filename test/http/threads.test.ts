/** Answers that worker threads make: the same as without them, over the graph that is served. */

import { expect } from 'chai'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { ownTask } from '../../src/admission/task.ts'
import { openIndex } from '../../src/search-index/open-index.ts'
import { extensions } from '../../src/extensions/index.ts'
import { buildModel } from '../../src/model/model.ts'
import { openGraph } from '../../src/load/open/open.ts'
import { withDefaults } from '../../src/config/settings.ts'
import { withEndpoint } from '../../src/store/endpoint/endpoint.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { flipLastValue } from '../support/damage.ts'
import { DEMO } from '../support/endpoint.ts'
import { preparedGraph } from '../support/graphs.ts'
import { indexFiles } from '../support/index-files.ts'
import { getRaw, startServer, type Raw, type TestServer } from '../support/server.ts'
import { openThrough } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/folders.ts'

const model = buildModel(extensions)

/** The demo with its endpoint, in a folder of its own, as `serve` opens it. */
async function openDemo(): Promise<Graph> {
  const base = 'https://w3id.org/skg-if/sandbox/skeg/'
  return withEndpoint(await openGraph([DEMO], { model, base }), withDefaults())
}

const ORCID = encodeURIComponent('https://orcid.org/0000-0002-1825-0097')

const targets = [
  '/',
  '/skg-if/api',
  '/docs?format=html',
  '/docs/errors',
  '/openapi.json',
  '/skg-if-openapi.yaml',
  '/sitemap.xml',
  '/sitemaps/products-1.xml',
  '/.well-known/void?format=turtle',
  '/contexts',
  '/skg-if/api/topics/topic-linked-data',
  '/skg-if/api/topics/topic-linked-data?format=html',
  '/skg-if/api/topics/topic-linked-data?format=rdfxml',
  '/skg-if/api/topics/nothing?format=turtle',
  '/skg-if/api/products?page_size=3',
  '/skg-if/api/products?page_size=30',
  '/skg-if/api/products?page_size=3&format=html&skeg_facets=publication_year',
  '/skg-if/api/products?filter=cf.search.title:data&skeg_sort=relevance',
  '/skg-if/api/products?filter=contributions.by.name:nobody',
  '/skg-if/api/products?filter=contributions.by.family_name:Silva&format=turtle',
  '/skg-if/api/products?filter=titles.nothing:x',
  '/skg-if/api/products?page_size=1000',
  '/skg-if/api/nothing',
  '/search?q=data',
  '/search?q=nothing-of-that-name',
  '/search/products?cf.search.title=data',
  '/suggest?q=lin',
  '/download/products?format=csv',
  '/download/products?format=bibtex&filter=cf.search.title:nothing-of-that-name',
  '/download/products?format=nothing',
  '/reconcile?queries=%7B%22q%22%3A%7B%22query%22%3A%22linked%20data%22%7D%7D',
  '/reconcile/suggest/entity?prefix=lin',
  `/resolve?iri=${ORCID}`,
  '/id/topic-linked-data?format=turtle',
  '/sparql?format=html&query=SELECT%20(COUNT(*)%20AS%20%3Fn)%20%7B%3Fs%20%3Fp%20%3Fo%7D',
  '/sparql?format=html&query=SELECT',
  '/sparql?query=ASK%7B%7D',
]

/** What differs from answer to answer, or tells the port. */
function comparable({ status, headers, body }: Raw, port: number): object {
  const { date: _, 'x-request-id': __, etag, 'content-length': ___, ...rest } = headers
  const text = JSON.stringify({ rest, body }).replaceAll(String(port), 'PORT')
  return { status, text, isTagged: etag !== undefined }
}

/** A graph that counts the lists which the main thread makes of it, and the documents that it reads. */
interface CountedGraph extends Graph {
  made: number
  documentsRead: number
}

function countLists(graph: Graph): CountedGraph {
  const counted: CountedGraph = {
    ...graph,
    made: 0,
    documentsRead: 0,
    forTask(task) {
      const queries = graph.forTask(task)
      const search: Graph['search'] = (...args) => {
        counted.made++
        return queries.search(...args)
      }
      const documents: Graph['documents'] = (iris) => {
        counted.documentsRead += iris.length
        return queries.documents(iris)
      }
      return { ...queries, search, documents }
    },
  }
  return counted
}

/** Until the first thread is ready, the main thread answers. */
const untilThreadsAnswer = ({ port }: TestServer, counted: CountedGraph): Promise<void> =>
  until(async () => {
    const { made } = counted
    await getRaw(port, '/skg-if/api/topics?page_size=30')
    return counted.made === made
  })

describe('worker threads', () => {
  let graphs: readonly Graph[]
  let current: Graph
  let counted: CountedGraph
  let inThreads: TestServer
  let inMain: TestServer
  before(async () => {
    graphs = await Promise.all([openDemo(), openDemo()])
    const [first] = graphs as [Graph, Graph]
    current = counted = countLists(first)
    const settings = { cache: 0 }
    inThreads = await startServer(() => current, { threads: { count: 3 }, settings })
    inMain = await startServer(first, { threads: undefined, settings })
    await first.endpoint?.loadEngines(1)
    await untilThreadsAnswer(inThreads, counted)
  })
  after(async () => {
    await Promise.all([inThreads.close(), inMain.close()])
    for (const graph of graphs) await graph.close()
  })

  for (const target of targets)
    it(`answer as the main thread does: ${target}`, async () => {
      const { made } = counted
      const [one, other] = await Promise.all([inThreads, inMain].map(({ port }) => getRaw(port, target)))
      expect(comparable(one!, inThreads.port)).to.deep.equal(comparable(other!, inMain.port))
      expect(counted.made).to.equal(made)
    })

  /** How many more of something the main thread has made or read for a request. */
  async function inMainFor(what: 'made' | 'documentsRead', target: string): Promise<number> {
    const before = counted[what]
    expect((await getRaw(inThreads.port, target)).status).to.equal(200)
    return counted[what] - before
  }

  it('leave a small record to the main thread, in any form, and a list of the same in this form not', async () => {
    expect(await inMainFor('documentsRead', '/skg-if/api/topics/topic-linked-data?format=turtle')).to.equal(1)
    expect(await inMainFor('documentsRead', '/skg-if/api/topics/topic-linked-data?format=nquads')).to.equal(1)
    expect(await inMainFor('documentsRead', '/skg-if/api/topics?format=turtle')).to.equal(0)
  })

  it('leave a page of a small list to the main thread, where nothing else is being made', async () => {
    const list = '/skg-if/api/products?filter=cf.search.title:data'
    expect(await inMainFor('made', list)).to.equal(1)
    for (const target of [
      `${list}&page_size=30`,
      `${list}&format=html`,
      '/skg-if/api/products?skeg_facets=product_type',
    ])
      expect(await inMainFor('made', target), target).to.equal(0)
  })

  it('answer a form that is posted', async () => {
    const queries = JSON.stringify({ q: { query: 'linked data' } })
    const [one, other] = await Promise.all(
      [inThreads, inMain].map(async ({ root }) =>
        (await fetch(`${root}/reconcile`, { method: 'POST', body: new URLSearchParams({ queries }) })).text(),
      ),
    )
    expect(one).to.equal(other).and.to.include('topic-linked-data')
  })

  it('open a graph that takes the place of another, and close that', async () => {
    const [first, second] = graphs as [Graph, Graph]
    current = second
    await first.close()
    const { status, body } = await getRaw(inThreads.port, '/skg-if/api/topics?page_size=30')
    expect(status).to.equal(200)
    expect(body).to.include('local_identifier')
  })
})

describe('a download', () => {
  it('that is refused while a newer graph counts keeps nothing of its graph', async () => {
    const graph = await openDemo()
    await using server = await startServer(graph, { lateSince: () => 1, settings: { cache: 0 } })
    const target = '/download/products?format=jsonl&skeg_sort=modified:desc'
    for (let i = 0; i < 20; i++) await until(async () => (await getRaw(server.port, target)).status === 503)
    await graph.close()
  })

  it('that is on its way when its graph is closed is cut off, and not ended as if it were whole', async () => {
    const folder = temporaryFolder()
    const topic = (_: unknown, i: number): string =>
      JSON.stringify({
        local_identifier: `https://example.org/${i}`,
        entity_type: 'topic',
        labels: { en: `${i} ${'and more '.repeat(3000)}` },
      })
    writeFileSync(join(folder, 'topics.jsonl'), Array.from({ length: 1000 }, topic).join('\n'))
    const graph = countLists(await openThrough([folder], 'https://example.org/'))
    await using server = await startServer(graph, { settings: { cache: 0 } })
    await untilThreadsAnswer(server, graph)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${server.root}/download/topics?format=jsonl`, resolve).on('error', reject)
    })
    expect(response.statusCode).to.equal(200)
    await graph.close()
    const ended = new Promise((resolve) => response.on('end', () => resolve('end')).on('error', resolve))
    response.resume()
    expect(await ended).to.include({ code: 'ECONNRESET' })
  })
})

describe('a list that needs an engine', () => {
  /** Of one contribution: what the index cannot tell. */
  const FILTER =
    'filter=contributions.by.given_name:Heather,contributions.declared_affiliations.name:OurResearch'

  it('is one query of one engine, however often it is asked for', async () => {
    const graph = countLists(await openDemo())
    await graph.endpoint?.loadEngines(1)
    await using server = await startServer(graph, { settings: { cache: 0 } })
    const queries = (): number => graph.endpoint?.state().queries ?? 0
    const ask = async (more = ''): Promise<void> => {
      expect((await getRaw(server.port, `/skg-if/api/products?${FILTER}${more}`)).status).to.equal(200)
    }
    await untilThreadsAnswer(server, graph)
    const before = queries()
    await Promise.all([ask(), ask(), ask('&page_size=5'), ask('&format=turtle')])
    await ask()
    await ask('&page_size=3')
    expect(queries() - before).to.equal(1)
    await graph.close()
  })
})

describe('the index of a graph', () => {
  it('is reported as damaged by the thread that finds it so', async () => {
    const graph = await openDemo()
    const folder = temporaryFolder()
    const file = join(folder, 'index')
    writeFileSync(file, readFileSync(graph.index!.file))
    await flipLastValue('records', file)
    const found: Error[] = []
    const damaged: Graph = {
      ...graph,
      index: { file, quads: graph.index!.quads, onDamage: (cause) => found.push(cause) },
    }
    await using server = await startServer(damaged, { threads: { count: 1 }, settings: { cache: 0 } })
    const lists = model.types.map(({ path }) => `/skg-if/api/${path}?page_size=100`)
    await until(async () => {
      for (const target of lists) await getRaw(server.port, target)
      return found.length > 0
    })
    expect(found[0]!.message).to.match(/damaged/)
    await graph.close()
  })
  it('can be opened by a thread that is started after the next load has removed it', async () => {
    const base = 'https://w3id.org/skg-if/sandbox/skeg/'
    const folder = temporaryFolder()
    cpSync(await preparedGraph([DEMO], { model, base }), folder, { recursive: true })
    const { graph } = await openGraph([folder], { model })
    for (const path of Object.values(indexFiles(folder))) rmSync(path)
    const { index, reads, close } = openIndex(graph.index!, { model, base })
    const iris = index.records(model.types[0]!).slice(0, 1)
    expect(reads.documents(iris, ownTask)[0]?.nodes.size).to.be.above(0)
    await close()
    await graph.close()
  })
})
