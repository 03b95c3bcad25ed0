/**
 * What crawlers ask for: robots.txt, and the documents of all records as sitemaps (sitemaps.org protocol
 * 0.9).
 */

import type { RouterMiddleware } from '@koa/router'
import { Problem } from '../../../errors.ts'
import { offersOf, type MediaType } from '../../../media.ts'
import { escape } from '../../../record/rdf/rdfxml.ts'
import { API_PATH } from '../../../record/urls.ts'
import { send } from '../../representation/response.ts'
import type { GetContext, GraphContext } from '../../graph-context.ts'

/**
 * URLs of a part, and characters of a URL: a part stays below both limits of the protocol, 50,000 URLs and 50
 * MB.
 */
const URLS_PER_PART = 20_000
const MAX_URL_LENGTH = 2048

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Names of the parts: path of the type and number of the part, from 1. */
const partsOf = ({ model, graph }: GraphContext): string[] =>
  model.types.flatMap((type) =>
    Array.from({ length: Math.ceil(graph.count(type) / URLS_PER_PART) }, (_, i) => `${type.path}-${i + 1}`),
  )

const xml = offersOf('sitemap')[0] as MediaType

/** The index of the parts. */
export const sitemap = (getContext: GetContext): RouterMiddleware =>
  async function sitemap(ctx) {
    const context = getContext()
    const {
      graph,
      urls: { root },
    } = context
    const modified = graph.loaded.toISOString()
    const parts = partsOf(context).map((name) => {
      const location = escape(`${root}/sitemaps/${name}.xml`)
      return `<sitemap><loc>${location}</loc><lastmod>${modified}</lastmod></sitemap>\n`
    })
    send(ctx, xml, 200, `${HEAD}<sitemapindex ${NAMESPACE}>\n${parts.join('')}</sitemapindex>\n`)
  }

/** Route with the name of a part as capture. */
export const sitemapPart = (getContext: GetContext): RouterMiddleware =>
  async function sitemapPart(ctx) {
    const context = getContext()
    const { graph, model, urls } = context
    const name = ctx.captures?.[0] ?? ''
    const [, path = '', number] = /^(.*)-(\d+)$/.exec(name) ?? []
    const type = model.typeAt(path)
    if (!type || !partsOf(context).includes(name))
      throw new Problem('not-found', 'The sitemap has no such part; /sitemap.xml lists those that it has.')
    const entityUrls = graph
      .list(type, (Number(number) - 1) * URLS_PER_PART, URLS_PER_PART)
      .map((iri) => urls.entity(type, iri))
      .filter((url) => url.length <= MAX_URL_LENGTH)
    send(
      ctx,
      xml,
      200,
      `${HEAD}<urlset ` +
        `${NAMESPACE}>\n${entityUrls.map((url) => `<url><loc>${escape(url)}</loc></url>\n`).join('')}</urlset>\n`,
    )
  }

/** Paths that are costly and lead to nothing that is not elsewhere. */
const EXPENSIVE_PATHS = ['/sparql', '/resolve', '/dump', '/download/{collection}']

/**
 * Points crawlers to the sitemap and away from what is costly. @param has whether the server has a route for
 * a path
 */
export const robots = (getContext: GetContext, has: (path: string) => boolean): RouterMiddleware =>
  async function robots(ctx) {
    const {
      urls: { root },
    } = getContext()
    const prefix = new URL(root).pathname.replace(/\/$/, '')
    const lines = [
      'User-agent: *',
      `Disallow: ${prefix}${API_PATH}/*?*filter=`,
      ...EXPENSIVE_PATHS.filter(has).map((path) => `Disallow: ${prefix}${path.replace(/\{.*/, '')}`),
      '',
      `Sitemap: ${root}/sitemap.xml`,
      '',
    ]
    send(ctx, offersOf('text')[0] as MediaType, 200, lines.join('\n'))
  }
