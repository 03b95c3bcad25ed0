/** PATHs → a prepared graph on disk, without any store: of any size, whole or not at all. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readPartialAbout, software } from '../about.ts'
import { sortEntities } from '../dataset/content/entities.ts'
import { planContent } from '../dataset/content/plan.ts'
import { writeIndex } from '../dataset/write-index.ts'
import type { Model } from '../model/model.ts'
import type { RefusalLimit } from '../settings.ts'
import { writeDescription } from '../store/endpoint/description.ts'
import { bitOf, RECORD, type Mask } from '../store/entities/entity-index.ts'
import { aboutFile } from './write/about-file.ts'
import { baseFor } from './base.ts'
import { build } from './build.ts'
import { createExaminer } from './validate/examiner.ts'
import { findInputs } from './input/inputs.ts'
import {
  extensionsOf,
  isPrepared,
  MANIFEST,
  nameOf,
  partsIn,
  writeManifest,
  type Manifest,
  type PartFile,
  type PartName,
} from './write/manifest.ts'
import { createPack } from './write/pack.ts'
import type { Progress } from './progress.ts'
import { requireFewRefused } from './validate/refusals.ts'
import { createReport, excludeReport, nothingLoaded, type Report } from './validate/report.ts'
import { lockStagingDirectory, type StagingDirectory } from './write/staging-directory.ts'
import { hashFile, writeHashed, type Written } from './write/durable-files.ts'

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
  readonly progress?: Progress
}

/**
 * Writes a prepared graph. What is at `out` stays as it was until the new one takes its place in one step.
 * @throws Error if `out` is something else, another load writes it, nothing could be loaded, or the file
 * about the graph cannot be read; TooManyRefused
 */
export async function prepareGraph(
  paths: readonly string[],
  {
    model,
    base: given,
    defaultBase,
    about: named,
    out,
    examine = true,
    report: file,
    maxRefused,
    progress,
  }: PrepareOptions,
): Promise<{ manifest: Manifest; report: Report }> {
  requireOurs(out)
  const target = existsSync(out) ? realpathSync(out) : resolve(out)
  const inputs = excludeReport(file, await findInputs(paths))
  if (inputs.length === 0) throw new Error(`nothing to load in ${paths.join(' ')}`)
  const base = await baseFor(inputs, given, model, defaultBase)
  const about = aboutFile(paths, named)
  const partialAbout = about === undefined ? undefined : readPartialAbout(about)
  const staging = createStaging(target)
  const pack = createPack(planContent(model, staging.folder))
  const entities = sortEntities(staging.folder)
  const counts = countEntities(model)
  let report: Report | undefined
  try {
    report = createReport(file)
    await build(progress?.watch(inputs) ?? inputs, {
      model,
      base,
      report,
      sink: pack.sink,
      folder: staging.folder,
      onRead: progress?.tick,
      onMerge: () => progress?.stage('merging'),
      onEntity(iri, mask) {
        counts.add(mask)
        entities.add(iri, mask)
      },
      examiner: examine ? createExaminer({ model }) : undefined,
    })
    await pack.complete()
    if (maxRefused) requireFewRefused(report, inputs.length, maxRefused)
    if (counts.total() === 0) throw nothingLoaded(inputs.length, report)
    progress?.stage('writing the files')
    const result = join(staging.folder, 'result')
    mkdirSync(result)
    const quadsPart = await finish(result, 'quads', pack.finish)
    progress?.stage('writing the index')
    const indexPart = await finish(result, 'index', async (path) => {
      await writeIndex(path, {
        model,
        base,
        content: pack.index,
        entities,
        folder: staging.folder,
      })
      return hashFile(path)
    })
    const { quads, hash } = pack.contents()
    const time = new Date().toISOString()
    const dataset = await finish(result, 'dataset', (path) =>
      writeHashed(path, [Buffer.from(writeDescription({ base, version: hash, time, quads }))]),
    )
    const aboutPart =
      partialAbout &&
      (await finish(result, 'about', (path) =>
        writeHashed(path, [Buffer.from(`${JSON.stringify(partialAbout, null, 2)}\n`)]),
      ))
    const files = {
      quads: quadsPart,
      index: indexPart,
      dataset,
      ...(aboutPart && { about: aboutPart }),
    }
    const manifest: Manifest = {
      hash,
      base,
      quads,
      records: counts.records(),
      mentions: counts.mentions(),
      extensions: extensionsOf(model),
      sources: paths,
      software: `${software.name} ${software.version}`,
      time,
      files,
    }
    // A report that cannot be written fails the load while the graph is still as it was.
    report.close()
    await replace(target, result, manifest)
    return { manifest, report }
  } finally {
    await pack.close()
    entities.close()
    staging.close()
    report?.close()
  }
}

/** The directory inside the target in which a load works: so it is on one file system with the target. */
const STAGING = '.loading'

/** What may be in a directory to which a graph is written: remains of other loads, and of file systems. */
const isIgnored = (name: string): boolean =>
  name === STAGING || name.startsWith(`${STAGING}.`) || name === 'lost+found'

/**
 * Makes the target if there is none, and a directory for this load inside it. Both are removed on `close` and
 * when the process ends, but not a target that holds a graph by then.
 * @throws Error that says why nothing can be written there
 */
function createStaging(target: string): StagingDirectory {
  const isNew = !existsSync(target)
  const removeEmpty = (): void => {
    try {
      if (isNew) rmdirSync(target)
    } catch {
      /* it holds the graph */
    }
  }
  try {
    mkdirSync(target, { recursive: true })
    const { folder, close } = lockStagingDirectory(join(target, STAGING))
    // Runs after the staging directory is removed, as that listener was added before.
    process.on('exit', removeEmpty)
    return {
      folder,
      close() {
        close()
        removeEmpty()
        process.off('exit', removeEmpty)
      },
    }
  } catch (error) {
    removeEmpty()
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new Error(
      `${target} cannot be written: ${(error as Error).message}; --out names a directory that this user may write`,
      { cause: error },
    )
  }
}

/** @throws Error if something else is at the path */
function requireOurs(out: string): void {
  const there = statSync(out, { throwIfNoEntry: false })
  if (!there && lstatSync(out, { throwIfNoEntry: false }))
    throw new Error(
      `${out} is a link to ${readlinkSync(out)}, which is not there; make that directory, or name another --out`,
    )
  if (!there) return
  if (!there.isDirectory()) throw new Error(`${out} is a file; --out names a directory`)
  if (!isPrepared(out) && readdirSync(out).some((name) => !isIgnored(name)))
    throw new Error(
      `${out} holds other things than a prepared graph; --out names a new directory, an empty one, or a prepared graph`,
    )
}

async function finish(
  folder: string,
  part: PartName,
  write: (path: string) => Promise<Written>,
): Promise<PartFile> {
  const path = join(folder, part)
  const written = await write(path)
  const file = nameOf(part, written)
  renameSync(path, join(folder, file))
  return { file, ...written }
}

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

/**
 * Puts a new graph in the place of what is there, so that it outlasts a loss of power: its files come to lie
 * beside those of the old one, and the manifest that names them takes the place of the old one last.
 */
async function replace(target: string, made: string, manifest: Manifest): Promise<void> {
  const file = join(made, MANIFEST)
  writeFileSync(file, writeManifest(manifest))
  await sync(file)
  const names = Object.values(manifest.files).map((one) => one.file)
  for (const name of names) renameSync(join(made, name), join(target, name))
  await sync(target)
  renameSync(file, join(target, MANIFEST))
  await sync(target)
  for (const name of partsIn(target)) if (!names.includes(name)) rmSync(join(target, name), { force: true })
  await sync(dirname(target))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
