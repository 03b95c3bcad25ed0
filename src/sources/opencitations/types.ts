/** Types of OpenCitations Meta → product types, classes of FaBiO, and kinds of the venue around. */

import { byName } from '../../model/conversion/json.ts'

export const FABIO = 'http://purl.org/spar/fabio/'

/** Classes; those of other vocabularies are whole IRIs. */
export const classes = byName<string>({
  'journal article': 'JournalArticle',
  'book chapter': 'BookChapter',
  book: 'Book',
  monograph: 'Book',
  'edited book': 'Book',
  'book section': 'http://purl.org/ontology/bibo/BookSection',
  'book part': 'http://purl.org/spar/doco/Part',
  'book series': 'BookSeries',
  'book set': 'BookSet',
  dataset: 'DataFile',
  'data file': 'DataFile',
  dissertation: 'Thesis',
  journal: 'Journal',
  'journal issue': 'JournalIssue',
  'journal volume': 'JournalVolume',
  'peer review': 'http://purl.org/spar/fr/ReviewVersion',
  preprint: 'Preprint',
  proceedings: 'AcademicProceedings',
  'proceedings article': 'ProceedingsPaper',
  'proceedings series': 'Series',
  'reference book': 'ReferenceBook',
  'reference entry': 'ReferenceEntry',
  report: 'ReportDocument',
  'report series': 'Series',
  standard: 'SpecificationDocument',
  'web content': 'WebContent',
  'retraction notice': 'RetractionNotice',
  'computer program': 'ComputerProgram',
  editorial: 'Editorial',
  presentation: 'Presentation',
  'data management plan': 'DataManagementPlan',
  other: 'Expression',
})

/** Product types; all others are literature. */
export const productTypes = byName<string>({
  dataset: 'research data',
  'data file': 'research data',
  'computer program': 'research software',
  standard: 'other',
  other: 'other',
})

/** The kind of the venue in which a work of a type appears. */
export const venueTypes = byName<string>({
  'journal article': 'journal',
  'journal issue': 'journal',
  'journal volume': 'journal',
  editorial: 'journal',
  'book chapter': 'book',
  'book section': 'book',
  'book part': 'book',
  'reference entry': 'book',
  'proceedings article': 'conference',
})
