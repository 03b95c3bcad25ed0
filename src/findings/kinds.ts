/** The kinds of findings: one table of what load and check can say of records. */

import type { FindingRow, LoggedFinding } from './log.ts'

export const findingKinds = {
  'unreadable-file': {
    severity: 'refused',
    title: 'The file cannot be read, or only up to a point.',
    expected: 'A whole file that may be read, packed as its name says.',
  },
  'bad-encoding': {
    severity: 'refused',
    title: 'The bytes are no UTF-8.',
    expected: 'UTF-8, with or without a byte order mark.',
  },
  'empty-file': {
    severity: 'refused',
    title: 'The file holds nothing.',
    expected: 'At least one record or triple.',
  },
  'other-format': {
    severity: 'refused',
    title: 'The file is in another format than SKG-IF; its records are left out.',
    expected: 'The records converted to SKG-IF, which is JSON-LD, or RDF with the same terms.',
  },
  'bad-json': {
    severity: 'refused',
    title: 'The text is not valid JSON.',
    expected:
      'JSON as RFC 8259 says: no comments, no comma before a closing bracket, no control characters in strings.',
  },
  'bad-jsonld': {
    severity: 'refused',
    title: 'The document is no JSON-LD that can be read.',
    expected: 'JSON-LD 1.1 with the contexts of SKG-IF, or contexts that stand in the document.',
  },
  'bad-rdf': {
    severity: 'refused',
    title: 'The text does not have the syntax that its ending promises.',
    expected: 'Turtle, TriG, N-Triples, N-Quads or RDF/XML, by the ending of the name.',
  },
  'blank-node': {
    severity: 'refused',
    title: 'A blank node stands by itself.',
    expected: 'An IRI for it, or an IRI that leads to it.',
  },
  'no-record': {
    severity: 'refused',
    title: 'Something else stands where a record is expected.',
    expected: 'A JSON object with local_identifier and entity_type.',
  },
  'no-id': {
    severity: 'refused',
    title: 'The record has no id.',
    expected: 'A local_identifier: an IRI, or a name that resolves against @base.',
  },
  'bad-id': {
    severity: 'refused',
    title: 'The id of the record is not an IRI.',
    expected: 'An IRI, or a name that resolves against @base.',
  },
  'no-type': {
    severity: 'refused',
    title: 'The record has no entity_type, or an unknown one.',
    expected: 'An entity_type of the model.',
  },
  'unreadable-record': {
    severity: 'refused',
    title: 'The record cannot be read.',
    expected: 'A record in the form that the model, or its source, describes.',
  },
  'source-fault': {
    severity: 'refused',
    title: 'The code of a source failed, or returned what it may not.',
    expected: 'A source of an extension that does what docs/extending.md says of the member that is named.',
  },

  'incomplete-record': {
    severity: 'warned',
    title: 'A record is not whole, or not written as its format has it; it is read as far as it goes.',
    expected: 'The record from its first line to its last, as the format has it.',
  },
  'other-class': {
    severity: 'warned',
    title:
      'Things in RDF have classes of which no record is made; their triples are kept, and no list shows them.',
    expected: 'The classes of the data model, or queries that make records of others (load --construct).',
  },
  'unknown-context': {
    severity: 'warned',
    title: 'The document names a JSON-LD context that is not known, and that is never fetched.',
    expected: 'The contexts of SKG-IF, or of an extension that is loaded; others in the document itself.',
  },
  'unknown-key': {
    severity: 'warned',
    title: 'The key is unknown; its value is left out.',
    expected: 'A key of the model.',
  },
  'alias-used': {
    severity: 'warned',
    title: 'A key, entity type or vocabulary term is written in another way than the model has it.',
    expected: 'The spelling of the model; the value is understood all the same.',
  },
  'shape-coerced': {
    severity: 'warned',
    title: 'The value does not have the shape that the model gives it; it is understood.',
    expected: 'The shape of the model.',
  },
  'form-normalised': {
    severity: 'warned',
    title: 'The value is written in another form than the one that is stored; it is understood.',
    expected: 'The value in the form that is stored.',
  },
  'wrong-value': {
    severity: 'warned',
    title: 'The value cannot be read as what the key holds.',
    expected: 'A value of the kind that the key holds.',
  },
  'missing-key': {
    severity: 'warned',
    title: 'A required key is missing.',
    expected: 'The key with a value.',
  },
  'several-values': {
    severity: 'warned',
    title: 'There are several values where one is expected; the smallest is kept.',
    expected: 'One value.',
  },
  'duplicate-key': {
    severity: 'warned',
    title: 'A key stands twice, or two spellings of it stand side by side.',
    expected: 'The key once, in the spelling of the model.',
  },
  'unknown-term': {
    severity: 'warned',
    title: 'The word is not in the vocabulary of the key; it is kept as it is.',
    expected: 'A word of the vocabulary.',
  },
  'bad-iri': {
    severity: 'warned',
    title: 'The value is not a complete IRI.',
    expected: 'A complete IRI, with its scheme.',
  },
  'blank-in-id': {
    severity: 'warned',
    title: 'An id has blanks, which are percent-encoded; perhaps it is a name.',
    expected: 'An id without blanks.',
  },
  'bad-number': {
    severity: 'warned',
    title: 'The value is not a number of the expected kind.',
    expected: 'A JSON number.',
  },
  'out-of-range': {
    severity: 'warned',
    title: 'The number, or the year of a date, lies outside what it can be; a date is kept.',
    expected: 'A number or a year within the bounds.',
  },
  'bad-boolean': {
    severity: 'warned',
    title: 'The value is neither true nor false.',
    expected: 'true or false.',
  },
  'bad-date': {
    severity: 'warned',
    title: 'The text is no date; it is kept as text.',
    expected: 'A year, month, day or date-time of ISO 8601: 2024, 2024-03, 2024-03-15, 2024-03-15T12:00:00Z.',
  },
  'end-before-start': {
    severity: 'warned',
    title: 'The end date is before the start date.',
    expected: 'An end that is not before the start.',
  },
  'bad-language': {
    severity: 'warned',
    title: 'The key of a text names no language; the text is kept without language.',
    expected: 'A code of BCP 47 such as en or zh-hant, or none.',
  },
  'not-nfc': {
    severity: 'warned',
    title:
      'Letters and their marks are characters of their own; the text is stored with them as one, so that ' +
      'searches find it however it is written.',
    expected: 'The text in Unicode Normalization Form C, as RDF recommends.',
  },
  'bad-code': {
    severity: 'warned',
    title: 'The code is not in the standard that is expected.',
    expected: 'A code of the standard.',
  },
  'bad-check-digit': {
    severity: 'warned',
    title: 'The check digit of the identifier does not fit its other digits: something is mistyped.',
    expected: 'The identifier as its registry writes it.',
  },
  'bad-identifier': {
    severity: 'warned',
    title: 'The value does not have the form of identifiers of its scheme.',
    expected: 'The identifier as its registry writes it, or the scheme that it belongs to.',
  },
  'unknown-type': {
    severity: 'warned',
    title: 'An entity inside the record says that it is what is not known.',
    expected: 'An entity_type that fits the key.',
  },
  'wrong-type': {
    severity: 'warned',
    title: 'An entity is named where one of another type is expected.',
    expected: 'An entity of a type that fits the key.',
  },
  'self-reference': {
    severity: 'warned',
    title: 'An entity names itself, or what it is a part of.',
    expected: 'Another entity.',
  },
  'dangling-reference': {
    severity: 'warned',
    title: 'An id is referred to that has no record.',
    expected: 'A record with this id, or the id of one that is there.',
  },
  'empty-record': {
    severity: 'warned',
    title: 'The record says nothing but its id and type; it counts as a mention.',
    expected: 'At least one value.',
  },
  'conflicting-types': {
    severity: 'warned',
    title: 'One id is used for entities of two kinds.',
    expected: 'An id for each.',
  },
  'duplicate-record': {
    severity: 'warned',
    title: 'There are two records with one id and type; they are united.',
    expected: 'One record.',
  },
  'older-record': {
    severity: 'warned',
    title:
      'The record is older than the one that the graph has, by what its source says of both; the newer one stays.',
    expected: 'The records as they are in their source today.',
  },
  'unknown-deletion': {
    severity: 'warned',
    title: 'An id of --delete is that of no record of the graph.',
    expected: 'Ids as the graph or the source has them, one on each line; a DOI only where it is the id.',
  },
  'passed-over': {
    severity: 'warned',
    title:
      'Works are the first to name persons, venues …, whose records an earlier load may have passed over (--keep).',
    expected: 'The files of persons, venues …, loaded again together with those of the works.',
  },
  'no-record-log': {
    severity: 'warned',
    title:
      'The prepared graph does not say of which records it was made; what is loaded is united with what it has.',
    expected:
      'A graph that load has made of records; then records that come again take the place of the old ones.',
  },
  'earlier-converter': {
    severity: 'warned',
    title: 'Records were converted by another version of skeg or of an extension than this one.',
    expected: 'The inputs of these records, loaded again.',
  },
  'conflicting-copies': {
    severity: 'warned',
    title:
      'Copies of one entity differ; what is said there is one of the values, by the rule of docs/sources.md.',
    expected: 'The same value in all copies, or the value in the record alone.',
  },
  'identifier-of-several-names': {
    severity: 'warned',
    title:
      'One identifier stands beside names whose family names have no word in common; all are one person.',
    expected: 'The identifier with the one whose it is, unless a person has changed the name.',
  },
  'large-value': {
    severity: 'warned',
    title: 'A text or a record is so large that each answer with it takes long; it is loaded.',
    expected: 'Texts of at most 100 kB, and records of at most 1 MB.',
  },
  'same-identifier': {
    severity: 'warned',
    title: 'Entities of different ids have one identifier, which no two can have; they stay as they are.',
    expected: 'One id for what is one, or the identifier with the one that it belongs to.',
  },
  'other-extensions': {
    severity: 'warned',
    title:
      'A prepared graph was made with extensions that are not loaded, or in another version; what ' +
      'they add is not shown.',
    expected: 'The same extensions, by --extension PATH.',
  },
  'other-rows': {
    severity: 'warned',
    title:
      'A prepared graph was made with other rows or contexts, of another skeg or of other extensions: its index is ' +
      'made again from its quads when it is opened, which takes as long as a load.',
    expected: 'The graph prepared again: skeg load GRAPH --out GRAPH.',
  },
  'no-temporary-folder': {
    severity: 'warned',
    title: 'Nothing can be written to the temporary folder: the first answers take longer.',
    expected: 'A folder with room that this user may write, named by the variable TMPDIR.',
  },
  shape: { severity: 'warned', title: 'A SHACL shape is not met.', expected: 'What the shape says.' },
  // Behind all others in reports: the documentation of each source says what has no place.
  'not-converted': {
    severity: 'warned',
    title: 'Records of another source say something that has no place in SKG-IF; it is left out.',
    expected: 'Nothing: SKG-IF cannot say it, or the source gives it in a form that cannot be read.',
  },
} as const satisfies Record<string, FindingRow>

export type FindingKind = keyof typeof findingKinds

export interface Finding extends LoggedFinding<FindingKind> {
  /** It is about what earlier loads have read, and was said then. */
  readonly isEarlier?: boolean | undefined
}
