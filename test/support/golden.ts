/**
 * Golden SPARQL: what the example of a filter is compiled to, with the records that it finds, in a file for
 * each shape that queries have.
 */

import { expect } from 'chai'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import sparqljs from 'sparqljs'
import { parseFilter } from '../../src/filter/parse.ts'
import type { Filter } from '../../src/model/rows/filters.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import type { Graph } from '../../src/search-index/query/graph.ts'

export interface Golden {
  readonly type: EntityType
  readonly filter: Filter
}

export const goldenFile = ({ type, filter }: Golden): string => `${type.path}.${filter.key}.rq`

/** What the query of a filter depends on beside its predicates: the operator, the value, and the way to it. */
function shapeOf({ filter: { row, path, words, isOfStamp } }: Golden): string {
  if (isOfStamp) return 'none'
  if (words) return `words in ${[...new Set(words.map(({ kind }) => kind))].join(', ')}`
  const several = (predicates: readonly string[]): string => (predicates.length > 1 ? '|' : '')
  const steps = path.steps.map(({ inverse, types, identifier, predicates }) => {
    const node = types.length > 0 ? 'entity' : identifier ? 'identifier' : 'node'
    return `${inverse ? '^' : ''}${node}${several(predicates)}`
  })
  const scheme = row.scheme === undefined ? '' : ' of a scheme'
  const other = row.orIdentifier ? ' or an identifier' : ''
  return `${row.operator} ${steps.join('/')}/${path.target.kind}${several(path.target.predicates)}${scheme}${other}`
}

/** The first filter of each shape. */
export const shapesOf = (filters: readonly Golden[]): Golden[] => [
  ...new Map(filters.toReversed().map((one) => [shapeOf(one), one])).values(),
]

/** @param folder path that ends in a slash */
export async function checkGolden(
  { model, compile, select, search }: Graph,
  golden: Golden,
  folder: string,
): Promise<void> {
  const {
    type,
    filter: { key, row },
  } = golden
  const conditions = parseFilter([`,${key}:${encodeURIComponent(row.example)}`], type, model)
  const { ids } = await compile(type, conditions)
  const found = (await select(ids)).map(({ entity }) => (entity as string).slice(1, -1)).sort()
  const written =
    `# ${type.plural} ` +
    `${row.doc.replace('{value}', `“${row.example}”`)}\n${found.map((iri) => `# <${iri}>\n`).join('')}${ids}`
  const file = `${folder}${goldenFile(golden)}`
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, written)
  }
  expect(existsSync(file), `${file} is missing; UPDATE_GOLDEN=1 writes it`).to.equal(true)
  expect(written).to.equal(readFileSync(file, 'utf8'))
  // The query is right alone: what it finds are the records and nothing else.
  expect(found).to.deep.equal((await search(type, conditions)).slice())
  expect(new sparqljs.Parser().parse(ids)).to.have.property('queryType', 'SELECT')
}
