/** Files by the endings of their names: the format of each, and how it is unpacked. */

import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { textEndings } from '../../model/rows/source-row.ts'
import { InputError } from '../text/input-error.ts'
import { createAllowance, gunzipped, type Allowance } from './bounded-unpacking.ts'

export type Format =
  'json' | 'jsonl' | 'turtle' | 'ntriples' | 'nquads' | 'trig' | 'rdfxml' | 'text' | 'tar' | 'zip'

/** The formats by the ending of the file name. */
export const formats: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.jsonld': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.ttl': 'turtle',
  '.nt': 'ntriples',
  '.nq': 'nquads',
  '.trig': 'trig',
  '.rdf': 'rdfxml',
  ...Object.fromEntries(textEndings.map((ending) => [ending, 'text'])),
  '.tar': 'tar',
  '.zip': 'zip',
}

export interface Input {
  /** What messages call it: the path, and the entry of an archive behind it. */
  readonly name: string
  readonly format: Format
  /** Bytes as they are stored, for telling how far reading is. */
  readonly size: number
  /** Base of the graph, where the input is a prepared one. */
  readonly base?: string
  /** What may still come out of the archive in which it stands. */
  readonly allowance?: Allowance | undefined
  /** It comes out of an archive that stands in an archive. */
  readonly isNested?: true
  open(): Promise<Readable>
}

/** Pieces of a table, as in dumps: `part_0000.gz`. */
const PART_FILE = /(?:^|\/)part[-_]\d+$/

const formatOf = (name: string): Format | undefined =>
  PART_FILE.test(name) ? 'jsonl' : formats[extname(name).toLowerCase()]

/**
 * The input that a file is by its name, or nothing.
 * @param archive what may come out of the archive around the file
 */
export function inputsIn(
  name: string,
  size: number,
  open: () => Promise<Readable>,
  archive?: Allowance,
): Input[] {
  const packed = /\.t?gz$/i.test(name)
  const format = formatOf(name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, ''))
  if (!format) return []
  const unpacked = async (): Promise<Readable> =>
    gunzipped(await open(), [createAllowance(size), ...(archive ? [archive] : [])])
  return [{ name, format, size, open: packed ? unpacked : open, allowance: archive }]
}

/** Names in archives that no data has: hidden files and folders, and what macOS puts beside each file. */
export const isHidden = (name: string): boolean => /(?:^|\/)(?:\.(?!\.?\/)|__MACOSX\/)/.test(name)

/** What cannot be read is reported when the inputs are read. */
export const unreadable = (name: string, fault: string | Error): Input => ({
  name,
  format: 'json',
  size: 0,
  open: () => Promise.reject(typeof fault === 'string' ? new InputError(fault) : fault),
})
