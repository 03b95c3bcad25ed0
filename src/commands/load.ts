/** `skeg load`: PATHs → a prepared graph. */

import { software } from '../about.ts'
import { prepareGraph } from '../load/prepare.ts'
import { TooManyRefused } from '../load/validate/refusals.ts'
import { createProgress } from '../load/progress.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import { counted, say } from './terminal.ts'

/** Exit status where more records are refused than may be. */
const TOO_MANY_REFUSED = 3

/** @returns 3 if too many records were refused */
export async function load(
  paths: readonly string[],
  settings: Settings,
  model: Model,
): Promise<number | void> {
  try {
    await prepare(paths, settings, model)
  } catch (error) {
    if (!(error instanceof TooManyRefused)) throw error
    say([`${software.name}: ${settings.out} is not written: ${error.message}`])
    return TOO_MANY_REFUSED
  }
}

async function prepare(
  paths: readonly string[],
  { out, base, about, report: file, maxRefused }: Settings,
  model: Model,
): Promise<void> {
  if (paths.length === 0) throw new UsageError('load needs PATHs to read')
  if (out === undefined) throw new UsageError('load needs --out GRAPH, the directory to write')
  const progress = createProgress(process.stderr)
  const options = { model, base, about, out, report: file, maxRefused, progress }
  const { manifest, report } = await prepareGraph(paths, options).finally(progress.end)
  say(report.lines())
  const records = Object.values(manifest.records).reduce((sum, count) => sum + count, 0)
  console.log(
    `${software.name} ${software.version} prepared ${out}: ${counted(records, 'record')}, ${counted(manifest.quads, 'quad')}, content hash ${manifest.hash}`,
  )
}
