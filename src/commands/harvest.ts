/** `skeg harvest`: all records of a server → one file that load reads. */

import { Unanswered } from '../clients/http-client.ts'
import { harvest } from '../harvest/harvest.ts'
import type { ListState } from '../harvest/output.ts'
import type { Model } from '../model/model.ts'
import { UsageError } from '../errors.ts'
import { type Settings } from '../settings.ts'
import { clientOf, isUrl } from './servers.ts'
import { counted, say } from './terminal.ts'

/** Exit status where something of the server could not be had. */
const INCOMPLETE = 3

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5000

/** Says now and then how far a list is. */
function createProgress(): (list: ListState) => void {
  let reportedAt = performance.now()
  return ({ url, records, total, pages }) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    const all = total === undefined ? '' : ` of ${total.toLocaleString('en')}`
    say([`${url}: ${records.toLocaleString('en')}${all} records, ${counted(pages, 'page')}`])
  }
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
  if (out === undefined || !/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(out))
    throw new UsageError('harvest needs --out FILE, ending in .jsonl or .jsonl.gz')
  const client = clientOf(settings)
  try {
    const { lists, records, report, isResumed } = await harvest(url, {
      client,
      model,
      out,
      report: file,
      onPage: createProgress(),
    })
    if (isResumed) say([`${out}: an earlier harvest was resumed`])
    if (report.findings.length > 0) say(report.lines())
    console.log(
      `${out}: ${counted(records, 'record')} of ${counted(lists.length, 'list')}` +
        `, ${counted(client.requests, 'request')}`,
    )
    return report.failed > 0 ? INCOMPLETE : undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Error(`${error.message}; the same command goes on where this one has ended`, { cause: error })
  }
}
