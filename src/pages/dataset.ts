/** What the graph holds, for people: its classes and properties with their counts; and its contexts. */

import type { Statistics } from '../query/index-reader.ts'
import { formatList, type AlternateFormat } from './shared/format-links.ts'
import { external, h, type Content } from './shared/html.ts'
import { formatNumber } from './shared/labels.ts'
import { layout } from './shared/page-layout.ts'
import { code, fact, factList, linkTo, paragraph } from './shared/components.ts'
import { SPARQL_PATH, type Site } from './shared/site.ts'

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
    return fact(site.has(SPARQL_PATH) ? linkTo(site, path, name) : name, formatNumber(count))
  })
  return h('section', { id }, h('h2', null, heading), factList(rows, 'wide'))
}

/** @param formats the same for programs */
export function datasetPage(
  { triples, subjects, classes, properties }: Statistics,
  formats: readonly AlternateFormat[],
  site: Site,
): string {
  const { about, base, urls } = site
  return layout(
    site,
    { title: 'About the data', canonical: `${urls.root}/.well-known/void` },
    h('h1', null, 'About the data'),
    h('p', { class: 'says' }, about.description),
    paragraph('For programs, as VoID and DCAT: ', formatList(formats, site), '.'),
    factList([
      fact('Triples', formatNumber(triples)),
      fact('Subjects', formatNumber(subjects)),
      fact('Base IRI', code(base)),
      site.has('/dump') && fact('Download', linkTo(site, '/dump', 'the whole graph as N-Quads')),
      site.has('/contexts') && fact('JSON-LD', linkTo(site, '/contexts', 'contexts')),
    ]),
    terms('classes', 'Classes', classes, (iri) => `SELECT ?one WHERE { ?one a <${iri}> } LIMIT 20`, site),
    terms(
      'properties',
      'Properties',
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

export const contextsPage = (contexts: readonly ContextLink[], site: Site): string =>
  layout(
    site,
    { title: 'Contexts', canonical: `${site.urls.root}/contexts` },
    h('h1', null, 'Contexts'),
    h(
      'p',
      { class: 'says' },
      'The JSON-LD contexts by which the JSON of this server is RDF: the published ones, with corrections.',
    ),
    factList(
      contexts.map(({ name, version, url, published }) =>
        fact(linkTo(site, url, code(name)), `${version}, after `, external(published, published)),
      ),
      'wide',
    ),
  )
