/** Filter text → conditions: commas, colons, encodings, what is refused and how. */

import { expect } from 'chai'
import fc from 'fast-check'
import { Problem } from '../../src/config/errors.ts'
import { printConditions, type Condition } from '../../src/filter/condition.ts'
import { MAX_CONDITIONS, MAX_VALUE, parseFilter } from '../../src/filter/parse.ts'
import type { EntityType } from '../../src/model/rows/row.ts'
import { model } from '../support/model.ts'
import { runs } from '../support/effort.ts'
import { readData } from '../support/data.ts'

const typeOf = (name: string): EntityType => model.typeNamed(name) as EntityType
const parse = (text: string | readonly string[], type = 'product'): Condition[] =>
  parseFilter([text].flat(), typeOf(type), model)
const pairs = (conditions: readonly Condition[]): [string, string][] =>
  conditions.map(({ key, value }) => [key, value])

function refusal(text: string | readonly string[], type = 'product'): Problem {
  try {
    parse(text, type)
  } catch (error) {
    expect(error).to.be.instanceOf(Problem)
    return error as Problem
  }
  throw new Error(`${String(text)} was not refused`)
}

describe('a filter text', () => {
  const readings =
    readData<
      readonly [
        title: string,
        text: string | readonly string[],
        expected: readonly [key: string, value: string][],
      ][]
    >('filter/readings.json')
  for (const [title, text, expected] of readings)
    it(`is read with ${title}`, () => expect(pairs(parse(text))).to.deep.equal(expected))

  const refused: readonly [text: string, detail: RegExp, type?: string][] = [
    [
      'bogus:x',
      /^The filter bogus is not supported by this implementation\. Valid filters are product_type, identifiers\.id, /,
    ],
    ['product_typ:x', /^The filter product_typ is .*; did you mean product_type\?/],
    ['cf.funded_amount.from:1', /^The filter cf\.funded_amount\.from is not supported/],
    [
      'product_type:literature,bogus:x',
      /^The filter bogus .* If the comma before it belongs to a value, write that comma as %2C/,
    ],
    ['product_type%3Aliterature%2Cbogus%3Ax', /^The filter bogus /],
    ['product_type:literature, a.b:x', /^The filter a\.b /],
    ['product_type:literature,some_key:x', /^The filter some_key /],
    ['product_type:literature,CF.SEARCH.TITLE:x', /^The filter CF\.SEARCH\.TITLE /],
    [
      'product_type:literature,cf.search.title',
      /^The filter cf\.search\.title has no value: a colon and a value are expected\./,
    ],
    ['product_type:literature,country:x', /^The filter country /],
    ['title:x', /^The filter title is .*; did you mean cf\.search\.title\? Valid/],
    ['titel:x', /did you mean cf\.search\.title\?/],
    [
      'short_name:x',
      /did you mean relevant_organisations\.short_name or contributions\.declared_affiliations\.short_name\?/,
    ],
    ['nope:x', /^The filter nope is not supported by this implementation\. Valid/],
    ['Product_Type:x', /^The filter Product_Type .*did you mean product_type\?/],
    ['product_type', /^The filter product_type has no value: a colon and a value are expected\./],
    [':x', /^The filter  is not supported/],
    [',+,', /^The filter  is not supported/],
    ['+', /^The filter  is not supported/],
    ['product_type:', /a value is expected after the colon/],
    ['product_type:%zz', /it is not percent-encoded UTF-8/],
    ['product_type%3Aliterature%ff', /(?<!3A)literature%ff/],
    ['product_type:%ff', /it is not percent-encoded UTF-8/],
    [`cf.search.title:${'x'.repeat(MAX_VALUE + 1)}`, /it has 4097 characters; 4096 are the most/],
    [
      Array(MAX_CONDITIONS + 1)
        .fill('product_type:a')
        .join(','),
      /^There are 33 conditions; 32 are the most\./,
    ],
    ['constructor:x', /^The filter constructor is not supported/],
    ['cf.funded_amount.from:many', /a number is expected/, 'grant'],
    ['cf.funded_amount.to:Infinity', /a number is expected/, 'grant'],
    ['cf.funded_amount.to:1e999', /a number is expected/, 'grant'],
    ['cf.funded_amount.to:0x10', /a number is expected/, 'grant'],
    ['cf.duration.start.from:soon', /a year, month, day or date-time of ISO 8601 is expected/, 'grant'],
    ['cf.duration.start.from:20241301', /ISO 8601/, 'grant'],
    ['cf.duration.start.to:9999999999999', /ISO 8601/, 'grant'],
    ['cf.duration.start.from:2021-13', /ISO 8601/, 'grant'],
    ['cf.duration.end.from:2021-02-29', /ISO 8601/, 'grant'],
    ['website:http://x.org/%00', /an IRI cannot hold control characters/, 'organisation'],
    ['website:http://x.org/%3Cscript%3E', /an IRI cannot hold any of </, 'organisation'],
    ['name:x', /^The filter name is not supported/, 'topic'],
  ]
  for (const [text, detail, type] of refused) {
    it(`is refused: ${text.slice(0, 80)}`, () => {
      const problem = refusal(text, type)
      expect(problem.code).to.equal('invalid-filter')
      expect(problem.status).to.equal(422)
      expect(problem.message).to.match(detail)
      for (const key of model.filtersOf(typeOf(type ?? 'product')).keys)
        expect(problem.message).to.include(key)
    })
  }

  // Were the time not linear in the length, the limit of mocha would be over.
  it('is read in linear time', () => {
    const texts = [',', '%2C', 'a:b', ',a', 'a,', 'x:,', '%2Ca', ' ,', 'product_type', 'a.', 'a. '].map(
      (part) => part.repeat(Math.floor(1_000_000 / part.length)),
    )
    for (const text of [
      ...texts,
      `product_type:${','.repeat(1_000_000)}`,
      `${'a'.repeat(1_000_000)}:b`,
      `product_type:a,${'b'.repeat(1_000_000)}:c`,
    ]) {
      try {
        parse(text)
      } catch (error) {
        expect(error).to.be.instanceOf(Problem)
      }
    }
  })
})

describe('printed conditions', () => {
  const listed = model.types.filter((type) => model.filtersOf(type).keys.length > 0)
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      ',',
      ', name:x',
      ',cf.search.title:y',
      '%2C',
      '%252C',
      '+',
      ' ',
      'a:b,c:d',
      '\u0000',
      '\u2028',
      '"',
      '\\',
      '<>',
      '&',
      '#',
      '=',
      'é',
      '😀',
      'x,https://y',
    ),
  )
  const conditions = fc.constantFrom(...listed).chain((type) =>
    fc
      .array(fc.record({ filter: fc.constantFrom(...model.filtersOf(type).all), value: text }), {
        minLength: 1,
        maxLength: 6,
      })
      .map((drawn) => ({
        type,
        conditions: drawn
          .filter(
            ({
              filter: {
                path: { target },
              },
            }) => !['number', 'date', 'iri', 'id', '@cited'].includes(target.kind),
          )
          .map(({ filter, value }) => ({ key: filter.key, filter, value })),
      })),
  )

  it('are read as they were', () => {
    fc.assert(
      fc.property(conditions, ({ type, conditions: given }) => {
        const printed = printConditions(given)
        expect(parseFilter([printed], type, model)).to.deep.equal(given)
        expect(printConditions(parseFilter([printed], type, model))).to.equal(printed)
        expect(printed)
          .to.match(/^[!$-~]*$/)
          .and.not.match(/[#&?"<> ]/)
      }),
      { numRuns: runs(10_000) },
    )
  })

  it('of any text are conditions or a problem', () => {
    const raw = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc
        .array(
          fc.constantFrom(
            ',',
            '%2C',
            ':',
            '%3A',
            'product_type',
            'cf.search.title',
            'bogus',
            ' ',
            '+',
            '%',
            'x',
            '.',
            'https',
          ),
          { maxLength: 20 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(raw, (text) => {
        let read: Condition[]
        try {
          read = parse(text)
        } catch (error) {
          expect(error).to.be.instanceOf(Problem)
          return
        }
        expect(pairs(parse(printConditions(read)))).to.deep.equal(pairs(read))
      }),
      { numRuns: runs(10_000) },
    )
  })
})
