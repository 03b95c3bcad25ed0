/** Searches as people make them, in JSON and in pages, over a real index and a real socket. */

import { expect } from 'chai'
import { getPage } from '../support/html.ts'
import { getJson, type Json, serveRecords } from '../support/server.ts'

const BASE = 'https://example.org/names/'

const paper = (id: string, title: string, year: string, doi?: string): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [title] },
  manifestations: [{ dates: { publication: [`${year}-01-01T00:00:00`] } }],
  ...(doi && { identifiers: [{ scheme: 'doi', value: doi }] }),
})
const person = (id: string, name: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'person',
  name,
  ...more,
})
const organisation = (id: string, name: string, more: Json = {}): Json => ({
  local_identifier: id,
  entity_type: 'organisation',
  name,
  ...more,
})

const records: readonly Json[] = [
  paper('p-1', 'Robot grasping', '2001'),
  paper('p-2', 'Grasping by a robot', '2003'),
  paper('p-3', 'Robot grasping in the wild', '2002', '10.1234/ABC.9'),
  paper('p-4', 'Robot grasping in space', '2004'),
  paper('p-5', 'Microrobot grasping', '2020'),
  paper('p-6', 'Robots that are grasping', '2019'),
  paper('p-8', 'On robot grasping', '2000'),
  paper('p-7', 'شبكات عصبية عميقة', '2019'),
  {
    ...paper('p-9', 'Melting ice sheets', '2018'),
    abstracts: { en: ['How the sea level rises where Grœnland melts.'] },
    manifestations: [
      {
        dates: { publication: ['2018-01-01T00:00:00'] },
        biblio: { in: { local_identifier: 'venue-1', entity_type: 'venue' } },
      },
    ],
    contributions: [
      { rank: 1, role: 'author', by: { local_identifier: 'person-lindqvist', entity_type: 'person' } },
      { rank: 2, role: 'author', by: { local_identifier: 'org-polar', entity_type: 'organisation' } },
    ],
  },
  paper('p-10', 'Lindqvist on sheets', '1999'),
  person('person-lindqvist', 'Maja Lindqvist', { given_name: 'Maja', family_name: 'Lindqvist' }),
  person('person-siegwart', 'Roland Siegwart', {
    identifiers: [{ scheme: 'orcid', value: '0000-0002-2760-7983' }],
  }),
  person('person-mueller', 'Jörg Müller', { given_name: 'Jörg', family_name: 'Müller' }),
  person('person-muller', 'Anna Muller'),
  person('person-chen-1', 'Wei Chen'),
  person('person-chen-2', 'Wei Chen'),
  person('person-chen-3', 'Wei Chen', { identifiers: [{ scheme: 'orcid', value: '0000-0002-1825-0097' }] }),
  ...[1, 2, 3].map((n) => ({
    ...paper(`p-chen-${n}`, `Volcano ${n}`, '2001'),
    contributions: [
      { rank: 1, role: 'author', by: { local_identifier: `person-chen-${n}`, entity_type: 'person' } },
    ],
  })),
  organisation('https://ror.org/05a28rw58', 'Swiss Federal Institute of Technology', {
    short_name: 'ETHZ',
    other_names: ['ETH Zürich', 'Eidgenössische Technische Hochschule'],
  }),
  organisation('org-2', 'ETH Zurich Foundation'),
  organisation('org-ror', 'Bear University', { identifiers: [{ scheme: 'ror', value: '01an7q238' }] }),
  {
    local_identifier: 'venue-1',
    entity_type: 'venue',
    name: 'Quantities',
    type: 'journal',
    identifiers: [{ scheme: 'issn', value: '2641-3337' }],
  },
  organisation('org-polar', 'Polar Institute'),
  paper('p-11', 'An open knowledge graph', '1998'),
  paper('p-12', 'Zürich, seen from ETH', '1997'),
]

describe('a search by people', () => {
  const server = serveRecords(records, BASE)

  const search = async (text: string, more = ''): Promise<Json> => {
    const { status, body } = await getJson(`${server.root}/search?q=${encodeURIComponent(text)}${more}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }
  const idsIn = (body: Json): string[] =>
    (body.results as Json[]).flatMap(({ items }) =>
      (items as Json[]).map(({ local_identifier: iri }) => (iri as string).replace(BASE, '')),
    )

  const ETH = 'https://ror.org/05a28rw58'
  const table: readonly [testTitle: string, text: string, expected: readonly string[]][] = [
    ['words in another order', 'Siegwart Roland', ['person-siegwart']],
    ['a comma between them', 'Siegwart, Roland', ['person-siegwart']],
    ['words without accents', 'muller', ['person-mueller', 'person-muller']],
    ['words with accents', 'MÜLLER', ['person-mueller', 'person-muller']],
    ['another name', 'eth zürich', ['p-12', ETH, 'org-2']],
    ['words of two names of one record', 'ethz technology', [ETH]],
    ['an acronym', 'ETHZ', [ETH]],
    ['words of which one is missing', 'siegwart lausanne', []],
    ['the beginning of a word', 'siegw', ['person-siegwart']],
    ['the inside of a word', 'iegwar', ['person-siegwart']],
    ['two letters, which begin a word', 'ro', ['p-6', 'p-4', 'p-3', 'person-siegwart']],
    ['one letter, which begins a word', 'j', ['person-mueller']],
    ['text from right to left', 'عصبية', ['p-7']],
    ['a phrase', '"institute of technology"', [ETH]],
    ['a phrase in another order', '"technology of institute"', []],
    ['signs alone', '?!', []],
    ['SPARQL', 'SELECT ?s { ?s ?p "x" } #', []],
    ['a wildcard', 'sieg*', ['person-siegwart']],
    ['a word of the title and a name of a contributor', 'lindqvist melting', ['p-9']],
    ['beginnings of words of both', 'lindq melt', ['p-9']],
    ['no inside of a word of a contributor', 'indqvi melt', []],
    ['a contributor, the venue and the year', 'lindqvist quantities 2018', ['p-9']],
    ['the year of another', 'lindqvist quantities 2017', []],
    ['a word of the abstract without its accent', 'lindqvist groenland', ['p-9']],
    ['a phrase of the abstract', '"sea level"', ['p-9']],
    ['no phrase that the abstract does not have', '"level sea"', []],
    ['the beginning of a word of the abstract', 'lindqvist groenl', ['p-9']],
    ['two letters in an abstract as a whole word alone', 'lindqvist se', []],
    ['words of two contributors', 'maja polar', ['p-9']],
    ['the phrase of a name and a word of the title', 'ice "Maja Lindqvist"', ['p-9']],
    ['no phrase across both', '"sheets maja"', []],
    ['titles before contributors', 'lindqvist sheets', ['p-10', 'p-9']],
    ['what somebody contributed to', 'maja lindqvist', ['p-9', 'person-lindqvist']],
    ['a contributor and a word that no title has', 'lindqvist volcano', []],
  ]
  for (const [testTitle, text, expected] of table)
    it(`finds ${testTitle}: ${text}`, async () => expect(idsIn(await search(text))).to.deep.equal(expected))

  it('ranks the exact name, then beginnings, words and insides, and of these the newest first', async () => {
    const body = await search('robot grasping', '&types=products&page_size=10')
    expect(idsIn(body)).to.deep.equal(['p-1', 'p-4', 'p-3', 'p-2', 'p-8', 'p-6', 'p-5'])
  })

  const bestIn = (body: Json): string[] =>
    (body.best as Json[]).map(({ local_identifier: iri }) => (iri as string).replace(BASE, ''))

  it('names the best of all lists first, those of equal fit in turn', async () => {
    expect(bestIn(await search('eth zürich'))).to.deep.equal([ETH, 'org-2', 'p-12'])
    expect(bestIn(await search('ro'))).to.deep.equal(['p-6', 'person-siegwart', 'p-4', 'p-3'])
    expect(bestIn(await search('maja lindqvist'))).to.deep.equal(['person-lindqvist', 'p-9'])
    expect(await search('robot grasping')).not.to.have.property('best')
    expect(await search('ro', '&types=products')).not.to.have.property('best')
  })

  it('shows the best of each kind on its page, as many as there is room, and no record twice', async () => {
    const { html } = await getPage(`${server.root}/search?q=wei+chen`)
    expect(html.all('h2').map(({ text }) => text)).to.deep.equal(['People 3', 'Works 3'])
    expect(html.text('main')).to.match(/People 3\s*Wei Chen/)
    const records = html.all('h3').map(({ text }) => text)
    expect(records).to.have.length(6)
    const { html: many } = await getPage(`${server.root}/search?q=ro`)
    const titles = many.all('h3').map(({ text }) => text)
    expect(titles).to.have.length(7)
    expect(new Set(titles).size).to.equal(titles.length)
  })

  it('opens the list at once where one kind has all', async () => {
    const { headers, status } = await getPage(`${server.root}/search?q=grasping+robot`)
    expect(status).to.equal(303)
    const list = '/skg-if/api/products?filter=cf.search.words:grasping%20robot&page_size=20'
    expect(headers.get('location')).to.equal(list)
    expect((await getJson(`${server.root}/search?q=grasping+robot`)).body.results).to.have.length.above(1)
  })

  it('shows the kind with the best first', async () => {
    const { html } = await getPage(`${server.root}/search?q=eth+z%C3%BCrich`)
    expect(html.all('h2').map(({ text }) => text)).to.deep.equal(['Organisations 2', 'Works 1'])
  })

  it('has pages of one list, which joined are the whole', async () => {
    const whole = idsIn(await search('robot grasping', '&types=products&page_size=10'))
    const pages = [1, 2, 3, 4].map(async (page) =>
      idsIn(await search('robot grasping', `&types=product&page_size=2&page=${page}`)),
    )
    expect((await Promise.all(pages)).flat()).to.deep.equal(whole)
    expect(idsIn(await search('robot grasping', '&types=products&page=9'))).to.deep.equal([])
  })

  it('gives the URL of all that is found in a list', async () => {
    const [first] = (await search('robot')).results as Json[]
    expect(first?.items).to.have.length(3)
    const { body } = await getJson(first?.url as string)
    expect(body.meta.part_of.total_items).to.equal(first?.total_items)
    expect((body['@graph'] as Json[]).slice(0, 3).map((one) => one.local_identifier)).to.deep.equal(
      (first?.items as Json[]).map((one) => one.local_identifier),
    )
  })

  it('finds what has most of the words where nothing has all', async () => {
    const body = await search('lindqvist melting volcano')
    expect(idsIn(body)).to.deep.equal([])
    expect(body.fewer_words.query).to.equal('lindqvist melting')
    expect(idsIn(body.fewer_words)).to.deep.equal(['p-9'])
    expect(await search('lindqvist')).not.to.have.property('fewer_words')
    expect(await search('qqqqqq')).not.to.have.property('fewer_words')
    const { html } = await getPage(`${server.root}/search?q=lindqvist+melting+volcano`)
    expect(html.text('main')).to.match(/has all the words.*lindqvist melting/)
    expect(html.all('h3').map(({ text }) => text)).to.deep.equal(['Melting ice sheets'])
  })

  it('says what is meant where a word is misspelt', async () => {
    expect((await search('sigwart rolnd')).did_you_mean).to.equal('siegwart roland')
    expect((await search('roland sigwart')).did_you_mean).to.equal('roland siegwart')
    const long = 'melting ice sheets how the sea level rises where groenland melts'
    expect((await search(long.replace('sheets', 'shets'))).did_you_mean).to.equal(long)
    expect(await search('qqqqqqqqqq')).not.to.have.property('did_you_mean')
    expect(await search('siegwart')).not.to.have.property('did_you_mean')
  })

  it('says what is meant where words are joined', async () => {
    expect((await search('open knowledgegraph')).did_you_mean).to.equal('open knowledge graph')
    expect((await search('robotgraping')).did_you_mean).to.equal(undefined)
  })

  const identifiers: readonly [testTitle: string, text: string, id: string, path: string][] = [
    ['an id', 'p-1', 'p-1', 'products/p-1'],
    ['an IRI', `${BASE}p-3`, 'p-3', 'products/p-3'],
    ['an IRI in angle brackets', `<${BASE}p-3>`, 'p-3', 'products/p-3'],
    ['a DOI', '10.1234/abc.9', 'p-3', 'products/p-3'],
    ['the URL of a DOI', 'https://doi.org/10.1234/ABC.9', 'p-3', 'products/p-3'],
    ['a DOI with a blank after the colon', 'DOI: 10.1234/abc.9', 'p-3', 'products/p-3'],
    ['a DOI with a blank for the colon', 'doi 10.1234/abc.9', 'p-3', 'products/p-3'],
    ['an ORCID', '0000-0002-2760-7983', 'person-siegwart', 'persons/person-siegwart'],
    ['a ROR id', 'https://ror.org/05a28rw58', ETH, `organisations/${encodeURIComponent(ETH)}`],
    ['a ROR id with blanks around it', ' 05a28rw58 ', ETH, `organisations/${encodeURIComponent(ETH)}`],
  ]
  for (const [testTitle, text, id, path] of identifiers)
    it(`leads to the record of ${testTitle}`, async () => {
      const body = await search(text)
      const found = (body.identified as Json[]).map((one) => one.local_identifier as string)
      expect(found.map((iri) => iri.replace(BASE, ''))).to.deep.equal([id])
      expect(body.identified[0].url).to.equal(`${server.api}/${path}`)
      const page = await fetch(`${server.root}/search?q=${encodeURIComponent(text)}`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      })
      expect(page.status).to.equal(303)
      expect(page.headers.get('location')).to.equal(`/skg-if/api/${path}`)
    })

  it('has pages for people, with the similar text as a link', async () => {
    const pageOf = async (target: string) => (await getPage(server.root + target)).html
    const words = 'filter=cf.search.words:grasping%20robot'
    const { headers } = await getPage(`${server.root}/search?q=grasping+robot&types=products&page_size=4`)
    expect(headers.get('location')).to.equal(`/skg-if/api/products?${words}&page=1&page_size=4`)
    const list = await pageOf(headers.get('location') as string)
    expect(list.all('a').filter(({ attributes }) => attributes.dir === 'auto')).to.have.length(4)
    expect(list.text('main')).to.match(/^7 works/)
    expect(list.links).to.include(`/skg-if/api/products?${words}&page=2&page_size=4`)
    const none = await pageOf('/search?q=sigwart')
    expect(none.text('main')).to.match(/Nothing has all the words of “sigwart”. Here is what has siegwart./)
    expect(none.links).to.include('/search?q=siegwart')
  })

  describe('sorts a list by relevance', () => {
    const idsOf = async (query: string): Promise<string[]> => {
      const { body } = await getJson(`${server.api}/${query}`)
      return (body['@graph'] as Json[]).map((one) => (one.local_identifier as string).replace(BASE, ''))
    }
    it('the text itself, beginnings, words and insides, of these the newest first', async () => {
      const filter = 'products?filter=cf.search.title:robot%20grasping'
      const sorted = ['p-1', 'p-4', 'p-3', 'p-8', 'p-5']
      expect(await idsOf(filter)).to.deep.equal(['p-1', 'p-3', 'p-4', 'p-5', 'p-8'])
      expect(await idsOf(`${filter}&skeg_sort=relevance`)).to.deep.equal(sorted)
      const pages = await Promise.all(
        [1, 2, 3].map((page) => idsOf(`${filter}&skeg_sort=relevance&page_size=2&page=${page}`)),
      )
      expect(pages.flat()).to.deep.equal(sorted)
    })
    it('with two conditions, of which both count', async () => {
      const filter = 'products?filter=cf.search.title:grasping,cf.search.title:robot'
      expect(await idsOf(`${filter}&skeg_sort=relevance`)).to.deep.equal([
        ...['p-6', 'p-4', 'p-2', 'p-3', 'p-1'],
        'p-8',
        'p-5',
      ])
    })
    it('from a link on the page of a list with a text', async () => {
      const { html } = await getPage(`${server.api}/products?filter=cf.search.title:robot`)
      expect(html.links.some((href) => href.includes('skeg_sort=relevance'))).to.equal(true)
      const all = await getPage(`${server.api}/products`)
      expect(all.html.links.some((href) => href.includes('skeg_sort=relevance'))).to.equal(false)
    })
    for (const [testTitle, query, detail] of [
      ['without a text', 'products?skeg_sort=relevance', /needs one of the conditions .*cf.search.title,/],
      [
        'with an exact filter',
        'products?filter=product_type:literature&skeg_sort=relevance',
        /needs one of the conditions/,
      ],
      [
        'the other way round',
        'products?filter=cf.search.title:robot&skeg_sort=relevance:desc',
        /cannot be sorted by relevance:desc; did you mean relevance/,
      ],
    ] as const)
      it(`not ${testTitle}`, async () => {
        const { status, body } = await getJson(`${server.api}/${query}`)
        expect(status).to.equal(400)
        expect(body.detail).to.match(detail)
      })
  })

  it('suggests by the names of records alone', async () => {
    const { body } = await getJson(`${server.root}/suggest?q=lindqvist`)
    const ids = (body.suggestions as Json[]).map((one) => (one.local_identifier as string).replace(BASE, ''))
    expect(ids).to.deep.equal(['person-lindqvist', 'p-10'])
  })

  describe('suggests', () => {
    const suggested = async (query: string): Promise<string[]> => {
      const { status, body } = await getJson(`${server.root}/suggest?${query}`)
      expect(status, JSON.stringify(body)).to.equal(200)
      return (body.suggestions as Json[]).map((one) => (one.local_identifier as string).replace(BASE, ''))
    }
    const suggestions: readonly [testTitle: string, query: string, expected: readonly string[]][] = [
      [
        'names that begin so, of all types in turn',
        'q=ro',
        ['p-1', 'person-siegwart', 'p-4', 'p-3', 'p-6', 'p-2', 'p-8'],
      ],
      ['no more than requested', 'q=ro&limit=2', ['p-1', 'person-siegwart']],
      ['those of some types', 'q=ro&types=persons', ['person-siegwart']],
      ['a name before what has it inside', 'q=eth%20zurich', [ETH, 'org-2', 'p-12']],
      ['words in another order', 'q=siegwart%20rol', ['person-siegwart']],
      ['the record of an identifier', 'q=10.1234/ABC.9', ['p-3']],
      ['that record where its type is wanted alone', 'q=10.1234/ABC.9&types=persons', []],
      ['nothing for signs', 'q=%3F%3F', []],
    ]
    for (const [testTitle, query, expected] of suggestions)
      it(testTitle, async () => expect(await suggested(query)).to.deep.equal(expected))
    it('with what tells records apart, and their URL', async () => {
      const { body } = await getJson(`${server.root}/suggest?q=ethz`)
      expect(body).to.deep.equal({
        query: 'ethz',
        suggestions: [
          {
            local_identifier: ETH,
            entity_type: 'organisation',
            label: 'Swiss Federal Institute of Technology',
            description: `Organisation · ETHZ · ${ETH}`,
            url: `${server.api}/organisations/${encodeURIComponent(ETH)}`,
          },
        ],
      })
    })
    it('with the newest work of those that are alike', async () => {
      const { body } = await getJson(`${server.root}/suggest?q=wei%20chen`)
      expect((body.suggestions as Json[]).map(({ description }) => description as string)).to.have.members([
        'Person · 2001 · 1 work · named in “Volcano 1”',
        'Person · 2001 · 1 work · named in “Volcano 2”',
        'Person · 2001 · 1 work · 0000-0002-1825-0097',
      ])
    })
    for (const [testTitle, query, detail] of [
      ['no text', 'q=', /q is missing/],
      ['a limit of 51', 'q=x&limit=51', /1 to 50/],
      ['a limit that is no number', 'q=x&limit=1e1', /1 to 50/],
      ['a parameter that there is not', 'q=x&size=3', /no parameter size/],
    ] as const)
      it(`nothing for ${testTitle}: that is an error`, async () => {
        const { status, body } = await getJson(`${server.root}/suggest?${query}`)
        expect(status).to.equal(400)
        expect(body.detail).to.match(detail)
      })
  })

  describe('reconciles', () => {
    const post = async (queries: Json): Promise<Json> => {
      const response = await fetch(`${server.root}/reconcile`, {
        method: 'POST',
        body: new URLSearchParams({ queries: JSON.stringify(queries) }),
      })
      expect(response.status).to.equal(200)
      expect(response.headers.get('access-control-allow-origin')).to.equal('*')
      return (await response.json()) as Json
    }
    it('names with mistakes, exact names and identifiers, with scores in that order', async () => {
      const answer = await post({
        typo: { query: 'Swiss Federl Institute of Tecnology', type: 'organisation' },
        exact: { query: 'eth zurich foundation', type: ['organisation'] },
        other: { query: 'ETH Zürich' },
        id: { query: 'https://ror.org/05a28rw58' },
        none: { query: 'qqqqqqq' },
      })
      for (const [key, id, [low, high], match] of [
        ['typo', ETH, [70, 90], false],
        ['exact', `${BASE}org-2`, [95, 95], true],
        ['other', ETH, [95, 95], true],
        ['id', ETH, [100, 100], true],
      ] as const) {
        const [first] = answer[key].result as Json[]
        expect(first?.id, key).to.equal(id)
        expect(first?.score, key).to.be.within(low, high)
        expect(first?.match, key).to.equal(match)
        expect(first?.type).to.deep.equal([{ id: 'organisation', name: 'Organisation' }])
        expect(first?.name).to.be.a('string')
      }
      expect(answer.none).to.deep.equal({ result: [] })
    })
  })

  const refused: readonly [testTitle: string, parameters: string, detail: RegExp][] = [
    ['nothing', 'q=', /q is missing/],
    ['ten kilobytes', `q=${'x'.repeat(10_000)}`, /10000 characters long; the limit is 4096/],
    ['an unknown type', 'q=x&types=product,persns', /no type persns; did you mean persons\?/],
    ['no type', 'q=x&types=,', /types is empty/],
    ['a page of several lists', 'q=x&page=2', /name it with types/],
    ['a page 0', 'q=x&types=persons&page=0', /whole number/],
  ]
  for (const [testTitle, parameters, detail] of refused)
    it(`is refused for ${testTitle}`, async () => {
      const { status, body } = await getJson(`${server.root}/search?${parameters}`)
      expect(status).to.equal(400)
      expect(body.detail).to.match(detail)
    })
})
