/** Tasks of a researcher in a real browser, over the real records, each with the number of its clicks. */

import { expect } from 'chai'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { openBrowser, browse, follow } from '../support/browsing.ts'
import { serveSnapshot } from '../support/server.ts'

/** A page, and clicks that are counted. */
interface Desk {
  readonly page: Page
  /** Clicks what leads to another page. */
  go(target: Locator): Promise<void>
  /** Clicks what stays on the page. */
  press(target: Locator): Promise<void>
  /** Writes into the search box, and sends it by Enter. */
  search(text: string): Promise<void>
}

type Task = readonly [
  title: string,
  clicks: number,
  steps: (desk: Desk) => Promise<void>,
  more?: BrowserContextOptions,
]

const PERSON = '/skg-if/api/persons/person-roland-siegwart-60a610'

describe('tasks of a researcher in a browser', function () {
  this.timeout(600_000)
  const opened = openBrowser()
  const server = serveSnapshot()

  const total = async (page: Page): Promise<number> =>
    Number((await page.locator('h1').textContent())?.replace(/\D/g, ''))
  const facets = (page: Page): Locator => page.getByRole('navigation', { name: 'Facets' })
  const main = async (page: Page): Promise<string> => (await page.locator('main').textContent()) ?? ''
  const titles = (page: Page): Promise<string[]> => page.locator('.briefs :is(h2, h3)').allTextContents()

  const tasks: readonly Task[] = [
    [
      'a person whose name has accents, among those of like names',
      1,
      async ({ page, press }) => {
        await page.goto('/')
        await page.getByRole('combobox').fill('roland siegwart')
        const choices = page.getByRole('option')
        await choices.first().waitFor()
        // Each says more than its name: affiliation, years, works.
        for (const text of await choices.allTextContents())
          if (text.includes('Siegwart')) expect(text).to.match(/\d{4}.*\d+ works?/)
        await Promise.all([page.waitForURL(/persons/), press(choices.first())])
        expect(await page.locator('h1').textContent()).to.equal('Roland Siegwart')
      },
    ],
    [
      'papers on a subject, by year, venue and country, without starting again',
      2,
      async ({ page, search, go }) => {
        await page.goto('/')
        // Works alone have both words: the list of them opens.
        await search('grasping robot')
        const all = await total(page)
        await go(facets(page).getByRole('link', { name: /^Germany/ }))
        expect(await total(page))
          .to.be.above(0)
          .and.below(all)
        await go(page.locator('.sort').getByRole('link', { name: 'date', exact: true }))
        const years = (await page.locator('.brief .where').allTextContents()).map((text) =>
          Number(/\d{4}/.exec(text)?.[0]),
        )
        expect(years).to.deep.equal([...years].sort((a, b) => b - a))
        expect(await page.locator('mark').count()).to.be.above(0)
      },
    ],
    ...(
      [
        ['siegwart icra', /Siegwart/],
        ['robot ICRA 2021', /ICRA 2021/],
        ['siegwart 2019', /2019/],
        ['eth zurich robot', /[Rr]obot/],
        ['muller', /Müller/],
        ['eth zürich', /ETH Z[uü]rich/],
      ] as const
    ).map(([text, expected]): Task => [
      `what “${text}” means, in one search`,
      0,
      async ({ page, search }) => {
        await page.goto('/')
        await search(text)
        expect((await titles(page)).length).to.be.above(0)
        expect(await main(page)).to.match(expected)
      },
    ]),
    [
      'what has most of the words where nothing has all',
      0,
      async ({ page, search }) => {
        await page.goto('/')
        await search('siegwart zzyzx icra')
        expect(await main(page))
          .to.include('Nothing has all the words')
          .and.include('Siegwart')
        expect((await titles(page)).length).to.be.above(0)
      },
    ],
    [
      'a co-author, and what both wrote',
      3,
      async ({ page, go }) => {
        await page.goto(PERSON)
        await go(page.getByRole('link', { name: /^All 53 works/ }))
        const contributors = facets(page).locator('section').filter({ hasText: 'Contributor' }).first()
        const [, count] = /Juan Nieto\s*(\d+)/.exec((await contributors.textContent()) ?? '') ?? []
        await go(contributors.getByRole('link', { name: /Juan Nieto/ }))
        expect(await total(page)).to.equal(Number(count))
        await go(page.locator('.briefs').getByRole('link', { name: 'Juan Nieto' }).first())
        expect(await page.locator('h1').textContent()).to.equal('Juan Nieto')
      },
    ],
    [
      'a conference in another year',
      1,
      async ({ page, go }) => {
        await page.goto('/skg-if/api/venues/venue-icra-2021')
        await go(
          page.getByRole('navigation', { name: 'The series ICRA' }).getByRole('link', { name: '2017' }),
        )
        expect(await page.locator('h1').textContent()).to.include('ICRA 2017')
      },
    ],
    [
      'the papers of a person in one year, by a bar',
      1,
      async ({ page, go }) => {
        await page.goto(PERSON)
        await go(page.locator('.columns-chart').getByRole('link', { name: /2019/ }))
        expect(await total(page))
          .to.be.above(0)
          .and.below(53)
      },
    ],
    [
      'a venue and a country by their names in the form',
      3,
      async ({ page, press, go }) => {
        await page.goto('/skg-if/api/products')
        await press(page.locator('.advanced > summary'))
        await press(page.locator('.filters > details > summary'))
        await page.locator('.fields input[name="cf.venue"]').fill('ICRA 2021')
        await page.locator('.fields input[name="cf.contributions_aff_country"]').fill('Switzerland')
        await go(page.locator('.filters').getByRole('button', { name: 'Search' }).last())
        expect(await total(page))
          .to.be.above(0)
          .and.below(100)
        expect(await main(page))
          .to.include('ICRA 2021')
          .and.include('Switzerland')
      },
    ],
    [
      'the first result on a phone, within the first screen',
      0,
      async ({ page, search }) => {
        await page.goto('/skg-if/api/products')
        await search('grasping robot')
        const box = await page.locator('.brief').first().boundingBox()
        expect(box!.y + box!.height).to.be.below(844)
      },
      { viewport: { width: 390, height: 844 } },
    ],
  ]
  for (const [title, expected, steps, options = {}] of tasks)
    it(`are done with ${expected} clicks: ${title}`, () =>
      browse(opened.browser, server.root, options, async (page) => {
        let clicks = 0
        await steps({
          page,
          async go(target) {
            clicks++
            await follow(page, target)
          },
          async press(target) {
            clicks++
            await target.click()
          },
          async search(text) {
            const box = page.locator('form.search input[name=q]')
            await box.fill(text)
            await Promise.all([page.waitForEvent('domcontentloaded'), box.press('Enter')])
          },
        })
        expect(clicks).to.equal(expected)
      }))
})
