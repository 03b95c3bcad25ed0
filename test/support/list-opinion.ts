/** Random lists over HTTP, with orders, samples, fields and facets, against the plain evaluator. */

import { createRandom } from './random.ts'
import { drawRequests, type Opinion } from './second-opinion.ts'
import { getJson, startServer, type Json } from './server.ts'

const irisOf = (records: readonly Json[]): string[] =>
  records.map(({ local_identifier: iri }) => iri as string)

/** The records of all pages of a list, joined; none for a list without a match. */
async function readPages(url: string): Promise<{ records: Json[]; total: number; facets: Json[] }> {
  const records: Json[] = []
  let [next, total, facets]: [string | undefined, number, Json[]] = [url, 0, []]
  while (next !== undefined) {
    const { body } = await getJson(next)
    if (!body.meta) throw new Error(`${next}: ${body.detail as string}`)
    total = body.meta.part_of.total_items as number
    facets = (body.meta.skeg_facets ?? []) as Json[]
    records.push(...(body['@graph'] as Json[]))
    next = body.meta.next_page?.local_identifier as string | undefined
  }
  return { records, total, facets }
}

export interface ListVerdict {
  readonly found: number
  readonly differences: readonly string[]
}

/**
 * Compares random lists: the whole by IRI, sorted, a sample, some fields, and a facet.
 * @param count of filters; each is read in every way
 */
export async function compareLists(opinion: Opinion, count: number, seed: number): Promise<ListVerdict> {
  const { model, graph, lists, evaluator } = opinion
  const random = createRandom(seed)
  const server = await startServer(graph)
  const differences: string[] = []
  let found = 0
  const check = (url: string, isRight: boolean): void => {
    if (!isRight) differences.push(url)
  }
  try {
    for (const { path, text, expected } of drawRequests(opinion, count, seed)) {
      // Long lists would take as many requests as the rest together.
      if (expected.length > 300) continue
      if (expected.length > 0) found++
      const type = model.typeAt(path)!
      const byIri = new Map(lists.get(path)!.map((record) => [record.local_identifier as string, record]))
      const url = `${server.api}/${path}?filter=${text}&page_size=40`
      const same = (records: readonly Json[]): boolean =>
        JSON.stringify(irisOf(records).sort()) === JSON.stringify([...expected].sort())

      const whole = await readPages(url)
      check(url, JSON.stringify(irisOf(whole.records)) === JSON.stringify(expected))
      check(`${url} total`, whole.total === expected.length)

      const order = random.pick(Object.keys(type.orders ?? {}))
      const up = await readPages(`${url}&skeg_sort=${order}`)
      const all = await readPages(`${url}&skeg_sort=${order}:desc`)
      check(`${url} by ${order}`, same(up.records) && same(all.records))

      const size = 1 + random.below(30)
      const sampleUrl = `${url}&skeg_sample=${size}&skeg_seed=${random.below(1000)}`
      const sample = await readPages(sampleUrl)
      const drawn = irisOf(sample.records)
      check(sampleUrl, drawn.length === Math.min(size, expected.length) && sample.total === drawn.length)
      check(`${sampleUrl} order`, drawn.join() === expected.filter((iri) => drawn.includes(iri)).join())
      const sorted = irisOf((await readPages(`${sampleUrl}&skeg_sort=${order}`)).records)
      const expectedOrder = irisOf(up.records).filter((iri) => drawn.includes(iri))
      check(`${sampleUrl} by ${order}`, sorted.join() === expectedOrder.join())

      const field = random.pick(Object.keys(type.fields))
      const parts = await readPages(`${url}&skeg_fields=${field}`)
      for (const part of parts.records) {
        const record = byIri.get(part.local_identifier as string)!
        const { local_identifier, entity_type } = record
        const value = record[field] === undefined ? {} : { [field]: record[field] }
        const right = JSON.stringify({ local_identifier, entity_type, ...value }) === JSON.stringify(part)
        check(`${url} ${field} of ${local_identifier as string}`, right)
      }

      const facet = model.filtersOf(type).all.find(({ row }) => row.facet !== undefined)
      if (!facet || expected.length === 0) continue
      const counted = (await readPages(`${url}&skeg_facets=${facet.key}`)).facets[0]!
      if (text.includes(`${facet.key}:`)) continue
      for (const { value, count: n } of (counted.values as Json[]).slice(0, 3)) {
        const own = new Set(evaluator.evaluate(path, [{ key: facet.key, value: value as string }]))
        check(`${url} ${facet.key}:${value as string}`, expected.filter((iri) => own.has(iri)).length === n)
      }
    }
  } finally {
    await server.close()
  }
  return { found, differences }
}
