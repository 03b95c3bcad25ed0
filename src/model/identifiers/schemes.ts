/** All identifier schemes of a model: reading, spellings and addresses of identifiers, by their rows. */

import { RecentValues } from '../values/collections.ts'
import { identifierFault, SEARCHED, type Entry, type IdentifierFault } from './faults.ts'
import { createForms } from './forms.ts'
import type { IdentifierScheme, IdentifierSchemes } from './row.ts'
import { encodeIri } from '../context/iri.ts'
import { toNfc } from '../values/fold.ts'
import { decodePercent } from '../values/text.ts'

/** An IRI that is itself an identifier. */
interface ResolverIri {
  readonly scheme: string
  /** The URL of the identifier at its resolver, in its one spelling. */
  readonly canonical: string
  /** What stands in front of the identifier. */
  readonly prefix: string
}

/** Scheme words are taken in any case. */
export interface Identifiers {
  readonly rows: IdentifierSchemes
  /** The schemes of which an identifier may be the IRI of an entity. */
  readonly ofEntities: readonly string[]
  has(scheme: string): boolean
  /** Whether a text is an identifier of some scheme. */
  isIdentifier(text: string): boolean
  /** The identifier alone, in its one spelling; undefined if the text is no valid one of the scheme. */
  read(scheme: string, text: string): string | undefined
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

/** A text as an identifier of a scheme. */
interface Reading {
  readonly entry: Entry
  readonly identifier: string
}

function readBy(entries: readonly Entry[], text: string): Reading[] {
  const readings: Reading[] = []
  for (const entry of entries) {
    const read = entry.forms.read(text)
    if (read) readings.push({ entry, identifier: read.identifier })
  }
  return readings
}

function entryOf(name: string, row: IdentifierScheme): Entry {
  const valid = new RegExp(`^(?:${row.valid ?? row.pattern})$`, row.valid ? '' : 'i')
  return { name, row, forms: createForms(row), isValid: (identifier) => valid.test(identifier) }
}

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
  const readings = new RecentValues<string, readonly Reading[]>(MAX_READINGS)

  /** A text read by each scheme of which it is an identifier. */
  function readAny(text: string): readonly Reading[] {
    let known = readings.get(text)
    if (known) return known
    known = readBy(entries, text)
    if (text.length <= SEARCHED) readings.set(text, known)
    return known
  }

  /** A text read by one scheme, or by each. */
  const readAs = (text: string, scheme: string | undefined): readonly Reading[] =>
    scheme === undefined ? readAny(text) : readBy([find(scheme) ?? []].flat(), text)

  const entityIris = (text: string, scheme?: string): string[] =>
    readAs(text, scheme).flatMap(
      ({ entry, identifier }) => (entry.row.ofEntities && urlOf(entry, identifier)) || [],
    )

  return {
    rows,
    ofEntities: ofEntities.map(({ name }) => name),
    has: (scheme) => find(scheme) !== undefined,
    isIdentifier: (text) => readAny(text).length > 0,
    read(scheme, text) {
      const entry = find(scheme)
      const identifier = entry?.forms.read(text)?.identifier
      return identifier !== undefined && entry?.isValid(identifier) ? identifier : undefined
    },
    normalise: (scheme, text) => find(scheme)?.forms.read(text)?.stored ?? text,
    spellings(given, scheme) {
      const text = toNfc(given)
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
      const text = decodePercent(iri)
      for (const entry of ofEntities) {
        const found = entry.forms.read(text)
        const canonical = found && urlOf(entry, found.identifier)
        if (canonical) return { scheme: entry.name, canonical, prefix: found.before }
      }
      return undefined
    },
    faultOf(scheme, text) {
      const entry = find(scheme)
      return entry && identifierFault(scheme, text, entry, entries)
    },
  }
}
