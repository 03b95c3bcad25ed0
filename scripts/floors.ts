/** The floors of src: who may import whom, and which package has which door; test/architecture.test.ts holds src to them. */

import { existsSync } from 'node:fs'
import { code, table } from './markdown.ts'

/**
 * Folders and files of src, floor by floor from the top. A file imports from lower floors and from its own
 * folder.
 */
export const floors = [
  ['main', 'index', 'thread'],
  ['commands'],
  ['server'],
  ['tools', 'doors'],
  ['api'],
  ['extensions'],
  ['sources'],
  ['load'],
  ['search-index'],
  ['store'],
  ['record', 'filter'],
  ['console'],
  ['findings'],
  ['model', 'sparql'],
  ['admission'],
  ['config'],
]

/** Where a package may be imported. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  oxigraph: ['store/', 'sparql/oxigraph.ts'],
  '@koa/router': ['server/router/router.ts'],
  koa: ['server/'],
  '@modelcontextprotocol/server': ['doors/mcp/'],
  sparqljs: ['sparql/'],
  jsonld: ['record/', 'load/'],
  n3: ['load/', 'tools/'],
  '@rdfjs/types': ['sparql/', 'tools/harvest/', 'tools/shapes/'],
  yauzl: ['load/'],
  'jsonc-parser': ['load/'],
  'rdf-ext': ['sparql/rdf.ts', 'tools/shapes/'],
  'rdf-validate-shacl': ['tools/shapes/'],
  'rdfxml-streaming-parser': ['load/'],
  ajv: ['record/', 'model/check/extension.ts'],
  yazl: ['tools/export/'],
  'prom-client': ['server/metrics/'],
  pino: ['server/http/log.ts'],
  negotiator: ['api/negotiate.ts'],
  fresh: ['server/http/'],
  yaml: ['doors/openapi/', 'sources/table/'],
  'read-excel-file': ['load/'],
  saxen: ['model/conversion/xml.ts'],
  preact: ['doors/shared/html.ts'],
  'preact-render-to-string': ['doors/shared/html.ts'],
  'markdown-it': ['model/conversion/markdown.ts'],
  'hyparquet-writer': ['record/citation/parquet.ts'],
  'lru-cache': ['server/', 'doors/', 'search-index/'],
  lmdb: ['search-index/'],
  entities: ['model/conversion/markup-to-text.ts'],
  '@citation-js/core': ['sources/references/'],
  '@citation-js/plugin-bibtex': ['sources/references/'],
}

const nameOf = (part: string): string =>
  existsSync(new URL(`../src/${part}.ts`, import.meta.url)) ? `${part}.ts` : `${part}/`

/** Packages that a floor may import, with the place where that is not all of it. */
const packagesOf = (parts: readonly string[]): string[] =>
  Object.entries(doors).flatMap(([name, places]) => {
    const own = places.filter((place) => parts.some((part) => place.startsWith(nameOf(part))))
    if (own.length === 0) return []
    const isWhole = own.length === parts.length && own.every((place) => /^[^/]+\/$/.test(place))
    return [isWhole ? code(name) : `${code(name)} (${own.map(code).join(', ')})`]
  })

/** The floors from the top, with the packages of each. */
export const floorTable = (): string =>
  table(
    ['floor', 'of `src/`', 'third-party packages, with the place of those that have a narrower one'],
    floors.map((parts, i) => [
      String(floors.length - i),
      parts.map((part) => code(nameOf(part))).join(', '),
      packagesOf(parts).join(', '),
    ]),
  )
