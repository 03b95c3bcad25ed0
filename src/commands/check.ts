/** `skeg check`: what is wrong with the records of PATHs, with the files of prepared graphs, and with servers. */

import { missingIn, readPartialAbout } from '../config/about.ts'
import { aboutFile } from '../load/prepared/about-file.ts'
import { checkPaths, type CheckTool } from '../load/check.ts'
import { refusesMore } from '../load/validate/refusals.ts'
import { isPrepared } from '../load/prepared/manifest.ts'
import type { Model } from '../model/model.ts'
import { UsageError } from '../config/errors.ts'
import { type Settings } from '../config/settings.ts'
import { isUrl } from '../console/command.ts'
import { withNumber } from '../console/terminal.ts'

/** Compares the prepared graphs among the paths with their checksums, and says what it has found. */
async function checkPrepared(
  paths: readonly string[],
  model: Model,
): Promise<{ readonly lines: readonly string[]; readonly damaged: readonly string[] }> {
  const prepared = paths.filter(isPrepared)
  if (prepared.length === 0) return { lines: [], damaged: [] }
  const { verifyPrepared } = await import('../load/open/prepared.ts')
  const lines: string[] = []
  const damaged: string[] = []
  for (const path of prepared)
    try {
      const { files, bytes, entries } = await verifyPrepared(path, model)
      lines.push(
        `${path}: ${withNumber(files, 'file')} of ${withNumber(bytes, 'byte')}, and all ${entries} ` +
          'entries of the index, have their checksums',
      )
    } catch (error) {
      lines.push((error as Error).message)
      damaged.push(path)
    }
  return { lines, damaged }
}

/**
 * @returns 1 if more records are refused than is allowed, there is none, a prepared graph is damaged, or a server
 * breaks a rule; else 0
 */
export async function check(
  paths: readonly string[],
  settings: Settings,
  model: Model,
  tools: readonly CheckTool[],
): Promise<number> {
  const { base, report: reportFile, shacl, maxRefused } = settings
  if (paths.length === 0) throw new UsageError('check needs the PATHs, or the URL, of what is to be checked')
  if (paths.some(isUrl)) {
    const checkUrl = tools.map((tool) => tool.checkUrl).find(Boolean)
    if (!checkUrl || paths.length > 1)
      throw new UsageError(`check takes PATHs${checkUrl ? ', or the URL of one server, not both' : ''}`)
    return (await checkUrl(paths, settings, model)) ?? 0
  }
  const readShapes = tools.map((tool) => tool.readShapes).find(Boolean)
  if (shacl !== undefined && !readShapes)
    throw new UsageError('--shacl needs the tool that reads shapes, which is not there')
  const prepared = await checkPrepared(paths, model)
  if (prepared.lines.length > 0) console.log(prepared.lines.join('\n'))
  const readable = paths.filter((path) => !prepared.damaged.includes(path))
  if (readable.length === 0) return 1
  const { report, files, hasBase, records, entities, maps } = await checkPaths(readable, {
    model,
    base,
    report: reportFile,
    shapes: shacl === undefined ? undefined : await readShapes?.(shacl, model),
  })
  console.log(
    [`${withNumber(records, 'record')} in ${withNumber(files, 'file')}`, ...report.lines()].join('\n'),
  )
  if (!hasBase && entities > 0) console.log('No input states the base of the graph: load needs --base IRI.')
  const file = aboutFile(readable, settings.about)
  const missing = file === undefined ? [] : missingIn(readPartialAbout(file))
  if (missing.length > 0) console.log(`${file} lacks ${missing.join(', ')}, which portals of data look for.`)
  // Behind all else, as what follows is saved as a file.
  for (const [table, map] of maps)
    console.log(`\n# How ${table} is read. Save this as a file, edit it, and name it in --map FILE.\n${map}`)
  const isTooMuch = maxRefused ? refusesMore(report, files, maxRefused) : report.refused > 0
  if (prepared.damaged.length > 0 || isTooMuch) return 1
  if (entities > 0) return 0
  console.log('There is no record: load would have nothing to write.')
  return 1
}
