/** Everything of a graph that people read, searched for ids that were made: pages, citations, tables, previews. */

import { readCsv } from './csv.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { getPage, type Html } from './html.ts'

const MADE = /otf___/

/** What a browser shows of a page, or says aloud; the text of a query is for programs. */
function readByPeople(html: Html): string[] {
  const programs = html.all().flatMap(({ name, attributes, text }) => {
    const isCode = ['script', 'pre', 'code', 'textarea'].includes(name) || attributes.class?.includes('url')
    return isCode && text !== '' ? [text] : []
  })
  const metas = html
    .all('meta')
    .filter(({ attributes: { name, property } }) => !(property ?? name ?? '').endsWith(':url'))
    .map(({ attributes: { content = '' } }) => content)
  const attributes = html
    .all()
    .flatMap(({ attributes: all }) =>
      ['title', 'alt', 'placeholder', 'aria-label'].map((key) => all[key] ?? ''),
    )
  const body = programs.reduce((rest, text) => rest.replace(text, ''), html.text('body') ?? '')
  const previews = html
    .all('script')
    .filter(({ attributes: { type } }) => type === 'application/ld+json')
    .flatMap(({ text }) => [...text.matchAll(NAME_IN_JSON)].map(([, , value = '']) => value))
  return [html.text('title') ?? '', body, ...metas, ...attributes, ...previews].filter(Boolean)
}

/** Members of JSON-LD that search engines show. */
const NAME_IN_JSON = /"(name|headline|alternateName|description)":"([^"]*)"/g

/** What readers of feeds show of one. */
const readInFeed = (xml: string): string =>
  [...xml.matchAll(/<(title|name|summary)>([^<]*)</g)].map(([, , text]) => text).join('\n')

const around = (text: string): string => {
  const at = text.search(MADE)
  return text.slice(Math.max(0, at - 60), at + 60).replace(/\s+/g, ' ')
}

/** Columns of tables that hold ids. */
const ID_COLUMN = /(?:^|\.)(?:local_identifier|@id)$/

async function madeIdsInCsv(url: string): Promise<string[]> {
  const [header = [], ...lines] = readCsv(await (await fetch(url)).text())
  return header.flatMap((name, i) =>
    ID_COLUMN.test(name) || !lines.some((cells) => MADE.test(cells[i] ?? ''))
      ? []
      : [`${url}: column ${name}`],
  )
}

/** Every so-manieth of the ids that were made, and of the others. */
function sampleOf(iris: readonly string[], every: number): string[] {
  const sample = (isMade: boolean): string[] =>
    iris.filter((iri) => MADE.test(iri) === isMade).filter((_, i) => i % every === 0)
  return [...sample(true), ...sample(false)]
}

/** Where text that people read has an id that was made. @param every only each so-manieth record has its page read */
export async function madeIdsRead(graph: Graph, root: string, every = 1): Promise<string[]> {
  const found: string[] = []
  const inText = (url: string, text: string): void => {
    if (MADE.test(text)) found.push(`${url}: ${around(text)}`)
  }
  const inPage = async (url: string): Promise<void> => {
    const { html } = await getPage(url)
    for (const text of new Set(readByPeople(html))) inText(url, text)
  }
  const ofType = async (type: EntityType): Promise<void> => {
    const total = graph.count(type)
    if (total === 0) return
    const list = `${root}/skg-if/api/${type.path}`
    const facets = graph.model
      .filtersOf(type)
      .all.flatMap(({ key, row }) => (row.facet === undefined ? [] : [key]))
    await inPage(`${list}?skeg_facets=${facets.join(',')}&skeg_facet_size=1000`)
    for (let page = 1; (page - 1) * 100 < total; page += Math.ceil(every / 10))
      await inPage(`${list}?page_size=100&page=${page}`)
    for (const format of ['atom', 'embed']) {
      const url = `${list}?page_size=100&format=${format}`
      const response = await fetch(url)
      if (format === 'embed') await inPage(url)
      else if (response.ok) inText(url, readInFeed(await response.text()))
    }
    for (const word of ['grant', 'the', 'un']) await inPage(`${list}?filter=cf.search.words:${word}`)
    const iris = sampleOf(graph.list(type, 0, total), every)
    for (const [i, iri] of iris.entries()) {
      await inPage(`${list}/${encodeURIComponent(iri)}`)
      if (i % 10 === 0) {
        const id = encodeURIComponent(iri)
        inText(`preview of ${iri}`, await previewText(`${root}/reconcile/preview?id=${id}`))
      }
    }
    found.push(...(await madeIdsInCsv(`${root}/download/${type.path}?format=csv`)))
    for (const format of ['bibtex', 'ris', 'csl', 'apa']) {
      const response = await fetch(`${root}/download/${type.path}?format=${format}`)
      if (response.ok) inText(`${type.path} as ${format}`, await response.text())
      else await response.body?.cancel()
    }
  }
  const previewText = async (url: string): Promise<string> =>
    readByPeople((await getPage(url)).html).join('\n')
  for (const path of ['/', '/skg-if/api', '/docs', '/search?q=grant', '/search?q=the', '/sparql'])
    await inPage(root + path)
  for (const text of ['grant', 'jour', 'un', 'dat']) {
    const { suggestions } = (await (await fetch(`${root}/suggest?q=${text}`)).json()) as {
      suggestions: readonly { label: string; description: string }[]
    }
    for (const { label, description } of suggestions)
      inText(`suggestions of ${text}`, `${label} ${description}`)
  }
  for (const type of graph.model.types) await ofType(type)
  return found
}
