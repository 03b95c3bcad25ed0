/**
 * A graph → files for others: RDF as it is stored, or records as JSON Lines, alone or in the parts of a
 * snapshot.
 */

import { createWriteStream, rmSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import yazl from 'yazl'
import type { EntityType } from '../../model/rows/row.ts'
import type { Json } from '../../model/values/json.ts'
import { createFramer } from '../../record/json/frame.ts'
import { writeDescription } from '../../store/endpoint/description.ts'
import type { Graph } from '../../search-index/query/graph.ts'
import { readFiles } from '../../store/nquads.ts'
import { splitLines } from '../../load/text/lines.ts'

/** What is exported of an opened graph. */
export interface Exported {
  readonly graph: Graph
  /** Files of its N-Quads. */
  readonly quads: readonly string[]
  /** How many triples it has, and how many of them JSON does not show. */
  readonly counts: { readonly quads: number; readonly unmapped: number }
}

/** Records fetched at once, and written in a part of a snapshot. */
const TOGETHER = 500
const PART = 10_000
/** Parts in a folder of a snapshot. */
const FOLDER = 1000

const END = Buffer.from(' .\n')

/** The records of a type, some at once, between two positions. */
async function* recordsOf(
  graph: Graph,
  type: EntityType,
  from = 0,
  to = graph.count(type),
): AsyncGenerator<Json[]> {
  const frame = createFramer(graph.model, graph.base)
  for (let at = from; at < to; at += TOGETHER) {
    const documents = await graph.documents(graph.list(type, at, Math.min(TOGETHER, to - at)))
    yield documents.map((document) => frame(document, type))
  }
}

/** The same as JSON lines. */
async function* linesOf(...records: Parameters<typeof recordsOf>): AsyncGenerator<string> {
  for await (const some of recordsOf(...records))
    yield some.map((record) => `${JSON.stringify(record)}\n`).join('')
}

async function* allLines({ graph }: Exported): AsyncGenerator<string> {
  for (const type of graph.model.types) yield* linesOf(graph, type)
}

/**
 * N-Quads, with what the graph says of itself if it has a version: so a store that holds them can be asked for it.
 * It says nothing where something is called like the base, of which it would seem to be said.
 */
async function* quadsOf({ graph, quads, counts }: Exported): AsyncGenerator<Uint8Array | string> {
  const { base, version, loaded } = graph
  yield* readFiles(quads)
  const [called] = await graph.documents([base])
  if (version !== undefined && called?.nodes.size === 0)
    yield writeDescription({ base, version, time: loaded.toISOString(), quads: counts.quads })
}

/** Where the name of the graph stands in a line of N-Quads. */
const graphAt = (line: Uint8Array): number =>
  Buffer.from(line.buffer, line.byteOffset, line.length).lastIndexOf(' <')

/** N-Quads without their graphs: every triple is in one graph only, so that none comes twice. */
async function* triplesOf({ quads }: Exported): AsyncGenerator<Buffer> {
  for await (const block of splitLines(readFiles(quads))) {
    yield Buffer.concat(
      block.flatMap((line) => (line.length === 0 ? [] : [line.subarray(0, graphAt(line)), END])),
    )
  }
}

const digits = (number: number): string => String(number).padStart(5, '0')

/**
 * Name of a part of a snapshot: 10,000 records in a part, 1,000 parts in a folder called after their range.
 */
function nameOfPart({ path }: EntityType, part: number): string {
  const first = part - (part % FOLDER)
  return `${path}/${digits(first)}-${digits(first + FOLDER - 1)}/part_${digits(part)}.jsonl`
}

/** A snapshot archive: for each type its records in parts. */
function zipOf({ graph }: Exported): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  for (const type of graph.model.types) {
    for (let part = 0; part * PART < graph.count(type); part++) {
      const end = Math.min((part + 1) * PART, graph.count(type))
      zip.addReadStreamLazy(nameOfPart(type, part), { mtime: graph.loaded }, (callback) => {
        const lines = Readable.from(linesOf(graph, type, part * PART, end), { objectMode: false })
        callback(
          null,
          lines.on('error', (error) => output.destroy(error)),
        )
      })
    }
  }
  zip.end()
  return output
}

/** The type whose path a file is called by. @throws Error that names the paths */
function typeOfFile({ model }: Graph, file: string): EntityType {
  const type = model.typeAt(basename(file).replace(/\..*$/, ''))
  if (type) return type
  const names = model.types.map(({ path }) => `${path}.parquet`)
  throw new Error(`${file} is a table of one kind of records: call it ${names.join(', ')}`)
}

async function* parquetOf({ graph }: Exported, file: string): AsyncGenerator<Uint8Array> {
  const type = typeOfFile(graph, file)
  const { writeParquet } = await import('../../record/citation/parquet.ts')
  yield* writeParquet(recordsOf(graph, type), type, graph.model)
}

interface Format {
  readonly says: string
  /** @param file that is written */
  read(exported: Exported, file: string): AsyncIterable<Uint8Array | string>
  readonly packed?: true
  /** It holds the records of one kind, and cannot be loaded. */
  readonly isTable?: true
  /** It holds what the rows map, and no other triples. */
  readonly mapped?: true
}

/** The forms of an export by the ending of the file; the longest that fits counts. */
export const exportFormats: Readonly<Record<string, Format>> = {
  '.zip': { says: 'snapshot archive', read: zipOf, mapped: true },
  '.nq.gz': { says: 'N-Quads, packed', read: quadsOf, packed: true },
  '.nq': { says: 'N-Quads', read: quadsOf },
  '.nt.gz': { says: 'N-Triples, packed', read: triplesOf, packed: true },
  '.nt': { says: 'N-Triples', read: triplesOf },
  '.jsonl.gz': { says: 'JSON Lines, packed', read: allLines, packed: true, mapped: true },
  '.jsonl': { says: 'JSON Lines', read: allLines, mapped: true },
  '.parquet': { says: 'Parquet, records of one kind', read: parquetOf, isTable: true },
}

/** The form that a file name asks for; undefined for another ending. */
export const exportFormatOf = (file: string): Format | undefined =>
  Object.entries(exportFormats).find(([ending]) => file.toLowerCase().endsWith(ending))?.[1]

/** @throws Error that says why no file can be written there */
export function requireWritable(file: string): void {
  const folder = dirname(file)
  const about = statSync(folder, { throwIfNoEntry: false })
  if (!about) throw new Error(`${file} cannot be written: there is no directory ${folder}`)
  if (!about.isDirectory()) throw new Error(`${file} cannot be written: ${folder} is no directory`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${file} is a directory; --out names a file`)
}

/**
 * Writes a graph to a file, which takes its place when it is whole.
 * @returns the triples that the file does not hold: JSON has no place for what the rows do not map, or for
 * records of a type alone
 * @throws Error if the ending is of no known form, or the file cannot be written
 */
export async function exportGraph(exported: Exported, file: string): Promise<number> {
  const format = exportFormatOf(file)
  if (!format)
    throw new Error(
      `${file} has an ending of no known form; known are ${Object.keys(exportFormats).join(' ')}`,
    )
  requireWritable(file)
  const half = `${file}.${process.pid}.part`
  const steps = [
    Readable.from(format.read(exported, file), { objectMode: false }),
    ...(format.packed ? [createGzip()] : []),
    createWriteStream(half),
  ]
  const remove = (): void => rmSync(half, { force: true })
  process.on('exit', remove)
  try {
    await pipeline(steps)
    await rename(half, file)
    return format.mapped ? exported.counts.unmapped : 0
  } finally {
    process.off('exit', remove)
    remove()
  }
}
