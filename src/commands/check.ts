/**
 * `skeg check`: what is wrong with the records of PATHs, with the files of prepared graphs, and with servers.
 */

import { checkPaths } from '../load/validate/check.ts'
import { isPrepared } from '../load/write/manifest.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import { isUrl } from './servers.ts'
import { counted } from './terminal.ts'

/** What is wrong with the files of the prepared graphs among the paths. */
async function damagesOf(paths: readonly string[], model: Model): Promise<string[]> {
  const prepared = paths.filter(isPrepared)
  if (prepared.length === 0) return []
  const { provePrepared } = await import('../load/open/prepared.ts')
  const damages: string[] = []
  for (const path of prepared)
    await provePrepared(path, model).catch((error: Error) => damages.push(error.message))
  return damages
}

/** @returns 1 if a record was refused, a prepared graph is damaged, or a server breaks a rule; else 0 */
export async function check(paths: readonly string[], settings: Settings, model: Model): Promise<number> {
  const { base, report: file, shacl } = settings
  const [first] = paths
  if (first === undefined) throw new UsageError('check needs the PATHs, or the URL, of what is to be checked')
  if (paths.some(isUrl)) {
    if (paths.length > 1) throw new UsageError('check takes PATHs, or the URL of one server, not both')
    return (await import('./check-url.ts')).checkUrl(first, settings, model)
  }
  const damages = await damagesOf(paths, model)
  if (damages.length > 0) {
    console.log(damages.join('\n'))
    return 1
  }
  const { report, files, records } = await checkPaths(paths, { model, base, report: file, shacl })
  console.log([`${counted(records, 'record')} in ${counted(files, 'file')}`, ...report.lines()].join('\n'))
  return report.refused > 0 ? 1 : 0
}
