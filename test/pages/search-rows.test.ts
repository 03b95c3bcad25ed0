/** What people see of a search: rows that say why they are there, and what was probably meant. */

import { expect } from 'chai'
import { getPage, type Html } from '../support/html.ts'
import { getJson, serveRecords } from '../support/server.ts'

const people = Array.from({ length: 7 }, (_, i) => ({
  rank: i + 1,
  role: 'author',
  by: { local_identifier: `person-${i}`, entity_type: 'person', name: `Author Number${i}` },
}))

const work = (id: string, title: string, more: object = {}): object => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [title] },
  ...more,
})

const BEFORE = 'Sentences about something else stand in front of it, and there are several of these. '

const records: readonly object[] = [
  work('p-1', 'Grasping with a robot', {
    abstracts: { en: [`${BEFORE.repeat(3)}Then come volcanoes and their robots. ${BEFORE.repeat(4)}`] },
    contributions: people,
    manifestations: [
      {
        type: { class: 'http://purl.org/spar/fabio/JournalArticle' },
        dates: { publication: ['2020-01-01'] },
        biblio: { in: { local_identifier: 'v-1', entity_type: 'venue', name: 'Journal of Hands' } },
      },
    ],
  }),
  work('p-2', 'On a robto of steel'),
  work('p-3', 'Robots that cite', { related_products: { cites: ['p-1'] } }),
  {
    local_identifier: 'https://orcid.org/0000-0002-1825-0097',
    entity_type: 'person',
    name: 'Josiah Carberry',
    identifiers: [
      { scheme: 'openalex', value: 'A5069389160' },
      { scheme: 'orcid', value: '0000-0002-1825-0097' },
    ],
  },
  {
    local_identifier: 'o-1',
    entity_type: 'organisation',
    name: 'Zhejiang University',
    other_names: ['Hangzhou School'],
  },
]

describe('searches of people', () => {
  const server = serveRecords(records, 'https://example.org/rows/')
  const page = async (path: string): Promise<Html> => {
    const { html, headers } = await getPage(server.root + path)
    const location = headers.get('location')
    return location === null ? html : page(location)
  }
  const textOf = (html: Html): string => html.text('main')!.replace(/\s+/g, ' ')

  it('have rows with kind, title, five authors, venue and year, and citations', async () => {
    const [row] = (await page('/search?q=grasping')).all('article')
    expect(row?.text.replace(/\s+/g, ' ')).to.match(
      /^Cited onceJournal articleGrasping with a robotAuthor Number0, .*, Author Number4 and 2 moreJournal of Hands · 2020/,
    )
  })
  it('have two lines of the abstract, around the words', async () => {
    const html = await page('/search?q=volcanoes')
    const [excerpt] = html.classed('p', 'excerpt')
    expect(excerpt?.text).to.match(/^… .*volcanoes and their robots.*…$/)
    expect(excerpt!.text.length).to.be.below(200)
    expect(html.all('mark').map(({ text }) => text)).to.include('volcanoes')
    expect((await page('/skg-if/api/products')).all('p')).to.not.deep.include({ class: 'excerpt' })
  })
  it('show of several identifiers the one that is the id', async () => {
    const [row] = (await page('/search?q=carberry')).all('article')
    expect(row?.text).to.include('0000-0002-1825-0097').and.not.include('A5069389160')
  })
  it('say by which name a record was found', async () => {
    expect(textOf(await page('/search?q=hangzhou'))).to.include(
      'Zhejiang UniversityAlso called Hangzhou School',
    )
  })
  it('correct slips in two words, be it that one of them stands in a record', async () => {
    expect(textOf(await page('/search?q=graspign+robto'))).to.match(
      /Nothing has all the words of “graspign robto”. Here is what has grasping robot\..*Grasping with a robot/,
    )
    const { body } = await getJson(`${server.root}/search?q=graspign+robto`)
    expect(body.did_you_mean).to.equal('grasping robot')
  })
  it('offer what has most of the words, where nothing has all, else advice', async () => {
    const html = await page('/search?q=grasping+steel+qqqqqq')
    expect(textOf(html)).to.match(/Here is what has (?:grasping|steel)\./)
    expect(textOf(await page('/search?q=qqqqqq'))).to.include('try a more general word')
  })
  it('say of an identifier that no record has it, with a link to its register', async () => {
    for (const path of ['/search?q=10.1109/none.1', '/skg-if/api/products/10.1109%2Fnone.1']) {
      const html = await page(path)
      expect(textOf(html), path).to.include('No record has the DOI 10.1109/none.1.')
      expect(html.links, path).to.include('https://doi.org/10.1109/none.1')
      expect(html.all('form').some(({ attributes }) => attributes.role === 'search')).to.equal(true)
    }
  })
  it('lead to the first page without a text, and are an error for programs', async () => {
    expect((await getPage(`${server.root}/search?q=`)).headers.get('location')).to.equal('/')
    expect((await getJson(`${server.root}/search?q=`)).status).to.equal(400)
  })
})
