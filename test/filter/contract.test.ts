/**
 * A contract made from the rows: every filter of every list has an example that hits and a value that misses;
 * the SPARQL of each shape is golden.
 */

import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import oxigraph from 'oxigraph'
import { parseFilter } from '../../src/filter/parse.ts'
import type { Filter } from '../../src/model/rows/filters.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { checkGolden, goldenFile, shapesOf } from '../support/golden.ts'
import { model } from '../support/model.ts'
import { publishedKeys } from './keys.ts'
import { throughout } from '../support/closing.ts'
import { DEMO } from '../support/endpoint.ts'
import { openGraphOf } from '../support/server.ts'

const golden = fileURLToPath(new URL('golden/', import.meta.url))

/** Those that have rows; test/filter/references.test.ts has those that are derived. */
const filters = model.types.flatMap((type) =>
  model.filtersOf(type).all.flatMap((filter) => (filter.isDerived ? [] : [{ type, filter }])),
)

/** A value of the same kind that nothing has. */
const MISSES: Readonly<Record<string, string>> = { gte: '9999', lte: '0001', within: '0001' }
const missOf = ({ row, path }: Filter): string =>
  path.target.kind === '@cited'
    ? 'true'
    : path.target.kind === 'number' && row.operator === 'gte'
      ? '1e30'
      : path.target.kind === 'number'
        ? '-1'
        : (MISSES[row.operator] ?? 'nothing-has-this')

const textOf = (key: string, value: string): string => `,${key}:${encodeURIComponent(value)}`

describe('every filter', function () {
  const graph = throughout(() => openGraphOf([DEMO]))

  const find = (type: EntityType, key: string, value: string): Promise<readonly string[]> =>
    graph.search(type, parseFilter([textOf(key, value)], type, model)).then((found) => found.slice())

  for (const [path, keys] of Object.entries(publishedKeys)) {
    it(`of the specification is there: ${path}`, () => {
      const type = model.typeAt(path) as EntityType
      expect(model.filtersOf(type).keys).to.include.members([...keys])
      // What is there beyond it is another name of the same filter, or marked as an addition.
      const own = model
        .filtersOf(type)
        .all.filter(({ row }) => !row.addition)
        .map(({ key }) => key)
      expect(keys).to.include.members(own)
    })
  }

  for (const { type, filter } of filters) {
    const { key, row } = filter
    it(`of ${type.path} hits and misses: ${key}`, async () => {
      const hits = await find(type, key, row.example)
      expect(hits, `the example ${row.example} of the row finds no record of data/`).to.not.be.empty
      expect(hits.length).to.be.at.most(graph.count(type))
      expect([...hits]).to.deep.equal([...new Set(hits)].sort())
      expect(await find(type, key, missOf(filter)), missOf(filter)).to.be.empty
      for (const alias of row.aliases ?? [])
        expect(await find(type, alias, row.example), alias).to.deep.equal(hits)
      const { ids } = await graph.compile(type, parseFilter([textOf(key, row.example)], type, model))
      // The query is right alone: what it finds are the records and nothing else.
      const bySparql = (await graph.select(ids)).map(({ entity }) => (entity as string).slice(1, -1))
      expect(bySparql.sort()).to.deep.equal([...hits])
    })
  }

  const shapes = shapesOf(filters)
  for (const shape of shapes)
    it(`of one shape has golden SPARQL: ${goldenFile(shape)}`, () => checkGolden(graph, shape, golden))

  it('has no golden file too many', () => {
    const expected = new Set(shapes.map(goldenFile))
    expect(readdirSync(golden).filter((file) => !expected.has(file))).to.deep.equal([])
  })

  it('is bound by terms that Oxigraph made', () => {
    // The two ways into a query: a literal keeps any text, an IRI that is none is refused.
    for (const text of ['"', '\\', '\n', '\u0000', '\u2028', 'a\'b"c', '😀']) {
      const query = `SELECT ?x { VALUES ?x { ${oxigraph.literal(text).toString()} } }`
      expect(
        (new oxigraph.Store().query(query) as Map<string, { value: string }>[])[0]?.get('x')?.value,
      ).to.equal(text)
    }
    expect(() => oxigraph.namedNode('urn:x> . ?a ?b <urn:y')).to.throw()
  })
})
