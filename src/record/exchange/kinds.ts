/** Kinds of products: the types of CSL, and what COAR and DataCite call them. */

interface Kind {
  /** Last segment of the IRI in the vocabulary of resource types of COAR. */
  readonly coar: string
  readonly label: string
  /** resourceTypeGeneral of DataCite. */
  readonly general: string
}

const row = (coar: string, label: string, general: string): Kind => ({ coar, label, general })

const kinds: Readonly<Record<string, Kind>> = {
  'article-journal': row('c_6501', 'journal article', 'JournalArticle'),
  'paper-conference': row('c_5794', 'conference paper', 'ConferencePaper'),
  article: row('c_816b', 'preprint', 'Preprint'),
  book: row('c_2f33', 'book', 'Book'),
  chapter: row('c_3248', 'book part', 'BookChapter'),
  'entry-encyclopedia': row('c_3248', 'book part', 'BookChapter'),
  thesis: row('c_46ec', 'thesis', 'Dissertation'),
  report: row('c_93fc', 'report', 'Report'),
  standard: row('c_18cf', 'text', 'Standard'),
  review: row('c_1843', 'other', 'PeerReview'),
  dataset: row('c_ddb1', 'dataset', 'Dataset'),
  software: row('c_5ce6', 'software', 'Software'),
  graphic: row('c_c513', 'image', 'Image'),
  motion_picture: row('c_12ce', 'video', 'Audiovisual'),
  speech: row('c_8544', 'lecture', 'Other'),
  periodical: row('c_0640', 'journal', 'Journal'),
  webpage: row('c_1843', 'other', 'Other'),
}
const TEXT = row('c_18cf', 'text', 'Text')
const OTHER = row('c_1843', 'other', 'Other')

/** The kind of a type of CSL; of what no type says more, whether it is literature. */
export const kindOf = (itemType: string, isLiterature: boolean): Kind =>
  kinds[itemType] ?? (isLiterature ? TEXT : OTHER)

export const coarType = ({ coar }: Kind): string => `http://purl.org/coar/resource_type/${coar}`

/** Access rights of COAR by the words of the model. */
const rights: Readonly<Record<string, readonly [coar: string, label: string]>> = {
  open: ['c_abf2', 'open access'],
  embargoed: ['c_f1cf', 'embargoed access'],
  restricted: ['c_16ec', 'restricted access'],
  closed: ['c_14cb', 'metadata only access'],
}

/** Who may read what; where nothing is said, its description alone. */
export function accessOf(status: string | undefined): { readonly uri: string; readonly label: string } {
  const [coar, label] = rights[status ?? ''] ?? (rights['closed'] as readonly [string, string])
  return { uri: `http://purl.org/coar/access_right/${coar}`, label }
}
