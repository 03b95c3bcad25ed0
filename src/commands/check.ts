/** `skeg check`: what is wrong with the records of PATHs. */

import { checkPaths } from '../load/check.ts'
import type { Model } from '../model/model.ts'
import { UsageError, type Settings } from '../settings.ts'
import { counted } from './terminal.ts'

/** @returns 1 if a record was refused, else 0 */
export async function check(
  paths: readonly string[],
  { base, report: file, shacl }: Settings,
  model: Model,
): Promise<number> {
  if (paths.length === 0) throw new UsageError('check needs the PATHs of what is to be checked')
  const { report, files, records } = await checkPaths(paths, { model, base, report: file, shacl })
  console.log([`${counted(records, 'record')} in ${counted(files, 'file')}`, ...report.lines()].join('\n'))
  return report.refused > 0 ? 1 : 0
}
