/**
 * Identifier schemes with a known form: how a value in any spelling becomes the one that is stored, shown and
 * searched.
 */

import { encodeIri } from './iri.ts'

interface Scheme {
  /** Finds the identifier in any of its spellings; group 1 is the identifier itself. */
  readonly pattern: RegExp
  readonly form: (identifier: string) => string
  /** Whether an entity's own IRI may be such an identifier: what its resolver puts in front. */
  readonly resolver?: string
  /** What the address of its web page has in front, where that is no resolver of entities. */
  readonly web?: string
}

const issn: Scheme = {
  pattern:
    /^(?:(?:https?:\/\/portal\.issn\.org\/resource\/issn\/|urn:issn:|issn[:\s]\s*)?)(\d{4}-?\d{3}[\dx])$/i,
  form: (text) => text.toUpperCase().replace(/^(\d{4})-?/, '$1-'),
  web: 'https://portal.issn.org/resource/ISSN/',
}

export const schemes: Readonly<Record<string, Scheme>> = {
  doi: {
    pattern: /^(?:(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/|doi:\s*)?(10\.\d+(?:\.\d+)*\/\S+)$/i,
    form: (text) => text.toLowerCase(),
    resolver: 'https://doi.org/',
  },
  orcid: {
    pattern: /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid:\s*)?(\d{4}-\d{4}-\d{4}-\d{3}[\dx])\/?$/i,
    form: (text) => text.toUpperCase(),
    resolver: 'https://orcid.org/',
  },
  ror: {
    pattern: /^(?:(?:https?:\/\/)?(?:www\.)?ror\.org\/|ror:\s*)?(0[a-z0-9]{6}\d{2})\/?$/i,
    form: (text) => `https://ror.org/${text.toLowerCase()}`,
    resolver: 'https://ror.org/',
  },
  issn,
  eissn: issn,
  lissn: issn,
  handle: {
    pattern: /^(?:(?:https?:\/\/)?hdl\.handle\.net\/|hdl:\s*)?([^\s/:]+\/\S+)$/i,
    form: (text) => text,
    web: 'https://hdl.handle.net/',
  },
  pmid: {
    pattern:
      /^(?:(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/|pmid:\s*)?(\d+)\/?$/i,
    form: (text) => text,
    web: 'https://pubmed.ncbi.nlm.nih.gov/',
  },
  arxiv: {
    pattern:
      /^(?:(?:https?:\/\/)?arxiv\.org\/(?:abs|pdf)\/|arxiv:\s*)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?)$/i,
    form: (text) => text,
    web: 'https://arxiv.org/abs/',
  },
}

/** The stored form of an identifier; text that does not have the scheme's form stays as it is. */
export function normaliseIdentifier(scheme: string, value: string): string {
  const name = scheme.toLowerCase()
  const known = Object.hasOwn(schemes, name) ? schemes[name] : undefined
  const found = known?.pattern.exec(value.trim())?.[1]
  return known && found ? known.form(found) : value
}

/** Every stored form that a text may have as an identifier of any scheme, itself first. */
export function identifierForms(text: string): string[] {
  const forms = Object.values(schemes).flatMap(({ pattern, form }) => {
    const found = pattern.exec(text.trim())?.[1]
    return found ? [form(found)] : []
  })
  return [...new Set([text, ...forms])]
}

/**
 * The address at the scheme's resolver that an identifier in any spelling has; undefined if it is none, or
 * the scheme has no resolver.
 */
export function addressOf(scheme: string, text: string): string | undefined {
  const known = schemes[scheme.toLowerCase()]
  const found = known?.resolver && known.pattern.exec(text.trim())?.[1]
  if (!known?.resolver || !found) return undefined
  const identifier = known.form(found)
  return encodeIri(identifier.startsWith(known.resolver) ? identifier : known.resolver + identifier)
}

/**
 * The web page of an identifier: at its resolver or register, or itself where it is a web address; undefined
 * if it has none.
 */
export function webAddressOf(scheme: string, text: string): string | undefined {
  const known = Object.hasOwn(schemes, scheme.toLowerCase()) ? schemes[scheme.toLowerCase()] : undefined
  const found = known?.web && known.pattern.exec(text.trim())?.[1]
  if (known?.web && found) return known.web + encodeIri(known.form(found))
  return (known?.resolver && addressOf(scheme, text)) || (/^https?:\/\/\S+$/i.test(text) ? text : undefined)
}

/** The schemes of which an identifier may be the IRI of an entity. */
export const addressable: readonly string[] = Object.entries(schemes).flatMap(([name, { resolver }]) =>
  resolver ? [name] : [],
)

/** An IRI that is itself an identifier. */
export interface Address {
  readonly scheme: string
  /** The address of the identifier in its one form. */
  readonly canonical: string
  /** What stands in front of the identifier. */
  readonly prefix: string
}

const HOSTS = new RegExp(
  addressable
    .map((scheme) => new URL(schemes[scheme]?.resolver as string).host.replaceAll('.', '\\.'))
    .join('|'),
  'i',
)

/** Reads an IRI as the address of an identifier; undefined if it is none. */
export function readAddress(iri: string): Address | undefined {
  if (!HOSTS.test(iri) || !/^https?:/i.test(iri)) return undefined
  const text = unescape(iri)
  for (const scheme of addressable) {
    const found = schemes[scheme]?.pattern.exec(text)?.[1]
    const canonical = found && addressOf(scheme, found)
    if (canonical) return { scheme, canonical, prefix: text.slice(0, text.indexOf(found)) }
  }
  return undefined
}

function unescape(iri: string): string {
  try {
    return decodeURIComponent(iri)
  } catch {
    return iri
  }
}
