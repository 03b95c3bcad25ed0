/** The log of the records of a prepared graph, onto which others are loaded. */

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, gunzipSync } from 'node:zlib'
import type { Json } from '../../model/values/json.ts'
import type { Sorted } from '../../search-index/tables/sorter.ts'
import { damaged, readManifest, type Manifest } from '../prepared/manifest.ts'
import { utf8Text } from '../text/utf8.ts'
import { headOf, sortKey } from './entry.ts'

/** A load whose records the log has. */
export interface Generation {
  readonly number: number
  /** What converted them. */
  readonly software: string
  readonly extensions: readonly string[]
}

/** What holds for all loads onto a graph. */
export interface LoadSettings {
  readonly keep?: string | undefined
  readonly join?: boolean | undefined
  /** Texts of the maps of tables. */
  readonly maps?: readonly string[]
  /** Corrections by the IRI that each is of. */
  readonly corrections?: readonly (readonly [iri: string, correction: Json])[]
}

/** The last member of a log. */
export interface LogEnd {
  /** Number of the last load. */
  readonly last: number
  /** Loads of which it has records of sources. */
  readonly generations: readonly Generation[]
  readonly settings: LoadSettings
  /** The key of each record is the IRI of what it is of: none is of a source. */
  readonly isByIri: boolean
}

export interface EarlierLog extends LogEnd {
  /** The graph. */
  readonly path: string
  readonly manifest: Manifest
  /** All lines, in the order of their keys. @throws Error if the file is not as it was written */
  entries(): Generator<Sorted>
  close(): void
}

/** Opens the log of a graph at once, whatever replaces that meanwhile; undefined if it has none. */
export function openEarlierLog(path: string): EarlierLog | undefined {
  const manifest = readManifest(path)
  const file = manifest.files.records
  if (!file) return undefined
  const descriptor = openSync(join(path, file.file), 'r')

  function contentOf(member: number, position: number): Buffer {
    const bytes = Buffer.allocUnsafe(file?.members[member] as number)
    const read = readSync(descriptor, bytes, 0, bytes.length, position)
    if (read < bytes.length || crc32(bytes) !== file?.checksums[member])
      throw damaged(path, `its file ${file?.file} is not as it was written`)
    return gunzipSync(bytes)
  }

  const end = file.members.length - 1
  const startOfEnd = file.bytes - (file.members[end] as number)
  return {
    ...(JSON.parse(utf8Text(contentOf(end, startOfEnd))) as LogEnd),
    path,
    manifest,
    *entries() {
      let position = 0
      for (const [member, length] of file.members.slice(0, end).entries()) {
        const lines = contentOf(member, position)
        position += length
        for (let start = 0, stop = lines.indexOf('\n'); stop !== -1; stop = lines.indexOf('\n', start)) {
          const line = lines.subarray(start, stop)
          yield [sortKey(headOf(line)), line]
          start = stop + 1
        }
      }
    },
    close: () => closeSync(descriptor),
  }
}
