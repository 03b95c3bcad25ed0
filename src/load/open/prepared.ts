/** A prepared graph → a graph that answers from its index at once, while engines load its quads. */

import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ignoreRejection, reportFailure } from '../../admission/background.ts'
import { openIndex, type OpenIndex } from '../../search-index/open-index.ts'
import { IndexDamaged, type OnDamage } from '../../search-index/tables/tables.ts'
import type { Model } from '../../model/model.ts'
import { createGraph } from '../../search-index/query/graph.ts'
import { shareLists } from '../../store/share-lists.ts'
import { StoreFull } from '../../store/oxigraph/capacity.ts'
import {
  compareExtensions,
  originOf,
  damaged,
  MANIFEST,
  readManifest,
  rowsHash,
  type Manifest,
  type GraphFile,
} from '../prepared/manifest.ts'
import type { Opened, OpenOptions, OpenPlace } from './opened.ts'
import { createReport, type Report } from '../validate/report.ts'
import { createTemporaryDirectory } from '../prepared/staging-directory.ts'
import { isAsWritten, type FileToVerify } from '../prepared/verify.ts'

const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf('.'))

/** An index was made by other rows or contexts than those of the model: what it says may be wrong. */
export class OtherRows extends Error {
  /** What is said of the graph. */
  readonly report: Report
  constructor(report: Report) {
    super('the graph was prepared with other rows')
    this.report = report
  }
}

/**
 * Opens a prepared graph, and names it to a store.
 * @throws OtherRows; Error if a file is missing, has another size or is of another format, or its base is
 * not the one given
 */
export async function openPrepared(
  path: string,
  { store, folder }: OpenPlace,
  { model, base, filters }: OpenOptions,
): Promise<Omit<Opened, 'store'>> {
  let isDamaged = false
  const onDamage = (cause: Error): void => {
    isDamaged = true
    // One message whatever the entry, so that it is logged once.
    reportFailure('index', new Error(`the index of ${path} is damaged; load the graph again`, { cause }))
  }
  const files = await openFiles(path, folder, model, onDamage)
  const { manifest, file, descriptors, index } = files
  try {
    if (base !== undefined && base !== manifest.base)
      throw new Error(
        `the prepared graph ${path} has the base ${manifest.base}, not ${base}; leave --base out, ` +
          'or prepare it with that base',
      )
    const report = createReport()
    for (const finding of compareExtensions(path, manifest, model)) report.add(finding)
    if (manifest.rows !== rowsHash(model)) throw new OtherRows(report)
    if (manifest.quads > (store.maxQuads ?? Infinity)) throw tooLarge(path, manifest)
    const verified = verifyAll(path, files)
    ignoreRejection(verified, 'by the server that opens the graph')
    store.load({ files: [file], verified })
    const graph = createGraph({
      model,
      base: manifest.base,
      store: shareLists(store),
      index: index.index,
      reads: index.reads,
      loaded: new Date(manifest.time),
      origin: originOf(manifest),
      version: manifest.hash,
      quads: [file],
      verified,
      filters,
    })
    const closeAll = (): Promise<unknown> =>
      graph
        .close()
        .finally(index.close)
        .finally(() => closeEach(descriptors))
    let closing: Promise<unknown> | undefined
    const state = async (): ReturnType<typeof graph.state> => (isDamaged ? 'damaged' : graph.state())
    // Closed again, the descriptor might be that of another file.
    const close = async (): Promise<void> => void (await (closing ??= closeAll()))
    return {
      path,
      graph: { ...graph, state, close, index: { file: index.file, quads: file, onDamage } },
      report,
      quads: [file],
      counts: manifest,
      verified,
    }
  } catch (error) {
    await files.close()
    await index.close()
    closeEach(descriptors)
    throw error
  }
}

/** Verifies all files, which closes their handles. @throws Error that names the one which is damaged */
async function verifyAll(path: string, { manifest, handles, verified, close }: Files): Promise<void> {
  const { files } = manifest
  const all = Promise.all([
    verified,
    verifyChecksums(path, files.quads, handles.quads),
    // They are not needed here, but their contents go wherever the graph is served.
    verifyChecksums(path, files.dataset, handles.dataset),
    files.about && handles.about && verifyChecksums(path, files.about, handles.about),
  ])
  await all.finally(close)
}

/** What has been compared with its checksums. */
export interface Verified {
  readonly files: number
  readonly bytes: number
  /** Entries of the index. */
  readonly entries: number
}

/**
 * Reads every byte of a prepared graph, and every entry of its index.
 * @throws Error that names the file which is not as it was written
 */
export async function verifyPrepared(path: string, model: Model): Promise<Verified> {
  const directory = createTemporaryDirectory()
  try {
    const opened = await openFiles(path, directory.folder, model)
    const { manifest, descriptors, handles, index, verified, close } = opened
    const { files } = manifest
    const verifiedFiles: GraphFile[] = []
    try {
      await verified
      for (const name of Object.keys(handles) as (keyof Handles)[]) {
        const [file, handle] = [files[name], handles[name]]
        if (!file || !handle) continue
        await verifyChecksums(path, file, handle)
        verifiedFiles.push(file)
      }
      const bytes = verifiedFiles.flatMap(({ members }) => members).reduce((sum, length) => sum + length, 0)
      return { files: verifiedFiles.length, bytes, entries: await index.check() }
    } catch (error) {
      throw error instanceof IndexDamaged ? notAsWritten(path, files.index, error) : error
    } finally {
      await index.close()
      await close()
      closeEach(descriptors)
    }
  } finally {
    directory.close()
  }
}

const closeEach = (descriptors: readonly number[]): void => {
  for (const descriptor of descriptors) closeSync(descriptor)
}

/**
 * A name in the folder under which the file can be read although a load replaces the graph: a link, or one to the
 * descriptor that is open where the folder is on another disk. The lock file of the index, too, stands there and not
 * beside the graph, which may be of somebody else. Where nothing can be written in the folder, the file is read in
 * place, and the next load removes its lock file; what is open already is read until the graph is reloaded.
 */
function nameFor(file: string, descriptor: number, folder: string): string {
  const name = join(folder, basename(file))
  const descriptorPath = `/proc/${process.pid}/fd/${descriptor}`
  const links = [
    () => linkSync(file, name),
    () => symlinkSync(existsSync(descriptorPath) ? descriptorPath : file, name),
  ]
  for (const link of links)
    try {
      rmSync(name, { force: true })
      link()
      return name
    } catch {
      /* it is on another disk, belongs to another user, or the folder cannot be written */
    }
  return file
}

interface Handles {
  readonly quads: FileHandle
  readonly index: FileHandle
  readonly dataset: FileHandle
  readonly about?: FileHandle | undefined
  readonly records?: FileHandle | undefined
}

/** The files of a prepared graph, opened. */
interface Files {
  readonly manifest: Manifest
  /** Name of the quads. */
  readonly file: string
  /** Of the quads and the index, under which others find them; they are to be closed with the graph. */
  readonly descriptors: readonly number[]
  readonly handles: Handles
  readonly index: OpenIndex
  /**
   * Rejects if a piece of the index is not as it was written; resolved at once for an index that is
   * small.
   */
  readonly verified: Promise<void>
  /** Closes the handles. */
  close(): Promise<unknown>
}

function openIndexIn(
  folder: string,
  path: string,
  manifest: Manifest,
  quads: string,
  descriptor: number,
  model: Model,
  onDamage?: OnDamage,
): OpenIndex {
  const own = nameFor(resolve(path, manifest.files.index.file), descriptor, folder)
  try {
    const effective = Date.parse(manifest.effective) / 1000
    return openIndex({ file: own, quads }, { model, base: manifest.base, effective, onDamage })
  } catch (error) {
    throw error instanceof IndexDamaged ? notAsWritten(path, manifest.files.index, error) : error
  }
}

/**
 * Opens the files at once, so that a load that replaces the graph meanwhile does no harm; where it was
 * quicker, the new graph is taken.
 */
async function openFiles(path: string, folder: string, model: Model, onDamage?: OnDamage): Promise<Files> {
  const readManifestText = (): string | undefined => {
    try {
      return readFileSync(join(path, MANIFEST), 'utf8')
    } catch {
      return undefined
    }
  }
  for (;;) {
    const before = readManifestText()
    const opened: FileHandle[] = []
    const openFile = async (name: string): Promise<FileHandle> => {
      const handle = await open(name)
      opened.push(handle)
      return handle
    }
    const close = (): Promise<unknown> => Promise.all(opened.map((handle) => handle.close()))
    const descriptors: number[] = []
    try {
      const manifest = readManifest(path)
      const { files } = manifest
      const place = join(path, files.quads.file)
      const openNumber = (name: string): number => {
        descriptors.push(openSync(name, constants.O_RDONLY))
        return descriptors.at(-1) as number
      }
      const file = nameFor(place, openNumber(place), folder)
      const indexNumber = openNumber(resolve(path, files.index.file))
      const handles: Handles = {
        quads: await openFile(place),
        index: await openFile(join(path, files.index.file)),
        dataset: await openFile(join(path, files.dataset.file)),
        about: files.about && (await openFile(join(path, files.about.file))),
        records: files.records && (await openFile(join(path, files.records.file))),
      }
      const verified = verifyChecksums(path, files.index, handles.index)
      ignoreRejection(verified, 'with the checksums of the other files')
      if (files.index.bytes <= MAX_BYTES_VERIFIED_FIRST) await verified
      const index = openIndexIn(folder, path, manifest, file, indexNumber, model, onDamage)
      return { manifest, file, descriptors, handles, index, verified, close }
    } catch (error) {
      await close()
      closeEach(descriptors)
      if (readManifestText() === before) throw error
    }
  }
}

const notAsWritten = (path: string, { file }: Pick<GraphFile, 'file'>, cause?: Error): Error =>
  Object.assign(damaged(path, `its file ${file} is not as it was written`), { cause })

const tooLarge = (path: string, { quads }: Manifest): Error =>
  new Error(`${path} has ${quads.toLocaleString('en')} quads: ${new StoreFull(0).message}`)

/**
 * Bytes of an index up to which it is verified before anything is read of it. A larger one, for which that
 * would take seconds, is verified while it answers; the server ends if it is damaged.
 */
const MAX_BYTES_VERIFIED_FIRST = 2 ** 28

/** Bytes of a file from which on it is verified in a thread of its own; one takes longer to start than less. */
const BYTES_WITHOUT_THREAD = 2 ** 25

/** Verifies a file while the thread that asks has other things to do. @throws Error if it cannot be read */
async function verifyInThread(file: FileToVerify): Promise<boolean> {
  const worker = new Worker(new URL(`./verifier${EXTENSION}`, import.meta.url), { workerData: file })
  const [isWhole] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [unknown]
  // A thread that ends without a message gives its exit code.
  return isWhole === true
}

/**
 * Checks every piece of a file against its checksum: of the index first of all, since LMDB does not check what it
 * reads, so that one wrong bit can end the process, or hide an entry.
 * @throws Error that names the file
 */
async function verifyChecksums(path: string, file: GraphFile, { fd }: FileHandle): Promise<void> {
  const { members, checksums, bytes } = file
  const given = { fd, members, checksums }
  if (!(bytes < BYTES_WITHOUT_THREAD ? isAsWritten(given) : await verifyInThread(given)))
    throw notAsWritten(path, file)
}
