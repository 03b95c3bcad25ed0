/** PATHs → a prepared graph on disk, without any store: of any size, whole or not at all. */

import { existsSync, mkdirSync, realpathSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPartialAbout, software } from '../config/about.ts'
import { listEntities } from '../search-index/content/entities.ts'
import { planContent } from '../search-index/content/plan.ts'
import type { Model } from '../model/model.ts'
import type { RefusalLimit } from '../config/setting-row.ts'
import { bitOf, RECORD, type Mask } from '../search-index/query/entity-index.ts'
import { aboutFile } from './prepared/about-file.ts'
import { baseFor } from './base.ts'
import { build } from './build.ts'
import { createRecordValidator } from './record-validator.ts'
import { findInputs } from './input/find-inputs.ts'
import { writeGraphFiles } from './write/graph-files.ts'
import { extensionsOf, rowsHash, type Manifest } from './prepared/manifest.ts'
import { createPack } from './write/pack.ts'
import type { Progress } from './input/progress.ts'
import { requireFewRefused } from './validate/refusals.ts'
import { createReport, excludeReport, nothingLoaded, type Report } from './validate/report.ts'
import {
  effectiveFrom,
  openPrevious,
  requireFewMissing,
  type Previous,
  type Replaced,
} from './prepared/replacement.ts'
import { createSelection } from './selection/selection.ts'
import { createCorrections, readCorrections } from './sources/corrections.ts'
import { withMapTexts } from './sources/text-records.ts'
import { readDeletions } from './record-log/deletions.ts'
import { createRecordLog } from './record-log/record-log.ts'
import {
  converterOf,
  findEarlierLog,
  reportEarlierConverters,
  requireSameBase,
  settle,
} from './record-log/settle.ts'
import { createStaging, replaceGraph, requireOurs } from './prepared/target-directory.ts'

export interface PrepareOptions {
  readonly model: Model
  /** Base IRI of the graph; absent: the one @base that all inputs share. */
  readonly base?: string
  /** The base where none is given and the inputs state none; absent: that is an error. */
  readonly defaultBase?: string
  /**
   * File that says what the graph is, which the prepared graph then says too; absent: the one in a directory
   * of the paths.
   */
  readonly about?: string
  /** Directory of the prepared graph. */
  readonly out: string
  /** Whether each record is checked against what the model demands; true by default. */
  readonly examine?: boolean
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string
  /** How much may be refused; absent: all but one record. */
  readonly maxRefused?: RefusalLimit
  /** Share of the records of the graph at `out` that may be missing in the new one; absent: all of them. */
  readonly maxMissing?: number
  /** Nothing of the graph at `out` is remembered: neither when records changed nor which are gone. */
  readonly fresh?: boolean
  /** Seconds until the changes count, in which servers may open the graph; absent: 0. A first graph counts at once. */
  readonly lead?: number
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
  readonly progress?: Progress
  /** What the manifest says was loaded; absent: the paths. */
  readonly sources?: readonly string[]
  /** The content hash that the graph must have, as another copy of it has; absent: any. */
  readonly expectedHash?: string
}

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

export interface PreparedGraph {
  readonly manifest: Manifest
  readonly report: Report
  /** What was at `out`; absent: no graph. */
  readonly replaced?: Replaced
}

/**
 * Writes a prepared graph. What is at `out` stays as it was until the new one takes its place in one step; what that
 * graph said of itself stays where nothing new is said.
 * @throws Error if `out` is something else, another load writes it, nothing could be loaded, or the file
 * about the graph cannot be read, or its content hash is not the expected one; TooManyRefused; TooManyMissing
 */
export async function prepareGraph(
  paths: readonly string[],
  {
    model,
    base: requestedBase,
    defaultBase,
    about: named,
    out,
    examine = true,
    report: file,
    maxRefused,
    maxMissing,
    fresh = false,
    lead = 0,
    keep,
    join: isJoining,
    correct,
    records,
    progress,
    sources = paths,
    expectedHash,
  }: PrepareOptions,
): Promise<PreparedGraph> {
  requireOurs(out)
  if (keep !== undefined) createSelection(keep)
  const target = existsSync(out) ? realpathSync(out) : resolve(out)
  const { path: before, log: earlier } = (records && findEarlierLog(paths)) ?? {}
  const added = earlier ? paths.filter((path) => path !== before) : paths
  const inputs = excludeReport(file, await findInputs(added))
  if (inputs.length === 0 && !earlier) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = earlier
    ? requireSameBase(earlier, requestedBase)
    : await baseFor(inputs, requestedBase, model, defaultBase)
  const given = correct === undefined ? undefined : await readCorrections(correct, base, model.sources)
  const settings = settle(
    { keep, join: isJoining || undefined, maps: records?.maps, corrections: given?.all },
    earlier,
    records?.makesAllAnew === true,
  )
  const corrections = settings.corrections && createCorrections(settings.corrections)
  const deletions = records?.delete === undefined ? undefined : readDeletions(records.delete, base, earlier)
  const fileAbout = aboutFile(paths, named, out)
  const about = fileAbout === undefined ? undefined : readPartialAbout(fileAbout)
  const staging = createStaging(target)
  const pack = createPack(planContent(model, staging.folder))
  const entities = listEntities(staging.folder)
  const counts = countEntities(model)
  let previous: Previous | undefined
  let report: Report | undefined
  try {
    previous = openPrevious(target, staging.folder, fresh)
    report = createReport(file)
    if (before !== undefined && !earlier)
      report.add({ kind: 'no-record-log', file: before, message: WITHOUT_LOG })
    const recordsFile = join(staging.folder, 'record-log')
    const log = createRecordLog({
      folder: staging.folder,
      earlier,
      output: records && { file: recordsFile, generation: converterOf(model), settings },
      isWhole: records?.isWhole,
      deletions,
    })
    if (records?.collection !== undefined) log.addCollection(records.collection)
    const unmapped = await build(progress?.watch(inputs) ?? inputs, {
      model: withMapTexts(model, settings.maps ?? []),
      base,
      report,
      sink: pack.sink,
      folder: staging.folder,
      selection: settings.keep === undefined ? undefined : createSelection(settings.keep),
      join: settings.join,
      corrections,
      log,
      collection: records?.collection,
      onRead: progress?.tick,
      onMerge: (share) => progress?.stage('merging', share),
      onEntity(iri, mask) {
        counts.add(mask)
        entities.add(iri, mask)
      },
      examiner: examine ? createRecordValidator({ model }) : undefined,
    })
    await pack.complete()
    if (records?.isWhole && report.refusedFiles > 0) throw new Error(BROKEN_WHOLE)
    for (const id of deletions?.unused() ?? [])
      report.add({
        kind: 'unknown-deletion',
        file: records?.delete ?? '',
        id,
        message: 'is the id of no record',
      })
    reportEarlierConverters(log, model, report)
    if (maxRefused) requireFewRefused(report, inputs.length, maxRefused)
    if (counts.total() === 0) throw nothingLoaded(inputs.length, report)
    const result = join(staging.folder, 'result')
    mkdirSync(result)
    const readable = previous && 'tables' in previous ? previous : undefined
    const digest = log.written()
    const recordLog = digest && { ...digest, move: (path: string) => renameSync(recordsFile, path) }
    const content = { model, base, pack, entities, about, progress, previous: readable, recordLog }
    const { hash, quads, time, files, comparison } = await writeGraphFiles(result, content, staging.folder)
    if (expectedHash !== undefined && hash !== expectedHash)
      throw new Error(
        `${out} is not written: what was read of ${sources.join(' ')} has the content hash ${hash}, not ` +
          `${expectedHash} as is said there: it has changed, or was written by another skeg`,
      )
    const replaced: Replaced | undefined = previous && ('fault' in previous ? previous : comparison)
    if (replaced && maxMissing !== undefined)
      requireFewMissing(out, replaced, maxMissing, earlier !== undefined)
    const manifest: Manifest = {
      hash,
      base,
      quads,
      records: counts.records(),
      mentions: counts.mentions(),
      unmapped,
      rows: rowsHash(model),
      extensions: extensionsOf(model),
      sources: earlier ? [...new Set([...earlier.manifest.sources, ...added])] : sources,
      software: `${software.name} ${software.version}`,
      time,
      effective: effectiveFrom(previous, readable ? lead : 0).toISOString(),
      files,
    }
    // A report that cannot be written fails the load while the graph is still as it was.
    report.close()
    await replaceGraph(target, result, manifest)
    return { manifest, report, ...(replaced && { replaced }) }
  } catch (error) {
    // Where another process has the directory by now, that is why.
    staging.requireHeld()
    throw error
  } finally {
    await pack.close()
    if (previous && 'close' in previous) await previous.close()
    entities.close()
    earlier?.close()
    staging.close()
    report?.close()
  }
}

const WITHOUT_LOG =
  'does not say of which records it was made, as a copy or a graph of an earlier version: its records are united ' +
  'with those of the same id, old values beside new ones. Load its inputs anew to have them replaced'

const BROKEN_WHOLE =
  'a file cannot be read to its end, so that it is not known to be all of its collection: mend it, or leave --whole out'

function countEntities(model: Model) {
  const records = model.types.map((type) => ({ name: type.name, bit: bitOf(model, type), count: 0 }))
  let mentions = 0
  return {
    add(mask: Mask): void {
      if (mask & RECORD) {
        for (const type of records) if (mask & type.bit) type.count++
      } else if (mask !== 0) mentions++
    },
    records: () => Object.fromEntries(records.map(({ name, count }) => [name, count])),
    total: () => records.reduce((sum, { count }) => sum + count, 0),
    mentions: () => mentions,
  }
}
