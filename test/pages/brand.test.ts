/** An institution shows its logo, its colour and its links, and what is wrong with them is said at the start. */

import { expect } from 'chai'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { neutralAbout, readAbout, readPartialAbout } from '../../src/config/about.ts'
import { brandOf, contrast } from '../../src/doors/pages/shared/brand.ts'
import { getPage } from '../support/html.ts'
import { openSmallGraph, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folders.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'

describe('what an institution shows of its own', () => {
  let folder: string
  before(() => (folder = temporaryFolder()))
  const about = (json: object): ReturnType<typeof readAbout> => {
    const file = join(folder, 'about.json')
    writeFileSync(file, JSON.stringify(json))
    return readAbout(file)
  }

  it('is on every page, and in no facts for programs', async () => {
    writeFileSync(join(folder, 'logo.svg'), SVG)
    const links = { Imprint: 'https://uni.example/imprint', Privacy: 'https://uni.example/privacy' }
    const own = about({ title: 'U', accent: '#FFCC00', logo: 'logo.svg', links })
    await using graph = await openSmallGraph()
    await using server = await startServer(graph, { about: own })
    const { html, headers } = await getPage(`${server.api}/products`)
    const src = html.all('img')[0]?.attributes.src
    const logo = await fetch(server.root + src)
    expect([logo.headers.get('content-type'), await logo.text()]).to.deep.equal(['image/svg+xml', SVG])
    const sheet = html.all('link').find(({ attributes: { href } }) => href?.includes('/accent-'))
    expect(await (await fetch(server.root + sheet?.attributes.href)).text()).to.match(/--accent:#[\da-f]{6};/)
    for (const [text, url] of Object.entries(links))
      expect(html.all('a').find((one) => one.text === text)?.attributes.href).to.equal(url)
    expect(headers.get('content-security-policy')).to.not.include('unsafe')
    const facts = (await (await fetch(`${server.root}/?format=json`)).json()) as object
    expect(facts).to.include({ title: 'U' }).and.not.have.any.keys('logo', 'accent', 'links')
  })

  it('is said in the language of each page, and in English to programs', async () => {
    writeFileSync(join(folder, 'imprint.md'), '# Imprint')
    writeFileSync(join(folder, 'impressum.md'), '# Impressum\n\nWer wir sind.')
    writeFileSync(join(folder, 'privacy.md'), '# Privacy')
    const file = {
      title: { en: 'Research at U', de: 'Forschung an der U' },
      description: { de: 'Was *wir* veröffentlichen.', en: 'What *we* publish.' },
      interfaceLanguages: ['de', 'en'],
      links: { en: { Library: 'https://uni.example/en' }, de: { Bibliothek: 'https://uni.example/de' } },
      pages: { imprint: { en: 'imprint.md', de: 'impressum.md' }, privacy: { en: 'privacy.md' } },
    }
    about(file)
    // As it goes with a graph.
    const own = about(readPartialAbout(join(folder, 'about.json')))
    expect(about(file)).to.deep.equal(own)
    await using graph = await openSmallGraph()
    await using server = await startServer(graph, { about: own })
    const get = (path: string, language: string): ReturnType<typeof getPage> =>
      getPage(server.root + path, { 'accept-language': language })
    const [german, english] = [await get('/', 'de'), await get('/', 'en')]
    expect([german.html.text('h1'), english.html.text('h1')]).to.deep.equal([
      'Forschung an der U',
      'Research at U',
    ])
    expect(german.html.all('em').map((one) => one.text)).to.deep.equal(['wir'])
    const feet = [german, english].map(({ html }) => html.text('footer'))
    expect(feet[0]).to.include('Impressum').and.include('Privacy').and.include('Bibliothek')
    expect(feet[1]).to.include('Imprint').and.include('Library').and.not.include('Bibliothek')
    expect((await get('/pages/imprint', 'de')).html.text('main')).to.equal('Impressum\nWer wir sind.\n')
    expect((await get('/pages/imprint?skeg_lang=en', 'de')).html.text('main')).to.equal('Imprint\n')
    const facts = (await (await fetch(`${server.root}/?format=json`)).json()) as object
    expect(facts).to.include({ title: 'Research at U' }).and.not.have.any.keys('byLanguage', 'pages')
    const turtle = await (await fetch(`${server.root}/.well-known/void?format=turtle`)).text()
    expect(turtle).to.match(/dcterms:title "Research at U"@en, "Forschung an der U"@de/)
  })

  it('is what the example has', () => {
    const { byLanguage, logo, pages } = readAbout('examples/institution/about.json')
    expect(byLanguage?.de.title).to.equal('Forschung an der Beispieluniversität')
    expect(byLanguage?.de.pages?.['imprint']?.title).to.equal('Impressum')
    expect(logo).to.match(/^data:image/)
    expect(Object.keys(pages ?? {})).to.deep.equal(['imprint', 'accessibility'])
  })

  it('comes from its folder alone, whatever names and links say', () => {
    const [outside, inside] = [temporaryFolder(), join(folder, '..data')]
    try {
      writeFileSync(join(outside, 'secret.md'), '# Secret')
      writeFileSync(join(outside, 'x.svg'), SVG)
      symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'))
      symlinkSync(join(outside, 'x.svg'), join(folder, 'link.svg'))
      const up = `../${basename(outside)}`
      for (const file of [
        { pages: { leak: `${up}/secret.md` } },
        { pages: { leak: { de: 'link.md' } } },
        { icon: `${up}/x.svg` },
        { logo: 'link.svg' },
      ])
        expect(() => about({ title: 'U', ...file }), JSON.stringify(file)).to.throw('in its folder')
      // As containers bring files.
      mkdirSync(inside)
      writeFileSync(join(inside, 'own.md'), '# Own')
      symlinkSync('..data/own.md', join(folder, 'own.md'))
      expect(about({ title: 'U', pages: { own: 'own.md' } }).pages?.['own']?.title).to.equal('Own')
    } finally {
      for (const one of [outside, inside]) rmSync(one, { recursive: true, force: true })
    }
  })

  it('has pages in Markdown, in which nothing runs', async () => {
    const text = [
      '# Imprint **&** contact',
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)> ![x](https://evil.example/x.png)',
      '[bad](javascript:alert(1)) [worse](data:text/html,x) [good](https://uni.example/) [here](/docs)',
      '| a | b |\n|--:|---|\n| 1 | 2 |',
      '## Heading\n\n- one\n- two',
    ].join('\n\n')
    writeFileSync(join(folder, 'imprint.md'), text)
    writeFileSync(join(folder, 'icon.svg'), SVG)
    const own = about({
      title: 'U',
      description:
        'What *we* **[publish](https://uni.example/a)**:\n\n- `b`\n- c_d\n\nMore at https://uni.example.',
      icon: 'icon.svg',
      pages: { imprint: 'imprint.md' },
    })
    await using graph = await openSmallGraph()
    await using server = await startServer(graph, { about: own })
    const { html, body, headers, status } = await getPage(`${server.root}/pages/imprint`)
    expect([status, html.faults]).to.deep.equal([200, []])
    expect(headers.get('content-security-policy')).to.include("script-src 'self'")
    expect(html.all('h1').map((one) => one.text)).to.deep.equal(['Imprint & contact'])
    expect(html.text('main')).to.include('<script>alert(1)</script>')
    expect(html.all('img')).to.deep.equal([])
    expect(body).to.not.match(/<[^>]* (?:style|onerror)=/)
    expect(html.links).to.include.members(['https://uni.example/', '/docs'])
    expect(html.links.filter((link) => /^(?:javascript|data):/.test(link))).to.deep.equal([])
    expect(html.all('td')).to.have.length(2)
    const home = await getPage(`${server.root}/`)
    expect(home.html.links).to.include.members(['/pages/imprint', 'https://uni.example'])
    expect(home.html.all('em').map((one) => one.text)).to.include('we')
    const plain = 'What we publish: b c_d More at https://uni.example.'
    const metas = home.html.all('meta').map(({ attributes }) => attributes)
    const shown = metas.filter(({ name, property }) => (name ?? property ?? '').endsWith('description'))
    expect(shown.map(({ content }) => content)).to.deep.equal([plain, plain, plain])
    const data = await fetch(`${server.root}/.well-known/void?format=ntriples`)
    const said = /dc\/terms\/description> ("What .*?") \./.exec(await data.text())?.[1] ?? ''
    expect((JSON.parse(said) as string).replace(/\s+/g, ' ')).to.equal(plain)
    const icon = home.html.all('link').find(({ attributes: { rel } }) => rel === 'icon')!.attributes
    expect(icon.type).to.equal('image/svg+xml')
    expect(await (await fetch(server.root + icon.href)).text()).to.equal(SVG)
    const none = await fetch(`${server.root}/pages/none`)
    expect([none.status, ((await none.json()) as { detail: string }).detail]).to.deep.equal([
      404,
      'There is no page of that name. The pages are imprint.',
    ])
    const facts = (await (await fetch(`${server.root}/?format=json`)).json()) as object
    expect(facts).to.not.have.any.keys('pages', 'icon')
  })

  it('goes with the graph: what was read is read again', () => {
    writeFileSync(join(folder, 'imprint.md'), '# Imprint\n\nWe.')
    writeFileSync(join(folder, 'logo.svg'), SVG)
    const first = about({ title: 'U', logo: 'logo.svg', icon: 'logo.svg', pages: { imprint: 'imprint.md' } })
    const other = temporaryFolder()
    writeFileSync(join(other, 'about.json'), JSON.stringify(first))
    expect(readAbout(join(other, 'about.json'))).to.deep.equal(first)
  })

  it('is refused with a reason: 10 MB of it', () => {
    expect(() => about({ title: 'x'.repeat(10_000_000) })).to.throw(
      /has 10000012 bytes; the limit is 3000000/,
    )
  })

  it('is refused with a reason: a page that is too long, or none', () => {
    writeFileSync(join(folder, 'long.md'), `# Long\n${'x'.repeat(100_000)}`)
    writeFileSync(join(folder, 'bare.md'), 'without a heading')
    writeFileSync(join(folder, 'page.html'), '# Imprint')
    for (const pages of [
      { long: 'long.md' },
      { bare: 'bare.md' },
      { page: 'page.html' },
      { none: 'none.md' },
      { 'No name': 'imprint.md' },
      { '../up': 'imprint.md' },
      {},
      ['imprint.md'],
    ])
      expect(() => about({ pages }), JSON.stringify(pages)).to.throw(
        /pages of .* must be an object of 1 to 12 pages/,
      )
  })

  for (const accent of ['#ffcc00', '#ffffff', '#000000', '#ff0000', '#0b666c', '#7f7f7f'])
    it(`has a colour that can be read, light and dark: ${accent}`, () => {
      const sheet = brandOf({ ...neutralAbout, accent }).accent!.body.toString()
      const [light = '', dark = ''] = [...sheet.matchAll(/--accent:(#[\da-f]{6})/g)].map(
        ([, colour]) => colour!,
      )
      for (const ground of ['#ffffff', '#f6f8f8', '#eef2f3'])
        expect(contrast(light, ground), `${light} on ${ground}`).to.be.at.least(4.5)
      for (const ground of ['#0f1618', '#172023', '#1f2a2e'])
        expect(contrast(dark, ground), `${dark} on ${ground}`).to.be.at.least(4.5)
    })

  const faults: readonly (readonly [json: object, message: RegExp])[] = [
    [{ accent: 'teal; } body { display: none' }, /accent of .* must be a colour such as/],
    [{ logo: 'none.png' }, /logo of .* must be the name of a PNG/],
    [{ logo: 'about.json' }, /logo of .* must be the name of a PNG/],
    [{ links: { Imprint: 'javascript:alert(1)' } }, /links of .* must be an object of 1 to 12/],
    [
      { links: Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`l${i}`, 'https://x.example/'])) },
      /1 to 12/,
    ],
  ]
  for (const [json, message] of faults)
    it(`is refused with a reason: ${JSON.stringify(json)}`, () => expect(() => about(json)).to.throw(message))

  it('is refused with a reason: a logo that is too large', () => {
    writeFileSync(join(folder, 'large.svg'), SVG + ' '.repeat(200_000))
    expect(() => about({ logo: 'large.svg' })).to.throw(/at most 200 kB/)
  })
})
