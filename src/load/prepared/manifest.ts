/**
 * The manifest of a prepared graph, by which one is recognised or refused as of another version: GRAPH/manifest.json,
 * renamed into its place last, names the files beside it, which are called after their own hash.
 */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Finding } from '../../findings/kinds.ts'
import type { Model } from '../../model/model.ts'
import type { GraphOrigin } from '../../search-index/query/graph.ts'
import { parseJson } from '../../model/values/json.ts'

export const MANIFEST = 'manifest.json'
const FORMAT = 'skeg prepared graph'
const VERSION = 23

/** The files of a prepared graph, by what they hold. */
export const graphFiles = {
  quads: '.nq.gz',
  index: '.mdb',
  dataset: '.nq',
  about: '.json',
  records: '.log.gz',
} as const
export type GraphFileName = keyof typeof graphFiles

export interface GraphFile {
  readonly file: string
  readonly bytes: number
  /** Lengths in bytes of the pieces that are read at once. */
  readonly members: readonly number[]
  /** CRC-32 of each piece. */
  readonly checksums: readonly number[]
}

export interface Contents {
  /** Content hash: equal for equal data, whatever the order and form of the input. */
  readonly hash: string
  readonly base: string
  readonly quads: number
  /** Records by name of their entity type. */
  readonly records: Readonly<Record<string, number>>
  /** IRIs that are only mentioned. */
  readonly mentions: number
  /** Triples that no JSON shows: what the model does not map, and records of a type alone. */
  readonly unmapped: number
  /** Hash of the rows and contexts by which its index was made. */
  readonly rows: string
  /** The extensions of the model, each with its version. */
  readonly extensions: readonly string[]
  /** The PATHs that were loaded. */
  readonly sources: readonly string[]
  /** Program and version that prepared it. */
  readonly software: string
  /** When, as ISO 8601 in UTC. */
  readonly time: string
  /** From when its changes count: no server shows them before, and all do afterwards. As ISO 8601, whole seconds. */
  readonly effective: string
}

/** `about` is absent where nothing was said, `records` where they are not known, as of a copy. */
type Files = Readonly<
  Record<'quads' | 'index' | 'dataset', GraphFile> & Partial<Record<GraphFileName, GraphFile>>
>

export interface Manifest extends Contents {
  readonly files: Files
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Name of a part by its checksums: a graph that replaces another one has files of other names. */
export const graphFileName = (part: GraphFileName, { members, checksums }: Omit<GraphFile, 'file'>): string =>
  `${part}-${sha256(JSON.stringify([members, checksums])).slice(0, 16)}${graphFiles[part]}`

/** Whether a name is one that graphFileName gives, or that LMDB gives the lock of an index. */
function isGraphFile(name: string): boolean {
  const [, part = '', ending] = /^([a-z]+)-[0-9a-f]{16}(\.[a-z.]+)(?:-lock)?$/.exec(name) ?? []
  return Object.hasOwn(graphFiles, part) && graphFiles[part as GraphFileName] === ending
}

/** Names of files in a folder that belong to prepared graphs, whether the manifest names them or not. */
export const graphFilesIn = (folder: string): string[] => readdirSync(folder).filter(isGraphFile)

/** The directory inside the target in which a load works: so it is on one file system with the target. */
export const STAGING = '.loading'

/** Names of files in a folder to which a graph is written, but for remains of other loads, and of file systems. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder).filter(
    (name) => name !== STAGING && !name.startsWith(`${STAGING}.`) && name !== 'lost+found',
  )

/** The manifest as text; its last member holds it to what it says. */
export function writeManifest(manifest: Manifest): string {
  const { files, ...contents } = manifest
  const body = { format: FORMAT, version: VERSION, ...contents, files }
  return `${JSON.stringify({ ...body, seal: sha256(JSON.stringify(body)) }, null, 1)}\n`
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** Whether a path is a prepared graph, be it damaged: it has the manifest, or nothing but files of graphs. */
export function isPrepared(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false
  const manifest = join(path, MANIFEST)
  if (isFile(manifest) && readFileSync(manifest, 'utf8').includes(FORMAT)) return true
  const names = namesIn(path)
  return names.some(isGraphFile) && names.every((name) => name === MANIFEST || isGraphFile(name))
}

/** Hash of all in a model that decides what an index holds. */
export const rowsHash = ({ types, contexts, identifiers }: Model): string =>
  sha256(
    JSON.stringify([
      types,
      contexts.map(({ url, extension, document }) => [url, extension, document]),
      identifiers.rows,
    ]),
  )

/** What is said in public of how a graph was made: not where files are on a machine. */
export const originOf = ({ software, sources }: Contents): GraphOrigin => ({
  software,
  sources: sources.map((source) => (/^https?:/.test(source) ? source : basename(source))),
})

/** What a manifest says of the extensions of a model. */
export const extensionsOf = ({ extensions }: Model): string[] =>
  extensions.map((one) => `${one.name} ${one.version}`)

/**
 * Findings about a prepared graph that was made with other extensions than the model has.
 * @throws Error if it has records of a type that the model does not have
 */
export function compareExtensions(
  path: string,
  { records, extensions }: Pick<Contents, 'records' | 'extensions'>,
  model: Model,
): Finding[] {
  const loaded = extensionsOf(model)
  const lacking = extensions.filter((one) => !loaded.includes(one))
  const unknownTypes = Object.keys(records).filter((name) => !model.typeNamed(name))
  if (unknownTypes.length > 0)
    throw new Error(
      `the prepared graph ${path} has records of types that are not known here: ` +
        `${unknownTypes.join(', ')}; ` +
        (lacking.length > 0 ? `it was prepared with ${lacking.join(', ')}: add --extension PATH` : AGAIN),
    )
  return lacking.map((one) => ({
    kind: 'other-extensions',
    file: path,
    message: `was prepared with ${one}, which is not loaded`,
  }))
}

const AGAIN = 'prepare it again with skeg load'

/** What is wrong with a prepared graph, and what to do. */
export const damaged = (path: string, what: string): Error =>
  new Error(`the prepared graph ${path} cannot be used: ${what}; ${AGAIN}`)

/**
 * Reads the manifest of a prepared graph and looks whether its files are there in their size.
 * @throws Error that says which file is wrong and what to do
 */
export function readManifest(path: string): Manifest {
  const file = join(path, MANIFEST)
  if (!existsSync(file)) throw damaged(path, `${file} is missing`)
  if (!isFile(file)) throw damaged(path, `${file} is no file`)
  const { format, version, seal, ...contents } = parse(path, readFileSync(file, 'utf8'))
  if (format !== FORMAT) throw damaged(path, `${file} is no manifest of a prepared graph`)
  if (version !== VERSION)
    throw damaged(path, `its format is version ${String(version)}, and this skeg reads version ${VERSION}`)
  if (seal !== sha256(JSON.stringify({ format, version, ...contents })))
    throw damaged(path, `${file} is not as it was written`)
  const manifest = contents as unknown as Manifest
  if (!manifest.files?.quads || !manifest.files.index || !manifest.files.dataset)
    throw damaged(path, `${file} does not name its files`)
  for (const { file: name, bytes, members, checksums } of Object.values(manifest.files)) {
    if (!isSum(members, bytes))
      throw damaged(path, `${file} gives its file ${name} lengths that are not those of ${bytes} bytes`)
    if (!Array.isArray(checksums) || checksums.length !== members.length)
      throw damaged(path, `${file} does not give a checksum for each piece of its file ${name}`)
    const size = statSync(join(path, name), { throwIfNoEntry: false })?.size
    if (size === undefined) throw damaged(path, `its file ${name} is missing`)
    if (size !== bytes) throw damaged(path, `its file ${name} has ${size} bytes instead of ${bytes}`)
  }
  return manifest
}

/** Seconds from which the prepared graph at a path counts; undefined where its manifest does not say. */
export function effectiveAt(path: string): number | undefined {
  try {
    return Date.parse(readManifest(path).effective) / 1000
  } catch {
    // Opening it says what is wrong.
    return undefined
  }
}

/** Whether these are lengths that come to so many bytes. */
const isSum = (lengths: unknown, bytes: number): boolean =>
  Array.isArray(lengths) &&
  lengths.every((length) => Number.isSafeInteger(length) && length >= 0) &&
  lengths.reduce((sum: number, length: number) => sum + length, 0) === bytes

function parse(path: string, text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw damaged(path, `${join(path, MANIFEST)} is no JSON object`)
}
