/** A search reads the records that it shows, and no others. */

import { expect } from 'chai'
import type { Graph } from '../../src/search-index/query/graph.ts'
import { openRecords } from '../support/graphs.ts'
import { model } from '../support/model.ts'
import { serve, type Json } from '../support/server.ts'

const BASE = 'https://example.org/shown/'
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]

const records: readonly Json[] = [
  ...EIGHT.map((n) => ({
    local_identifier: `paper-${n}`,
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: [`Otters and glaciers ${n}`] },
  })),
  ...EIGHT.map((n) => ({ local_identifier: `org-${n}`, entity_type: 'organisation', name: `Otters ${n}` })),
]

describe('a search', () => {
  let reads = 0
  const server = serve(
    async () => {
      const { graph } = await openRecords(records, { model, base: BASE })
      const answer: Graph['answer'] = (...key) => {
        reads++
        return graph.answer(...key)
      }
      return { ...graph, answer }
    },
    { threads: undefined },
  )

  const table: readonly [what: string, path: string, accept: string, status: number, expected: number][] = [
    ['three of each list for programs', '?q=otters', 'application/json', 200, 6],
    ['those that a page has room for', '?q=otters', 'text/html', 200, 12],
    ['none for a page that gives way to a list', '?q=glaciers', 'text/html', 303, 0],
    ['those that a page of the words found has room for', '?q=glaciers+volcano', 'text/html', 200, 8],
  ]
  for (const [what, path, accept, status, expected] of table)
    it(`reads ${what}`, async () => {
      reads = 0
      const response = await fetch(`${server.root}/search${path}`, {
        headers: { accept },
        redirect: 'manual',
      })
      await response.text()
      expect(response.status).to.equal(status)
      expect(reads).to.equal(expected)
    })
})
