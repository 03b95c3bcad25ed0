/** All records of a server into one file. */

import { findLists } from '../shared/find-lists.ts'
import type { HttpClient } from '../shared/http-client.ts'
import { createFindingLog, type FindingLog } from '../../findings/log.ts'
import type { Model } from '../../model/model.ts'
import { withoutLastSlashes } from '../../model/context/iri.ts'
import { harvestList, type Harvest } from './harvest-list.ts'
import { newList, openOutput, type HarvestState, type ListState } from './output.ts'
import { harvestFindings, type Trouble } from './finding-kinds.ts'

export interface HarvestOptions {
  readonly client: HttpClient
  readonly model: Model
  /** File that gets the records: .jsonl or .jsonl.gz. */
  readonly out: string
  /** File that gets every finding, as JSON Lines. */
  readonly report?: string | undefined
  readonly onPage?: (list: ListState) => void
}

export interface Harvested {
  readonly lists: readonly ListState[]
  readonly records: number
  readonly report: FindingLog<Trouble>
  readonly isResumed: boolean
}

/**
 * Writes the records of an API, or of one list. What is there already of a harvest of the same URL is gone on
 * with.
 * @throws Error if there is no list or no record; Unanswered, after which it can be resumed
 */
export async function harvest(
  url: string,
  { client, model, out, report: file, onPage = () => {} }: HarvestOptions,
): Promise<Harvested> {
  const start = withoutLastSlashes(url)
  const output = openOutput(out, start)
  const report = createFindingLog(harvestFindings, { file })
  try {
    const { earlier } = output
    const state = earlier ?? (await newState(start, client, model))
    for (const finding of state.findings) report.add(finding)
    const harvest: Harvest = {
      client,
      output,
      state,
      onPage,
      report(kind, file, message) {
        state.findings.push({ kind, file, message })
        report.add({ kind, file, message })
      },
    }
    for (const list of state.lists) {
      if (list.done) continue
      if (list.pages === 0) list.start = state.bytes
      await harvestList(list, harvest)
    }
    const records = state.lists.reduce((sum, list) => sum + list.records, 0)
    if (records === 0) throw new Error([`no record could be had from ${url}`, ...report.lines()].join('\n'))
    output.finish()
    return { lists: state.lists, records, report, isResumed: earlier !== undefined }
  } finally {
    output.close()
    report.close()
  }
}

async function newState(url: string, client: HttpClient, model: Model): Promise<HarvestState> {
  const lists = await findLists(client, url, model)
  return {
    url,
    bytes: 0,
    findings: [],
    lists: lists.map((list) => newList(list.url)),
  }
}
