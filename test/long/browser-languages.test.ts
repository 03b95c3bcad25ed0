/** German pages in a real browser: nothing keeps people out, nothing is wider than a phone, scripts speak German. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { neutralAbout } from '../../src/config/about.ts'
import { startSparql } from '../support/endpoint.ts'
import { openBrowser, barriersIn, browse, follow, openPage, overflowOf } from '../support/browsing.ts'
import { throughout } from '../support/closing.ts'

const kinds: readonly [title: string, path: string][] = [
  ['the first page', '/'],
  ['a list', '/skg-if/api/products?filter=product_type:literature'],
  ['a search in all', '/search?q=open'],
  ['a product', '/skg-if/api/products/product-fair-principles'],
  ['a person', '/skg-if/api/persons/person-heather-piwowar'],
  ['a query', '/sparql?query=ASK%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D'],
  ['a problem', '/skg-if/api/products?filter=x:y'],
  ['the documentation of errors', '/docs/errors'],
]

describe('German pages in a browser', function () {
  const opened = openBrowser()
  const server = throughout(() =>
    startSparql({ about: { ...neutralAbout, interfaceLanguages: ['en', 'de'] } }),
  )
  const options = { locale: 'de-CH' }
  const using = (what: (page: Page) => Promise<void>): Promise<void> =>
    browse(opened.browser, server.root, options, what)

  describe('one after the other', () => {
    const open = throughout(() => openPage(opened.browser, server.root, options))

    for (const [title, path] of kinds)
      it(`keep nobody out, and are no wider than a phone: ${title}`, async () => {
        const { page, requireNoTrouble } = open
        await page.setViewportSize({ width: 1280, height: 844 })
        await page.goto(path)
        expect(await page.locator('html').getAttribute('lang')).to.equal('de')
        expect(await barriersIn(page)).to.deep.equal([])
        await page.setViewportSize({ width: 320, height: 844 })
        expect(await overflowOf(page)).to.equal(0)
        requireNoTrouble()
      })
  })

  it('have scripts that speak German, suggestions too', () =>
    using(async (page) => {
      await page.goto('/skg-if/api/products/product-fair-principles')
      await page.getByText('Zitieren').click()
      await page.getByRole('button', { name: 'BibTeX-Eintrag kopieren' }).waitFor()
      await page.getByRole('combobox', { name: 'Alles durchsuchen' }).focus()
      await page.keyboard.insertText('piwowar heat')
      const options = page.getByRole('listbox', { name: 'Vorschläge' }).getByRole('option')
      await options.first().waitFor()
      expect(await options.first().textContent()).to.match(/^Heather Piwowar.*3 Publikationen/)
      await page.getByRole('status').filter({ hasText: '1 Vorschlag' }).waitFor()
    }))
  it('lead to English and back by a link at their foot', () =>
    using(async (page) => {
      await page.goto('/skg-if/api/persons?page_size=5')
      await follow(page, page.getByRole('link', { name: 'English' }))
      expect(await page.locator('h1').textContent()).to.equal('16 people')
      await follow(page, page.locator('.briefs').getByRole('link').first())
      expect(await page.locator('html').getAttribute('lang')).to.equal('en')
      await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('open')
      await follow(page, page.getByRole('search').getByRole('button'))
      expect(await page.locator('h1').textContent()).to.equal('Results for “open”')
      await follow(page, page.getByRole('link', { name: 'Deutsch' }))
      expect(await page.locator('h1').textContent()).to.equal('Ergebnisse für „open“')
    }))
})
