/** Conditions on ids, identifiers and values of facets: the index answers them, and as SPARQL does. */

import { expect } from 'chai'
import { ONLY_CITED } from '../../../src/model/rows/added-filters.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extensions } from '../../../src/extensions/index.ts'
import { parseFilter } from '../../../src/filter/parse.ts'
import { buildModel } from '../../../src/model/model.ts'
import type { Graph } from '../../../src/search-index/query/graph.ts'
import { runs } from '../../support/effort.ts'
import { enginesOf } from '../../support/engines.ts'
import { openGraph } from '../../support/graphs.ts'
import { model } from '../../support/model.ts'
import { findBySparql } from '../../support/second-opinion.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { throughout } from '../../support/closing.ts'

const DEMO = fileURLToPath(new URL('../../../data/', import.meta.url))

/** Lists and how many records they have. */
const found: readonly [path: string, filter: string, count: number][] = [
  ['products', 'identifiers.id:10.1038/sdata.2016.18', 1],
  ['products', 'identifiers.value:https://doi.org/10.1038/SDATA.2016.18', 1],
  ['products', 'identifiers.id:10.1038/sdata.2016.18,identifiers.scheme:doi', 1],
  ['products', 'identifiers.id:10.1038/sdata.2016.18,identifiers.scheme:DOI|handle', 1],
  ['products', 'identifiers.id:10.1038/sdata.2016.18,identifiers.scheme:handle', 0],
  ['products', 'identifiers.id:10.1038/sdata.2016.18|10.1234/none,identifiers.scheme:doi', 1],
  ['products', 'identifiers.id:10.1038/sdata.2016.18,identifiers.id:10.1234/none', 0],
  ['organisations', 'identifiers.id:https://ror.org/01ggx4157|01ggx4157', 1],
  ['organisations', 'identifiers.scheme:ror,identifiers.value:01ggx4157', 1],
  ['products', 'identifiers.id:nothing', 0],
]

describe('conditions that the index answers', () => {
  const graph = throughout(async () => (await openGraph([DEMO], { model })).graph)

  const conditionsOf = (path: string, filter: string) => {
    const type = model.typeAt(path)!
    return { type, conditions: parseFilter([filter], type, model) }
  }
  const search = async (path: string, filter: string): Promise<readonly string[]> => {
    const { type, conditions } = conditionsOf(path, filter)
    return (await graph.search(type, conditions)).slice()
  }

  /** For each facet its values in the graph, one by one and two at once, also by other filters. */
  async function listsOfFacets(): Promise<[path: string, filter: string, count?: number][]> {
    const lists: [string, string, number?][] = []
    for (const type of model.types)
      for (const { key, row } of model.filtersOf(type).all) {
        if (row.facet === undefined) continue
        const values = await graph.facet(type, key, [], runs(50))
        lists.push(
          ...values.map(({ value, count }): [string, string, number] => [
            type.path,
            `${key}:${encodeURIComponent(value)}`,
            count,
          ]),
        )
        const [first, second] = values.map(({ value }) => encodeURIComponent(value))
        if (second) lists.push([type.path, `${key}:${first}|${second}`])
        // What is only cited is true or false.
        if (key !== ONLY_CITED) lists.push([type.path, `${key}:${key.includes('year') ? '1066' : 'nothing'}`])
        // Filters that ask for the same where other conditions may join them, alone and twice.
        const asking = model
          .filtersOf(type)
          .all.filter(
            ({ key: other, row: { path, operator } }) => other === row.path && operator === 'equals' && !path,
          )
        for (const other of asking)
          for (const one of values.slice(0, 3).map(({ value }) => encodeURIComponent(value)))
            lists.push(
              [type.path, `${other.key}:${one}`],
              [type.path, `${other.key}:${one},${other.key}:${first}`],
            )
      }
    return lists
  }

  it('start no engine, and find what SPARQL finds', async () => {
    const ids = model.types.flatMap((type) => {
      const iris = graph.list(type, 0, 3).map(encodeURIComponent)
      return [[type.path, `local_identifier:${iris.join('|')}`, iris.length] as const]
    })
    const mixed = [
      ['products', 'cf.language:en,cf.publication_year:2016|2017,product_type:literature'],
      ['products', 'cf.language:EN,identifiers.id:10.1038/sdata.2016.18,cf.access_rights:open'],
      ['products', 'cf.publication_year.from:2016'],
      ['products', 'cf.publication_year.to:2016'],
      ['products', 'cf.publication_year.from:2016,cf.publication_year.to:2017'],
      ['products', 'cf.publication_year.from:2999'],
      ['products', 'cf.publication_year.to:0900,cf.language:en'],
      ['products', 'product_type:other'],
      ['products', 'product_type:other|literature'],
    ] as const
    const lists = [...(await listsOfFacets()), ...ids, ...found, ...mixed]
    const answers: (readonly string[])[] = []
    for (const [path, filter] of lists) answers.push(await search(path, filter))
    expect(enginesOf()).to.deep.equal([])
    for (const [i, [path, filter, count]] of lists.entries()) {
      if (count !== undefined) expect(answers[i], `${path} ${filter}`).to.have.length(count)
      const { type, conditions } = conditionsOf(path, filter)
      expect(answers[i], `${path} ${filter}`).to.deep.equal(await findBySparql(graph, type, conditions))
    }
  })

  it('leave to SPARQL what is equal to a date', async () => {
    const withDates = buildModel([
      ...extensions,
      {
        name: 'days',
        contexts: {},
        version: '1.0.0',
        extend: {
          product: {
            filters: {
              'cf.day': {
                operator: 'equals',
                path: 'manifestations.dates.publication',
                doc: 'published on {value}',
                example: '2016',
                facet: 'Day',
              },
            },
          },
        },
      },
    ])
    await using demo = (await openGraph([DEMO], { model: withDates })).graph
    const products = withDates.typeAt('products')!
    const conditions = parseFilter(['cf.day:2016'], products, withDates)
    const answer = (await demo.search(products, conditions)).slice()
    expect(answer).to.deep.equal(await findBySparql(demo, products, conditions))
  })

  /** A graph of products with dates of publication, several of one with a blank between them. */
  async function openDates(dates: readonly string[]): Promise<Graph> {
    const folder = temporaryFolder()
    const record = (date: string): string =>
      JSON.stringify({
        local_identifier: `of-${encodeURIComponent(date)}`,
        entity_type: 'product',
        product_type: 'literature',
        titles: { en: [`Of ${date}`] },
        manifestations: date.split(' ').map((one) => ({ dates: { publication: [one] } })),
      })
    writeFileSync(join(folder, 'records.jsonl'), dates.map(record).join('\n'))
    return (await openGraph([folder], { model, base: 'https://example.org/' })).graph
  }
  const type = model.typeAt('products')!

  it('find each of hundreds of values, and none between them', async () => {
    const years = Array.from({ length: 300 }, (_, i) => 1401 + 2 * i)
    const many = await openDates(years.map(String))
    const countOf = async (filter: string): Promise<number> =>
      (await many.search(type, parseFilter([filter], type, model))).slice().length
    for (const year of years) expect(await countOf(`cf.publication_year:${year}`), String(year)).to.equal(1)
    for (const year of [1000, ...years.map((one) => one + 1)])
      expect(await countOf(`cf.publication_year:${year}`), String(year)).to.equal(0)
    expect(await countOf('cf.publication_year.from:1900')).to.equal(50)
    expect(await countOf('cf.publication_year.to:1900')).to.equal(250)
    await many.close()
  })

  it('find years as SPARQL does, whatever the precision and the zone of a date', async () => {
    const engines = enginesOf()
    const odd = await openDates([
      '2020',
      '2021Z',
      '2021+02:00',
      '2021-01',
      '2021-01-01',
      '2021-01-01+02:00',
      '2020-12-31-05:00',
      '2020-12-31T23:30:00-05:00',
      '2021-01-01T01:00:00+02:00',
      '2021-12-31T23:59:59Z',
      '-0044-03-15',
      '12021',
      'soon',
      '1999 2030',
    ])
    const keys = ['cf.publication_year', 'cf.publication_year.from', 'cf.publication_year.to']
    const filters = ['0001', '2019', '2020', '2021', '2022', '9999'].flatMap((year) =>
      keys.map((key) => `${key}:${year}`),
    )
    filters.push('cf.publication_year.from:2021,cf.publication_year.to:2021')
    const answers = new Map<string, readonly string[]>()
    for (const filter of filters)
      answers.set(filter, (await odd.search(type, parseFilter([filter], type, model))).slice())
    expect(enginesOf()).to.deep.equal(engines)
    for (const [filter, answer] of answers)
      expect(answer, filter).to.deep.equal(await findBySparql(odd, type, parseFilter([filter], type, model)))
    await odd.close()
  })
})
