/** The directory to which a graph is written: where a load works in it, and how its graph takes the place. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  graphFilesIn,
  isPrepared,
  MANIFEST,
  namesIn,
  STAGING,
  writeManifest,
  type Manifest,
} from './manifest.ts'
import { lockStagingDirectory, type LockedDirectory } from './staging-directory.ts'

/**
 * Makes the target if there is none, and a directory for this load inside it. Both are removed on `close` and
 * when the process ends, but not a target that holds a graph by then.
 * @throws Error that says why nothing can be written there
 */
export function createStaging(target: string): LockedDirectory {
  const isNew = !existsSync(target)
  const removeEmpty = (): void => {
    try {
      if (isNew) rmdirSync(target)
    } catch {
      /* it holds the graph */
    }
  }
  try {
    mkdirSync(target, { recursive: true })
    const { folder, requireHeld, close } = lockStagingDirectory(join(target, STAGING))
    // Runs after the staging directory is removed, as that listener was added before.
    process.on('exit', removeEmpty)
    return {
      folder,
      requireHeld,
      close() {
        close()
        removeEmpty()
        process.off('exit', removeEmpty)
      },
    }
  } catch (error) {
    removeEmpty()
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new Error(
      `${target} cannot be written: ${(error as Error).message}; --out names a directory that this user may write`,
      { cause: error },
    )
  }
}

/** @throws Error if something else is at the path */
export function requireOurs(out: string): void {
  const there = statSync(out, { throwIfNoEntry: false })
  if (!there && lstatSync(out, { throwIfNoEntry: false }))
    throw new Error(
      `${out} is a link to ${readlinkSync(out)}, which is not there; make that directory, or name another --out`,
    )
  if (!there) return
  if (!there.isDirectory()) throw new Error(`${out} is a file; --out names a directory`)
  if (!isPrepared(out) && namesIn(out).length > 0)
    throw new Error(
      `${out} holds other things than a prepared graph; --out names a new directory, an empty one, or a prepared graph`,
    )
}

/**
 * Puts a new graph in the place of what is there, so that it outlasts a loss of power: its files come to lie
 * beside those of the old one, and the manifest that names them takes the place of the old one last.
 */
export async function replaceGraph(target: string, folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, MANIFEST)
  writeFileSync(file, writeManifest(manifest))
  await sync(file)
  const names = Object.values(manifest.files).map((one) => one.file)
  for (const name of names) renameSync(join(folder, name), join(target, name))
  await sync(target)
  renameSync(file, join(target, MANIFEST))
  await sync(target)
  for (const name of graphFilesIn(target))
    if (!names.includes(name)) rmSync(join(target, name), { force: true })
  await sync(dirname(target))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
