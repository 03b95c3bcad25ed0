/**
 * `npm run screenshot`: all pictures of docs/images, made with the Chromium of the system. With a folder, pictures of
 * more pages are made there instead, light and dark, on a desktop and on a phone: `npm run screenshot -- /tmp/pages`.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import { exampleQueries } from '../src/api/dataset/example-queries.ts'
import { withDemoServer } from './demo-server.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const PRODUCT = '/skg-if/api/products/product-fair-principles'
const desktop = { width: 1280, height: 800 }

/** Pages of docs/images by their file. */
const pictures: Readonly<Record<string, string>> = { 'record-page.png': PRODUCT }
/** Those of an institution. */
const ownPictures: Readonly<Record<string, string>> = { 'own.png': '/' }

const chart = exampleQueries().find(({ text }) => text.includes('GROUP BY'))?.text ?? ''

/** Pages to be looked at after a change of their style. */
const pagesToReview: Readonly<Record<string, string>> = {
  home: '/',
  list: '/skg-if/api/products?filter=cf.search.words:open',
  product: PRODUCT,
  person: '/skg-if/api/persons/person-heather-piwowar',
  organisation: '/skg-if/api/organisations/organisation-cern',
  venue: '/skg-if/api/venues/venue-scientific-data',
  sparql: `/sparql?query=${encodeURIComponent(chart)}`,
  docs: '/docs',
}

async function picture(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions,
  fullPage = false,
): Promise<void> {
  const page = await browser.newPage({ viewport: desktop, colorScheme: 'light', ...options })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path, fullPage })
  await page.close()
}

const [folder] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  await withDemoServer(async (root) => {
    if (folder === undefined)
      for (const [file, path] of Object.entries(pictures))
        await picture(browser, root + path, at(`docs/images/${file}`), {})
    else
      for (const [name, path] of Object.entries(pagesToReview))
        for (const colorScheme of ['light', 'dark'] as const)
          for (const viewport of [desktop, { width: 390, height: 844 }])
            await picture(
              browser,
              root + path,
              join(folder, `${name}-${viewport.width}-${colorScheme}.png`),
              { viewport, colorScheme },
              true,
            )
  })
  if (folder === undefined)
    await withDemoServer(
      async (root) => {
        for (const [file, path] of Object.entries(ownPictures))
          await picture(browser, root + path, at(`docs/images/${file}`), {})
      },
      ['--about', at('examples/institution')],
    )
} finally {
  await browser.close()
}
