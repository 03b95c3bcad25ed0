/** PATHs → a prepared graph on disk, without any store: of any size, whole or not at all. */

import { existsSync, mkdirSync, realpathSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPartialAbout, software } from '../config/about.ts'
import { listParts, type PartList } from '../search-index/content/parts.ts'
import { planContent } from '../search-index/content/plan.ts'
import type { Settings } from '../config/settings.ts'
import type { Model } from '../model/model.ts'
import type { RefusalLimit } from '../config/setting-row.ts'
import { keyOfText } from '../search-index/tables/keys.ts'
import { keyBytes } from '../search-index/tables/sorter.ts'
import { bitOf, RECORD, type Mask } from '../search-index/query/entity-index.ts'
import { aboutFile } from './prepared/about-file.ts'
import { build } from './build.ts'
import { createRecordValidator } from './record-validator.ts'
import { writeGraphFiles } from './write/graph-files.ts'
import { extensionsOf, rowsHash, type Manifest } from './prepared/manifest.ts'
import type { EarlierGraph } from './apply-records.ts'
import { createPack, type Pack } from './write/pack.ts'
import { readOwners } from '../search-index/content/identifiers.ts'
import type { Progress } from './input/progress.ts'
import { requireFewRefused } from './validate/refusals.ts'
import { createReport, nothingLoaded, type Report } from './validate/report.ts'
import {
  effectiveFrom,
  openPrevious,
  requireFewMissing,
  type Previous,
  type Replaced,
} from './prepared/replacement.ts'
import { planLoad, recordsFile, type LoadOptions, type LoadPlan } from './load-plan.ts'
import { createStaging, replaceGraph, requireOurs } from './prepared/target-directory.ts'

export interface PrepareOptions extends LoadOptions {
  /**
   * File that says what the graph is, which the prepared graph then says too; absent: the one in a directory
   * of the paths.
   */
  readonly about?: string
  /** Directory of the prepared graph. */
  readonly out: string
  /** Whether each record is checked against what the model demands; true by default. */
  readonly examine?: boolean
  /** How much may be refused; absent: all but one record. */
  readonly maxRefused?: RefusalLimit
  /** Share of the records of the graph at `out` that may be missing in the new one; absent: all of them. */
  readonly maxMissing?: number
  /** Seconds until the changes count, in which servers may open the graph; absent: 0. A first graph counts at once. */
  readonly lead?: number
  readonly progress?: Progress
  /** The content hash that the graph must have, as another copy of it has; absent: any. */
  readonly expectedHash?: string
}

export interface LoadInputs {
  readonly paths: readonly string[]
  /** They are another copy of a graph that was prepared elsewhere. */
  readonly copyOf?: Pick<PrepareOptions, 'base' | 'sources' | 'expectedHash'>
  /** Removes them, where they are temporary. */
  close?(): void
}

/** What a tool brings to a load. */
export interface LoadTool {
  /** Gives what is loaded where the settings name what is no PATH. */
  readonly loadInputs?: {
    areGiven(settings: Settings): boolean
    read(paths: readonly string[], settings: Settings, model: Model): Promise<LoadInputs>
  }
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
  options: PrepareOptions,
): Promise<PreparedGraph> {
  const { model, about: named, out, examine = true, report: file, maxRefused, maxMissing } = options
  const { lead = 0, progress, expectedHash } = options
  requireOurs(out)
  const target = existsSync(out) ? realpathSync(out) : resolve(out)
  const plan = await planLoad(paths, options)
  const { inputs, base, sources } = plan
  const fileAbout = aboutFile(paths, named, out)
  const about = fileAbout === undefined ? undefined : readPartialAbout(fileAbout)
  const staging = createStaging(target)
  const pack = createPack(planContent(model, staging.folder))
  const parts = listParts(staging.folder)
  const counts = countEntities(model)
  const made = {
    base,
    rows: rowsHash(model),
    extensions: extensionsOf(model),
    software: `${software.name} ${software.version}`,
  }
  let previous: Previous | undefined
  let report: Report | undefined
  try {
    previous = openPrevious(target, staging.folder, made)
    report = createReport(file)
    const log = plan.openLog(staging.folder, report)
    const readable = previous && 'tables' in previous ? previous : undefined
    const before = plan.isUpdate ? readable?.tables.table('stamps') : undefined
    const unmapped = await build(progress?.watch(inputs) ?? inputs, {
      ...plan.reading,
      base,
      report,
      sink: pack.sink,
      folder: staging.folder,
      log,
      onRead: progress?.tick,
      onMerge: (share) => progress?.stage('merging', share),
      earlierGraph: takingOver(plan, readable, pack, parts, counts, model),
      onEntity: (_, mask) => counts.add(mask),
      onSubject: parts.add,
      wasRecord: (iri) => before?.peek(keyOfText(iri)) !== undefined,
      examiner: examine ? createRecordValidator({ model }) : undefined,
    })
    await pack.complete()
    plan.finish(log, report)
    if (maxRefused) requireFewRefused(report, inputs.length, maxRefused)
    if (counts.total() === 0) throw nothingLoaded(inputs.length, report)
    const result = join(staging.folder, 'result')
    mkdirSync(result)
    const digest = log.written()
    const move = (path: string): void => renameSync(recordsFile(staging.folder), path)
    const recordLog = digest && { ...digest, move }
    const content = { model, base, pack, parts, about, progress, previous: readable, recordLog }
    const { hash, quads, time, files, comparison } = await writeGraphFiles(result, content, staging.folder)
    if (expectedHash !== undefined && hash !== expectedHash)
      throw new Error(
        `${out} is not written: what was read of ${sources.join(' ')} has the content hash ${hash}, not ` +
          `${expectedHash} as is said there: it has changed, or was written by another skeg`,
      )
    const replaced: Replaced | undefined = previous && ('fault' in previous ? previous : comparison)
    if (replaced && maxMissing !== undefined) requireFewMissing(replaced, maxMissing, plan.isUpdate, report)
    const manifest: Manifest = {
      ...made,
      hash,
      quads,
      records: counts.records(),
      mentions: counts.mentions(),
      unmapped,
      sources,
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
    parts.close()
    plan.close()
    staging.close()
    report?.close()
  }
}

/** All of a graph that is replaced but what changes, to become that of the new one; undefined: it cannot. */
function takingOver(
  plan: LoadPlan,
  previous: Extract<Previous, { tables: unknown }> | undefined,
  pack: Pack,
  parts: PartList,
  counts: ReturnType<typeof countEntities>,
  model: Model,
): EarlierGraph | undefined {
  if (!previous?.isReusable || !plan.replacesAlone(previous.manifest)) return undefined
  const { manifest, quads, file, tables } = previous
  let changed: ReadonlySet<string> | undefined
  return {
    replace(iris) {
      changed = iris
      const replaced = Array.from(iris, keyBytes).sort()
      pack.takeOver({ quads, index: file, replaced }, manifest)
      parts.takeOver(tables, replaced)
      counts.takeOver(manifest)
      for (const iri of iris)
        counts.add(tables.table('entities').peek(keyOfText(iri))?.readUInt32LE() ?? 0, -1)
    },
    countedParts(iri) {
      const lines = changed && tables.table('parts').get(keyOfText(iri))
      return lines ? lines.toString().split('\n') : []
    },
    holdersOf(scheme, value) {
      const owners = readOwners(tables.table('owners'), value).map(({ iri }) => iri)
      const isThere = (iri: string): boolean => tables.table('entities').peek(keyOfText(iri)) !== undefined
      const named = model.identifiers.entityIris(value, scheme).filter(isThere)
      return [...new Set([...owners, ...named])].filter((iri) => changed?.has(iri) === false)
    },
  }
}

function countEntities(model: Model) {
  const records = model.types.map((type) => ({ name: type.name, bit: bitOf(model, type), count: 0 }))
  let mentions = 0
  return {
    add(mask: Mask, times = 1): void {
      if (mask & RECORD) {
        for (const type of records) if (mask & type.bit) type.count += times
      } else if (mask !== 0) mentions += times
    },
    takeOver(earlier: Pick<Manifest, 'records' | 'mentions'>): void {
      for (const type of records) type.count += earlier.records[type.name] ?? 0
      mentions += earlier.mentions
    },
    records: () => Object.fromEntries(records.map(({ name, count }) => [name, count])),
    total: () => records.reduce((sum, { count }) => sum + count, 0),
    mentions: () => mentions,
  }
}
