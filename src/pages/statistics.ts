/** The charts of the first page: the answers of queries/ on the graph, asked once for each graph. */

import { readdirSync, readFileSync } from 'node:fs'
import { iriOf, isIri, isLiteral, textOf } from '../record/triples.ts'
import type { Row } from '../store/store.ts'
import { isChartKind, type ChartKind, type Point } from './chart.ts'
import { isLinkable } from './html.ts'
import { local, type Site } from './site.ts'
import { shorten } from './words.ts'

export interface Statistic {
  readonly title: string
  readonly kind: ChartKind
  /** Absent where the graph did not answer the query. */
  readonly points?: readonly Point[]
}

interface Query { readonly title: string; readonly kind: ChartKind; readonly text: string }

const FOLDER = new URL('../../queries/', import.meta.url)
const FRONT = /^# title: (.+)\n# chart: (\w+)\n# first page\n/

/** Points of a chart. */
const MOST = 60

const LONGEST_LABEL = 80

let read: readonly Query[] | undefined

/** The queries that are for the first page, in the order of their file names. @throws Error for one whose chart is unknown */
function queries(): readonly Query[] {
  return read ??= readdirSync(FOLDER).filter((name) => name.endsWith('.rq')).sort().flatMap((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8')
    const [, title, kind] = FRONT.exec(text) ?? []
    if (title === undefined || kind === undefined) return []
    if (!isChartKind(kind)) throw new Error(`queries/${name} asks for the chart ${kind}, which there is not`)
    return [{ title, kind, text }]
  })
}

const isNumber = (term: string): boolean => isLiteral(term) && /XMLSchema#(?:integer|decimal|double)>$/.test(term)

/** A solution as a point: its number, its text or IRI, and where the IRI leads. */
function pointOf(row: Row, site: Site): Point | undefined {
  const terms = Object.values(row)
  const value = terms.find(isNumber)
  const iri = terms.find(isIri)
  const text = terms.find((term) => isLiteral(term) && !isNumber(term))
  if (value === undefined || (iri === undefined && text === undefined)) return undefined
  const named = iri === undefined ? undefined : iriOf(iri)
  const listed = named === undefined ? undefined : site.model.typeOfClass(named)
  const type = named === undefined ? undefined : site.typesOf(named)[0]
  const label = text !== undefined ? textOf(text) : listed?.plural ?? site.model.vocabulary.word(named as string, site.base)
  const url = listed ? site.urls.list(listed) : type ? site.urls.entity(type, named as string) : label === named && isLinkable(named) ? named : undefined
  return { label: shorten(label, LONGEST_LABEL), value: Number(textOf(value)), href: url === undefined ? undefined : local(site, url) }
}

const known = new WeakMap<object, Promise<readonly Statistic[]>>()

/** A chart that cannot be drawn now is asked for again with the next page; the page says so. */
async function ask({ title, kind, text }: Query, site: Site): Promise<Statistic> {
  try {
    return { title, kind, points: (await site.graph.select(text)).flatMap((row) => pointOf(row, site) ?? []).slice(0, MOST) }
  } catch {
    return { title, kind }
  }
}

/** The charts of a graph that have something to show. */
export function statistics(site: Site): Promise<readonly Statistic[]> {
  let promise = known.get(site.graph)
  if (!promise) {
    promise = Promise.all(queries().map((query) => ask(query, site))).then((all) => all.filter(({ points }) => points === undefined || points.length > 1))
    known.set(site.graph, promise)
    void promise.then((all) => { if (all.some(({ points }) => points === undefined)) known.delete(site.graph) })
  }
  return promise
}
