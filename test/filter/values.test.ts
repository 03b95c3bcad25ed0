// Conditions that the index answers by the values of facets find what their SPARQL finds.

import { expect } from 'chai'
import { ONLY_CITED } from '../../src/model/rows/added-filters.ts'
import { parseFilter } from '../../src/filter/parse.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { sortCodePoints } from '../../src/model/values/sorting.ts'
import { iriOf } from '../../src/record/rdf/triples.ts'
import { runs } from '../support/effort.ts'
import { serveGenerated } from '../support/generated-server.ts'
import { model } from '../support/model.ts'
import { createRandom } from '../support/random.ts'

const VALUES = 1000

describe('conditions on values of facets', function () {
  this.timeout(600_000)
  const server = serveGenerated({ seed: 28, citations: 50 })

  const expectSame = async (type: EntityType, texts: readonly string[]): Promise<number> => {
    const { graph } = server
    const filter = `,${texts.join(',')}`
    const conditions = parseFilter([filter], type, model)
    const found = [...(await graph.search(type, conditions)).slice()]
    const rows = await graph.select((await graph.compile(type, conditions)).ids)
    const entities = rows.map(({ entity }) => iriOf(entity as string))
    const records = sortCodePoints(entities.filter((iri) => graph.typesOf(iri).includes(type)))
    expect(found, filter).to.deep.equal(records)
    return found.length
  }
  const print = (key: string, value: string): string => `${key}:${encodeURIComponent(value)}`

  for (const type of model.types) {
    const keys = model
      .filtersOf(type)
      .all.filter(({ key, row, isDerived }) => row.facet !== undefined && key.startsWith('cf.') && !isDerived)
      .map(({ key }) => key)
      // It has two values and no other.
      .filter((key) => key !== ONLY_CITED)
    if (keys.length === 0) continue
    it(`find what SPARQL finds, of ${type.path}`, async () => {
      const random = createRandom(28)
      const { graph } = server
      const all: string[] = []
      for (const key of keys) {
        const values = (await graph.facet(type, key, [], VALUES)).map(({ value }) => value)
        expect(values, key).to.not.be.empty
        const some =
          values.length > runs(20) ? Array.from({ length: runs(20) }, () => random.pick(values)) : values
        for (const value of some) {
          expect(await expectSame(type, [print(key, value)]), value).to.be.above(0)
          all.push(print(key, value))
          await expectSame(type, [print(key, value.replace(graph.base, ''))])
          await expectSame(type, [print(key, value.toUpperCase())])
          await expectSame(type, [print(key, value.toLowerCase())])
          await expectSame(type, [print(key, `${value}|${random.pick(values)}|1066`)])
          await expectSame(type, [print(key, value), print(key, random.pick(values))])
        }
        await expectSame(type, [print(key, '1066')])
      }
      for (let i = 0; i < runs(100); i++)
        await expectSame(type, [
          random.pick(all),
          random.pick(all),
          ...(i % 3 === 0 ? [random.pick(all)] : []),
        ])
    })
  }
})
