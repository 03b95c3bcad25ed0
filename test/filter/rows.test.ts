/**
 * Rows of filters: what is wrong with them is told at the start, all at once; paths lead where the contexts
 * say.
 */

import { expect } from 'chai'
import { extensions } from '../../src/extensions/index.ts'
import type { FilterRow } from '../../src/model/rows/filter-row.ts'
import { buildModel, ModelError } from '../../src/model/model.ts'
import { resolvePath } from '../../src/model/rows/paths.ts'
import { intervalOf } from '../../src/model/values/dates.ts'
import type { Extension } from '../../src/model/rows/extension-row.ts'
import { model } from '../support/model.ts'

const row = (on: string, more: Partial<FilterRow> = {}): FilterRow => ({
  operator: 'equals',
  path: on,
  doc: 'with {value}',
  example: 'x',
  ...more,
})

const faultsOf = (target: string, filters: Record<string, FilterRow>): readonly string[] => {
  const extension: Extension = {
    name: 'test',
    version: '1',
    contexts: {},
    corrections: [],
    entities: [],
    extend: { [target]: { filters } },
  }
  try {
    buildModel([...extensions, extension])
    return []
  } catch (error) {
    expect(error).to.be.instanceOf(ModelError)
    return (error as ModelError).faults
  }
}

describe('a row of a filter', () => {
  const faults: readonly [key: string, row: FilterRow, fault: RegExp][] = [
    ['a.b', row('bogus'), /^the filter a\.b of product has bogus, which is not a field; known are .*$/],
    ['a.b', row('contributions.by.bogus'), /has bogus/],
    ['a.b', row('product_type.x'), /goes on after product_type, which is not a node/],
    ['a.b', row('titles|identifiers'), /are fields of different kinds/],
    ['a.b', row('related_products'), /asks equals of related_products, which is nest/],
    ['a.b', row('identifiers'), /asks equals of identifiers, which is object/],
    ['a.b', row('titles', { operator: 'gte' }), /asks gte of titles, which is langString/],
    ['a.b', row('contributions.rank', { operator: 'contains' }), /asks contains of rank, which is number/],
    ['a.b', row('product_type', { scheme: 'doi' }), /has a scheme but leads to no identifier/],
    ['a.b', row('^identifiers.value'), /goes backwards over identifiers/],
    ['a.b', row('product_type', { doc: 'x' }), /has no \{value\} in its doc/],
    ['a.b', row('product_type', { example: '' }), /has no example/],
    [
      'a.b',
      row('contributions.rank', { operator: 'gte', example: 'abc' }),
      /^the filter a\.b of product has the example abc; it must be a number, as rank is$/,
    ],
    [
      'a.b',
      row('manifestations.dates.publication', { operator: 'lte', example: 'soon' }),
      /has the example soon; it must be a year, month, day or date-time of ISO 8601, as publication is$/,
    ],
    ['a:b', row('product_type'), /has a key that a filter cannot have/],
    ['product_type', row('product_type'), /adds the filter product_type to product, which has it already/],
    [
      'a.b',
      row('product_type', { aliases: ['funding.grant_number'] }),
      /two filters of product have the key funding\.grant_number/,
    ],
  ]
  for (const [key, one, fault] of faults)
    it(`is refused: ${fault.source}`, () =>
      expect(faultsOf('product', { [key]: one }).join('\n')).to.match(fault))

  it('is refused with an example that is neither true nor false', () =>
    expect(faultsOf('service', { 'a.b': row('is_accessible_for_free', { example: 'yes' }) })).to.deep.equal([
      'the filter a.b of service has the example yes; it must be true or false, as is_accessible_for_free is',
    ]))
  it('is refused together with the others', () =>
    expect(faultsOf('product', { 'a.b': row('x'), 'c.d': row('y') })).to.have.length(2))
  it('may come from another extension', () =>
    expect(
      faultsOf('venue', {
        series: row('series'),
        'cf.founded.from': row('creation_date', { operator: 'gte', example: '1990' }),
      }),
    ).to.be.empty)

  const paths: readonly [path: string, steps: readonly string[], leaf: string][] = [
    ['product_type', [], 'rdfType http://www.w3.org/1999/02/22-rdf-syntax-ns#type'],
    ['titles|abstracts', [], 'langString http://purl.org/dc/terms/title http://purl.org/dc/terms/abstract'],
    [
      'contributions.by.family_name',
      ['contributions many', 'by person organisation agent'],
      'string http://xmlns.com/foaf/0.1/familyName',
    ],
    ['related_products.cites.local_identifier', ['cites many product'], 'id'],
    [
      '^related_products.cites.identifiers.value',
      ['^cites many product', 'identifiers many'],
      'string http://www.essepuntato.it/2010/06/literalreification/hasLiteralValue',
    ],
  ]
  for (const [path, steps, leaf] of paths) {
    it(`leads along ${path}`, () => {
      const resolved = resolvePath(model, model.typeNamed('product')!, path)
      expect(
        resolved.steps.map(({ key, multiple, types }) =>
          [key, ...(multiple ? ['many'] : []), ...types.map(({ name }) => name)].join(' '),
        ),
      ).to.deep.equal(steps)
      expect([resolved.target.kind, ...resolved.target.predicates].join(' ')).to.equal(leaf)
    })
  }
})

describe('the span of a date', () => {
  const spans: readonly [text: string, from: string, to: string][] = [
    ['2020', '2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'],
    ['2020-12', '2020-12-01T00:00:00Z', '2021-01-01T00:00:00Z'],
    ['2020-02', '2020-02-01T00:00:00Z', '2020-03-01T00:00:00Z'],
    ['2020-02-28', '2020-02-28T00:00:00Z', '2020-02-29T00:00:00Z'],
    ['2020-02-29', '2020-02-29T00:00:00Z', '2020-03-01T00:00:00Z'],
    ['2021-02-28', '2021-02-28T00:00:00Z', '2021-03-01T00:00:00Z'],
    ['2020-12-31', '2020-12-31T00:00:00Z', '2021-01-01T00:00:00Z'],
    ['1900-02-28', '1900-02-28T00:00:00Z', '1900-03-01T00:00:00Z'],
    ['2020+02:00', '2020-01-01T00:00:00+02:00', '2021-01-01T00:00:00+02:00'],
    ['2020-05-06-05:00', '2020-05-06T00:00:00-05:00', '2020-05-07T00:00:00-05:00'],
    ['12020-12-31', '12020-12-31T00:00:00Z', '12021-01-01T00:00:00Z'],
    ['-0044', '-0044-01-01T00:00:00Z', '-0043-01-01T00:00:00Z'],
    ['2020-05-06T07:08:09', '2020-05-06T07:08:09Z', '2020-05-06T07:08:09Z'],
    ['2020-05-06T07:08:09.5+01:00', '2020-05-06T07:08:09.5+01:00', '2020-05-06T07:08:09.5+01:00'],
  ]
  for (const [text, from, to] of spans)
    it(`of ${text} is from ${from} to ${to}`, () => expect(intervalOf(text)).to.deep.include({ from, to }))
})

describe('an IRI that is an identifier', () => {
  const addresses: readonly [iri: string, scheme: string | undefined, canonical?: string, prefix?: string][] =
    [
      ['https://doi.org/10.1/abc', 'doi', 'https://doi.org/10.1/abc', 'https://doi.org/'],
      ['http://dx.doi.org/10.1/ABC', 'doi', 'https://doi.org/10.1/abc', 'http://dx.doi.org/'],
      [
        'https://doi.org/10.1002/(SICI)8%3C693::AID%3E',
        'doi',
        'https://doi.org/10.1002/(sici)8%3C693::aid%3E',
        'https://doi.org/',
      ],
      [
        'http://orcid.org/0000-0001-0000-000x',
        'orcid',
        'https://orcid.org/0000-0001-0000-000X',
        'http://orcid.org/',
      ],
      ['https://ror.org/01111RN36', 'ror', 'https://ror.org/01111rn36', 'https://ror.org/'],
      ['https://doi.org/', undefined],
      ['https://example.org/10.1/abc', undefined],
      ['doi:10.1/abc', undefined],
      ['https://hdl.handle.net/11/x', undefined],
      ['https://doi.org/%zz', undefined],
    ]
  for (const [iri, scheme, canonical, prefix] of addresses)
    it(`is read: ${iri}`, () =>
      expect(model.identifiers.readIri(iri)).to.deep.equal(scheme && { scheme, canonical, prefix }))
})
