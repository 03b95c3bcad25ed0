/**
 * Kinds of products, by their classes in FaBiO, COAR, Crossref, OpenAlex and BIBO, the words of DataCite and CSL, and
 * what else they say of themselves. The rows with the more exact words come first.
 */

import type { KindNames, KindRow, Kinds } from '../../../model/rows/row.ts'
import { words } from '../../../model/values/words.ts'

const CLASS = 'manifestations.type'
const VENUE = 'manifestations.biblio.in'
const VERSION = 'manifestations.version'

const ofClass = (kind: string, classes: string, more: KindRow['has'] = {}): KindRow => ({
  kind,
  has: { [CLASS]: words(classes), ...more },
})

/** Each with its label, type of CSL, concept of COAR, resourceTypeGeneral of DataCite, and class of schema.org. */
const names = Object.fromEntries(
  `journal-article | Journal article | article-journal | c_6501 journal article | JournalArticle | ScholarlyArticle
  review | Review article | article-journal | c_dcae04bc review article | JournalArticle | ScholarlyArticle
  conference-paper | Conference paper | paper-conference | c_5794 conference paper | ConferencePaper | ScholarlyArticle
  preprint | Preprint | article | c_816b preprint | Preprint | ScholarlyArticle
  article | Article | document | c_18cf text | Text | ScholarlyArticle
  book | Book | book | c_2f33 book | Book | Book
  chapter | Book chapter | chapter | c_3248 book part | BookChapter | Chapter
  reference-entry | Reference entry | entry-encyclopedia | c_3248 book part | BookChapter | Chapter
  thesis | Thesis | thesis | c_46ec thesis | Dissertation | Thesis
  report | Report | report | c_93fc report | Report | Report
  standard | Standard | standard | c_18cf text | Standard | CreativeWork
  patent | Patent | patent | c_15cd patent | Other | CreativeWork
  dataset | Dataset | dataset | c_ddb1 dataset | Dataset | Dataset
  software | Software | software | c_5ce6 software | Software | SoftwareSourceCode
  peer-review | Peer review | review | c_1843 other | PeerReview | Review
  news-article | News article | article-newspaper | c_18cf text | Text | NewsArticle
  journal | Journal | periodical | c_0640 journal | Journal | Periodical
  presentation | Presentation | speech | c_8544 lecture | Other | CreativeWork
  image | Image | graphic | c_c513 image | Image | ImageObject
  video | Video | motion_picture | c_12ce video | Audiovisual | VideoObject
  web-page | Web page | webpage | c_1843 other | Other | WebPage
  publication | Publication | document | c_18cf text | Text | ScholarlyArticle
  other | Other | document | c_1843 other | Other | CreativeWork`
    .split('\n')
    .map((line): [string, KindNames] => {
      const [kind = '', label = '', csl = '', coar = '', dataCite = '', schemaOrg = ''] = line
        .trim()
        .split(' | ')
      const [segment = '', ...term] = coar.split(' ')
      return [kind, { label, csl, coar: [segment, term.join(' ')], dataCite, schemaOrg }]
    }),
)

/** Classes of what may be a preprint or a published article. */
const texts = 'article letter editorial erratum retraction'
const reviews = 'review book-review c_efa0 c_ba08 review-book'
const articles = `${texts} ${reviews}`

export const productKinds: Kinds = {
  names,
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
    ofClass(
      'chapter',
      'BookChapter BookSection c_3248 Part book-chapter book-section book-part book-track chapter',
    ),
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
