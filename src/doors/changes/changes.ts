/** `/changes`: the stream of changes, which is followed to keep a copy of the graph up to date. */

import { instantText } from '../../model/values/dates.ts'
import { Problem } from '../../config/errors.ts'
import type { FormOf } from '../../config/media.ts'
import { MOMENT } from '../../config/parameters.ts'
import { tryDecodePercent } from '../../model/values/text.ts'
import { writeJsonLd, writeNQuads } from '../../record/serializers/datasets.ts'
import { writeTriG } from '../../record/serializers/turtle.ts'
import { retryLater } from '../../admission/retry-later.ts'
import { answerIn, negotiateFormat, redirectTo, type Answer } from '../../api/representation/answer.ts'
import { knownQuery, singleValue } from '../../api/request/query-parameters.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import { pageNode, prefixes, readBehind, rootNode, type StreamNode } from './stream-pages.ts'

const writers: Readonly<Record<FormOf<'changes'>, (node: StreamNode) => string>> = {
  trig: ({ hypermedia, graphs }) => writeTriG(hypermedia, graphs, prefixes),
  nquads: ({ hypermedia, graphs }) => writeNQuads(hypermedia, graphs),
  jsonld: ({ hypermedia, graphs }) => writeJsonLd(hypermedia, graphs),
}

/** What a page says will not change: caches may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const MOMENT_TEXT = new RegExp(MOMENT)

/** Seconds of a moment as it stands in URLs of the stream; undefined for what is none. */
function secondsOf(text: string): number | undefined {
  const seconds = MOMENT_TEXT.test(text) ? Date.parse(text) / 1000 : Number.NaN
  return !Number.isNaN(seconds) && instantText(seconds) === text ? seconds : undefined
}

/** @throws Problem invalid-parameter */
export function changes(request: RouteRequest): Answer {
  const query = knownQuery(request)
  const mediaType = negotiateFormat(request, 'changes', singleValue(query, 'format'))
  const text = singleValue(query, 'before')
  if (text !== undefined && !MOMENT_TEXT.test(text))
    throw new Problem('invalid-parameter', `before is ${text}; it must be YYYY-MM-DDThh:mm:ssZ.`)
  // A bound may be a day that there is not.
  const before = text === undefined ? undefined : Date.parse(text) / 1000
  return answerIn(mediaType, writers[mediaType.name](rootNode(request.context, before)), {
    uncacheable: 'no-cache',
    showsChanges: true,
  })
}

/** @throws Problem not-found for what is no moment; busy for one that other servers may know already */
export async function changesOf(request: RouteRequest): Promise<Answer> {
  const { context } = request
  const { stamps } = context.graph
  const { time = '' } = request.path
  const query = knownQuery(request)
  const mediaType = negotiateFormat(request, 'changes', singleValue(query, 'format'))
  const seconds = secondsOf(tryDecodePercent(time) ?? '')
  if (seconds === undefined || (seconds > stamps.effective && seconds * 1000 > Date.now()))
    throw new Problem('not-found', 'There is no such moment in the stream, which begins at /changes.')
  if (seconds > stamps.effective) throw retryLater('The graph of that moment is not here yet.')
  // What was recorded before was forgotten: whoever reads it begins anew.
  if (seconds < stamps.began) return redirectTo(`${context.urls.root}/changes`, { status: 301 })
  const after = singleValue(query, 'after')
  const behind = after === undefined ? undefined : readBehind(after, seconds, context.model.types)
  if (after !== undefined && !behind)
    throw new Problem('invalid-parameter', 'after must be the name of a type, or gone, a blank, and an IRI.')
  return answerIn(mediaType, writers[mediaType.name](await pageNode(context, seconds, behind)), {
    headers: { 'Cache-Control': IMMUTABLE },
  })
}
