/** `skeg fetch`: a list of DOIs, ORCIDs and RORs → what Crossref, DataCite, OpenAlex, ORCID and ROR have of them. */

import { readFileSync } from 'node:fs'
import { fetchRecords } from './fetch.ts'
import { readList } from './list.ts'
import type { Model } from '../../model/model.ts'
import { UsageError } from '../../config/errors.ts'
import { type Settings } from '../../config/settings.ts'
import { clientOf } from '../shared/servers.ts'
import { sometimes, withNumber, printMessages } from '../../console/terminal.ts'

/** Exit status where something could not be had. */
const INCOMPLETE = 3

/** Lines, and identifiers, that are named. */
const MOST_NAMED = 20

/** @returns 3 if requests have failed, or lines name nothing */
export async function fetchCommand(
  lists: readonly string[],
  settings: Settings,
  model: Model,
): Promise<number | void> {
  const { out, mail } = settings
  const [list, another] = lists
  if (list === undefined || another !== undefined)
    throw new UsageError('fetch needs one LIST: a text file of DOIs, ORCIDs and RORs')
  if (out === undefined || !/\.(?:jsonl|ndjson)$/i.test(out))
    throw new UsageError('fetch needs --out FILE, ending in .jsonl')
  if (mail === undefined)
    printMessages(['Services ask who asks, and answer those faster who say so: --mail you@example.org'])
  const faults: string[] = []
  const ids = readList(readFileSync(list, 'utf8'), (line, text) =>
    faults.push(`${list}:${line} has no DOI, ORCID or ROR: ${text.slice(0, 80)}`),
  )
  printMessages(faults.slice(0, MOST_NAMED))
  if (ids.length === 0) throw new Error(`${list} has no DOI, ORCID or ROR`)
  const client = clientOf(settings, { mail })
  const { fetched, cached, unknown, failed } = await fetchRecords(ids, {
    model,
    client,
    mail,
    out,
    onFault: (message) => printMessages([message]),
    onProgress: sometimes((done, all) => printMessages([`${done} of ${all} identifiers`])),
  })
  if (unknown.length > 0) {
    const more = unknown.length > MOST_NAMED ? ', …' : ''
    printMessages([`No service knows ${unknown.slice(0, MOST_NAMED).join(', ')}${more}`])
  }
  console.log(
    `${out}: ${withNumber(fetched, 'record')} fetched, ${cached} there already, for ` +
      `${withNumber(ids.length, 'identifier')}; ${unknown.length} unknown, ${withNumber(client.requests, 'request')}`,
  )
  if (failed > 0)
    printMessages([`${withNumber(failed, 'request')} failed; the same command sends them again`])
  return failed + faults.length > 0 ? INCOMPLETE : undefined
}
