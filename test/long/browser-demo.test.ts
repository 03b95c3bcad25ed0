/**
 * The pages in a real browser: with and without scripts, light and dark, narrow and wide; no errors, no other
 * host, nothing that keeps people out.
 */

import { expect } from 'chai'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { exampleQueries } from '../../src/api/dataset/example-queries.ts'
import {
  openBrowser,
  barriersIn,
  browse,
  follow,
  openPage,
  overflowOf,
  removeScripts,
} from '../support/browsing.ts'
import { startSparql } from '../support/endpoint.ts'
import { throughout } from '../support/closing.ts'

const kinds: readonly [title: string, path: string][] = [
  ['the first page', '/'],
  ['a list', '/skg-if/api/products'],
  [
    'a search with all filters open',
    '/skg-if/api/products?filter=cf.search.title:open,product_type:literature',
  ],
  ['a list without a match', '/skg-if/api/products?filter=cf.search.title:zzz'],
  ['a search in all', '/search?q=open'],
  ['a product', '/skg-if/api/products/product-fair-principles'],
  ['a service', '/skg-if/api/services/service-udpipe'],
  ['a grant', '/skg-if/api/grants/grant-graspos'],
  ['a person', '/skg-if/api/persons/person-heather-piwowar'],
  ['the API', '/skg-if/api'],
  ['the documentation', '/docs'],
  ['a problem', '/skg-if/api/products?filter=x:y'],
  ['the problems', '/docs/errors'],
  ['a topic', '/skg-if/api/topics/topic-open-science'],
  ['SPARQL', '/sparql'],
  [
    'an answer',
    `/sparql?query=${encodeURIComponent(exampleQueries().find(({ text }) => text.includes('GROUP BY'))?.text ?? '')}`,
  ],
  [
    'columns',
    `/sparql?query=${encodeURIComponent(exampleQueries().find(({ title }) => title.includes('by year'))?.text ?? '')}`,
  ],
  ['a query with a fault', '/sparql?query=SELECT'],
  ['what is only named', '/resolve?iri=https%3A%2F%2Fdoi.org%2F10.1162%2Fqss_a_00022'],
]

describe('in a browser', function () {
  const opened = openBrowser()
  const server = throughout(() => startSparql())

  const using = (options: BrowserContextOptions, what: (page: Page) => Promise<void>): Promise<void> =>
    browse(opened.browser, server.root, options, what)

  for (const javaScriptEnabled of [true, false]) {
    it(`people search, follow a person, and page on, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () =>
      using({ javaScriptEnabled }, async (page) => {
        await page.goto('/')
        await page.getByLabel('Search all records').fill('State of OA')
        await follow(page, page.getByRole('search').getByRole('button'))
        await follow(
          page,
          page.getByRole('link', { name: 'The state of OA: a large-scale analysis' }).first(),
        )
        expect(await page.title()).to.match(/^The state of OA/)
        await follow(page, page.getByRole('link', { name: 'Heather Piwowar' }).first())
        expect(await page.locator('h1').textContent()).to.equal('Heather Piwowar')
        await follow(
          page,
          page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: 'Works' }),
        )
        await follow(page, page.locator('.sizes').getByRole('link', { name: '10', exact: true }))
        await follow(page, page.getByRole('link', { name: 'Next', exact: true }))
        expect(await page.locator('.paging .here').textContent()).to.equal('Page 2 of 2')
        await page.getByText('Advanced search').click()
        await page.getByLabel('Title contains', { exact: true }).fill('open, or')
        await follow(page, page.getByRole('main').getByRole('button', { name: 'Search' }).first())
        expect(await page.locator('.nothing').textContent()).to.match(
          /^Nothing found: Works – Title contains “open, or”/,
        )
        await follow(page, page.getByRole('link', { name: 'All works' }))
        await page.getByText('Advanced search').click()
        await page.locator('select[name="cf.kind"]').selectOption('dataset')
        await follow(page, page.getByRole('main').getByRole('button', { name: 'Search' }).first())
        expect(await page.locator('.chips').textContent()).to.match(/Kind Dataset/)
        await follow(page, page.getByRole('link', { name: 'JSON', exact: true }))
        expect(await page.locator('body').textContent()).to.include('"total_items"')
      }))
  }

  it('people choose a suggestion of the search box with the keyboard alone', () =>
    using({}, async (page) => {
      await page.goto('/docs/errors')
      const box = page.getByRole('combobox', { name: 'Search all records' })
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
      await box.focus()
      expect(await box.getAttribute('aria-expanded')).to.equal('false')
      // At once: letter by letter, suggestions of its beginning might come first.
      await page.keyboard.insertText('piwowar heat')
      await options.first().waitFor()
      expect(await box.getAttribute('aria-expanded')).to.equal('true')
      expect(await options.first().textContent()).to.match(/^Heather Piwowar/)
      await page.keyboard.press('ArrowDown')
      expect(await options.first().getAttribute('aria-selected')).to.equal('true')
      expect(await box.getAttribute('aria-activedescendant')).to.equal(
        await options.first().getAttribute('id'),
      )
      expect(await barriersIn(page)).to.deep.equal([])
      await page.keyboard.press('Escape')
      expect(await options.first().isVisible()).to.equal(false)
      expect(await box.inputValue()).to.equal('piwowar heat')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowDown')
      await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
      expect(await page.locator('h1').textContent()).to.equal('Heather Piwowar')
    }))

  it('people search for what no suggestion is, and click one that is', () =>
    using({}, async (page) => {
      await page.goto('/')
      const box = page.getByRole('combobox', { name: 'Search all records' })
      await box.fill('no such name')
      await page.getByRole('status').filter({ hasText: 'No suggestions' }).waitFor()
      await Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
      expect(await page.locator('h1').textContent()).to.equal('Results for “no such name”')
      await box.fill('piwowar')
      await follow(page, page.getByRole('option', { name: 'Heather Piwowar' }))
      expect(await page.locator('h1').textContent()).to.equal('Heather Piwowar')
    }))

  for (const javaScriptEnabled of [true, false]) {
    it(`people run an example query and follow its answer, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () =>
      using({ javaScriptEnabled }, async (page) => {
        await page.goto('/')
        await follow(page, page.getByRole('contentinfo').getByRole('link', { name: 'SPARQL' }))
        await follow(page, page.getByRole('link', { name: 'People with the most works' }))
        expect(await page.locator('.answer h2').textContent()).to.equal('18 rows')
        await follow(page, page.getByRole('button', { name: 'Run' }))
        expect(await page.locator('.answer tbody tr').count()).to.equal(18)
        await follow(page, page.locator('.results').getByRole('link', { name: 'Heather Piwowar' }).first())
        expect(await page.locator('h1').textContent()).to.equal('Heather Piwowar')
      }))
  }

  it('people sort the rows of an answer by its headings', () =>
    using({}, async (page) => {
      await page.goto(
        `/sparql?query=${encodeURIComponent('SELECT ?a ?n { VALUES (?a ?n) { ("b" 9) ("a" 10) (UNDEF 1) } }')}`,
      )
      const firstCells = (): Promise<string[]> => page.locator('.results td:first-child').allTextContents()
      await page.getByRole('button', { name: 'n', exact: true }).click()
      expect(await firstCells()).to.deep.equal(['a', 'b', ''])
      expect(await page.locator('.results th').last().getAttribute('aria-sort')).to.equal('descending')
      await page.getByRole('button', { name: 'a', exact: true }).click()
      expect(await firstCells()).to.deep.equal(['a', 'b', ''])
      await page.getByRole('button', { name: 'a', exact: true }).click()
      expect(await firstCells()).to.deep.equal(['b', 'a', ''])
      expect(await barriersIn(page)).to.deep.equal([])
    }))

  it('people copy a reference, and the page says so', () =>
    using({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto('/skg-if/api/products/product-fair-principles')
      await page.locator('#cite').getByText('Cite', { exact: true }).click()
      await page.getByRole('button', { name: 'Copy the reference in APA style' }).click()
      await page.getByRole('status').filter({ hasText: 'the reference in APA style copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(
        'Wilkinson, M. D. (2016). The FAIR Guiding Principles for scientific data management and ' +
          'stewardship. Scientific Data, 3, Article 160018. https://doi.org/10.1038/sdata.2016.18',
      )
    }))

  for (const width of [390, 1280])
    it(`how a product is cited and exported fits a window of ${width}`, () =>
      using({ viewport: { width, height: 844 } }, async (page) => {
        await page.goto('/skg-if/api/products/product-fair-principles')
        for (const [id, label] of [
          ['cite', 'Cite'],
          ['export', 'Export'],
        ]) {
          await page.locator(`#${id}`).getByText(label!, { exact: true }).click()
          const panel = await page.locator(`#${id} .panel`).boundingBox()
          const actions = await page.locator('.actions').boundingBox()
          expect(panel!.width, `${label}: below the buttons, as wide as they are`).to.equal(actions!.width)
          expect(await overflowOf(page), `${label}: sideways scrolling`).to.be.at.most(0)
          expect(await page.evaluate('document.documentElement.scrollWidth'), label).to.be.at.most(width)
        }
      }))

  it('people search the collection of a list, or all, from its search box', () =>
    using({ javaScriptEnabled: false }, async (page) => {
      await page.goto('/skg-if/api/topics')
      await page.getByLabel('Search records').fill('science')
      await follow(page, page.getByRole('search').getByRole('button'))
      expect(await page.locator('.briefs h2').allTextContents()).to.have.length(1)
      expect(await page.getByLabel('Search in').inputValue()).to.equal('topics')
      await page.getByLabel('Search in').selectOption('All records')
      await follow(page, page.getByRole('search').getByRole('button'))
      expect((await page.getByRole('heading', { level: 2 }).allTextContents()).length).to.be.above(1)
    }))

  it('people write a query in the editor, which completes what the graph has', () =>
    using({}, async (page) => {
      await page.goto('/sparql')
      expect(await page.locator('textarea#query').isVisible()).to.equal(false)
      await page.locator('.CodeMirror-code').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('PREFIX ci')
      await page.keyboard.press('Control+Space')
      await page.locator('.CodeMirror-hint', { hasText: 'http://purl.org/spar/cito/' }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type(' ASK { ?a cito:cites ?b }')
      await page.keyboard.press('Control+Enter')
      await page.waitForURL(/query=/)
      expect(await page.locator('.answer h2').textContent()).to.equal('Yes')
      expect(await page.locator('.CodeMirror-code').textContent())
        .to.include('cito: <http://purl.org/spar/cito/>')
        .and.include('cito:cites')
    }))

  /** Types a query into the editor, asks for completions, and reads them. */
  async function completionsOf(page: Page, query: string): Promise<string[]> {
    await page.locator('.CodeMirror-code').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(query)
    await page.keyboard.press('Control+Space')
    const hints = page.locator('.CodeMirror-hint')
    await hints.first().waitFor()
    return hints.allTextContents()
  }

  const PEOPLE = 'PREFIX foaf: <http://xmlns.com/foaf/0.1/> SELECT * { '
  const TOPIC = 'https://w3id.org/skg-if/sandbox/skeg/topic-'
  const completions: readonly [query: string, expected: readonly string[]][] = [
    [`${PEOPLE}?s foaf:na`, ['foaf:name']],
    ['PREFIX f: <http://xmlns.com/foaf/0.1/> ASK { ?s f:na', ['f:name']],
    ['ASK { ?s cito:cit', ['cito:cites']],
    ['ASK { ?s <http://xmlns.com/foaf/0.1/na', ['<http://xmlns.com/foaf/0.1/name>']],
    ['ASK { ?s cit', ['cito:cites', 'cito:isDocumentedBy']],
    [`${PEOPLE}?s a foaf:`, ['foaf:Person', 'foaf:Organization', 'foaf:Agent']],
    [`ASK { ?s ?p <${TOPIC}open-s`, ['<https://w3id.org/skg-if/sandbox/skeg/topic-open-science>']],
    [
      'PREFIX g: <https://w3id.org/skg-if/sandbox/skeg/> ASK { ?s ?p g:topic-open-s',
      ['g:topic-open-science'],
    ],
  ]
  it('the editor completes properties, classes and entities, by IRIs and prefixes', () =>
    using({}, async (page) => {
      await page.goto('/sparql')
      for (const [query, expected] of completions) {
        expect((await completionsOf(page, query)).sort(), query).to.deep.equal([...expected].sort())
        await page.keyboard.press('Escape')
      }
    }))

  it('the editor declares the prefix of a completion', () =>
    using({}, async (page) => {
      await page.goto('/sparql')
      await completionsOf(page, 'ASK { ?s cit')
      await page.keyboard.press('Enter')
      await page.keyboard.type(' ?o }')
      expect(await page.inputValue('#query')).to.equal(
        'PREFIX cito: <http://purl.org/spar/cito/>\nASK { ?s cito:cites ?o }',
      )
    }))

  it('the editor offers no term that the graph does not have', () =>
    using({}, async (page) => {
      await page.goto('/sparql')
      const offered = await completionsOf(page, 'ASK { ?s <http')
      const rows = await server.select('SELECT DISTINCT ?p { ?s ?p ?o }')
      expect(offered.sort()).to.deep.equal(rows.map(({ p }) => `<${p}>`).sort())
    }))

  it('the keyboard leaves the editor by Esc and Tab, as the page says', () =>
    using({}, async (page) => {
      await page.goto('/sparql')
      const keys = page.locator('#keys')
      expect(await keys.isVisible()).to.equal(true)
      expect(await keys.textContent()).to.include('Esc and then Tab leaves the editor')
      await page.locator('.CodeMirror-code').click()
      await page.keyboard.press('Tab')
      expect(await page.locator('.CodeMirror-focused').count()).to.equal(1)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      expect(await page.locator('.CodeMirror-focused').count()).to.equal(0)
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('Run')
    }))

  it('a page of another origin may read the headers of an answer', async () => {
    const elsewhere = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title>'),
    ).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const page = await opened.browser.newPage()
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    const names = ['ETag', 'Link', 'Content-Location', 'X-Request-Id']
    const read = await page.evaluate(
      `fetch('${server.api}/products/product-fair-principles').then(({ headers }) => ` +
        `${JSON.stringify(names)}.filter((name) => headers.get(name)))`,
    )
    await page.close()
    elsewhere.close()
    expect(read).to.deep.equal(names)
  })

  it('people make a request in the documentation', () =>
    using({}, async (page) => {
      await page.goto('/docs')
      await page.locator('#operations-tag-Topics').click()
      const operation = page.locator('#operations-Topics-getTopicById')
      await operation.getByRole('button').first().click()
      const id = await operation.locator('input[type=text]').first().inputValue()
      expect(id).to.match(/^topic-/)
      await operation.getByRole('button', { name: 'Execute' }).click()
      await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
      expect(
        await operation.locator('.live-responses-table .highlight-code').first().textContent(),
      ).to.include(id)
      expect(await operation.locator('.request-url').textContent()).to.include(`${server.api}/topics/${id}`)
      expect(await page.getByRole('main').count()).to.equal(1)
      expect(await barriersIn(page)).to.deep.equal([])
    }))

  for (const [tag, id] of [
    ['Products', 'getProducts'],
    ['Products', 'downloadProducts'],
    ['Linked_data', 'askSparql'],
    ['API', 'search'],
  ] as const)
    it(`the request ${id} of the documentation is filled in so that it finds something`, () =>
      using({}, async (page) => {
        await page.goto('/docs')
        const operation = page.locator(`[id="operations-${tag}-${id}"]`)
        await page.locator(`[id="operations-tag-${tag}"]`).click()
        await operation.getByRole('button').first().click()
        await operation.getByRole('button', { name: 'Execute' }).click()
        await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
      }))

  it('people make a request beside the API in the documentation', () =>
    using({}, async (page) => {
      await page.goto('/docs')
      await page.locator('#operations-tag-Server').click()
      const health = page.locator('#operations-Server-getHealth')
      await health.getByRole('button').first().click()
      await health.getByRole('button', { name: 'Execute' }).click()
      await health.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    }))

  for (const [where, width] of [
    ['beside a list on a wide screen', 1200],
    ['behind a button on a narrow one, with the first result in sight', 390],
  ] as const)
    it(`has facets ${where}`, () =>
      using({ viewport: { width, height: 900 } }, async (page) => {
        await page.goto('/skg-if/api/products')
        const boxOf = (selector: string): ReturnType<ReturnType<Page['locator']>['boundingBox']> =>
          page.locator(selector).first().boundingBox()
        const isWide = width > 1000
        if (!isWide) {
          const first = await boxOf('ol.briefs > li')
          expect(first!.y + first!.height).to.be.below(844)
          expect(await page.locator('.facets').isVisible()).to.equal(false)
          await page.getByText('Filter', { exact: true }).click()
        }
        const [facets, list] = [await boxOf('.facets'), await boxOf('ol.briefs')]
        const isBeside = facets!.x + facets!.width <= list!.x && facets!.y < list!.y + list!.height
        expect(isBeside).to.equal(isWide)
        if (!isBeside) expect(facets!.y + facets!.height).to.be.at.most(list!.y)
        expect(await overflowOf(page), 'sideways scrolling').to.be.at.most(0)
      }))

  for (const width of [1280, 390])
    it(`leaves room around the parts of a record, in a window of ${width}, and has the tab of its list in sight`, () =>
      using({ viewport: { width, height: 900 } }, async (page) => {
        await page.goto('/skg-if/api/products/product-numpy-paper')
        const margin = await page.evaluate(
          "parseFloat(getComputedStyle(document.querySelector('section:has(summary > h2)')).marginTop)",
        )
        expect(margin).to.be.at.least(30)
        const [lead, card] = [page.locator('.lead'), page.locator('.aside > .card:not(.read)').first()]
        const [above, below] = [(await lead.boundingBox())!, (await card.boundingBox())!]
        if (width < 1000) expect(below.y - above.y - above.height).to.be.at.least(18)
        await page.locator('summary:has(h2)').click()
        expect(
          await page.evaluate("getComputedStyle(document.querySelector('summary + div > ul')).listStyleType"),
        ).to.equal('none')
        await page.goto('/skg-if/api/services')
        const tab = (await page.locator('.collections [aria-current]').boundingBox())!
        expect(tab.x).to.be.at.least(0)
        expect(tab.x + tab.width).to.be.at.most(width)
      }))

  for (const width of [1280, 390])
    it(`keeps the filters apart that could have been meant, in a window of ${width}`, () =>
      using({ viewport: { width, height: 900 } }, async (page) => {
        await page.goto('/skg-if/api/products?filter=x:y')
        const keys = (await page.evaluate(
          `[...document.querySelectorAll('.choices code')].map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            return { left, right, top, bottom }
          })`,
        )) as Record<'left' | 'right' | 'top' | 'bottom', number>[]
        expect(keys.length).to.be.above(30)
        const beside = keys.flatMap((one) =>
          keys
            .filter(
              (other) => other.left > one.left + 100 && other.top < one.bottom && one.top < other.bottom,
            )
            .map((other) => other.left - one.right),
        )
        expect(beside.length > 0).to.equal(width > 1000)
        // Room for the bullet of a list, and more.
        for (const room of beside) expect(room).to.be.at.least(24)
        expect(await overflowOf(page), 'sideways scrolling').to.be.at.most(0)
      }))

  interface Look extends BrowserContextOptions {
    readonly colorScheme: 'light' | 'dark'
    readonly viewport: { readonly width: number; readonly height: number }
    readonly isPrinted?: true
    readonly isWithoutScripts?: true
  }
  const [wide, narrow] = [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]
  const schemes = ['light', 'dark'] as const
  const looks: readonly Look[] = schemes.flatMap((colorScheme) =>
    [wide, narrow].map((viewport) => ({ colorScheme, viewport })),
  )
  const otherLooks: readonly Look[] = [
    ...schemes.flatMap((colorScheme) =>
      [320, 1600].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
    ),
    { colorScheme: 'light', viewport: narrow, isWithoutScripts: true },
    { colorScheme: 'dark', viewport: wide, isWithoutScripts: true },
    ...schemes.map((colorScheme) => ({ colorScheme, viewport: wide, isPrinted: true as const })),
  ]
  for (const look of otherLooks) {
    const { isPrinted, isWithoutScripts, ...options } = look
    const how = isPrinted ? 'printed' : isWithoutScripts ? 'without scripts' : 'with scripts'
    it(`no page keeps anybody out, ${look.colorScheme}, ${look.viewport.width} wide, ${how}`, () =>
      using(options, async (page) => {
        if (isWithoutScripts) await removeScripts(page)
        for (const [title, path] of kinds) {
          await page.goto(path)
          if (isPrinted) await page.emulateMedia({ media: 'print' })
          expect(await barriersIn(page), title).to.deep.equal([])
          if (!isPrinted) expect(await overflowOf(page), title).to.be.at.most(0)
        }
      }))
  }
  for (const look of looks) {
    const what = `${look.colorScheme} and ${look.viewport.width} wide`
    describe(`in one window, ${what}`, () => {
      const open = throughout(() => openPage(opened.browser, server.root, look))

      for (const [title, path] of kinds) {
        it(`${title} keeps nobody out, ${what}`, async () => {
          const { page, requireNoTrouble } = open
          await page.goto(path)
          await page.evaluate(
            'document.querySelectorAll("details").forEach((details) => { details.open = true })',
          )
          expect(await barriersIn(page)).to.deep.equal([])
          expect(await overflowOf(page), 'sideways scrolling').to.be.at.most(0)
          requireNoTrouble()
        })
      }
    })
  }
})
