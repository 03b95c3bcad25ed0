/** Zip archives inside of archives: copied to a file, as their table of contents stands at their end. */

import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFileError } from '../text/output-error.ts'
import { InputError } from '../text/input-error.ts'
import { zipInputs, type Input } from './find-inputs.ts'
import { allOf, createAllowance } from './unpack-archives.ts'

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
