/** Each kind of the rows: as many records in its facet as its filter finds, by the index and by SPARQL, and all of its name. */

import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sparqljs from 'sparqljs'
import { parseFilter } from '../../src/filter/parse.ts'
import type { KindRow } from '../../src/model/rows/row.ts'
import { getPage } from '../support/html.ts'
import { kindIn } from '../support/evaluator-kinds.ts'
import { model } from '../support/model.ts'
import { openOpinion, type Opinion } from '../support/second-opinion.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const type = model.typeNamed('product')!
const { names, rows } = type.kinds!
const BASE = 'https://w3id.org/skg-if/sandbox/kinds/'

type Json = Record<string, any>

/** A value at a path of a row, and what is around it. */
const values: Readonly<Record<string, (word: string | undefined, manifestation: Json) => Json>> = {
  product_type: (word) => ({ product_type: word }),
  'manifestations.type': (word, manifestation) => {
    manifestation.type = /^[A-Z]/.test(word!)
      ? { labels: { en: word } }
      : { class: `https://example.org/types/${word}` }
    return {}
  },
  'manifestations.version': (word, manifestation) => ((manifestation.version = word), {}),
  'manifestations.biblio.in': (_word, manifestation) => {
    manifestation.biblio = { in: { local_identifier: 'venue-1', entity_type: 'venue', name: 'A venue' } }
    return {}
  },
}

/** A product that has what a row asks for, and nothing else. @param which of the words */
function productOf({ has }: KindRow, id: string, which: number): Json {
  const manifestation: Json = {}
  const product: Json = {
    local_identifier: id,
    entity_type: 'product',
    product_type: 'other',
    titles: { en: [id] },
  }
  for (const [path, words] of Object.entries(has))
    Object.assign(product, values[path]!(words.at(which), manifestation))
  return Object.keys(manifestation).length > 0 ? { ...product, manifestations: [manifestation] } : product
}

const records = rows.flatMap((row, i) =>
  [0, -1].map((which) => productOf(row, `row-${i}-${which}-${row.kind}`, which)),
)
/** Some of two kinds: an article that was a preprint, software in a journal, a copy of an article without venue. */
records.push(
  {
    ...productOf({ kind: '', has: {} }, 'both-article', 0),
    manifestations: [
      { type: { labels: { en: 'preprint' } } },
      { type: { labels: { en: 'journal-article' } } },
    ],
  },
  {
    ...productOf({ kind: '', has: {} }, 'both-software', 0),
    manifestations: [
      { type: { class: 'https://openalex.org/types/software' } },
      { type: { labels: { en: 'article' } } },
    ],
  },
  {
    ...productOf({ kind: '', has: {} }, 'copies', 0),
    manifestations: [
      { type: { class: 'https://openalex.org/types/article' }, version: 'submittedVersion' },
      { type: { class: 'https://openalex.org/types/article' }, version: 'acceptedVersion' },
    ],
  },
)

describe('the kinds of products', function () {
  let opinion: Opinion
  let server: TestServer
  let facet: Map<string, { count: number; label: string }>
  before(async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'records.json')
    writeFileSync(path, JSON.stringify({ '@graph': records }))
    opinion = await openOpinion({ path, base: BASE })
    rmSync(folder, { recursive: true })
    server = await startServer(opinion.graph, { threads: { count: 1 } })
    const answer = (await (
      await fetch(`${server.api}/products?skeg_facets=cf.kind&skeg_facet_size=100&page_size=1`)
    ).json()) as Json
    facet = new Map(answer.meta.skeg_facets[0].values.map((one: Json) => [one.value, one]))
  })
  after(async () => {
    await server.close()
    await opinion.graph.close()
  })

  const listOf = async (kind: string): Promise<Json> =>
    (await (await fetch(`${server.api}/products?filter=cf.kind:${kind}&page_size=100`)).json()) as Json

  it('are all in the rows, and each row is reached', () => {
    expect(rows.map(({ kind }) => kind)).to.include.members(Object.keys(names))
    const found = new Set(records.map((record) => kindIn(record, type.kinds!)))
    expect([...found]).to.have.members(Object.keys(names))
    for (const record of records.slice(0, 2 * rows.length))
      expect(record.local_identifier).to.match(new RegExp(`-${kindIn(record, type.kinds!)}$`))
  })

  it('exclude each other: the facet has each record once', () => {
    expect([...facet.values()].reduce((sum, { count }) => sum + count, 0)).to.equal(opinion.graph.count(type))
  })

  for (const [kind, { label, csl }] of Object.entries(names))
    it(`count, find and name the same: ${kind}`, async () => {
      const found = await listOf(kind)
      const ids = found['@graph'].map(({ local_identifier }: Json) => local_identifier).sort()
      expect(ids).to.deep.equal(
        opinion.evaluator.evaluate('products', [{ key: 'cf.kind', value: kind }]).sort(),
      )
      expect(ids).to.not.be.empty
      expect(facet.get(kind)).to.include({ count: ids.length, label })
      expect(found.meta.part_of.total_items).to.equal(ids.length)
      const { ids: query } = await opinion.graph.compile(type, parseFilter([`cf.kind:${kind}`], type, model))
      expect(
        (await opinion.graph.select(query)).map(({ entity }) => entity!.slice(1, -1)).sort(),
      ).to.deep.equal(ids)
      const { html } = await getPage(`${server.api}/products?filter=cf.kind:${kind}&page_size=100`)
      const lines = html
        .all('p')
        .flatMap(({ attributes, text }) => (attributes.class === 'kind' ? [text] : []))
      expect(lines.length).to.equal(ids.length)
      for (const line of lines) expect(line).to.include(label)
      const items = (await (
        await fetch(`${server.api}/products?filter=cf.kind:${kind}&page_size=100&format=csl`)
      ).json()) as Json[]
      expect(items.map((item) => item.type)).to.deep.equal(ids.map(() => csl))
    })

  it('are asked of one record after the other: where an EXISTS has two triples, engines read all of the graph for each', async () => {
    const { ids: query } = await opinion.graph.compile(type, parseFilter(['cf.kind:book'], type, model))
    const triplesOfExists: number[] = []
    const visit = (node: Json): void => {
      if (node.operator === 'exists')
        triplesOfExists.push(
          node.args[0].patterns.flatMap(({ triples = [] }: Json): unknown[] => triples).length,
        )
      for (const child of Object.values(node)) if (child && typeof child === 'object') visit(child)
    }
    visit(new sparqljs.Parser().parse(query))
    expect(new Set(triplesOfExists)).to.deep.equal(new Set([1]))
  })

  it('are several values of one filter, and one that there is not finds nothing', async () => {
    const [articles, books, both, none] = await Promise.all(
      ['journal-article', 'book', 'journal-article|book', 'journal-artcile'].map(listOf),
    )
    expect(both!.meta.part_of.total_items).to.equal(
      articles!.meta.part_of.total_items + books!.meta.part_of.total_items,
    )
    expect(none!.meta.part_of.total_items).to.equal(0)
    expect(JSON.stringify(none!.meta)).to.include('did you mean journal-article?')
  })
})
