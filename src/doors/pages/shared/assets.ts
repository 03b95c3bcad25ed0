/** Files that pages need: each at a name that changes with its content, so that it may be kept for ever. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where `npm run build` puts them, those of packages too, so that the packages need not be installed. */
const FOLDER = fileURLToPath(new URL('../../../../dist/doors/pages/assets/', import.meta.url))

/** By the first part of their names; each is read when it is first requested. */
const files = {
  style: `${FOLDER}style.css`,
  sparql: `${FOLDER}sparql.js`,
  suggest: `${FOLDER}suggest.js`,
  docs: `${FOLDER}docs.js`,
  copy: `${FOLDER}copy.js`,
  sort: `${FOLDER}sort.js`,
  icon: `${FOLDER}icon.svg`,
  favicon: `${FOLDER}favicon.ico`,
  yasqe: `${FOLDER}yasqe.min.js`,
  'yasqe-style': `${FOLDER}yasqe.min.css`,
  swagger: `${FOLDER}swagger-ui-bundle.js`,
  'swagger-style': `${FOLDER}swagger-ui.css`,
} as const satisfies Record<string, string>

export type AssetName = keyof typeof files

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
} as const

export interface Asset {
  readonly name: string
  readonly type: string
  readonly body: Buffer
}

const assetByName = new Map<AssetName, Asset>()

/** A file with its name below `/assets/`. */
export function assetOf(key: AssetName): Asset {
  let asset = assetByName.get(key)
  if (!asset) {
    const body = readFileSync(files[key])
    const ending = files[key].slice(files[key].lastIndexOf('.') + 1) as keyof typeof types
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
    assetByName.set(key, (asset = { name: `${key}-${hash}.${ending}`, type: types[ending], body }))
  }
  return asset
}

/** The file of a name; undefined where there is none, or none with that content. */
export function assetNamed(name: string): Asset | undefined {
  const [, key = ''] = /^(.+)-[\w-]{12}\.\w+$/.exec(name) ?? []
  const asset = Object.hasOwn(files, key) ? assetOf(key as AssetName) : undefined
  return asset?.name === name ? asset : undefined
}

/** The icon for browsers and programs that ask for it at the path that has always been its own. */
export const icoAsset = (): Asset => assetOf('favicon')
