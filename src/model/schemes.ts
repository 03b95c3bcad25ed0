/** Identifier schemes with a known form: how a value in any spelling becomes the one that is stored, shown and searched. */

interface Scheme {
  /** Finds the identifier in any of its spellings; group 1 is the identifier itself. */
  readonly pattern: RegExp
  readonly form: (identifier: string) => string
  /** Whether an entity's own IRI may be such an identifier: what its resolver puts in front. */
  readonly resolver?: string
}

const issn: Scheme = {
  pattern: /^(?:(?:https?:\/\/portal\.issn\.org\/resource\/issn\/|urn:issn:|issn[:\s]\s*)?)(\d{4}-?\d{3}[\dx])$/i,
  form: (text) => text.toUpperCase().replace(/^(\d{4})-?/, '$1-'),
}

export const schemes: Readonly<Record<string, Scheme>> = {
  doi: {
    pattern: /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|doi:\s*)?(10\.\d+(?:\.\d+)*\/\S+)$/i,
    form: (text) => text.toLowerCase(),
    resolver: 'https://doi.org/',
  },
  orcid: {
    pattern: /^(?:https?:\/\/(?:www\.)?orcid\.org\/|orcid:\s*)?(\d{4}-\d{4}-\d{4}-\d{3}[\dx])\/?$/i,
    form: (text) => text.toUpperCase(),
    resolver: 'https://orcid.org/',
  },
  ror: {
    pattern: /^(?:https?:\/\/(?:www\.)?ror\.org\/|ror:\s*)?(0[a-z0-9]{6}\d{2})\/?$/i,
    form: (text) => `https://ror.org/${text.toLowerCase()}`,
    resolver: 'https://ror.org/',
  },
  issn,
  eissn: issn,
  lissn: issn,
  handle: { pattern: /^(?:https?:\/\/hdl\.handle\.net\/|hdl:\s*)?([^\s/:]+\/\S+)$/i, form: (text) => text },
  pmid: { pattern: /^(?:https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/|pmid:\s*)?(\d+)\/?$/i, form: (text) => text },
  arxiv: { pattern: /^(?:https?:\/\/arxiv\.org\/(?:abs|pdf)\/|arxiv:\s*)?((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?)$/i, form: (text) => text },
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
