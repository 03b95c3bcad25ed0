/** Records by id: every form of the id in the path, the envelope of one record, an id that nobody has. */

import { checkEnvelope } from './envelope.ts'
import {
  absoluteId,
  request,
  baseOf,
  idOf,
  isEmptyGraph,
  metaOf,
  typeNameOf,
  type CheckedList,
  type CheckRun,
  type JsonAnswer,
} from './check-run.ts'
import { checkSelf, describeBody } from './lists.ts'

/** A suffix of ids that nobody has. */
const NOBODY = 'skeg-check-there-is-no-such-record'

/** @returns URL of a record that can be had, with its answer; undefined if none can */
export async function checkRecords(
  run: CheckRun,
  list: CheckedList,
): Promise<{ readonly url: string; readonly answer: JsonAnswer } | undefined> {
  const { report } = run
  const id = list.page.records.map(idOf).find((one) => one !== undefined)
  const unknown = `${list.url}/${NOBODY}`
  const none = await request(run, unknown)
  if (none.status !== 404 || !isEmptyGraph(none))
    report.add('not-found', unknown, `is answered with ${none.status} and ${describeBody(none)}`)
  if (id === undefined) return undefined
  const base = baseOf(list.page.body['@context'])
  const iri = absoluteId(id, base) ?? id
  const url = `${list.url}/${encodeURIComponent(iri)}`
  const answer = await request(run, url)
  if (!isRecord(answer, iri, base))
    report.add('by-id', url, `is answered with ${answer.status} and ${describeRecord(answer)}`)
  else {
    checkEnvelope(run, url, answer, list.type)
    const meta = metaOf(answer)
    if (meta) checkSelf(run, 'meta-entity', url, meta, 'single_entity')
  }
  await checkOtherForms(run, list.url, iri, base)
  return isRecord(answer, iri, base) ? { url, answer } : undefined
}

/** Whether the answer is the one record with the id. */
function isRecord({ status, page }: JsonAnswer, whole: string, base: string | undefined): boolean {
  const [record, another] = page?.records ?? []
  const id = idOf(record)
  return status === 200 && another === undefined && id !== undefined && (absoluteId(id, base) ?? id) === whole
}

const describeRecord = (answer: JsonAnswer): string =>
  answer.page?.records.length === 1
    ? `the id ${String(idOf(answer.page.records[0]))}, entity_type ${String(typeNameOf(answer.page.records[0]))}`
    : describeBody(answer)

/** The id as a plain URL in the path, and without the base. */
async function checkOtherForms(
  run: CheckRun,
  list: string,
  iri: string,
  base: string | undefined,
): Promise<void> {
  const isPlain = /^https?:\/\/[^\s?#%]+$/.test(iri)
  const bare = base !== undefined && iri.startsWith(base) ? iri.slice(base.length) : ''
  const forms = [
    ...(isPlain ? [['by-raw-id', iri] as const] : []),
    ...(bare === '' ? [] : [['by-bare-id', encodeURIComponent(bare)] as const]),
  ]
  for (const [check, form] of forms) {
    const url = `${list}/${form}`
    const answer = await request(run, url)
    if (!isRecord(answer, iri, base))
      run.report.add(check, url, `is answered with ${answer.status} and ${describeRecord(answer)}`)
  }
}
