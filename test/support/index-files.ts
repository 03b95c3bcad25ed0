/** The files that the index of a prepared graph reads. */

import { join } from 'node:path'
import { readManifest } from '../../src/load/prepared/manifest.ts'
import type { IndexFiles } from '../../src/search-index/query/index-reader.ts'

export function indexFiles(graph: string): IndexFiles {
  const { index, quads } = readManifest(graph).files
  return { file: join(graph, index.file), quads: join(graph, quads.file) }
}
