/** Files that pages need: each at a name that changes with its content, so that it may be kept for ever. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../src/pages/assets/', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/** A file of a package, beside the one that the package offers to programs. */
const of = (name: string, file: string): string => join(dirname(resolve(name)), file)

/** By the first part of their names: our own, and those of tools, which are read when first asked for. */
const files = {
  style: `${FOLDER}style.css`,
  sparql: `${FOLDER}sparql.js`,
  docs: `${FOLDER}docs.js`,
  yasqe: of('@zazuko/yasqe', 'yasqe.min.js'),
  'yasqe-style': of('@zazuko/yasqe', 'yasqe.min.css'),
  swagger: of('swagger-ui-dist', 'swagger-ui-bundle.js'),
  'swagger-style': of('swagger-ui-dist', 'swagger-ui.css'),
} as const satisfies Record<string, string>

export type AssetName = keyof typeof files

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

export interface Asset {
  readonly name: string
  readonly type: string
  readonly body: Buffer
}

const known = new Map<AssetName, Asset>()

/** A file with its name below `/assets/`. */
export function assetOf(key: AssetName): Asset {
  let asset = known.get(key)
  if (!asset) {
    const body = readFileSync(files[key])
    const ending = files[key].slice(files[key].lastIndexOf('.') + 1) as keyof typeof types
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
    known.set(key, (asset = { name: `${key}-${hash}.${ending}`, type: types[ending], body }))
  }
  return asset
}

/** The file of a name; undefined where there is none, or none with that content. */
export function assetNamed(name: string): Asset | undefined {
  const [, key = ''] = /^(.+)-[\w-]{12}\.\w+$/.exec(name) ?? []
  const asset = Object.hasOwn(files, key) ? assetOf(key as AssetName) : undefined
  return asset?.name === name ? asset : undefined
}
