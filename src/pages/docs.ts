/** The documentation of the API, made from the rows: what can be asked, with examples to follow. */

import { PROBLEMS_PATH } from '../errors.ts'
import type { Filter } from '../model/rows/filters.ts'
import type { EntityType } from '../model/rows/row.ts'
import { printConditions } from '../filter/condition.ts'
import { offersOf } from '../media.ts'
import { h, type Content } from './shared/html.ts'
import { layout } from './shared/layout.ts'
import { hrefOf, DOCS_PATH, EXTENDING_PATH, relativeHref, OPENAPI_PATH, type Site } from './shared/site.ts'
import { formatNumber } from './shared/labels.ts'

const row = (term: Content, says: Content): Content =>
  h('div', null, h('dt', null, term), h('dd', null, says))

/** Parameters of lists and what they mean. */
const parameters: readonly (readonly [name: string, help: string])[] = [
  [
    'filter',
    'Conditions key:value with commas between them; all must hold. A comma in a value is written %2C.',
  ],
  ['page', 'Number of the page, from 1.'],
  ['page_size', 'Records on a page, 10 unless said, 100 at most.'],
  ['format', 'Short name of a media type; it outweighs the Accept header.'],
]

function filterRow(type: EntityType, filter: Filter, site: Site): Content {
  const {
    key,
    row: { doc, example, aliases = [] },
  } = filter
  const url = site.urls.list(type, printConditions([{ key, filter, value: example }]))
  return row(h('code', null, key), [
    `${type.plural} ${doc.replace('{value}', () => '…')}. `,
    h('a', { href: relativeHref(site, url) }, example),
    aliases.length > 0 && h('span', { class: 'notes' }, `also ${aliases.join(', ')}`),
  ])
}

const collection = (type: EntityType, site: Site): Content =>
  h(
    'section',
    { id: type.path },
    h('h2', null, type.plural, ' ', h('span', { class: 'count' }, formatNumber(site.graph.count(type)))),
    h(
      'p',
      null,
      type.doc,
      ' ',
      h('a', { class: 'url', href: relativeHref(site, site.urls.list(type)) }, site.urls.list(type)),
    ),
    h(
      'details',
      null,
      h('summary', null, `${formatNumber(site.model.filtersOf(type).all.length)} filters`),
      h(
        'dl',
        { class: 'facts wide' },
        site.model.filtersOf(type).all.map((filter) => filterRow(type, filter, site)),
      ),
    ),
  )

const formRows = (): Content =>
  offersOf('list', 'citation').map((mediaType) => row(h('code', null, mediaType.name), mediaType.type))

/** Where scripts run, Swagger UI makes requests here. */
const requests = (site: Site): Content =>
  site.has(OPENAPI_PATH) &&
  h(
    'section',
    { class: 'requests' },
    h('h2', { id: 'requests-title' }, 'Requests to try'),
    h(
      'div',
      {
        id: 'requests',
        'data-openapi': hrefOf(site, OPENAPI_PATH),
        'data-root': site.urls.root,
        'data-here': new URL(site.urls.root).pathname.replace(/\/$/, ''),
        'data-api': relativeHref(site, site.urls.api),
      },
      h(
        'p',
        { class: 'note' },
        'This needs scripts. All that can be asked is also said below, and in the ',
        h('a', { href: hrefOf(site, OPENAPI_PATH) }, 'OpenAPI document'),
        '.',
      ),
    ),
  )

/** The page of the documentation. */
export const docsPage = (site: Site): string =>
  layout(
    site,
    {
      title: 'API documentation',
      canonical: `${site.urls.root}${DOCS_PATH}`,
      files: ['swagger-style', 'swagger', 'docs'],
    },
    h('h1', null, 'API documentation'),
    h(
      'p',
      { class: 'says' },
      'The SKG-IF API gives each record at an address of its own and each collection as a list, page by page, with filters. Browsers get pages at the same addresses, programs JSON.',
    ),
    site.has(OPENAPI_PATH) &&
      h('p', null, 'For programs: ', h('a', { href: hrefOf(site, OPENAPI_PATH) }, 'OpenAPI document'), '.'),
    h(
      'p',
      null,
      'Entity types, fields and filters of your own: ',
      h('a', { href: hrefOf(site, EXTENDING_PATH) }, 'extending'),
      '.',
    ),
    h('h2', null, 'A record'),
    h('p', null, h('code', { class: 'url' }, `${site.urls.api}/{collection}/{id}`)),
    h(
      'p',
      null,
      'The id is what follows the base ',
      h('code', null, site.base),
      ', the whole IRI, or an external identifier (DOI, ORCID, ROR …) that one record alone has.',
    ),
    h('h2', null, 'A list'),
    h('p', null, h('code', { class: 'url' }, `${site.urls.api}/{collection}?filter={key}:{value},…`)),
    h(
      'dl',
      { class: 'facts' },
      parameters.map(([name, help]) => row(h('code', null, name), help)),
    ),
    h('h2', null, 'Formats'),
    h('p', null, 'Chosen by the Accept header, or by the parameter format with the short name.'),
    h('dl', { class: 'facts' }, formRows()),
    h('h2', null, 'Problems'),
    h(
      'p',
      null,
      'A request that cannot be answered gets a ',
      h('a', { href: hrefOf(site, PROBLEMS_PATH) }, 'problem document'),
      ' that says what would have been right.',
    ),
    requests(site),
    site.model.types.map((type) => collection(type, site)),
  )
