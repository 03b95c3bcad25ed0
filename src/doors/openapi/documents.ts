/** `/openapi.json`, and the same as YAML at `/skg-if-openapi.yaml`. */

import { mapsByOwner, once } from '../../admission/once.ts'
import { checkpoint } from '../../admission/task.ts'
import { instantText } from '../../model/values/dates.ts'
import { software } from '../../config/about.ts'
import type { Examples } from './json-schema.ts'
import { apiVersionOf, openApiOf } from './openapi.ts'
import { docsOf, Problem } from '../../config/errors.ts'
import { exampleSearches, exampleValues } from '../../api/lookup/example-values.ts'
import { suffixOf } from '../../record/urls.ts'
import { withTask, type GraphContext } from '../../api/graph-context.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'

/** The query that every graph answers. */
const QUERY = 'SELECT ?class (COUNT(*) AS ?count)\nWHERE { ?entity a ?class }\nGROUP BY ?class'

/** What tools try the operations out with. */
async function examplesOf(context: GraphContext): Promise<Examples> {
  const { base, graph, model } = context
  const { filters, records } = await exampleValues(context)
  const [search] = await exampleSearches(context)
  const ids = [...records].map(([type, { iri }]) => [type, suffixOf(iri, base) ?? iri] as const)
  const [record] = records
  const { effective } = graph.stamps
  const [name] = model.contexts.map((one) => one.name)
  const values = {
    verb: 'Identify',
    what: 'entity',
    query: QUERY,
    api_version: apiVersionOf({ model, software }),
    ...(name !== undefined && { '/contexts/{file}.json file': name }),
    ...(search && { q: search.condition.value, prefix: search.condition.value }),
    ...(search && { queries: JSON.stringify({ q0: { query: search.condition.value } }) }),
    ...(record && {
      iri: record[1].identifier ?? record[1].iri,
      id: record[1].iri,
      '/sitemaps/{file}.xml file': `${record[0].path}-1`,
    }),
    ...ids.slice(0, 1).map(([, id]) => ({ suffix: id }))[0],
    time: instantText(effective),
  }
  return { values, filters, ids: new Map(ids) }
}

async function documentOf(context: GraphContext, { settings, endpoints }: RouteServices): Promise<object> {
  const {
    model,
    base,
    about,
    urls: { root },
    hasPages = false,
  } = context
  const { emptyList } = settings
  const examples = await examplesOf(context)
  return openApiOf(
    { model, base, root, about, software, emptyList, endpoints, hasPages, examples },
    docsOf(root),
  )
}

const documents = mapsByOwner<string>()

/** Writes the description, once for each graph and server: it takes half a second. */
const writeOnce = (
  form: 'json' | 'yaml',
  { context }: RouteRequest,
  services: RouteServices,
  write: (document: object) => string,
): Promise<string> =>
  once(
    documents(context.urls),
    form,
    async (task) => {
      const document = await documentOf(withTask(context, task), services)
      checkpoint(task)
      return write(document)
    },
    context.task,
  )

export const openApi = async (request: RouteRequest, services: RouteServices): Promise<Answer> =>
  answerAs('openapi', await writeOnce('json', request, services, JSON.stringify))

export async function openApiYaml(request: RouteRequest, services: RouteServices): Promise<Answer> {
  // A server that nobody asks for YAML starts without its package.
  const { stringify } = await import('yaml')
  const write = (document: object): string =>
    stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
  return answerAs('openapi-yaml', await writeOnce('yaml', request, services, write))
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
