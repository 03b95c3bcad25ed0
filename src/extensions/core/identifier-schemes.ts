/**
 * The identifier schemes of SKG-IF data.
 *
 * How each is stored, and so shown and searched:
 * - In one form (`stored`) where everybody agrees on it (DOI, ORCID, ROR, ISSN, handle, PMID, arXiv), and where
 *   the forms are too many to look for each: ISBN and ISNI may be divided anywhere, ARK and URN stand behind any
 *   host, ivo:// has no case.
 * - In the form in which it came everywhere else: data has Wikidata and OpenAlex identifiers bare and as URLs,
 *   and gets back what it gave. Only the case becomes one, so that the forms are few and filters look for each.
 */

import { isbn10Digit, isbn13Digit, issnDigit, mod11Of2, rorDigits } from '../../model/check-digits.ts'
import type { IdentifierScheme, IdentifierSchemes } from '../../model/identifier-row.ts'

const lower = (text: string): string => text.toLowerCase()
const upper = (text: string): string => text.toUpperCase()
const compact = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** The identifier with its last characters computed from the digits before them. */
const withLast =
  (digit: (rest: string) => string, length = 1) =>
  (identifier: string): string => {
    const rest = identifier.slice(0, -length)
    return rest + digit(rest.replaceAll('-', ''))
  }

const issn = (...words: readonly string[]): IdentifierScheme => ({
  doc: 'International Standard Serial Number (ISO 3297).',
  pattern: /\d{4}-?\d{3}[\dx]/,
  prefixes: ['', 'issn:', 'urn:issn:', 'https://portal.issn.org/resource/issn/', ...words],
  stored: '',
  normalise: (text) => upper(text).replace(/^(\d{4})-?/, '$1-'),
  resolver: 'https://portal.issn.org/resource/ISSN/',
  withCheckDigit: withLast(issnDigit),
  distinct: true,
  example: '2049-3630',
})

export const identifierSchemes = {
  doi: {
    doc: 'Digital Object Identifier (ISO 26324).',
    pattern: /10\.\d+(?:\.\d+)*\/\S+/,
    valid: /10\.\d{4,9}(?:\.\d+)*\/[^\s?#]\S*/,
    prefixes: ['', 'doi:', 'info:doi/', 'https://doi.org/', 'https://dx.doi.org/'],
    stored: '',
    normalise: lower,
    resolver: 'https://doi.org/',
    ofEntities: true,
    distinct: true,
    example: '10.5555/12345678',
  },
  orcid: {
    doc: 'Researchers, by ORCID.',
    pattern: /\d{4}-\d{4}-\d{4}-\d{3}[\dx]/,
    prefixes: ['', 'orcid:', 'https://orcid.org/'],
    stored: '',
    normalise: upper,
    resolver: 'https://orcid.org/',
    ofEntities: true,
    withCheckDigit: withLast(mod11Of2),
    distinct: true,
    example: '0000-0002-1825-0097',
  },
  ror: {
    doc: 'Research organisations, by the Research Organization Registry.',
    pattern: /0[a-z\d]{6}\d{2}/,
    valid: /0[0-9a-hjkmnp-tv-z]{6}\d{2}/,
    prefixes: ['https://ror.org/', '', 'ror:'],
    stored: 'https://ror.org/',
    normalise: lower,
    resolver: 'https://ror.org/',
    ofEntities: true,
    withCheckDigit: (text) => text.slice(0, -2) + rorDigits(text.slice(0, -2)),
    distinct: true,
    example: 'https://ror.org/05gq02987',
  },
  isni: {
    doc: 'International Standard Name Identifier (ISO 27729).',
    pattern: /(?:\d{4}[ -]?){3}\d{3}[\dx]/,
    prefixes: ['', 'isni:', 'https://isni.org/isni/', 'https://isni.org/'],
    stored: '',
    normalise: compact,
    resolver: 'https://isni.org/isni/',
    withCheckDigit: withLast(mod11Of2),
    example: '000000012281955X',
  },
  issn: issn(),
  eissn: issn('eissn:'),
  lissn: issn('issn-l:', 'issnl:', 'lissn:'),
  isbn: {
    doc: 'International Standard Book Number (ISO 2108).',
    pattern: /(?:97[89](?:[ -]?\d){10}|\d(?:[ -]?\d){8}[ -]?[\dx])/,
    prefixes: ['', 'isbn:', 'urn:isbn:'],
    stored: '',
    normalise: compact,
    withCheckDigit: (text) => withLast(text.length === 10 ? isbn10Digit : isbn13Digit)(text),
    example: '9783161484100',
  },
  handle: {
    doc: 'Handles of the Handle System (RFC 3650).',
    pattern: /[^\s/:]+\/\S+/,
    valid: /[\dA-Za-z.]+\/\S+/,
    prefixes: ['', 'hdl:', 'handle:', 'info:hdl/', 'https://hdl.handle.net/'],
    stored: '',
    resolver: 'https://hdl.handle.net/',
    example: '11234/1-1451',
  },
  pmid: {
    doc: 'Articles in PubMed.',
    pattern: /\d+/,
    valid: /[1-9]\d{0,7}/,
    prefixes: ['', 'pmid:', 'https://pubmed.ncbi.nlm.nih.gov/', 'https://www.ncbi.nlm.nih.gov/pubmed/'],
    stored: '',
    resolver: 'https://pubmed.ncbi.nlm.nih.gov/',
    example: '26978244',
  },
  pmcid: {
    doc: 'Articles in PubMed Central.',
    pattern: /pmc\d+/,
    prefixes: [
      '',
      'pmcid:',
      'https://www.ncbi.nlm.nih.gov/pmc/articles/',
      'https://pmc.ncbi.nlm.nih.gov/articles/',
    ],
    normalise: upper,
    resolver: 'https://pmc.ncbi.nlm.nih.gov/articles/',
    distinct: true,
    example: 'PMC4792175',
  },
  arxiv: {
    doc: 'Papers on arXiv.',
    pattern: /(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?/,
    valid: /(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{2}(?:0[1-9]|1[0-2])\d{3})(?:v\d+)?/,
    prefixes: ['', 'arxiv:', 'https://arxiv.org/abs/', 'https://arxiv.org/pdf/'],
    stored: '',
    // math.GT/0309136: the archive is lower case, its subject class upper case.
    normalise: (text) => lower(text).replace(/\.[a-z]{2}(?=\/)/, upper),
    resolver: 'https://arxiv.org/abs/',
    distinct: true,
    example: '2401.00001',
  },
  bibcode: {
    doc: 'Publications in the Astrophysics Data System.',
    pattern: /\d{4}[a-z\d.&]{14}[a-z.:]/,
    prefixes: ['', 'bibcode:', 'https://ui.adsabs.harvard.edu/abs/', 'https://adsabs.harvard.edu/abs/'],
    resolver: 'https://ui.adsabs.harvard.edu/abs/',
    example: '2016PhRvL.116f1102A',
  },
  openalex: {
    doc: 'Anything in OpenAlex.',
    pattern: /[awisptfck]\d+/,
    prefixes: ['', 'openalex:', 'https://openalex.org/'],
    normalise: upper,
    resolver: 'https://openalex.org/',
    example: 'W3134956838',
  },
  omid: {
    doc: 'Anything in OpenCitations Meta.',
    pattern: /(?:br|ra|id|ar|re)\/\d+/,
    prefixes: ['', 'omid:', 'https://w3id.org/oc/meta/', 'https://opencitations.net/meta/'],
    normalise: lower,
    resolver: 'https://w3id.org/oc/meta/',
    example: 'br/062501777134',
  },
  wikidata: {
    doc: 'Items of Wikidata.',
    pattern: /q\d+/,
    valid: /Q[1-9]\d*/,
    prefixes: ['', 'wikidata:', 'wd:', 'https://www.wikidata.org/wiki/', 'https://www.wikidata.org/entity/'],
    normalise: upper,
    resolver: 'https://www.wikidata.org/wiki/',
    distinct: true,
    example: 'Q515701',
  },
  viaf: {
    doc: 'Virtual International Authority File.',
    pattern: /[1-9]\d{0,21}/,
    prefixes: ['', 'viaf:', 'https://viaf.org/viaf/'],
    resolver: 'https://viaf.org/viaf/',
    example: '102333412',
  },
  crossref: {
    doc: 'Members of Crossref.',
    pattern: /\d+/,
    prefixes: ['', 'crossref:', 'https://api.crossref.org/members/'],
    example: '297',
  },
  fundref: {
    doc: 'Funders in the Open Funder Registry of Crossref; their DOIs begin with 10.13039/.',
    aliases: ['crossref funder id', 'crossref funder', 'crossref_funder_id', 'crossreffunderid'],
    pattern: /(?:100|501)\d{6,9}/,
    prefixes: [
      '',
      '10.13039/',
      'doi:10.13039/',
      'fundref:',
      'https://doi.org/10.13039/',
      'https://dx.doi.org/10.13039/',
      'https://api.crossref.org/funders/',
    ],
    resolver: 'https://doi.org/10.13039/',
    example: '501100000780',
  },
  opendoar: {
    doc: 'Repositories in OpenDOAR.',
    pattern: /\d+/,
    prefixes: ['', 'opendoar:', 'https://v2.sherpa.ac.uk/id/repository/'],
    resolver: 'https://v2.sherpa.ac.uk/id/repository/',
    example: '267',
  },
  're3data.org': {
    doc: 'Repositories in re3data.',
    aliases: ['re3data'],
    pattern: /r3d\d{9}/,
    prefixes: ['', 're3data:', 're3data.org:', 'https://www.re3data.org/repository/'],
    normalise: lower,
    resolver: 'https://www.re3data.org/repository/',
    distinct: true,
    example: 'r3d100010468',
  },
  url: {
    doc: 'Pages of the Web.',
    pattern: /(?:https?|ftp):\/\/[^\s/?#]\S*/,
    prefixes: [''],
    normalise: (text) => text.replace(/^[^/]*\/\/[^/?#]*/, lower),
    example: 'https://example.org/page',
  },
  uri: {
    doc: 'Anything (RFC 3986).',
    aliases: ['iri'],
    pattern: /[a-z][a-z\d+.-]*:\S+/,
    prefixes: [''],
    normalise: (text) => text.replace(/^[^:]*:(?:\/\/[^/?#]*)?/, lower),
    example: 'https://example.org/thing',
  },
  urn: {
    doc: 'Uniform Resource Names (RFC 8141), without the resolver.',
    pattern: /urn:[a-z\d][a-z\d-]{1,31}:\S+/,
    prefixes: ['', 'https://*/'],
    stored: '',
    normalise: (text) => text.replace(/^urn:[^:]*/i, lower),
    example: 'urn:nbn:fi:fsd:T-FSD3400',
  },
  w3id: {
    doc: 'Permanent identifiers for the Web at w3id.org.',
    pattern: /\S+/,
    prefixes: ['https://w3id.org/', 'w3id:'],
    resolver: 'https://w3id.org/',
    example: 'https://w3id.org/skg-if/',
  },
  ivoid: {
    doc: 'Resources of the International Virtual Observatory Alliance.',
    pattern: /[^\s/?#]\S*/,
    prefixes: ['ivo://'],
    stored: 'ivo://',
    normalise: (text) => text.replace(/^[^?#]*/, lower),
    example: 'ivo://org.gavo.dc/tap',
  },
  spase: {
    doc: 'Resources of heliophysics (SPASE).',
    pattern: /[^\s/]+\/\S+/,
    prefixes: ['spase://', 'https://hpde.io/'],
    resolver: 'https://hpde.io/',
    example: 'spase://CNES/Observatory/CDPP-Archive',
  },
  ark: {
    doc: 'Archival Resource Keys, without the resolver.',
    pattern: /[\dbcdfghjkmnpqrstvwxz]{5}\/\S+/,
    prefixes: ['ark:/', 'ark:', 'https://*/ark:/', 'https://*/ark:'],
    stored: 'ark:/',
    resolver: 'https://n2t.net/ark:/',
    distinct: true,
    example: 'ark:/12148/btv1b8449691v',
  },
  swhid: {
    doc: 'Software Hash Identifiers (ISO/IEC 18670).',
    pattern: /swh:1:(?:snp|rel|rev|dir|cnt|ori):[\da-f]{40}(?:;\S*)?/,
    prefixes: ['', 'https://archive.softwareheritage.org/'],
    normalise: (text) => text.replace(/^[^;]*/, lower),
    resolver: 'https://archive.softwareheritage.org/',
    distinct: true,
    example: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d',
  },
  grid: {
    doc: 'Research organisations in the former Global Research Identifier Database.',
    pattern: /grid\.\d+\.[\da-f]+/,
    prefixes: ['', 'grid:', 'https://www.grid.ac/institutes/'],
    normalise: lower,
    distinct: true,
    example: 'grid.5132.5',
  },
} as const satisfies IdentifierSchemes
