/** Folders for tests. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders } from './leaks.mjs'

/** A new folder, which goes after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skeg-'))
  folders.push(folder)
  return folder
}
