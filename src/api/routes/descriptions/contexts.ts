/** The JSON-LD contexts that the graph follows: the published ones with the corrections. */

import { Problem } from '../../../config/errors.ts'
import { withReferencedPrefixes } from '../../../model/context/context.ts'
import { answerIn, negotiateFormat, type Answer } from '../../representation/answer.ts'
import { overview } from './overviews.ts'
import type { GraphContext } from '../../graph-context.ts'
import { readFormat } from '../../request/query-parameters.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import type { RouteServices } from '../../request/route.ts'

/** The contexts by name, with the URL of the published one. */
export const contextsOf = ({ model, urls }: GraphContext) =>
  model.contexts.map(({ name, extension, document }) => ({
    name,
    extension,
    version: document.version,
    url: `${urls.root}/contexts/${name}.json`,
    published: document.url,
  }))

export const contexts = (request: RouteRequest, services: RouteServices): Promise<Answer> =>
  overview(request, services, () => ({ contexts: contextsOf(request.context) }))

/** A context by its name. */
export function context(request: RouteRequest): Answer {
  const { model } = request.context
  const found = model.contexts.find(({ name }) => name === request.path['file'])
  if (!found)
    throw new Problem(
      'not-found',
      `There is no such context; there are ${model.contexts.map(({ name }) => `${name}.json`).join(', ')}.`,
    )
  return answerIn(
    negotiateFormat(request, 'context', readFormat(request)),
    JSON.stringify({ '@context': withReferencedPrefixes(found.document['@context'], model.vocabulary) }),
  )
}
