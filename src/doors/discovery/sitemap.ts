/**
 * What crawlers ask for: robots.txt, and the documents of all records as sitemaps (sitemaps.org protocol
 * 0.9).
 */

import { instantText } from '../../model/values/dates.ts'
import { checkpoint } from '../../admission/task.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { defaultConditions } from '../../api/request/list-url.ts'
import { Problem } from '../../config/errors.ts'
import { escape } from '../../record/xml.ts'
import type { Matches } from '../../search-index/query/matches.ts'
import { answerAs, type Answer } from '../../api/representation/answer.ts'
import { crawlerTraps, type RouteServices } from '../../api/request/route.ts'
import type { RouteRequest } from '../../api/request/route-request.ts'
import type { GraphContext } from '../../api/graph-context.ts'

/**
 * URLs of a part, and characters of a URL: a part stays below both limits of the protocol, 50,000 URLs and 50
 * MB.
 */
const URLS_PER_PART = 20_000
const MAX_URL_LENGTH = 2048

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

interface SitemapFile {
  /** Path of the type and number of the part, from 1. */
  readonly name: string
  readonly type: EntityType
}

/** The records of the list to which pages lead. */
const recordsOf = (context: GraphContext, type: EntityType): Promise<Matches> =>
  context.queries.search(type, defaultConditions(context, type))

async function partsOf(context: GraphContext): Promise<SitemapFile[]> {
  const parts = context.model.types.map(async (type) =>
    Array.from({ length: Math.ceil((await recordsOf(context, type)).length / URLS_PER_PART) }, (_, i) => ({
      name: `${type.path}-${i + 1}`,
      type,
    })),
  )
  return (await Promise.all(parts)).flat()
}

const lastmod = (seconds = 0): string => `<lastmod>${instantText(seconds)}</lastmod>`

/** The index of the parts. */
export async function sitemap({ context }: RouteRequest): Promise<Answer> {
  const {
    graph,
    urls: { root },
  } = context
  const parts = (await partsOf(context)).map(({ name, type }) => {
    const location = escape(`${root}/sitemaps/${name}.xml`)
    return `<sitemap><loc>${location}</loc>${lastmod(graph.stamps.runs(type).at(-1)?.[0])}</sitemap>\n`
  })
  return answerAs('sitemap', `${HEAD}<sitemapindex ${NAMESPACE}>\n${parts.join('')}</sitemapindex>\n`)
}

/** A part by its name. */
export async function sitemapPart({ context, path }: RouteRequest): Promise<Answer> {
  const { graph, model, urls, task } = context
  const { file: name = '' } = path
  const [, collection = '', number] = /^(.*)-(\d+)$/.exec(name) ?? []
  const type = model.typeAt(collection)
  if (!type || !(await partsOf(context)).some((part) => part.name === name))
    throw new Problem('not-found', 'The sitemap has no such part; /sitemap.xml lists those that it has.')
  const locations: string[] = []
  const from = (Number(number) - 1) * URLS_PER_PART
  for (const iri of (await recordsOf(context, type)).slice(from, from + URLS_PER_PART)) {
    const url = urls.entity(type, iri)
    if (url.length <= MAX_URL_LENGTH)
      locations.push(`<url><loc>${escape(url)}</loc>${lastmod(graph.stamps.of(iri)?.modified)}</url>\n`)
    checkpoint(task)
  }
  return answerAs('sitemap', `${HEAD}<urlset ${NAMESPACE}>\n${locations.join('')}</urlset>\n`)
}

/** Points crawlers to the sitemap and away from what is costly or has no end. */
export function robots({ context: { urls } }: RouteRequest, { endpoints }: RouteServices): Answer {
  const { root } = urls
  const prefix = new URL(root).pathname.replace(/\/$/, '')
  const lines = [
    'User-agent: *',
    ...crawlerTraps(endpoints).map((path) => `Disallow: ${prefix}${path}`),
    '',
    `Sitemap: ${root}/sitemap.xml`,
    '',
  ]
  return answerAs('text', lines.join('\n'))
}
