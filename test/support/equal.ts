/** Whether two graphs give the same, value by value: records, lists, filters, references, counts. */

import { expect } from 'chai'
import { parseFilter } from '../../src/filter/parse.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { compareCodePoints, sortCodePoints } from '../../src/model/values/code-points.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { MAX_MENTIONS, type Mentions } from '../../src/store/entities/mentions.ts'
import type { Referrers } from '../../src/store/entities/referring.ts'
import type { Graph } from '../../src/store/graph.ts'
import { isFullEffort } from './effort.ts'
import { model } from './model.ts'

const BATCH = 50

type Json = unknown

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?$/

/**
 * Instants that mean the same: engines write them with another zone, or with other digits. No zone is UTC.
 */
const byValue = (_key: string, value: Json): Json => {
  const [whole, zone] = (typeof value === 'string' && INSTANT.exec(value)) || []
  return whole === undefined ? value : new Date(zone ? whole : `${whole}Z`).toISOString()
}

const jsonOf = (value: Json): Json => JSON.parse(JSON.stringify(value), byValue)

/** Records of all types, each as JSON; of large types one in so many. */
export async function sameRecords(actual: Graph, expected: Graph, oneIn = 1): Promise<number> {
  let compared = 0
  for (const type of model.types) {
    expect(actual.count(type), type.path).to.equal(expected.count(type))
    const all = expected.list(type, 0, expected.count(type))
    expect(actual.list(type, 0, all.length).join('\n') === all.join('\n'), `order of ${type.path}`).to.equal(
      true,
    )
    const some = all.filter((_, i) => i % oneIn === 0)
    for (let from = 0; from < some.length; from += BATCH) {
      const iris = some.slice(from, from + BATCH)
      const [theirs, ours] = (await Promise.all(
        [actual, expected].map(async (graph) => {
          const frame = createFramer(model, graph.base)
          return (await graph.documents(iris)).map((document) => frame(document, type))
        }),
      )) as [Json[], Json[]]
      for (const [i, iri] of iris.entries()) expect(jsonOf(theirs[i]), iri).to.deep.equal(jsonOf(ours[i]))
      compared += iris.length
    }
  }
  return compared
}

const conditionsOf = (type: EntityType, key: string, value: string): ReturnType<typeof parseFilter> =>
  parseFilter([`,${key}:${encodeURIComponent(value)}`], type, model)

/** Values that have often, seldom and never a match; a short run tries the first. */
const VALUES = isFullEffort ? ['e', 'US', '2015', 'nothing-has-this'] : ['e']

/** Every filter with its example and a few more values. @returns how many lists found something */
export async function sameLists(actual: Graph, expected: Graph): Promise<number> {
  let found = 0
  for (const type of model.types) {
    for (const { key, row } of model.filtersOf(type).all) {
      for (const value of [row.example, ...VALUES]) {
        let conditions
        try {
          conditions = conditionsOf(type, key, value)
        } catch {
          continue
        }
        const [theirs, ours] = [
          (await actual.search(type, conditions)).slice(),
          (await expected.search(type, conditions)).slice(),
        ]
        expect(
          theirs.join('\n') === ours.join('\n'),
          `${type.path}?filter=${key}:${value}: ${theirs.length} instead of ${ours.length}`,
        ).to.equal(true)
        if (ours.length > 0) found++
      }
    }
  }
  return found
}

/** Who refers to an entity, in one order, whether that is told by an index or by a query. */
const sortedReferrers = ({ isTruncated, lists }: Referrers): Json => ({
  more: isTruncated,
  all: lists.map(({ type, path, iris, isSelfReferring }) => [
    type.name,
    path,
    sortCodePoints([...iris]),
    isSelfReferring,
  ]),
})

/** Of what is named by more entities than are listed, an index lists the newest, and a query others. */
const sortedMentions = ({ total, first }: Mentions): Json => ({
  total,
  ...(total <= MAX_MENTIONS && { first: first.toSorted((a, b) => compareCodePoints(a.iri, b.iri)) }),
})

/** The same entities refer to one, whichever comes first. */
export function sameReferrers(
  iri: string,
  actual: { readonly referring: Referrers; readonly mentions: Mentions },
  expected: typeof actual,
): void {
  expect(sortedReferrers(actual.referring), iri).to.deep.equal(sortedReferrers(expected.referring))
  expect(sortedMentions(actual.mentions), iri).to.deep.equal(sortedMentions(expected.mentions))
}

/** What names entities, who has identifiers, and the counts of VoID. */
export async function sameReferences(
  actual: Graph,
  expected: Graph,
  iris: readonly string[],
  identifiers: readonly string[],
): Promise<void> {
  for (const iri of iris) {
    const [theirs, ours] = await Promise.all(
      [actual, expected].map(async (graph) => ({
        referring: await graph.referring(iri),
        mentions: await graph.mentions(iri),
      })),
    )
    sameReferrers(iri, theirs!, ours!)
  }
  for (const identifier of identifiers)
    expect(await actual.holders(identifier), identifier).to.deep.equal(await expected.holders(identifier))
}

export async function sameStatistics(actual: Graph, expected: Graph): Promise<void> {
  const [theirs, ours] = [await actual.statistics(), await expected.statistics()]
  expect({ ...theirs, classes: [...theirs.classes], properties: [...theirs.properties] }).to.deep.equal({
    ...ours,
    classes: [...ours.classes],
    properties: [...ours.properties],
  })
}

/** Every facet of every list, of all records and of some. @returns how many values there are */
export async function sameFacets(actual: Graph, expected: Graph): Promise<number> {
  let values = 0
  for (const type of model.types)
    for (const { key, row } of model.filtersOf(type).all) {
      if (row.facet === undefined) continue
      const some = model.filtersOf(type).all.find((filter) => filter.row.operator === 'contains')
      for (const conditions of [[], some ? conditionsOf(type, some.key, 'e') : []]) {
        const counted = await expected.facet(type, key, conditions, 1000)
        expect(await actual.facet(type, key, conditions, 1000), `${type.path} ${key}`).to.deep.equal(counted)
        values += counted.length
      }
    }
  return values
}

/** Every order of every list, both ways. @returns how many orders there are */
export async function sameOrders(actual: Graph, expected: Graph): Promise<number> {
  let orders = 0
  for (const type of model.types)
    for (const name of Object.keys(type.orders ?? {}))
      for (const isDescending of [false, true]) {
        const sorted = (graph: Graph): Promise<readonly string[]> =>
          graph.sorted(type, [], { name, isDescending }, 0, graph.count(type))
        expect(await sorted(actual), `${type.path} by ${name}`).to.deep.equal(await sorted(expected))
        orders++
      }
  return orders
}
