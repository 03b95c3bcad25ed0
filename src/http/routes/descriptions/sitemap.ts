/**
 * What crawlers ask for: robots.txt, and the documents of all records as sitemaps (sitemaps.org protocol
 * 0.9).
 */

import { checkpoint } from '../../../admission/task.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import { Problem } from '../../../errors.ts'
import { escape } from '../../../record/serializers/rdfxml.ts'
import { answerAs, type Answer } from '../../representation/answer.ts'
import { crawlerTraps, type RouteServices } from '../../request/route.ts'
import type { RouteRequest } from '../../request/route-request.ts'
import type { GraphContext } from '../../graph-context.ts'

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

const partsOf = ({ model, graph }: GraphContext): SitemapFile[] =>
  model.types.flatMap((type) =>
    Array.from({ length: Math.ceil(graph.count(type) / URLS_PER_PART) }, (_, i) => ({
      name: `${type.path}-${i + 1}`,
      type,
    })),
  )

const lastmod = (seconds = 0): string =>
  `<lastmod>${new Date(seconds * 1000).toISOString().replace('.000', '')}</lastmod>`

/** The index of the parts. */
export function sitemap({ context }: RouteRequest): Answer {
  const {
    graph,
    urls: { root },
  } = context
  const parts = partsOf(context).map(({ name, type }) => {
    const location = escape(`${root}/sitemaps/${name}.xml`)
    return `<sitemap><loc>${location}</loc>${lastmod(graph.stamps.runs(type).at(-1)?.[0])}</sitemap>\n`
  })
  return answerAs('sitemap', `${HEAD}<sitemapindex ${NAMESPACE}>\n${parts.join('')}</sitemapindex>\n`)
}

/** A part by its name. */
export function sitemapPart({ context, path }: RouteRequest): Answer {
  const { graph, model, urls, task } = context
  const { file: name = '' } = path
  const [, collection = '', number] = /^(.*)-(\d+)$/.exec(name) ?? []
  const type = model.typeAt(collection)
  if (!type || !partsOf(context).some((part) => part.name === name))
    throw new Problem('not-found', 'The sitemap has no such part; /sitemap.xml lists those that it has.')
  const locations: string[] = []
  for (const iri of graph.list(type, (Number(number) - 1) * URLS_PER_PART, URLS_PER_PART)) {
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
