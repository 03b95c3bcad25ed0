/** The description of the interface, as JSON and as YAML. */

import { software } from '../../../about.ts'
import { apiVersionOf, openApiOf } from '../../../docs/openapi.ts'
import { docsOf, Problem } from '../../../errors.ts'
import { answerAs, type Answer } from '../../representation/answer.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import type { RouteServices } from '../../request/route.ts'

function documentOf({ context }: RouteRequest, { settings, endpoints }: RouteServices): object {
  const {
    model,
    base,
    about,
    urls: { root },
  } = context
  const { emptyList } = settings
  return openApiOf({ model, base, root, about, software, emptyList, endpoints }, docsOf(root))
}

export const openApi = (request: RouteRequest, services: RouteServices): Answer =>
  answerAs('openapi', JSON.stringify(documentOf(request, services)))

export async function openApiYaml(request: RouteRequest, services: RouteServices): Promise<Answer> {
  // A server that nobody asks for YAML starts without its package.
  const { stringify } = await import('yaml')
  const text = stringify(documentOf(request, services), { lineWidth: 0, aliasDuplicateObjects: false })
  return answerAs('openapi-yaml', text)
}

/** The description by its version: there is that of the API, and no other. */
export function openApiOfVersion(request: RouteRequest, services: RouteServices): Promise<Answer> {
  const { model } = request.context
  const version = apiVersionOf({ model, software })
  if (request.path['api_version'] !== version)
    throw new Problem(
      'not-found',
      `There is no description of that version of the API here; there is /${version}/skg-if-openapi.yaml.`,
    )
  return openApiYaml(request, services)
}
