/** Random lists over HTTP that mix filters, orders, samples, fields and facets, against the plain evaluator. */

import { setTimeout as wait } from 'node:timers/promises'
import { drawConditions } from './conditions.ts'
import type { ParsedCondition, Json } from './evaluator.ts'
import { createListEvaluator, orderNames, type ListEvaluator } from './list-evaluator.ts'
import { createRandom, type Random } from './random.ts'
import { textOf, type Opinion } from './second-opinion.ts'
import { getJson, startServer } from './server.ts'

/** A list as it is requested. */
interface Drawn {
  readonly path: string
  readonly conditions: readonly ParsedCondition[]
  /** Absent: by IRI. */
  readonly order?: { readonly name: string; readonly isDescending: boolean } | undefined
  readonly sample?: { readonly size: number; readonly seed: number } | undefined
  readonly facets?: { readonly keys: readonly string[]; readonly size: number } | undefined
  readonly field?: string | undefined
  readonly pageSize: number
}

const RELEVANCE = 'relevance'
const WORDS = 'cf.search.words'
const DEFAULT_FACET_SIZE = 20

/** How often a list is requested of a server that is busy. */
const MAX_TRIES = 20

/** Longer lists are read in some of their pages. */
const MAX_WHOLE = 300

const irisOf = ({ '@graph': records }: Json): string[] =>
  (records as Json[]).map(({ local_identifier: iri }) => iri as string)

const facetKeys = ({ model }: Opinion, path: string): string[] =>
  model
    .filtersOf(model.typeAt(path)!)
    .all.flatMap(({ key, row, isDerived }) => (row.facet === undefined || isDerived ? [] : [key]))

/** A condition with several values: ids, or values of a facet. */
function drawSeveral(random: Random, opinion: Opinion, path: string): ParsedCondition {
  const records = opinion.lists.get(path)!
  const key = random.pick(['local_identifier', 'local_identifier', ...facetKeys(opinion, path)])
  const count = 2 + random.below(random.chance(0.1) ? 80 : 12)
  const values = Array.from({ length: count }, () => random.pick(records)).flatMap((record) =>
    key === 'cf.language'
      ? Object.keys((record.titles ?? {}) as Json).slice(0, 1)
      : key === 'cf.publication_year'
        ? opinion.evaluator.valuesAt(path, key, record).map((text) => text.slice(0, 4))
        : opinion.evaluator.valuesAt(path, key, record),
  )
  const distinct = [...new Set(values)].filter((value) => value !== '' && value.length < 200).slice(0, 90)
  const takesAnyText = !/year|only_cited/.test(key)
  return { key, value: [...distinct, ...(takesAnyText ? ['nobody'] : [])].join('|') }
}

function drawList(random: Random, opinion: Opinion, lists: ListEvaluator, path: string, must: string): Drawn {
  const { model, evaluator } = opinion
  const type = model.typeAt(path)!
  const records = opinion.lists.get(path)!
  const { keys } = model.filtersOf(type)
  const drawn = random.chance(0.2)
    ? []
    : drawConditions(random, evaluator, path, keys, records, must).slice(0, random.chance(0.5) ? 1 : 4)
  const several = random.chance(0.3) ? [drawSeveral(random, opinion, path)] : []
  const conditions = [...drawn, ...several].filter(({ value }) => value !== '')
  const orders = orderNames.filter((name) => name.startsWith(`${path} `)).map((name) => name.split(' ')[1]!)
  // The order of records by words is what test/nightly/words judges.
  const hasRank =
    conditions.some((one) => lists.isTextSearch(path, one)) && conditions.every(({ key }) => key !== WORDS)
  const other = random.chance(0.6) && orders.length > 0 ? random.pick(orders) : undefined
  const name = hasRank && random.chance(0.8) ? RELEVANCE : other
  const facets = facetKeys(opinion, path)
  return {
    path,
    conditions,
    order: name === undefined ? undefined : { name, isDescending: name !== RELEVANCE && random.chance(0.5) },
    sample:
      name !== RELEVANCE && random.chance(0.25)
        ? { size: 1 + random.below(random.pick([10, 90, 900])), seed: random.below(1000) }
        : undefined,
    facets:
      facets.length > 0 && random.chance(0.4)
        ? {
            keys: random.some(facets, 1 + random.below(3)),
            size: random.pick([DEFAULT_FACET_SIZE, DEFAULT_FACET_SIZE, 1, 7, 1000]),
          }
        : undefined,
    field: random.chance(0.2) ? random.pick(Object.keys(type.fields)) : undefined,
    pageSize: random.pick([100, 100, 40, 17]),
  }
}

const queryOf = ({ conditions, order, sample, facets, field, pageSize }: Drawn): string =>
  [
    conditions.length > 0 && `filter=${textOf(conditions)}`,
    order && `skeg_sort=${order.name}${order.isDescending ? ':desc' : ''}`,
    sample && `skeg_sample=${sample.size}&skeg_seed=${sample.seed}`,
    facets && `skeg_facets=${facets.keys.join(',')}`,
    facets && facets.size !== DEFAULT_FACET_SIZE && `skeg_facet_size=${facets.size}`,
    field && `skeg_fields=${field}`,
    `page_size=${pageSize}`,
  ]
    .filter(Boolean)
    .join('&')

export interface ListVerdict {
  /** How many lists were requested, and how many of them have records. */
  readonly lists: number
  readonly found: number
  /** `path key` of each condition, facet and order that was requested. */
  readonly keys: ReadonlySet<string>
  readonly differences: readonly string[]
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Compares random lists: total, the pages joined in their order, samples, fields, facets. The keys of all filters
 * take turns.
 * @param milliseconds ends the run earlier, after every key has had its turn
 */
export async function compareLists(
  opinion: Opinion,
  count: number,
  seed: number,
  milliseconds = Infinity,
): Promise<ListVerdict> {
  const { model, graph, evaluator } = opinion
  const random = createRandom(seed)
  const lists = createListEvaluator(evaluator, opinion.lists)
  const server = await startServer(graph)
  const turns = model.types
    .filter((type) => graph.count(type) > 0)
    .flatMap(({ path, ...type }) => model.filtersOf({ path, ...type }).keys.map((key) => ({ path, key })))
  const differences: string[] = []
  const keys = new Set<string>()
  const end = performance.now() + milliseconds
  let [compared, found] = [0, 0]

  function expectedOf({ path, conditions, order }: Drawn): string[] {
    const all =
      conditions.length > 0
        ? evaluator.evaluate(path, conditions)
        : opinion.lists.get(path)!.map(({ local_identifier: iri }) => iri as string)
    if (!order) return all
    return order.name === RELEVANCE
      ? lists.rank(path, all, conditions)
      : lists.sort(path, all, order.name, order.isDescending)
  }

  async function get(url: string, tries = MAX_TRIES): Promise<Json> {
    // A connection that is idle while the evaluator works is closed by the server.
    const answer = await getJson(url).catch((error: unknown) => {
      if (tries === 1) throw error
    })
    if (!answer || (answer.status === 503 && tries > 1)) {
      await wait(1000 * Number(answer?.headers.get('retry-after') ?? 0))
      return get(url, tries - 1)
    }
    const { body } = answer
    if (!body.meta) throw new Error(`${url}: ${body.detail as string}`)
    return body
  }

  /** All pages of a list, or some of a long one. @returns the IRIs on them, and whether they are right */
  async function readPages(
    url: string,
    first: Json,
    expected: readonly string[] | undefined,
    pageSize: number,
  ) {
    const total = first.meta.part_of.total_items as number
    const pages = Math.ceil(total / pageSize)
    if (expected && total > MAX_WHOLE) {
      const numbers = [1, 2, 1 + random.below(pages), pages]
      const bodies = await Promise.all(numbers.map((page) => get(`${url}&page=${page}`)))
      const isRight = bodies.every((body, i) => {
        const from = (numbers[i]! - 1) * pageSize
        const isLast = numbers[i] === pages
        return (
          isSame(irisOf(body), expected.slice(from, from + pageSize)) &&
          (body.meta.next_page === undefined) === isLast
        )
      })
      return { records: bodies.flatMap((body) => body['@graph'] as Json[]), iris: [], isRight }
    }
    const records: Json[] = [...(first['@graph'] as Json[])]
    for (let next = first.meta.next_page; next !== undefined;) {
      const body = await get(next.local_identifier as string)
      records.push(...(body['@graph'] as Json[]))
      next = body.meta.next_page
    }
    const iris = records.map(({ local_identifier: iri }) => iri as string)
    return { records, iris, isRight: expected === undefined || isSame(iris, expected) }
  }

  async function compareOne(drawn: Drawn): Promise<string[]> {
    const { path, conditions, sample, facets, field, pageSize } = drawn
    const expected = expectedOf(drawn)
    if (expected.length > 0) found++
    const url = `${server.api}/${path}?${queryOf(drawn)}`
    const faults: string[] = []
    const check = (what: string, isRight: boolean): void => {
      if (!isRight) faults.push(`${what}: ${url}`)
    }
    const first = await get(url)
    const { total_items: total } = first.meta.part_of
    const size = Math.min(sample?.size ?? Infinity, expected.length)
    check(`total ${total} instead of ${size}`, total === size)

    // Lists by words are in an order of their own.
    const isOrdered = drawn.order !== undefined || conditions.every(({ key }) => key !== WORDS)
    const inOrder = (iris: readonly string[]): readonly string[] => (isOrdered ? iris : iris.toSorted())
    const whole = await readPages(url, first, sample || !isOrdered ? undefined : expected, pageSize)
    if (!sample && !isOrdered) check('records', isSame(whole.iris.toSorted(), expected.toSorted()))
    if (sample) {
      const own = new Set(whole.iris)
      const ofExpected = expected.filter((iri) => own.has(iri))
      check('sample', own.size === size && isSame(inOrder(whole.iris), inOrder(ofExpected)))
      const larger = { ...drawn, pageSize: 100, sample: { ...sample, size: sample.size + 9 } }
      if (size < 90) {
        const more = new Set(irisOf(await get(`${server.api}/${path}?${queryOf(larger)}`)))
        check(
          'larger sample',
          whole.iris.every((iri) => more.has(iri)),
        )
      }
    } else check('records', whole.isRight)

    if (field !== undefined) {
      const byIri = new Map(opinion.lists.get(path)!.map((one) => [one.local_identifier as string, one]))
      const isRight = whole.records.every((part) => {
        const { [field]: value, ...record } = byIri.get(part.local_identifier as string)!
        const { local_identifier, entity_type } = record
        return isSame(part, { local_identifier, entity_type, ...(value !== undefined && { [field]: value }) })
      })
      check(field, isRight)
    }

    for (const { key, values } of (first.meta.skeg_facets ?? []) as Json[]) {
      const expectedCounts = lists.countFacet(path, key as string, conditions, facets!.size)
      const counts = (values as Json[]).map(({ value, count: times }) => [value, times])
      check(`facet ${key as string}`, isSame(counts, expectedCounts))
      const one = values.length > 0 ? random.pick(values as Json[]) : undefined
      if (!one) continue
      const list = await get(one.local_identifier as string)
      check(`list of ${key as string}:${one.value as string}`, list.meta.part_of.total_items === one.count)
    }
    check('facets', (first.meta.skeg_facets?.length ?? 0) === (facets?.keys.length ?? 0))
    return faults
  }

  try {
    for (; compared < turns.length || (compared < count && performance.now() < end); compared++) {
      const { path, key } = turns[compared % turns.length]!
      const drawn = drawList(random, opinion, lists, path, key)
      for (const one of drawn.conditions) keys.add(`${path} ${one.key}`)
      for (const one of drawn.facets?.keys ?? []) keys.add(`${path} facet ${one}`)
      if (drawn.order) keys.add(`${path} order ${drawn.order.name}`)
      differences.push(...(await compareOne(drawn)))
    }
  } finally {
    await server.close()
  }
  return { lists: compared, found, keys, differences }
}
