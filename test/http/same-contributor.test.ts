// One who stands several times in a list of contributions: once in it, or at least once where names are read.

import { expect } from 'chai'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folders.ts'
import { openGraphOf, startServer, type TestServer } from '../support/server.ts'

type Json = Record<string, any>

const ORCID = 'https://orcid.org/0000-0002-1825-0097'
const person = (id: string, name: string): Json => ({ local_identifier: id, entity_type: 'person', name })
const university = (id: string): Json => ({
  local_identifier: id,
  entity_type: 'organisation',
  name: `The ${id}`,
})
const product = (id: string, contributions: readonly Json[]): Json => ({
  local_identifier: id,
  entity_type: 'product',
  product_type: 'literature',
  titles: { en: [`Title of ${id}`] },
  contributions: contributions.map((one) => ({ role: 'author', ...one })),
})

const carberry = person(ORCID, 'Josiah Carberry')
const records = [
  product('united', [{ by: carberry, rank: 1, declared_affiliations: [university('a')] }]),
  product('united', [
    { by: person(ORCID, 'Carberry, Josiah'), rank: 1, declared_affiliations: [university('b')] },
    { by: person('s', 'Ann Smith'), rank: 2 },
  ]),
  product('kept', [
    { by: carberry, rank: 1 },
    { by: person('smith-1', 'Ann Smith'), rank: 2 },
    { by: person('otf___smith', 'Ann Smith'), rank: 2 },
    { by: carberry, rank: 3 },
    { by: person('lee-1', 'Kim Lee'), rank: 4 },
    { by: person('lee-2', 'Kim Lee'), rank: 5 },
    { by: person('wei-1', 'Wei Zhang'), rank: 6 },
    { by: person('wei-2', 'Wei Zhang'), rank: 6 },
  ]),
]

describe('a contributor', () => {
  let server: TestServer
  const get = async (path: string): Promise<string> => (await fetch(`${server.api}/${path}`)).text()

  before(async () => {
    const folder = temporaryFolder()
    for (const [i, record] of records.entries())
      writeFileSync(
        join(folder, `${i}.json`),
        JSON.stringify({ '@context': [{ '@base': 'https://example.org/g/' }], '@graph': [record] }),
      )
    server = await startServer(await openGraphOf([folder]))
  })
  after(() => server.close())

  it('is one at one rank with one role, with the affiliations of all copies', async () => {
    const { '@graph': graph } = JSON.parse(await get('products/united')) as Json
    const [first, second, ...more] = graph[0].contributions as Json[]
    expect([first?.rank, first?.by.local_identifier, first?.declared_affiliations.length]).to.deep.equal([
      1,
      ORCID,
      2,
    ])
    expect([second?.rank, second?.by.name, more]).to.deep.equal([2, 'Ann Smith', []])
  })

  it('stays where the data has another rank', async () => {
    const { '@graph': graph } = JSON.parse(await get('products/kept')) as Json
    expect(graph[0].contributions).to.have.length(8)
  })

  for (const [format, expected] of [
    ['apa', 'Carberry, J., Smith, A., Lee, K., Lee, K., Zhang, W., & Zhang, W.'],
    [
      'bibtex',
      'author = {Carberry, Josiah and Smith, Ann and Lee, Kim and Lee, Kim and Zhang, Wei and Zhang, Wei}',
    ],
    [
      'ris',
      ['Carberry, Josiah', 'Smith, Ann', 'Lee, Kim', 'Lee, Kim', 'Zhang, Wei', 'Zhang, Wei']
        .map((name) => `AU  - ${name}\r\n`)
        .join(''),
    ],
  ] as const)
    it(`is named once by ${format}, as far as one can tell`, async () => {
      expect(await get(`products/kept?format=${format}`)).to.include(expected)
    })

  it('is named once by feeds and OAI-PMH', async () => {
    const names = (xml: string): string[] =>
      Array.from(xml.matchAll(/<(?:creatorName|name)(?: [^>]*)?>([^<]*)</g), ([, name]) => name!)
    const feed = await get('products?format=atom')
    const oai = await (await fetch(`${server.root}/oai?verb=ListRecords&metadataPrefix=oai_datacite`)).text()
    const parts = [...feed.split('<entry>'), ...oai.split('</record>')]
    const ofKept = parts.filter((part) => part.includes('Title of kept'))
    expect(ofKept).to.have.length(2)
    for (const xml of ofKept)
      expect(names(xml).map((name) => name.replace(/^(\w+), (\w+)$/, '$2 $1'))).to.deep.equal([
        'Josiah Carberry',
        'Ann Smith',
        'Kim Lee',
        'Kim Lee',
        'Wei Zhang',
        'Wei Zhang',
      ])
  })
})
