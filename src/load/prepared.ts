/**
 * A prepared graph → a graph that answers: its files are read and proved while Oxigraph loads in its own
 * thread.
 */

import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, linkSync, openSync, readFileSync, symlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Model } from '../model/model.ts'
import { createGraph } from '../store/graph.ts'
import { createIndex, type EntityIndex } from '../store/entity-index.ts'
import { MOST_QUADS, StoreFull } from '../store/embedded.ts'
import type { FillableStore } from '../store/store.ts'
import { searchedPredicates } from '../store/texts.ts'
import { readEntities } from './entities.ts'
import {
  compareExtensions,
  damaged,
  MANIFEST,
  readManifest,
  type Manifest,
  type PartFile,
} from './manifest.ts'
import { readTexts } from './texts.ts'
import type { Opened, OpenOptions, OpenPlace } from './opened.ts'
import { createReport } from './report.ts'
import { unpack } from './unpack.ts'

/** Members that are unpacked while the store takes one. */
const AHEAD = 3

/**
 * Opens a prepared graph in a store.
 * @throws Error if a file is missing, damaged or of another format, or another base is asked for
 */
export async function openPrepared(
  path: string,
  { store, folder }: OpenPlace,
  { model, base, filling: onFilling }: OpenOptions,
): Promise<Omit<Opened, 'store'>> {
  const { manifest, file, descriptor, handles } = await openFiles(path, folder)
  try {
    if (base !== undefined && base !== manifest.base)
      throw new Error(
        `the prepared graph ${path} has the base ${manifest.base}, not ${base}; leave --base out, or prepare it with that base`,
      )
    const report = createReport()
    for (const finding of compareExtensions(path, manifest, model)) report.add(finding)
    if (manifest.quads > MOST_QUADS) throw new StoreFull(0)
    const { files } = manifest
    const filling = fill(store, path, files.quads, handles.quads)
    // What is read here meanwhile would keep the store waiting if it came first.
    await filling.begun
    onFilling?.()
    const [index, indexed] = await Promise.all([
      indexOf(model, path, files.entities, handles.entities),
      files.texts && handles.texts && giveTexts(store, model, path, files.texts, handles.texts),
      filling.ended,
      // They are not needed here, but what they say goes wherever the graph is loaded and served.
      files.dataset && handles.dataset && proved(path, files.dataset, handles.dataset),
      files.about && handles.about && proved(path, files.about, handles.about),
    ])
    const graph = createGraph({
      model,
      base: manifest.base,
      store,
      index,
      loaded: new Date(manifest.time),
      version: manifest.hash,
      indexed,
      counted: manifest,
      files: { quads: [file], folder },
    })
    const close = (): Promise<void> => graph.close().finally(() => closeSync(descriptor))
    return { graph: { ...graph, close }, report, quads: [file] }
  } catch (error) {
    closeSync(descriptor)
    throw tooLarge(path, manifest, error)
  } finally {
    await closeAll(handles)
  }
}

/**
 * A name under which the file can be read although a load replaces the graph: a link in the folder, to the
 * descriptor that is open where the folder is on another disk. Where nothing can be written there, the file is
 * read in place; after the next load its graph is read from, until that is reloaded, by what is open already.
 */
function nameFor(file: string, descriptor: number, folder: string): string {
  const own = join(folder, basename(file))
  const opened = `/proc/${process.pid}/fd/${descriptor}`
  try {
    linkSync(file, own)
    return own
  } catch {
    /* it is on another disk, belongs to another user, or the folder cannot be written */
  }
  try {
    if (!existsSync(opened)) return file
    symlinkSync(opened, own)
    return own
  } catch {
    return file
  }
}

interface Handles {
  quads?: FileHandle
  entities?: FileHandle
  texts?: FileHandle
  dataset?: FileHandle
  about?: FileHandle
}

const closeAll = (handles: Handles): Promise<unknown> =>
  Promise.all(Object.values(handles).map((handle: FileHandle) => handle.close()))

/**
 * Opens the files at once, so that a load that replaces the graph meanwhile does no harm; where it was
 * quicker, the new graph is taken.
 */
async function openFiles(
  path: string,
  folder: string,
): Promise<{
  manifest: Manifest
  file: string
  /** Of the quads; it is to be closed with the graph. */
  descriptor: number
  handles: Handles & Required<Pick<Handles, 'quads' | 'entities'>>
}> {
  const seen = (): string | undefined => {
    try {
      return readFileSync(join(path, MANIFEST), 'utf8')
    } catch {
      return undefined
    }
  }
  for (;;) {
    const before = seen()
    const handles: Handles = {}
    let descriptor: number | undefined
    try {
      const manifest = readManifest(path)
      const { files } = manifest
      const place = join(path, files.quads.file)
      descriptor = openSync(place, constants.O_RDONLY)
      const file = nameFor(place, descriptor, folder)
      const quads = (handles.quads = await open(place))
      const entities = (handles.entities = await open(join(path, files.entities.file)))
      if (files.texts) handles.texts = await open(join(path, files.texts.file))
      if (files.dataset) handles.dataset = await open(join(path, files.dataset.file))
      if (files.about) handles.about = await open(join(path, files.about.file))
      return { manifest, file, descriptor, handles: { ...handles, quads, entities } }
    } catch (error) {
      await closeAll(handles)
      if (descriptor !== undefined) closeSync(descriptor)
      if (seen() === before) throw error
    }
  }
}

const explained = (path: string, { file }: PartFile, error: unknown): Error =>
  error instanceof Damaged ? damaged(path, `its file ${file} is not as it was written`) : (error as Error)

const tooLarge = (path: string, { quads }: Manifest, error: unknown): unknown =>
  error instanceof StoreFull
    ? new Error(`${path} has ${quads.toLocaleString('en')} quads: ${error.message}`, { cause: error })
    : error

class Damaged extends Error {}

/**
 * The bytes of each piece, in memory of its own or in its place in a whole; in the end all are held against
 * their hash. @throws Damaged
 */
async function* piecesOf(
  { members, sha256 }: PartFile,
  handle: FileHandle,
  whole?: Buffer,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let position = 0
  for (const length of members) {
    const { buffer, bytesRead } = await handle.read(
      whole?.subarray(position, position + length) ?? Buffer.allocUnsafeSlow(length),
      0,
      length,
      position,
    )
    if (bytesRead !== length) throw new Damaged()
    hash.update(buffer)
    position += length
    yield buffer
  }
  if (hash.digest('hex') !== sha256) throw new Damaged()
}

/** The bytes of a file in one piece. @throws Damaged */
async function readWhole(file: PartFile, handle: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes)
  for await (const _ of piecesOf(file, handle, Buffer.from(bytes.buffer))) {
    /* it is where it belongs */
  }
  return bytes
}

const proved = (path: string, file: PartFile, handle: FileHandle): Promise<Uint8Array<ArrayBuffer>> =>
  readWhole(file, handle).catch((error: unknown) => {
    throw explained(path, file, error)
  })

const indexOf = async (
  model: Model,
  path: string,
  file: PartFile,
  handle: FileHandle,
): Promise<EntityIndex> =>
  createIndex(
    model,
    await readEntities(model, membersOf(file, handle)).catch((error: unknown) => {
      throw explained(path, file, error)
    }),
  )

/**
 * Gives the store the index of the texts. @returns their subjects; undefined if filters search other texts as
 * well, so that all are to be read
 */
async function giveTexts(
  store: FillableStore,
  model: Model,
  path: string,
  file: PartFile,
  handle: FileHandle,
): Promise<readonly string[] | undefined> {
  const kept = readTexts(await proved(path, file, handle))
  if ([...searchedPredicates(model)].some((predicate) => !kept.arrays.predicates.has(predicate)))
    return undefined
  await store.text?.take(kept.arrays)
  return kept.subjects
}

const unpacked = (packed: Uint8Array): Promise<Buffer> =>
  unpack(packed).catch(() => {
    throw new Damaged()
  })

async function* membersOf(file: PartFile, handle: FileHandle): AsyncGenerator<Buffer> {
  for await (const packed of piecesOf(file, handle)) yield unpacked(packed)
}

/**
 * Members are unpacked beside each other while the store takes what is ready; each holds whole graphs, so
 * that their order
 * is no matter. It has `begun` when the store has taken one and more wait for it, or there is no more to be
 * taken.
 */
function fill(
  store: FillableStore,
  path: string,
  file: PartFile,
  handle: FileHandle,
): { begun: Promise<void>; ended: Promise<void> } {
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  async function taken(): Promise<void> {
    const adding: Promise<void>[] = []
    try {
      for await (const packed of piecesOf(file, handle)) {
        const added = unpacked(packed).then((bytes) => store.add(bytes))
        added.catch(() => {})
        adding.push(added)
        if (adding.length <= AHEAD) continue
        await adding.shift()
        begin()
      }
      await Promise.all(adding)
    } catch (error) {
      await Promise.allSettled(adding)
      throw explained(path, file, error)
    }
  }
  const ended = taken().finally(begin)
  ended.catch(() => {})
  return { begun, ended }
}
