/** An id that was made for an entity without one says nothing to people, who never read it. */

import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { getPage } from '../support/html.ts'
import { madeIdsRead } from '../support/made-ids.ts'
import { openGraphOf, startServer, serveRecords } from '../support/server.ts'
import { folderOf } from '../support/folders.ts'
import { readData } from '../support/data.ts'

const BASE = 'https://graph.example/'

const records = readData<object[]>('pages/made-ids.json')

describe('ids that were made', () => {
  const server = serveRecords(records, BASE)
  const main = async (path: string): Promise<string> =>
    (await getPage(`${server.api}/${path}`)).html.text('main') as string
  const download = async (format: string): Promise<string> =>
    (await fetch(`${server.root}/download/products?format=${format}`)).text()

  it('are in the graph', () => {
    const iris = server.graph.model.types.flatMap((type) => server.graph.list(type, 0, 100))
    expect(iris.filter((iri) => iri.includes('otf___')).length).to.be.above(6)
  })

  it('are read on no page, in no citation, table or preview', async () => {
    expect(await madeIdsRead(server.graph, server.root)).to.deep.equal([])
  })

  it('are replaced by what is known of the record', async () => {
    const text = await main('products/work')
    expect(text).to.include('Grant of the Swiss National Science Foundation')
    expect(text).to.include('Untitled grant').and.include('Grant 656327').and.include('DOI 10.3030/777541')
    expect(text).to.include('DOI 10.11646/zootaxa.5329.1.1')
    expect(text).to.include('ORCID 0000-0002-1825-0097')
    expect(await main('grants'))
      .to.include('Grant 656327')
      .and.not.match(/Untitled \(/)
    expect(await main('grants')).to.include('Grant of the Swiss National Science Foundation')
    expect(await main('venues')).to.include('DOI 10.11646/zootaxa.5329.1.1')
  })

  it('have one line for affiliations of one name', async () => {
    const { html } = await getPage(`${server.api}/products/work`)
    const lists = html.classed('ul', 'byline-notes')
    expect(lists.map(({ text }) => text)).to.deep.equal(['DataCite'])
  })

  it('leave no container, publisher or author without a name in a citation', async () => {
    const [item] = (JSON.parse(await download('csl')) as Record<string, unknown>[]).filter(
      ({ title }) => title,
    )
    expect(item).to.not.have.any.keys('container-title', 'publisher')
    expect(item?.author).to.deep.equal([{ family: 'Fenner', given: 'Martin' }, { literal: 'Smith, Jr.' }])
    expect(await download('ris'))
      .to.match(/AU {2}- Fenner, Martin/)
      .and.not.match(/T2|PB|https:\/\/orcid/)
  })

  it('leave no reference of what has neither title nor author', async () => {
    for (const format of ['apa']) {
      const lines = (await download(format)).trimEnd().split('\n')
      expect(lines.join('\n')).to.not.match(/^\(?n\.d\.|\(n\.d\.\)/m)
      expect(lines.filter((line) => line.includes('A work of many parts'))).to.have.length(1)
    }
  })

  it('stand beside names in the order in which people write them', async () => {
    expect(await main('products/work')).to.include('Martin Fenner, Smith, Jr.')
    expect(await main('products'))
      .to.include('Martin Fenner')
      .and.include('Smith, Jr.')
  })
})

describe('the page of a work that cites many', () => {
  it('names those that have no identifier, whatever else it names', async () => {
    const cited = Array.from({ length: 60 }, (_, i) => `https://doi.org/10.5555/cited.${i}`)
    const product = { entity_type: 'product', product_type: 'literature' }
    const folder = folderOf({
      'records.json': JSON.stringify({
        '@context': [{ '@base': BASE }],
        '@graph': [
          {
            ...product,
            local_identifier: 'review',
            titles: { en: ['A review'] },
            related_products: {
              cites: [
                ...cited.map((local_identifier) => ({ ...product, local_identifier })),
                { ...product, titles: { en: ['A report from a drawer'] } },
              ],
            },
          },
        ],
      }),
    })
    await using graph = await openGraphOf([folder])
    rmSync(folder, { recursive: true })
    await using server = await startServer(graph)
    const { html } = await getPage(`${server.api}/products/review`)
    expect(html.text('main')).to.include('A report from a drawer').and.include('DOI 10.5555/cited.7')
    expect(html.text('main')).to.not.include('Untitled')
  })
})
