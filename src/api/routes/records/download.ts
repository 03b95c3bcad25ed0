/** A whole list as one file, written piece by piece while its client takes it. */

import { software } from '../../../config/about.ts'
import { checkpoint, type Task } from '../../../admission/task.ts'
import { MAX_POSTED_VALUES } from '../../../filter/values/alternatives.ts'
import { parseFilter } from '../../../filter/parse.ts'
import type { RecordAnswer } from '../../../record/answer/record-answer.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { resourcesOf } from '../../../config/media.ts'
import { writeDownload, type DownloadFormat } from '../../../record/answer/download.ts'
import type { Matches } from '../../../search-index/query/matches.ts'
import { isWordSearch } from '../../../search-index/query/text-search.ts'
import { Problem } from '../../../config/errors.ts'
import type { FieldSelection } from '../../../record/json/select-fields.ts'
import { keysAs, loadAnswers } from '../../representation/records.ts'
import {
  answerIn,
  fileHeaders,
  negotiateFormat,
  versionTag,
  type Answer,
  type Pieces,
} from '../../representation/answer.ts'
import { readFields } from '../../request/fields.ts'
import { asksForChanges, findRecords, type ListRequest } from '../../request/list-request.ts'
import { readForm, requireKnown, singleValue } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { readSample } from '../../request/sampling.ts'
import { readSort } from '../../request/sorting.ts'
import { requireCollection, withTask, type GraphContext } from '../../graph-context.ts'
import type { RouteServices } from '../../request/route.ts'

/** Records of a piece: others have the thread between two, and a download that nobody reads keeps the last ones. */
const BATCH = 50

/** Bytes of records that are written at once: a large one is alone. */
const BATCH_BYTES = 1 << 18

/** Parts of that size, or of one record. */
function* byWeight(answers: readonly RecordAnswer[]): Generator<readonly RecordAnswer[]> {
  let from = 0
  let bytes = 0
  for (const [i, { text }] of answers.entries()) {
    if (i > from && bytes + text.length > BATCH_BYTES) {
      yield answers.slice(from, i)
      ;[from, bytes] = [i, 0]
    }
    bytes += text.length
  }
  yield answers.slice(from)
}

/** Writes a list in pieces of some records. */
function writePieces(
  format: DownloadFormat,
  context: GraphContext,
  type: EntityType,
  iris: Pick<Matches, 'length' | 'slice'>,
  selection?: FieldSelection,
): Pieces {
  let task: Task = context.task
  async function* batches(): AsyncGenerator<readonly RecordAnswer[]> {
    for (let from = 0; from < iris.length; from += BATCH) {
      const keys = keysAs(type, iris.slice(from, from + BATCH))
      const answers = await loadAnswers(withTask(context, task), keys)
      for (const part of byWeight(answers)) {
        checkpoint(task)
        yield part
      }
    }
  }
  const text = writeDownload(format, batches(), type, context.model, selection)
  return {
    async next(given) {
      task = given
      const { value, done } = await text.next()
      return done ? undefined : value
    },
    close: () => void text.return(undefined),
  }
}

/** The ids of a list in its order, or of a sample of it. @throws Problem invalid-parameter where there are too many */
async function idsOf(
  { queries }: GraphContext,
  type: EntityType,
  { conditions, sort, sample }: Pick<ListRequest, 'conditions' | 'sort' | 'sample'>,
  maximum: number,
): Promise<Pick<Matches, 'length' | 'slice'>> {
  if (sample) return (await queries.sample(type, conditions, sample, sort, 0, sample.size)).iris
  const matches = await queries.search(type, conditions)
  if (matches.length > maximum)
    throw new Problem(
      'invalid-parameter',
      `The list has ${matches.length} records; a download has ${maximum} at most. Add a filter, ` +
        'or take a part of it page by page.',
    )
  if (!sort && !conditions.some(isWordSearch)) return matches
  return (await findRecords(queries, type, { conditions, sort }, 0, matches.length)).iris
}

/** The parameters may be posted as a form: so a list can be one of many ids. */
export async function download(request: RouteRequest, { settings }: RouteServices): Promise<Answer> {
  const query = readForm(request)
  requireKnown(query, request.parameters)
  const { context, method } = request
  const { model } = context
  const type = requireCollection(model, request.path['collection'] ?? '')
  const mediaType = negotiateFormat(request, resourcesOf('download', type), singleValue(query, 'format'))
  const most = method === 'POST' ? MAX_POSTED_VALUES : undefined
  const conditions = parseFilter(query.get('filter') ?? [], type, model, most)
  const sample = readSample(query)
  const sort = readSort(query, type, conditions, model)
  const fields = readFields(query, type, model, mediaType)
  const ids = await idsOf(context, type, { conditions, sort, sample }, settings.maxDownload)
  // Another skeg may write the records otherwise.
  const { version } = context.graph
  const isChosenAnew = sample?.isSeedChosen === true
  return answerIn(mediaType, writePieces(mediaType.name, context, type, ids, fields?.selection), {
    headers: {
      ...fileHeaders(mediaType, type.path),
      ...(!isChosenAnew && versionTag(version && `${version}-${software.version}`, mediaType)),
    },
    uncacheable: isChosenAnew ? 'no-store' : undefined,
    showsChanges: asksForChanges({ conditions, sort }),
  })
}
