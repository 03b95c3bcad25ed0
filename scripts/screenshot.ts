/** `npm run screenshot`: a picture of a record page for the README, made with the Chromium of the system. */

import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { withDemoServer } from './demo-server.ts'

const file = fileURLToPath(new URL('../docs/images/record-page.png', import.meta.url))
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

await withDemoServer(async (root) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 760 }, colorScheme: 'light' })
    await page.goto(`${root}/skg-if/api/products/product-fair-principles`, { waitUntil: 'networkidle' })
    await page.screenshot({ path: file })
  } finally {
    await browser.close()
  }
})
