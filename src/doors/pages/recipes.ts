/** Recipes of the documentation: what programs ask first, in curl, Python and R, with the answers of this graph. */

import { printConditions, wordsCondition, type Condition } from '../../filter/condition.ts'
import type { Filter } from '../../model/rows/filters.ts'
import type { EntityType } from '../../model/rows/row.ts'
import { FACETS, FACET_SIZE, parameters } from '../../config/parameters.ts'
import { exampleSearches, type ExampleValues } from '../../api/lookup/example-values.ts'
import { RELEVANCE } from '../../search-index/query/relevance.ts'
import { h, type Content } from '../shared/html.ts'
import { paragraph } from './shared/components.ts'
import type { Site } from './shared/site.ts'

interface Recipe {
  readonly title: string
  readonly says: string
  /** Programs that can be run as they stand. */
  readonly curl: string
  readonly python: string
  readonly r: string
  /** What the programs in Python and R print. */
  readonly answer: string
}

/** Records and values that are shown. */
const SHOWN = 3
const VALUES = 5
/** Pages that the recipe goes through, where the list has as many records. */
const PAGES = 3

/** A URL as it may stand in quotes, of whatever language. */
const quoted = (url: string): string => `'${url.replaceAll("'", '%27')}'`

const PYTHON_JSON = (url: string): string => `import json, urllib.request

with urllib.request.urlopen(${quoted(url)}) as response:
    answer = json.load(response)`

const R_JSON = (url: string): string => `library(jsonlite)

answer <- fromJSON(${quoted(url)}, simplifyVector = FALSE)`

function find(url: string, says: string, total: number, iris: readonly string[]): Recipe {
  const list = `${url}page_size=${SHOWN}`
  return {
    title: 'Find records',
    says,
    curl: `curl -s ${quoted(list)}`,
    python: `${PYTHON_JSON(list)}
print(answer['meta']['part_of']['total_items'], 'records')
for record in answer['@graph']:
    print(record['local_identifier'])`,
    r: `${R_JSON(list)}
cat(answer$meta$part_of$total_items, 'records\\n')
for (record in answer$\`@graph\`) cat(record$local_identifier, fill = TRUE)`,
    answer: [`${total} records`, ...iris].join('\n'),
  }
}

function pageThrough(url: string, total: number): Recipe {
  const { maximum } = parameters.page_size
  const size = Math.min(maximum, Math.max(1, Math.ceil(total / PAGES)))
  const first = `${url}page_size=${size}`
  return {
    title: 'Page through a list',
    says:
      `A page has at most ${maximum} records. Each names the next one (next_page) until there is none; ` +
      'meta.part_of says how many records the list has.',
    curl: `curl -s ${quoted(`${first}&page=[1-${Math.ceil(total / size)}]`)}`,
    python: `import json, urllib.request

url, records = ${quoted(first)}, []
while url:
    with urllib.request.urlopen(url) as response:
        page = json.load(response)
    records += page['@graph']
    url = page['meta'].get('next_page', {}).get('local_identifier')
print(len(records), 'records')`,
    r: `library(jsonlite)

url <- ${quoted(first)}
records <- list()
while (!is.null(url)) {
  page <- fromJSON(url, simplifyVector = FALSE)
  records <- c(records, page$\`@graph\`)
  url <- page$meta$next_page$local_identifier
}
cat(length(records), 'records\\n')`,
    answer: `${total} records`,
  }
}

async function facet(url: string, filter: Filter, of: Found, site: Site): Promise<Recipe> {
  const { key, row } = filter
  const values = await site.queries.facet(of.type, key, of.conditions, VALUES)
  const counted = `${url}page_size=1&${FACETS}=${encodeURIComponent(key)}&${FACET_SIZE}=${VALUES}`
  return {
    title: 'Count by a facet',
    says: `${row.facet}: the ${VALUES} most frequent values of ${key} in the list, with their numbers.`,
    curl: `curl -s ${quoted(counted)}`,
    python: `${PYTHON_JSON(counted)}
for value in answer['meta']['skeg_facets'][0]['values']:
    print(value['value'], value['count'])`,
    r: `${R_JSON(counted)}
for (value in answer$meta$skeg_facets[[1]]$values) cat(value$value, value$count, fill = TRUE)`,
    answer: values.map(({ value, count }) => `${value} ${count}`).join('\n'),
  }
}

function download(url: string, { type, total }: Found): Recipe {
  return {
    title: 'Download a list as a table',
    says: 'A whole list as one file: CSV here, or JSON Lines, Parquet, BibTeX … by another format.',
    curl: `curl -s -o ${type.path}.csv ${quoted(url)}`,
    python: `import csv, io, urllib.request

with urllib.request.urlopen(${quoted(url)}) as response:
    rows = list(csv.DictReader(io.TextIOWrapper(response, 'utf-8')))
print(len(rows), 'rows')`,
    r: `rows <- read.csv(${quoted(url)}, check.names = FALSE)
cat(nrow(rows), 'rows\\n')`,
    answer: `${total} rows`,
  }
}

function resolve(url: string, iri: string): Recipe {
  return {
    title: 'Resolve an identifier',
    says: 'From a DOI, ORCID, ROR … in any spelling, or an IRI, to the record that has it.',
    curl: `curl -sL ${quoted(url)}`,
    python: `${PYTHON_JSON(url)}
print(answer['@graph'][0]['local_identifier'])`,
    r: `${R_JSON(url)}
cat(answer$\`@graph\`[[1]]$local_identifier, fill = TRUE)`,
    answer: iri,
  }
}

/** The list on which the recipes are shown. */
interface Found {
  readonly type: EntityType
  readonly conditions: readonly Condition[]
  readonly total: number
  readonly iris: readonly string[]
  readonly says: string
}

/** Records that are found by a word, else all of the first type. */
async function listFor(site: Site): Promise<Found | undefined> {
  const { model, queries } = site
  const [search] = await exampleSearches(site)
  const type = search?.type ?? model.types.find((one) => site.graph.count(one) > 0)
  if (!type) return undefined
  const word = search?.condition.value
  const conditions = word === undefined ? [] : [wordsCondition(model, type, word)]
  const matches = await queries.search(type, conditions)
  const byRelevance = { name: RELEVANCE, isDescending: false }
  return {
    type,
    conditions,
    total: matches.length,
    iris:
      word === undefined
        ? [...matches.slice(0, SHOWN)]
        : await queries.sorted(type, conditions, byRelevance, 0, SHOWN),
    says:
      word === undefined ? `All ${type.plural.toLowerCase()}.` : `${type.plural} with the word “${word}”.`,
  }
}

/** Facets of words and years, whose values are read as they are. */
const isReadable = ({ row, path }: Filter): boolean => row.facet !== undefined && path.target.kind !== 'id'

async function recipesOf({ filters, records }: ExampleValues, site: Site): Promise<Recipe[]> {
  const { model, urls } = site
  const found = await listFor(site)
  if (!found) return []
  const { type, conditions, total, iris, says } = found
  const filter = conditions.length > 0 ? `filter=${printConditions(conditions)}&` : ''
  const list = `${urls.list(type)}?${filter}`
  const counted = model.filtersOf(type).all.find((one) => isReadable(one) && filters.has(one))
  const [record] = [...records.values()].filter(({ identifier }) => identifier !== undefined)
  const { iri, identifier = iri } = record ?? records.get(type)!
  return [
    find(list, says, total, iris),
    pageThrough(list, total),
    ...(counted ? [await facet(list, counted, found, site)] : []),
    download(`${urls.root}/download/${type.path}?${filter}format=csv`, found),
    resolve(`${urls.root}/resolve?iri=${encodeURIComponent(identifier)}`, iri),
  ]
}

const program = (language: string, title: string, text: string): Content =>
  h(
    'pre',
    { tabindex: 0, 'aria-label': `${title}: ${language}`, 'data-copy': 'the program' },
    h('code', null, text),
  )

const recipe = ({ title, says, curl, python, r, answer }: Recipe): Content =>
  h(
    'section',
    { class: 'recipe' },
    h('h3', null, title),
    paragraph(says),
    program('curl', title, curl),
    Object.entries({ Python: python, R: r }).map(([language, text]) =>
      h('details', null, h('summary', null, language), program(language, title, text)),
    ),
    paragraph('Here they print:'),
    h('pre', { tabindex: 0, class: 'answer', 'aria-label': `${title}: answer` }, h('code', null, answer)),
  )

export const recipes = async (values: ExampleValues, site: Site): Promise<Content> =>
  (await recipesOf(values, site)).map(recipe)
