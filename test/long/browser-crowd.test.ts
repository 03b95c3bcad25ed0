/** A paper of many in a real browser: the link behind its first authors opens the list of all, with scripts and without. */

import { expect } from 'chai'
import { openBrowser, browse } from '../support/browsing.ts'
import { serveRecords } from '../support/server.ts'

const crowd = {
  local_identifier: 'crowd',
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: ['By many'] },
  contributions: Array.from({ length: 300 }, (_, i) => ({
    role: 'author',
    rank: i + 1,
    by: { local_identifier: `author-${i + 1}`, entity_type: 'person', name: `Author Number${i + 1}` },
  })),
}

describe('a paper of many in a browser', function () {
  const opened = openBrowser()
  const server = serveRecords([crowd], 'https://w3id.org/skg-if/sandbox/crowd/')

  for (const javaScriptEnabled of [true, false])
    it(`shows all from the link behind the first, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () =>
      browse(
        opened.browser,
        server.root,
        { javaScriptEnabled, viewport: { width: 1280, height: 720 } },
        async (page) => {
          await page.goto('/skg-if/api/products/crowd')
          const last = page.locator('#contributions').getByText('Author Number11', { exact: true })
          expect(await last.isVisible()).to.equal(false)
          await page.getByRole('link', { name: 'and 290 more' }).click()
          await last.waitFor({ state: 'visible' })
          const { y } = (await page.locator('#contributions').boundingBox())!
          expect(y).to.be.within(0, 720)
        },
      ))
})
