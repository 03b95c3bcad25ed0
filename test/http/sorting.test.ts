/** Links of sorted lists; that they are in order is what `second-opinion.test.ts` and `list.test.ts` say. */

import { expect } from 'chai'
import { demoServer } from '../support/shared.ts'

const { server } = await demoServer()
const pageOf = async (query: string): Promise<string> =>
  (await fetch(`${server.api}/products?${query}`, { headers: { Accept: 'text/html' } })).text()

describe('sorted lists', () => {
  it('are linked from the page of a list, which says its own order', async () => {
    const page = await pageOf('skeg_sort=title')
    expect(page).to.include('<strong>title</strong>')
    expect(page).to.match(/<a href="[^"]*skeg_sort=publication_date:desc">date<\/a>/)
  })

  for (const [sort, own, other, otherSort] of [
    ['title', 'ascending', 'descending', 'title:desc'],
    ['title:desc', 'descending', 'ascending', 'title'],
  ] as const)
    it(`are linked in the other direction, too: ${sort}`, async () => {
      const page = await pageOf(`skeg_sort=${sort}`)
      const link = `<a href="[^"]*skeg_sort=${otherSort}">${other}</a>`
      expect(page).to.match(new RegExp(`<strong>title</strong> \\(${own} or ${link}\\)`))
    })
})
