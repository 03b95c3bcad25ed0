/** What a server is checked for: one row for each check, with the line of the specification behind it. */

import type { FindingRow } from '../../findings/log.ts'

const GRAPH = '@graph: array, required; single-entity response: exactly 1 item'
const CONTEXT = '@context: array of 3 or more unique items; context URLs are fixed'
const PART_OF = 'part_of: local_identifier, entity_type (search_result), total_items (integer)'
const NEXT_PAGE = 'next_page: local_identifier (URL of next page) and entity_type (search_result_page)'
const STATUS_404 = '404: an id does not resolve, or a list finds no match; @graph is an empty array'
const STATUS_422 = '422: a list request names a filter that the endpoint does not implement'
const PROBLEM = 'Problem document per RFC 7807: type, title, status, detail, occurence'
const PATH_ID = 'The API MUST resolve a full local_identifier written as a URL inside the path'
const EXACT = 'A server applies exact matching for attribute filters'
const FORMS = 'A simple identifier MUST be supported; its URL form SHOULD be supported'
const NEGOTIATION = 'An entity can be requested with Accept: application/vnd.<framework>.ld+json'

export const checks = {
  'list-answer': {
    severity: 'failed',
    title: 'A list does not answer as it should.',
    expected: 'Status 200 and a JSON document with the records of the page.',
    specification: '200: the response contains at least one entity in @graph',
  },
  'media-type': {
    severity: 'failed',
    title: 'JSON is sent as another media type.',
    expected: 'Content-Type: application/json, or application/ld+json.',
    specification: 'All success responses use media type application/json',
  },
  graph: {
    severity: 'failed',
    title: 'The records do not stand in @graph as they should.',
    expected: 'An array @graph; with one record in an answer to an id.',
    specification: GRAPH,
  },
  context: {
    severity: 'failed',
    title: 'The @context is not that of SKG-IF.',
    expected: 'An array of the context of the data model, that of the API, and an object with @base.',
    specification: CONTEXT,
  },
  base: {
    severity: 'failed',
    title: 'The @base is no base for ids.',
    expected: 'An absolute URL outside of the API that ends in / or #.',
    specification: 'The API root URL MUST NOT be used as @base',
  },
  item: {
    severity: 'failed',
    title: 'An item of @graph lacks what every record or reference has.',
    expected: 'An object with at least local_identifier and entity_type.',
    specification: 'each item is either a full entity or a reference object',
  },
  'item-type': {
    severity: 'failed',
    title: 'A list holds a record of another type.',
    expected: 'Records of the type of the list.',
    specification: 'Operations: /products: list of products, and so on',
  },
  meta: {
    severity: 'failed',
    title: 'A list has no meta.',
    expected:
      'An object meta with local_identifier, entity_type, part_of and, before the last page, next_page.',
    specification: 'meta: required in list responses',
  },
  'meta-self': {
    severity: 'failed',
    title: 'meta does not say which page it is of.',
    expected: 'local_identifier with the URL of the page, entity_type search_result_page.',
    specification: 'meta.local_identifier: API URL of the current result page including query',
  },
  'part-of': {
    severity: 'failed',
    title: 'meta.part_of does not describe the list.',
    expected: 'local_identifier, entity_type search_result, and total_items as a whole number.',
    specification: PART_OF,
  },
  'next-page': {
    severity: 'failed',
    title: 'meta.next_page is not as it should be.',
    expected: 'An object with the absolute URL of the next page, on every page but the last.',
    specification: NEXT_PAGE,
  },
  paging: {
    severity: 'failed',
    title: 'The pages of a list do not fit together.',
    expected: 'Each record on one page, and no page with more records than page_size.',
    specification: 'page: page number, from 1; page_size: number of items per page',
  },
  total: {
    severity: 'failed',
    title: 'total_items is not the number of records that the pages hold.',
    expected: 'The number of records on all pages.',
    specification: 'total_items (integer, total number of matches)',
  },
  'past-the-end': {
    severity: 'failed',
    title: 'A page behind the last one does not answer as it should.',
    expected: 'Status 404, or 200, with an empty @graph.',
    specification: STATUS_404,
  },
  'empty-list': {
    severity: 'warned',
    title: 'A list without a match answers with 200.',
    expected: 'Status 404 with an empty @graph; the official OpenAPI file has 200.',
    specification: STATUS_404,
  },
  'page-value': {
    severity: 'warned',
    title: 'A page that cannot be is answered as if it were there.',
    expected: 'Status 400 for a page that is no whole number.',
    specification: 'page: integer',
  },
  'unknown-filter': {
    severity: 'failed',
    title: 'A filter that nobody knows is not refused.',
    expected: 'Status 422, wherever in the filter it stands.',
    specification: STATUS_422,
  },
  'invalid-filter': {
    severity: 'failed',
    title: 'A filter without a value is not refused.',
    expected: 'Status 422, or 400.',
    specification: 'filter must match the pattern ^(,?.+:.+)*$',
  },
  problem: {
    severity: 'failed',
    title: 'The body of a 422 is not the problem document of the specification.',
    expected:
      'JSON with type (ending in #INVALID_FILTER), title INVALID_FILTER, status "422" as a ' +
      'string, detail that names the filter, and the URL of the request as occurence.',
    specification: PROBLEM,
  },
  'problem-type': {
    severity: 'warned',
    title: 'A problem document is sent as another media type.',
    expected: 'Content-Type: application/problem+json.',
    specification: PROBLEM,
  },
  'filter-answer': {
    severity: 'failed',
    title: 'A filter of the specification is answered with neither records nor 422.',
    expected: 'Status 200, 404 with an empty @graph, or 422.',
    specification: STATUS_422,
  },
  'claimed-filter': {
    severity: 'failed',
    title: 'A filter is refused that the server says it has.',
    expected: 'Records, or a description of the API without the filter.',
    specification: 'detail: names the unsupported filter and lists the valid filters',
  },
  'filter-misses': {
    severity: 'failed',
    title: 'A filter does not find a record that has the value.',
    expected: 'The record among those found, or 422 if the filter is not implemented.',
    specification: EXACT,
  },
  'filter-inexact': {
    severity: 'failed',
    title: 'A filter finds records that do not have the value.',
    expected: 'Records with the value, and no others.',
    specification: EXACT,
  },
  'identifier-simple': {
    severity: 'failed',
    title: 'A filter does not find an identifier in its simple form.',
    expected: 'The same records as for the form that the data has.',
    specification: FORMS,
  },
  'identifier-url': {
    severity: 'warned',
    title: 'A filter does not find an identifier in the form of a URL.',
    expected: 'The same records as for the simple form.',
    specification: FORMS,
  },
  'identifier-encoded': {
    severity: 'failed',
    title: 'A filter does not find an identifier that is percent-encoded.',
    expected: 'The same records as for the plain writing.',
    specification: 'Both the plain and the percent-encoded writing of either form are used by clients',
  },
  'by-id': {
    severity: 'failed',
    title: 'A record of a list cannot be had by its id.',
    expected: 'Status 200 and the one record with that id in @graph.',
    specification: PATH_ID,
  },
  'by-raw-id': {
    severity: 'failed',
    title: 'A URL that stands plainly in the path is not found.',
    expected: 'The record, as for the percent-encoded URL.',
    specification: PATH_ID,
  },
  'by-bare-id': {
    severity: 'warned',
    title: 'An id without the base is not found.',
    expected: 'The record, as for the whole id.',
    specification: 'The API SHOULD resolve the bare local_identifier without its prefix',
  },
  'meta-entity': {
    severity: 'failed',
    title: 'meta of a record is not that of a single entity.',
    expected: 'local_identifier with the API URL of the record, entity_type single_entity.',
    specification: 'meta for a single entity: local_identifier, entity_type (single_entity)',
  },
  'api-items': {
    severity: 'warned',
    title: 'api_items is missing.',
    expected: 'An array with the API links of the records that are named.',
    specification: 'api_items SHOULD list the API links of every sub-entity referenced in @graph',
  },
  'api-item': {
    severity: 'failed',
    title: 'An element of api_items does not have its form.',
    expected: 'local_identifier and urls, each of which has entity_type link, rel and href.',
    specification: 'api_items element: local_identifier, urls (array of link objects)',
  },
  'not-found': {
    severity: 'failed',
    title: 'An id that nobody has does not answer as it should.',
    expected: 'Status 404 and a JSON document with an empty @graph.',
    specification: STATUS_404,
  },
  negotiation: {
    severity: 'failed',
    title: 'A record cannot be had as JSON-LD of the framework.',
    expected: 'The record as application/vnd.skgif.ld+json.',
    specification: NEGOTIATION,
  },
  rdf: {
    severity: 'failed',
    title: 'A record as RDF does not say what it says as JSON-LD.',
    expected: 'RDF that can be read, with all triples of the JSON-LD.',
    specification: 'It publishes entities of a research knowledge graph as JSON-LD documents',
  },
  'server-error': {
    severity: 'failed',
    title: 'A request of a client makes the server fail.',
    expected: 'An answer with a status below 500.',
    specification: 'Errors: 200, 404, 422',
  },
} as const satisfies Readonly<Record<string, FindingRow>>

export type Check = keyof typeof checks
