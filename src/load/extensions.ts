/** Extensions from outside: PATH → module → its default export, checked against the row types. */

import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { validateExtension } from '../model/check/extension.ts'
import type { Extension } from '../model/rows/extension-row.ts'

/** An extension, or what makes one of what extensions are made with. */
type ExtensionExport = Extension | ((api: unknown) => Extension | Promise<Extension>)

const EXPECTED =
  'export default { name, version, contexts, entities, extend }, or a function that gets what ' +
  'skeg exports and gives that'

/** Some of the extensions cannot be used. */
export class ExtensionError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Extensions cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ExtensionError'
    this.faults = faults
  }
}

interface Loaded {
  readonly extension?: Extension
  readonly faults?: readonly string[]
}

/** Files by which a package is entered that does not say how. */
const ENTRIES = ['index.mjs', 'index.js']

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** The module that package.json names: `exports` for import, else `main`. */
function entryOf(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (!isFile(file)) return undefined
  const { exports, main } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; main?: string }
  let found = exports
  while (typeof found === 'object' && found !== null)
    found = Object.entries(found).find(([condition]) => /^(?:\.|node|import|default)$/.test(condition))?.[1]
  return typeof found === 'string' ? found : main
}

/** The file of a module, or of the module by which a package is entered. @throws Error */
function moduleOf(path: string): string {
  const kind = statSync(path, { throwIfNoEntry: false })
  if (!kind) throw new Error('does not exist')
  if (!kind.isDirectory()) return resolve(path)
  const packageEntry = entryOf(path)
  const entry =
    packageEntry === undefined
      ? ENTRIES.map((name) => join(path, name)).find(isFile)
      : join(path, packageEntry)
  if (entry === undefined)
    throw new Error(
      `is a folder without ${ENTRIES.join(', ')} and without a package.json that names a module`,
    )
  if (!isFile(entry)) throw new Error(`has a package.json that names ${packageEntry}, which does not exist`)
  return resolve(entry)
}

/** The line of a module in which an error arose, for the end of a message; empty where it arose elsewhere. */
function lineOf({ stack = '' }: Error, url: string): string {
  const [, line] = (url && stack.split(`${url}:`)[1])?.match(/^(\d+)/) ?? []
  return line === undefined ? '' : ` (line ${line})`
}

/** What went wrong, with what to do about it where that is known. */
function explain(error: unknown, url: string): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (code === 'ERR_MODULE_NOT_FOUND' && message.includes("'skeg'"))
    return (
      'imports skeg, which is not installed beside it; install it there, or write export default ' +
      '(skeg) => skeg.defineExtension({ … }), which imports nothing'
    )
  if (error instanceof SyntaxError)
    return (
      `is no JavaScript module: ${message}; a file .js without a package.json of type module may ` +
      'have to be called .mjs'
    )
  return error instanceof Error ? message + lineOf(error, url) : String(error)
}

async function loadExtension(path: string, api: unknown): Promise<Loaded> {
  let url = ''
  try {
    url = pathToFileURL(moduleOf(path)).href
    const { default: exported } = (await import(url)) as { default?: ExtensionExport }
    if (exported === undefined) return { faults: [`has no default export; ${EXPECTED} is expected`] }
    const extension = typeof exported === 'function' ? await exported(api) : exported
    const faults = validateExtension(extension)
    return faults.length > 0 ? { faults } : { extension }
  } catch (error) {
    return { faults: [`cannot be loaded: ${explain(error, url)}`] }
  }
}

/**
 * Loads the extensions of PATHs: modules, or folders of packages.
 * @param api what extensions are made with, for those that are functions
 * @throws ExtensionError with all that is wrong with all of them
 */
export async function loadExtensions(paths: readonly string[], api: unknown): Promise<readonly Extension[]> {
  const loaded = await Promise.all(paths.map(async (path) => ({ path, ...(await loadExtension(path, api)) })))
  const faults = loaded.flatMap(({ path, faults: own = [] }) => own.map((fault) => `${path}: ${fault}`))
  if (faults.length > 0) throw new ExtensionError(faults)
  return loaded.flatMap(({ extension }) => extension ?? [])
}
