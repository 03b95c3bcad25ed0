/** The keys of --keep: one table, from which expressions are read, checked and documented. */

import { checkDigits } from '../../model/identifiers/check-digits.ts'
import { doiOf, issnOf, orcidOf, rorOf } from '../../model/conversion/ids.ts'

/** What an expression of --keep may ask for. */
export type SelectionKey =
  | 'ror'
  | 'country'
  | 'orcid'
  | 'issn'
  | 'doi'
  | 'topic'
  | 'funder'
  | 'year'
  | 'type'
  | 'language'
  | 'openalex'
  | 'xpac'
  | 'retracted'
  | 'cites'

export interface KeyRow {
  readonly doc: string
  readonly example: string
  /** What a value is: one of texts that are compared, a span of years, or yes and no. */
  readonly kind: 'text' | 'years' | 'switch'
  /** The values in a text of a record or an expression, in the spelling in which they are compared. */
  read(text: string): readonly string[]
  /** What is wrong with a value of an expression; absent: nothing can be. */
  fault?(value: string): string | undefined
  /** Spellings of which one stands in each JSON text that has the value; absent: it may be spelt otherwise. */
  spellings?(value: string): readonly string[]
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

/** The last part of an IRI, or what stands there in small letters: W1 of OpenAlex, 3309, article. */
const nameIn = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\/\S+\/(?=[^/]+\/?$)/, '')
    .replace(/\/$/, '')
    .toLowerCase()

const named = (text: string): readonly string[] => listOf(nameIn(text) || undefined)

/** The identifier that a text is, or those that stand in it. */
const identifiersIn =
  (read: (text: string) => string | undefined, pattern: RegExp) =>
  (text: string): readonly string[] => {
    const whole = read(text)
    return whole === undefined ? (text.match(pattern) ?? []).flatMap((one) => listOf(read(one))) : [whole]
  }

const withCheckDigit =
  (right: (value: string) => string, what: string) =>
  (value: string): string | undefined =>
    right(value) === value
      ? undefined
      : `the check digit of the ${what} ${value} is wrong; ${right(value)} has the right one`

const OPENALEX = /^[a-z]\d+$/i

/** An id of OpenAlex in capitals, as records have it; other names may be spelt in several ways. */
const spellingsOfName = (value: string): readonly string[] =>
  OPENALEX.test(value) ? [value.toUpperCase(), value] : []

const funder = (text: string): readonly string[] => {
  const ror = rorOf(text)
  if (ror !== undefined) return [ror]
  const doi = doiOf(text) ?? (/^\d{9,}$/.test(text) ? `10.13039/${text}` : undefined)
  return doi === undefined ? named(text) : [doi]
}

export const keys: Readonly<Record<SelectionKey, KeyRow>> = {
  ror: {
    doc: 'An author is at the organisation with this ROR.',
    example: '03vek6s52',
    kind: 'text',
    read: (text) => listOf(rorOf(text)),
    fault: withCheckDigit(checkDigits.ROR, 'ROR'),
    spellings: (value) => [value],
  },
  country: {
    doc: 'An author is at an organisation in this country (two letters).',
    example: 'NL',
    kind: 'text',
    read: (text) => (/^[a-z]{2}$/i.test(text.trim()) ? [text.trim().toUpperCase()] : []),
    spellings: (value) => [`"${value}"`, `"${value.toLowerCase()}"`],
  },
  orcid: {
    doc: 'An author has this ORCID.',
    example: '0000-0002-1825-0097',
    kind: 'text',
    read: identifiersIn(orcidOf, /\d{4}-\d{4}-\d{4}-\d{3}[\dx]/gi),
    fault: withCheckDigit(checkDigits['MOD 11-2'], 'ORCID'),
    spellings: (value) => [value, value.toLowerCase(), value.replaceAll('-', '')],
  },
  issn: {
    doc: 'It appeared in the journal or series with this ISSN.',
    example: '0028-0836',
    kind: 'text',
    read: identifiersIn(issnOf, /\b\d{4}-\d{3}[\dx]\b/gi),
    fault: withCheckDigit(checkDigits.ISSN, 'ISSN'),
    spellings: (value) => [value, value.toLowerCase(), value.replace('-', '')],
  },
  doi: {
    doc: 'It has this DOI.',
    example: '10.5555/12345678',
    kind: 'text',
    read: identifiersIn(doiOf, /\b10\.\d{4,}\/[^\s;]+/g),
  },
  topic: {
    doc: 'It has this topic: a label, or of OpenAlex the id of a topic, or fields/33, subfields/3309, domains/2.',
    example: 'T10001',
    kind: 'text',
    read: (text) => {
      const path = /(?:^|\/)((?:sub)?fields|domains|sdgs?|keywords)\/([^/\s]+)$/.exec(text.trim())
      return path ? [`${path[1]}/${path[2]}`.toLowerCase()] : named(text)
    },
    spellings: spellingsOfName,
  },
  funder: {
    doc: 'It was paid by this funder: a ROR, a DOI of the Funder Registry or its number, or an id of OpenAlex.',
    example: '10.13039/501100000780',
    kind: 'text',
    read: funder,
    spellings: (value) =>
      value.startsWith('10.13039/')
        ? [value.slice('10.13039/'.length)]
        : rorOf(value) === value
          ? [value]
          : spellingsOfName(value),
  },
  year: {
    doc: 'It was published in this year, or in a span of years: 2020-, -2019, 2015-2019.',
    example: '2020-',
    kind: 'years',
    read: (text) => listOf(/^\d{4}(?!\d)/.exec(text.trim())?.[0]),
  },
  type: {
    doc: 'It is of this type, in the word of the source.',
    example: 'article',
    kind: 'text',
    read: named,
  },
  language: {
    doc: 'It is in this language, as the source says it.',
    example: 'nl',
    kind: 'text',
    read: named,
  },
  openalex: {
    doc:
      'It has this id of OpenAlex, or one of its authors, institutions (with those above them), sources, ' +
      'publishers, funders, topics or awards has.',
    example: 'I136199984',
    kind: 'text',
    read: (text) => (OPENALEX.test(nameIn(text)) ? [nameIn(text).toUpperCase()] : []),
    spellings: (value) => [value],
  },
  xpac: {
    doc: 'It is of the extended set of OpenAlex, which its API shows on request only: yes or no.',
    example: 'no',
    kind: 'switch',
    read: named,
  },
  retracted: {
    doc: 'It is retracted: yes or no.',
    example: 'no',
    kind: 'switch',
    read: named,
  },
  cites: {
    doc:
      'With yes, what the works cite that are kept is kept too; all inputs are then read twice. It stands once, ' +
      'with and.',
    example: 'yes',
    kind: 'switch',
    read: named,
  },
}

export const keyNames = Object.keys(keys) as SelectionKey[]
