/** An institution shows its logo, its colour and its links, and what is wrong with them is said at the start. */

import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { neutralAbout, readAbout } from '../../src/about.ts'
import { brandOf, contrast } from '../../src/pages/shared/brand.ts'
import { getPage } from '../support/html.ts'
import { openSmallGraph, startServer } from '../support/server.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'

describe('what an institution shows of its own', () => {
  let folder: string
  before(() => (folder = mkdtempSync(join(tmpdir(), 'skeg-'))))
  after(() => rmSync(folder, { recursive: true }))
  const about = (json: object): ReturnType<typeof readAbout> => {
    const file = join(folder, 'about.json')
    writeFileSync(file, JSON.stringify(json))
    return readAbout(file)
  }

  it('is on every page, and in no facts for programs', async () => {
    writeFileSync(join(folder, 'logo.svg'), SVG)
    const links = { Imprint: 'https://uni.example/imprint', Privacy: 'https://uni.example/privacy' }
    const own = about({ title: 'U', accent: '#FFCC00', logo: 'logo.svg', links })
    const graph = await openSmallGraph()
    const server = await startServer(graph, { about: own })
    try {
      const { html, headers } = await getPage(`${server.api}/products`)
      const src = html.all('img')[0]?.attributes.src
      const logo = await fetch(server.root + src)
      expect([logo.headers.get('content-type'), await logo.text()]).to.deep.equal(['image/svg+xml', SVG])
      const sheet = html.all('link').find(({ attributes: { href } }) => href?.includes('/accent-'))
      expect(await (await fetch(server.root + sheet?.attributes.href)).text()).to.match(
        /--accent:#[\da-f]{6};/,
      )
      for (const [text, url] of Object.entries(links))
        expect(html.all('a').find((one) => one.text === text)?.attributes.href).to.equal(url)
      expect(headers.get('content-security-policy')).to.not.include('unsafe')
      const facts = (await (await fetch(`${server.root}/?format=json`)).json()) as object
      expect(facts).to.include({ title: 'U' }).and.not.have.any.keys('logo', 'accent', 'links')
    } finally {
      await server.close()
      await graph.close()
    }
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

  const faults: readonly (readonly [title: string, json: object, message: RegExp])[] = [
    [
      'a colour that is none',
      { accent: 'teal; } body { display: none' },
      /accent of .* must be a colour such as/,
    ],
    ['a logo that is not there', { logo: 'none.png' }, /logo of .* must be the name of a PNG/],
    ['a logo that is no picture', { logo: 'about.json' }, /logo of .* must be the name of a PNG/],
    [
      'a link that is none',
      { links: { Imprint: 'javascript:alert(1)' } },
      /links of .* must be an object of 1 to 12/,
    ],
    [
      'too many links',
      { links: Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`l${i}`, 'https://x.example/'])) },
      /1 to 12/,
    ],
  ]
  for (const [title, json, message] of faults)
    it(`is refused with a reason: ${title}`, () => expect(() => about(json)).to.throw(message))

  it('is refused with a reason: a logo that is too large', () => {
    writeFileSync(join(folder, 'large.svg'), SVG + ' '.repeat(200_000))
    expect(() => about({ logo: 'large.svg' })).to.throw(/at most 200 kB/)
  })
})
