/** `skeg harvest`: all records of a server, or what has changed there → one file that load reads. */

import { Unanswered, type HttpClient } from '../shared/http-client.ts'
import { withoutLastSlashes } from '../../model/context/iri.ts'
import { copyChanges } from './copy.ts'
import { harvest } from './harvest.ts'
import { harvestOai, identify } from './oai.ts'
import type { ListState } from './output.ts'
import type { Model } from '../../model/model.ts'
import { UsageError } from '../../config/errors.ts'
import { type Settings } from '../../config/settings.ts'
import { isUrl } from '../../console/command.ts'
import { clientOf, requireNoUser } from '../shared/servers.ts'
import { sometimes, withNumber, printMessages } from '../../console/terminal.ts'

/** Exit status where something of the server could not be had. */
const INCOMPLETE = 3

function sayList({ url, records, total, pages }: ListState): void {
  const all = total === undefined ? '' : ` of ${total.toLocaleString('en')}`
  printMessages([`${url}: ${records.toLocaleString('en')}${all} records, ${withNumber(pages, 'page')}`])
}

/** The stream of changes of the server that a URL of it names. */
const streamOf = (url: string): string =>
  url.endsWith('/changes') ? url : `${withoutLastSlashes(url).replace(/\/skg-if\/api$/, '')}/changes`

/** Writes, or brings up to date, a copy of the graph of a server. */
async function copyCommand(url: string, out: string, settings: Settings): Promise<void> {
  const client = clientOf(settings)
  const { changed, gone, until, anewBecause } = await copyChanges(streamOf(url), {
    client,
    out,
    since: settings.since,
    onPage: sometimes((page, records) => printMessages([`${page}: ${withNumber(records, 'record')} so far`])),
  })
  if (anewBecause !== undefined) printMessages([`${out}: all is fetched anew, as ${anewBecause}`])
  console.log(
    `${out}: ${withNumber(changed, 'record')} new or changed, ${withNumber(gone, 'record')} gone, ` +
      `${withNumber(client.requests, 'request')}; it has all changes until ${new Date(until).toISOString()}`,
  )
}

/** Whether a URL looks like that of a repository, as /oai, /oai2d and /server/oai/request do. */
const isLikelyOai = (url: string): boolean => /[/_.-]oai/i.test(new URL(url).pathname)

/** Harvests a repository. @returns whether it is one */
async function harvestRepository(
  url: string,
  out: string,
  settings: Settings,
  client: HttpClient,
): Promise<boolean> {
  const { format, set, since } = settings
  const isSaid = format !== undefined || set !== undefined
  if (!isSaid && !isLikelyOai(url)) return false
  const repository = await identify(client, url)
  if (!repository && isSaid)
    throw new UsageError(`${url} does not answer Identify as OAI-PMH has it; --format and --set are for that`)
  if (!repository) return false
  const { records, prefix, isResumed } = await harvestOai(repository, {
    ...{ client, out, format, set, since },
    onPage: sometimes(sayList),
    say: (message) => printMessages([message]),
  })
  if (isResumed) printMessages([`${out}: an earlier harvest was resumed`])
  console.log(
    `${out}: ${withNumber(records, 'record')} of ${repository.baseURL} as ${prefix}` +
      `, ${withNumber(client.requests, 'request')}`,
  )
  return true
}

/** @returns 3 if something could not be fetched */
export async function harvestCommand(
  urls: readonly string[],
  settings: Settings,
  model: Model,
): Promise<number | void> {
  const { out, report: file } = settings
  const [url, another] = urls
  if (url === undefined || another !== undefined || !isUrl(url))
    throw new UsageError(
      'harvest needs the URL of one API, or of one list, as https://example.org/skg-if/api',
    )
  requireNoUser(url)
  if (out !== undefined && /\.nq(?:\.gz)?$/i.test(out)) return copyCommand(url, out, settings)
  if (out === undefined || !/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(out))
    throw new UsageError(
      'harvest needs --out FILE, ending in .jsonl or .jsonl.gz for records, or .nq or .nq.gz for a copy of the graph',
    )
  const client = clientOf(settings)
  try {
    if (await harvestRepository(url, out, settings, client)) return undefined
    if (settings.since !== undefined)
      throw new UsageError(
        '--since is for copies of a graph (an --out that ends in .nq or .nq.gz) and for OAI-PMH (--format)',
      )
    const { lists, records, report, isResumed } = await harvest(url, {
      client,
      model,
      out,
      report: file,
      onPage: sometimes(sayList),
    })
    if (isResumed) printMessages([`${out}: an earlier harvest was resumed`])
    if (report.findings.length > 0) printMessages(report.lines())
    console.log(
      `${out}: ${withNumber(records, 'record')} of ${withNumber(lists.length, 'list')}` +
        `, ${withNumber(client.requests, 'request')}`,
    )
    return report.count('failed') > 0 ? INCOMPLETE : undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Error(`${error.message}; the same command goes on where this one has ended`, { cause: error })
  }
}
