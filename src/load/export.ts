/** A graph → files for others: RDF as it is stored, or records as JSON Lines, alone or in the parts of a snapshot. */

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import yazl from 'yazl'
import type { EntityType } from '../model/row.ts'
import { createFramer } from '../record/frame.ts'
import type { Graph } from '../store/graph.ts'
import { readFiles } from '../store/nquads.ts'
import { splitLines } from './json.ts'

/** A graph and the N-Quads files that hold it. */
export interface Exported { readonly graph: Graph; readonly quads: readonly string[] }

/** Records fetched at once, and written in a part of a snapshot. */
const TOGETHER = 500
const PART = 10_000
/** Parts in a folder of a snapshot. */
const FOLDER = 1000

const END = Buffer.from(' .\n')

/** The records of a type as JSON lines: `count` of them from position `from`. */
async function* linesOf(graph: Graph, type: EntityType, from: number, count: number): AsyncGenerator<string> {
  const frame = createFramer(graph.model, graph.base)
  for (let at = from; at < from + count; at += TOGETHER) {
    const documents = await graph.documents(graph.list(type, at, Math.min(TOGETHER, from + count - at)))
    yield documents.map((document) => `${JSON.stringify(frame(document, type))}\n`).join('')
  }
}

async function* allLines({ graph }: Exported): AsyncGenerator<string> {
  for (const type of graph.model.types) yield* linesOf(graph, type, 0, graph.count(type))
}

/** Where the name of the graph stands in a line of N-Quads. */
const graphAt = (line: Uint8Array): number => Buffer.from(line.buffer, line.byteOffset, line.length).lastIndexOf(' <')

/** N-Quads without their graphs: every triple is in one graph only, so that none comes twice. */
async function* triplesOf({ quads }: Exported): AsyncGenerator<Buffer> {
  for await (const block of splitLines(readFiles(quads))) {
    yield Buffer.concat(block.flatMap((line) => (line.length === 0 ? [] : [line.subarray(0, graphAt(line)), END])))
  }
}

const digits = (number: number): string => String(number).padStart(5, '0')

/** Name of a part of a snapshot: 10,000 records in a part, 1,000 parts in a folder called after their range. */
function nameOfPart({ path }: EntityType, part: number): string {
  const first = part - (part % FOLDER)
  return `${path}/${digits(first)}-${digits(first + FOLDER - 1)}/part_${digits(part)}.jsonl`
}

/** A snapshot archive: for each type its records in parts. */
function zipOf({ graph }: Exported): Readable {
  const zip = new yazl.ZipFile()
  for (const type of graph.model.types) {
    for (let part = 0; part * PART < graph.count(type); part++) {
      const count = Math.min(PART, graph.count(type) - part * PART)
      zip.addReadStreamLazy(nameOfPart(type, part), { mtime: graph.loaded }, (callback) => {
        callback(null, Readable.from(linesOf(graph, type, part * PART, count), { objectMode: false }))
      })
    }
  }
  zip.end()
  return zip.outputStream as Readable
}

interface Format { readonly says: string; read(exported: Exported): AsyncIterable<Uint8Array | string>; readonly packed?: true }

/** The forms of an export by the ending of the file; the longest that fits counts. */
export const exportFormats: Readonly<Record<string, Format>> = {
  '.zip': { says: 'snapshot archive', read: zipOf },
  '.nq.gz': { says: 'N-Quads, packed', read: ({ quads }) => readFiles(quads), packed: true },
  '.nq': { says: 'N-Quads', read: ({ quads }) => readFiles(quads) },
  '.nt.gz': { says: 'N-Triples, packed', read: triplesOf, packed: true },
  '.nt': { says: 'N-Triples', read: triplesOf },
  '.jsonl.gz': { says: 'JSON Lines, packed', read: allLines, packed: true },
  '.jsonl': { says: 'JSON Lines', read: allLines },
}

/** The form that a file name asks for; undefined for another ending. */
export function exportFormatOf(file: string): Format | undefined {
  const ending = Object.keys(exportFormats).find((end) => file.toLowerCase().endsWith(end))
  return ending === undefined ? undefined : exportFormats[ending]
}

/** Writes a graph to a file, which takes its place when it is whole. @throws Error if the ending is of no known form */
export async function exportGraph(exported: Exported, file: string): Promise<void> {
  const format = exportFormatOf(file)
  if (!format) throw new Error(`${file} has an ending of no known form; known are ${Object.keys(exportFormats).join(' ')}`)
  const half = `${file}.${process.pid}.part`
  const steps: [Readable, ...Transform[]] = [Readable.from(format.read(exported), { objectMode: false }), ...(format.packed ? [createGzip()] : [])]
  try {
    await pipeline([...steps, createWriteStream(half) as Writable] as never)
    await rename(half, file)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}
