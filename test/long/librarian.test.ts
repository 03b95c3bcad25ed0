/**
 * The librarian's graph in a real browser: what commands made of the answer of Crossref, BibTeX, the table of staff, the
 * list of DOIs and the correction is looked at, with the number of clicks, while the file of the next week comes.
 */

import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { browse, executablePath, follow, launchBrowser } from '../support/browsing.ts'
import { runProcess } from '../support/command.ts'
import { DOIS, openLibrary, type Library } from '../support/librarian.ts'
import { until } from '../support/until.ts'

const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent()
const main = async (page: Page): Promise<string> => (await page.locator('main').textContent()) ?? ''

const titles = (page: Page): Promise<string[]> => page.locator('.briefs :is(h2, h3)').allTextContents()

async function search(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Search all records')
  await box.fill(text)
  await Promise.all([page.waitForEvent('domcontentloaded'), box.press('Enter')])
}

describe('the graph of a librarian in a browser', function () {
  this.timeout(600_000)
  let library: Library
  let browser: Browser
  before(async function () {
    if (executablePath === undefined) this.skip()
    library = await openLibrary()
    await library.check()
    await library.fetch()
    await library.load('works.json')
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    library?.close()
  })

  it('shows staff with their works, the list, the correction, and next week what is new, in 6 clicks', async () => {
    const serve = ['serve', library.at('graph'), '--port', '0', '--watch', 'on']
    let clicks = 0
    const { code, err } = await runProcess(serve, async (url) => {
      const visit = (look: (desk: Desk) => Promise<void>): Promise<void> =>
        browse(browser, url, {}, (page) =>
          look({
            page,
            async go(target) {
              clicks++
              await follow(page, target)
            },
          }),
        )
      await visit(lookThisWeek)
      // The same command with one file more, beside a server that goes on.
      await library.load('works.json', 'week48.json')
      await until(async () => (await fetch(`${url}/skg-if/api/products/10.5555%2Ffourth`)).ok)
      await visit(lookNextWeek)
    })
    expect(code, err).to.equal(0)
    expect(clicks).to.equal(6)
  })
})

/** A page, and clicks that are counted. */
interface Desk {
  readonly page: Page
  go(target: Locator): Promise<void>
}

async function lookThisWeek({ page, go }: Desk): Promise<void> {
  // A member of staff, by name, told apart from an author whose name alone is known: the table and Crossref are one
  // person, with department, university and works.
  await page.goto('/')
  await search(page, 'Josiah Carberry')
  const person = page.locator('.brief').filter({ hasText: '22 works' })
  await go(person.getByRole('link', { name: 'Josiah Carberry', exact: true }))
  expect(await heading(page)).to.equal('Josiah Carberry')
  expect(await main(page))
    .to.include('Psychoceramics')
    .and.include('0000-0002-1825-0097')
  expect(await main(page)).not.to.include('@uni.example')
  await go(page.getByRole('link', { name: /^All 22 works/ }))
  expect(await titles(page)).to.include('A graph of research')

  // The correction holds, and nothing is left of the title in Crossref, from where the record is.
  await go(page.getByRole('link', { name: 'A graph of research' }).first())
  expect(await heading(page)).to.equal('A graph of research')
  expect(await main(page)).not.to.include('grahp')
  expect(await main(page)).to.include('Crossref')

  // Each DOI of the list leads to its record, and BibTeX is found by its words.
  for (const doi of DOIS) {
    await search(page, `https://doi.org/${doi}`)
    expect(await heading(page)).to.equal(`Title of ${doi}`)
  }
  await search(page, 'my own paper')
  await go(page.locator('.brief').getByRole('link', { name: 'My own paper' }).first())
  expect(await heading(page)).to.equal('My own paper')
}

async function lookNextWeek({ page, go }: Desk): Promise<void> {
  await page.goto('/')
  await search(page, '10.5555/fourth')
  expect(await heading(page)).to.equal('News')
  await search(page, '0000-0002-1825-0097')
  expect(await heading(page)).to.equal('Josiah Carberry')
  await go(page.getByRole('link', { name: /^All 23 works/ }))
  expect(await titles(page))
    .to.include('News')
    .and.include('A graph of research')
  await go(page.getByRole('link', { name: 'A graph of research' }).first())
  expect(await main(page)).not.to.include('grahp')
}
