/** What a load reads, and what holds for it: by what it is told, and by the log of the graph onto which it loads. */

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../model/model.ts'
import { baseFor } from './base.ts'
import { findInputs } from './input/find-inputs.ts'
import type { Input } from './input/recognise-files.ts'
import { compareExtensions, readManifest, type Manifest } from './prepared/manifest.ts'
import type { Reader } from './read.ts'
import { readDeletions } from './record-log/deletions.ts'
import { createRecordLog, type RecordLog } from './record-log/record-log.ts'
import {
  converterOf,
  findEarlierLog,
  reportEarlierConverters,
  requireSameBase,
  settingsOfLoad,
} from './record-log/load-settings.ts'
import { createSelection } from './selection/selection.ts'
import { createCorrections, readCorrections } from './sources/corrections.ts'
import { withMapTexts } from './sources/text-records.ts'
import { excludeReport, type Report } from './validate/report.ts'

export interface RecordOptions {
  /** The collection of all that is loaded; absent: each record has that of its source. */
  readonly collection?: string
  /** What is loaded is all of each of its collections. */
  readonly isWhole?: boolean
  /** File with the ids of records that are taken out. */
  readonly delete?: string
  /** The graph is made anew with what is given here, whatever it was made with. */
  readonly makesAllAnew?: boolean
  /** Texts of the maps of tables. */
  readonly maps?: readonly string[]
}

export interface LoadOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
  /** The base where none is given and the inputs state none; absent: that is an error. */
  readonly defaultBase?: string
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string
  /** Which records of sources are kept; absent: all. @see parseExpression */
  readonly keep?: string
  /** Entities of records of SKG-IF are one with what has their ORCID, ROR, DOI or ISSN too. */
  readonly join?: boolean
  /** File with corrections: records whose members replace those of the inputs, and of which null removes one. */
  readonly correct?: string
  /**
   * The graph is written with a log of its records, and where a graph with one is among the paths, the others are
   * loaded onto it; absent: all paths are united, and there is no log.
   */
  readonly records?: RecordOptions
  /** What the manifest says was loaded; absent: the paths. */
  readonly sources?: readonly string[]
}

export interface LoadPlan {
  readonly inputs: readonly Input[]
  readonly base: string
  /** Whether records of earlier loads are there. */
  readonly isUpdate: boolean
  /** Whether all of a graph stays but what records change: it is that of the earlier loads, each record by itself. */
  replacesAlone(manifest: Manifest): boolean
  /** What was loaded, for the manifest. */
  readonly sources: readonly string[]
  /** How records are read. */
  readonly reading: Pick<Reader, 'model' | 'selection' | 'join' | 'corrections' | 'collection'>
  /** @param folder for temporary files, and for the log, at `recordsFile` */
  openLog(folder: string, report: Report): RecordLog
  /** Reports what is known when all is read. @throws Error if the input is not all of its collections */
  finish(log: RecordLog, report: Report): void
  close(): void
}

/** Where the log of a load is written in its folder. */
export const recordsFile = (folder: string): string => join(folder, 'record-log')

/** @throws Error if there is nothing to load, or what is told contradicts what the graph was made with */
export async function planLoad(paths: readonly string[], options: LoadOptions): Promise<LoadPlan> {
  const onto = options.records && findEarlierLog(paths)
  try {
    return await planOnto(onto, paths, options)
  } catch (error) {
    onto?.log?.close()
    throw error
  }
}

async function planOnto(
  { path: before, log: earlier }: Partial<NonNullable<ReturnType<typeof findEarlierLog>>> = {},
  paths: readonly string[],
  options: LoadOptions,
): Promise<LoadPlan> {
  const { model, records, keep, correct } = options
  if (keep !== undefined) createSelection(keep)
  const added = earlier ? paths.filter((path) => path !== before) : paths
  const inputs = excludeReport(options.report, await findInputs(added))
  if (inputs.length === 0 && !earlier) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = earlier
    ? requireSameBase(earlier, options.base)
    : await baseFor(inputs, options.base, model, options.defaultBase)
  const otherExtensions = before === undefined ? [] : compareExtensions(before, readManifest(before), model)
  const given = correct === undefined ? undefined : await readCorrections(correct, base, model.sources)
  const settings = settingsOfLoad(
    { keep, join: options.join || undefined, maps: records?.maps, corrections: given?.all },
    earlier,
    records?.makesAllAnew === true,
  )
  const deletions = records?.delete === undefined ? undefined : readDeletions(records.delete, base, earlier)
  const { sources = paths } = options
  return {
    inputs,
    base,
    isUpdate: earlier !== undefined,
    replacesAlone: (manifest) =>
      earlier?.isByIri === true &&
      isDeepStrictEqual(earlier.manifest, manifest) &&
      manifest.unmapped === 0 &&
      [settings.keep, settings.join, settings.corrections, records?.makesAllAnew].every((one) => !one),
    sources: earlier ? [...new Set([...earlier.manifest.sources, ...added])] : sources,
    reading: readingBy(settings, model, records),
    openLog(folder, report) {
      for (const finding of otherExtensions) report.add(finding)
      if (before !== undefined && !earlier)
        report.add({ kind: 'no-record-log', file: before, message: WITHOUT_LOG })
      const output = records && { file: recordsFile(folder), generation: converterOf(model), settings }
      const log = createRecordLog({ folder, earlier, output, isWhole: records?.isWhole, deletions })
      if (records?.collection !== undefined) log.addCollection(records.collection)
      return log
    },
    finish(log, report) {
      const isBroken = report.refusedFiles > 0 || report.kinds.has('empty-file')
      if (records?.isWhole && isBroken) throw new Error(BROKEN_WHOLE)
      for (const id of deletions?.unused() ?? [])
        report.add({
          kind: 'unknown-deletion',
          file: records?.delete ?? '',
          id,
          message: 'is the id of no record',
        })
      reportEarlierConverters(log, model, report)
    },
    close: () => earlier?.close(),
  }
}

const readingBy = (
  { keep, join: isJoining, maps = [], corrections }: ReturnType<typeof settingsOfLoad>,
  model: Model,
  records: RecordOptions | undefined,
): LoadPlan['reading'] => ({
  model: withMapTexts(model, maps),
  selection: keep === undefined ? undefined : createSelection(keep),
  join: isJoining,
  corrections: corrections && createCorrections(corrections),
  collection: records?.collection,
})

const WITHOUT_LOG =
  'does not say of which records it was made, as a copy or a graph of an earlier version: its records are united ' +
  'with those of the same id, old values beside new ones. Load its inputs anew to have them replaced'

const BROKEN_WHOLE =
  'a file holds nothing or cannot be read to its end, so that it is not known to be all of its collection: ' +
  'mend it, or leave --whole out'
