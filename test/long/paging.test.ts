/**
 * Following next_page through a long list of the snapshot gives every record once, in the order of the IRIs.
 */

import { expect } from 'chai'
import { compareCodePoints } from '../../src/model/values/sorting.ts'
import { serveSnapshot } from '../support/server.ts'

interface Page {
  readonly meta: {
    readonly next_page?: { readonly local_identifier: string }
    readonly part_of: { readonly total_items: number }
  }
  readonly '@graph': readonly { readonly local_identifier: string }[]
}

/** Totals that the snapshot has, by path. */
const totals = {
  products: 18877,
  persons: 45669,
  organisations: 4611,
  venues: 246,
  datasources: 5,
  topics: 2278,
}

describe('lists of the snapshot', function () {
  this.timeout(300_000)
  const server = serveSnapshot()

  for (const [path, total] of Object.entries(totals)) {
    it(`has ${total} ${path}`, async () => {
      const page = (await (await fetch(`${server.api}/${path}?page_size=1`)).json()) as Page
      expect(page.meta.part_of.total_items).to.equal(total)
    })
  }

  it('gives each person exactly once, in IRI order', async () => {
    const seen: string[] = []
    for (let url: string | undefined = `${server.api}/persons?page_size=100`; url !== undefined;) {
      const page = (await (await fetch(url)).json()) as Page
      seen.push(...page['@graph'].map(({ local_identifier }) => local_identifier))
      url = page.meta.next_page?.local_identifier
    }
    expect(seen).to.have.length(totals.persons)
    expect(new Set(seen).size).to.equal(totals.persons)
    expect(seen).to.deep.equal([...seen].sort(compareCodePoints))
  })
})
