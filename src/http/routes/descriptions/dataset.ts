/** The description of the graph as a data set, in the forms of RDF. */

import { describeDataset } from '../../../docs/dataset.ts'
import { prefixes } from '../../../docs/void.ts'
import { writeRdf } from '../../../record/serializers/serializers.ts'
import { answerIn, negotiateFormat, type Answer } from '../../representation/answer.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'

/** Counts the graph at the first request. */
export async function dataset(request: RouteRequest): Promise<Answer> {
  const { graph, model, base, urls, about, has } = request.context
  const mediaType = negotiateFormat(request, 'dataset', readFormat(request))
  const statistics = graph.statistics
  const examples = model.types.flatMap((type) => graph.list(type, 0, 1))
  const description = describeDataset({ model, base, urls, about, statistics, examples, has })
  return answerIn(mediaType, await writeRdf(description, mediaType.name, prefixes))
}
