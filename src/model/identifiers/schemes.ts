/** All identifier schemes of a model: reading, spellings, addresses and faults of identifiers, by their rows. */

import { LRUCache } from 'lru-cache'
import { checkDigits } from './check-digits.ts'
import { createForms, type IdentifierForms } from './forms.ts'
import type { IdentifierScheme, IdentifierSchemes } from './row.ts'
import { encodeIri } from '../context/iri.ts'

/** An IRI that is itself an identifier. */
export interface ResolverIri {
  readonly scheme: string
  /** The URL of the identifier at its resolver, in its one spelling. */
  readonly canonical: string
  /** What stands in front of the identifier. */
  readonly prefix: string
}

export interface IdentifierFault {
  readonly kind: 'bad-identifier' | 'bad-check-digit'
  readonly message: string
  readonly expected: string
}

/** Scheme words are taken in any case. */
export interface Identifiers {
  readonly rows: IdentifierSchemes
  /** The schemes of which an identifier may be the IRI of an entity. */
  readonly ofEntities: readonly string[]
  /** Whether the table has the scheme. */
  has(scheme: string): boolean
  /** Whether a text is an identifier of some scheme. */
  isIdentifier(text: string): boolean
  /** The stored form of an identifier; text that does not have the scheme's form stays as it is. */
  normalise(scheme: string, text: string): string
  /** Every text that the graph may hold for an identifier of the scheme, or of any. */
  spellings(text: string, scheme?: string): readonly string[]
  /** The IRIs, in their one spelling, that an entity with this identifier may have. */
  entityIris(text: string, scheme?: string): readonly string[]
  /** The web page of an identifier: at its resolver, or itself where it is a URL; undefined if it has none. */
  pageOf(scheme: string, text: string): string | undefined
  /** Reads an IRI as an identifier that entities may have as their IRI; undefined if it is none. */
  readIri(iri: string): ResolverIri | undefined
  /** What is wrong with an identifier; undefined if nothing is, or the table does not have the scheme. */
  faultOf(scheme: string, text: string): IdentifierFault | undefined
}

interface Entry {
  readonly name: string
  readonly row: IdentifierScheme
  readonly forms: IdentifierForms
  readonly isValid: (identifier: string) => boolean
}

/** A text as an identifier of a scheme. */
interface Reading {
  readonly entry: Entry
  readonly identifier: string
}

function readBy(entry: Entry, text: string): Reading[] {
  const found = entry.forms.read(text)
  return found ? [{ entry, identifier: found.identifier }] : []
}

function entryOf(name: string, row: IdentifierScheme): Entry {
  const valid = new RegExp(`^(?:${row.valid ?? row.pattern})$`, row.valid ? '' : 'i')
  return { name, row, forms: createForms(row), isValid: (identifier) => valid.test(identifier) }
}

function decode(iri: string): string {
  try {
    return decodeURIComponent(iri)
  } catch {
    return iri
  }
}

/** Characters of other text in which an identifier is looked for: at any place, which takes long in long text. */
const SEARCHED = 500

/** Texts of which the readings are remembered: a few requests with 100 identifiers each. */
const MAX_READINGS = 1000

export function createIdentifiers(rows: IdentifierSchemes): Identifiers {
  const entries = Object.entries(rows).map(([name, row]) => entryOf(name, row))
  const byName = new Map(
    entries.flatMap((entry) => [entry.name, ...(entry.row.aliases ?? [])].map((name) => [name, entry])),
  )
  const find = (scheme: string): Entry | undefined => byName.get(scheme.toLowerCase())
  const ofEntities = entries.filter(({ row }) => row.ofEntities)
  const resolverHosts = ofEntities.map(({ row }) =>
    new URL(row.resolver as string).host.replaceAll('.', '\\.'),
  )
  const hosts = new RegExp(`^https?:.*(?:${resolverHosts.join('|') || '(?!)'})`, 'i')

  const urlOf = ({ row: { resolver } }: Entry, identifier: string): string | undefined =>
    resolver && encodeIri(resolver + identifier)

  /** Whatever asks by identifiers reads each of them several times. */
  const readings = new LRUCache<string, readonly Reading[]>({ max: MAX_READINGS })

  /** A text read by each scheme of which it is an identifier. */
  function readAny(text: string): readonly Reading[] {
    let known = readings.get(text)
    if (known) return known
    known = entries.flatMap((entry) => readBy(entry, text))
    if (text.length <= SEARCHED) readings.set(text, known)
    return known
  }

  /** A text read by one scheme, or by each. */
  const readAs = (text: string, scheme: string | undefined): readonly Reading[] =>
    scheme === undefined ? readAny(text) : [find(scheme) ?? []].flat().flatMap((entry) => readBy(entry, text))

  const entityIris = (text: string, scheme?: string): string[] =>
    readAs(text, scheme).flatMap(
      ({ entry, identifier }) => (entry.row.ofEntities && urlOf(entry, identifier)) || [],
    )

  /** Another scheme of which the text is certainly an identifier, check digit and all. */
  function certainScheme(text: string): string | undefined {
    return entries.find(({ row: { unambiguous, checkDigit }, forms, isValid }) => {
      const found = unambiguous && forms.read(text)
      return (
        found &&
        isValid(found.identifier) &&
        (!checkDigit || checkDigits[checkDigit](found.identifier) === found.identifier)
      )
    })?.name
  }

  function formFault(scheme: string, text: string, { row }: Entry): IdentifierFault {
    const likelyScheme = certainScheme(text)
    const [inner] =
      (row.unambiguous && new RegExp(row.valid ?? row.pattern).exec(text.slice(0, SEARCHED))) || []
    return {
      kind: 'bad-identifier',
      message: `is no ${scheme}: ${text}`,
      expected: likelyScheme
        ? `The scheme ${likelyScheme}, whose form it has.`
        : inner
          ? `${inner}, if that is meant.`
          : `A value such as ${row.example}.`,
    }
  }

  return {
    rows,
    ofEntities: ofEntities.map(({ name }) => name),
    has: (scheme) => find(scheme) !== undefined,
    isIdentifier: (text) => readAny(text).length > 0,
    normalise: (scheme, text) => find(scheme)?.forms.read(text)?.stored ?? text,
    spellings(text, scheme) {
      const found = readAs(text, scheme).flatMap(({ entry, identifier }) => entry.forms.spellings(identifier))
      return [...new Set(scheme === undefined || found.length === 0 ? [text, ...found] : found)]
    },
    entityIris,
    pageOf(scheme, text) {
      const entry = find(scheme)
      const found = entry?.forms.read(text)
      return (
        (entry && found && urlOf(entry, found.identifier)) ??
        (/^https?:\/\/\S+$/i.test(text) ? text : undefined)
      )
    },
    readIri(iri) {
      if (!hosts.test(iri)) return undefined
      const text = decode(iri)
      for (const entry of ofEntities) {
        const found = entry.forms.read(text)
        const canonical = found && urlOf(entry, found.identifier)
        if (canonical) return { scheme: entry.name, canonical, prefix: found.before }
      }
      return undefined
    },
    faultOf(scheme, text) {
      const entry = find(scheme)
      if (!entry) return undefined
      const found = entry.forms.read(text)
      if (!found || !entry.isValid(found.identifier)) return formFault(scheme, text, entry)
      const { checkDigit } = entry.row
      const right = checkDigit && checkDigits[checkDigit](found.identifier)
      if (right === undefined || right === found.identifier) return undefined
      const start = found.stored.slice(0, found.stored.length - found.identifier.length)
      return {
        kind: 'bad-check-digit',
        message: `is no ${scheme}, as its check digit does not fit: ${text}`,
        expected: `If only the check digit is wrong, ${start}${right}.`,
      }
    },
  }
}
