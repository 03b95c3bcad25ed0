/** CSV: the columns of every type, and cells that can be taken apart again. */

import { expect } from 'chai'
import { walkFields } from '../../src/model/model.ts'
import { writeCsv } from '../../src/record/citation/csv.ts'
import { readCsv } from '../support/csv.ts'
import { model } from '../support/model.ts'

const typeNamed = (name: string) => model.typeNamed(name)!
const iri = 'https://x.example/1'

/** The one record of a type as column → cell; empty cells left out. */
function cellsOf(record: Record<string, unknown>): Record<string, string> {
  const [header, cells, ...more] = readCsv(
    writeCsv([{ local_identifier: iri, ...record }], typeNamed(record.entity_type as string), model),
  )
  expect(more).to.deep.equal([])
  expect(cells).to.have.length(header!.length)
  return Object.fromEntries(
    header!.map((name, i) => [name, cells![i] as string] as const).filter(([, cell]) => cell !== ''),
  )
}

describe('CSV', () => {
  it('has the countries of affiliations, each at the place of its organisation', () => {
    const affiliation = (id: string, country?: string): object => ({
      local_identifier: `https://example.org/${id}`,
      entity_type: 'organisation',
      name: id,
      ...(country && { country }),
    })
    const contributions = [
      { declared_affiliations: [affiliation('a', 'CH'), affiliation('b')] },
      { declared_affiliations: [affiliation('c', 'DE')] },
    ]
    expect(cellsOf({ entity_type: 'product', contributions })).to.include({
      'contributions.declared_affiliations.title': '[["a","b"],["c"]]',
      'contributions.declared_affiliations.country': '[["CH",""],["DE"]]',
    })
  })

  for (const type of model.types) {
    it(`has the columns of ${type.path}, whatever the records hold`, () => {
      const header = readCsv(writeCsv([], type, model))[0]!
      expect(new Set(header).size).to.equal(header.length)
      expect(header.slice(0, 2)).to.deep.equal(['local_identifier', 'entity_type'])
      expect(readCsv(writeCsv([{ local_identifier: iri }], type, model))[0]).to.deep.equal(header)
      for (const { path, field } of walkFields(type.fields)) {
        const name = path.join('.')
        const columns = header.filter((column) => column === name || column.startsWith(`${name}.`))
        expect(columns, name).not.to.deep.equal([])
        if (field.kind === 'reference')
          expect(columns.filter((column) => column !== `${name}.country`)).to.deep.equal([
            `${name}.local_identifier`,
            `${name}.title`,
          ])
      }
    })
  }

  const rows: readonly [title: string, record: Record<string, unknown>, expected: Record<string, string>][] =
    [
      [
        'text with everything that CSV quotes',
        { entity_type: 'organisation', name: 'A, "B"\r\nC\n' },
        { name: 'A, "B"\r\nC\n' },
      ],
      [
        'text with a separator, which stands as it is where there is no list',
        { entity_type: 'organisation', name: 'a|b;c\\d' },
        { name: 'a|b;c\\d' },
      ],
      ...[
        '=1+1',
        "=cmd|' /C calc'!A0",
        '+SUM(A1)',
        '@A1',
        '-A1',
        '\t=1',
        '\r=1',
        '\n=1',
        '-',
        '+49 30 1',
      ].map((name): [string, Record<string, unknown>, Record<string, string>] => [
        `text that a spreadsheet takes for a formula, ${JSON.stringify(name)}, with an apostrophe before it`,
        { entity_type: 'organisation', name },
        { name: `'${name}` },
      ]),
      ...['-5', '+1.5e-3', '-.5', 'a=1', '1-2', "'=1"].map(
        (name): [string, Record<string, unknown>, Record<string, string>] => [
          `text that is none, ${JSON.stringify(name)}, as it stands`,
          { entity_type: 'organisation', name },
          { name },
        ],
      ),
      [
        'a list that begins like a formula',
        { entity_type: 'organisation', other_names: ['=1', '=2'] },
        { other_names: '["=1","=2"]' },
      ],
      ['a negative number', { entity_type: 'grant', funded_amount: -5.5 }, { funded_amount: '-5.5' }],
      [
        'a list',
        { entity_type: 'organisation', other_names: ['a|b', 'c;d', 'e\\f'] },
        { other_names: String.raw`["a|b","c;d","e\\f"]` },
      ],
      [
        'one text of a list as it stands, whatever is in it',
        { entity_type: 'product', titles: { en: [String.raw`P(Y\|X), "\ell_1"; [a]`] } },
        { titles: String.raw`P(Y\|X), "\ell_1"; [a]`, 'titles.language': 'en' },
      ],
      [
        'one text that begins like several as it stands, unless it is an array itself',
        { entity_type: 'organisation', name: '["x"]', short_name: '[x]', other_names: ['["x"]'] },
        { name: '["x"]', short_name: '[x]', other_names: String.raw`["[\"x\"]"]` },
      ],
      [
        'languages beside texts',
        { entity_type: 'product', titles: { en: ['A', 'B'], fr: ['C'] } },
        { titles: '["A","B","C"]', 'titles.language': '["en","en","fr"]' },
      ],
      [
        'nodes, a place for each',
        { entity_type: 'product', identifiers: [{ scheme: 'doi', value: '1' }, { value: '2' }] },
        { 'identifiers.scheme': '["doi",""]', 'identifiers.value': '["1","2"]' },
      ],
      [
        'entities by id and title, lists inside lists',
        {
          entity_type: 'product',
          contributions: [
            {
              by: { local_identifier: 'p:1', entity_type: 'person', name: 'Ada; B' },
              rank: 1,
              declared_affiliations: [
                { local_identifier: 'o:1', entity_type: 'organisation', name: 'X' },
                { local_identifier: 'o:2', entity_type: 'organisation' },
              ],
            },
            { by: { local_identifier: 'p:2', entity_type: 'person' }, rank: 2 },
          ],
        },
        {
          'contributions.by.local_identifier': '["p:1","p:2"]',
          'contributions.by.title': '["Ada; B",""]',
          'contributions.rank': '["1","2"]',
          'contributions.declared_affiliations.local_identifier': '[["o:1","o:2"],[]]',
          'contributions.declared_affiliations.title': '[["X",""],[]]',
        },
      ],
      [
        'groups, bare ids, numbers and truth',
        {
          entity_type: 'service',
          relevant_organisations: ['o:1'],
          is_accessible_for_free: false,
          related_products: { cites: [{ local_identifier: 'p:1', entity_type: 'product' }] },
        },
        {
          'relevant_organisations.local_identifier': 'o:1',
          is_accessible_for_free: 'false',
          'related_products.cites.local_identifier': 'p:1',
        },
      ],
      [
        'nothing for what is no number',
        { entity_type: 'grant', funded_amount: Number.NaN, currency: 'EUR' },
        { currency: 'EUR' },
      ],
      [
        'classes with labels, and dates',
        {
          entity_type: 'product',
          manifestations: [
            { type: { class: 'c:1', labels: { en: 'Kind' } }, dates: { publication: ['2020', '2021'] } },
          ],
        },
        {
          'manifestations.type.class': 'c:1',
          'manifestations.type.labels': 'Kind',
          'manifestations.type.labels.language': 'en',
          'manifestations.dates.publication': '[["2020","2021"]]',
        },
      ],
      [
        'a thing with a class',
        { entity_type: 'service', srv_deployment_of: [{ '@id': 's:1', '@type': 'x' }, 's:2'] },
        { srv_deployment_of: '["s:1","s:2"]' },
      ],
    ]
  for (const [title, record, expected] of rows) {
    it(`holds ${title}`, () => {
      const { local_identifier, entity_type, ...cells } = cellsOf(record)
      expect(local_identifier).to.equal(iri)
      expect(entity_type).to.equal(record.entity_type)
      expect(cells).to.deep.equal(expected)
    })
  }
})
