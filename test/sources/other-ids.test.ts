// Journals, funders and grants that records call by several ids are one each, in whatever order the records come.

import { expect } from 'chai'
import { checkDigits } from '../../src/model/identifiers/check-digits.ts'
import { rorsOfFunders } from '../../src/model/conversion/funders.ts'
import { load, jsonl } from '../load/files.ts'
import type { Json } from './reading.ts'

const [NATURE, ONLINE, LINKING, SCIENCE] = ['0028-0836', '1476-4687', '2049-3630', '0036-8075']
const [FUNDER, OTHER_FUNDER, ROR] = [
  '10.13039/501100005416',
  '10.13039/501100006769',
  'https://ror.org/05gq02987',
]
const GRANT = '10.35802/209397'

let works = 0
const work = (members: Json): Json => ({
  DOI: `10.5555/${++works}`,
  type: 'journal-article',
  member: '78',
  ...members,
})
const inJournal = (...ISSN: string[]): Json => work({ 'container-title': ['J'], ISSN })
const fundedBy = (funder: Json): Json => work({ funder: [funder] })
const product = (members: Json): Json => ({
  doi: `10.5555/${++works}`,
  creators: [],
  titles: [],
  types: { resourceTypeGeneral: 'Dataset' },
  ...members,
})
const fundedByRor = (awardNumber?: string): Json =>
  product({
    fundingReferences: [{ funderName: 'W', funderIdentifier: ROR, funderIdentifierType: 'ROR', awardNumber }],
  })
const organisation = (id: string, ...fundref: string[]): Json => ({
  id,
  names: [{ value: 'Wellcome', types: ['ror_display'] }],
  external_ids: [{ type: 'fundref', all: fundref.map((doi) => doi.replace('10.13039/', '')) }],
})
const grant = (DOI: string, award: string): Json => ({
  DOI,
  type: 'grant',
  award,
  project: [{ funding: [{ funder: { name: 'W', id: [{ id: FUNDER, 'id-type': 'DOI' }] } }] }],
})

const issn = (value: string): string => `venue https://portal.issn.org/resource/ISSN/${value}`

/** Title, records, the type whose ids are looked at, the ids; those of grants without DOI as «made». */
const rows: [title: string, records: Json[], type: string, ids: string[]][] = [
  ['a journal by either ISSN', [inJournal(NATURE, ONLINE), inJournal(ONLINE)], 'venue', [issn(NATURE)]],
  [
    'a journal of three ISSNs, of which two records share each one',
    [inJournal(LINKING), inJournal(ONLINE, LINKING), inJournal(ONLINE, NATURE)],
    'venue',
    [issn(NATURE)],
  ],
  [
    'two journals without a common ISSN',
    [inJournal(NATURE, ONLINE), inJournal(SCIENCE)],
    'venue',
    [issn(NATURE), issn(SCIENCE)],
  ],
  [
    'two journals that share what is no ISSN',
    [inJournal(NATURE, '0000-0000', '1234-5678'), inJournal(SCIENCE, '0000-0000', '1234-5678')],
    'venue',
    [issn(NATURE), issn(SCIENCE)],
  ],
  [
    'a journal, and a series of which its article is a part',
    [
      product({
        container: { type: 'Journal', title: 'J', identifier: NATURE, identifierType: 'ISSN' },
        relatedIdentifiers: [
          { relatedIdentifier: SCIENCE, relatedIdentifierType: 'ISSN', relationType: 'IsPartOf' },
        ],
      }),
      inJournal(SCIENCE),
    ],
    'venue',
    [issn(NATURE), issn(SCIENCE)],
  ],
  [
    'a journal, and a work of it that a relation puts into a series',
    [
      work({
        'container-title': ['J'],
        ISSN: [NATURE],
        relation: { 'is-part-of': [{ id: SCIENCE, 'id-type': 'issn' }] },
      }),
      inJournal(SCIENCE),
    ],
    'venue',
    [issn(NATURE), issn(SCIENCE)],
  ],
  [
    'a book, whose ISSN is that of its series',
    [work({ 'container-title': ['B'], ISSN: [NATURE], ISBN: ['9783319758893'] }), inJournal(NATURE)],
    'venue',
    [issn(NATURE), 'venue urn:isbn:9783319758893'],
  ],
  [
    'a funder by DOI, and the ROR record that names it',
    [fundedBy({ name: 'W', DOI: FUNDER }), organisation(ROR, FUNDER, OTHER_FUNDER)],
    'organisation',
    [`organisation ${ROR}`],
  ],
  [
    'a funder by two DOIs that one ROR record names',
    [
      fundedBy({ name: 'W', DOI: FUNDER }),
      fundedBy({ name: 'X', DOI: OTHER_FUNDER }),
      organisation(ROR, FUNDER, OTHER_FUNDER),
    ],
    'organisation',
    [`organisation ${ROR}`],
  ],
  [
    'two ROR records that name one funder, which is the first of them',
    [
      fundedBy({ name: 'W', DOI: FUNDER }),
      organisation(ROR, FUNDER),
      organisation('https://ror.org/00x6h5n95', FUNDER),
    ],
    'organisation',
    ['organisation https://ror.org/00x6h5n95', `organisation ${ROR}`],
  ],
  [
    'a grant by funder and number, and its record',
    [fundedBy({ name: 'W', DOI: FUNDER, award: ['209397'] }), grant(GRANT, '209397')],
    'grant',
    [`grant https://doi.org/${GRANT}`],
  ],
  [
    'a grant of another number',
    [fundedBy({ name: 'W', DOI: FUNDER, award: ['209398'] }), grant(GRANT, '209397')],
    'grant',
    [`grant https://doi.org/${GRANT}`, 'grant made'],
  ],
  [
    'a grant by number and two ids of its funder, which a ROR record joins',
    [
      fundedBy({ name: 'W', DOI: FUNDER, award: ['1'] }),
      fundedByRor('1'),
      organisation(ROR, FUNDER),
      fundedByRor('2'),
    ],
    'grant',
    ['grant made', 'grant made'],
  ],
  [
    'a grant by number and ROR, and its record by DOI of the funder, which a ROR record joins',
    [fundedByRor('209397'), grant(GRANT, '209397'), organisation(ROR, FUNDER)],
    'grant',
    [`grant https://doi.org/${GRANT}`],
  ],
  [
    'a grant of Horizon 2020, of the Commission by its DOI, by its ROR, and by its short name in OpenAIRE',
    [
      fundedBy({ name: 'Horizon 2020', DOI: '10.13039/100010661', award: ['777541'] }),
      fundedBy({ name: 'European Commission', DOI: '10.13039/501100000780', award: ['777541'] }),
      product({
        fundingReferences: [
          {
            funderName: 'European Commission',
            funderIdentifier: 'https://ror.org/00k4n6c32',
            funderIdentifierType: 'ROR',
            awardNumber: '777541',
          },
        ],
      }),
      {
        id: 'corda__h2020::1',
        code: '777541',
        title: 'A project',
        funding: [
          {
            shortName: 'EC',
            name: 'European Commission',
            fundingStream: { id: 'EC::H2020', description: '' },
          },
        ],
      },
      fundedBy({ name: 'Horizon 2020', DOI: '10.13039/100010661', award: ['777542'] }),
      fundedBy({ name: 'NSF', DOI: '10.13039/100000001', award: ['777541'] }),
    ],
    'grant',
    ['grant made', 'grant made', 'grant made'],
  ],
  [
    'a grant of a council of UKRI by its DOI, by its ROR, and of UKRI by its short name in OpenAIRE',
    [
      fundedBy({ name: 'EPSRC', DOI: '10.13039/501100000266', award: ['EP/K023195/1'] }),
      fundedBy({ name: 'EPSRC', id: [{ id: '0439y7842', 'id-type': 'ROR' }], award: ['EP/K023195/1'] }),
      {
        id: 'ukri________::1',
        code: 'EP/K023195/1',
        title: 'A project',
        funding: [{ shortName: 'UKRI', name: 'UK Research and Innovation' }],
      },
      fundedBy({ name: 'EPSRC', DOI: '10.13039/501100000266', award: ['EP/K023195/2'] }),
    ],
    'grant',
    ['grant made', 'grant made'],
  ],
  [
    'a council of UKRI by its DOI and by its ROR, and not UKRI',
    [
      fundedBy({ name: 'MRC', DOI: '10.13039/501100000265', award: ['1'] }),
      fundedBy({ name: 'MRC', id: [{ id: '03x94j517', 'id-type': 'ROR' }], award: ['1'] }),
      fundedBy({ name: 'UKRI', DOI: '10.13039/100014013', award: ['1'] }),
    ],
    'organisation',
    ['organisation https://ror.org/001aqnf71', 'organisation https://ror.org/03x94j517'],
  ],
  [
    'the Commission by its DOI and by its ROR, and not its programme',
    [
      fundedBy({ name: 'Horizon 2020', DOI: '10.13039/100010661', award: ['1'] }),
      fundedBy({ name: 'European Commission', DOI: '10.13039/501100000780', award: ['1'] }),
      fundedBy({ name: 'EC', id: [{ id: '00k4n6c32', 'id-type': 'ROR' }], award: ['2'] }),
    ],
    'organisation',
    ['organisation https://doi.org/10.13039/100010661', 'organisation https://ror.org/00k4n6c32'],
  ],
  [
    'two grants with DOIs, one number and one funder',
    [grant(GRANT, '209397'), grant('10.35802/2', '209397'), fundedBy({ DOI: FUNDER, award: ['209397'] })],
    'grant',
    ['grant https://doi.org/10.35802/2', `grant https://doi.org/${GRANT}`],
  ],
]

describe('records of sources give as many entities as there are:', () => {
  for (const [title, records, type, ids] of rows)
    it(title, async () => {
      const one = await load({ 'a.jsonl': jsonl(...records) })
      const found = Object.keys(one.answers).filter((key) => key.startsWith(`${type} `))
      expect(found.map((key) => key.replace(/otf___.*/, 'made')).sort()).to.deep.equal(ids)
      for (let i = 1; i < records.length; i++) {
        const turned = [...records.slice(i), ...records.slice(0, i)].reverse()
        expect((await load({ 'a.jsonl': jsonl(...turned) })).hash, `turned by ${i}`).to.equal(one.hash)
      }
    })

  it('funders that are known by two ids have RORs with right check digits', () => {
    const rors = Object.values(rorsOfFunders)
    expect(rors.map((ror) => checkDigits.ROR(ror))).to.deep.equal(rors)
  })

  it('a product has each grant once, by whatever ids it names the funder', async () => {
    const twice = product({
      fundingReferences: [
        { funderName: 'W', funderIdentifier: ROR, funderIdentifierType: 'ROR', awardNumber: '209397' },
        { funderName: 'W', funderIdentifier: FUNDER, awardNumber: '209397' },
      ],
    })
    const { answers } = await load({
      'a.jsonl': jsonl(...[twice, organisation(ROR, FUNDER), grant(GRANT, '209397')]),
    })
    const funding = answers[`product https://doi.org/${twice['doi'] as string}`]?.['funding'] as Json[]
    expect(funding.map((one) => one['local_identifier'] ?? one)).to.deep.equal([`https://doi.org/${GRANT}`])
  })
})
