/** Records whose data is thin or odd, as pages show them: one page, no author, years far away. */

import { expect } from 'chai'
import { getPage, type Html } from '../support/html.ts'
import { type Json, serveRecords } from '../support/server.ts'

const work = (id: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Work ${id}`] },
  ...more,
})

const by = (role: string | undefined, id: string, name: string): Json => ({
  ...(role !== undefined && { role }),
  by: { local_identifier: id, entity_type: 'organisation', name },
})

const published = (year: number): Json =>
  work(`of-${year}`, { manifestations: [{ dates: { publication: [`${year}-05-01T00:00:00`] } }] })

const records: readonly Json[] = [
  work('one-page', { manifestations: [{ biblio: { pages: { first: 'e1008184', last: 'e1008184' } } }] }),
  work('no-author', {
    contributions: [
      by('publisher', 'press', 'A Press'),
      by('editor', 'house', 'A House'),
      by('editor', 'inn', 'An Inn'),
    ],
  }),
  work('author', { contributions: [by('publisher', 'press', 'A Press'), by('author', 'house', 'A House')] }),
  ...[1665, 1851, 2001, 2003, 2004, 2099].map(published),
  work('no-role', { contributions: [by(undefined, 'house', 'A House')] }),
  work('some-roles', {
    contributions: [by('publisher', 'press', 'A Press'), by(undefined, 'house', 'A House')],
  }),
  work('author-twice', {
    contributions: [['one', 'other'], ['one']].map((ids) => ({
      ...by('author', 'house', 'A House'),
      declared_affiliations: ids.map((id) => ({
        local_identifier: id,
        entity_type: 'organisation',
        name: id,
      })),
    })),
  }),
]

describe('pages of odd records', () => {
  const server = serveRecords(records, 'https://example.org/odd/')

  const page = (path: string): Promise<Html> => getPage(`${server.api}/${path}`).then(({ html }) => html)

  it('say the page of what has one', async () => {
    const facts = (await page('products/one-page')).all('dd').map(({ text }) => text)
    expect(facts).to.include('e1008184')
  })

  it('say which years beside a list have no column, with the lists of these', async () => {
    const links = (await page('products')).all('a')
    for (const [text, years] of [
      ['2 before 2001', ['1665', '1851']],
      ['1 after 2004', ['2099']],
    ] as const) {
      const href = links.find((one) => one.text === text)?.attributes.href
      expect(href, text).to.not.equal(undefined)
      const { html } = await getPage(server.root + href)
      expect(html.all('h2').flatMap((one) => /of-(\d+)/.exec(one.text)?.[1] ?? [])).to.have.members(years)
    }
  })

  const makers: readonly [id: string, line: string][] = [
    ['no-author', 'Publisher: A Press · Editor: A House, An Inn'],
    ['author', 'A House'],
    ['no-role', 'A House'],
    ['some-roles', 'A House · Publisher: A Press'],
  ]
  for (const [id, line] of makers)
    it(`name the authors, else all with their roles: ${id}`, async () => {
      const lineOf = (html: Html, name: string): string | undefined =>
        html.all('p').find(({ attributes }) => attributes.class === name)?.text
      expect(lineOf(await page(`products/${id}`), 'byline')).to.equal(line)
      const list = await page(`products?filter=local_identifier:${id}`)
      expect(lineOf(list, 'makers')).to.equal(line)
    })
  it('mark an author who is named twice with each affiliation once', async () => {
    const marks = (await page('products/author-twice')).all('sup').map(({ text }) => text)
    expect(marks).to.include('1,2').and.not.include('1,2,1')
  })
})
