/** What readers must know of a record stands above it, in lists and in citations. */

import { expect } from 'chai'
import { getPage, type Html } from '../support/html.ts'
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
})
