/** The pages in a real browser: with and without scripts, light and dark, narrow and wide; no errors, no other host, nothing that keeps people out. */

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { Graph } from '../../src/store/graph.ts'
import { openGraphOf, startServer, type TestServer } from '../support/server.ts'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = PATHS.find((path) => existsSync(path))
const DEMO = fileURLToPath(new URL('../../data/', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const kinds: readonly [says: string, path: string][] = [
  ['the first page', '/'],
  ['a list', '/skg-if/api/products'],
  ['a search with all filters open', '/skg-if/api/products?filter=cf.search.title:open,product_type:literature'],
  ['a list without a match', '/skg-if/api/products?filter=cf.search.title:zzz'],
  ['a search in all', '/search?q=open'],
  ['a product', '/skg-if/api/products/product-fair-principles'],
  ['a service', '/skg-if/api/services/service-udpipe'],
  ['a grant', '/skg-if/api/grants/grant-graspos'],
  ['a person', '/skg-if/api/persons/person-heather-piwowar'],
  ['the API', '/skg-if/api'],
  ['the documentation', '/docs'],
  ['the guide for extensions', '/docs/extending'],
  ['a problem', '/skg-if/api/products?filter=x:y'],
  ['the problems', '/docs/errors'],
]

interface Violation { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }

describe('in a browser', function () {
  this.timeout(120_000)
  let browser: Browser
  let graph: Graph
  let server: TestServer
  before(async function () {
    if (executablePath === undefined) { this.skip() }
    graph = await openGraphOf([DEMO])
    server = await startServer(graph)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await graph?.close()
  })

  /** Does something in a browser of its own; fails for a message of the console, a failed or foreign request. */
  async function using(options: BrowserContextOptions, what: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ ...options, baseURL: server.root })
    const troubles: string[] = []
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => { if (!/the server responded with a status of 4\d\d/.test(message.text())) troubles.push(message.text()) })
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('request', (request) => { if (!request.url().startsWith(`${server.root}/`) && request.url() !== 'data:,') troubles.push(`request to ${request.url()}`) })
    page.on('requestfailed', (request) => troubles.push(`failed: ${request.url()}`))
    try {
      await what(page)
      expect(troubles).to.deep.equal([])
    } finally {
      await context.close()
    }
  }

  for (const javaScriptEnabled of [true, false]) {
    it(`people search, follow a person, and page on, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => using({ javaScriptEnabled }, async (page) => {
      await page.goto('/')
      await page.getByRole('searchbox', { name: 'Search all records' }).fill('State of OA')
      await page.getByRole('search').getByRole('button').click()
      await page.getByRole('link', { name: 'The state of OA: a large-scale analysis' }).first().click()
      expect(await page.title()).to.match(/^The state of OA/)
      await page.getByRole('link', { name: 'Heather Piwowar' }).first().click()
      expect(await page.locator('h1').textContent()).to.equal('Heather Piwowar')
      await page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'Products' }).click()
      await page.getByRole('link', { name: 'Next' }).click()
      expect(await page.locator('.paging .here').textContent()).to.equal('Page 2 of 2')
      await page.getByLabel('whose title contains').fill('open, or')
      await page.getByRole('main').getByRole('button', { name: 'Search' }).first().click()
      expect(await page.locator('.nothing').textContent()).to.match(/^There are no products whose title contains “open, or”/)
      await page.getByRole('link', { name: 'All products' }).click()
      await page.getByText('More filters').click()
      await page.locator('select[name=product_type]').selectOption('research data')
      await page.getByRole('main').getByRole('button', { name: 'Search' }).last().click()
      expect(await page.locator('.asked').textContent()).to.match(/^Products of type “research data”/)
      await page.getByRole('link', { name: 'JSON', exact: true }).click()
      expect(await page.locator('body').textContent()).to.include('"total_items"')
    }))
  }

  const looks: readonly BrowserContextOptions[] = [
    { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ]
  for (const look of looks) {
    for (const [says, path] of kinds) {
      it(`${says} keeps nobody out, ${look.colorScheme} and ${look.viewport?.width} wide`, () => using(look, async (page) => {
        await page.goto(path)
        await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true })')
        await page.evaluate(axe)
        const { violations } = await page.evaluate('axe.run()') as { violations: Violation[] }
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 'sideways scrolling').to.be.at.most(0)
      }))
    }
  }
})
