/** What the words of Crossref are in SKG-IF: types, dates, relations, updates. */

import type { MemberTable } from '../shared/json.ts'

const literature =
  `journal-article book book-chapter book-section book-part book-series book-set book-track monograph
  edited-book reference-book reference-entry proceedings proceedings-article proceedings-series report
  report-series report-component dissertation peer-review posted-content journal journal-issue
  journal-volume component`.split(/\s+/)

/** Types of works → product types; others are other. */
export const productTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(literature.map((type) => [type, 'literature'])),
  dataset: 'research data',
}

/** Types that are known, and for which SKG-IF has no kind but other. */
export const otherTypes = ['other', 'database', 'standard']

/** Types whose ISBN is that of the work itself, and not that of the book around it. */
export const bookTypes = [
  'book',
  'monograph',
  'edited-book',
  'reference-book',
  'proceedings',
  'report',
  'book-set',
]

/** Types of works that are venues of others. */
export const venueTypes: Readonly<Record<string, string>> = {
  journal: 'journal',
  'book-series': 'book',
  'proceedings-series': 'conference',
  'report-series': 'other',
}

/** The kind of the venue in which a work of a type appears. */
export const venueOf: Readonly<Record<string, string>> = {
  'journal-article': 'journal',
  'journal-issue': 'journal',
  'journal-volume': 'journal',
  'book-chapter': 'book',
  'book-section': 'book',
  'book-part': 'book',
  'book-track': 'book',
  'reference-entry': 'book',
  'proceedings-article': 'conference',
  'posted-content': 'repository',
}

/** Types of which an institution, and not the publisher, is the repository. */
export const institutionTypes = ['posted-content', 'dissertation', 'report']

/** Dates of a manifestation ← members with date-parts. */
export const dateMembers: Readonly<Record<string, readonly string[]>> = {
  publication: ['published-print', 'published-online', 'issued', 'published-other'],
  acceptance: ['accepted', 'approved'],
}

/** The same where one member says it: dates of the record stand for those of the content. */
export const firstDates: Readonly<Record<string, readonly string[]>> = {
  creation: ['content-created', 'created'],
  modified: ['content-updated', 'deposited'],
}

/** Relations that a work says of itself. */
export const relations: Readonly<Record<string, string>> = {
  'is-supplemented-by': 'is_supplemented_by',
  'is-documented-by': 'is_documented_by',
  'is-part-of': 'is_part_of',
  'is-component-of': 'is_part_of',
  replaces: 'is_new_version_of',
  cites: 'cites',
  references: 'cites',
}

/** Relations that are said of the other work. */
export const inverseRelations: Readonly<Record<string, string>> = {
  'is-supplement-to': 'is_supplemented_by',
  documents: 'is_documented_by',
  'has-part': 'is_part_of',
  'has-component': 'is_part_of',
  'is-replaced-by': 'is_new_version_of',
  'is-cited-by': 'cites',
  'is-referenced-by': 'cites',
}

/** Kinds of updates → dates of the work that is updated. */
export const updateDates: Readonly<Record<string, string>> = {
  retraction: 'retraction',
  partial_retraction: 'retraction',
  removal: 'retraction',
  withdrawal: 'retraction',
  correction: 'correction',
  corrigendum: 'correction',
  erratum: 'correction',
}

export const workMembers: MemberTable = {
  read: `DOI type title subtitle original-title short-title abstract subject language author editor translator
  chair publisher ISBN isbn-type ISSN issn-type container-title license free-to-read page article-number
  volume issue journal-issue edition-number funder reference relation institution update-to updated-by
  subtype URL published published-print published-online published-other issued posted accepted approved
  created content-created content-updated deposited indexed prefix member source score reference-count
  references-count message-type version peer-review resource aliases report-number`.split(/\s+/),
  lost: `is-referenced-by-count content-domain update-policy assertion link archive event
  clinical-trial-number alternative-id group-title degree review short-container-title special_numbering description
  publisher-location status standard standards-body format part-number project award award-start`.split(
    /\s+/,
  ),
}

export const grantMembers: MemberTable = {
  read: `DOI type award project funder publisher resource URL created deposited issued indexed prefix member
  source score reference-count references-count language`.split(/\s+/),
  lost: 'is-referenced-by-count content-domain relation award-start'.split(' '),
}
