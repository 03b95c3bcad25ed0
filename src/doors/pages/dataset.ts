/** What the graph holds, for people: its classes and properties with their counts; and its contexts. */

import type { Statistics } from '../../search-index/query/index-reader.ts'
import { formatList, type AlternateFormat } from './shared/format-links.ts'
import { external, h, type Content } from '../shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { markdown } from './markdown.ts'
import { code, fact, factList, linkTo, paragraph } from './shared/components.ts'
import { type PageSite, type Site } from './shared/site.ts'
import { SPARQL_PATH } from '../../api/request/paths.ts'

/** Terms that are listed: those of a graph by other hands may be without end. */
const MAX_TERMS = 200

/** Terms with how often they stand in the graph, each with the query for a few of what has them. */
function terms(
  id: string,
  heading: string,
  counts: ReadonlyMap<string, number>,
  query: (iri: string) => string,
  site: Site,
): Content {
  const { vocabulary } = site.model
  const rows = [...counts].slice(0, MAX_TERMS).map(([iri, count]) => {
    const name = code(vocabulary.toPrefixedName(iri))
    const path = `${SPARQL_PATH}?query=${encodeURIComponent(query(iri))}`
    return fact(site.has(SPARQL_PATH) ? linkTo(site, path, name) : name, site.locale.number(count))
  })
  return h('section', { id }, h('h2', null, heading), factList(rows, 'wide'))
}

/** @param formats the same for programs */
export function datasetPage(
  { triples, subjects, classes, properties }: Statistics,
  formats: readonly AlternateFormat[],
  site: PageSite,
): string {
  const { about, base, graph, urls } = site
  const { home } = site.locale.texts
  const loaded = graph.loaded.toISOString()
  const { data } = site.locale.texts
  const { number } = site.locale
  return layout(
    site,
    { title: data.title, canonical: `${urls.root}/.well-known/void` },
    h('h1', null, data.title),
    h('div', { class: 'says' }, markdown(about.description)),
    paragraph(data.formats, formatList(formats, site), '.'),
    factList([
      fact(data.triples, number(triples)),
      fact(data.subjects, number(subjects)),
      about.version !== undefined && fact(home.dataVersion, about.version),
      about.created !== undefined && fact(home.created, about.created),
      fact(home.loaded, h('time', { datetime: loaded }, loaded.slice(0, 16).replace('T', ' '), ' UTC')),
      fact(home.base, code(base)),
      site.has('/dump') && fact(data.download, linkTo(site, '/dump', data.dump)),
      site.has('/contexts') && fact('JSON-LD', linkTo(site, '/contexts', data.contextsLink)),
    ]),
    terms('classes', data.classes, classes, (iri) => `SELECT ?one WHERE { ?one a <${iri}> } LIMIT 20`, site),
    terms(
      'properties',
      data.properties,
      properties,
      (iri) => `SELECT ?one ?value WHERE { ?one <${iri}> ?value } LIMIT 20`,
      site,
    ),
  )
}

export interface ContextLink {
  readonly name: string
  readonly version: string
  readonly url: string
  /** URL of the published one. */
  readonly published: string
}

export function contextsPage(contexts: readonly ContextLink[], site: PageSite): string {
  const { data } = site.locale.texts
  return layout(
    site,
    { title: data.contexts, canonical: `${site.urls.root}/contexts` },
    h('h1', null, data.contexts),
    h('p', { class: 'says' }, data.contextsHelp),
    factList(
      contexts.map(({ name, version, url, published }) =>
        fact(linkTo(site, url, code(name)), data.publishedAs(version, external(published, published))),
      ),
      'wide',
    ),
  )
}
