/** Of persons whose names fit equally well, the one that most products name comes first. */

import { expect } from 'chai'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const BASE = 'https://example.org/named/'

/** Persons with their numbers of papers. */
const persons: readonly [id: string, name: string, papers: number][] = [
  ['a', 'R. Siegwart', 2],
  ['b', 'Roland Siegwart', 5],
  ['c', 'Siegwart Ott', 1],
  ['d', 'Zhou Wei', 1],
  ['e', 'Bolei Zhou', 4],
  ['f', 'Zhouyang Li', 6],
  ['g', 'Anna Ott', 1],
  ['h', 'Anna Ott', 3],
  ['i', 'Hani C. Gomez', 1],
  ['j', 'Gomez Hidalgo', 2],
  ['k', 'Ana Gomez', 1],
]

const records: readonly Json[] = persons.flatMap(([id, name, papers]) => [
  { local_identifier: id, entity_type: 'person', name },
  ...Array.from({ length: papers }, (_, n) => ({
    local_identifier: `paper-${id}-${n}`,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['On volcanoes'] },
    contributions: [{ rank: 1, role: 'author', by: { local_identifier: id, entity_type: 'person' } }],
  })),
])

describe('persons of which one is named more', () => {
  const server = serveRecords(records, BASE)

  const get = async (path: string): Promise<Json> => {
    const { status, body } = await getJson(`${server.root}${path}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
  const ids = (items: unknown, key: string): string[] =>
    (items as Json[]).map((item) => (item[key] as string).replace(BASE, ''))

  const table: readonly [text: string, expected: readonly string[]][] = [
    ['siegwart', ['b', 'a', 'c']],
    ['zhou', ['e', 'd', 'f']],
    ['anna ott', ['h', 'g']],
    ['sieg', ['b', 'a', 'c']],
  ]
  for (const [text, expected] of table) {
    const q = encodeURIComponent(text)
    it(`come in this order in suggestions for ${text}`, async () => {
      const { suggestions } = await get(`/suggest?q=${q}&types=person`)
      expect(ids(suggestions, 'local_identifier')).to.deep.equal(expected)
    })
    it(`come in this order in a search for ${text}`, async () => {
      const { results } = await get(`/search?q=${q}&types=person`)
      const found = (results as Json[]).flatMap(({ items }) => items as Json[])
      expect(ids(found, 'local_identifier')).to.deep.equal(expected)
    })
    it(`come in this order in the list of ${text}`, async () => {
      const list = await get(`/skg-if/api/persons?filter=cf.search.words:${q}`)
      expect(ids(list.results ?? list['@graph'], 'local_identifier')).to.deep.equal(expected)
    })
  }

  const reconcile = async (query: string): Promise<Json[]> => {
    const queries = encodeURIComponent(JSON.stringify({ q: { query, type: 'person' } }))
    return ((await get(`/reconcile?queries=${queries}`)) as { q: { result: Json[] } }).q.result
  }
  it('come in this order as candidates, none of two of one name a match', async () => {
    const [first, second] = await reconcile('Anna Ott')
    expect(ids([first, second], 'id')).to.deep.equal(['h', 'g'])
    expect(first!.match).to.equal(false)
  })
  it('come in this order where a reconciliation client completes a name', async () => {
    const { result } = await get('/reconcile/suggest/entity?prefix=siegwart')
    expect(ids(result, 'id')).to.deep.equal(['b', 'a', 'c'])
  })
  it('are found by initials without a blank between them', async () => {
    const [first] = await reconcile('Gommez HC')
    expect(ids([first], 'id')).to.deep.equal(['i'])
    expect(first!.match).to.equal(false)
  })
})
