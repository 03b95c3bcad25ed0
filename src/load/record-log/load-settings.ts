/** What holds for a load onto a graph with a log: what the loads before it were told, unless all is made anew. */

import { software } from '../../config/about.ts'
import { withNumber } from '../../console/terminal.ts'
import type { Model } from '../../model/model.ts'
import { extensionsOf, isPrepared } from '../prepared/manifest.ts'
import type { Report } from '../validate/report.ts'
import { openEarlierLog, type EarlierLog, type Generation, type LoadSettings } from './earlier-log.ts'
import type { RecordLog } from './record-log.ts'

/** The graph among PATHs onto which the others are loaded, and its log; undefined if there is none. */
export function findEarlierLog(
  paths: readonly string[],
): { path: string; log: EarlierLog | undefined } | undefined {
  const path = paths.find(isPrepared)
  return path === undefined ? undefined : { path, log: openEarlierLog(path) }
}

/** What converts the records of a load. */
export const converterOf = (model: Model): Omit<Generation, 'number'> => ({
  software: `${software.name} ${software.version}`,
  extensions: extensionsOf(model),
})

/** What the settings are called on a command line. */
const names = { keep: '--keep', join: '--join', corrections: '--correct' } as const

/**
 * The settings of a load: those of the loads before, with maps that are added.
 * @param given absent members are not given
 * @throws Error if others are given, and not all is made anew
 */
export function settingsOfLoad(
  given: LoadSettings,
  earlier: EarlierLog | undefined,
  makesAllAnew: boolean,
): LoadSettings {
  if (!earlier) return given
  const { settings, path } = earlier
  const maps = [...new Set([...(given.maps ?? []), ...(settings.maps ?? [])])]
  for (const name of Object.keys(names) as (keyof typeof names)[]) {
    if ((makesAllAnew && name !== 'keep') || given[name] === undefined) continue
    if (JSON.stringify(given[name]) !== JSON.stringify(settings[name]))
      throw new Error(
        `${path} was made with another ${names[name]}, which holds for what is loaded onto it: leave ${names[name]} ` +
          (name === 'keep'
            ? 'out, or load all inputs anew, without GRAPH: what it has passed over is not there'
            : 'out, or add --all-again, which makes the graph anew with this one'),
      )
  }
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...settings, ...own, maps }
}

/** Reports records of earlier loads that other versions have converted. */
export function reportEarlierConverters({ earlier, counts }: RecordLog, model: Model, report: Report): void {
  const current = converterOf(model)
  for (const { number, ...converter } of earlier?.generations ?? []) {
    const count = counts.get(number)
    if (count === undefined || JSON.stringify(converter) === JSON.stringify(current)) continue
    const by = [converter.software, ...converter.extensions].join(', ')
    const again = 'load the inputs of these again to have them as this one reads them'
    const message = `has ${withNumber(count, 'record')} converted by ${by}; ${again}`
    report.add({ kind: 'earlier-converter', file: earlier?.path ?? '', message })
  }
}

/** The base of the graph onto which is loaded. @throws Error if another one is given */
export function requireSameBase({ path, manifest: { base } }: EarlierLog, given: string | undefined): string {
  if (given === undefined || given === base) return base
  throw new Error(`${path} has the base ${base}, not ${given}: leave --base out, or load all inputs anew`)
}
