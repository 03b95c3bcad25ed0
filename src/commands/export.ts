/** `skeg export`: a graph → one file. */

import { exportFormatOf, exportFormats, exportGraph } from '../load/export.ts'
import { openGraph } from '../load/open.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import { breakable, say } from './terminal.ts'

export async function exportCommand(paths: readonly string[], { out, base }: Settings, model: Model): Promise<void> {
  if (paths.length === 0) throw new UsageError('export needs a GRAPH, or PATHs to read')
  if (out === undefined) throw new UsageError(`export needs --out FILE, ending in ${Object.keys(exportFormats).join(' ')}`)
  const format = exportFormatOf(out)
  if (!format) throw new UsageError(`--out ${out} has an ending of no known form; known are ${Object.keys(exportFormats).join(' ')}`)
  const { graph, quads, report } = await breakable(() => openGraph(paths, { model, base }))
  try {
    if (report.refused + report.warned > 0) say(report.lines())
    await breakable(() => exportGraph({ graph, quads }, out))
    console.log(`${out}: ${format.says}; what reads it needs the base ${graph.base}`)
  } finally {
    await graph.close()
  }
}
