// Dates: which texts are dates of which datatype, how they are normalised, and when they begin.

import { expect } from 'chai'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import {
  firstInstant,
  parseDate,
  parseIsoDate,
  writtenYear,
  type DateType,
} from '../../src/model/values/dates.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'

const dates: [text: string, type: DateType, normalised?: string][] = [
  ['2021', 'gYear'],
  ['2021Z', 'gYear'],
  ['-0044', 'gYear'],
  ['12021', 'gYear'],
  ['2021+02:00', 'gYear'],
  ['2021-05', 'gYearMonth'],
  ['2021-05-01:00', 'gYearMonth'],
  ['2021-05-06', 'date'],
  ['2020-02-29', 'date'],
  ['2000-02-29', 'date'],
  ['2021-05-06-11:00', 'date'],
  ['2021-05-06T07:08:09', 'dateTime'],
  ['2021-05-06T07:08:09Z', 'dateTime'],
  ['2021-05-06T07:08:09+14:00', 'dateTime'],
  ['2021-05-06T07:08:09.25Z', 'dateTime'],
  ['2021-05-06T07:08:09+00:00', 'dateTime', '2021-05-06T07:08:09Z'],
  ['2021-05-06T07:08:09-00:00', 'dateTime', '2021-05-06T07:08:09Z'],
  ['2021-05-06T07:08:09.000Z', 'dateTime', '2021-05-06T07:08:09Z'],
  ['2021-05-06T07:08:09.120', 'dateTime', '2021-05-06T07:08:09.12'],
  ['2021-05-06+00:00', 'date', '2021-05-06Z'],
]
const none = [
  '',
  ' ',
  '21',
  '021',
  '0000',
  '02021',
  '2021-13',
  '2021-00',
  '2021-5',
  '2021-02-30',
  '2021-02-29',
  '1900-02-29',
  '2021-04-31',
  '2021-01-00',
  '2021-01-1',
  '2021-01-01T',
  '2021-01-01T10:00',
  '2021-01-01T24:00:00',
  '2021-01-01T10:60:00',
  '2021-01-01T10:00:60',
  '2021-01-01T10:00:00.',
  '2021-01-01 10:00:00',
  '2021-01-01T10:00:00+15:00',
  '2021-01-01T10:00:00+14:01',
  '2021-01-01T10:00:00+1:00',
  '2021-01-01T10:00:00z',
  'May 2021',
  '2021/05',
  '２０２１',
  '2021-05-06T07:08:09Zx',
  '+2021',
  '--05',
  '20240101',
  '9999999',
  '-1234567',
]
/** What ISO 8601 lets people write beyond XML Schema, and the form in which it is stored. */
const iso: [text: string, stored: string][] = [
  ['2021-01-01T10:00Z', '2021-01-01T10:00:00Z'],
  ['2021-01-01T10:00:00+0100', '2021-01-01T10:00:00+01:00'],
  ['2021-01-01T10:00:00-05', '2021-01-01T10:00:00-05:00'],
  ['20210101', '2021-01-01'],
  ['20210101T1015Z', '2021-01-01T10:15:00Z'],
  ['20210101T101530,250+0100', '2021-01-01T10:15:30.25+01:00'],
  ['2021-01-01T24:00:00', '2021-01-02T00:00:00'],
  ['2020-02-28T24:00Z', '2020-02-29T00:00:00Z'],
  ['1999-12-31T24:00:00.0+02:00', '2000-01-01T00:00:00+02:00'],
  ['2021-01-01t10:00:00z', '2021-01-01T10:00:00Z'],
  ['2021-01-01 10:00', '2021-01-01T10:00:00'],
  [' 2021-01-01 10:00:00 +0100 ', '2021-01-01T10:00:00+01:00'],
  ['2021-01-01+01', '2021-01-01+01:00'],
]
const noIso = [
  '',
  '20211301',
  '2021-01-01T24:01',
  '2021-02-29T24:00',
  '2021-01-01T25:00',
  '2021-01-01T10',
  '2021-1-1T10:00',
]

const instants: [text: string, iso: string][] = [
  ['2021', '2021-01-01T00:00:00.000Z'],
  ['2021-05', '2021-05-01T00:00:00.000Z'],
  ['2021-05-06', '2021-05-06T00:00:00.000Z'],
  ['2021-05-06T07:08:09.25', '2021-05-06T07:08:09.250Z'],
  ['2021-05-06T07:08:09+02:00', '2021-05-06T05:08:09.000Z'],
  ['2021-05-06T07:08:09-05:30', '2021-05-06T12:38:09.000Z'],
  ['2021-01-01+14:00', '2020-12-31T10:00:00.000Z'],
  ['0001', '0001-01-01T00:00:00.000Z'],
  ['0099-12', '0099-12-01T00:00:00.000Z'],
  ['-0001', '-000001-01-01T00:00:00.000Z'],
  ['12021', '+012021-01-01T00:00:00.000Z'],
]

describe('dates', () => {
  for (const [text, type, normalised = text] of dates)
    it(`${text} is a ${type}`, () => expect(parseDate(text)).to.deep.equal({ text: normalised, type }))
  for (const text of none) {
    it(`${JSON.stringify(text)} is no date`, () => {
      expect(parseDate(text)).to.equal(undefined)
      expect(firstInstant(text)).to.deep.equal(Number.NaN)
    })
  }
  for (const [text, stored] of iso)
    it(`${text} of ISO 8601 is ${stored}`, () =>
      expect(parseIsoDate(text)).to.deep.equal(parseDate(stored) ?? 'no date'))
  for (const text of noIso)
    it(`${JSON.stringify(text)} is no date of ISO 8601`, () => expect(parseIsoDate(text)).to.equal(undefined))
  it('of XML Schema are the same in ISO 8601', () => {
    for (const [text] of dates) expect(parseIsoDate(text)).to.deep.equal(parseDate(text))
  })
  for (const [text, iso] of instants)
    it(`${text} begins at ${iso}`, () => expect(new Date(firstInstant(text)).toISOString()).to.equal(iso))

  it('keep their text in Oxigraph', () => {
    const store = new oxigraph.Store()
    for (const [, type, normalised] of dates.map(
      ([text, type, normalised = text]) => [text, type, normalised] as const,
    )) {
      store.load(
        `<http://a/> <http://a/p> "${normalised}"^^<${XSD}${type}> <http://a/${encodeURIComponent(normalised)}> .`,
        { format: 'nq' },
      )
      expect(
        store.dump({
          format: 'nt',
          from_graph_name: oxigraph.namedNode(`http://a/${encodeURIComponent(normalised)}`),
        }),
      ).to.include(`"${normalised}"^^<${XSD}${type}>`)
    }
  })
  for (const [text, year] of [
    ['2021', '2021'],
    ['2021-05-06T07:08:09+14:00', '2021'],
    ['-0044-03-15', '-0044'],
    ['12021-05', '12021'],
    ['2021Z', '2021'],
    ['15.03.2012', '15.03.2012'],
    ['', ''],
  ] as const)
    it(`"${text}" have the year "${year}"`, () => expect(writtenYear(text)).to.equal(year))
  it('that JavaScript writes are date-times that begin then', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseDate(date.toISOString())?.type).to.equal('dateTime')
          expect(firstInstant(date.toISOString())).to.equal(date.getTime())
          expect(firstInstant(parseDate(date.toISOString())?.text ?? '')).to.equal(date.getTime())
        },
      ),
    ))
  it('are normalised once and for all', () =>
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...dates.map(([text]) => text)), fc.string()), (text) => {
        const normalised = parseDate(text)
        if (normalised) expect(parseDate(normalised.text)).to.deep.equal(normalised)
      }),
    ))
  // Were the time not linear in the length, the limit of mocha would be over.
  it('of the wildest length are read', () => {
    for (const text of [
      '1'.repeat(1_000_000),
      `2021-05-06T07:08:09.${'0'.repeat(1_000_000)}x`,
      '-'.repeat(1_000_000),
    ])
      parseDate(text)
  })
})
