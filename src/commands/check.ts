/** `skeg check`: what is wrong with the records of PATHs, and with the files of prepared graphs. */

import { checkPaths } from '../load/validate/check.ts'
import { isPrepared } from '../load/write/manifest.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
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

/** @returns 1 if a record was refused, there is none, or a prepared graph is damaged, else 0 */
export async function check(
  paths: readonly string[],
  { base, report: file, shacl }: Settings,
  model: Model,
): Promise<number> {
  if (paths.length === 0) throw new UsageError('check needs the PATHs of what is to be checked')
  const damages = await damagesOf(paths, model)
  if (damages.length > 0) {
    console.log(damages.join('\n'))
    return 1
  }
  const { report, files, records } = await checkPaths(paths, { model, base, report: file, shacl })
  console.log([`${counted(records, 'record')} in ${counted(files, 'file')}`, ...report.lines()].join('\n'))
  if (records === 0) console.log('There is no record: load would have nothing to write.')
  return report.refused > 0 || records === 0 ? 1 : 0
}
