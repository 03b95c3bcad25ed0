/** The copy of about.json in the folder of a prepared graph. */

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ABOUT, neutralAbout, readAbout, type About } from '../../config/about.ts'
import { isPrepared, readManifest, type Manifest } from './manifest.ts'

/**
 * The one that is named, else the first that a directory of the paths has, else that of the graph which is there; what
 * lies in a prepared graph beside its files outweighs what was brought there.
 */
export const aboutFile = (
  paths: readonly string[],
  named: string | undefined,
  out?: string,
): string | undefined =>
  (named !== undefined && isFolder(named) ? join(named, ABOUT) : named) ??
  [...paths, ...(out === undefined ? [] : [out])].map(aboutIn).find((file) => file !== undefined)

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** What is said of the graph of paths. @throws Error that names the file and what is wrong with it */
export function readGraphAbout(paths: readonly string[], named: string | undefined): About {
  const file = aboutFile(paths, named)
  return file === undefined ? neutralAbout : readAbout(file)
}

function aboutIn(path: string): string | undefined {
  const file = join(path, ABOUT)
  if (existsSync(file)) return file
  const part = isPrepared(path) ? readableManifest(path)?.files.about : undefined
  return part && join(path, part.file)
}

/** A damaged graph says nothing; where it is an input, that is reported when it is read. */
function readableManifest(path: string): Manifest | undefined {
  try {
    return readManifest(path)
  } catch {
    return undefined
  }
}
