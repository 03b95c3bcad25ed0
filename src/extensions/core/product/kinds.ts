/**
 * Kinds of products, by their classes in FaBiO, COAR, Crossref, OpenAlex and BIBO, the words of DataCite and CSL, and
 * what else they say of themselves. The rows with the more exact words come first.
 */

import type { KindNames, KindRow, Kinds } from '../../../model/rows/row.ts'
import { words } from '../../../model/values/words.ts'

const names = (label: string, csl: string, coar: string, dataCite: string, schemaOrg: string): KindNames => {
  const [segment = '', ...term] = coar.split(' ')
  return { label, csl, coar: [segment, term.join(' ')], dataCite, schemaOrg }
}

const ARTICLE = 'ScholarlyArticle'

const CLASS = 'manifestations.type'
const VENUE = 'manifestations.biblio.in'
const VERSION = 'manifestations.version'

const ofClass = (kind: string, classes: string, more: KindRow['has'] = {}): KindRow => ({
  kind,
  has: { [CLASS]: words(classes), ...more },
})

/** Classes of what may be a preprint or a published article. */
const texts = 'article letter editorial erratum retraction'
const reviews = 'review book-review c_efa0 c_ba08 review-book'
const articles = `${texts} ${reviews}`

export const productKinds: Kinds = {
  names: {
    'journal-article': names(
      'Journal article',
      'article-journal',
      'c_6501 journal article',
      'JournalArticle',
      ARTICLE,
    ),
    review: names(
      'Review article',
      'article-journal',
      'c_dcae04bc review article',
      'JournalArticle',
      ARTICLE,
    ),
    'conference-paper': names(
      'Conference paper',
      'paper-conference',
      'c_5794 conference paper',
      'ConferencePaper',
      ARTICLE,
    ),
    preprint: names('Preprint', 'article', 'c_816b preprint', 'Preprint', ARTICLE),
    article: names('Article', 'document', 'c_18cf text', 'Text', ARTICLE),
    book: names('Book', 'book', 'c_2f33 book', 'Book', 'Book'),
    chapter: names('Book chapter', 'chapter', 'c_3248 book part', 'BookChapter', 'Chapter'),
    'reference-entry': names(
      'Reference entry',
      'entry-encyclopedia',
      'c_3248 book part',
      'BookChapter',
      'Chapter',
    ),
    thesis: names('Thesis', 'thesis', 'c_46ec thesis', 'Dissertation', 'Thesis'),
    report: names('Report', 'report', 'c_93fc report', 'Report', 'Report'),
    standard: names('Standard', 'standard', 'c_18cf text', 'Standard', 'CreativeWork'),
    patent: names('Patent', 'patent', 'c_15cd patent', 'Other', 'CreativeWork'),
    dataset: names('Dataset', 'dataset', 'c_ddb1 dataset', 'Dataset', 'Dataset'),
    software: names('Software', 'software', 'c_5ce6 software', 'Software', 'SoftwareSourceCode'),
    'peer-review': names('Peer review', 'review', 'c_1843 other', 'PeerReview', 'Review'),
    'news-article': names('News article', 'article-newspaper', 'c_18cf text', 'Text', 'NewsArticle'),
    journal: names('Journal', 'periodical', 'c_0640 journal', 'Journal', 'Periodical'),
    presentation: names('Presentation', 'speech', 'c_8544 lecture', 'Other', 'CreativeWork'),
    image: names('Image', 'graphic', 'c_c513 image', 'Image', 'ImageObject'),
    video: names('Video', 'motion_picture', 'c_12ce video', 'Audiovisual', 'VideoObject'),
    'web-page': names('Web page', 'webpage', 'c_1843 other', 'Other', 'WebPage'),
    publication: names('Publication', 'document', 'c_18cf text', 'Text', ARTICLE),
    other: names('Other', 'document', 'c_1843 other', 'Other', 'CreativeWork'),
  },
  rows: [
    ofClass('software', 'ComputerProgram c_5ce6 Software ComputationalNotebook software'),
    ofClass('dataset', 'DataFile Dataset c_ddb1 dataset database'),
    ofClass(
      'thesis',
      'Thesis DoctoralThesis MastersThesis c_46ec c_db06 c_bdcc c_7a1f dissertation Dissertation thesis',
    ),
    ofClass(
      'conference-paper',
      `ConferencePaper ProceedingsPaper c_5794 c_c94f proceedings-article Poster conference-paper
      conference-abstract paper-conference`,
    ),
    ofClass('chapter', 'BookChapter BookSection c_3248 Part book-chapter book-section book-part book-track chapter'),
    ofClass('reference-entry', 'ReferenceEntry reference-entry entry-encyclopedia entry-dictionary entry'),
    ofClass(
      'book',
      `Book Monograph c_2f33 ReferenceBook AcademicProceedings BookSet book monograph edited-book
      reference-book proceedings book-set ConferenceProceeding`,
    ),
    ofClass(
      'report',
      `ReportDocument TechnicalReport WorkingPaper c_93fc c_18gh c_8042 DataManagementPlan report
      report-component OutputManagementPlan Report`,
    ),
    ofClass('standard', 'SpecificationDocument standard Standard'),
    ofClass('patent', 'Patent c_15cd patent'),
    ofClass('peer-review', 'ReviewVersion peer-review PeerReview'),
    ofClass('review', 'ReviewArticle c_dcae04bc'),
    ofClass('review', reviews, { [VENUE]: [] }),
    ofClass(
      'journal-article',
      `JournalArticle c_6501 c_2df8fbb1 Editorial RetractionNotice DataPaper journal-article
      article-journal data-paper`,
    ),
    ofClass('news-article', 'article-newspaper article-magazine'),
    ofClass('preprint', 'Preprint c_816b posted-content preprint'),
    ofClass('journal-article', texts, { [VENUE]: [] }),
    ofClass('article', articles, { [VERSION]: ['publishedVersion', 'acceptedVersion'] }),
    ofClass('preprint', articles, { [VERSION]: ['submittedVersion'] }),
    ofClass('article', articles),
    ofClass('journal', 'Journal JournalIssue JournalVolume journal journal-issue journal-volume periodical'),
    ofClass('presentation', 'Presentation speech'),
    ofClass('image', 'c_c513 Image graphic figure'),
    ofClass('video', 'Audiovisual motion_picture'),
    ofClass('web-page', 'WebContent webpage post post-weblog'),
    { kind: 'software', has: { product_type: ['research software'] } },
    { kind: 'dataset', has: { product_type: ['research data'] } },
    { kind: 'publication', has: { product_type: ['literature'] } },
    { kind: 'other', has: {} },
  ],
}
