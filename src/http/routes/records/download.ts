/** A whole list as one file, written while it is read. */

import { software } from '../../../about.ts'
import { Readable } from 'node:stream'
import { printConditions, type Condition } from '../../../filter/condition.ts'
import { parseFilter } from '../../../filter/parse.ts'
import { alternativesOf, DOWNLOAD_PATH, type Downloads } from '../../../pages/search/download-links.ts'
import type { RecordAnswer } from '../../../record/record-answer.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { isCitable } from '../../../record/citation/csl.ts'
import { writeDownload } from '../../../record/citation/download.ts'
import type { Matches } from '../../../store/search/matches.ts'
import type { SortBy } from '../../../store/questions.ts'
import { Problem } from '../../../errors.ts'
import { countPieces } from '../../representation/unsent.ts'
import { loadAnswers } from '../../representation/records.ts'
import { answerIn, negotiateFormat, versionTag, type Answer } from '../../representation/answer.ts'
import { fileHeaders } from '../../representation/file-name.ts'
import { knownQuery, singleValue } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import { printSort, readSort } from '../../request/sorting.ts'
import { requireCollection, type GraphContext } from '../../graph-context.ts'
import type { RouteServices } from '../route.ts'

/** Records that are read at once: a download that nobody reads keeps the last ones. */
const BATCH = 20

/** The resources of which a download has the formats. */
const resourcesOfDownload = (type: EntityType): readonly ('download' | 'citation')[] =>
  isCitable(type) ? ['download', 'citation'] : ['download']

/**
 * Reads the next records when the client has taken those before. Each piece is a task of its own: between two of
 * them the download has no place, so that one that nobody reads holds up no other.
 */
async function* readBatches(
  { runPart }: RouteRequest,
  type: EntityType,
  iris: Matches,
): AsyncGenerator<readonly RecordAnswer[]> {
  for (let from = 0; from < iris.length; from += BATCH) {
    const keys = iris.slice(from, from + BATCH).map((iri) => ({ iri, type }))
    yield await runPart((part) => loadAnswers(part, keys))
  }
}

/** The ids of a list in its order. @throws Problem invalid-parameter where there are too many */
async function idsOf(
  { queries }: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
  sort: SortBy | undefined,
  maximum: number,
): Promise<Matches> {
  const matches = await queries.search(type, conditions)
  if (matches.length > maximum)
    throw new Problem(
      'invalid-parameter',
      `The list has ${matches.length} records; a download has ${maximum} at most. Add a filter, ` +
        'or take a part of it page by page.',
    )
  if (!sort) return matches
  return queries.sorted(type, conditions, sort, 0, matches.length)
}

export async function download(request: RouteRequest, { settings }: RouteServices): Promise<Answer> {
  const { context, timer } = request
  const { model } = context
  const type = requireCollection(model, request.path['collection'] ?? '')
  const query = knownQuery(request)
  const mediaType = negotiateFormat(request, resourcesOfDownload(type), singleValue(query, 'format'))
  const conditions = timer('read', () => parseFilter(query.get('filter') ?? [], type, model))
  const sort = readSort(query, type, conditions, model)
  const ids = await request.inLane(() => idsOf(context, type, conditions, sort, settings.maxDownload))
  const text = (): Readable => {
    const written = writeDownload(mediaType.name, readBatches(request, type, ids), type, model)
    return Readable.from(countPieces(written, request), { objectMode: false })
  }
  // Another skeg may write the records otherwise.
  const { version } = context.graph
  return answerIn(mediaType, request.method === 'HEAD' ? Readable.from([]) : text(), {
    headers: {
      ...fileHeaders(mediaType, type.path),
      ...versionTag(version && `${version}-${software.version}`, mediaType),
    },
  })
}

/** The downloads to which the page of a list links. */
export function downloadsOf(
  { urls: { root } }: GraphContext,
  type: EntityType,
  conditions: readonly Condition[],
  sort: SortBy | undefined,
  maximum: number,
): Downloads {
  const filter = conditions.length > 0 && `filter=${printConditions(conditions)}&`
  const url = `${root}${DOWNLOAD_PATH}/${type.path}?${filter || ''}${sort ? `${printSort(sort)}&` : ''}`
  return { formats: alternativesOf(url, resourcesOfDownload(type)), maximum }
}
