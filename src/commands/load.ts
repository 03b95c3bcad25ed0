/** `skeg load`: PATHs → a prepared graph. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { software } from '../config/about.ts'
import { prepareGraph, type PreparedGraph, type PrepareOptions } from '../load/prepare.ts'
import { LOAD_LIMIT, TooManyRefused } from '../load/validate/refusals.ts'
import { describeChanges, describeReplaced, TooManyMissing } from '../load/prepared/replacement.ts'
import { createProgress } from '../load/input/progress.ts'
import type { Model } from '../model/model.ts'
import { UsageError } from '../config/errors.ts'
import { SERVER_TIMEOUT_S, type Settings } from '../config/settings.ts'
import { keepHeapSmall } from '../console/command.ts'
import { withNumber, printMessages } from '../console/terminal.ts'

/** Exit status where more is refused than is allowed, and where more would be missing. */
const [TOO_MANY_REFUSED, TOO_MANY_MISSING] = [3, 4]

/** Share of the records of a graph that may be missing in the one that replaces it. */
const MAX_MISSING = 0.1

/** @returns 3 if too many records were refused, 4 if too many of the old graph would be missing */
export async function load(
  paths: readonly string[],
  settings: Settings,
  model: Model,
): Promise<number | void> {
  try {
    await prepare(paths, settings, model)
  } catch (error) {
    if (!(error instanceof TooManyRefused) && !(error instanceof TooManyMissing)) throw error
    printMessages([`${software.name}: ${settings.out} is not written: ${error.message}`])
    return error instanceof TooManyRefused ? TOO_MANY_REFUSED : TOO_MANY_MISSING
  }
}

/** Takes what queries make of a SPARQL server, or of RDF files, into a temporary folder, which is a PATH. */
async function prepare(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  const { fromSparql: url, construct: constructs, out, base } = settings
  if (settings.fromStore !== undefined) return prepareFromStore(settings.fromStore, paths, settings, model)
  if (constructs === undefined) {
    if (url === undefined) return prepareFrom(paths, settings, model)
    throw new UsageError('load --from-sparql needs --construct DIR, the queries that make records')
  }
  if (out === undefined) throw new UsageError(WITHOUT_OUT)
  if (base === undefined) throw new UsageError('load --construct needs --base IRI: RDF states none')
  if (url === undefined && paths.length === 0)
    throw new UsageError('load --construct needs RDF files to read, or --from-sparql URL')
  const [{ openFiles, readEndpoint }, { createTemporaryDirectory }] = await Promise.all([
    import('../tools/endpoint/read-endpoint.ts'),
    import('../load/prepared/staging-directory.ts'),
  ])
  const { folder: temporary, close } = createTemporaryDirectory()
  const folder = join(temporary, 'sparql')
  try {
    const { storeCredentials: credentials, fetchRetries: retries } = settings
    const endpoint =
      url === undefined
        ? await openFiles(paths, base)
        : (await import('../store/client/open-client.ts')).openClient({
            url,
            credentials,
            timeout: SERVER_TIMEOUT_S,
            connections: 1,
          })
    const subjects = await readEndpoint(endpoint, { constructs, model, folder, retries })
    printMessages([`${software.name}: ${withNumber(subjects, 'subject')} of ${endpoint.url}`])
    await prepareFrom(url === undefined ? [folder] : [...paths, folder], settings, model)
  } finally {
    close()
  }
}

/** Copies the graph of a store. */
async function prepareFromStore(
  url: string,
  paths: readonly string[],
  settings: Settings,
  model: Model,
): Promise<void> {
  if (paths.length > 0 || settings.fromSparql !== undefined || settings.construct !== undefined)
    throw new UsageError(
      'load --from-store copies one graph: it takes no PATHs, --from-sparql or --construct',
    )
  const { storeCredentials: credentials, fetchRetries: retries } = settings
  const { prepareCopy } = await import('../tools/endpoint/copy-graph.ts')
  await prepareWith(
    (options) => prepareCopy({ url, credentials, timeout: SERVER_TIMEOUT_S, retries }, options),
    settings,
    model,
  )
}

const WITHOUT_OUT = 'load needs --out GRAPH, the directory to write'

async function prepareFrom(paths: readonly string[], settings: Settings, model: Model): Promise<void> {
  if (paths.length === 0) throw new UsageError('load needs PATHs to read, or --from-store URL')
  const { collection, whole, delete: deletions, allAgain, map } = settings
  const records = {
    collection,
    isWhole: whole,
    delete: deletions,
    makesAllAnew: allAgain,
    maps: map.map((file) => readFileSync(file, 'utf8')),
  }
  await prepareWith((options) => prepareGraph(paths, { ...options, records }), settings, model)
}

async function prepareWith(
  run: (options: PrepareOptions) => Promise<PreparedGraph>,
  settings: Settings,
  model: Model,
): Promise<void> {
  const { out, base, about, report: file, maxRefused = LOAD_LIMIT, replace } = settings
  const { fresh, effectiveIn: lead } = settings
  const { keep, join: isJoining, correct } = settings
  if (out === undefined) throw new UsageError(WITHOUT_OUT)
  keepHeapSmall()
  const progress = createProgress(process.stderr)
  const maxMissing = replace ? undefined : MAX_MISSING
  const options = {
    model,
    base,
    about,
    out,
    report: file,
    maxRefused,
    maxMissing,
    fresh,
    lead,
    keep,
    join: isJoining,
    correct,
    progress,
  }
  const { manifest, report, replaced } = await run(options).finally(progress.end)
  printMessages(report.lines())
  if (replaced) printMessages([`${software.name}: ${describeReplaced(replaced)}`])
  if (replaced && 'changed' in replaced)
    printMessages([
      `${software.name}: ${describeChanges(replaced)}; this counts from ${manifest.effective} on`,
    ])
  const records = Object.values(manifest.records).reduce((sum, count) => sum + count, 0)
  console.log(
    `${software.name} ${software.version} prepared ${out}: ${withNumber(records, 'record')}, ` +
      `${withNumber(manifest.quads, 'quad')}, content hash ${manifest.hash}`,
  )
}
