/** Citations: CSL JSON by the rows, and the same as BibTeX, which a parser by other hands reads back. */

import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-ris'
import { plugins } from '@citation-js/core'
import { expect } from 'chai'
import fc from 'fast-check'
import { writeBibtex } from '../../src/record/citation/bibtex.ts'
import { toCsl, type CslItem } from '../../src/record/citation/csl.ts'
import { writeRis } from '../../src/record/citation/ris.ts'
import { resourceTypes } from '../../src/sources/openaire/tables.ts'
import { classes } from '../../src/sources/opencitations/meta.ts'
import { createFramer } from '../../src/record/json/frame.ts'
import { model } from '../support/model.ts'
import { openGraphOf } from '../support/server.ts'
import { runs } from '../support/effort.ts'
import { plainTex } from '../../src/model/conversion/tex-to-text.ts'
import { DEMO } from '../support/endpoint.ts'

type Json = Record<string, any>

const type = model.typeNamed('product')!
let records: Json[]

/** The products of the demo graph, as the server has them. */
before(async () => {
  await using graph = await openGraphOf([DEMO])
  const frame = createFramer(graph.model, graph.base)
  records = (await graph.documents(graph.list(type, 0, graph.count(type)))).map((document) =>
    frame(document, type),
  )
})

/** One product with these fields. */
const cite = (fields: Json): Json =>
  toCsl([{ local_identifier: 'https://x.example/1', entity_type: 'product', ...fields }], type, model)[0]!
const readBack = (bibtex: string): Json[] =>
  plugins.input.chain(bibtex, { generateGraph: false, forceType: '@biblatex/text' })

const person = (name: Json): Json => ({
  contributions: [
    { role: 'author', by: { local_identifier: 'https://x.example/p', entity_type: 'person', ...name } },
  ],
})
const by = (role: string, entity_type: string, name: string): Json => ({
  contributions: [{ role, by: { local_identifier: 'https://x.example/o', entity_type, name } }],
})
const published = (date: string): Json => ({ manifestations: [{ dates: { publication: [date] } }] })
const ofClass = (iri: string): Json => ({
  product_type: 'literature',
  manifestations: [{ type: { class: iri } }],
})

describe('CSL JSON', () => {
  const rows: readonly [testTitle: string, fields: Json, variable: string, expected: unknown][] = [
    ['a title in English, if there is one', { titles: { de: ['Eins'], en: ['One', 'Two'] } }, 'title', 'One'],
    ['the language of the title', { titles: { de: ['Eins'] } }, 'language', 'de'],
    ['no language that is not stated', { titles: { none: ['One'] } }, 'language', undefined],
    ['no title', {}, 'title', undefined],
    ...['javascript:alert(1)//', 'data:text/html,x', 'VBScript:x'].map(
      (value): [string, Json, string, unknown] => [
        `no URL that runs something, ${value}`,
        { identifiers: [{ scheme: 'url', value }] },
        'URL',
        undefined,
      ],
    ),
    [
      'the first URL that may be opened',
      {
        identifiers: ['javascript:x', 'ftp://x.example/a:b', 'https://x.example/'].map((value) => ({
          scheme: 'url',
          value,
        })),
      },
      'URL',
      'ftp://x.example/a:b',
    ],
    [
      'a person by parts of the name',
      person({ name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' }),
      'author',
      [{ family: 'Lovelace', given: 'Ada' }],
    ],
    ...(
      [
        ['Ada Lovelace', { family: 'Lovelace', given: 'Ada' }],
        ['Ludwig van der Rohe', { family: 'van der Rohe', given: 'Ludwig' }],
        ['J. R. R. Tolkien', { family: 'Tolkien', given: 'J. R. R.' }],
        ['Conan O’Brien-Lee', { family: 'O’Brien-Lee', given: 'Conan' }],
        ['Fenner M.', { family: 'Fenner', given: 'M.' }],
        ['Martin Luther King Jr.', { family: 'King Jr.', given: 'Martin Luther' }],
        ['Мария Кюри', { family: 'Кюри', given: 'Мария' }],
        ['Fenner, Martin', { family: 'Fenner', given: 'Martin' }],
        ['Plato', { literal: 'Plato' }],
        ['王 小明', { literal: '王 小明' }],
        ['ATLAS Collaboration', { literal: 'ATLAS Collaboration' }],
        ['User 42', { literal: 'User 42' }],
      ] as const
    ).map(([name, parts]): [string, Json, string, unknown] => [
      `a person by the one text of a name: ${name}`,
      person({ name }),
      'author',
      [parts],
    ]),
    [
      'someone of whom it is not known whether it is a person, by initials',
      {
        contributions: [
          { by: { entity_type: 'agent', name: 'M.F. Perutz' }, role: 'author' },
          { by: { entity_type: 'agent', name: 'Maria Caridad Araujo' }, role: 'author' },
          { by: { entity_type: 'agent', name: 'U.S. Geological Survey' }, role: 'author' },
        ],
      },
      'author',
      [
        { family: 'Perutz', given: 'M.F.' },
        { literal: 'Maria Caridad Araujo' },
        { literal: 'U.S. Geological Survey' },
      ],
    ],
    [
      'no version of a text, which is a word for copies',
      { product_type: 'literature', manifestations: [{ version: 'publishedVersion' }] },
      'version',
      undefined,
    ],
    [
      'no copy of data as its version',
      { product_type: 'research data', manifestations: [{ version: 'publishedVersion' }] },
      'version',
      undefined,
    ],
    [
      'the version of software',
      { product_type: 'research software', manifestations: [{ version: '1.2' }] },
      'version',
      '1.2',
    ],
    ['no person of whom nothing is known but the id', person({}), 'author', undefined],
    ['an organisation', by('author', 'organisation', 'CERN'), 'author', [{ literal: 'CERN' }]],
    ['authors alone', by('editor', 'agent', 'A'), 'author', undefined],
    ['a day', published('2020-02-03'), 'issued', { 'date-parts': [[2020, 2, 3]] }],
    ['a month', published('2020-02'), 'issued', { 'date-parts': [[2020, 2]] }],
    ['a year', published('2020'), 'issued', { 'date-parts': [[2020]] }],
    ['an instant', published('2020-02-03T04:05:06Z'), 'issued', { 'date-parts': [[2020, 2, 3]] }],
    ['a date that is none', published('last spring'), 'issued', { literal: 'last spring' }],
    [
      'the deposit of what is not published',
      { manifestations: [{ dates: { deposit: ['2019'] } }] },
      'issued',
      { 'date-parts': [[2019]] },
    ],
    ['pages', { manifestations: [{ biblio: { pages: { first: '3', last: '7' } } }] }, 'page', '3-7'],
    ['one page', { manifestations: [{ biblio: { pages: { first: '3' } } }] }, 'page', '3'],
    [
      'a venue',
      {
        manifestations: [
          {
            biblio: { in: { local_identifier: 'https://x.example/v', entity_type: 'venue', name: 'Nature' } },
          },
        ],
      },
      'container-title',
      'Nature',
    ],
    [
      'the DOI of the product',
      {
        identifiers: [
          { scheme: 'pmid', value: '1' },
          { scheme: 'doi', value: '10.1/a' },
        ],
      },
      'DOI',
      '10.1/a',
    ],
    [
      'the DOI of the form that is cited',
      { manifestations: [{ identifiers: [{ scheme: 'doi', value: '10.1/b' }] }] },
      'DOI',
      '10.1/b',
    ],
    ['a class of FaBiO', ofClass('http://purl.org/spar/fabio/ConferencePaper'), 'type', 'paper-conference'],
    ['a class of COAR', ofClass('http://purl.org/coar/resource_type/c_46ec'), 'type', 'thesis'],
    ['a class that nobody knows', ofClass('https://x.example/Novel'), 'type', 'document'],
    ['data', { product_type: 'research data' }, 'type', 'dataset'],
    ['software', { product_type: 'research software' }, 'type', 'software'],
    ['another', { product_type: 'other' }, 'type', 'document'],
    [
      'a class named like a property of objects',
      ofClass('https://x.example/constructor'),
      'type',
      'document',
    ],
    [
      'the form that says most',
      {
        manifestations: [
          { type: { class: 'http://purl.org/spar/fabio/Preprint' }, dates: { publication: ['2019'] } },
          {
            type: { class: 'http://purl.org/spar/fabio/JournalArticle' },
            dates: { publication: ['2020'] },
            biblio: { volume: '1' },
          },
        ],
      },
      'issued',
      { 'date-parts': [[2020]] },
    ],
  ]
  for (const [testTitle, fields, variable, expected] of rows)
    it(`says ${testTitle}`, () => expect(cite(fields)[variable]).to.deep.equal(expected))

  it('gives each item of a list a key of its own', () => {
    const keys = toCsl(
      [
        ...records,
        ...records,
        { local_identifier: 'https://x.example/' },
        { local_identifier: 'https://x.example/2', titles: { zh: ['数据'] } },
      ],
      type,
      model,
    ).map((item) => item['citation-key'])
    expect(new Set(keys)).to.have.length(keys.length)
    expect(keys).to.include.members(['wilkinson2016fair', 'wilkinson2016fair-2', 'item', 'item-2'])
  })
})

const bare = (text = ''): string =>
  text
    .replace(/<\/?(?:span[^>]*|i|b|sup|sub)>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** What both forms say of an item. */
const comparable = ({ title, author, issued, volume, page, DOI }: Json): Json => ({
  title: bare(title),
  author: (author ?? []).map(({ family, given, literal, 'non-dropping-particle': particle }: Json) => [
    [particle, family ?? literal].filter(Boolean).join(' '),
    given,
  ]),
  issued: issued?.['date-parts']?.[0].slice(0, 2),
  volume,
  page,
  DOI,
})

describe('BibTeX', () => {
  it('is read back as what CSL JSON says of each product of the demo', () => {
    const items = toCsl(records, type, model) as Json[]
    const back = readBack(writeBibtex(items as CslItem[]))
    expect(back).to.have.length(items.length)
    for (const [i, item] of items.entries()) {
      expect(back[i]!['citation-key'] ?? back[i]!['citation-label']).to.equal(item['citation-key'])
      expect(comparable(back[i]!)).to.deep.equal(comparable(item))
    }
  })

  const exact: readonly [fields: Json, expected: string][] = [
    [{ titles: { en: ['The FAIR Principles: A view'] } }, 'title = {The {FAIR} Principles: A view},'],
    [
      { titles: { en: ['Open data in Switzerland: The case of CERN'] } },
      'title = {Open data in {Switzerland}: The case of {CERN}},',
    ],
    [
      { titles: { en: ['DROID: A Large-Scale In-The-Wild 3D Robot Manipulation Dataset for PyTorch'] } },
      'title = {{DROID}: A Large-Scale In-The-Wild {3D} Robot Manipulation Dataset for {PyTorch}},',
    ],
    [{ titles: { de: ['Der Stand der Forschung'] } }, 'title = {Der {Stand} der {Forschung}},'],
    [{ manifestations: [{ biblio: { pages: { first: '176', last: '176' } } }] }, 'pages = {176},'],
    [
      { titles: { en: ['100% of a_b & c#d for $5 \\input{x} ~ ^'] } },
      'title = {100\\% of a\\_b \\& c\\#d for \\$5 ' +
        '\\textbackslash{}input\\textbraceleft{}x\\textbraceright{} \\textasciitilde{} ' +
        '\\textasciicircum{}},',
    ],
    [{ titles: { en: ['a { b'] } }, 'title = {a \\textbraceleft{} b},'],
    [{ titles: { zh: ['数据 é'] } }, 'title = {数据 é},'],
    [{ titles: { en: ['one\n\n two\u0000three'] } }, 'title = {one two three},'],
    [person({ family_name: 'and Sons', given_name: 'A, B' }), 'author = {{and Sons}, {A, B}},'],
    [by('publisher', 'organisation', 'A & B'), 'publisher = {A \\& B},'],
    [
      { identifiers: [{ scheme: 'url', value: 'https://x.example/{a} b\\?c_d=%20' }] },
      'url = {https://x.example/%7Ba%7D%20b%5C?c_d=%20},',
    ],
  ]
  for (const [fields, expected] of exact)
    it(`writes ${expected}`, () =>
      expect(writeBibtex([cite(fields) as CslItem])).to.include(`  ${expected}\n`))

  it('has the formulas of a title as they are, and references have them in plain letters', () => {
    const title = 'Measurement of $t\\bar{t}$ at $\\sqrt{s} = 13$ TeV, $H_2O^{+}$ and \\alpha for $5 & $6'
    const item = cite({ titles: { en: [title] } }) as CslItem
    expect(writeBibtex([item])).to.include(
      'title = {Measurement of $t\\bar{t}$ at $\\sqrt{s} = 13$ {TeV}, {$H_2O^{+}$} and ' +
        '\\textbackslash{}alpha for \\$5 \\& \\$6},',
    )
    expect(plainTex(title)).to.equal('Measurement of tt̄ at √s = 13 TeV, H₂O⁺ and α for $5 & $6')
    expect(plainTex('$\\frac{1}{2}$ of $\\alpha$')).to.equal('$\\frac{1}{2}$ of α')
  })

  for (const [title, plain, bibtex] of [
    ['over $$\\mathbb {Z}_{8}$$', 'over Z₈', 'over {$\\mathbb {Z}_{8}$}'],
    ['by $\\ell _{2,0}$-norms', 'by ℓ_2,0-norms', 'by $\\ell _{2,0}$-norms'],
    ['in $\\widetilde{\\mathcal{O}}(\\sqrt{T})$', 'in Õ(√T)', 'in {$\\widetilde{\\mathcal{O}}(\\sqrt{T})$}'],
  ] as const)
    it(`has the formula of ${title} as publishers write it`, () => {
      expect(plainTex(title)).to.equal(plain)
      expect(writeBibtex([cite({ titles: { en: [title] } }) as CslItem])).to.include(`title = {${bibtex}},`)
    })

  it('is one whole entry whatever the texts are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom(...'{}\\%$&"@, Ab_=\n', 'and'),
        maxLength: 12,
      }),
    )
    fc.assert(
      fc.property(text, text, text, (title, name, url) => {
        const bibtex = writeBibtex([
          cite({
            titles: { en: [title] },
            ...person({ name, family_name: name, given_name: title }),
            identifiers: [{ scheme: 'url', value: url }],
          }) as CslItem,
        ])
        let depth = 0
        for (const [i, character] of [...bibtex].entries()) {
          depth += Number(character === '{') - Number(character === '}')
          expect(depth === 0, `closed at ${i} of ${bibtex}`).to.equal(i < 5 || i >= [...bibtex].length - 2)
        }
        // Formulas stay as they are.
        expect(bibtex.replace(/\\[%&$#_]/g, '').replace(/\$[^$&#\n]+\$/g, '')).not.to.match(
          /= \{[^\n]*[&$#][^\n]*\}(?=,\n)(?<!(?:url|doi) = [^\n]*)/,
        )
      }),
      { seed: 7, numRuns: runs(2000) },
    )
  })
})

describe('RIS', () => {
  const readRis = (text: string): Json[] =>
    plugins.input.chain(text, { generateGraph: false, forceType: '@ris/file' })

  it('is read back as what CSL JSON says of each product of the demo', () => {
    const items = toCsl(records, type, model) as Json[]
    const back = readRis(writeRis(items as CslItem[]))
    expect(back).to.have.length(items.length)
    for (const [i, item] of items.entries()) {
      const { issued, ...rest } = comparable(back[i]!)
      const { issued: expected, ...others } = comparable(item)
      expect(rest).to.deep.equal({ ...others, title: item.title })
      // The parser takes dates of some types without their months.
      expect(issued?.[0]).to.equal(expected?.[0])
      // It knows no publication of manuscripts.
      const container = back[i]!['container-title'] ?? back[i]!['event-title']
      if (!['article', 'document'].includes(item.type)) expect(container).to.equal(item['container-title'])
    }
  })
  it('has one line for each value, whatever is in it', () => {
    const item = cite({
      titles: { en: ['one\nER  - \r\ntwo'] },
      ...person({ family_name: 'and Sons', given_name: 'A, B' }),
      ...published('2020-02-03'),
    }) as CslItem
    expect(writeRis([item, item]).split('\r\n')).to.deep.equal([
      ...['TY  - GEN', 'ID  - andsons2020', 'TI  - one ER - two', 'AU  - and Sons, A B', 'PY  - 2020'],
      ...['DA  - 2020/02/03/', 'LA  - en', 'ER  - ', ''],
      ...['TY  - GEN', 'ID  - andsons2020', 'TI  - one ER - two', 'AU  - and Sons, A B', 'PY  - 2020'],
      ...['DA  - 2020/02/03/', 'LA  - en', 'ER  - ', ''],
    ])
  })
})

describe('pages with hyphens', () => {
  const rows: readonly [
    first: string,
    last: string | undefined,
    csl: string,
    ris: string[],
    bibtex: string,
  ][] = [
    ['S-12', 'S-19', 'S-12–S-19', ['SP  - S-12', 'EP  - S-19'], '{S-12--S-19}'],
    ['S-12', undefined, 'S-12', ['SP  - S-12'], '{S-12}'],
    ['S-12', 'S-12', 'S-12', ['SP  - S-12'], '{S-12}'],
    ['12-19', undefined, '12-19', ['SP  - 12', 'EP  - 19'], '{12--19}'],
    ['e1', 'e9', 'e1-e9', ['SP  - e1', 'EP  - e9'], '{e1--e9}'],
  ]
  for (const [first, last, csl, ris, bibtex] of rows)
    it(`${first} to ${last ?? 'none'} are written as such`, () => {
      const item = cite({ manifestations: [{ biblio: { pages: { first, last } } }] }) as CslItem
      expect(item.page).to.equal(csl)
      expect(writeRis([item]).match(/^(?:SP|EP) .*(?=\r)/gm)).to.deep.equal(ris)
      expect(writeBibtex([item])).to.include(`pages = ${bibtex},`)
    })
})

describe('a variable of names', () => {
  // By the standard (appendix IV), not by our list of it.
  const names = (
    'author chair collection-editor compiler composer container-author contributor curator director editor ' +
    'editorial-director executive-producer guest host illustrator interviewer narrator organizer original-author ' +
    'performer producer recipient reviewed-author script-writer series-creator translator'
  ).split(' ')
  it('holds names, whichever row of an extension gives it', () => {
    const { author } = type.citation!.variables
    const variables = Object.fromEntries(names.map((name) => [name, author!]))
    const row = { ...type, citation: { ...type.citation!, variables } }
    const record = { entity_type: 'product', ...person({ name: 'A B' }) }
    const [item] = toCsl([record], row, model)
    expect(item).to.deep.include(
      Object.fromEntries(names.map((name) => [name, [{ family: 'B', given: 'A' }]])),
    )
  })
})

describe('the type of an item', () => {
  const rows: readonly [type: Json, expected: string][] = [
    [{ class: 'http://purl.org/coar/resource_type/c_7a1f' }, 'thesis'],
    [{ class: 'http://purl.org/coar/resource_type/c_c94f' }, 'paper-conference'],
    [{ class: 'https://api.crossref.org/types/dissertation', labels: { en: 'dissertation' } }, 'thesis'],
    [{ labels: { en: 'Dissertation' } }, 'thesis'],
    [{ labels: { en: 'article-journal' } }, 'article-journal'],
    [{ labels: { en: 'patent' } }, 'patent'],
    [{ labels: { en: 'A thing' } }, 'document'],
  ]
  for (const [value, expected] of rows)
    it(`of ${JSON.stringify(value)} is ${expected}`, () =>
      expect(cite({ product_type: 'literature', manifestations: [{ type: value }] }).type).to.equal(expected))

  const known = type.kinds!.rows.flatMap(({ has }) => has['manifestations.type'] ?? [])
  const words = [
    ...Object.values(resourceTypes),
    ...Object.values(classes).map((iri) => iri.replace(/^.*[/#]/, '')),
  ].filter((word) => !/^(?:Expression|Series|BookSeries)$/.test(word))
  it('is known of each class that a source gives to products', () =>
    expect(words.filter((word) => !known.includes(word))).to.deep.equal([]))
})
