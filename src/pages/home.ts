/** The home page: what the graph is, how much is in it, and how to access it. */

import { printConditions, type Condition } from '../filter/condition.ts'
import type { EntityType } from '../model/rows/row.ts'
import { chart } from './shared/chart.ts'
import { between, external, h, type Content } from './shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { code, counted, fact, factList, linkTo, publisherLink } from './shared/parts.ts'
import { relativeHref, type Site } from './shared/site.ts'
import type { HomeChart } from './home-charts.ts'
import { formatCount, licenceName, formatNumber } from './shared/labels.ts'

/** A path of the server that the home page lists. */
interface EntryPoint {
  readonly title: string
  readonly help: string
  readonly path: string
}

/** A search that finds something. */
export interface Example {
  readonly type: EntityType
  readonly condition: Condition
  readonly total: number
}

export interface HomeContent {
  readonly statistics: readonly HomeChart[]
  readonly examples: readonly Example[]
  readonly entryPoints: readonly EntryPoint[]
}

const collections = (site: Site): Content =>
  h(
    'ul',
    { class: 'tiles' },
    site.model.types
      .filter((type) => site.graph.count(type) > 0)
      .map((type) =>
        h(
          'li',
          null,
          linkTo(
            site,
            site.urls.list(type),
            h('strong', null, formatNumber(site.graph.count(type))),
            ' ',
            type.plural,
          ),
          h('span', { class: 'note' }, type.doc),
        ),
      ),
  )

const exampleLinks = (examples: readonly Example[], site: Site): Content =>
  examples.length > 0 &&
  h(
    'p',
    { class: 'examples' },
    'Try: ',
    between(
      examples.map(({ type, condition, total }) => {
        const description = condition.filter.row.doc.replace('{value}', () => `“${condition.value}”`)
        return h(
          'a',
          {
            href: relativeHref(site, site.urls.list(type, printConditions([condition]))),
            title: formatCount(total, type),
          },
          `${type.plural.toLowerCase()} ${description}`,
        )
      }),
      ', ',
    ),
  )

function dataFacts({ about, graph, base }: Site): Content {
  const { created, version, publisher, licence, contact } = about
  const loaded = graph.loaded.toISOString()
  return factList([
    version !== undefined && fact('Data version', version),
    created !== undefined && fact('Data created', created),
    fact('Loaded', h('time', { datetime: loaded }, loaded.slice(0, 16).replace('T', ' '), ' UTC')),
    publisher && fact('Publisher', publisherLink(publisher)),
    licence !== undefined && fact('Data licence', external(licence, licenceName(licence) ?? licence)),
    contact !== undefined && fact('Contact', external(contact, contact.replace(/^mailto:/, ''))),
    fact('Base IRI', code(base)),
  ])
}

/** The home page of the server. */
export const homePage = ({ statistics, examples, entryPoints }: HomeContent, site: Site): string =>
  layout(
    site,
    {
      title: site.about.title,
      canonical: `${site.urls.root}/`,
      description: site.about.description,
    },
    h(
      'div',
      { class: 'intro' },
      h('h1', null, site.about.title),
      h('p', { class: 'says' }, site.about.description),
      exampleLinks(examples, site),
    ),
    h('section', null, h('h2', null, 'Contents'), collections(site)),
    statistics.length > 0 &&
      h(
        'section',
        { class: 'charts' },
        statistics.map(({ kind, title, points }) => chart(kind, title, points)),
      ),
    h('section', null, h('h2', null, 'Access'), entryPointList(entryPoints, site)),
    h('section', null, h('h2', null, 'About the data'), dataFacts(site)),
  )

const entryPointList = (entryPoints: readonly EntryPoint[], site: Site): Content =>
  factList(entryPoints.map(({ title, help, path }) => fact(linkTo(site, path, title), help)))

/** The page at the root of the API. */
export const apiPage = (site: Site): string =>
  layout(
    site,
    { title: 'API', canonical: site.urls.api },
    h('h1', null, 'API'),
    h(
      'p',
      { class: 'says' },
      'The collections of the SKG-IF API. Each collection is a list that takes filters; each ' +
        'record has a URL with its id.',
    ),
    factList(
      site.model.types.map((type) =>
        fact(
          [linkTo(site, site.urls.list(type), type.plural), ' ', counted(site.graph.count(type))],
          type.doc,
        ),
      ),
      'wide',
    ),
  )
