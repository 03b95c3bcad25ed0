/** A copy of a graph as a file of N-Quads, which is made of the stream of its changes and brought up to date by it. */

import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync, type WriteStream } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Writer } from 'n3'
import { ownUrl } from '../shared/find-lists.ts'
import type { HttpClient } from '../shared/http-client.ts'
import { createDirectory } from '../../load/prepared/staging-directory.ts'
import { rdf } from '../../sparql/rdf.ts'
import { readStreamPage, type Change, type StreamPage } from './stream-page.ts'

export interface CopyOptions {
  readonly client: HttpClient
  /** File that gets the copy: .nq or .nq.gz. */
  readonly out: string
  /** Copy of the same stream, of which only what has changed is fetched; absent: all is. */
  readonly since?: string | undefined
  readonly onPage?: (url: string, changes: number) => void
}

export interface Copied {
  /** Records that were fetched, and that went. */
  readonly changed: number
  readonly gone: number
  /** Milliseconds up to which the copy has all changes. */
  readonly until: number
  /** Why the copy before was of no use, if it was of none. */
  readonly anewBecause?: string | undefined
}

/** The newest version of each record that was read. */
type Versions = Map<string, Pick<Change, 'published' | 'isGone'>>

const isPacked = (file: string): boolean => /\.gz$/i.test(file)

async function* linesOf(file: string): AsyncGenerator<string> {
  const stored = createReadStream(file)
  const input = isPacked(file) ? pipeline(stored, createGunzip(), () => {}) : stored
  yield* createInterface({ input, crlfDelay: Infinity })
}

/** The first line of a copy: of which stream, and up to when. */
const HEAD = /^# changes of (\S+) until (\S+)$/
const headOf = (url: string, until: number): string =>
  `# changes of ${url} until ${new Date(until).toISOString()}\n`

/** @throws Error if it is no copy of the stream */
async function positionOf(file: string, url: string): Promise<number> {
  if (!existsSync(file)) throw new Error(`${file} is not there; without --since all is fetched`)
  for await (const line of linesOf(file)) {
    const [, stream, time = ''] = HEAD.exec(line) ?? []
    if (stream === url && !Number.isNaN(Date.parse(time))) return Date.parse(time)
    throw new Error(`${file} is ${stream === undefined ? 'no copy of a stream' : `a copy of ${stream}`}`)
  }
  throw new Error(`${file} is empty`)
}

/** The graph with which a line of N-Quads ends. */
const graphOf = (line: string): string | undefined => / <([^<>"\s]*)> \.$/.exec(line)?.[1]

/** A file that is written as fast as it takes the text. */
function openFile(file: string): { write(text: string): Promise<void>; close(): Promise<void> } {
  const target: WriteStream = createWriteStream(file)
  const packed = isPacked(file) ? createGzip() : undefined
  const failed = once(target, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => {})
  if (packed) pipeline(packed, target, () => {})
  const input = packed ?? target
  return {
    async write(text) {
      if (!input.write(text)) await Promise.race([once(input, 'drain'), failed])
    },
    async close() {
      input.end()
      await Promise.race([once(target, 'close'), failed])
    },
  }
}

async function readPage(client: HttpClient, url: string, number: number): Promise<StreamPage> {
  const { status, type, text } = await client.get(url, { accept: 'application/n-quads' })
  if (status !== 200 || type !== 'application/n-quads')
    throw new Error(`${url} is answered with ${status} and ${type || 'no media type'}, and not with N-Quads`)
  try {
    return readStreamPage(text, `p${number}-`)
  } catch (error) {
    throw new Error(`${url} is no document of a stream of changes: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Writes a copy: of the one before, what has not changed, and of what was fetched the newest version of each record.
 * @param fetched lines of N-Quads, each behind the time of its version and a blank
 */
async function writeCopy(
  target: string,
  head: string,
  fetched: string,
  newest: Versions,
  before: string | undefined,
): Promise<void> {
  const file = openFile(target)
  await file.write(head)
  if (before !== undefined)
    for await (const line of linesOf(before)) {
      const graph = graphOf(line)
      if (graph !== undefined && !newest.has(graph)) await file.write(`${line}\n`)
    }
  for await (const line of linesOf(fetched)) {
    const published = newest.get(graphOf(line) ?? '')?.published
    const start = line.indexOf(' ')
    if (line.slice(0, start) === String(published)) await file.write(`${line.slice(start + 1)}\n`)
  }
  await file.close()
}

/** Reads all documents that may have changes after a time, at the host of the root. */
async function fetchChanges(
  url: string,
  root: StreamPage,
  time: number,
  read: (url: string) => Promise<StreamPage>,
  take: (change: Change) => Promise<void>,
): Promise<void> {
  const visited = new Set<string>()
  const waiting = [...root.links]
  for (let link = waiting.pop(); link; link = waiting.pop()) {
    if (link.until <= time || visited.has(link.url)) continue
    visited.add(link.url)
    const own = ownUrl(link.url, url)
    if (own === undefined) throw new Error(`${url} leads to ${link.url}, which is no web address`)
    const page = await read(own)
    for (const change of page.changes) await take(change)
    waiting.push(...page.links)
  }
}

/** The last moment to which a root leads. */
function lastOf({ links, began }: StreamPage, url: string): number {
  const last = links.reduce((latest, { until }) => Math.max(latest, until), began ?? Infinity)
  if (last === Infinity) throw new Error(`${url} does not say when it began and of which times its pages are`)
  return last
}

/**
 * Writes a copy of the graph of a stream. What changes while the stream is read is read too.
 * @throws Error if there is no stream, or a part of it cannot be had; Unanswered
 */
export async function copyChanges(
  url: string,
  { client, out, since, onPage = () => {} }: CopyOptions,
): Promise<Copied> {
  let until = since === undefined ? -Infinity : await positionOf(since, url)
  let before = since
  const { folder, close } = createDirectory(join(dirname(resolve(out)), '.skeg-copy-'))
  const [fetched, whole] = [join(folder, 'fetched'), join(folder, isPacked(out) ? 'all.gz' : 'all')]
  const newest: Versions = new Map()
  try {
    const file = openFile(fetched)
    const writer = new Writer({ format: 'N-Quads' })
    let pages = 0
    const read = async (page: string): Promise<StreamPage> => {
      const content = await readPage(client, page, ++pages)
      onPage(page, newest.size)
      return content
    }
    const take = async ({ iri, published, isGone, quads }: Change): Promise<void> => {
      if (published < (newest.get(iri)?.published ?? -Infinity)) return
      newest.set(iri, { published, isGone })
      const graph = rdf.namedNode(iri)
      for (const { subject, predicate, object } of quads)
        await file.write(`${published} ${writer.quadToString(subject, predicate, object, graph)}`)
    }
    let anewBecause: string | undefined
    for (;;) {
      const root = await read(url)
      const last = lastOf(root, url)
      if (until !== -Infinity && (root.began ?? 0) > until) {
        anewBecause = `the stream was restarted at ${new Date(root.began ?? 0).toISOString()}`
        until = -Infinity
        before = undefined
        newest.clear()
      }
      if (last <= until) break
      await fetchChanges(url, root, until, read, take)
      until = last
    }
    await file.close()
    await writeCopy(whole, headOf(url, until), fetched, newest, before)
    renameSync(whole, out)
    const gone = [...newest.values()].filter(({ isGone }) => isGone).length
    return { changed: newest.size - gone, gone, until, anewBecause }
  } finally {
    close()
  }
}
