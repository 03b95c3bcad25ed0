/** What readers must know of a record stands above it, in lists and in citations. */

import { expect } from 'chai'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folders.ts'
import { getPage, type Html } from '../support/html.ts'
import { openGraphOf, startServer } from '../support/server.ts'
import { demoServer } from '../support/shared.ts'

const { server } = await demoServer()

const RETRACTED = 'identifiers.id:10.1038/s41586-020-2801-z'

describe('notices of records', () => {
  const api = (path: string): Promise<Html> => getPage(`${server.api}/${path}`).then(({ html }) => html)
  const signs = (html: Html): string[] =>
    html.all('span').flatMap(({ attributes, text }) => (attributes.class?.startsWith('sign ') ? [text] : []))

  it('say above a record that it was retracted', async () => {
    const html = await api('products/https%3A%2F%2Fdoi.org%2F10.1038%2Fs41586-020-2801-z')
    const banner = html.all('p').find(({ attributes }) => attributes.role === 'alert')
    expect(banner?.text).to.equal('Retracted on 2022-09-26. Do not rely on it.')
    expect(banner?.attributes.class).to.equal('notice warning')
  })

  it('stand in lists', async () => {
    expect(signs(await api(`products?filter=${RETRACTED}`))).to.deep.equal(['Retracted'])
    expect(signs(await api('products?filter=identifiers.id:10.1038/sdata.2016.18'))).to.deep.equal([
      'Open access',
    ])
  })

  for (const [format, expected] of [
    ['bibtex', 'note = {Retracted 2022-09-26}'],
    ['ris', 'N1  - Retracted 2022-09-26'],
    ['csl', '"note":"Retracted 2022-09-26"'],
    ['apa', '(Retracted 2022-09-26)'],
  ] as const)
    it(`stand in citations as ${format}`, async () => {
      const text = await (await fetch(`${server.api}/products?filter=${RETRACTED}&format=${format}`)).text()
      expect(text).to.include(expected)
    })

  it('say that it was retracted where nobody knows when, once where somebody does', async () => {
    const [work = ''] = readFileSync(new URL('../sources/data/openalex.jsonl', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.includes('10.5555/openalex.1'))
    const dated = (DOI: string): object => ({
      DOI,
      type: 'journal-article',
      member: '1',
      title: ['Dated'],
      'updated-by': [{ DOI: '10.5555/n', type: 'retraction', updated: { 'date-parts': [[2010, 2]] } }],
    })
    const folder = temporaryFolder()
    const works = [1, 2].map((n) => ({
      ...(JSON.parse(work) as object),
      is_retracted: true,
      id: `https://openalex.org/W${n}`,
      doi: `https://doi.org/10.5555/openalex.${n}`,
      ids: undefined,
    }))
    writeFileSync(
      join(folder, 'a.jsonl'),
      [...works, dated('10.5555/openalex.2')].map((one) => JSON.stringify(one)).join('\n'),
    )
    const other = { local_identifier: 'other', entity_type: 'product', titles: { none: ['Other'] } }
    const base = { '@context': [{ '@base': 'https://example.org/g/' }], '@graph': [other] }
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base))
    await using server = await startServer(await openGraphOf([folder]))
    for (const [n, date, level] of [
      ['1', '', 'Retracted. Do not rely on it.'],
      ['2', ' 2010-02', 'Retracted on 2010-02. Do not rely on it.'],
    ] as const) {
      const at = `${server.api}/products/${encodeURIComponent(`https://doi.org/10.5555/openalex.${n}`)}`
      const { html } = await getPage(at)
      const banners = html.all('p').filter(({ attributes }) => attributes.role === 'alert')
      expect(banners.map(({ text }) => text)).to.deep.equal([level])
      expect(await (await fetch(`${at}?format=bibtex`)).text()).to.include(`note = {Retracted${date}}`)
      expect(await (await fetch(`${at}?format=apa`)).text()).to.include(`(Retracted${date})`)
    }
    const list = await getPage(`${server.api}/products?filter=identifiers.id:10.5555/openalex.2`)
    expect(signs(list.html).filter((one) => one === 'Retracted')).to.deep.equal(['Retracted'])
  })
})
