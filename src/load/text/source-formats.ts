/**
 * Formats in which research metadata comes and which are not read: one table, by which a file is named for
 * what it is.
 */

import { isObject, type Json } from '../../model/values/json.ts'

export interface SourceFormat {
  /** What its users call it. */
  readonly name: string
  /** Whether a JSON value is a record of the format, or the object around its records. */
  readonly recognises?: (value: Json) => boolean
  /** Whether a text that is not JSON begins as the format does. */
  readonly recognisesText?: (head: string) => boolean
  /** Endings of files that are surely of the format. */
  readonly endings?: readonly string[]
  /** Endings that many formats share; they count only for a file that the user names. */
  readonly sharedEndings?: readonly string[]
  /** Files of this ending are read, so that one of another name need only be renamed. */
  readonly readAs?: string
  /** What to do with it, where that is not to rename it. */
  readonly instead?: string
  /** It holds no data: it is passed over and counted by this phrase, and nothing is refused. */
  readonly passedOver?: string
}

/** @param keys names of keys with blanks between; of alternatives, with | between, one is enough */
const hasKeys = (value: unknown, keys: string): boolean =>
  isObject(value) && keys.split(' ').every((names) => names.split('|').some((name) => name in value))

const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value)

/** The record itself, or the first of a list. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const report: SourceFormat = {
  name: 'a report of skeg',
  passedOver: 'files with reports of skeg, not read',
  recognises: (value) =>
    hasKeys(value, 'kind file message expected') && isText(value['severity'], /^(?:refused|failed|warned)$/),
}

/** Lines that are a DOI, an ORCID or a ROR each. */
const IDENTIFIER_LINES = new RegExp(
  String.raw`^\uFEFF?(?:\s*(?:#[^\n]*|(?:https?://[\w.]*/|doi: ?)?(?:10\.\d{4,}/\S+|(?:\d{4}-?){3}\d{3}[\dX]))` +
    String.raw`[ \t]*(?:\r?\n|$)|\s*https://ror\.org/\w+[ \t]*(?:\r?\n|$)){1,3}`,
  'i',
)

/** The formats; the first that recognises a value names it. */
const sourceFormats: readonly SourceFormat[] = [
  report,
  {
    name: 'Crossref JSON that holds no works',
    recognises: (value) => hasKeys(value, 'message message-type'),
  },
  {
    name: 'DataCite JSON that holds no records',
    recognises: (value) =>
      (hasKeys(value, 'data meta|links') && Array.isArray(value['data']) && value['data'].length === 0) ||
      (Object.keys(value).length === 1 &&
        (value['data'] === null || hasKeys(firstOf(value['errors']), 'title'))),
  },
  {
    name: 'OpenAlex JSON that holds no records',
    recognises: (value) =>
      hasKeys(value, 'meta results group_by') ||
      hasKeys(value, 'date format meta|record_count files|entities'),
    passedOver: 'files with answers or manifests of OpenAlex, without records',
  },
  {
    name: 'ORCID JSON that is no whole record',
    recognises: (value) => hasKeys(value, 'orcid-id') || hasKeys(value, 'path last-modified-date'),
  },
  {
    name: 'ORCID XML that is no whole record',
    recognisesText: (head) => /^\s*<[^]*www\.orcid\.org\/ns\//.test(head),
  },
  {
    name: 'ScholeXplorer JSON',
    recognises: (value) => hasKeys(value, 'LinkProvider|linkprovider|RelationshipType'),
  },
  {
    name: 'HAL JSON',
    recognises: (value) =>
      hasKeys(value, 'docid label_s|halId_s|uri_s') || hasKeys(value['response'], 'numFound docs'),
  },
  { name: 'Zenodo JSON', recognises: (value) => hasKeys(value, 'conceptrecid|conceptdoi metadata links') },
  {
    name: 'Europe PMC JSON',
    recognises: (value) =>
      hasKeys(value, 'hitCount resultList') || hasKeys(value, 'source authorString pubYear'),
  },
  {
    name: 'Semantic Scholar JSON',
    recognises: (value) =>
      hasKeys(value, 'paperId title|externalIds') || hasKeys(value, 'corpusid externalids'),
  },
  {
    name: 'OpenAIRE JSON that holds no records',
    recognises: (value) => hasKeys(value, 'header results') && hasKeys(value['header'], 'numFound'),
  },
  {
    name: 'BibTeX',
    readAs: '.bib',
    endings: ['.bib', '.bibtex'],
    recognisesText: (head) => /^\s*(?:%[^\n]*\n\s*)*@[a-z]+\s*[{(]/i.test(head),
  },
  { name: 'RIS', readAs: '.ris', endings: ['.ris'], recognisesText: (head) => /^\s*TY {2}- /.test(head) },
  {
    name: 'a list of identifiers',
    instead: 'skeg fetch LIST --out records.jsonl fetches their records, which are read',
    recognisesText: (head) => IDENTIFIER_LINES.test(head),
  },
  { name: 'EndNote', endings: ['.enw'], recognisesText: (head) => /^\s*%0 [A-Z]/.test(head) },
  { name: 'PubMed', endings: ['.nbib'], recognisesText: (head) => /^\s*PMID- \d/.test(head) },
  { name: 'Parquet', sharedEndings: ['.parquet'] },
  { name: 'XML', recognisesText: (head) => /^\s*<\?xml\s/.test(head) },
]

/** The format of a JSON value; undefined for SKG-IF, JSON-LD and what is not known. */
export const formatOfJson = (value: Json): SourceFormat | undefined =>
  sourceFormats.find(({ recognises }) => recognises?.(value))

/** Whether a JSON value is a line of a report that skeg wrote. */
export const isReport = (value: Json): boolean => formatOfJson(value) === report

/** The format of a text that is not JSON. @param head how it begins */
export const formatOfText = (head: string): SourceFormat | undefined =>
  sourceFormats.find(({ recognisesText }) => recognisesText?.(head))

/**
 * The format of a file whose ending is none of those that are read.
 * @param isNamed the user names the file, and not a directory in which it lies
 */
export const formatOfFile = (ending: string, head: string, isNamed: boolean): SourceFormat | undefined =>
  formatOfText(head) ??
  sourceFormats.find(
    ({ endings, sharedEndings }) => endings?.includes(ending) || (isNamed && sharedEndings?.includes(ending)),
  )

/** Endings by which a file of a directory may be of one of the formats. */
export const sourceEndings: ReadonlySet<string> = new Set(
  sourceFormats.flatMap(({ endings = [], sharedEndings = [] }) => [...endings, ...sharedEndings]),
)

/** How many records a JSON value of a format holds. */
export function countRecords(value: Json): number {
  const message = isObject(value['message']) ? value['message'] : value
  const list = [message['items'], value['data'], value['results']].find(Array.isArray)
  return list?.length ?? 1
}

/** Says of a file what it is. @param records how many of its records are left out, where that is known */
export const describeFormat = ({ name, readAs, instead }: SourceFormat, records?: number): string =>
  [
    `is ${name}, not SKG-IF`,
    records === undefined
      ? readAs === undefined
        ? (instead ?? 'it is not read')
        : `it is read from a file that ends in ${readAs}`
      : records === 1
        ? 'its record is left out'
        : `${records} records are left out`,
  ].join('; ')
