/** What the words of Crossref are in SKG-IF: types, dates, relations, updates. */

import { byWord, words } from '../../model/values/collections.ts'
import { byName } from '../../model/conversion/json.ts'
import { memberTable } from '../shared/members.ts'

/** Types of works → product types; others are other. */
export const productTypes = byWord({
  literature: `journal-article book book-chapter book-section book-part book-series book-set book-track monograph
  edited-book reference-book reference-entry proceedings proceedings-article proceedings-series report
  report-series report-component dissertation peer-review posted-content journal journal-issue
  journal-volume component`,
  'research data': 'dataset',
})

/** Types that are known, and for which SKG-IF has no kind but other. */
export const otherTypes = ['other', 'database', 'standard']

/** Types whose ISBN is that of the work itself, and not that of the book around it. */
export const bookTypes = words('book monograph edited-book reference-book proceedings report book-set')

/** Types of works that are venues of others. */
export const venueTypes = byName<string>({
  journal: 'journal',
  'book-series': 'book',
  'proceedings-series': 'conference',
  'report-series': 'other',
})

/** The kind of the venue in which a work of a type appears. */
export const venueOf = byWord({
  journal: 'journal-article journal-issue journal-volume',
  book: 'book-chapter book-section book-part book-track reference-entry',
  conference: 'proceedings-article',
  repository: 'posted-content',
})

/** Types of which an institution, and not the publisher, is the repository. */
export const institutionTypes = ['posted-content', 'dissertation', 'report']

/** Dates of a manifestation ← members with date-parts. */
export const dateMembers = byName<readonly string[]>({
  publication: ['published-print', 'published-online', 'issued', 'published-other'],
  acceptance: ['accepted', 'approved'],
})

/** The same where one member says it: dates of the record stand for those of the content. */
export const firstDates = byName<readonly string[]>({
  creation: ['content-created', 'created'],
  modified: ['content-updated', 'deposited'],
})

/** Relations that a work says of itself. */
export const relations = byWord({
  is_supplemented_by: 'is-supplemented-by',
  is_documented_by: 'is-documented-by',
  is_part_of: 'is-part-of is-component-of',
  is_new_version_of: 'replaces',
  cites: 'cites references',
})

/** Relations that are said of the other work. */
export const inverseRelations = byWord({
  is_supplemented_by: 'is-supplement-to',
  is_documented_by: 'documents',
  is_part_of: 'has-part has-component',
  is_new_version_of: 'is-replaced-by',
  cites: 'is-cited-by is-referenced-by',
})

/** Kinds of updates → dates of the work that is updated. */
export const updateDates = byWord({
  retraction: 'retraction partial_retraction removal withdrawal',
  correction: 'correction corrigendum erratum',
})

export const workMembers = memberTable(
  `DOI type title:texts subtitle:texts original-title:texts short-title abstract:text subject:texts language
  author:objects author.given:text author.family:text author.name:text editor:objects translator chair
  publisher:text ISBN:texts isbn-type ISSN:texts issn-type container-title:texts license:objects
  free-to-read page:text article-number volume:text issue:text journal-issue edition-number funder:objects
  reference:objects relation institution:objects update-to updated-by subtype URL published published-print
  published-online published-other issued posted accepted approved created content-created content-updated
  deposited indexed prefix member source score reference-count references-count message-type version
  peer-review resource aliases report-number`,
  `is-referenced-by-count content-domain update-policy assertion link archive event
  clinical-trial-number alternative-id group-title degree review short-container-title special_numbering description
  publisher-location status standard standards-body format part-number project award award-start`,
)

export const grantMembers = memberTable(
  `DOI type award project funder publisher resource URL created deposited issued indexed prefix member
  source score reference-count references-count language`,
  'is-referenced-by-count content-domain relation award-start',
)
