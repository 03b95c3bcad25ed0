/** What people do with the real records in a real browser: they search, narrow, sort and download. */

import { plugins } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser, barriersIn, browse, follow, overflowOf } from '../support/browsing.ts'
import { lexicalForm } from '../../src/record/rdf/triples.ts'
import { serveSnapshot } from '../support/server.ts'

const VENUE = '/skg-if/api/venues/venue-icra-2021'
const ORGANISATION = 'https://ror.org/05a28rw58'
const WORK = '/skg-if/api/products/product-icra-2021-1002'
const PERSON = '/skg-if/api/persons/person-roland-siegwart-60a610'

/** The letters of a title, which BibTeX writes in its own way. */
const lettersIn = (title: unknown): string =>
  String(title)
    .replace(/<[^>]*>|[^a-z]/gi, '')
    .toLowerCase()

describe('the snapshot in a browser', function () {
  this.timeout(600_000)
  const opened = openBrowser()
  const server = serveSnapshot()

  const total = async (page: Page): Promise<number> =>
    Number((await page.locator('h1').textContent())?.replace(/\D/g, ''))

  for (const javaScriptEnabled of [true, false]) {
    const name = javaScriptEnabled ? 'with' : 'without'
    it(`people go from a venue to all its products, narrow, sort and download them, ${name} scripts`, () =>
      browse(opened.browser, server.root, { javaScriptEnabled, acceptDownloads: true }, async (page) => {
        await page.goto(VENUE)
        await follow(page, page.getByRole('link', { name: 'All 277 works' }))
        expect(await total(page)).to.equal(277)
        const facets = page.getByRole('navigation', { name: 'Facets' })
        await follow(page, facets.getByRole('link', { name: /^Germany/ }))
        const narrowed = await total(page)
        expect(narrowed).to.be.above(0).and.below(277)
        const chips = page.getByRole('list', { name: 'Active filters' })
        expect(await chips.getByRole('link', { name: /^Remove the filter/ }).count()).to.equal(2)
        await follow(page, page.locator('.sort').getByRole('link', { name: 'title' }))
        const titles = await page.locator('.briefs h3').allTextContents()
        const initials = titles.map((title) => /[a-z0-9]/i.exec(title)?.[0].toLowerCase())
        expect(initials).to.deep.equal([...initials].sort())
        const downloading = page.waitForEvent('download')
        await page.locator('.forms').getByRole('link', { name: 'BibTeX' }).first().click()
        const file = await downloading
        expect(file.suggestedFilename()).to.equal('products.bib')
        const bibtex = readFileSync((await file.path()) as string, 'utf8')
        const works = plugins.input.chain(bibtex, { generateGraph: false, forceType: '@bibtex/text' })
        expect(works).to.have.length(narrowed)
        for (const title of titles)
          expect(works.map((work) => lettersIn(work.title))).to.include(lettersIn(title))
      }))
  }

  /** A value of an identifier in the graph. */
  async function identifierLike(pattern: string): Promise<string> {
    const [row] = await server.graph.select(
      'PREFIX datacite: <http://purl.org/spar/datacite/> PREFIX literal: ' +
        '<http://www.essepuntato.it/2010/06/literalreification/> SELECT ?v { ?s datacite:hasIdentifier ?i . ' +
        `?i literal:hasLiteralValue ?v FILTER(REGEX(?v, ${JSON.stringify(pattern)})) } LIMIT 1`,
    )
    return lexicalForm(row!.v!)
  }

  it('people paste an identifier or an address, and get the record', async () => {
    const orcid = await identifierLike('^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$')
    const ror = await identifierLike('^https://ror[.]org/')
    const doi = await identifierLike('^10[.]\\d+/')
    const iri = server.graph.base + VENUE.split('/').at(-1)
    const pasted = [
      orcid,
      `https://orcid.org/${orcid}`,
      ror,
      doi,
      `https://doi.org/${doi}`,
      `doi:${doi}`,
      iri,
    ]
    await browse(opened.browser, server.root, { javaScriptEnabled: false }, async (page) => {
      for (const text of pasted) {
        await page.goto('/')
        await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(text)
        await follow(page, page.getByRole('button', { name: 'Search' }).first())
        expect(new URL(page.url()).pathname, text).to.match(/^\/skg-if\/api\/\w+\//)
        expect(await page.locator('article.entity').count(), text).to.equal(1)
      }
    })
  })

  for (const path of [PERSON, VENUE, `/skg-if/api/organisations/${encodeURIComponent(ORGANISATION)}`])
    it(`what people came for is in sight on a phone: ${path}`, () =>
      browse(opened.browser, server.root, { viewport: { width: 390, height: 844 } }, async (page) => {
        await page.goto(path)
        const [first, chart] = [page.locator('.briefs > li').first(), page.locator('.chart').first()]
        const [work, drawn] = [await first.boundingBox(), await chart.boundingBox()]
        expect(work!.y).to.be.below(700)
        expect(drawn!.y).to.be.above(work!.y)
        expect(await overflowOf(page), 'sideways scrolling').to.be.at.most(0)
      }))

  it('a work has two columns from 1,024 pixels on, and lines that can be read', () =>
    browse(opened.browser, server.root, { viewport: { width: 1024, height: 900 } }, async (page) => {
      await page.goto(WORK)
      const [text, beside] = [
        await page.locator('.lead p').boundingBox(),
        await page.locator('.aside').boundingBox(),
      ]
      expect(beside!.x).to.be.above(text!.x + text!.width)
      expect(beside!.y).to.be.below(text!.y)
      const letters = await page.evaluate(`(() => {
        const p = document.querySelector('.lead p')
        const range = document.createRange()
        range.selectNodeContents(p)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return p.textContent.length / lines.size
      })()`)
      expect(letters).to.be.within(60, 75)
      await page.setViewportSize({ width: 1000, height: 900 })
      const below = await page.locator('.read').boundingBox()
      expect(below!.y, 'reading before the abstract').to.be.below(
        (await page.locator('.lead').boundingBox())!.y,
      )
    }))

  const kinds: readonly string[] = [
    '/',
    VENUE,
    PERSON,
    WORK,
    '/skg-if/api/products?skeg_facets=cf.publication_year,cf.topic&page_size=25',
    '/search?q=siegwart',
    '/search?q=grasping%20robot&types=products',
    `/sparql?query=${encodeURIComponent('SELECT ?s ?o { ?s a ?o } LIMIT 20')}`,
    '/docs',
  ]
  for (const width of [1280, 390])
    for (const path of kinds)
      it(`${path} keeps nobody out and fits ${width} pixels`, () =>
        browse(opened.browser, server.root, { viewport: { width, height: 900 } }, async (page) => {
          await page.goto(path, { timeout: 120_000 })
          expect(await barriersIn(page)).to.deep.equal([])
          expect(await overflowOf(page), 'sideways scrolling').to.be.at.most(0)
        }))
})
