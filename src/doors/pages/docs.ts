/** The documentation of the API, made from the rows: parameters, formats and filters, with examples. */

import {
  MAX_NUMBER,
  listParameters,
  parameters,
  type Parameter,
  type ParameterName,
} from '../../config/parameters.ts'
import { PROBLEMS_PATH } from '../../config/errors.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { printConditions } from '../../filter/condition.ts'
import { offersOf } from '../../config/media.ts'
import type { ExampleValues } from '../../api/lookup/example-values.ts'
import { graphModel } from './graph-model.ts'
import { recipes } from './recipes.ts'
import { between, h, type Content } from '../shared/html.ts'
import { layout } from './shared/page-layout.ts'
import { code, countedHeading, fact, factList, linkTo, paragraph } from './shared/components.ts'
import { hrefOf, relativeHref, type PageSite, type Site } from './shared/site.ts'
import { OPENAPI_PATH, DOCS_PATH } from '../../api/request/paths.ts'
import { english } from '../../record/naming/locale.ts'

/** What a parameter of lists means, with its bounds. */
function parameterRow(name: ParameterName): Content {
  const { help, minimum, maximum, default: usual, isAddition }: Parameter = parameters[name]
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum === MAX_NUMBER ? [] : [`to ${maximum}`]),
  ].join(' ')
  const notes = [
    ...(bounds === '' ? [] : [`a whole number ${bounds}`]),
    ...(usual === undefined ? [] : [`${usual} if it is absent`]),
    ...(isAddition ? ['an addition to the specification'] : []),
  ]
  return fact(code(name), [
    help.replaceAll('`', ''),
    notes.length > 0 && h('span', { class: 'notes' }, notes.join('; ')),
  ])
}

function filterRow(type: EntityType, filter: Filter, value: string | undefined, site: Site): Content {
  const {
    key,
    row: { doc, example, aliases = [] },
  } = filter
  return fact(code(key), [
    `${type.plural} ${doc.replace('{value}', '<value>')}, e.g. `,
    value === undefined
      ? code(example)
      : linkTo(site, site.urls.list(type, printConditions([{ key, filter, value }])), value),
    aliases.length > 0 && h('span', { class: 'notes' }, `also ${aliases.join(', ')}`),
  ])
}

const collection = (type: EntityType, { filters: values }: ExampleValues, site: Site): Content =>
  h(
    'section',
    { id: type.path },
    countedHeading('h3', type.plural, english.number(site.graph.count(type))),
    paragraph(
      type.doc,
      ' ',
      h('a', { class: 'url', href: relativeHref(site, site.urls.list(type)) }, site.urls.list(type)),
    ),
    h(
      'details',
      null,
      h('summary', null, `${english.number(site.model.filtersOf(type).all.length)} filters`),
      factList(
        site.model.filtersOf(type).all.map((filter) => filterRow(type, filter, values.get(filter), site)),
        'wide',
      ),
    ),
  )

const formats = (): Content =>
  factList(offersOf('list', 'citation').map((mediaType) => fact(code(mediaType.name), mediaType.type)))

/** Where scripts run, Swagger UI makes requests here. */
const requests = (site: Site): Content =>
  site.has(OPENAPI_PATH) &&
  h(
    'section',
    { class: 'requests' },
    h('h3', { id: 'requests-title' }, 'Try it out'),
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
        'This requires JavaScript. Everything is also listed below and in the ',
        linkTo(site, OPENAPI_PATH, 'OpenAPI document'),
        '.',
      ),
    ),
  )

/** Collections without records are named, as filters of them are of no use. */
function emptyCollections({ model, graph }: Site): Content {
  const empty = model.types.filter((type) => graph.count(type) === 0)
  return (
    empty.length > 0 &&
    h(
      'p',
      { class: 'note' },
      'This graph has no ',
      between(
        empty.map(({ path, plural }) => h('span', { id: path }, plural.toLowerCase())),
        ', ',
      ),
      '.',
    )
  )
}

/** The parts of the page, by the ids of their headings. */
const PARTS = { recipes: 'Recipes', model: 'Data model of this graph', reference: 'Reference' } as const

/** The page of the documentation. @param values of this graph, for examples */
export const docsPage = async (values: ExampleValues, site: PageSite): Promise<string> =>
  layout(
    site,
    {
      title: 'API documentation',
      language: 'en',
      canonical: `${site.urls.root}${DOCS_PATH}`,
      files: ['swagger-style', 'swagger', 'docs', 'copy'],
    },
    h('h1', null, 'API documentation'),
    h(
      'p',
      { class: 'says' },
      'The SKG-IF API gives each record a URL and each collection a paged list with filters. At ' +
        'the same URLs, browsers get HTML pages and programs get JSON.',
    ),
    paragraph(
      between(
        Object.entries(PARTS).map(([id, title]) => h('a', { href: `#${id}` }, title)),
        ' · ',
      ),
      site.has(OPENAPI_PATH) && [' · ', linkTo(site, OPENAPI_PATH, 'OpenAPI document')],
    ),
    h('h2', { id: 'recipes' }, PARTS.recipes),
    await recipes(values, site),
    h('h2', { id: 'model' }, PARTS.model),
    graphModel(values, site),
    h('h2', { id: 'reference' }, PARTS.reference),
    h('h3', null, 'A record'),
    paragraph(h('code', { class: 'url' }, `${site.urls.api}/{collection}/{id}`)),
    paragraph(
      'The id is what follows the base ',
      code(site.base),
      ', the whole IRI, or an external identifier (DOI, ORCID, ROR …) that identifies exactly one record.',
    ),
    h('h3', null, 'A list'),
    paragraph(h('code', { class: 'url' }, `${site.urls.api}/{collection}?filter={key}:{value},…`)),
    factList([...listParameters, 'format' as const].map(parameterRow)),
    h('h3', null, 'Formats'),
    paragraph('Chosen by the Accept header, or by the parameter format with the short name.'),
    formats(),
    h('h3', null, 'Errors'),
    paragraph(
      'A request that fails gets a ',
      linkTo(site, PROBLEMS_PATH, 'problem document'),
      ' that says what was expected.',
    ),
    requests(site),
    site.model.types
      .filter((type) => site.graph.count(type) > 0)
      .map((type) => collection(type, values, site)),
    emptyCollections(site),
  )
