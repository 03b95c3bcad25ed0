/** PATHs → files to read: directories are walked, zip archives opened; tar archives are read file by file. */

import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ABOUT } from '../../config/about.ts'
import { isPrepared, readManifest } from '../prepared/manifest.ts'
import { findOtherFormat, OtherFormatError } from './other-formats.ts'
import { createAllowance } from './bounded-unpacking.ts'
import { formats, inputsIn, unreadable, type Input } from './recognise-files.ts'
import { zipInputs } from './zip.ts'

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
