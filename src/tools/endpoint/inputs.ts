/** What load reads in place of PATHs: the graph of a store, or what queries make of a SPARQL server or of RDF files. */

import { join } from 'node:path'
import { software } from '../../config/about.ts'
import { UsageError } from '../../config/errors.ts'
import { SERVER_TIMEOUT_S, type Settings } from '../../config/settings.ts'
import { printMessages, withNumber } from '../../console/terminal.ts'
import type { LoadInputs } from '../../load/prepare.ts'
import { createTemporaryDirectory } from '../../load/prepared/staging-directory.ts'
import type { Model } from '../../model/model.ts'
import { openClient } from '../../store/client/open-client.ts'
import { copyGraph } from './copy-graph.ts'
import { openFiles, readEndpoint } from './read-endpoint.ts'

/** Writes what is loaded into a temporary folder. */
export async function inputsFromEndpoint(
  paths: readonly string[],
  settings: Settings,
  model: Model,
): Promise<LoadInputs> {
  const { folder, close } = createTemporaryDirectory()
  try {
    const inputs =
      settings.fromStore === undefined
        ? await readConstructed(paths, settings, model, join(folder, 'sparql'))
        : await copyStore(settings.fromStore, paths, settings, join(folder, 'copy.nq'))
    return { ...inputs, close }
  } catch (error) {
    close()
    throw error
  }
}

async function copyStore(
  url: string,
  paths: readonly string[],
  { fromSparql, construct, base: expected, storeCredentials: credentials, fetchRetries: retries }: Settings,
  file: string,
): Promise<LoadInputs> {
  if (paths.length > 0 || fromSparql !== undefined || construct !== undefined)
    throw new UsageError(
      'load --from-store copies one graph: it takes no PATHs, --from-sparql or --construct',
    )
  const { base, version } = await copyGraph({ url, credentials, timeout: SERVER_TIMEOUT_S, retries, file })
  if (expected !== undefined && expected !== base)
    throw new Error(`the graph at ${url} has the base ${base}, not ${expected}; leave --base out`)
  return { paths: [file], copyOf: { base, sources: [url], expectedHash: version } }
}

async function readConstructed(
  paths: readonly string[],
  { fromSparql: url, construct: constructs, base, storeCredentials, fetchRetries: retries }: Settings,
  model: Model,
  folder: string,
): Promise<LoadInputs> {
  if (constructs === undefined)
    throw new UsageError('load --from-sparql needs --construct DIR, the queries that make records')
  if (base === undefined) throw new UsageError('load --construct needs --base IRI: RDF states none')
  if (url === undefined && paths.length === 0)
    throw new UsageError('load --construct needs RDF files to read, or --from-sparql URL')
  const server = { credentials: storeCredentials, timeout: SERVER_TIMEOUT_S, connections: 1 }
  const endpoint = url === undefined ? await openFiles(paths, base) : openClient({ url, ...server })
  const subjects = await readEndpoint(endpoint, { constructs, model, folder, retries })
  printMessages([`${software.name}: ${withNumber(subjects, 'subject')} of ${endpoint.url}`])
  return { paths: url === undefined ? [folder] : [...paths, folder] }
}
