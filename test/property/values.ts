// Arbitrary values of the fields that hold no other field, in the form that answers show; made from the rows.

import fc from 'fast-check'
import type { Field, FieldOf } from '../../src/model/rows/row.ts'
import type { Model } from '../../src/model/model.ts'
import { normaliseCode, type CodeList } from '../../src/model/values/codes.ts'
import { encodeIri } from '../../src/model/context/iri.ts'
import { readLanguage } from '../../src/model/values/languages.ts'

export type Arbitrary = fc.Arbitrary<unknown>

/** Any text of Unicode characters that is not empty, in the form in which texts are stored. */
const text = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '"',
        '\\',
        '\\"',
        '\n',
        '\r\n',
        '\t\b\f',
        '\u0000',
        '\u007f',
        '<b>',
        "'",
        '^^<x>',
        '@en',
        '_:b0',
        'constructor',
        '__proto__',
        'toString',
        'null',
        ' ',
        '\u2028',
      ),
    },
  )
  .map((found) => found.normalize('NFC'))

const trimmed = text.map((found) => found.trim()).filter((found) => found !== '')

/** What may follow a scheme and a host. */
const rest = fc.oneof(
  fc.webPath(),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '/a b',
    '/"<>\\^`{|}',
    '/%zz%',
    '/x#y#z',
    '/[a]',
    '/?q=[1]',
    '/../a/./b',
    '/é/%C3%A9',
    '//',
    '/\u{1f600}',
  ),
)

/** The text after the local part of an id, to be appended to something that makes it unique. */
export const suffix = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9/!~*.-]{1,6}$/), rest)

const iri = fc
  .tuple(
    fc.constantFrom(
      'http://example.org',
      'https://e.example:8080/x',
      'http://[::1]',
      'urn:x:',
      'mailto:a',
      'https://doi.org/10.1/',
    ),
    rest,
  )
  .map((parts) => encodeIri(parts.join('').trim()))

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')

/** A date in the form that stores keep, and the first instant that it covers. */
const dated = fc
  .record({
    year: fc.oneof(
      fc.integer({ min: 1000, max: 2100 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: -4000, max: -1 }),
    ),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    clock: fc.tuple(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 59 }),
    ),
    milliseconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999 })),
    zone: fc.oneof(
      fc.constant(''),
      fc.constant('Z'),
      fc.integer({ min: -840, max: 840 }).filter((minutes) => minutes !== 0),
    ),
    precision: fc.constantFrom('year', 'month', 'day', 'time'),
  })
  .map(({ year, month, day, clock, milliseconds, zone, precision }) => {
    const parts = [`${year < 0 ? '-' : ''}${pad(Math.abs(year), 4)}`, pad(month, 2), pad(day, 2)]
    const fraction = milliseconds === 0 ? '' : `.${pad(milliseconds, 3)}`.replace(/0+$/, '')
    const size = { year: 1, month: 2, day: 3, time: 3 }[precision]
    // Oxigraph 0.5.11 moves date-times before the year 1 that have a fraction by a minute.
    const time =
      precision === 'time' && year > 0 ? `T${clock.map((part) => pad(part, 2)).join(':')}${fraction}` : ''
    const offset = typeof zone === 'number' ? zone : 0
    const zoneText =
      typeof zone === 'string'
        ? zone
        : `${zone < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(zone) / 60), 2)}:${pad(Math.abs(zone) % 60, 2)}`
    const instant = new Date(0)
    instant.setUTCFullYear(year, size > 1 ? month - 1 : 0, size > 2 ? day : 1)
    if (time) instant.setUTCHours(...clock, milliseconds)
    return {
      text: parts.slice(0, size).join('-') + time + zoneText,
      instant: instant.getTime() - offset * 60_000,
    }
  })

/** Instants of the dates made so far: the order of dates is judged by what they were made of. */
export const instants = new Map<string, number>()

const date = fc.oneof(
  {
    weight: 8,
    arbitrary: dated.map(({ text: found, instant }) => {
      instants.set(found, instant)
      return found
    }),
  },
  { weight: 1, arbitrary: trimmed.filter((found) => !/^-?\d{4}/.test(found)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0000',
      '2021-13',
      '2021-02-30',
      '2021-1-1',
      '2021-01-01T25:00:00',
      '2021-01-01T10:60',
      'about 1900',
      '12021-01-0x',
    ),
  },
)

/** A 32-bit float with the fewest digits that tell it apart. */
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].find(
    (count) => Math.fround(Number(value.toPrecision(count))) === value,
  )
  return Number(value.toPrecision(digits))
})
const numbers: Record<FieldOf<'number'>['datatype'], fc.Arbitrary<number>> = {
  integer: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.maxSafeInteger()),
  decimal: fc.oneof(
    fc.integer({ min: 0, max: 1e9 }),
    fc.integer({ min: 0, max: 1e12 }).map((cents) => cents / 100),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  float: fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    float,
  ),
}
const number = (datatype: FieldOf<'number'>['datatype']): Arbitrary =>
  numbers[datatype].map((value) => (Object.is(value, -0) ? 0 : value))

const language = fc.oneof(
  fc.constantFrom('none', 'en', 'de', 'zh-cn', 'cmn', 'sr-latn-rs', 'en-x-foo', 'de-u-co-phonebk', 'x-a'),
  fc.stringMatching(/^[a-z]{2,3}(-[a-z]{4})?$/).filter((tag) => readLanguage(tag).tag === tag),
)
const languages = (multiple: true | undefined): Arbitrary =>
  fc.dictionary(
    language,
    multiple ? fc.uniqueArray(text, { minLength: 1, maxLength: 3 }) : (text as Arbitrary),
    { minKeys: 1, maxKeys: 3, noNullPrototype: true },
  )

/** A word that no context knows, and that is no name with a known prefix. */
const unknownWord = (
  { vocabulary }: Model,
  base: string,
  taken: Readonly<Record<string, unknown>> = {},
): Arbitrary =>
  fc
    .oneof(
      trimmed,
      fc.constantFrom(
        'scientific advisor',
        'ch. 4',
        'a/../b',
        './x',
        '../x',
        '/x',
        '//x/y',
        '?',
        '#',
        '%',
        '%41',
        'a:b',
        'constructor',
        '__proto__',
        'x:y z',
        'http://words.example/w',
      ),
    )
    .filter(
      (word) =>
        vocabulary.iri(word) === undefined &&
        !Object.hasOwn(taken, word) &&
        !word.startsWith(base) &&
        !vocabulary.terms.has(word) &&
        (!/^[a-z][a-z0-9+.-]*:/i.test(word) || encodeIri(word) === word || / /.test(word)),
    )

function term(
  model: Model,
  base: string,
  { terms = [], termAliases, namespaces, serializeAs }: FieldOf<'vocabTerm'>,
): Arbitrary {
  const known = terms.length > 0 ? [fc.constantFrom(...terms)] : []
  if (!namespaces) return fc.oneof(...known, ...known, unknownWord(model, base, termAliases))
  const [prefix = ''] = namespaces
  const local = fc
    .stringMatching(/^[A-Za-z][A-Za-z0-9._-]{0,8}[A-Za-z0-9]$/)
    .filter((word) => model.vocabulary.iri(word) === undefined)
  const forms = {
    prefixed: local.map((word) => `${prefix}:${word}`),
    bare: local,
    iri: local.map((word) => (model.vocabulary.prefixes.get(prefix) ?? prefix) + word),
  }
  return fc.oneof(...known, forms[serializeAs ?? 'prefixed'])
}

/**
 * An identifier in the form of its scheme is made where scheme and value are known; here it is any text, or
 * one of a known form.
 */
const identifier = fc.oneof(
  text,
  fc.constantFrom(
    '10.1234/AbC.(1)',
    'https://doi.org/10.5/X<y>',
    '0000-0002-1825-009x',
    '2049363x',
    'https://ror.org/0ABCDEF12',
    'hdl:11/Ab',
    'PMID:7',
    'arXiv:2401.00001',
    'http://www.wikidata.org/entity/q42',
    '978-3-16-148410-0',
    'https://n2t.net/ark:/12148/btv1b8449691v',
  ),
)

/** A code of a standard, or any text in its place, in the case in which codes are stored. */
const code = (list: CodeList): Arbitrary =>
  fc.oneof(
    fc.constantFrom('NL', 'EUR'),
    text.map((found) => normaliseCode(found, list)),
  )

/** Schemes in two cases. */
export const schemeWords = ({ identifiers }: Model): string[] =>
  Object.keys(identifiers.rows).flatMap((scheme) => [scheme, scheme.toUpperCase()])

type Simple = Exclude<
  Field['kind'],
  'object' | 'nest' | 'labelledClass' | 'reference' | 'rdfType' | 'typedIri'
>

/** One value of a field. */
export const valueOf = (model: Model, base: string): { [K in Simple]: (field: FieldOf<K>) => Arbitrary } => ({
  string: ({ scheme, codeList }) => (codeList ? code(codeList) : scheme ? identifier : text),
  langString: ({ multiple }) => languages(multiple),
  number: ({ datatype }) => number(datatype),
  boolean: () => fc.boolean(),
  date: () => date,
  iri: () => iri,
  vocabTerm: (field) => term(model, base, field),
})

/** Words of a class field: its own, and others that then belong to the base. */
export const classWord = (
  model: Model,
  base: string,
  { terms, termAliases, default: defaultTerm }: FieldOf<'rdfType'>,
): Arbitrary =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...terms) },
    {
      weight: 1,
      arbitrary: unknownWord(model, base, { ...termAliases, [defaultTerm ?? '']: '' }).filter(
        (word) => !/^[a-z][a-z0-9+.-]*:/i.test(word as string),
      ),
    },
  )
