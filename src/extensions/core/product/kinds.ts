/**
 * Kinds of products, by their classes in FaBiO, COAR, Crossref, OpenAlex and BIBO, the words of DataCite and CSL, and
 * what else they say of themselves. The rows with the more exact words come first.
 */

import type { KindNames, KindRow, Kinds } from '../../../model/rows/row.ts'
import { words } from '../../../model/values/collections.ts'

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

/** Rows by classes, each in a line. @param more what else must be there */
const byClass = (table: string, more: KindRow['has'] = {}): KindRow[] =>
  table.split(/\n\s*(?=\S+:)/).map((line): KindRow => {
    const [kind = '', classes = ''] = line.split(': ')
    return { kind, has: { 'manifestations.type': words(classes), ...more } }
  })

/** Classes of what may be a preprint or a published article. */
const texts = 'article letter editorial erratum retraction'
const reviews = 'review book-review c_efa0 c_ba08 review-book'
const inVenue = { 'manifestations.biblio.in': [] }
const inVersion = (...versions: string[]) => ({ 'manifestations.version': versions })

export const productKinds: Kinds = {
  names,
  rows: [
    ...byClass(
      `software: ComputerProgram c_5ce6 Software ComputationalNotebook software
      dataset: DataFile Dataset c_ddb1 dataset database
      thesis: Thesis DoctoralThesis MastersThesis c_46ec c_db06 c_bdcc c_7a1f dissertation Dissertation thesis
      conference-paper: ConferencePaper ProceedingsPaper c_5794 c_c94f proceedings-article Poster
        conference-paper conference-abstract paper-conference
      chapter: BookChapter BookSection c_3248 Part book-chapter book-section book-part book-track chapter
      reference-entry: ReferenceEntry reference-entry entry-encyclopedia entry-dictionary entry
      book: Book Monograph c_2f33 ReferenceBook AcademicProceedings BookSet book monograph edited-book
        reference-book proceedings book-set ConferenceProceeding
      report: ReportDocument TechnicalReport WorkingPaper c_93fc c_18gh c_8042 DataManagementPlan report
        report-component OutputManagementPlan Report
      standard: SpecificationDocument standard Standard
      patent: Patent c_15cd patent
      peer-review: ReviewVersion peer-review PeerReview
      review: ReviewArticle c_dcae04bc`,
    ),
    ...byClass(`review: ${reviews}`, inVenue),
    ...byClass(
      `journal-article: JournalArticle c_6501 c_2df8fbb1 Editorial RetractionNotice DataPaper journal-article
        article-journal data-paper
      news-article: article-newspaper article-magazine
      preprint: Preprint c_816b posted-content preprint`,
    ),
    ...byClass(`journal-article: ${texts}`, inVenue),
    ...byClass(`article: ${texts} ${reviews}`, inVersion('publishedVersion', 'acceptedVersion')),
    ...byClass(`preprint: ${texts} ${reviews}`, inVersion('submittedVersion')),
    ...byClass(
      `article: ${texts} ${reviews}
      journal: Journal JournalIssue JournalVolume journal journal-issue journal-volume periodical
      presentation: Presentation speech
      image: c_c513 Image graphic figure
      video: Audiovisual motion_picture
      web-page: WebContent webpage post post-weblog`,
    ),
    { kind: 'software', has: { product_type: ['research software'] } },
    { kind: 'dataset', has: { product_type: ['research data'] } },
    { kind: 'publication', has: { product_type: ['literature'] } },
    { kind: 'other', has: {} },
  ],
}
