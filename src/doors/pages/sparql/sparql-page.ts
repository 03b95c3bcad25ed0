/**
 * The page of the SPARQL endpoint: a query to edit, examples to follow, and the answer as a table.
 */

import type { ProblemCode, ProblemDocument } from '../../../config/errors.ts'
import type { EntityType } from '../../../model/rows/row.ts'
import type { Solution, Solutions } from '../../../record/serializers/tsv-results.ts'
import { iriOf, isIri, isLiteral, languageOf, lexicalForm } from '../../../record/rdf/triples.ts'
import type { Limits } from '../../../store/endpoint/endpoint.ts'
import { formatList, type AlternateFormat } from '../shared/format-links.ts'
import { external, h, type Content } from '../../shared/html.ts'
import { layout } from '../shared/page-layout.ts'
import { code, formAction, languageInput, linkTo } from '../shared/components.ts'
import { queriesOf } from '../../../api/dataset/example-queries.ts'
import { relativeHref, type PageSite, type Site } from '../shared/site.ts'
import { SPARQL_PATH } from '../../../api/request/paths.ts'
import { nameOf } from '../record/reference-links.ts'
import { langOf } from '../shared/labels.ts'
import { shorten } from '../../../model/values/text.ts'
import { upperFirst } from '../../../record/naming/locale.ts'
import type { Locale } from '../texts/locale.ts'

/** What came of a query. */
export type QueryResult =
  | ({ readonly kind: 'solutions' } & Solutions)
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'triples'; readonly turtle: string; readonly bytes: number }
  | { readonly kind: 'problem'; readonly code: ProblemCode; readonly problem: ProblemDocument }

export interface SparqlContent {
  /** Absent where there is no query yet. */
  readonly query?: string | undefined
  readonly answer?: QueryResult
  /** Parameters that name graphs. */
  readonly graphs?: readonly (readonly [name: string, iri: string])[]
  /** Other forms of the same answer. */
  readonly formats: readonly AlternateFormat[]
  readonly limits: Limits
}

const EXAMPLE =
  'SELECT ?class (COUNT(*) AS ?count)\nWHERE { ?entity a ?class }\nGROUP BY ?class\nORDER BY DESC(?count)'

/** Rows and bytes of an answer that a page shows; the other forms have all. */
export const MAX_ROWS = 500
export const MAX_TEXT_LENGTH = 100_000
const MAX_CELL_LENGTH = 400

const isNumber = (term: string): boolean =>
  isLiteral(term) && /XMLSchema#(?:integer|decimal|double)>$/.test(term)

function form(
  { query = EXAMPLE, graphs = [], limits: { timeout, rows, size } }: SparqlContent,
  site: Site,
): Content {
  const { texts, number } = site.locale
  const { sparql, scripts } = texts
  return h(
    'form',
    { class: 'sparql', action: formAction(site, SPARQL_PATH), 'aria-label': scripts.query },
    languageInput(site),
    h('label', { for: 'query' }, scripts.query),
    h('textarea', { id: 'query', name: 'query', rows: 14, spellcheck: false, required: true }, `\n${query}`),
    // The script that puts an editor in the place of the text area shows this.
    h('p', { id: 'keys', class: 'note', hidden: true }, sparql.keys),
    graphs.map(([name, value]) => h('input', { type: 'hidden', name, value })),
    h(
      'p',
      { class: 'buttons' },
      h('button', { type: 'submit', class: 'button primary' }, sparql.run),
      ' ',
      h('button', { name: 'format', value: 'results' }, 'JSON'),
      ' ',
      h('button', { name: 'format', value: 'csv' }, 'CSV'),
    ),
    h('p', { class: 'note' }, sparql.limits(number(timeout), number(rows), number(size))),
  )
}

const examples = (open: boolean, site: Site): Content =>
  h(
    'details',
    { class: 'examples', open: open || undefined },
    h('summary', null, site.locale.texts.sparql.examples),
    h(
      'ul',
      null,
      queriesOf(site.graph.statistics).map(({ title, text }) =>
        h(
          'li',
          null,
          linkTo(site, `${SPARQL_PATH}?query=${encodeURIComponent(text)}`, site.locale.translate(title)),
        ),
      ),
    ),
  )

/** The IRIs of records in the first rows of an answer, each once. */
export const recordsIn = (
  solutions: readonly Solution[],
  { typesOf }: Pick<Site, 'typesOf'>,
): { readonly iri: string; readonly type: EntityType }[] =>
  [
    ...new Set(
      solutions
        .flatMap((solution) => Object.values(solution))
        .filter(isIri)
        .map(iriOf),
    ),
  ].flatMap((iri) => {
    const [type] = typesOf(iri)
    return type ? [{ iri, type }] : []
  })

/** A term: records lead to their pages, other IRIs to where they lead. Pointing at a name shows the IRI. */
function cell(term: string | undefined, site: Site): Content {
  if (term === undefined) return null
  if (isIri(term)) {
    const iri = iriOf(term)
    const [type] = site.typesOf(iri)
    if (type) {
      const href = relativeHref(site, site.urls.entity(type, iri))
      return h('a', { href, title: iri }, h('bdi', null, nameOf(iri, site)))
    }
    const isLocal = iri.startsWith(site.base) && iri.length > site.base.length
    const text = isLocal ? iri.slice(site.base.length) : site.model.vocabulary.toPrefixedName(iri)
    return external(iri, h('bdi', null, text), { title: text === iri ? undefined : iri })
  }
  if (!isLiteral(term)) return term
  const text = lexicalForm(term)
  if (isNumber(term)) return Number.isFinite(Number(text)) ? site.locale.number(Number(text)) : text
  const language = languageOf(term)
  return [
    h('span', { dir: 'auto', lang: langOf(language ?? 'none') }, shorten(text, MAX_CELL_LENGTH)),
    language !== undefined && h('span', { class: 'note' }, ` ${language}`),
  ]
}

interface Column {
  readonly name: string
  /** All its values are numbers. */
  readonly isNumeric: boolean
}

const columnsOf = (variables: readonly string[], solutions: readonly Solution[]): Column[] =>
  variables.map((name) => {
    const terms = solutions.flatMap((solution) => solution[name] ?? [])
    return { name, isNumeric: terms.length > 0 && terms.every(isNumber) }
  })

/** A script makes buttons of the headings, which sort the rows; numbers are in `data-value` for it. */
function table(variables: readonly string[], solutions: readonly Solution[], site: Site): Content {
  const columns = columnsOf(variables, solutions)
  const dataCell = (term: string | undefined, isNumeric: boolean): Content =>
    h('td', isNumeric ? { class: 'number', 'data-value': term && lexicalForm(term) } : null, cell(term, site))
  return h(
    'div',
    { class: 'scrolling', tabindex: 0, role: 'region', 'aria-label': site.locale.texts.sparql.results },
    h(
      'table',
      { class: 'results', 'data-sortable': true },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          columns.map(({ name, isNumeric }) =>
            h('th', { scope: 'col', class: isNumeric ? 'number' : undefined }, name),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        solutions.map((solution) =>
          h(
            'tr',
            null,
            columns.map(({ name, isNumeric }) => dataCell(solution[name], isNumeric)),
          ),
        ),
      ),
    ),
  )
}

/** How much of an answer is shown, where that is not all. */
const truncationNote = (shown: number, all: number, what: string, { texts, number }: Locale): Content =>
  all > shown && h('p', { class: 'note' }, texts.sparql.firstOf(number(shown), number(all), what))

const renderers: {
  readonly [K in QueryResult['kind']]: (answer: Extract<QueryResult, { kind: K }>, site: Site) => Content
} = {
  boolean: ({ value }, { locale: { texts } }) =>
    h('h2', null, upperFirst(value ? texts.record.yes : texts.record.no)),
  problem: ({ code, problem: { detail = '' } }, { locale }) =>
    h(
      'div',
      { class: 'problem', role: 'alert' },
      h('h2', null, locale.texts.problem.kinds[code].title),
      h('p', { class: 'says', dir: 'auto', lang: locale.language === 'en' ? undefined : 'en' }, detail),
    ),
  triples: ({ turtle, bytes }, { locale }) => [
    h('h2', null, locale.texts.data.triples),
    truncationNote(MAX_TEXT_LENGTH, bytes, locale.texts.sparql.bytes, locale),
    h('pre', { tabindex: 0 }, code(turtle)),
  ],
  solutions({ variables, solutions, total }, site) {
    const { texts, number } = site.locale
    return [
      h('h2', null, texts.sparql.rows(total, number(total))),
      truncationNote(MAX_ROWS, total, texts.sparql.rowsWord, site.locale),
      total > 0 && table(variables, solutions, site),
    ]
  },
}

/** The page: a query, and its answer if there is one. */
export function sparqlPage(content: SparqlContent, site: PageSite): string {
  const { answer, formats } = content
  const { prefixes } = site.model.vocabulary
  const { sparql } = site.locale.texts
  const render = answer && (renderers[answer.kind] as (answer: QueryResult, site: Site) => Content)
  return layout(
    site,
    {
      title: 'SPARQL',
      canonical: site.urls.root + SPARQL_PATH,
      files: ['yasqe-style', 'yasqe', 'sparql', 'sort'],
      data: [{ type: 'application/json', json: JSON.stringify({ prefixes: Object.fromEntries(prefixes) }) }],
    },
    h('h1', { class: 'plain' }, 'SPARQL'),
    h('p', { class: 'note' }, sparql.help(h('code', { class: 'url' }, site.urls.root + SPARQL_PATH))),
    form(content, site),
    examples(answer === undefined, site),
    answer &&
      h(
        'section',
        { class: 'answer', id: 'answer' },
        render?.(answer, site),
        answer.kind !== 'problem' &&
          formats.length > 0 &&
          h('p', { class: 'forms' }, site.locale.texts.data.download, ': ', formatList(formats, site)),
      ),
  )
}
