/** `/llms.txt`: the way in for language models, in a page of Markdown (https://llmstxt.org). */

import { software } from '../../config/about.ts'
import { printConditions } from '../../filter/condition.ts'
import { isOwnEndpoint } from '../../api/request/endpoint.ts'
import { PROBLEMS_PATH } from '../../config/errors.ts'
import { parameters } from '../../config/parameters.ts'
import { OPENAPI_PATH } from '../../api/request/paths.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { defaultConditions } from '../../api/request/list-url.ts'
import type { GraphContext } from '../../api/graph-context.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { RouteServices } from '../../api/request/route.ts'

/** A query that every graph answers. */
const EXAMPLE =
  'SELECT ?class (COUNT(*) AS ?count) WHERE { ?entity a ?class } GROUP BY ?class ORDER BY DESC(?count)'

/** What people wrote, as one line. */
const line = (text: string): string => text.replace(/\s+/g, ' ').trim()

const link = (name: string, url: string, note: string): string => `- [${name}](${url}): ${line(note)}`

/** The list to which pages lead, too: how many records it has, and what more there is. */
async function listLink(context: GraphContext, type: EntityType): Promise<string> {
  const conditions = defaultConditions(context, type)
  const { length } = await context.queries.search(type, conditions)
  const others = context.graph.count(type) - length
  const counted = others > 0 ? `${length}, and ${others} that are only cited` : length
  const url = context.urls.list(type, printConditions(conditions))
  return link(type.plural, url, `${counted}. ${type.doc}`)
}

export async function llms({ context }: RouteRequest, services: RouteServices): Promise<Answer> {
  const { endpoints, settings } = services
  const { about, base, graph, model, urls, has } = context
  const { root, api } = urls
  const filled = model.types.filter((type) => graph.count(type) > 0)
  const lists = await Promise.all(filled.map((type) => listLink(context, type)))
  const others = endpoints
    .filter(isOwnEndpoint)
    .flatMap(({ path, operation: { title, help, onHomePage } }) =>
      onHomePage && !path.includes('{') && path !== '/skg-if/api' && path !== '/sparql'
        ? [link(title, root + path, help)]
        : [],
    )
  const toAgents = link(
    'MCP',
    `${root}/mcp`,
    'the tools search, list, get, filters and sparql, by the Model Context Protocol over HTTP',
  )
  const sections = [
    `# ${line(about.title)}`,
    `> ${line(about.description)}`,
    [
      `A research knowledge graph served by ${software.name}. Everything can be read without a key, by GET alone.`,
      `An id is what follows ${base}, a whole IRI, or an external identifier (DOI, ORCID, ROR …): ` +
        `${root}/resolve?iri=ID leads to its record, and ${api}/COLLECTION/ID is the record as JSON-LD.`,
      `Limits: ${parameters.page_size.maximum} records a page, ${settings.answerTimeout} s an answer; 503 says in ` +
        `Retry-After when to ask again. Every error says what would have been right: ${root}${PROBLEMS_PATH}.`,
    ].join('\n'),
    ...(has('/mcp') ? [['## Agents', '', toAgents].join('\n')] : []),
    [
      '## API',
      '',
      ...(has(OPENAPI_PATH)
        ? [link('OpenAPI', root + OPENAPI_PATH, 'all paths, parameters and filters')]
        : []),
      link('Documentation', `${root}/docs`, 'filters of each list, with examples; as JSON with ?format=json'),
      ...lists,
    ].join('\n'),
    ...(has('/sparql')
      ? [
          [
            '## SPARQL',
            '',
            link(
              'SPARQL endpoint',
              `${root}/sparql`,
              `SPARQL 1.1, by GET or POST; for example query=${EXAMPLE}`,
            ),
            link('VoID', `${root}/.well-known/void`, 'classes and properties with their numbers'),
          ].join('\n'),
        ]
      : []),
    ['## Optional', '', ...others].join('\n'),
  ]
  return answerAs('text', `${sections.join('\n\n')}\n`)
}
