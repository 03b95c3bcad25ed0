/**
 * The requests that are measured, each kind with many targets of a set, and SPARQL by hand for the same
 * question.
 */

import { literalText, iriText } from '../../src/sparql/terms.ts'
import { createRandom } from '../support/random.ts'
import type { Limit } from './figure.ts'
import type { Oxigraph } from './servers.ts'

export const PREFIXES = `PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX d: <http://purl.org/spar/datacite/>
PREFIX l: <http://www.essepuntato.it/2010/06/literalreification/> PREFIX fabio: <http://purl.org/spar/fabio/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX pro: <http://purl.org/spar/pro/>
PREFIX dct: <http://purl.org/dc/terms/> PREFIX frapo: <http://purl.org/cerif/frapo/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#> `

export interface Target {
  /** Below the URL of the API. */
  readonly path: string
  /** The same question by hand, in the order that is best for Oxigraph. */
  readonly sparql: string
}

export interface Kind {
  readonly title: string
  readonly targets: readonly Target[]
  /** Connections that request them the first time; one if absent. */
  readonly connections?: number
  /** The SPARQL is a CONSTRUCT query, of which Oxigraph writes Turtle. */
  readonly isConstruct?: true
  /** Of the first time, at the client. */
  readonly limits?: readonly Limit[]
  /** Of the times after the first, beside bare Koa. */
  readonly again?: readonly Limit[]
}

const IDS = 300
const PAGES = 100
const FURTHER = 30
const FURTHER_BUSY = 300

/** Connections that keep a server busy. */
export const CONNECTIONS = 20

const FRAGMENTS = 100
const COUNTRIES = 40
const TITLES = 500
const WORDS = 40

const TOPICAL = ['deep', 'image', 'search']

const question = (patterns: string): string => `${PREFIXES}SELECT DISTINCT ?entity WHERE { ${patterns} }`
const pageOf = (patterns: string, page: number): string =>
  `${question(patterns)} ORDER BY ?entity OFFSET ${(page - 1) * 10} LIMIT 10`
const WORK = '?entity a fabio:Work'
const contains = (text: string): string =>
  `FILTER(CONTAINS(LCASE(STR(?t)), ${literalText(text.toLowerCase())}))`
const inCountry = (country: string): string =>
  `?o frapo:hasCountry ${literalText(country)} . ?c pro:relatesToOrganization ?o . ?entity ` +
  'pro:isRelatedToRoleInTime ?c .'

const searches = {
  'cf.search.title': (text: string) => question(`?entity dct:title ?t ${contains(text)} ${WORK}`),
  'cf.search.title_abstract': (text: string) =>
    question(`{ ?entity dct:title ?t } UNION { ?entity dct:abstract ?t } ${contains(text)} ${WORK}`),
} as const
type Search = keyof typeof searches

/** Parts of titles as they stand there, within words and across them. */
function fragmentsOf(titles: readonly string[]): string[] {
  const random = createRandom(3)
  return Array.from({ length: FRAGMENTS }, () => {
    const letters = [...random.pick(titles)]
    const from = random.below(Math.max(1, letters.length - 4))
    return letters.slice(from, from + 4 + random.below(9)).join('')
  }).filter((text) => text.trim().length > 2)
}

/** Words that many titles have, and words that hardly any has. */
function wordsOf(titles: readonly string[]): { readonly common: string[]; readonly rare: string[] } {
  const counts = new Map<string, number>()
  for (const title of titles)
    for (const word of new Set(title.toLowerCase().match(/[a-z]{3,}/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
  return { common: words.slice(0, WORDS), rare: words.slice(-WORDS) }
}

/** The words that most titles of a graph have. */
export const commonWords = async (oxigraph: Oxigraph): Promise<string[]> =>
  wordsOf(await titlesOf(oxigraph)).common

/** Numbers from 1 to the last one, which is among them, at even distances. */
const spreadOver = (last: number, most: number): number[] => {
  const count = Math.min(last, most)
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 1) * last) / count))
}

const filtered = (filter: string, page = 1): string =>
  `/products?filter=,${filter}${page === 1 ? '' : `&page=${page}`}`

/** The triples of documents by hand: named graphs of records, and the class and names of what these refer to. */
const documentsOf = (ids: readonly string[]): string =>
  `WHERE { VALUES ?g { ${ids.map(iriText).join(' ')} } { GRAPH ?g { ?s ?p ?o } } UNION ` +
  '{ GRAPH ?g { ?holder ?via ?s } GRAPH ?s { ?s ?p ?o } FILTER(?p IN (rdf:type, foaf:name, foaf:givenName, ' +
  'foaf:familyName, dct:title, skos:prefLabel)) } }'
const byId = (id: string): Target => ({
  path: `/products/${encodeURIComponent(id)}`,
  sparql: `${PREFIXES}SELECT ?s ?p ?o ${documentsOf([id])}`,
})
const inTurtle = (id: string): Target => ({
  path: `${byId(id).path}?format=turtle`,
  sparql: `${PREFIXES}CONSTRUCT { ?s ?p ?o } ${documentsOf([id])}`,
})
/** Beside the ten records of the page, which a client of Oxigraph would know. @param ids all, in order */
const plainPage = (page: number, ids: readonly string[]): Target => ({
  path: `/products?page=${page}`,
  sparql: `${PREFIXES}SELECT ?s ?p ?o ${documentsOf(ids.slice((page - 1) * 10, page * 10))}`,
})
const searching = (key: Search, text: string): Target => ({
  path: filtered(`${key}:${encodeURIComponent(text)}`),
  sparql: searches[key](text),
})
const country = (code: string): Target => ({
  path: filtered(`cf.contributions_aff_country:${code}`),
  sparql: question(`${inCountry(code)} ${WORK}`),
})
const further = (code: string, page: number): Target => ({
  path: filtered(`cf.contributions_aff_country:${code}`, page),
  sparql: pageOf(`${inCountry(code)} ${WORK}`, page),
})
const titled = (code: string, word: string): Target => ({
  path: filtered(`cf.contributions_aff_country:${code},cf.search.title:${word}`),
  sparql: question(
    `?entity dct:title ?t ${contains(word)} ${WORK} ; pro:isRelatedToRoleInTime ?c . ?c ` +
      `pro:relatesToOrganization ?o . ?o frapo:hasCountry ${literalText(code)}`,
  ),
})

const valuesOf = async (oxigraph: Oxigraph, query: string): Promise<string[]> =>
  (await oxigraph.ask(PREFIXES + query)).rows.map(({ value }) => value?.value ?? '')
const idsOf = async (oxigraph: Oxigraph): Promise<string[]> =>
  (await valuesOf(oxigraph, `SELECT (?entity AS ?value) WHERE { ${WORK} }`)).sort()

const titlesOf = (oxigraph: Oxigraph): Promise<string[]> =>
  valuesOf(oxigraph, `SELECT (STR(?t) AS ?value) WHERE { ?entity dct:title ?t . ${WORK} } LIMIT ${TITLES}`)

/** Targets like those that are measured, none of which is: pages of another size, and products by id. */
export async function warmingTargets(oxigraph: Oxigraph): Promise<string[]> {
  const ids = await idsOf(oxigraph)
  const measured = new Set(spreadOver(ids.length, IDS).map((n) => ids[n - 1] as string))
  const pages = spreadOver(Math.ceil(ids.length / 9), 10 * PAGES).map(
    (page) => `/products?page_size=9&page=${page}`,
  )
  return [...pages, ...ids.filter((id) => !measured.has(id)).map((id) => byId(id).path)]
}

/** DOIs of products. */
export const doisOf = (oxigraph: Oxigraph, count: number): Promise<string[]> =>
  valuesOf(
    oxigraph,
    'SELECT DISTINCT ?value WHERE { ?n d:usesIdentifierScheme d:doi ; l:hasLiteralValue ?value . ' +
      `?entity d:hasIdentifier ?n . ${WORK} } LIMIT ${count}`,
  )

const ratio = (atMost: number): Limit => ({ of: 'ratio', atMost })
const EVEN: Limit = { of: 'p99', atMost: 15 }

/**
 * The kinds of requests, with targets of the graph that Oxigraph holds. @param isLarge it has 95,000
 * papers
 */
export async function kindsOf(oxigraph: Oxigraph, isLarge: boolean): Promise<Kind[]> {
  const values = (query: string): Promise<string[]> => valuesOf(oxigraph, query)
  const ids = await idsOf(oxigraph)
  const titles = await titlesOf(oxigraph)
  const { common, rare } = wordsOf(titles)
  const countries = await values(
    'SELECT (?o AS ?value) (COUNT(*) AS ?n) WHERE { ?organisation frapo:hasCountry ?o . ?c ' +
      `pro:relatesToOrganization ?organisation } GROUP BY ?o ORDER BY DESC(?n) LIMIT ${COUNTRIES}`,
  )
  const texts: [title: string, texts: readonly string[]][] = [
    ['common words', common],
    ['rare words', rare],
    ['fragments', [...new Set(fragmentsOf(titles))]],
  ]
  return [
    {
      title: 'a product by id',
      targets: spreadOver(ids.length, IDS).map((n) => byId(ids[n - 1] as string)),
      limits: [ratio(1), EVEN],
      again: [ratio(1.5)],
    },
    {
      title: 'a product in Turtle',
      targets: spreadOver(ids.length - 1, IDS).map((n) => inTurtle(ids[n - 1] as string)),
      isConstruct: true,
      limits: [ratio(1.5), EVEN],
    },
    {
      title: 'a page of all products, the last one too',
      targets: spreadOver(Math.ceil(ids.length / 10), PAGES).map((page) => plainPage(page, ids)),
      limits: [ratio(0.5), EVEN],
    },
    ...(Object.keys(searches) as Search[]).flatMap((key) =>
      texts.map(([title, some]) => ({
        title: `${key}: ${title}`,
        targets: some.map((text) => searching(key, text)),
        limits: isLarge ? [ratio(0.05), EVEN] : [EVEN],
      })),
    ),
    { title: 'cf.contributions_aff_country', targets: countries.map(country) },
    {
      title: 'cf.contributions_aff_country with cf.search.title, both lists known',
      targets: countries.map((code, i) => titled(code, TOPICAL[i % TOPICAL.length] as string)),
    },
    {
      title: 'a further page of a country',
      targets: Array.from({ length: FURTHER }, (_, i) => further(countries[0] as string, i + 2)),
    },
    {
      title: `a further page of a country, from ${CONNECTIONS} connections`,
      connections: CONNECTIONS,
      targets: Array.from({ length: FURTHER_BUSY }, (_, i) =>
        further(countries[0] as string, i + 2 + FURTHER),
      ),
    },
  ]
}
