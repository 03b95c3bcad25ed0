// Files made for a test, loaded into a real store and read back.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gunzipSync } from 'node:zlib'
import oxigraph from 'oxigraph'
import { findingKinds, type Finding } from '../../src/findings/kinds.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { createReport, type Report } from '../../src/load/validate/report.ts'
import { isPrepared } from '../../src/load/prepared/manifest.ts'
import { contentHash } from '../support/content-hash.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { readGraphs } from '../../src/store/nquads.ts'
import { openGraph } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { folderOf, temporaryFolder } from '../support/folders.ts'

export type Json = Record<string, unknown>
export type Files = Readonly<Record<string, string | Uint8Array>>

export const BASE = 'https://example.org/graph/'

export interface Loaded {
  readonly hash: string
  /** N-Quads. */
  readonly dump: string
  readonly base: string
  /** Answers by `type id`, the id without the base. */
  readonly answers: Readonly<Record<string, Json>>
  /** Findings as text: severity, file:line, id, path, message. */
  readonly findings: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

const toText = ({ kind, file, line, id, path, message }: Finding, folder: string): string =>
  [
    findingKinds[kind].severity,
    file.replace(`${folder}/`, '') + (line === undefined ? '' : `:${line}`),
    id ? `<${id}>` : '',
    path ?? '',
    message,
  ]
    .filter(Boolean)
    .join(' ')

/** Records as JSON Lines. */
export const jsonl = (...records: readonly unknown[]): string =>
  records.map((one) => JSON.stringify(one)).join('\n')

/** The N-Quads of files, as they are loaded by some options, and what is said then. */
export async function loadBy(
  options: Partial<Parameters<typeof prepareGraph>[1]>,
  files: Files,
): Promise<{ readonly quads: string; readonly hash: string; readonly said: string }> {
  const out = join(temporaryFolder(), 'graph')
  const { report, manifest } = await prepareGraph([folderOf(files)], { model, base: BASE, out, ...options })
  const quads = gunzipSync(readFileSync(join(out, manifest.files.quads.file))).toString()
  return { quads, hash: manifest.hash, said: report.lines().join('\n') }
}

/** Writes the files into a new folder, and loads it. */
export async function load(files: Files, base: string | undefined = BASE): Promise<Loaded> {
  const folder = folderOf(files)
  return await loadPaths([folder], base, folder)
}

export async function loadPaths(
  paths: readonly string[],
  base: string | undefined,
  folder = '',
): Promise<Loaded> {
  const [only = ''] = paths
  if (paths.length === 1 && isPrepared(only)) return read(only, createReport(), folder)
  const place = temporaryFolder()
  const out = join(place, 'graph')
  const baseOption = base === '' ? undefined : base
  const { report } = await prepareGraph(paths, { model, base: baseOption, out, examine: false })
  return await read(out, report, folder)
}

/** What Oxigraph has of N-Quads. */
function dumpOf(chunks: readonly Uint8Array[]): string {
  const store = new oxigraph.Store()
  for (const chunk of chunks) store.load(chunk, { format: 'nq', no_transaction: true, lenient: true })
  return store.dump({ format: 'nq' })
}

async function read(out: string, report: Report, folder: string): Promise<Loaded> {
  const { graph, quads } = await openGraph([out], { model })
  try {
    const frame = createFramer(model, graph.base)
    const answers: Record<string, Json> = {}
    for (const type of model.types) {
      for (const document of await graph.documents(graph.list(type, 0, 100)))
        answers[`${type.name} ${document.iri.replace(graph.base, '')}`] = frame(document, type)
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of readGraphs(quads)) chunks.push(chunk)
    let text: string | undefined
    const dump = (): string => (text ??= dumpOf(chunks))
    return {
      get hash() {
        return contentHash(dump())
      },
      get dump() {
        return dump()
      },
      base: graph.base,
      answers,
      findings: report.findings.map((finding) => toText(finding, folder)),
      counts: Object.fromEntries(report.counts),
    }
  } finally {
    await graph.close()
  }
}

/** CRC-32 as zip archives have it. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A zip archive; `method` 0 stores the files as they are, 8 deflates them. */
export function zip(files: Files, method: 0 | 8): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed)
    central.push(Buffer.from('PK\x01\x02\x14\x00'), head, place, Buffer.from(name))
    offset += 4 + head.length + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end])
}
