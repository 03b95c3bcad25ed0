/** What identifiers of known schemes look like, and what is wrong with one that does not: one table. */

import { isbn10Digit, isbn13Digit, issnDigit, mod11Of2, rorDigits } from './check-digits.ts'
import { normaliseIdentifier } from './schemes.ts'

interface Form {
  /** Tells identifiers in their stored form. */
  readonly pattern: RegExp
  readonly example: string
  /** The identifier as its check digit wants it. */
  readonly checked?: (identifier: string) => string
  /** Finds an identifier in the midst of other text. */
  readonly within?: RegExp
  /** Another scheme's identifiers do not look like these by chance. */
  readonly distinct?: true
}

const bare = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()
const fixed =
  (digit: (rest: string) => string, length = 1) =>
  (text: string): string => {
    const rest = bare(text).slice(0, -length)
    return text.slice(0, -length) + digit(rest)
  }

const issn: Form = {
  pattern: /^\d{4}-\d{3}[\dX]$/,
  example: '2049-3630',
  checked: fixed(issnDigit),
  distinct: true,
}
const orcid: Form = {
  pattern: /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/,
  example: '0000-0002-1825-0097',
  checked: fixed(mod11Of2),
  distinct: true,
}
const number: Form = { pattern: /^\d+$/, example: '297' }

export const formsByScheme: Readonly<Record<string, Form>> = {
  doi: {
    pattern: /^10\.\d{4,9}(?:\.\d+)*\/\S+$/,
    example: '10.5555/12345678',
    within: /10\.\d{4,9}(?:\.\d+)*\/[^\s?#]+/,
    distinct: true,
  },
  orcid,
  isni: {
    pattern: /^(?:https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?)?(?:\d{4}[ -]?){3}\d{3}[\dXx]$/,
    example: '0000 0001 2281 955X',
    checked: (text) => fixed(mod11Of2)(text.replace(/^.*\//, '')),
  },
  ror: {
    pattern: /^https:\/\/ror\.org\/0[0-9a-hjkmnp-tv-z]{6}\d{2}$/,
    example: 'https://ror.org/05gq02987',
    distinct: true,
    checked: (text) => text.slice(0, -2) + rorDigits(text.slice(-9, -2)),
  },
  issn,
  eissn: issn,
  lissn: issn,
  isbn: {
    pattern: /^(?:urn:isbn:|isbn:?\s*)?(?:97[89](?:[ -]?\d){10}|\d(?:[ -]?\d){8}[ -]?[\dXx])$/i,
    example: '978-3-16-148410-0',
    checked: (text) =>
      (bare(text).replace(/^URN:ISBN:|^ISBN:?/, '').length === 10 ? fixed(isbn10Digit) : fixed(isbn13Digit))(
        text.replace(/^urn:isbn:|^isbn:?\s*/i, ''),
      ),
  },
  handle: { pattern: /^[\dA-Za-z.]+\/\S+$/, example: '11234/1-1451' },
  pmid: { pattern: /^[1-9]\d{0,7}$/, example: '26978244' },
  pmcid: {
    pattern:
      /^(?:https?:\/\/(?:www\.ncbi\.nlm\.nih\.gov\/pmc|pmc\.ncbi\.nlm\.nih\.gov)\/articles\/)?PMC\d+\/?$/i,
    example: 'PMC4792175',
    distinct: true,
  },
  arxiv: {
    pattern:
      /^(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v\d+)?$/i,
    example: '2401.00001',
    distinct: true,
  },
  bibcode: { pattern: /^\d{4}[A-Za-z0-9.&]{14}[A-Za-z.:]$/, example: '2016PhRvL.116f1102A' },
  openalex: { pattern: /^(?:https?:\/\/openalex\.org\/)?[AWISPTFCK]\d+$/i, example: 'W3134956838' },
  omid: { pattern: /^(?:omid:)?(?:br|ra|id|ar|re)\/\d+$/, example: 'br/062501777134' },
  wikidata: {
    pattern: /^(?:https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/)?Q[1-9]\d*$/,
    example: 'Q515701',
    distinct: true,
  },
  viaf: { pattern: /^(?:https?:\/\/(?:www\.)?viaf\.org\/viaf\/)?[1-9]\d{0,21}\/?$/, example: '102333412' },
  crossref: number,
  opendoar: number,
  're3data.org': { pattern: /^r3d\d{9}$/, example: 'r3d100010468', distinct: true },
  url: { pattern: /^(?:https?|ftp):\/\/[^\s/?#]\S*$/i, example: 'https://example.org/page' },
  urn: { pattern: /^urn:[a-z\d][a-z\d-]{1,31}:\S+$/i, example: 'urn:nbn:fi:fsd:T-FSD3400' },
  w3id: { pattern: /^https?:\/\/w3id\.org\/\S+$/i, example: 'https://w3id.org/skg-if/' },
  ivoid: { pattern: /^ivo:\/\/\S+$/i, example: 'ivo://org.gavo.dc/tap' },
  spase: { pattern: /^spase:\/\/\S+$/i, example: 'spase://CNES/Observatory/CDPP-Archive' },
  ark: {
    pattern: /^(?:https?:\/\/\S+\/)?ark:\/?\d{5}\S*$/,
    example: 'ark:/12148/btv1b8449691v',
    distinct: true,
  },
  grid: { pattern: /^grid\.\d+\.[0-9a-f]+$/, example: 'grid.5132.5', distinct: true },
}

export interface IdentifierFault {
  readonly kind: 'bad-identifier' | 'bad-check-digit'
  readonly message: string
  readonly right: string
}

/** Whether the scheme's identifiers have a known form. */
export const hasForm = (scheme: string): boolean => Object.hasOwn(formsByScheme, scheme.toLowerCase())

/** Another scheme of which the text is certainly an identifier, check digit and all. */
function otherScheme(text: string): string | undefined {
  return Object.entries(formsByScheme).find(([name, { pattern, checked, distinct }]) => {
    const value = normaliseIdentifier(name, text)
    return distinct && pattern.test(value) && (!checked || bare(checked(value)) === bare(value))
  })?.[0]
}

/**
 * What is wrong with an identifier in any spelling; undefined if nothing is, or the scheme has no known form.
 */
export function identifierFault(scheme: string, text: string): IdentifierFault | undefined {
  const form = hasForm(scheme) ? formsByScheme[scheme.toLowerCase()] : undefined
  if (!form) return undefined
  const value = normaliseIdentifier(scheme, text)
  if (!form.pattern.test(value)) {
    const [inner] = form.within?.exec(text) ?? []
    const other = otherScheme(text)
    const right = other
      ? `The scheme ${other}, whose form it has.`
      : inner
        ? `${inner}, if that is meant.`
        : `A value such as ${form.example}.`
    return { kind: 'bad-identifier', message: `is no ${scheme}: ${text}`, right }
  }
  const right = form.checked?.(value)
  if (right === undefined || bare(value).endsWith(bare(right))) return undefined
  return {
    kind: 'bad-check-digit',
    message: `is no ${scheme}, as its check digit does not fit: ${text}`,
    right: `If only the check digit is wrong, ${right}.`,
  }
}
