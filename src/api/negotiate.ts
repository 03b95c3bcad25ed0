/** Content negotiation (RFC 9110 section 12): the media type and the encoding that a client likes best. */

import Negotiator from 'negotiator'
import { Problem } from '../config/errors.ts'
import { memoize } from '../model/values/collections.ts'
import { withSuggestion } from '../model/values/closest-match.ts'
import { bare, encodings, profileOf, type MediaName, type MediaType } from '../config/media.ts'

/** A longer Accept is of no use to anybody and takes long to compare. */
const MAX_ACCEPT = 2048

/** Of several profiles, the one that says most about the form counts. */
const PROFILES = ['expanded', 'compacted'].map(profileOf)

/** Blanks that RFC 9110 does not allow, and that servers overlook: `text/csv ; q = 0.7`. */
const EQUALS = /[ \t]+=[ \t]*|=[ \t]+/g

/** One of the ranges of Accept, between commas. */
const RANGE = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g
/** A type and a subtype, and a weight that is a number if there is one. */
const TYPE = /^[ \t]*[^\s/;]+\/[^\s/;]+[ \t]*(?:;|$)/
const WEIGHT = /;[ \t]*q=([^;]*)/i

const isMediaRange = (range: string): boolean =>
  TYPE.test(range) && /^[ \t]*(?:\d+\.?\d*|\.\d+)[ \t]*$/.test(WEIGHT.exec(range)?.[1] ?? '1')

/** Ranges that can be read; the others say nothing (RFC 9110 section 12.4.1 lets servers overlook them). */
const readRanges = (accept: string): string =>
  (accept.replace(EQUALS, '=').match(RANGE) ?? []).filter(isMediaRange).join(',')

const PROFILE = /;\s*profile=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/gi

/**
 * Profiles are wishes, which refuse nothing (RFC 6906): each range keeps the one that can be had, if there is
 * one.
 */
const withOneProfile = (accept: string, types: readonly string[]): string =>
  accept.replace(RANGE, (range) =>
    range.replace(PROFILE, (_, quoted?: string, bareword?: string) => {
      const named = (quoted ?? bareword ?? '').split(/\s+/)
      const known = PROFILES.find(
        (name) =>
          named.includes(name) &&
          types.some((type) => bare(type) === bare(range.trim()).toLowerCase() && type.includes(name)),
      )
      return known === undefined ? '' : `;profile="${known}"`
    }),
  )

/** A media type with all parameters that Accept may name. */
const withParameters = (type: string, implied?: string): string =>
  [type, type.includes('charset') ? '' : 'charset=utf-8', implied].filter(Boolean).join('; ')

const describeOffers = (offers: readonly MediaType[]): string =>
  offers
    .map(({ type, name }) => `${type.replace(/; (?:charset|header)=[^;]*/g, '')} (format=${name})`)
    .join(', ')

/**
 * Chooses among the offers: by format if given, else by Accept. Of equal preferences the more specific wins,
 * then by the order in Accept, then by the order of the offers.
 * @param accept value of the header; absent or without a media range means anything
 * @param format short name of a media type, which outweighs the header
 * @returns the row, its type as Accept calls it
 * @throws Problem not-acceptable, naming the offers; header-too-large
 */
export function negotiate<N extends MediaName>(
  accept: string | undefined,
  offers: readonly MediaType<N>[],
  format?: string,
): MediaType<N> {
  if (format !== undefined) {
    const chosen = offers.find(({ name }) => name === format)
    if (chosen) return chosen
    const names = offers.map(({ name }) => name)
    throw new Problem(
      'not-acceptable',
      `${withSuggestion(`There is no format ${format.slice(0, 64)} here`, format, names)} ` +
        `The formats are ${describeOffers(offers)}.`,
    )
  }
  if (accept === undefined || accept === '*/*') return offers[0] as MediaType<N>
  if (accept.length > MAX_ACCEPT)
    throw new Problem('header-too-large', `Accept is longer than ${MAX_ACCEPT} characters.`)
  let choose = choices.get(offers)
  if (!choose) choices.set(offers, (choose = memoize((header) => chooseOffer(header, offers), MAX_CHOICES)))
  return choose(accept) as MediaType<N>
}

/** Accept headers of which the choice is known, for each list of offers: clients have few. */
const MAX_CHOICES = 100

const choices = new WeakMap<readonly MediaType[], (accept: string) => MediaType>()

/** @throws Problem not-acceptable */
function chooseOffer(accept: string, offers: readonly MediaType[]): MediaType {
  const ranges = readRanges(accept)
  if (ranges === '') return offers[0] as MediaType
  const accepted = ranges.toLowerCase()
  const named = offers.flatMap((offer) => [
    offer,
    ...(offer.aliases ?? [])
      .filter((type) => accepted.includes(bare(type)))
      .map((type) => ({ ...offer, type })),
  ])
  const types = named.map(({ type, impliedParameters: implied }) => withParameters(type, implied))
  const wishes = withOneProfile(ranges, types)
  const [best] = new Negotiator({ headers: { accept: wishes } }).mediaTypes(types)
  if (best === undefined)
    throw new Problem(
      'not-acceptable',
      `Accept allows none of the media types that can be had here: ${describeOffers(offers)}.`,
    )
  return named[types.indexOf(best)] as MediaType
}

/** What the types of Negotiator leave out: which of equally preferred encodings is taken. */
interface Preferring {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined
}

/**
 * The encoding that Accept-Encoding asks for; `identity` if the answer is best sent as it is. Clients have few.
 * @param accept value of the header; a blank or overlong one asks for nothing
 */
export const encodingFor = memoize(chooseEncoding, MAX_CHOICES)

function chooseEncoding(accept: string): (typeof encodings)[number] | 'identity' {
  if (accept.trim() === '' || accept.length > MAX_ACCEPT) return 'identity'
  const negotiator: unknown = new Negotiator({
    headers: { 'accept-encoding': accept === '*' ? 'gzip' : accept },
  })
  const found = (negotiator as Preferring).encoding([...encodings, 'identity'], { preferred: encodings })
  return encodings.find((encoding) => encoding === found) ?? 'identity'
}

/**
 * The language that Accept-Language likes best; the first where it names none of them.
 * @param accept value of the header
 */
export function languageFor<L extends string>(accept: string, languages: readonly L[]): L {
  const [first] = languages as readonly [L]
  if (accept === '' || accept.length > MAX_ACCEPT) return first
  const [best = first] = new Negotiator({ headers: { 'accept-language': accept } }).languages([...languages])
  return best as L
}

/** Whether a browser asks: it likes a page better than a problem document. */
export const prefersPage = (accept: string | undefined): boolean =>
  accept !== undefined &&
  accept.length <= MAX_ACCEPT &&
  new Negotiator({ headers: { accept } }).mediaTypes([
    'application/problem+json',
    'application/json',
    'text/html',
  ])[0] === 'text/html'
