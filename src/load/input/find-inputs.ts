/** PATHs → files to read: directories walked, .gz unpacked, .zip opened; .tar is read file by file. */

import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { ABOUT } from '../../about.ts'
import { InputError } from '../text/input-error.ts'
import { textEndings } from '../../model/rows/source-row.ts'
import { isPrepared, readManifest } from '../prepared/manifest.ts'
import { findOtherFormat, OtherFormatError } from './other-formats.ts'
import { createAllowance, gunzipped, zipEntryBytes, type Allowance } from './unpack-archives.ts'

export type Format =
  'json' | 'jsonl' | 'turtle' | 'ntriples' | 'nquads' | 'trig' | 'rdfxml' | 'text' | 'tar' | 'zip'

/** The formats by the ending of the file name. */
const formats: Readonly<Record<string, Format>> = {
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

/**
 * Finds the files that PATHs stand for.
 * @throws Error if a path does not exist, cannot be read, or is of no known format
 */
export async function findInputs(paths: readonly string[]): Promise<Input[]> {
  const found: Input[] = []
  const visited = new Set<string>()
  for (const path of paths) found.push(...(await findIn(path, true, visited)))
  return found
}

/** What cannot be read is reported when the inputs are read. */
const unreadable = (name: string, fault: string | Error): Input => ({
  name,
  format: 'json',
  size: 0,
  open: () => Promise.reject(typeof fault === 'string' ? new InputError(fault) : fault),
})

/** @param visited directories: each is read once, whatever links lead to it */
async function findIn(path: string, isNamed: boolean, visited: Set<string>): Promise<Input[]> {
  const kind = await stat(path).catch(() => undefined)
  if (!kind && isNamed) throw new Error(`${path} does not exist or cannot be read`)
  if (!kind) return [unreadable(path, 'does not exist or cannot be read')]
  if (kind.isDirectory()) {
    const all = await readdir(path).catch(() => undefined)
    if (!all && isNamed) throw new Error(`${path} is a directory that may not be read`)
    if (!all) return [unreadable(path, 'is a directory that may not be read')]
    if (isPrepared(path)) return preparedInputs(path, isNamed)
    const place = await realpath(path)
    if (visited.has(place)) return []
    visited.add(place)
    const names = all.filter((name) => !name.startsWith('.') && name !== ABOUT).sort()
    const inner: Input[] = []
    for (const name of names) inner.push(...(await findIn(join(path, name), false, visited)))
    return inner
  }
  if (!kind.isFile()) {
    // A pipe gives its bytes once, and they may have to be read twice.
    if (isNamed)
      throw new Error(
        `${path} is neither a file nor a directory; write what it gives to a file, and name that`,
      )
    return []
  }
  if (extname(path).toLowerCase() === '.zip') return zipInputs(path, createAllowance(kind.size))
  const inputs = inputsIn(path, kind.size, async () => createReadStream(path))
  const other = inputs.length === 0 ? await findOtherFormat(path, isNamed) : undefined
  if (other) return [unreadable(path, new OtherFormatError(other))]
  if (inputs.length === 0 && isNamed)
    throw new Error(
      `${path} is of no known format; known are ${Object.keys(formats).join(' ')} (all but .zip also with .gz)`,
    )
  return inputs
}

/**
 * The quads of a prepared graph, each member by itself: it holds whole named graphs, so that the file is
 * never held as a whole.
 */
function preparedInputs(path: string, isNamed: boolean): Input[] {
  try {
    const {
      base,
      files: {
        quads: { file, members },
      },
    } = readManifest(path)
    let end = 0
    return members.flatMap((length) => {
      const start = end
      end += length
      return inputsIn(join(path, file), length, async () =>
        createReadStream(join(path, file), { start, end: start + length - 1 }),
      ).map((input) => ({ ...input, base }))
    })
  } catch (error) {
    if (isNamed) throw error
    return [unreadable(path, (error as Error).message)]
  }
}

/** The files of an archive, in its order. @param allowance what may come out of it */
export function zipInputs(path: string, allowance: Allowance): Promise<Input[]> {
  return new Promise((resolve) => {
    const inputs: Input[] = []
    // What stands before the fault is read; the fault is reported with it.
    const fail = ({ message }: Error): void =>
      resolve([...inputs, unreadable(path, `is no readable zip archive: ${message}`)])
    // Names stay bytes: nothing is written to where they point, so that no name needs to be refused.
    yauzl.open(path, { lazyEntries: true, decodeStrings: false }, (error, zip) => {
      if (error) {
        fail(error)
        return
      }
      zip.on('error', fail)
      zip.on('entry', (entry: yauzl.Entry) => {
        const name = `${path}/${(entry.fileName as unknown as Buffer).toString('utf8')}`
        zip.readLocalFileHeader(entry, { minimal: true }, (fault, header) => {
          inputs.push(
            ...inputsIn(
              name,
              entry.compressedSize,
              async () => {
                if (fault) throw new InputError(fault.message)
                return openEntry(path, entry, header, allowance)
              },
              allowance,
            ),
          )
          zip.readEntry()
        })
      })
      zip.on('end', () => resolve(inputs))
      zip.readEntry()
    })
  })
}

const STORED = 0
const DEFLATED = 8

/**
 * The bytes of a file in an archive. They are not read through yauzl, whose streams must not be given up
 * before their end.
 */
function openEntry(
  path: string,
  entry: yauzl.Entry,
  { fileDataStart: start }: { fileDataStart: number },
  allowance: Allowance,
): Readable {
  const { compressedSize, compressionMethod, crc32: checksum } = entry
  if (entry.isEncrypted()) throw new InputError('is encrypted; unpack it before')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new InputError(
      `is compressed by method ${compressionMethod}; stored and deflated files can be read`,
    )
  const bytes =
    compressedSize === 0
      ? Readable.from([])
      : createReadStream(path, { start, end: start + compressedSize - 1 })
  return zipEntryBytes(bytes, { deflated: compressionMethod === DEFLATED, checksum }, allowance)
}
