/** What search engines read in pages of records: schema.org, by the kinds of products, and what they ask of data sets. */

import { expect } from 'chai'
import { getPage } from '../support/html.ts'
import { serveRecords, type Json } from '../support/server.ts'

const CC_BY = 'https://creativecommons.org/licenses/by/4.0/'
const by = (id: string, entity_type: string, name: string): Json => ({
  role: 'author',
  by: { local_identifier: id, entity_type, name },
})

const records: readonly Json[] = [
  {
    local_identifier: 'data',
    entity_type: 'product',
    product_type: 'research data',
    titles: { en: ['Data'] },
    abstracts: { en: ['What was measured.'] },
    contributions: [
      by('a', 'agent', 'M. Curie'),
      by('b', 'agent', 'A crowd'),
      by('c', 'person', 'Ada Lovelace'),
    ],
    manifestations: [
      {
        version: '2.1',
        licence: `${CC_BY}legalcode`,
        identifiers: [{ scheme: 'url', value: 'https://x.example/data.zip' }],
      },
      { licence: 'http://creativecommons.org/licenses/by/4.0/deed.de' },
    ],
  },
  {
    local_identifier: 'article',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['Article'] },
    abstracts: { en: ['What was found.'] },
    manifestations: [
      {
        type: { class: 'https://openalex.org/types/article' },
        licence: 'http://x.example/tdm/1.1',
        version: 'publishedVersion',
        identifiers: [{ scheme: 'url', value: 'https://x.example/article.pdf' }],
      },
    ],
  },
  {
    local_identifier: 'book',
    entity_type: 'product',
    product_type: 'literature',
    titles: { en: ['Book'] },
    manifestations: [{ type: { class: 'http://purl.org/spar/fabio/Book' } }],
  },
]

describe('schema.org in pages', () => {
  const server = serveRecords(records, 'https://w3id.org/skg-if/sandbox/schema/')

  async function schemaOf(id: string): Promise<Json> {
    const { html } = await getPage(`${server.api}/products/${id}`)
    const scripts = html.all('script').filter(({ attributes }) => attributes.type === 'application/ld+json')
    return JSON.parse(scripts[0]!.text) as Json
  }

  it('has of data what search engines for data sets ask for, and each value once', async () => {
    const data = await schemaOf('data')
    expect(data).to.deep.include({
      '@type': 'Dataset',
      license: CC_BY,
      version: '2.1',
      description: { '@value': 'What was measured.', '@language': 'en' },
      abstract: { '@value': 'What was measured.', '@language': 'en' },
      distribution: { '@type': 'DataDownload', contentUrl: 'https://x.example/data.zip' },
    })
    expect(data.creator).to.deep.equal(data.author)
  })
  it('has persons and organisations as authors, whatever they are in the graph', async () => {
    const { author } = await schemaOf('data')
    expect((author as Json[]).map((one) => [one['@type'], one.name])).to.deep.equal([
      ['Person', 'M. Curie'],
      ['Organization', 'A crowd'],
      ['Person', 'Ada Lovelace'],
    ])
  })
  it('has texts by their kind, without what is for data', async () => {
    const article = await schemaOf('article')
    expect(article).to.include({ '@type': 'ScholarlyArticle', license: 'http://x.example/tdm/1.1' })
    expect(article).to.not.have.any.keys('description', 'creator', 'distribution', 'version')
    expect((await schemaOf('book'))['@type']).to.equal('Book')
  })
})
