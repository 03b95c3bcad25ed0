/** `skeg load`: PATHs → a prepared graph. */

import { software } from '../about.ts'
import { prepareGraph } from '../load/prepare.ts'
import { createProgress } from '../load/progress.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import { counted, say } from './terminal.ts'

export async function load(
  paths: readonly string[],
  { out, base, about, report: file }: Settings,
  model: Model,
): Promise<void> {
  if (paths.length === 0) throw new UsageError('load needs PATHs to read')
  if (out === undefined) throw new UsageError('load needs --out GRAPH, the directory to write')
  const progress = createProgress(process.stderr)
  const { manifest, report } = await prepareGraph(paths, {
    model,
    base,
    about,
    out,
    report: file,
    progress,
  }).finally(progress.end)
  say(report.lines())
  const records = Object.values(manifest.records).reduce((sum, count) => sum + count, 0)
  console.log(
    `${software.name} ${software.version} prepared ${out}: ${counted(records, 'record')}, ${counted(manifest.quads, 'quad')}, content hash ${manifest.hash}`,
  )
}
