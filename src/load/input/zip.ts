/** Zip archives. Those inside of archives are copied to a file, as their table of contents stands at their end. */

import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { temporaryFileError } from '../text/output-error.ts'
import { InputError } from '../text/input-error.ts'
import { allOf, createAllowance, zipEntryBytes, type Allowance } from './bounded-unpacking.ts'
import { inputsIn, isHidden, unreadable, type Input } from './recognise-files.ts'

/** The files of an archive, in its order. @param allowance what may come out of it */
export async function zipInputs(path: string, allowance: Allowance): Promise<Input[]> {
  const inputs: Input[] = []
  try {
    // Names stay bytes: nothing is written to where they point, so that no name needs to be refused.
    const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      const name = (entry.fileName as unknown as Buffer).toString('utf8')
      if (isHidden(name)) continue
      const header = await zip
        .readLocalFileHeaderPromise(entry, { minimal: true })
        .catch((fault: Error) => new InputError(fault.message))
      const open = async (): Promise<Readable> => {
        if (header instanceof InputError) throw header
        return openEntry(path, entry, header, allowance)
      }
      inputs.push(...inputsIn(`${path}/${name}`, entry.compressedSize, open, allowance))
    }
    return inputs
  } catch (error) {
    // What stands before the fault is read; the fault is reported with it.
    return [...inputs, unreadable(path, `is no readable zip archive: ${(error as Error).message}`)]
  }
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

let copies = 0

/**
 * The files of a zip archive that stands in another archive, to be read one after the other.
 * @param folder for the copy, which goes when all are read
 * @throws InputError for an archive that stands in such an archive again; OutputError where the copy has no room
 */
export async function* entriesOfZip(zip: Input, folder: string): AsyncGenerator<Input> {
  if (zip.isNested) throw new InputError('stands in an archive of archives of archives; unpack the first')
  const path = join(folder, `nested-${copies++}.zip`)
  try {
    await copy(await zip.open(), path)
    const allowance = allOf(createAllowance(zip.size), zip.allowance)
    for (const input of await zipInputs(path, allowance))
      yield { ...input, name: zip.name + input.name.slice(path.length), isNested: true }
  } finally {
    await rm(path, { force: true })
  }
}

const noRoom = (error: unknown): never => {
  throw temporaryFileError(error)
}

async function copy(bytes: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'w').catch(noRoom)
  try {
    for await (const piece of bytes) await file.writeFile(piece).catch(noRoom)
  } finally {
    await file.close().catch(noRoom)
  }
}
