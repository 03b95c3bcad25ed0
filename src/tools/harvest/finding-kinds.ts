/** What can go wrong in a harvest: one row for each kind. */

import type { FindingRow } from '../../findings/log.ts'

export const harvestFindings = {
  'page-unread': {
    severity: 'failed',
    title: 'A page could not be read; what stands on it is missing.',
    expected: 'Status 200 and a JSON document with @graph.',
  },
  'record-unread': {
    severity: 'failed',
    title: 'A list names a record that could not be fetched by its id; it is missing.',
    expected: 'The record under the path of the list and its id.',
  },
  'list-unfinished': {
    severity: 'failed',
    title: 'A list was given up; the records behind that place are missing.',
    expected: 'Pages that can be read up to the last one.',
  },
  'page-loop': {
    severity: 'warned',
    title: 'A link to the next page leads back; the pages were counted through.',
    expected: 'A link to a page with other records, and none on the last page.',
  },
  'link-past-end': {
    severity: 'warned',
    title: 'A link to the next page leads behind the last one.',
    expected: 'No meta.next_page on the last page.',
  },
  'no-next-page': {
    severity: 'warned',
    title: 'A page has no link to the next one, which is there; the pages were counted through.',
    expected: 'meta.next_page with local_identifier.',
  },
  'relative-link': {
    severity: 'warned',
    title: 'A link to the next page is no absolute URL.',
    expected: 'A URL with its scheme and host.',
  },
  'other-host': {
    severity: 'warned',
    title: 'A link to the next page names another host; it was followed at the host that was asked.',
    expected: 'A URL at the public address of the server.',
  },
  'lost-parameter': {
    severity: 'warned',
    title: 'A link to the next page has lost a parameter of the request; it was put back.',
    expected: 'A URL with the same filter and page_size.',
  },
  'no-meta': {
    severity: 'warned',
    title: 'A list has no meta; the pages were counted through.',
    expected: 'meta with next_page and part_of.total_items.',
  },
  'other-member': {
    severity: 'warned',
    title: 'The records do not stand in @graph; they were understood.',
    expected: 'An array @graph.',
  },
  'no-context': {
    severity: 'warned',
    title: 'A page has no @context; load needs the base of its ids by --base.',
    expected: 'An array @context with @base.',
  },
  'first-page': {
    severity: 'warned',
    title: 'A list wants other parameters than page_size; it was asked until it answered.',
    expected: 'The first page where no page is named, and page_size to be optional.',
  },
  'repeated-record': {
    severity: 'warned',
    title: 'Records stand on more than one page, so that others may stand on none; each was taken once.',
    expected: 'An order of the list that stays the same from page to page.',
  },
  'text-total': {
    severity: 'warned',
    title: 'total_items is a text; it was understood.',
    expected: 'A number, without quotation marks.',
  },
  total: {
    severity: 'warned',
    title: 'total_items is not the number of records that were found.',
    expected: 'The number of records on all pages.',
  },
} as const satisfies Readonly<Record<string, FindingRow>>

export type Trouble = keyof typeof harvestFindings
