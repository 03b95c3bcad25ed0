/** A real browser for tests: each use in a context of its own, in which nothing may fail. */

import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core'
import { throughout } from './closing.ts'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Undefined where there is none. */
export const executablePath = PATHS.find((path) => existsSync(path))

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath as string,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })

/** A browser for the tests of the suite in which this is called, which are skipped where there is none. */
export function openBrowser(): { readonly browser: Browser } {
  const browser = throughout(async function () {
    if (executablePath === undefined) this.skip()
    return launchBrowser()
  })
  return {
    get browser() {
      return browser
    },
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe finds that keeps people out. */
export async function barriersIn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Shows the documents of a page as where scripts do not run; axe, which is one itself, then still runs. */
export const removeScripts = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    const body = (await response.text())
      .replace(/<script\b[^>]* src=[^>]*><\/script>/g, '')
      .replace(/<\/?noscript>/g, '')
    return route.fulfill({ response, body })
  })

/** Pixels by which a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth')

/** Clicks what leads to another page; that one is looked at afterwards, and not the one before. */
export const follow = (page: Page, target: Locator): Promise<unknown> =>
  Promise.all([page.waitForEvent('domcontentloaded'), target.click()])

/** A page in a context of its own. */
export interface OpenPage {
  readonly page: Page
  /** Fails for a message of the console, a failed or foreign request since it was last called. */
  requireNoTrouble(): void
  close(): Promise<void>
}

export async function openPage(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({ ...options, baseURL: root })
  const troubles: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(100_000)
  page.on('console', (message) => {
    if (!/the server responded with a status of 4\d\d/.test(message.text())) troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${root}/`)) troubles.push(`request to ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    // The browser itself ends what it still loads for a page that is left, and a navigation that becomes a file.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} (${reason})`)
  })
  return {
    page,
    requireNoTrouble: () => expect(troubles.splice(0)).to.deep.equal([]),
    close: () => context.close(),
  }
}

/** Does something in a context of its own; fails for a message of the console, a failed or foreign request. */
export async function browse(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
  what: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, requireNoTrouble, close } = await openPage(browser, root, options)
  try {
    await what(page)
    requireNoTrouble()
  } finally {
    await close()
  }
}
