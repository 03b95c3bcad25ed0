/** `skeg export`: a graph → one file. */

import { exportFormatOf, exportFormats, exportGraph, requireWritable } from './export.ts'
import { openGraph } from '../../load/open/open.ts'
import type { Model } from '../../model/model.ts'
import { UsageError } from '../../config/errors.ts'
import { type Settings } from '../../config/settings.ts'
import { printMessages } from '../../console/terminal.ts'

export async function exportCommand(
  paths: readonly string[],
  { out, base }: Settings,
  model: Model,
): Promise<void> {
  if (paths.length === 0) throw new UsageError('export needs a GRAPH, or PATHs to read')
  if (out === undefined)
    throw new UsageError(`export needs --out FILE, ending in ${Object.keys(exportFormats).join(' ')}`)
  const format = exportFormatOf(out)
  if (!format)
    throw new UsageError(
      `--out ${out} has an ending of no known form; known are ${Object.keys(exportFormats).join(' ')}`,
    )
  requireWritable(out)
  const { report, ...exported } = await openGraph(paths, { model, base })
  try {
    if (report.refused + report.warned > 0) printMessages(report.lines())
    const omitted = await exportGraph(exported, out)
    if (omitted > 0)
      printMessages([
        `${out} lacks ${omitted.toLocaleString('en')} triples of the graph, for which its form has ` +
          'no place: what the model does not map, and records of a type alone. A file .nq.gz holds ' +
          'all.',
      ])
    console.log(`${out}: ${format.says}; what reads it needs the base ${exported.graph.base}`)
  } finally {
    await exported.graph.close()
  }
}
