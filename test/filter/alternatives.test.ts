/** Several values in one condition, on the demo graph. */

import { expect } from 'chai'
import { MAX_ALTERNATIVES } from '../../src/filter/values/alternatives.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import type { Problem } from '../../src/config/errors.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { model } from '../support/model.ts'
import { demoServer } from '../support/shared.ts'

const { graph, server } = await demoServer()

/** A list, a filter, and the filters whose lists together are its list. */
const unions: readonly (readonly [path: string, filter: string, alone: readonly string[]])[] = [
  ['products', 'identifiers.id:10.1038/sdata.2016.18|10.5281/none', ['identifiers.id:10.1038/sdata.2016.18']],
  [
    'products',
    'product_type:research data|research software',
    ['product_type:research data', 'product_type:research software'],
  ],
  ['products', 'product_type:literature|other', ['product_type:literature', 'product_type:other']],
  [
    'products',
    'contributions.by.family_name:Piwowar|Peroni',
    ['contributions.by.family_name:Piwowar', 'contributions.by.family_name:Peroni'],
  ],
  ['persons', 'name:Silvio Peroni|', ['name:Silvio Peroni']],
  ['organisations', 'country:ch|IT|ch', ['country:CH', 'country:IT']],
  [
    'persons',
    'local_identifier:person-silvio-peroni|person-heather-piwowar',
    ['local_identifier:person-silvio-peroni', 'local_identifier:person-heather-piwowar'],
  ],
  [
    'persons',
    'identifiers.scheme:orcid|isni,identifiers.id:0000-0003-0530-4305|0000-0003-1613-5981',
    ['identifiers.id:0000-0003-0530-4305', 'identifiers.id:0000-0003-1613-5981'],
  ],
  ['organisations', 'website:https://home.cern|https://none.example', ['website:https://home.cern']],
]

describe('several values in one condition', () => {
  const list = async (path: string, filter: string): Promise<string[]> => {
    const type = model.typeAt(path) as EntityType
    const text = filter
      .split(',')
      .map((one) => one.replace(/:(.*)/, (_, value: string) => `:${encodeURIComponent(value)}`))
      .join(',')
    return (await graph.search(type, parseFilter([`,${text}`], type, model))).slice() as string[]
  }

  for (const [path, filter, alone] of unions)
    it(`find what each of them finds: ${path} ${filter}`, async () => {
      const lists = await Promise.all(alone.map((one) => list(path, one)))
      for (const one of lists) expect(one).to.not.be.empty
      expect(await list(path, filter)).to.deep.equal([...new Set(lists.flat())].sort())
    })

  it('are no separators in a key that looks for a part of a text', async () => {
    expect(await list('products', 'cf.search.title:gravitational|fair')).to.be.empty
  })

  it(`can be ${MAX_ALTERNATIVES}, and not one more`, () => {
    const type = model.typeAt('products') as EntityType
    const of = (count: number): string =>
      `identifiers.id:${Array.from({ length: count }, (_, i) => `10.1/${i}`).join('%7C')}`
    expect(parseFilter([of(MAX_ALTERNATIVES)], type, model)).to.have.length(1)
    expect(() => parseFilter([of(MAX_ALTERNATIVES + 1)], type, model))
      .to.throw(/The filter identifiers.id has 101 values; 100 are the most/)
      .with.property('status', 400)
  })

  it('are refused where one of them cannot be', () => {
    const type = model.typeAt('grants') as EntityType
    try {
      parseFilter(['cf.funded_amount.from:1|2'], type, model)
      expect.fail('it was read')
    } catch (error) {
      expect((error as Problem).code).to.equal('invalid-filter')
    }
  })
})

describe('meta of a list of several ids', () => {
  const metaOf = async (filter: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.api}/products?filter=${filter}`)
    return ((await response.json()) as { meta: Record<string, unknown> }).meta
  }

  it('names those that no record has', async () => {
    const meta = await metaOf('local_identifier:product-fair4rs%7Cproduct-none%7Cperson-silvio-peroni')
    expect(meta['skeg_missing']).to.deep.equal(['product-none', 'person-silvio-peroni'])
    expect(meta['part_of']).to.include({ total_items: 1 })
  })

  it('names none where all are there, or where one alone was asked for', async () => {
    expect(await metaOf('local_identifier:product-fair4rs%7Cproduct-fair-principles')).to.not.have.property(
      'skeg_missing',
    )
    expect(await metaOf('local_identifier:product-none')).to.not.have.property('skeg_missing')
  })

  it('says nothing of ids to which records refer', async () => {
    for (const key of ['cf.venue', 'contributions.by.local_identifier'])
      expect(
        await metaOf(`${key}:venue-scientific-data%7Cperson-heather-piwowar%7Cnone`),
      ).to.not.have.property('skeg_missing')
  })

  it('names the one that stands before a bar', async () => {
    expect((await metaOf('local_identifier:product-none%7C'))['skeg_missing']).to.deep.equal(['product-none'])
    expect(await metaOf('local_identifier:product-fair4rs%7C')).to.not.have.property('skeg_missing')
  })

  it('has a hint for a value that a closed vocabulary does not have', async () => {
    expect((await metaOf('product_type:litterature'))['skeg_hints']).to.deep.equal([
      'product_type has no value litterature; did you mean literature? The values are literature, ' +
        'research data, research software, other.',
    ])
    expect((await metaOf('product_type:literature%7Csofware'))['skeg_hints']).to.have.length(1)
    for (const filter of ['product_type:other', 'product_type:research+data', 'identifiers.scheme:dio'])
      expect(await metaOf(filter), filter).to.not.have.property('skeg_hints')
  })

  it('has a hundred long ids in its URL', async () => {
    const ids = Array.from({ length: 99 }, (_, i) => `https://doi.org/10.12345/${'x'.repeat(180)}${i}`)
    const meta = await metaOf(
      `local_identifier:${[...ids, 'product-fair4rs'].map(encodeURIComponent).join('%7C')}`,
    )
    expect(meta['skeg_missing']).to.have.length(99)
  })
})
