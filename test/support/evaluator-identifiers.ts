/** Identifiers as the evaluator reads them: by the public descriptions of their schemes, without code of src. */

import type { Json } from './evaluator.ts'
import { remembered } from './evaluator-values.ts'

/** An identifier scheme, as its public description has it. */
interface Scheme {
  /** Group 1 is the identifier alone. */
  readonly pattern: RegExp
  /** The one spelling of the identifier alone. */
  readonly spell: (id: string) => string
  /** How it is shown; absent: as it came. */
  readonly shown?: (id: string) => string
}

const same = (id: string): string => id
const lower = (id: string): string => id.toLowerCase()
const upper = (id: string): string => id.toUpperCase()
const compact = (id: string): string => upper(id.replace(/[ -]/g, ''))
/** @param start what may stand in front, as a pattern */
const scheme = (start: string, id: string, spell = same, shown?: (id: string) => string): Scheme => ({
  pattern: new RegExp(`^(?:${start})(${id})/?$`, 'i'),
  spell,
  ...(shown && { shown }),
})
const url = (...rest: string[]): string => `(?:https?://)?(?:www\\.)?(?:${rest.join('|')})`
const word = (name: string): string => `${name}(?::\\s*|\\s+)`

export const schemes: Readonly<Record<string, Scheme>> = {
  doi: scheme(`${url('(?:dx\\.)?doi\\.org/')}|${word('doi')}|info:doi/|`, '10\\.[\\d.]+/\\S+', lower, same),
  orcid: scheme(`${url('orcid\\.org/')}|${word('orcid')}|`, '(?:\\d{4}-){3}\\d{3}[\\dx]', upper, same),
  ror: scheme(
    `${url('ror\\.org/')}|${word('ror')}|`,
    '0[a-z\\d]{6}\\d\\d',
    lower,
    (id) => `https://ror.org/${id}`,
  ),
  isni: scheme(
    `${url('isni\\.org/(?:isni/)?')}|${word('isni')}|`,
    '(?:\\d{4}[ -]?){3}\\d{3}[\\dx]',
    compact,
    same,
  ),
  issn: scheme(
    `${url('portal\\.issn\\.org/resource/issn/')}|${word('(?:urn:)?issn')}|`,
    '\\d{4}-?\\d{3}[\\dx]',
    (id) => upper(id).replace(/^(\d{4})(?!-)/, '$1-'),
    same,
  ),
  isbn: scheme(
    `${word('(?:urn:)?isbn')}|`,
    '97[89](?:[ -]?\\d){10}|\\d(?:[ -]?\\d){8}[ -]?[\\dx]',
    compact,
    same,
  ),
  handle: scheme(
    `${url('hdl\\.handle\\.net/')}|${word('(?:hdl|handle)')}|info:hdl/|`,
    '(?!hdl\\.handle\\.net/)[^\\s/:]+/\\S+?',
    same,
    same,
  ),
  pmid: scheme(
    `${url('pubmed\\.ncbi\\.nlm\\.nih\\.gov/', 'ncbi\\.nlm\\.nih\\.gov/pubmed/')}|${word('pmid')}|`,
    '\\d+',
    same,
    same,
  ),
  pmcid: scheme(
    `${url('ncbi\\.nlm\\.nih\\.gov/pmc/articles/', 'pmc\\.ncbi\\.nlm\\.nih\\.gov/articles/')}|${word('pmcid')}|`,
    'pmc\\d+',
    upper,
  ),
  arxiv: scheme(
    `${url('arxiv\\.org/(?:abs|pdf)/')}|${word('arxiv')}|`,
    '(?:\\d{4}\\.\\d{4,5}|[a-z-]+(?:\\.[a-z]{2})?/\\d{7})(?:v\\d+)?',
    (id) => lower(id).replace(/\.[a-z]{2}\//, upper),
    same,
  ),
  openalex: scheme(`${url('openalex\\.org/')}|${word('openalex')}|`, '[awisptfck]\\d+', upper),
  omid: scheme(
    `${url('w3id\\.org/oc/meta/', 'opencitations\\.net/meta/')}|${word('omid')}|`,
    '(?:br|ra|id|ar|re)/\\d+',
    lower,
  ),
  wikidata: scheme(`${url('wikidata\\.org/(?:wiki|entity)/')}|${word('(?:wikidata|wd)')}|`, 'q\\d+', upper),
  viaf: scheme(`${url('viaf\\.org/viaf/')}|${word('viaf')}|`, '[1-9]\\d{0,21}'),
  crossref: scheme(`${url('api\\.crossref\\.org/members/')}|${word('crossref')}|`, '\\d+'),
  opendoar: scheme(`${url('v2\\.sherpa\\.ac\\.uk/id/repository/')}|${word('opendoar')}|`, '\\d+'),
  're3data.org': scheme(
    `${url('re3data\\.org/repository/')}|${word('re3data(?:\\.org)?')}|`,
    'r3d\\d{9}',
    lower,
  ),
  ark: scheme(
    'ark:/?|https?://[^\\s/]+/ark:/?',
    '[\\dbcdfghjkmnpqrstvwxz]{5}/\\S+?',
    same,
    (id) => `ark:/${id}`,
  ),
  urn: scheme(
    'https?://[^\\s/]+/|',
    'urn:[a-z\\d][a-z\\d-]{1,31}:\\S+?',
    (id) => id.replace(/^urn:[^:]*/i, lower),
    same,
  ),
  url: scheme('', '(?:https?|ftp)://[^\\s/?#]\\S*', (id) => id.replace(/^[^/]*\/\/[^/?#]*/, lower), same),
  gnd: scheme(`${url('d-nb\\.info/gnd/')}|${word('gnd')}|\\(DE-588\\)|`, '\\d{1,10}-?[\\dx]', upper),
  grid: scheme(`${url('grid\\.ac/institutes/')}|${word('grid')}|`, 'grid\\.\\d+\\.[\\da-f]+', lower),
  swhid: scheme(
    `${url('archive\\.softwareheritage\\.org/')}|`,
    'swh:1:[a-z]{3}:[\\da-f]{40}(?:;\\S*)?',
    (id) => id.replace(/^[^;]*/, lower),
  ),
}

/** The identifier alone, in its one spelling; undefined for text that is none of the scheme. */
export function idIn({ pattern, spell }: Scheme, text: string): string | undefined {
  const id = pattern.exec(text.trim())?.[1]
  return id === undefined ? undefined : spell(id)
}

/** The identifiers that a text may be, by scheme. */
const readings = remembered(
  (text) =>
    new Map(
      Object.values(schemes).flatMap((one) => {
        const id = idIn(one, text)
        return id === undefined ? [] : [[one, id] as const]
      }),
    ),
)

/** Whether a text, read as an identifier of a scheme, means a stored value. */
export function means(text: string, one: Scheme, stored: string): boolean {
  const id = readings(text).get(one)
  if (id === undefined) return false
  const ids = one === schemes.isbn ? [id, isbnTwin(id)] : [id]
  return ids.some((each) => (one.shown ? one.shown(each) === stored : idIn(one, stored) === each))
}

const digitSum = (digits: string, weight: (at: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + weight(at) * (digit === 'X' ? 10 : Number(digit)), 0)
/** The ISBN of ten characters as one of thirteen, and back; the same where it has no other or is wrong. */
function isbnTwin(isbn: string): string {
  if (isbn.length === 10) {
    if (digitSum(isbn, (at) => 10 - at) % 11 !== 0) return isbn
    const start = `978${isbn.slice(0, 9)}`
    return `${start}${(10 - (digitSum(start, (at) => (at % 2 ? 3 : 1)) % 10)) % 10}`
  }
  if (!isbn.startsWith('978') || digitSum(isbn, (at) => (at % 2 ? 3 : 1)) % 10 !== 0) return isbn
  const start = isbn.slice(3, 12)
  const last = (11 - (digitSum(start, (at) => 10 - at) % 11)) % 11
  return `${start}${last === 10 ? 'X' : last}`
}

export const decoded = remembered((text): readonly string[] => {
  try {
    return [text, decodeURIComponent(text)]
  } catch {
    return [text]
  }
})

/**
 * Whether a stored value is meant by a text, in any spelling of any scheme, or of the one that is asked for.
 */
export function sameIdentifier(stored: string, text: string, name: string | undefined): boolean {
  return decoded(text).some((one) => {
    if (name === undefined)
      return one === stored || [...readings(one).keys()].some((each) => means(one, each, stored))
    const known = schemes[name.toLowerCase().replace(/^(eissn|lissn)$/, 'issn')]
    return known && idIn(known, one) !== undefined ? means(one, known, stored) : one === stored
  })
}

interface OwnIdentifier {
  readonly scheme: string
  readonly value: string
}

/** The DOI, ORCID or ROR that an IRI is, if it is one. */
export const identifiersOfIri = remembered((iri): readonly OwnIdentifier[] => {
  if (!iri.startsWith('http')) return []
  for (const name of ['doi', 'orcid', 'ror']) {
    const one = schemes[name]!
    const id = idIn(one, decodeURIComponent(iri))
    if (id !== undefined && new RegExp(`^https?://(www\\.|dx\\.)?${name}\\.org/`, 'i').test(iri))
      return [{ scheme: name, value: one.shown!(id) }]
  }
  return []
})

/** The identifiers of an entity, and the one that its own IRI is. */
export function identifiersOf(entity: Json): Json[] {
  return [...(entity.identifiers ?? []), ...identifiersOfIri(entity.local_identifier ?? '')]
}
