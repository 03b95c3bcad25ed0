/**
 * Graphs for tests that only read them: each input is prepared once for each state of the code, and no engine
 * starts before the first query in SPARQL.
 */

import { createHash, type Hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Opened } from '../../src/load/open/opened.ts'
import { openPrepared } from '../../src/load/open/prepared.ts'
import { prepareGraph } from '../../src/load/prepare.ts'
import { isPrepared } from '../../src/load/prepared/manifest.ts'
import { createTemporaryDirectory } from '../../src/load/prepared/staging-directory.ts'
import type { Model } from '../../src/model/model.ts'
import { openEmbeddedStore } from '../../src/store/oxigraph/store.ts'
import { closing } from './closing.ts'
import { temporaryFolder } from './folders.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/skeg-tests/', import.meta.url))
const COMPILED = fileURLToPath(new URL('../../dist/', import.meta.url))

/** States of the code whose graphs stay: two builds may take turns in one clone. */
const MOST_BUILDS = 4

const digest = (hash: Hash): string => hash.digest('hex').slice(0, 16)

/** Adds the names and the bytes of all files at or below a path. */
function addFiles(hash: Hash, path: string): Hash {
  const names = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
    : ['']
  for (const name of names) {
    const file = join(path, name)
    if (statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file))
  }
  return hash
}

/** Leaves the graphs of the builds that were last made. */
function removeOldBuilds(): void {
  const builds = readdirSync(CACHE).map((name) => join(CACHE, name))
  const ages = new Map(builds.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  builds.sort((a, b) => ages.get(b)! - ages.get(a)!)
  for (const path of builds.slice(MOST_BUILDS)) rmSync(path, { recursive: true, force: true })
}

let codeHash: string | undefined

/** A hash of the compiled code. */
const hashOfCode = (): string => (codeHash ??= digest(addFiles(createHash('sha256'), COMPILED)))

/** The rows of the extensions, with their functions. */
const textOf = ({ extensions }: Model): string =>
  JSON.stringify(extensions, (_, value: unknown) => (typeof value === 'function' ? String(value) : value))

export interface GraphOptions {
  readonly model: Model
  readonly base?: string | undefined
  /** What answers filters; absent: the index. */
  readonly filters?: 'index' | 'sparql'
}

/**
 * Directory of the prepared graph of PATHs, or the one that they are. No test may change it: others find it
 * there, until the code changes.
 */
export async function preparedGraph(
  paths: readonly string[],
  { model, base }: GraphOptions,
): Promise<string> {
  const [only] = paths
  if (paths.length === 1 && only !== undefined && isPrepared(only)) return only
  const hash = createHash('sha256')
    .update(`${base ?? ''}\0`)
    .update(textOf(model))
  for (const path of paths) addFiles(hash, path)
  const folder = join(CACHE, hashOfCode())
  const path = join(folder, digest(hash))
  if (existsSync(path)) return path
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    removeOldBuilds()
  }
  const own = `${path}-${process.pid}`
  await prepareGraph(paths, { model, base, out: own, examine: false })
  try {
    renameSync(own, path)
  } catch {
    // Another process was quicker.
    rmSync(own, { recursive: true })
  }
  return path
}

/** A graph with its store and its files. */
export type OpenGraph = Omit<Opened, 'report' | 'path'>
type ClosingGraph = OpenGraph & AsyncDisposable & { readonly graph: AsyncDisposable }

/** The graph of PATHs, for tests that do not look at how it is loaded. */
export async function openGraph(paths: readonly string[], options: GraphOptions): Promise<ClosingGraph> {
  const path = await preparedGraph(paths, options)
  const store = openEmbeddedStore()
  const directory = createTemporaryDirectory()
  const { graph, quads, counts, verified } = await openPrepared(
    path,
    { store, folder: directory.folder },
    options,
  )
  await verified
  const ours = closing({ ...graph, close: () => graph.close().finally(directory.close) })
  return { store, quads, counts, verified, graph: ours, [Symbol.asyncDispose]: ours.close }
}

/** The graph of some records, of a document with this base. */
export async function openRecords(
  records: readonly object[],
  { model, base }: GraphOptions & { readonly base: string },
): Promise<ClosingGraph> {
  const folder = temporaryFolder()
  const context = [
    'https://w3id.org/skg-if/context/1.1.0/skg-if.json',
    'https://w3id.org/skg-if/context/1.0.0/skg-if-api.json',
    { '@base': base },
  ]
  writeFileSync(join(folder, 'records.json'), JSON.stringify({ '@context': context, '@graph': records }))
  return openGraph([folder], { model })
}
