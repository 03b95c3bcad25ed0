/** The graph that a SPARQL server holds, if skeg wrote it → a prepared graph of the same content hash. */

import { join } from 'node:path'
import { prepareGraph, type PreparedGraph, type PrepareOptions } from '../prepare.ts'
import { createTemporaryDirectory } from '../prepared/staging-directory.ts'
import { copyGraph, type CopyOptions } from './copy-graph.ts'

/**
 * @throws Error what `copyGraph` and `prepareGraph` throw, or if the graph has another base than the one given or
 * another content hash than it says
 */
export async function prepareCopy(
  source: Omit<CopyOptions, 'file'>,
  options: Omit<PrepareOptions, 'sources' | 'expectedHash'>,
): Promise<PreparedGraph> {
  const { url } = source
  const { folder, close } = createTemporaryDirectory()
  const file = join(folder, 'copy.nq')
  try {
    const { base, version } = await copyGraph({ ...source, file })
    if (options.base !== undefined && options.base !== base)
      throw new Error(`the graph at ${url} has the base ${base}, not ${options.base}; leave --base out`)
    return await prepareGraph([file], { ...options, base, sources: [url], expectedHash: version })
  } finally {
    close()
  }
}
