/** Pages in the languages that a graph has: which one a request gets, that it is all in it, and that caches stay right. */

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { neutralAbout, readAbout, type About, type InterfaceLanguage } from '../../src/config/about.ts'
import { extensions } from '../../src/extensions/index.ts'
import { languageFor } from '../../src/api/negotiate.ts'
import { buildModel, walkFields } from '../../src/model/model.ts'
import { labelOfFilter } from '../../src/doors/pages/search/filter-fields.ts'
import { english } from '../../src/record/naming/locale.ts'
import { localeOf, texts } from '../../src/doors/pages/texts/locale.ts'
import { getPage, type Html } from '../support/html.ts'
import { model } from '../support/model.ts'
import { DEMO, startSparql } from '../support/endpoint.ts'
import { openGraphOf, openSmallGraph, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'
import { throughout } from '../support/closing.ts'

const BOTH: About = { ...neutralAbout, interfaceLanguages: ['en', 'de'] }

/** Every English text that pages take from the rows. */
function* rowTexts(): Generator<string> {
  for (const type of model.types) {
    const {
      label,
      plural,
      doc,
      orders = {},
      profiles = [],
      charts = {},
      display,
      labelsWithoutTitle,
      kinds,
    } = type
    yield* [label, plural, doc, ...Object.values(charts)]
    for (const { path, field } of walkFields(type.fields)) {
      yield english.labelOf(path.at(-1) as string, field)
      if (field.kind === 'reference' && field.inverseLabel !== undefined) yield field.inverseLabel
    }
    for (const filter of model.filtersOf(type).all) {
      yield labelOfFilter(filter, type, model)
      if (filter.row.facet !== undefined) yield filter.row.facet
    }
    for (const order of Object.values(orders)) yield order.doc
    for (const one of profiles) yield* [one.label, ...Object.values(one.facets)]
    for (const notice of display?.notices ?? [])
      yield* [notice.label, ...(notice.text === undefined ? [] : [notice.text])]
    for (const { text } of labelsWithoutTitle ?? []) yield text
    for (const { label: kind } of Object.values(kinds?.names ?? {})) yield kind
  }
}

const german: Readonly<Record<string, string>> = Object.assign(
  {},
  ...extensions.map(({ translations }) => translations?.['de'] ?? {}),
)

/** What a text says of values, with a mark in the place of each; some are lists. */
function call(text: (...given: unknown[]) => unknown): unknown {
  const given = (value: unknown): unknown[] => Array.from({ length: text.length }, () => value)
  try {
    return text(...given('\0'))
  } catch {
    return text(...given(['\0']))
  }
}

/** Texts of a table by their keys; of a function what stands around its values. */
function* textsOf(value: unknown, key = ''): Generator<readonly [key: string, parts: readonly string[]]> {
  if (typeof value === 'string') yield [key, [value.trim()]]
  else if (typeof value === 'function') {
    const parts = [call(value as (...given: unknown[]) => unknown)].flat()
    yield [
      key,
      parts
        .join('')
        .split('\0')
        .map((part) => part.trim()),
    ]
  } else for (const [name, inner] of Object.entries(value as object)) yield* textsOf(inner, `${key}.${name}`)
}

/** Words of letters in a text, which tell languages apart: a blank or a colon does not. */
const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text)

describe('pages in several languages', () => {
  const server = throughout(() => startSparql({ about: BOTH }))

  const get = (path: string, language = 'en', more = {}): ReturnType<typeof getPage> =>
    getPage(server.root + path, { 'accept-language': language, ...more })
  const languageOf = ({ html }: { html: Html }): string | undefined => html.all('html')[0]?.attributes.lang

  describe('have a text', () => {
    it('for every label of the rows', () =>
      expect([...new Set(rowTexts())].filter((text) => german[text] === undefined)).to.deep.equal([]))
    it('that is another than the English one, but for a few words that both have', () => {
      const own = new Map(textsOf(texts.de))
      const equal = [...textsOf(texts.en)].filter(
        ([key, parts]) => parts.some(hasWords) && String(own.get(key)) === String(parts),
      )
      expect(equal.map(([key]) => key).sort()).to.deep.equal(
        ['.list.export', '.record.feed', '.data.download'].sort(),
      )
    })
  })

  describe('are chosen', () => {
    const rows: readonly [accept: string, languages: readonly InterfaceLanguage[], expected: string][] = [
      ['', ['en', 'de'], 'en'],
      ['', ['de', 'en'], 'de'],
      ['*', ['de', 'en'], 'de'],
      ['de', ['en', 'de'], 'de'],
      ['de-CH;q=0.9, fr', ['en', 'de'], 'de'],
      ['DE-at', ['en', 'de'], 'de'],
      ['en;q=0.5,de', ['en', 'de'], 'de'],
      ['de;q=0.5,en-GB', ['de', 'en'], 'en'],
      ['de;q=0', ['en', 'de'], 'en'],
      ['fr, it', ['de', 'en'], 'de'],
      ['fr, en;q=0.1', ['de', 'en'], 'en'],
      [';;q=,,', ['en', 'de'], 'en'],
      ['de', ['en'], 'en'],
      [`de${',de'.repeat(2000)}`, ['en', 'de'], 'en'],
    ]
    for (const [accept, languages, expected] of rows)
      it(`from ${languages.join(', ')} by Accept-Language: ${accept.slice(0, 40)}`, () =>
        expect(languageFor(accept, languages)).to.equal(expected))

    it('by the query string of the URL alone: an id may hold as much', async () => {
      expect((await fetch(`${server.root}/skg-if/api/topics/none&skeg_lang=xx`)).status).to.equal(404)
      expect((await fetch(`${server.root}/skg-if/api/topics/none?a=b&skeg_lang=xx`)).status).to.equal(400)
      const page = await get('/skg-if/api/products?page_size=5&skeg_lang=de', 'en')
      expect(languageOf(page)).to.equal('de')
    })

    it('by the URL before the header, and the links of the page keep it', async () => {
      const page = await get('/skg-if/api/products?skeg_lang=de&page_size=5', 'en')
      expect(languageOf(page)).to.equal('de')
      expect(page.headers.get('vary')).to.not.include('Language')
      const own = page.html.links.filter((href) => /^\/(?!assets|download|dump)/.test(href))
      const pages = own.filter((href) => !/format=/.test(href))
      expect(pages.length).to.be.above(50)
      expect(
        pages.filter((href) => !href.includes('skeg_lang=de')),
        'without it',
      ).to.deep.equal(['/skg-if/api/products?page_size=5&skeg_lang=en'])
      expect(own.filter((href) => /format=\w+.*skeg_lang/.test(href))).to.deep.equal([])
      const fields = page.html.all('input').filter(({ attributes }) => attributes.name === 'skeg_lang')
      expect(fields).to.have.length.above(1)
      expect(new Set(fields.map(({ attributes }) => attributes.value))).to.deep.equal(new Set(['de']))
      for (const href of pages.slice(0, 15)) {
        const next = await get(href.replace(/#.*/, ''), 'en')
        if (next.status === 200) expect(languageOf(next), href).to.equal('de')
        else expect(next.headers.get('location'), href).to.include('skeg_lang=de')
      }
    })
    it('by a link of each page that leads to the same page in the other language', async () => {
      for (const path of ['/', '/skg-if/api/persons?page_size=2', '/search?q=open%20data', '/none']) {
        const link = (html: Html): string =>
          html.all('a').find(({ attributes }) => attributes.hreflang !== undefined)?.attributes.href ?? ''
        const page = await get(path, 'de')
        expect(languageOf(page), path).to.equal('de')
        const other = await get(link(page.html), 'de')
        expect(languageOf(other), path).to.equal('en')
        expect(languageOf(await get(link(other.html), 'en')), path).to.equal('de')
      }
    })
    it('by forms and redirects as well', async () => {
      const form = await get('/search/products?cf.search.title=open&skeg_lang=de')
      expect(form.headers.get('location')).to.match(
        /filter=cf\.search\.title:open&skeg_sort=relevance&page_size=20&skeg_lang=de$/,
      )
      const country = await get(
        '/search/products?cf.contributions_aff_country=Vereinigte+Staaten&skeg_lang=de',
      )
      expect(country.headers.get('location')).to.include('cf.contributions_aff_country:US')
      const record = await get('/id/product-opencitations?skeg_lang=de')
      expect(record.headers.get('location')).to.match(/\/products\/product-opencitations\?skeg_lang=de$/)
    })
    it('among those that there are, and a wrong one is said with them', async () => {
      const { status, body } = await get('/skg-if/api/products?skeg_lang=fr', 'de')
      expect(status).to.equal(400)
      expect(body).to.include('skeg_lang is fr; the languages of the pages are en, de.')
    })
  })

  describe('are all in their language', () => {
    const paths = [
      '/',
      '/skg-if/api',
      '/skg-if/api/products',
      '/skg-if/api/products?filter=cf.search.title:open&page_size=1&page=2',
      '/skg-if/api/products?filter=cf.contributor:person-heather-piwowar,cf.contributions_aff_country:us',
      '/skg-if/api/products?filter=cf.search.words:zzzzz',
      '/skg-if/api/products?page=9',
      '/skg-if/api/products?skeg_sample=2&skeg_seed=1',
      '/skg-if/api/products?format=embed',
      '/search?q=open',
      '/search?q=opne%20citatoins',
      '/search?q=zzzzz%20open',
      '/sparql',
      `/sparql?query=${encodeURIComponent('SELECT ?class (COUNT(*) AS ?count) { ?s a ?class } GROUP BY ?class')}`,
      `/sparql?query=${encodeURIComponent('ASK { ?s ?p ?o }')}`,
      `/sparql?query=${encodeURIComponent('CONSTRUCT WHERE { ?s ?p ?o } LIMIT 1')}`,
      '/sparql?query=SELECT',
      '/.well-known/void',
      '/contexts',
      '/none',
      '/skg-if/api/products?filter=nothing:1',
      '/skg-if/api/products/none?format=html',
      '/docs',
      '/docs/errors',
    ]
    /** A page without what is in a language of its own, and without data and code. */
    const german = (body: string): string =>
      body
        .replace(/<(script|style|pre|code|textarea)\b[^>]*>[^]*?<\/\1>/g, ' ')
        .replace(/<main id="content" lang="en">[^]*?<\/main>/g, ' ')
        .replace(/<div lang="en">[^]*?<\/div>/g, ' ')
        .replace(/<(p|a|span|h2|bdi)\b[^>]* lang="en"[^>]*>[^]*?<\/\1>/g, ' ')

    /** What people read: texts between tags and attributes that are read. */
    const readTexts = (body: string): string[] =>
      [...german(body).matchAll(/>([^<]+)<|(?:aria-label|placeholder|title|alt|data-copy)="([^"]+)"/g)].map(
        ([, text, attribute]) => (text ?? attribute ?? '').replaceAll('&amp;', '&').trim(),
      )

    const foreign = [...textsOf(texts.en)].flatMap(([key, parts]) => {
      if (/\.(?:type|urlMembers\.\d+)$/.test(key)) return []
      const own = new Map(textsOf(texts.de)).get(key) ?? []
      return parts.filter((part) => part.length > 3 && /\p{Ll}{3}/u.test(part) && !own.includes(part))
    })
    const known = new Set(Object.values(Object.fromEntries(textsOf(texts.de))).flat())

    const check = async (path: string): Promise<void> => {
      const page = await get(path, 'de')
      if (/^\/(?:sparql.*WHERE|sparql$|search|reconcile|docs|contexts|$)/.test(path))
        expect(page.status, path).to.equal(200)
      expect(languageOf(page), path).to.equal('de')
      expect(page.headers.get('content-language'), path).to.equal('de')
      expect(page.html.faults, path).to.deep.equal([])
      const read = readTexts(page.body)
      // A sentence anywhere, a word alone: words of titles are those of records.
      const english = foreign.filter(
        (text) => read.includes(text) || (text.includes(' ') && read.some((one) => one.includes(text))),
      )
      expect(
        english.filter((text) => !known.has(text)),
        path,
      ).to.deep.equal([])
      const rows = Object.entries(localeWords).filter(([text, own]) => own !== text && read.includes(text))
      expect(
        rows.map(([text]) => text),
        path,
      ).to.deep.equal([])
    }
    const words = new Set(rowTexts())
    const localeWords = Object.fromEntries(
      [...words].map((text) => [text, localeOf(model, 'de').translate(text)]),
    )

    for (const path of paths) it(`of ${path.slice(0, 80)}`, () => check(path))
    it('of a record of each type', async () => {
      for (const type of model.types)
        for (const iri of server.graph.list(type, 0, 3))
          await check(`/skg-if/api/${type.path}/${encodeURIComponent(iri)}`)
    })
  })

  it('name the same page in the other languages, and which of them they are themselves', async () => {
    const list = '/skg-if/api/persons?page=1&page_size=2'
    const linksOf = async (path: string): Promise<Record<string, string | undefined>> => {
      const { html } = await get(path, 'de')
      const links = html
        .all('link')
        .filter(({ attributes: { rel } }) => /canonical|alternate/.test(rel ?? ''))
      return Object.fromEntries(
        links
          .filter(({ attributes: { rel, hreflang } }) => rel === 'canonical' || hreflang !== undefined)
          .map(({ attributes: { hreflang = 'canonical', href } }) => [
            hreflang,
            href?.slice(server.root.length),
          ]),
      )
    }
    const alternates = { en: `${list}&skeg_lang=en`, de: `${list}&skeg_lang=de`, 'x-default': list }
    expect(await linksOf(list)).to.deep.equal({ ...alternates, canonical: list })
    expect(await linksOf(alternates.de)).to.deep.equal({ ...alternates, canonical: alternates.de })
    expect(Object.keys(await linksOf('/search?q=open%20data')), 'no page of its own').to.deep.equal([])
    const { headers } = await get(alternates.de)
    expect(headers.get('link')).to.include(`<${server.root}${alternates.de}>; rel="canonical"`)
  })

  it('have numbers and names as the language writes them', async () => {
    const german = localeOf(model, 'de')
    const product = model.typeAt('products')!
    expect([german.number(1234.5), english.number(1234.5)]).to.deep.equal(['1.234,5', '1,234.5'])
    expect(german.number(0.644482)).to.equal('0,64')
    expect([german.count(1, product), german.count(1204, product)]).to.deep.equal([
      '1 Publikation',
      '1.204 Publikationen',
    ])
    expect([german.languageName('de'), german.codeName('CH', 'ISO 3166-1')]).to.deep.equal([
      'Deutsch',
      'Schweiz',
    ])
    expect(german.codeName('WW', 'ISO 3166-1')).to.equal('weltweit')
  })

  it('are of one language for programs', async () => {
    for (const path of ['/skg-if/api/products?skeg_facets=cf.language', '/search?q=open', '/suggest?q=op']) {
      const json = { accept: 'application/json' }
      const [one, other] = [await get(path, 'en', json), await get(path, 'de', json)]
      expect(other.body).to.equal(one.body)
      expect(other.headers.get('vary')).to.not.include('Language')
      expect(other.headers.get('content-language')).to.equal(null)
    }
  })

  it('are told apart by caches, that of the server included', async () => {
    const path = '/skg-if/api/persons?page_size=3'
    for (const language of ['de', 'en', 'de', 'en', 'fr']) {
      const page = await get(path, language)
      expect(languageOf(page)).to.equal(language === 'fr' ? 'en' : language)
      expect(page.headers.get('vary')).to.equal('Accept-Encoding, Accept, Accept-Language')
    }
    const problem = await get('/none', 'de')
    expect(problem.headers.get('vary')).to.equal('Accept-Encoding, Accept, Accept-Language')
  })
})

describe('pages that threads make', () => {
  it('are told apart by their language where they are made at the same time', async () => {
    await using graph = await openGraphOf([DEMO])
    // Nothing is stored: each answer is made.
    await using server = await startServer(graph, {
      about: BOTH,
      threads: { count: 1 },
      settings: { cache: 0 },
    })
    const path = `${server.root}/skg-if/api/products?page_size=7`
    const get = async (url: string): Promise<string> => (await getPage(url, { 'accept-language': 'de' })).body
    // The first request starts the thread.
    await get(path)
    for (let round = 0; round < 5; round++) {
      const bodies = await Promise.all([`${path}&skeg_lang=de`, path, `${path}&skeg_lang=en`, path].map(get))
      const found = bodies.map((body) => [
        /<html lang="(..)"/.exec(body)?.[1],
        /href="[^"]*products\?[^"]*skeg_lang=(..)"/.exec(
          body.replace(/<head>[^]*<\/head>|<footer>[^]*/g, ''),
        )?.[1],
      ])
      expect(found).to.deep.equal([
        ['de', 'de'],
        ['de', undefined],
        ['en', 'en'],
        ['de', undefined],
      ])
    }
  })
})

describe('pages in one language', () => {
  async function pageOf(about: About, path: string): ReturnType<typeof getPage> {
    await using graph = await openSmallGraph()
    await using server = await startServer(graph, { about })
    return await getPage(server.root + path, { 'accept-language': 'de' })
  }
  it('are English where a graph says nothing, whoever asks, and depend on no header for it', async () => {
    const { headers, body } = await pageOf(neutralAbout, '/')
    expect(body).to.include('<html lang="en">').and.not.include('hreflang')
    expect(headers.get('vary')).to.equal('Accept-Encoding, Accept')
    expect(headers.get('content-language')).to.equal(null)
    const { status, body: problem } = await pageOf(neutralAbout, '/skg-if/api/products?skeg_lang=de')
    expect(status).to.equal(400)
    expect(problem).to.include('There is no parameter skeg_lang')
  })
  it('may be German ones', async () => {
    const { headers, body } = await pageOf({ ...neutralAbout, interfaceLanguages: ['de'] }, '/')
    expect(body).to.include('<html lang="de">').and.not.include('hreflang')
    expect(headers.get('vary')).to.equal('Accept-Encoding, Accept')
    expect(headers.get('content-language')).to.equal('de')
  })
})

describe('the languages of a file about a graph', () => {
  const rows: readonly [says: string, value: unknown, isRight: boolean][] = [
    ['one', ['de'], true],
    ['both', ['de', 'en'], true],
    ['an unknown one', ['en', 'fr'], false],
    ['the same twice', ['en', 'en'], false],
    ['none', [], false],
    ['a text', 'de', false],
  ]
  for (const [says, value, isRight] of rows)
    it(`are ${isRight ? 'read' : 'refused'}: ${says}`, () => {
      const folder = temporaryFolder()
      const file = join(folder, 'about.json')
      writeFileSync(file, JSON.stringify({ interfaceLanguages: value }))
      if (isRight) expect(readAbout(file).interfaceLanguages).to.deep.equal(value)
      else
        expect(() => readAbout(file)).to.throw(
          `interfaceLanguages of ${file} must be a list of languages that the pages have, each once: en, de`,
        )
    })
})

describe('the translations of an extension', () => {
  it('stand in the place of its English, and change nothing else', () => {
    const own = { name: 'lab', version: '1', contexts: {}, translations: { de: { Products: 'Produkte' } } }
    const extended = buildModel([...extensions, own])
    expect(localeOf(extended, 'de').translate('Products')).to.equal('Produkte')
    expect(localeOf(extended, 'de').translate('Persons')).to.equal('Personen')
    expect(localeOf(model, 'de').translate('Products')).to.equal('Publikationen')
  })
})
