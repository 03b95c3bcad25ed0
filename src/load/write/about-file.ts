/** The file that says what a graph is. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ABOUT } from '../../about.ts'
import { isPrepared, readManifest } from './manifest.ts'

/**
 * The one that is named, else the first that a directory of the paths has; what lies in a prepared graph
 * beside its files outweighs what was brought there.
 */
export const aboutFile = (paths: readonly string[], named: string | undefined): string | undefined =>
  named ?? paths.map(aboutIn).find((file) => file !== undefined)

function aboutIn(path: string): string | undefined {
  const file = join(path, ABOUT)
  if (existsSync(file)) return file
  const part = isPrepared(path) ? readManifest(path).files.about : undefined
  return part && join(path, part.file)
}
