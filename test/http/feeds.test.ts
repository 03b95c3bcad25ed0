/** What others show of lists: Atom feeds, parts of their pages, and the search boxes of browsers. */

import { expect } from 'chai'
import { validateXML } from 'xmllint-wasm'
import { getPage } from '../support/html.ts'
import { demoServer } from '../support/shared.ts'

const { server } = await demoServer()

/** What Atom asks of feeds and entries (RFC 4287): enough of it to find what is missing or out of place. */
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.w3.org/2005/Atom"
  targetNamespace="http://www.w3.org/2005/Atom" elementFormDefault="qualified">
  <xs:complexType name="person"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="link">
    <xs:attribute name="rel" type="xs:string"/><xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="href" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:element name="feed"><xs:complexType><xs:sequence>
    <xs:element name="title" type="xs:string"/><xs:element name="id" type="xs:anyURI"/>
    <xs:element name="link" type="link" minOccurs="2" maxOccurs="unbounded"/>
    <xs:element name="updated" type="xs:dateTime"/><xs:element name="author" type="person"/>
    <xs:element name="entry" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="title" type="xs:string"/><xs:element name="id" type="xs:anyURI"/>
      <xs:element name="link" type="link"/><xs:element name="updated" type="xs:dateTime"/>
      <xs:element name="published" type="xs:dateTime" minOccurs="0"/>
      <xs:element name="author" type="person" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="summary" type="xs:string"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

describe('lists elsewhere', () => {
  const feedOf = async (path: string): Promise<{ text: string; response: Response }> => {
    const response = await fetch(`${server.api}/${path}${path.includes('?') ? '&' : '?'}format=atom`)
    return { text: await response.text(), response }
  }
  const all = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, one]) => one as string)
  const published = (text: string): string[] => all(text, /<published>([^<]+)<\/published>/g)

  it('are feeds of well-formed XML, the newest first, each entry with what Atom asks for', async () => {
    const { text, response } = await feedOf('products?page_size=100&skeg_sort=publication_date:desc')
    expect(response.headers.get('content-type')).to.equal('application/atom+xml; charset=utf-8')
    const xml = [{ fileName: 'feed.xml', contents: text }]
    expect(
      (await validateXML({ xml, schema: [{ fileName: 'atom.xsd', contents: schema }] })).errors,
    ).to.deep.equal([])
    const dates = published(text)
    expect(dates.length).to.be.above(5)
    expect(dates).to.deep.equal([...dates].sort().reverse())
    for (const entry of text.match(/<entry>.*?<\/entry>/gs)!) {
      for (const name of ['title', 'id', 'updated', 'summary']) expect(entry).to.include(`<${name}>`)
      expect(entry).to.include('rel="alternate"')
    }
  })

  it('have pages, and say which is which', async () => {
    const { text } = await feedOf('products?page_size=3&skeg_sort=publication_date:desc')
    expect(text.match(/<entry>/g)).to.have.length(3)
    const next = / rel="next" href="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    expect(next)
      .to.include('page=2')
      .and.include('format=atom')
      .and.include('skeg_sort=publication_date:desc')
    const second = await (await fetch(next)).text()
    expect(published(second)[0]! <= published(text).at(-1)!).to.equal(true)
    const id = (xml: string): string => /<id>([^<]+)<\/id>/.exec(xml)![1]!
    expect(id(second)).to.equal(id(text))
    expect((await feedOf('products?page_size=101')).response.status).to.equal(400)
  })

  it('have another order where one is asked for', async () => {
    const titles = (text: string): string[] => all(text, /<entry><title>([^<]+)/g)
    const byTitle = await (await fetch(`${server.api}/products?skeg_sort=title&format=atom`)).text()
    expect(byTitle).to.include('skeg_sort=title&amp;')
    expect(titles(byTitle)).to.not.deep.equal(titles((await feedOf('products')).text))
    expect((await feedOf('persons')).response.status).to.equal(200)
  })

  it('are found by feed readers on the page of a list, and on that of a person', async () => {
    const feeds = async (path: string): Promise<string[]> =>
      (await getPage(server.api + path)).html
        .all('link')
        .filter(({ attributes: { type } }) => type === 'application/atom+xml')
        .map(({ attributes: { href } }) => href as string)
    expect(await feeds('/products?filter=product_type:literature')).to.deep.equal([
      '/skg-if/api/products?filter=product_type:literature&page=1&page_size=10&skeg_sort=publication_date:desc&format=atom',
    ])
    const [own] = await feeds('/persons/person-heather-piwowar')
    const text = await (await fetch(server.root + own)).text()
    expect(own).to.include('person-heather-piwowar').and.include('skeg_sort=publication_date:desc')
    expect(text).to.match(/<entry>.*Piwowar/s)
  })

  it('stand in the frame of any page, without scripts, and nothing else may', async () => {
    const { html, headers, status } = await getPage(`${server.api}/products?page_size=3&format=embed`)
    expect(status).to.equal(200)
    expect(headers.get('x-frame-options')).to.equal(null)
    expect(headers.get('content-security-policy'))
      .to.include('frame-ancestors *')
      .and.include("default-src 'none'")
      .and.not.include('unsafe')
    expect(html.faults).to.deep.equal([])
    expect(html.all('script')).to.deep.equal([])
    expect(html.links).to.have.length.above(3)
    for (const link of html.links) expect(link).to.match(/^https?:/)
    const page = await getPage(`${server.api}/products?page_size=3`)
    expect(page.headers.get('content-security-policy')).to.include("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).to.equal('DENY')
    expect(
      page.html
        .all('pre')
        .map(({ text }) => text)
        .join(),
    ).to.include('<iframe src="http')
  })

  it('are searched from the address bars of browsers', async () => {
    const { html } = await getPage(`${server.root}/`)
    const { href } = html.all('link').find(({ attributes: { rel } }) => rel === 'search')!.attributes
    const response = await fetch(server.root + href)
    expect(response.headers.get('content-type')).to.include('application/opensearchdescription+xml')
    const templates = all(await response.text(), / template="([^"]+)"/g)
    expect(templates).to.have.length(2)
    for (const template of templates) {
      const url = template.replaceAll('&amp;', '&').replace('{searchTerms}', 'data')
      expect((await fetch(url)).status, url).to.equal(200)
    }
  })

  for (const [what, words, status] of [
    ['a list without a match', 'zzzz', 404],
    ['words of 10,000 characters', 'x'.repeat(10_000), [404, 422, 400]],
    ['500 words', Array.from({ length: 500 }, (_, i) => `w${i}`).join(' '), [404, 422, 400]],
    ['right-to-left words', 'مرحبا بالعالم', 404],
    ['emoji', '🦈🌊', 404],
    ['markup', '<script>&"\'', 404],
  ] as const)
    it(`of ${what} have a bounded answer, as a feed and in a frame`, async () => {
      for (const format of ['atom', 'embed']) {
        const filter = `cf.search.words:${encodeURIComponent(words)}`
        const response = await fetch(`${server.api}/products?filter=${filter}&format=${format}`)
        expect(response.status).to.be.oneOf([status].flat())
        const text = await response.text()
        expect(text.length).to.be.below(60_000)
        expect(text).to.not.include('<script>')
      }
    })
})
